//! The classical evaluation as the search uses it: updated move by move, in the search thread.

use std::marker::PhantomData;
use std::sync::Arc;

use super::hints::{self, Hints};
use super::{StaticEval, Tapered, Weights};
use crate::board::{Board, Observer, Rules, Tactics};
use crate::search::Evaluator;
use crate::types::score::MAX_PLY;
use crate::types::{Move, Piece, Score, Square};

/// Material and placement, updated as pieces come and go.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Accumulator {
    /// The sum of [`Weights::placement`], from White's view.
    pub placement: Tapered,
    /// The sum of [`Weights::phase_of`] over both sides, in centipawns.
    pub material: i32,
}

/// Updates an accumulator while the board changes.
struct Watch<'a> {
    weights: &'a Weights,
    accumulator: &'a mut Accumulator,
}

impl<R: Rules> Observer<R> for Watch<'_> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.accumulator.placement += self.weights.placement(piece, square);
        self.accumulator.material += self.weights.phase_of(piece);
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.accumulator.placement -= self.weights.placement(piece, square);
        self.accumulator.material -= self.weights.phase_of(piece);
    }
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

/// The classical evaluation: a sum of weighted terms, with an accumulator for each ply of the line being searched.
#[derive(Clone)]
pub struct Classical<R> {
    weights: Arc<Weights>,
    /// By ply.
    stack: Vec<Accumulator>,
    game: PhantomData<R>,
}

impl<R: Tactics> Classical<R> {
    /// An evaluator with these weights. Call [`Evaluator::set_root`] before use.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { weights, stack: vec![Accumulator::default(); MAX_PLY + 1], game: PhantomData }
    }

    /// Whether the accumulator of a ply equals one computed from scratch.
    pub fn is_consistent(&self, board: &Board<R>, ply: usize) -> bool {
        self.stack[ply] == Accumulator::of(board, &self.weights)
    }
}

impl<R: Tactics> Evaluator for Classical<R> {
    type Position = Board<R>;
    type Hints = Hints;

    fn set_root(&mut self, position: &Board<R>) {
        self.stack[0] = Accumulator::of(position, &self.weights);
    }

    #[inline]
    fn play(&mut self, child: &mut Board<R>, m: Move, ply: usize) {
        let mut accumulator = self.stack[ply];
        child.play(m, &mut Watch { weights: &self.weights, accumulator: &mut accumulator });
        self.stack[ply + 1] = accumulator;
    }

    #[inline]
    fn pass(&mut self, child: &mut Board<R>, ply: usize) {
        child.play_null();
        self.stack[ply + 1] = self.stack[ply];
    }

    #[inline]
    fn evaluate(&mut self, position: &Board<R>, ply: usize) -> Score {
        StaticEval { board: position, weights: &self.weights, accumulator: self.stack[ply] }.score()
    }

    #[inline(always)]
    fn gain(&self, position: &Board<R>, m: Move) -> Score {
        position.gain(m, self.weights.exchange())
    }

    #[inline]
    fn see_at_least(&self, position: &Board<R>, m: Move, threshold: Score) -> bool {
        position.see_at_least(m, threshold, self.weights.exchange())
    }

    #[inline]
    fn hints(&self, position: &Board<R>) -> Hints {
        hints::find(position, self.weights.exchange())
    }

    #[inline(always)]
    fn quiet_hint(&self, position: &Board<R>, m: Move, hints: &Hints) -> i32 {
        hints::of_quiet(position, m, hints, self.weights.exchange())
    }
}
