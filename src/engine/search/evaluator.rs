//! What a position is worth, as far as the search needs it.

use super::position::Position;
use crate::types::{Move, Score, Solved};

/// An evaluation, owned by a search thread. It keeps whatever it updates incrementally in a stack by ply: the state of
/// a ply belongs to the position on the line being searched.
///
/// Each thread works on a clone.
pub trait Evaluator: Clone + Send + Sync + 'static {
    /// The positions that it evaluates.
    type Position: Position;
    /// What [`Evaluator::quiet_hint`] needs to know of a position, worked out once for all moves.
    type Hints;

    /// Sets up the state of ply 0.
    fn set_root(&mut self, position: &Self::Position);
    /// Plays a legal move on `child`, a copy of the position at `ply`, and sets up the state of `ply + 1`.
    fn play(&mut self, child: &mut Self::Position, m: Move, ply: usize);
    /// Passes the turn on `child`, a copy of the position at `ply`, and sets up the state of `ply + 1`.
    fn pass(&mut self, child: &mut Self::Position, ply: usize);
    /// The static evaluation of the position at `ply`, from the side to move's view, in centipawns.
    fn evaluate(&mut self, position: &Self::Position, ply: usize) -> Score;

    /// What the position is worth with best play, if that is known from endgame tables.
    fn solved(&self, position: &Self::Position) -> Option<Solved>;

    /// The material that a move wins at once, in centipawns.
    fn gain(&self, position: &Self::Position, m: Move) -> Score;
    /// Whether the static exchange evaluation of a move is at least `threshold` centipawns.
    fn see_at_least(&self, position: &Self::Position, m: Move, threshold: Score) -> bool;
    /// See [`Evaluator::Hints`].
    fn hints(&self, position: &Self::Position) -> Self::Hints;
    /// A bonus for ordering a quiet move, on the scale of history values: positive if it gives check or leaves a
    /// threatened square, negative if it enters one.
    fn quiet_hint(&self, position: &Self::Position, m: Move, hints: &Self::Hints) -> i32;
}

/// Whether a legal move of the root leaves the opponent to move. The evaluator has the root at ply 0.
pub(super) fn passes_turn<E: Evaluator>(evaluator: &mut E, root: &E::Position, m: Move) -> bool {
    let mut child = *root;
    evaluator.play(&mut child, m, 0);
    child.side() != root.side()
}
