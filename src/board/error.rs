//! What can be wrong with positions and moves that come from outside.

use thiserror::Error;

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// A field is not there.
    #[error("FEN has no {0} field (expected: board side rights ep halfmove fullmove)")]
    Missing(&'static str),
    /// There is more than a FEN holds.
    #[error("FEN goes on after the last field with `{0}`")]
    Surplus(String),
    /// The board has the wrong number of ranks.
    #[error("FEN has {found} ranks, expected {expected}")]
    Ranks {
        /// What the FEN has.
        found: usize,
        /// What the game has.
        expected: u8,
    },
    /// A rank has the wrong number of squares.
    #[error("rank {rank} of the FEN has {found} squares, expected {expected}")]
    Files {
        /// The rank, counted as players do.
        rank: u8,
        /// What the FEN has.
        found: usize,
        /// What the game has.
        expected: u8,
    },
    /// Something that stands for no piece of the game.
    #[error("`{text}` in the FEN is no piece of this game (pieces: {known})")]
    Piece {
        /// What stands there.
        text: String,
        /// The pieces that there are.
        known: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move is `{0}`, expected `w` or `b`")]
    Side(String),
    /// Square brackets after the board that say nothing in this game.
    #[error("`[{0}]` after the board of the FEN means nothing in this game")]
    Bracket(String),
    /// The game's own state, malformed or contradicted by the board.
    #[error("`{text}` in the FEN is not understood, expected {expected}")]
    State {
        /// What stands there.
        text: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A letter that stands for no castling right.
    #[error("`{0}` is no castling right, expected letters of KQkq or `-`")]
    Castling(char),
    /// Something that is no square where the squares of en passant stand.
    #[error("`{0}` is no list of en-passant squares, expected e.g. `e3`, `e3e4` or `-`")]
    EnPassant(String),
    /// No pawn can have just passed the squares of en passant.
    #[error("no pawn can have just passed the en-passant squares `{0}`")]
    NoMultiStep(String),
    /// A counter that is no number in its range.
    #[error("{name} is `{text}`, expected a number from 0 to {limit}")]
    Counter {
        /// Which counter.
        name: &'static str,
        /// What stands there.
        text: String,
        /// The largest number accepted.
        limit: u32,
    },
    /// A side has no royal piece or several.
    #[error("{color} has {found} royal pieces, expected one")]
    Royals {
        /// The side.
        color: &'static str,
        /// How many.
        found: u32,
    },
    /// The side to move could capture the enemy king.
    #[error("{0} is in check, but it is not its turn")]
    OtherSideInCheck(&'static str),
    /// A position with more moves than the engine keeps lists for.
    #[error("the position has {found} legal moves, at most {limit} are supported")]
    TooManyMoves {
        /// How many.
        found: u64,
        /// The limit.
        limit: usize,
    },
}

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is no move in coordinate notation.
    #[error("`{0}` is no move in coordinate notation, expected e.g. `{1}`")]
    Unreadable(String, String),
    /// The text is no move in algebraic notation.
    #[error("`{0}` is no move in algebraic notation, expected e.g. `{1}`")]
    NotAlgebraic(String, String),
    /// The text in algebraic notation fits several moves.
    #[error("`{0}` may be any of {1}")]
    Ambiguous(String, String),
    /// The move is not legal in this position.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// The game has ended.
    #[error("`{0}` cannot be played: the game is over ({1})")]
    GameOver(String, String),
}
