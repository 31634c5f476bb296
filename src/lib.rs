//! Bactrian: a chess-variant engine.
//!
//! A game is a zero-sized type that implements [`rules::Rules`]; [`board::Board`] turns its data into move generation,
//! hash, FEN and notation; the search sees a board through a small trait and knows no rule; the protocols talk to
//! whatever game is being played through one dynamic facade.

pub mod arena;
pub mod board;
pub mod cli;
pub mod eval;
pub mod geometry;
pub mod protocol;
pub mod records;
pub mod rules;
pub mod search;
pub mod types;
