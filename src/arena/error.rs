//! Why a match cannot be set up or continued.

use std::io;

use thiserror::Error;

use super::connection::Fault;
use crate::board::FenError;
use crate::files::LineError;
use crate::records::PgnError;

/// An error in the settings of a match, in one of its files, or in its engines.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A quote in the description of an engine is not closed. Holds the description.
    #[error("engine `{0}`: a quote is not closed")]
    UnclosedQuote(String),
    /// A word in the description of an engine has no `=`.
    #[error("engine `{engine}`: `{word}` is not KEY=VALUE")]
    NotKeyValue {
        /// The description.
        engine: String,
        /// The word.
        word: String,
    },
    /// A key in the description of an engine does not exist.
    #[error(
        "engine `{engine}`: unknown key `{key}`, expected one of name, cmd, arg, dir, proto, variant, quirks, stderr, \
         option.NAME, tc, st, depth, nodes, ponder, tscale"
    )]
    UnknownKey {
        /// The description.
        engine: String,
        /// The key.
        key: String,
    },
    /// A value in the description of an engine does not fit its key.
    #[error("engine `{engine}`: {why}")]
    InvalidValue {
        /// The description.
        engine: String,
        /// What is wrong with the value, and what was expected.
        why: String,
    },
    /// The description of an engine names no program. Holds the description.
    #[error("engine `{0}`: no program is given, expected cmd=PROGRAM")]
    NoProgram(String),
    /// The text is not a time control.
    #[error("`{0}` is not a time control, expected [MOVES/]SECONDS[+INCREMENT] such as 5+0.05 or 40/60+0.5")]
    TimeControl(String),
    /// The text is not a positive number of seconds.
    #[error("`{0}` is not a time, expected a positive number of seconds")]
    Seconds(String),
    /// A word in a rule for adjudication is not `KEY=NUMBER` with a known key and a number in range.
    #[error("`{word}` is not understood, expected words of {expected}")]
    InvalidWord {
        /// The word.
        word: String,
        /// The known keys.
        expected: String,
    },
    /// A line of the file of openings is not a position of the game.
    #[error("line {line}: {error}")]
    OpeningPosition {
        /// The line, from 1.
        line: usize,
        /// Why the position was refused.
        error: FenError,
    },
    /// The game is over in a position of the file of openings.
    #[error("line {line}: the game is over there")]
    OpeningIsOver {
        /// The line, from 1.
        line: usize,
    },
    /// The file of openings has no position.
    #[error("there is no position in it")]
    NoOpenings,
    /// None of the games of a file can be an opening; each has been told why. Holds how many there are.
    #[error("none of its {0} games can be an opening of this match")]
    NoUsableOpenings(u64),
    /// The file of openings has more positions than are read. Holds the largest number.
    #[error("more than {0} openings")]
    TooManyOpenings(usize),
    /// A line of the file of openings cannot be read.
    #[error("{0}")]
    Line(#[from] LineError),
    /// The file of games cannot be read or written.
    #[error("{0}")]
    Archive(#[from] io::Error),
    /// A new match would overwrite a file of games.
    #[error("the file is there already; resume the match, or choose another name")]
    ArchiveExists,
    /// Another process writes the file of games.
    #[error("another process writes it")]
    ArchiveInUse,
    /// The file of games has none.
    #[error("there is no game in it")]
    NoGames,
    /// The file of games is not a regular file.
    #[error("no ordinary file, expected the games of this match")]
    NoFile,
    /// The end of the file of games is not a game of the match, cut short. Holds its line, from 1.
    #[error("line {0}: not the beginning of a game of this match; the file stays as it is")]
    ForeignText(usize),
    /// A game in the file of games cannot be read.
    #[error("{0}")]
    Pgn(#[from] PgnError),
    /// A game in the file of games does not belong to the match.
    #[error("game {number} is not of this match: {why}")]
    ForeignGame {
        /// Its number in the file, from 1.
        number: usize,
        /// What differs.
        why: String,
    },
    /// An engine cannot play.
    #[error("engine `{name}` {fault}")]
    Engine {
        /// The engine's name.
        name: String,
        /// Why it cannot play.
        fault: Fault,
    },
    /// The threads that play the games cannot be started.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The results cannot be written.
    #[error("the results cannot be written: {0}")]
    Output(#[source] io::Error),
}

impl ArenaError {
    /// Whether it only says that the match was interrupted.
    pub(super) fn is_interruption(&self) -> bool {
        matches!(self, Self::Engine { fault: Fault::Interrupted, .. })
    }
}
