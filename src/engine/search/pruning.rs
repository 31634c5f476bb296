//! Pruning of whole nodes before any of their moves is searched.

use super::evaluator::Evaluator;
use super::history::piece_to;
use super::node::Node;
use super::ordering::Picker;
use super::params::*;
use super::position::Position;
use super::report::Bound;
use super::table::{Entry, to_table};
use super::thread::Thread;
use super::window::{NodeType, Window};
use super::worker::Worker;
use crate::types::score::MATE_BOUND;
use crate::types::{Move, Score};

impl Node {
    fn can_be_pruned(&self) -> bool {
        !self.is_pv() && !self.in_check && self.excluded == Move::NONE && self.window.beta.abs() < MATE_BOUND
    }

    /// Reverse futility pruning: so far above beta that a few plies will not change it.
    fn reverse_futility(&self, params: &Params) -> Option<Score> {
        let plies = self.depth - i32::from(self.improving);
        let margin = params.reverse_futility_margin * plies.max(0);
        let noisy_or_no_hash_move = self.hash_move == Move::NONE || self.hash_move_is_noisy;
        let far_above = self.eval - margin >= self.window.beta && self.eval < MATE_BOUND;
        (self.depth <= REVERSE_FUTILITY_DEPTH && far_above && (noisy_or_no_hash_move || !self.was_pv))
            .then(|| (self.eval + self.window.beta) / 2)
    }

    /// Whether the node is so far below alpha that only captures can help.
    fn is_razored(&self, params: &Params) -> bool {
        let alpha = self.window.alpha;
        self.depth <= RAZORING_DEPTH && alpha < MATE_BOUND && self.eval + params.razoring_margin * self.depth < alpha
    }

    fn allows_null_move(&self, thread: &mut Thread) -> bool {
        let (ply, beta) = (self.ply, self.window.beta);
        let after_null_move = ply > 0 && thread.frame(ply - 1).played.is_none();
        self.depth >= NULL_MOVE_DEPTH
            && self.eval >= beta
            && self.static_eval + 20 * self.depth >= beta + thread.tuning.params.null_move_margin
            && !after_null_move
            && !thread.moves_again(ply)
            && ply >= thread.no_null_before
    }

    /// The score that a capture must reach in ProbCut's shallow search, if it is worth while.
    fn probcut_bound(&self, params: &Params) -> Option<Score> {
        let bound = self.window.beta + params.probcut_margin;
        let unlikely = self.entry.is_some_and(|entry| {
            entry.depth >= self.depth - 3 && entry.score_at(self.ply) < bound && entry.bound.is_some()
        });
        (self.depth >= PROBCUT_DEPTH && bound < MATE_BOUND && !unlikely).then_some(bound)
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// The score of the node if it is pruned.
    pub(super) fn prune_node(&mut self, position: &E::Position, node: &Node) -> Option<Score> {
        if !node.can_be_pruned() {
            return None;
        }
        if node.is_decided(&self.thread.tuning.params) {
            return self.probcut(position, node);
        }
        node.reverse_futility(&self.thread.tuning.params)
            .or_else(|| self.razoring(position, node))
            .or_else(|| self.null_move(position, node))
            .or_else(|| self.probcut(position, node))
    }

    /// Razoring: quiescence confirms that the node is below alpha.
    fn razoring(&mut self, position: &E::Position, node: &Node) -> Option<Score> {
        if !node.is_razored(&self.thread.tuning.params) {
            return None;
        }
        let alpha = node.window.alpha;
        let score = self.search(position, Window::null(alpha), 0, node.ply, NodeType::All);
        (score <= alpha && !self.thread.stopped()).then_some(score)
    }

    /// Null move pruning: if even passing fails high, so does some move, except in zugzwang.
    fn null_move(&mut self, position: &E::Position, node: &Node) -> Option<Score> {
        if !node.allows_null_move(&mut self.thread) || position.is_prone_to_zugzwang(position.side()) {
            return None;
        }
        let (ply, beta) = (node.ply, node.window.beta);
        let depth = node.depth - self.thread.tuning.params.null_move_reduction(node.depth, node.eval - beta);
        let child = self.pass(position, ply);
        let score = self.search_child(position, &child, Window::below(beta), depth, ply, node.node_type.child());
        if score < beta || self.thread.stopped() {
            return None;
        }
        // A mate after passing proves nothing.
        let score = if score >= MATE_BOUND { beta } else { score };
        if node.depth < NULL_MOVE_VERIFY_DEPTH || self.thread.no_null_before > 0 {
            return Some(score);
        }
        self.thread.no_null_before = ply + (depth.max(0) as usize) * 3 / 4;
        let verified = self.search(position, Window::below(beta), depth, ply, NodeType::All);
        self.thread.no_null_before = 0;
        (verified >= beta && !self.thread.stopped()).then_some(score)
    }

    /// ProbCut: a capture that fails high by a margin in a shallow search will fail high in a deep one.
    fn probcut(&mut self, position: &E::Position, node: &Node) -> Option<Score> {
        let params = &self.thread.tuning.params;
        let bound = node.probcut_bound(params)?;
        let window = Window::below(bound);
        let mut picker = Picker::noisy(node.hash_move, node.hash_move_is_noisy, bound - node.static_eval);
        while let Some(picked) = picker.next(position, &self.evaluator, self.thread.histories) {
            self.prefetch(position, picked.m);
            let child = self.play(position, picked, piece_to(position, picked.m), node.ply);
            let mut score = self.search_child(position, &child, window, 0, node.ply, NodeType::Cut);
            if score >= bound {
                score = self.search_child(position, &child, window, node.depth - 4, node.ply, node.node_type.child());
            }
            if self.thread.stopped() {
                return None;
            }
            if score >= bound {
                let entry = Entry {
                    best: picked.m,
                    score: to_table(score, node.ply),
                    eval: node.raw_eval,
                    depth: node.depth - 3,
                    bound: Some(Bound::Lower),
                    pv: node.was_pv,
                };
                self.thread.store(node.key, entry, node.ply);
                return Some(score - params.probcut_margin);
            }
        }
        None
    }
}
