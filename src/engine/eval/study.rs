//! A position of any game with what its evaluation is made of, for training and for tables that people read.

use super::network::{Purpose, Seen};
use super::{Evaluation, StaticEval, TermInput, Trace, Unscaled, Weights, term_inputs, trace};
use crate::board::{Board, Variant, View};
use crate::types::{Move, Score};

/// A position of any game that is evaluated and played on.
pub trait Study: View {
    /// A copy of the position.
    fn copy(&self) -> Box<dyn Study>;
    /// Plays a legal move.
    fn play(&mut self, m: Move);
    /// Passes the turn, which may be against the rules.
    fn pass(&mut self);
    /// Whether there is a legal move.
    fn has_moves(&self) -> bool;
    /// See [`Evaluation::score`].
    fn score(&self, evaluation: &Evaluation) -> Score;
    /// The classical score, and what scales it; `None` for a win against a bare king, where neither counts.
    fn unscaled(&self, weights: &Weights) -> Option<Unscaled>;
    /// See [`trace`].
    fn trace(&self, weights: &Weights) -> Trace;
    /// See [`term_inputs`].
    fn term_inputs(&self, weights: &Weights) -> Vec<TermInput>;
    /// What a network looks at.
    fn seen(&self) -> Seen<'_>;
    /// How many kinds of marks the game has, see [`Tactics::MARKS`](crate::board::Tactics::MARKS).
    fn mark_kinds(&self) -> usize;
}

impl Evaluation {
    /// What the network adds to the classical score of a position, or has in its place, before scaling, from the side to
    /// move's view, in centipawns; `None` without a network.
    pub fn network_share(&self, position: &dyn Study) -> Option<(Purpose, Score)> {
        let network = self.network.as_ref()?;
        Some((network.purpose, network.score(&position.seen(), &position.term_inputs(&self.weights))))
    }
}

impl<R: Variant> Study for Board<R> {
    fn copy(&self) -> Box<dyn Study> {
        Box::new(*self)
    }

    fn play(&mut self, m: Move) {
        *self = self.after(m);
    }

    fn pass(&mut self) {
        self.play_null();
    }

    fn has_moves(&self) -> bool {
        self.has_moves()
    }

    fn score(&self, evaluation: &Evaluation) -> Score {
        evaluation.score(self)
    }

    fn unscaled(&self, weights: &Weights) -> Option<Unscaled> {
        StaticEval::of(self, weights).unscaled()
    }

    fn trace(&self, weights: &Weights) -> Trace {
        trace(self, weights)
    }

    fn term_inputs(&self, weights: &Weights) -> Vec<TermInput> {
        term_inputs(self, weights)
    }

    fn seen(&self) -> Seen<'_> {
        Seen::of(self)
    }

    fn mark_kinds(&self) -> usize {
        R::MARKS
    }
}
