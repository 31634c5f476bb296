//! Records of games, and PGN, the form in which they are kept.
//!
//! A [`Game`] is a record whose moves are known to be legal; its `Display` is PGN.

mod game;
mod note;
mod writer;

pub use game::{Game, GameResult, Tags, Termination, Turn};
pub use note::{Note, NotedScore};
pub use writer::movetext;

/// The game that is meant where a PGN names none. For it, the writer names none either.
const UNNAMED_VARIANT: &str = "chess";
