//! What is wrong with a PGN file, and where.

use thiserror::Error;

use crate::board::{FenError, MoveError};
use crate::files::LineProblem;
use crate::types::{Ending, GameResult};

/// An error in a game of a PGN file, and its place.
#[derive(Debug, Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PgnError {
    /// The game's number in the file, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Box<PgnProblem>,
}

/// What is wrong with a game of a PGN file.
#[derive(Debug, Error)]
pub enum PgnProblem {
    /// The file cannot be read, or has a line that is too long.
    #[error("{0}")]
    Input(#[from] LineProblem),
    /// The game is longer than a game can be. Holds the largest size, in bytes.
    #[error("the game is longer than {0} bytes; the file is read no further")]
    TooLong(usize),
    /// The game has more moves than a game can have. Holds the largest number.
    #[error("the game has more than {0} moves; the file is read no further")]
    TooManyMoves(usize),
    /// Text in brackets is not a tag. Holds the text.
    #[error("`{}` is not a tag, expected e.g. `[White \"Name\"]`", crate::board::quoted(.0))]
    Tag(String),
    /// A comment is not closed.
    #[error("the comment that begins here has no `}}`")]
    UnclosedComment,
    /// A variation is not closed.
    #[error("the variation that begins here has no `)`")]
    UnclosedVariation,
    /// A word or sign is not allowed at its place. Holds the text.
    #[error("`{}` is not expected here, but a move, a comment or a result", crate::board::quoted(.0))]
    Unexpected(String),
    /// No variant has this name.
    #[error("unknown variant `{}`, expected one of: {known}", crate::board::quoted(.name))]
    Variant {
        /// The name in the file.
        name: String,
        /// The names of the available games.
        known: String,
    },
    /// The start position was refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error("{number} {error}; legal are: {}", list_of_moves(.legal))]
    Move {
        /// The move's number with its dots.
        number: String,
        /// Why the move was refused.
        error: MoveError,
        /// The legal moves in algebraic notation.
        legal: Vec<String>,
    },
    /// A variation cannot be read as moves. This is a warning: the game is read nevertheless.
    #[error("a variation is kept as a comment: {0}")]
    Variation(#[from] VariationProblem),
    /// A text means nothing at its place. This is a warning: the game is read nevertheless.
    #[error("`{}` means nothing here and is kept as a comment", crate::board::quoted(.0))]
    Odd(String),
    /// There is a null move in the main line. This is a warning: the game is read up to there.
    #[error(
        "{number} `{}` is a null move: the game is kept up to it, the rest as a comment",
        crate::board::quoted(text)
    )]
    NullMove {
        /// The move's number with its dots.
        number: String,
        /// The text in the file.
        text: String,
    },
    /// The start position has a castling right that does not fit. This is a warning: the game is read without it.
    #[error("{0}; the game is read without it")]
    Right(FenError),
    /// The result contradicts a mate or stalemate on the board.
    #[error("the result is {recorded}, but the last position is: {ending}")]
    Result {
        /// The result in the file.
        recorded: GameResult,
        /// How the game ended on the board.
        ending: Ending,
    },
}

impl PgnProblem {
    /// Whether the rest of the file cannot be read: it may have no end.
    pub(crate) fn ends_file(&self) -> bool {
        matches!(self, Self::Input(_) | Self::TooLong(_) | Self::TooManyMoves(_))
    }
}

/// Why a variation cannot be read as moves.
#[derive(Debug, Error)]
pub enum VariationProblem {
    /// It is not movetext.
    #[error("{0}")]
    Text(Box<PgnProblem>),
    /// A move is refused.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// It has no moves.
    #[error("it has no moves")]
    NoMoves,
    /// It is nested too deep. Holds the greatest depth.
    #[error("it is nested deeper than {0} levels")]
    TooDeep(usize),
    /// The variations of the game have too many moves. Holds the largest number.
    #[error("the variations of the game have more than {0} moves")]
    TooManyMoves(usize),
}

fn list_of_moves(legal: &[String]) -> String {
    if legal.is_empty() { "none, the game is over".to_owned() } else { legal.join(" ") }
}
