//! Why a command failed, and how the user is told.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use crate::arena::ArenaError;
use crate::board::{FenError, MoveError};
use crate::eval::WeightsError;
use crate::games::{GamesError, UnknownGame, built_in};
use crate::manual::{self, TOPICS};
use crate::records::{AnnotationError, PgnProblem, UnfitForXboard};
use crate::serve::ServeError;
use crate::session::SearchBroken;
use crate::system::ThreadError;
use crate::tablebase::{MaterialError, TableError};
use crate::training::LearnError;

/// The exit status of an interrupted command, as shells report it: 128 and the number of the signal.
pub(super) const INTERRUPTED_STATUS: u8 = 130;

/// The exit status after wrong usage.
const USAGE_STATUS: u8 = 2;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// No game has this name.
    #[error("{0}")]
    UnknownVariant(#[from] UnknownGame),
    /// The command needs a game, and none is named. Holds the names of the known games.
    #[error("no game is named, expected -v or --variant with one of: {0}")]
    NoVariant(String),
    /// Options are missing or do not fit together. Says what was expected.
    #[error("{0}")]
    Usage(&'static str),
    /// A position was refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// A file of games is wrong.
    #[error("{0}")]
    Games(#[from] GamesError),
    /// A game cannot be written to a file of games.
    #[error("{game} cannot be written as a file of games: {why}")]
    NoFile {
        /// Its name.
        game: &'static str,
        /// Why.
        why: String,
    },
    /// A game cannot be written for XBoard.
    #[error("game {game}: {unfit}")]
    Unfit {
        /// Its number in its file or match, from 1.
        game: u64,
        /// Why.
        unfit: UnfitForXboard,
    },
    /// Files of games are wrong; their problems have been printed. Holds how many.
    #[error("problems in files of games: {0}")]
    WrongFiles(usize),
    /// The value of an option cannot be used.
    #[error("--{name}: {why}")]
    Option {
        /// The option, without its dashes.
        name: &'static str,
        /// What is wrong with the value, and what was expected.
        why: String,
    },
    /// A file cannot be read or written, or its content is wrong.
    #[error("{path}: {error}")]
    File {
        /// The file, as the user named it.
        path: String,
        /// What is wrong.
        error: Box<dyn Error + Send + Sync>,
    },
    /// A PGN file has fewer games than the number asked for.
    #[error("{file} has no game {wanted}, only {found}")]
    NoSuchGame {
        /// The file.
        file: String,
        /// The number asked for, from 1.
        wanted: u64,
        /// How many games there are.
        found: u64,
    },
    /// Some games of the PGN files are wrong; each has been reported. Holds how many.
    #[error("games that could not be read: {0}")]
    WrongGames(u64),
    /// Some counts differ from those expected; each has been reported. Holds how many.
    #[error("counts that differ: {0}")]
    WrongCounts(usize),
    /// Some games cannot be written for XBoard; each has been reported. Holds how many.
    #[error("games that XBoard cannot load: {0}")]
    UnfitGames(u64),
    /// The output would overwrite the input. Holds the file.
    #[error("{0}: the output would overwrite the games")]
    Overwrites(String),
    /// A game that was read cannot be replayed.
    #[error("{0}")]
    Replay(#[from] PgnProblem),
    /// A game cannot be annotated.
    #[error("{0}")]
    Annotation(#[from] AnnotationError),
    /// Fitted weights cannot be stored.
    #[error("{0}")]
    Weights(#[from] WeightsError),
    /// A match cannot be played.
    #[error("{0}")]
    Arena(ArenaError),
    /// The board cannot be served.
    #[error("{0}")]
    Serve(#[from] ServeError),
    /// Parts of a match are not all of it.
    #[error("the match is not complete: {found} of {expected} games")]
    Incomplete {
        /// How many games the parts have.
        found: u64,
        /// How many the match has.
        expected: u64,
    },
    /// The men of an endgame table are wrong.
    #[error("{0}")]
    Material(#[from] MaterialError),
    /// There can be no such endgame table.
    #[error("{0}")]
    Table(#[from] TableError),
    /// A game cannot be learned.
    #[error("{0}")]
    Learn(LearnError),
    /// Threads cannot be started.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A thread cannot be started.
    #[error("{0}")]
    Thread(#[from] ThreadError),
    /// The manual has no such topic, and there is no such command.
    #[error("no topic or command `{}`, {}", .0.escape_debug(), where_else(.0))]
    NoTopic(String),
    /// The search ended without a result.
    #[error("{0}")]
    Search(#[from] SearchBroken),
    /// The user interrupted the command, which has said so.
    #[error("interrupted")]
    Interrupted,
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Which topics of the manual and which rule pages have a word that is not a topic.
fn where_else(word: &str) -> String {
    let topics = manual::mentioning(word, TOPICS.iter().map(|topic| (topic.name, topic.markdown)));
    let rules = manual::mentioning(word, built_in().map(|spec| (spec.page.name, spec.page.rules)));
    let found = [("topics", topics), ("`bactrian rules`", rules)];
    let found: Vec<String> =
        found.iter().filter(|(_, names)| !names.is_empty()).map(|(of, names)| format!("{of} {names}")).collect();
    match found.as_slice() {
        [] => "`bactrian help` lists the topics".to_owned(),
        found => format!("the word is in {}", found.join("; ")),
    }
}

impl CliError {
    pub(super) fn file(path: &Path, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::File { path: path.display().to_string(), error: error.into() }
    }

    pub(super) fn option(name: &'static str, why: impl Into<String>) -> Self {
        Self::Option { name, why: why.into() }
    }

    /// An error if any of the games was wrong.
    pub(super) fn check_wrong_games(wrong: u64) -> Result<(), Self> {
        if wrong > 0 { Err(Self::WrongGames(wrong)) } else { Ok(()) }
    }

    /// The exit status of the program.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Interrupted => INTERRUPTED_STATUS,
            Self::NoVariant(_) | Self::Usage(_) => USAGE_STATUS,
            _ => 1,
        }
    }

    /// Whether the reader of the output closed it, which is not an error of this program.
    pub(super) fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<ArenaError> for CliError {
    fn from(error: ArenaError) -> Self {
        match error {
            // The results go to the output, which the user may have closed.
            ArenaError::Output(error) => Self::Output(error),
            error => Self::Arena(error),
        }
    }
}

impl From<LearnError> for CliError {
    fn from(error: LearnError) -> Self {
        match error {
            LearnError::Output(error) => Self::Output(error),
            LearnError::UnknownGame(name) => Self::UnknownVariant(name),
            error => Self::Learn(error),
        }
    }
}

/// Prints an error to standard error, on one line even if it quotes several. An interrupt is not reported.
pub fn complain(error: &CliError) {
    if matches!(error, CliError::Interrupted) {
        return;
    }
    let message = error.to_string().replace(char::is_control, " ");
    // If standard error is closed, nobody can be told.
    let _ = writeln!(io::stderr(), "bactrian: {message}");
}
