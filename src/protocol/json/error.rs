//! What can be wrong with a request.

use std::io;

use thiserror::Error;

use super::teacher::TeachError;
use crate::board::{FenError, MoveError};
use crate::games::UnknownGame;
use crate::protocol::options::OptionError;
use crate::protocol::text::quote;

/// Why a request was refused.
#[derive(Debug, Error)]
pub(super) enum JsonError {
    /// It is not an object with an `id` and a command.
    #[error("expected an object such as {{\"id\": 1, \"do\": \"hello\"}}: {0}")]
    Message(String),
    /// There is no such command.
    #[error("unknown command {}", quote(.0))]
    UnknownCommand(String),
    /// An argument is missing, unknown or of the wrong type.
    #[error("{0}")]
    Argument(String),
    /// No game has this name.
    #[error("unknown game {}, expected one of: {}", quote(&.0.name), .0.known)]
    UnknownGame(#[from] UnknownGame),
    /// The position was refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error("move {number}: {error}")]
    Move {
        /// Its number in the request, from 1.
        number: usize,
        /// Why.
        error: MoveError,
    },
    /// A text of games was refused.
    #[error("{0}")]
    Games(String),
    /// Weights, a network or chances were refused.
    #[error("{0}")]
    Weights(String),
    /// This program does not do what is asked.
    #[error("`{0}` is not offered here: it needs the program, see `bactrian serve`")]
    NotOffered(&'static str),
    /// A lesson cannot be given.
    #[error("{0}")]
    Teach(#[from] TeachError),
    /// A record of a game was refused.
    #[error("{0}")]
    Record(String),
    /// An option was refused.
    #[error("{0}")]
    Option(#[from] OptionError),
    /// The value of an option is above the bound of this server.
    #[error("option {name} expects a number up to {greatest} here")]
    Bound {
        /// The option.
        name: &'static str,
        /// The greatest value.
        greatest: usize,
    },
    /// All searches that the server allows are running.
    #[error("the engine is busy with {0} other boards; try again later")]
    Busy(usize),
    /// A thread cannot be started, or has broken down.
    #[error("the engine broke down: {0}")]
    Broken(String),
    /// The answer cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl JsonError {
    /// The name of the error for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Message(_) => "bad_message",
            Self::UnknownCommand(_) => "unknown_command",
            Self::Argument(_) => "bad_argument",
            Self::UnknownGame(_) => "unknown_game",
            Self::Fen(_) => "bad_fen",
            Self::Move { .. } => "illegal_move",
            Self::Games(_) => "bad_games",
            Self::Weights(_) => "bad_weights",
            Self::NotOffered(_) => "not_offered",
            Self::Teach(TeachError::Busy(_)) => "busy",
            Self::Teach(TeachError::Failed(_)) => "broken",
            Self::Record(_) => "bad_pgn",
            Self::Option(_) | Self::Bound { .. } => "bad_option",
            Self::Busy(_) => "busy",
            Self::Broken(_) | Self::Output(_) => "broken",
        }
    }
}
