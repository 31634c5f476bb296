//! Errors in positions and moves given as text.

use thiserror::Error;

/// The longest text that a message quotes, in characters.
const MAX_QUOTE_LENGTH: usize = 60;

/// A text from outside as a message quotes it: on one line, without control characters, and not longer than
/// `MAX_QUOTE_LENGTH` characters with `...` after them.
pub fn quoted(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '?' } else { c };
    let mut quote: String = text.chars().take(MAX_QUOTE_LENGTH).map(visible).collect();
    if text.chars().nth(MAX_QUOTE_LENGTH).is_some() {
        quote += "...";
    }
    quote
}

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// A field is missing.
    #[error("FEN has no {0} field (expected: board side rights ep halfmove fullmove)")]
    Missing(&'static str),
    /// There is text after the last field.
    #[error("FEN has `{}` after its last field", quoted(.0))]
    Surplus(String),
    /// The board has the wrong number of ranks.
    #[error("FEN has {found} ranks, expected {expected}")]
    Ranks {
        /// The number in the FEN.
        found: usize,
        /// The number in the game.
        expected: u8,
    },
    /// A rank has the wrong number of squares.
    #[error("rank {rank} of the FEN has {found} squares, expected {expected}")]
    Files {
        /// The rank, counted from 1.
        rank: u8,
        /// The number in the FEN.
        found: usize,
        /// The number in the game.
        expected: u8,
    },
    /// A text that is not a piece of the game.
    #[error("`{}` in the FEN is not a piece of this game (pieces: {known})", quoted(text))]
    Piece {
        /// The text in the FEN.
        text: String,
        /// The texts of all pieces of the game.
        known: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move is `{}`, expected `w` or `b`", quoted(.0))]
    Side(String),
    /// Square brackets after the board, which this game does not use.
    #[error("`[{}]` after the board of the FEN means nothing in this game", quoted(.0))]
    Bracket(String),
    /// The game's own state is malformed or contradicts the board.
    #[error("`{}` in the FEN is not understood, expected {expected}", quoted(text))]
    State {
        /// The text in the FEN.
        text: String,
        /// What is valid instead.
        expected: &'static str,
    },
    /// A letter that is not a castling right of the game.
    #[error("`{}` is not a castling right, expected letters of KQkq or `-`", quoted(.0.encode_utf8(&mut [0; 4])))]
    Castling(char),
    /// A castling right does not fit the pieces.
    #[error("castling right `{letter}` needs {color}'s king on {king} and a rook on {rook}, but {found}")]
    UnfitRight {
        /// The letter in the FEN.
        letter: char,
        /// The side.
        color: &'static str,
        /// The square, or the rank, from which its king castles.
        king: String,
        /// Where the rook must stand: a square, or the side of the king.
        rook: String,
        /// What is there instead.
        found: String,
    },
    /// The en-passant field is not a list of squares.
    #[error("`{}` is not a list of en-passant squares, expected e.g. `e3`, `e3e4` or `-`", quoted(.0))]
    EnPassant(String),
    /// No pawn can have just passed the en-passant squares.
    #[error("no pawn can have just passed the en-passant squares `{}`", quoted(.0))]
    NoMultiStep(String),
    /// A counter is not a number in its range.
    #[error("{name} is `{}`, expected a number from 0 to {limit}", quoted(text))]
    Counter {
        /// The counter's name.
        name: &'static str,
        /// The text in the FEN.
        text: String,
        /// The largest number accepted.
        limit: u32,
    },
    /// A side has no royal piece or more than one.
    #[error("{color} has {found} royal pieces, expected one")]
    Royals {
        /// The side.
        color: &'static str,
        /// The number of its royal pieces.
        found: u32,
    },
    /// The side that is not to move is in check.
    #[error("{0} is in check, but it is not its turn")]
    OtherSideInCheck(&'static str),
    /// A side has more legal moves than a move list holds.
    #[error("{color} has {found} legal moves, at most {limit} are supported")]
    TooManyMoves {
        /// The side.
        color: &'static str,
        /// The number of legal moves.
        found: u64,
        /// The limit.
        limit: usize,
    },
}

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is not a move; the other texts are an example in coordinate and in algebraic notation.
    #[error("`{}` is not a move, expected e.g. `{}` or `{}`", quoted(.0), .1, .2)]
    Unreadable(String, String, String),
    /// The text stands for a null move.
    #[error("`{}` is a null move, but each side must move", quoted(.0))]
    NullMove(String),
    /// The text fits several moves, which the second text lists.
    #[error("`{}` may be any of {}", quoted(.0), .1)]
    Ambiguous(String, String),
    /// The text is in algebraic notation, and whoever sent it may count ranks from 0 or from 1.
    #[error("`{}` may count ranks from 0 or 1, expected both squares", quoted(.0))]
    AmbiguousRanks(String),
    /// The move is not legal in this position.
    #[error("`{}` is not legal here", quoted(.0))]
    Illegal(String),
    /// The game is over; the second text says why.
    #[error("`{}` cannot be played: the game is over ({})", quoted(.0), .1)]
    GameOver(String, String),
}
