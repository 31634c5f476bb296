//! The evaluation as the search uses it: updated move by move, in the search thread.

use std::marker::PhantomData;
use std::sync::Arc;

use super::accumulator::Accumulator;
use super::hints::{self, Hints};
use super::listed::TermBuffer;
use super::network::{self, Network, Purpose, Seen, Stack};
use super::terms::structure::StructureTable;
use super::{StaticEval, TermInput, Weights};
use crate::board::{Board, Observer, Rules, Tactics};
use crate::search::Evaluator;
use crate::tablebase::Tablebase;
use crate::types::score::MAX_PLY;
use crate::types::{Move, Piece, Score, Solved, Square};

/// Updates an accumulator while the board changes.
struct Watch<'a> {
    weights: &'a Weights,
    accumulator: &'a mut Accumulator,
}

impl Watch<'_> {
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

/// What follows the moves of the search: one observer, with or without a network, so that playing a move is compiled once
/// for each game.
struct SearchWatch<'a> {
    accumulator: Watch<'a>,
    network: Option<network::Watch<'a>>,
}

impl<R: Rules> Observer<R> for SearchWatch<'_> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.accumulator.put(piece, square);
        if let Some(network) = &mut self.network {
            network.put(piece, square);
        }
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.accumulator.take(piece, square);
        if let Some(network) = &mut self.network {
            network.take(piece, square);
        }
    }
}

/// What a game is evaluated with.
#[derive(Clone)]
pub struct Evaluation {
    /// The weights of the classical evaluation.
    pub weights: Arc<Weights>,
    /// The network; `None` for the classical evaluation alone.
    pub network: Option<Arc<Network>>,
}

impl Evaluation {
    /// A short name, which other evaluations do not have.
    pub fn name(&self) -> String {
        let weights = self.weights.name();
        match &self.network {
            None => weights.to_owned(),
            Some(network) if network.purpose == Purpose::Alone => network.name.clone(),
            Some(network) => format!("{weights}-{}", network.name),
        }
    }

    /// The static evaluation of a position from the side to move's view, in centipawns, computed from scratch.
    pub fn score<R: Tactics>(&self, board: &Board<R>) -> Score {
        let eval = StaticEval::of(board, &self.weights);
        let (structure, network) = (eval.structure(), self.network.as_deref());
        let output = |terms: &[TermInput]| network.map_or(0, |network| network.score(&Seen::of(board), terms));
        let purpose = network.map(|network| network.purpose);
        eval.score_with(purpose, || structure.each_ref(), &mut TermBuffer::new(), output)
    }
}

/// The evaluation as the search uses it: what can be updated move by move is kept for each ply of the line that is
/// searched.
#[derive(Clone)]
pub struct GameEvaluator<R> {
    weights: Arc<Weights>,
    /// By ply.
    stack: Vec<Accumulator>,
    network: Option<Stack>,
    structures: StructureTable,
    /// The terms of the position that is evaluated.
    terms: TermBuffer,
    /// The endgame tables that the search may meet.
    tables: Option<Arc<Tablebase>>,
    game: PhantomData<R>,
}

impl<R: Tactics> GameEvaluator<R> {
    /// An evaluator for a line of positions, with endgame tables if there are any. Call [`Evaluator::set_root`] before use.
    pub fn new(evaluation: &Evaluation, tables: Option<Arc<Tablebase>>) -> Self {
        Self {
            weights: Arc::clone(&evaluation.weights),
            stack: vec![Accumulator::default(); MAX_PLY + 1],
            network: evaluation.network.as_ref().map(|network| Stack::new(Arc::clone(network))),
            structures: StructureTable::new(),
            terms: TermBuffer::new(),
            tables,
            game: PhantomData,
        }
    }

    /// Whether what is kept for a ply equals what is computed from scratch.
    pub fn is_consistent(&mut self, board: &Board<R>, ply: usize) -> bool {
        self.stack[ply] == Accumulator::of(board, &self.weights)
            && self.network.as_mut().is_none_or(|network| network.is_consistent(&Seen::of(board), ply))
    }
}

impl<R: Tactics> Evaluator for GameEvaluator<R> {
    type Position = Board<R>;
    type Hints = Hints;

    fn set_root(&mut self, position: &Board<R>) {
        self.stack[0] = Accumulator::of(position, &self.weights);
        if let Some(network) = &mut self.network {
            network.set_root();
        }
    }

    #[inline]
    fn play(&mut self, child: &mut Board<R>, m: Move, ply: usize) {
        let mut accumulator = self.stack[ply];
        let network = self.network.as_mut().map(|network| network.watch(ply + 1));
        let watch = Watch { weights: &self.weights, accumulator: &mut accumulator };
        child.play(m, &mut SearchWatch { accumulator: watch, network });
        self.stack[ply + 1] = accumulator;
    }

    #[inline]
    fn pass(&mut self, child: &mut Board<R>, ply: usize) {
        child.play_null();
        self.stack[ply + 1] = self.stack[ply];
        if let Some(network) = &mut self.network {
            network.watch(ply + 1);
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Board<R>, ply: usize) -> Score {
        let eval = StaticEval { board: position, weights: &self.weights, accumulator: self.stack[ply] };
        let (structures, terms, network) = (&mut self.structures, &mut self.terms, &mut self.network);
        let purpose = network.as_ref().map(Stack::purpose);
        let output = |terms: &[TermInput]| match network {
            Some(network) => network.score(&Seen::of(position), ply, terms),
            None => 0,
        };
        eval.score_with(purpose, || structures.get(position, &self.weights), terms, output)
    }

    #[inline(always)]
    fn solved(&self, position: &Board<R>) -> Option<Solved> {
        self.tables.as_ref()?.probe(position)
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
