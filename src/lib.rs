//! Bactrian: a chess-variant engine.
//!
//! A game is defined by a page of data and, where its rules are unusual, a few functions ([`games`]). From this
//! [`board::Board`] provides move generation, hash keys, FEN and notation. The [`search`] sees positions through a
//! small trait and knows no rules; each search thread owns an evaluator ([`eval`]). A [`session`] holds a game in
//! progress of any variant; protocols, matches, records and the command line use it. The [`tablebase`] solves positions with
//! few men from the rules alone. The [`picture`]s are drawn from the
//! game's data and what a position says of itself.

pub mod arena;
pub mod board;
pub mod cli;
pub mod eval;
pub mod files;
pub mod games;
pub mod geometry;
pub mod picture;
pub mod protocol;
pub mod records;
pub mod search;
pub mod serve;
pub mod session;
pub mod tablebase;
pub mod training;
pub mod types;
