//! Records of games, and PGN, the form in which they are kept.
//!
//! A [`Game`] is a record whose moves are known to be legal; its `Display` is PGN. [`Reader`] finds the games of a PGN
//! file, as a [`RawGame`] each, and [`Replayer`] checks a raw move by move and makes a [`Game`] of it.

mod game;
mod note;
mod reader;
mod replay;
mod tokens;
mod writer;

pub use game::{Game, Tags, Termination, Turn};
pub use note::{Note, NotedScore};
pub use reader::{PgnError, PgnProblem, RawGame, RawMove, Reader};
pub use replay::Replayer;
pub use writer::movetext;

/// The game that is meant where a PGN names none. For it, the writer names none either.
const UNNAMED_VARIANT: &str = "chess";
