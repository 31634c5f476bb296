//! Bactrian: a chess-variant engine.
//!
//! A game is a page of data and, for the strange games, a few functions ([`games`]). [`board::Board`] turns that into move
//! generation, hash, FEN and notation. The [`search`] sees positions through a small trait and knows no rule; the
//! evaluation ([`eval`]) belongs to the search's threads. A [`session`] holds a game being played, whatever its variant,
//! for protocols, matches, records and the command line.

pub mod arena;
pub mod board;
pub mod cli;
pub mod eval;
pub mod games;
pub mod geometry;
pub mod protocol;
pub mod records;
pub mod search;
pub mod session;
pub mod training;
pub mod types;
