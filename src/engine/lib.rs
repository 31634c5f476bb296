//! The engine of Bactrian: everything that knows games and thinks about them, without protocols, records, training and the
//! command line.
//!
//! A game is defined by a page of data and, where its rules are unusual, a few functions ([`games`]). From this
//! [`board::Board`] provides move generation, hash keys, FEN and notation. The [`search`] sees positions through a
//! small trait and knows no rules; each search thread owns an evaluator ([`eval`]). The [`tablebase`] solves positions with
//! few men from the rules alone. A [`session`] holds a game in progress of any variant, with its search.
//!
//! Which games there are, and what they are played with, is a value, [`session::Catalogue`]. The process itself keeps the log
//! and what its libraries need: the threads of [`system::share`], in place of rayon's own, and for a search's thread whether
//! its stack is large. Other statics are constants that are computed when they are first needed.
//!
//! All code that is generic over games is compiled here, once for each game: what uses the engine goes through
//! [`session::Session`] and [`board::View`].

pub mod board;
pub mod eval;
pub mod files;
pub mod games;
pub mod geometry;
pub mod search;
pub mod session;
pub mod system;
pub mod tablebase;
pub mod types;
