//! Games that users describe in files, in the format of Fairy-Stockfish: sections with parents, settings, and movements
//! in Betza's notation; or as [Interactive Diagrams](diagram).
//!
//! A text is taken apart into sections or diagrams, each becomes a [`Draft`] with typed settings, which inherits those of
//! its parent, and a game without faults becomes data for the board. Nothing is ignored: what is not played is an error
//! that names the line and what is supported.

mod builtin;
mod castling;
mod check;
mod diagram;
mod draft;
mod export;
mod help;
mod keys;
mod page;
mod pieces;
mod problem;
mod promoted;
mod publish;
mod read;
mod relatives;
mod roaming;
mod royals;
mod sections;
mod start;
mod texts;
mod values;
mod warnings;
mod words;

pub use draft::{Draft, Text};
pub use help::help;
pub use problem::{Fault, GamesError, LoadedFile, Problem};
pub(super) use publish::publish;
pub use read::{Known, ReadGame, ReadGames, read};
pub(super) use relatives::{folder, of_built_in, relative, relative_names};
pub use sections::MAX_PROBLEMS;
pub(super) use warnings::unmeant;
pub use words::in_words;
