//! What is known of a node being searched, and of its moves.

use super::params::Params;
use super::table::Entry;
use super::window::{NodeType, Window};
use crate::types::{Move, Score};

/// A node being searched, without its position.
pub(super) struct Node {
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    pub node_type: NodeType,
    pub in_check: bool,
    /// The move left out by a singular search.
    pub excluded: Move,
    pub key: u64,
    pub entry: Option<Entry>,
    pub hash_move: Move,
    /// Whether the hash move is a capture or promotion.
    pub hash_move_is_noisy: bool,
    /// The static evaluation as it is stored.
    pub raw_eval: Option<Score>,
    /// The corrected static evaluation; `-INFINITE` in check.
    pub static_eval: Score,
    /// The corrected static evaluation, or the table's score if that is better.
    pub eval: Score,
    /// Whether the static evaluation has risen since the same side's last turn.
    pub improving: bool,
    /// Whether the node is or was on a principal variation.
    pub was_pv: bool,
    /// Whether another thread is searching it, too.
    pub visited: bool,
}

impl Node {
    pub fn is_pv(&self) -> bool {
        self.node_type == NodeType::Pv
    }

    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// Whether one side wins anyway, so that only a mate matters: no move or node is then pruned because of the evaluation,
    /// but late moves are reduced more.
    pub fn is_decided(&self, params: &Params) -> bool {
        self.window.alpha.abs() >= params.decided_score
    }

    /// The score of the table's entry if it cuts off the node.
    pub fn table_cutoff(&self) -> Option<Score> {
        let entry = self.entry.as_ref().filter(|entry| !self.is_pv() && entry.depth >= self.depth)?;
        let score = entry.score_at(self.ply);
        entry.cuts_off(score, self.window).then_some(score)
    }
}

/// A move under consideration.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub m: Move,
    /// Its number among the node's moves, from 1.
    pub number: i32,
    /// Neither capture nor promotion.
    pub quiet: bool,
    /// Quiet, but as forcing as a capture.
    pub forcing: bool,
    /// Killer, counter move or forcing.
    pub special: bool,
    /// See [`super::history::piece_to`].
    pub piece_to: usize,
    /// See [`super::Position::captured_index`]; 0 for quiet moves.
    pub captured: usize,
    /// Plies added to its depth.
    pub extension: i32,
}

/// What came of a node's moves.
pub(super) struct Outcome {
    pub score: Score,
    pub best: Option<Candidate>,
    /// The number of the last move searched; 0 if there was none.
    pub count: i32,
}

impl Outcome {
    /// Whether no move raised alpha, or the best one neither captures nor promotes.
    pub fn is_quiet(&self) -> bool {
        self.best.is_none_or(|best| best.quiet)
    }

    /// Whether no move raised alpha.
    pub fn fails_low(&self) -> bool {
        self.best.is_none()
    }
}
