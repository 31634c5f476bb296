//! Bactrian: a chess-variant engine.
//!
//! The engine itself is a crate of its own, [`bactrian_engine`], whose rooms are here under the same names.
#![doc = include_str!("README.md")]

pub use bactrian_engine::{board, eval, files, games, geometry, search, session, system, tablebase, types};
#[cfg(feature = "program")]
pub use bactrian_training as training;

#[cfg(feature = "program")]
pub mod arena;
#[cfg(feature = "program")]
pub mod cli;
pub mod manual;
pub mod picture;
pub mod protocol;
pub mod records;
#[cfg(feature = "program")]
pub mod serve;
pub mod xboard;

/// The engine's name, version and commit.
pub(crate) const ENGINE_NAME: &str = concat!("Bactrian ", env!("BACTRIAN_VERSION"));
