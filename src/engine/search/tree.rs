//! A node with depth left: what is known of it before any move is tried.

use super::evaluator::Evaluator;
use super::history::{CorrectionKeys, piece_to};
use super::node::Node;
use super::params::{INTERNAL_REDUCTION_DEPTH, NULL_MOVE_DEPTH};
use super::position::Position;
use super::thread::{Thread, table_key};
use super::visits::Visit;
use super::window::{NodeType, Window};
use super::worker::Worker;
use crate::types::score::{DRAW, INFINITE, MAX_PLY, mated_in, score_of};
use crate::types::{Move, Score};

impl Node {
    /// Before the evaluation.
    fn new(thread: &mut Thread, key: u64, window: Window, depth: i32, ply: usize, node_type: NodeType) -> Self {
        let excluded = thread.frame(ply).excluded;
        let entry = if excluded.is_some() { None } else { thread.shared.table.probe(key) };
        Self {
            window,
            depth,
            ply,
            node_type,
            in_check: false,
            excluded,
            key,
            entry,
            hash_move: entry.map_or(Move::NONE, |entry| entry.best),
            hash_move_is_noisy: false,
            raw_eval: None,
            static_eval: -INFINITE,
            eval: -INFINITE,
            improving: false,
            visited: false,
            was_pv: node_type == NodeType::Pv || entry.is_some_and(|entry| entry.pv),
        }
    }

    /// Sets the evaluations from the one that is stored.
    fn set_eval(&mut self, thread: &mut Thread, raw: Score, keys: &CorrectionKeys) {
        self.raw_eval = Some(raw);
        self.static_eval = thread.histories.corrected(keys, raw);
        self.eval = self.entry.map_or(self.static_eval, |entry| entry.refine(self.static_eval, self.ply));
        thread.frame(self.ply).eval = Some(self.static_eval);
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// The score of a position searched to `depth` plies.
    pub(super) fn search(
        &mut self,
        position: &E::Position,
        window: Window,
        depth: i32,
        ply: usize,
        node_type: NodeType,
    ) -> Score {
        let outside = self.thread.enter_subtree();
        let score = if depth <= 0 {
            self.quiescence(position, window, ply, node_type == NodeType::Pv)
        } else {
            match self.open_node(position, window, depth, ply, node_type) {
                Ok(node) => self.search_node(position, node),
                Err(score) => score,
            }
        };
        self.thread.leave_subtree(ply, outside);
        score
    }

    /// Draws, mate distance pruning, the table and the evaluation: the node, or its score if nothing has to be searched.
    fn open_node(
        &mut self,
        position: &E::Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        node_type: NodeType,
    ) -> Result<Node, Score> {
        if self.thread.enter(position.side(), position.key(), position.in_check(), ply) {
            return Err(DRAW);
        }
        let in_check = position.in_check();
        if ply > 0 {
            let known =
                self.ended(position, ply).or_else(|| self.solved(position, depth, ply, node_type == NodeType::Pv));
            if let Some(score) = known {
                return Err(score);
            }
            if ply >= MAX_PLY - 1 {
                return Err(if in_check { DRAW } else { self.evaluate(position, ply) });
            }
            window = window.within_mates(ply);
            if window.is_empty() {
                return Err(window.alpha);
            }
            if let Some(score) = self.thread.set_score(position.key(), depth) {
                return Err(score);
            }
        }
        let key = table_key(position.key(), position.clock());
        let mut node = Node::new(&mut self.thread, key, window, depth, ply, node_type);
        node.in_check = in_check;
        if let Some(score) = node.table_cutoff() {
            if score >= window.beta {
                self.reward_hash_move(position, &node);
                self.thread.punish_opponent(ply, depth);
            }
            return Err(score);
        }
        if !in_check && depth >= NULL_MOVE_DEPTH {
            // A null move comes next, if the evaluation is good.
            self.thread.shared.table.prefetch(table_key(position.key_after_null(), position.clock() + 1));
        }
        node.hash_move_is_noisy = node.hash_move.is_some() && position.is_noisy(node.hash_move);
        self.evaluate_node(position, &mut node);
        Ok(node)
    }

    /// Rewards a quiet hash move that refutes the node again.
    fn reward_hash_move(&mut self, position: &E::Position, node: &Node) {
        let m = node.hash_move;
        if m.is_some() && position.is_legal(m) && !position.is_noisy(m) {
            let context = self.context(position, node.ply);
            let bonus = self.thread.tuning.params.bonus(node.depth) / 2;
            self.thread.histories.update_quiet(&context, m, piece_to(position, m), bonus);
        }
    }

    fn evaluate_node(&mut self, position: &E::Position, node: &mut Node) {
        if node.in_check {
            self.thread.frame(node.ply).eval = None;
            return;
        }
        if node.excluded.is_some() {
            // A singular search: the node itself is being searched one level up.
            node.static_eval = self.thread.frame(node.ply).eval.unwrap_or(-INFINITE);
            node.eval = node.static_eval;
        } else {
            let stored = node.entry.and_then(|entry| entry.eval);
            let raw = stored.unwrap_or_else(|| self.evaluate(position, node.ply));
            node.set_eval(&mut self.thread, raw, &CorrectionKeys::of(position));
            self.thread.credit_by_evals(node.ply, node.depth);
        }
        node.improving = self.thread.earlier_eval(node.ply).is_some_and(|earlier| node.static_eval > earlier);
    }

    fn search_node(&mut self, position: &E::Position, mut node: Node) -> Score {
        if let Some(score) = self.prune_node(position, &node) {
            return score;
        }
        // Without a hash move the ordering is poor: search less deep (internal iterative reduction).
        let unordered = node.hash_move == Move::NONE && node.excluded == Move::NONE;
        if unordered && node.depth >= INTERNAL_REDUCTION_DEPTH && node.node_type != NodeType::All {
            node.depth -= 1;
        }
        let alpha = node.window.alpha;
        let visit = self.thread.visit(&node);
        node.visited = visit == Visit::Second;
        let outcome = self.search_moves(position, &mut node);
        if visit == Visit::First {
            self.thread.shared.visits.leave(node.key);
        }
        if self.thread.stopped() {
            return DRAW;
        }
        node.window.alpha = alpha;
        if outcome.count == 0 {
            return score_without_moves(position, &node);
        }
        if outcome.fails_low() && node.excluded == Move::NONE && (node.depth >= 3 || node.is_pv()) {
            let bonus = self.thread.tuning.params.bonus(node.depth);
            self.thread.credit_opponent(node.ply, bonus);
        }
        let score = self.thread.close_node(&node, &outcome, &CorrectionKeys::of(position));
        if let Some(sampler) = self.thread.shared.sampler {
            self.thread.sample(sampler, &node, &outcome, score);
        }
        score
    }
}

/// The score of a node without moves: mate or stalemate.
fn score_without_moves<P: Position>(position: &P, node: &Node) -> Score {
    match (node.excluded.is_some(), node.in_check) {
        (true, _) => node.window.alpha,
        (_, true) => mated_in(node.ply),
        _ => score_of(position.stalemate(), node.ply),
    }
}
