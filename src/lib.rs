//! Bactrian: a chess-variant engine.
//!
//! The games, their boards, search and evaluation are a crate of their own, [`bactrian_engine`], whose rooms are here under
//! the same names. Protocols, matches, [`records`], the board in the browser ([`serve`]) and the command line use its
//! [`session`]s. Protocols, matches and records share [`xboard`]'s dialect. The [`picture`]s are drawn from the game's data and what a position says of itself.

pub use bactrian_engine::{board, eval, files, games, geometry, search, session, tablebase, threads, types};
pub use bactrian_training as training;

pub mod arena;
pub mod cli;
pub mod picture;
pub mod protocol;
pub mod records;
pub mod serve;
pub mod xboard;

/// The engine's name, version and commit.
pub(crate) const ENGINE_NAME: &str = concat!("Bactrian ", env!("BACTRIAN_VERSION"));
