//! Material and placement, which are updated move by move.

use super::{Tapered, Weights};
use crate::board::{Board, Rules};

/// Material and placement, updated as pieces come and go.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Accumulator {
    /// The sum of [`Weights::placement`], from White's view.
    pub placement: Tapered,
    /// The sum of [`Weights::phase_of`] over both sides, in centipawns.
    pub material: i32,
}

impl Accumulator {
    /// The accumulator of a board, computed from scratch.
    pub fn of<R: Rules>(board: &Board<R>, weights: &Weights) -> Self {
        let mut accumulator = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                accumulator.placement += weights.placement(piece, square);
                accumulator.material += weights.phase_of(piece);
            }
        }
        accumulator
    }
}
