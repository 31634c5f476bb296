//! Basic value types: squares, bitboards, pieces, moves, scores and results.

mod bitboard;
mod color;
mod moves;
mod piece;
mod result;
pub mod score;
mod square;
mod stage;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Kind, KindSet, MAX_KINDS, Piece};
pub use result::{Ending, GameResult, Rule, Solved, Verdict};
pub use score::Score;
pub use square::{RANKS, SQUARES, STRIDE, Square};
pub use stage::Stage;

/// A short name for some bytes: sixteen hexadecimal digits, the beginning of their SHA-1.
pub fn short_hash(bytes: impl AsRef<[u8]>) -> String {
    let mut digest = sha1_smol::Sha1::from(bytes).digest().to_string();
    digest.truncate(16);
    digest
}
