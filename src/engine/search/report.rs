//! What a search reports while it runs and when it ends.

use std::time::Duration;

use crate::types::{Move, Score};

/// What a score says about the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true score.
    Exact,
    /// The true score is at least this (fail high).
    Lower,
    /// The true score is at most this (fail low).
    Upper,
}

impl Bound {
    /// What the score says from the other side's view.
    pub fn reversed(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// One line found by an iteration.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// From the side to move's view, in centipawns or as mate (see [`crate::types::score`]).
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The principal variation; `M` is [`Move`] inside the search and text outside.
    pub moves: Vec<M>,
}

/// A line found by a running search.
#[derive(Clone, Debug)]
pub struct Report<M = Move> {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest line searched, in plies.
    pub selective_depth: u32,
    /// The line's rank among those asked for, from 1.
    pub rank: u32,
    /// The line.
    pub line: Line<M>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// Positions of all threads so far whose result endgame tables gave.
    pub table_hits: u64,
}

impl<M> Report<M> {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// So many nodes in this time, as nodes a second.
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1)) as u64
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish<M = Move> {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<M>,
    /// The expected reply; `None` if unknown or if the same side moves again.
    pub ponder: Option<M>,
    /// The score of the best move.
    pub score: Score,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl<M> Finish<M> {
    /// The end of a search that found no move.
    pub fn without_move(score: Score) -> Self {
        Self { best: None, ponder: None, score, depth: 0, nodes: 0 }
    }
}
