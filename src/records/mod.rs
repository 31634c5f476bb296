//! Records of games, and PGN, the format in which they are stored.
//!
//! A [`PgnGame`] is a record whose moves are legal; its `Display` is PGN, and a [`Dialect`] writes it for other programs. [`Reader`] reads a PGN file as a sequence of
//! [`RawGame`]s, and [`Replayer`] checks the moves of a raw game and makes a [`PgnGame`] of it. [`Annotator`] comments on its
//! turns.

mod annotate;
mod dialect;
mod entries;
mod epd;
mod error;
mod game;
mod note;
mod reader;
mod replay;
mod spelling;
mod tokens;
mod variations;
mod writer;
mod xboard;

pub use annotate::{AnnotationError, Annotator};
pub use dialect::{Dialect, UnfitForXboard};
pub use epd::{Operations, set_epd};
pub use error::{PgnError, PgnProblem, VariationProblem};
pub use game::{PgnGame, Tags, Termination, Turn};
pub use note::{Note, NotedScore};
pub use reader::{RawGame, RawMove, Reader, without_number};
pub use replay::{Replayer, find_game};

/// The game of a PGN without a Variant tag. The writer leaves out the tag for it.
const UNNAMED_VARIANT: &str = "chess";
