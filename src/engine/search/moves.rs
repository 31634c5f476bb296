//! The moves of a node: pruning, extensions, reductions, and what is learned from them.

use arrayvec::ArrayVec;

use super::evaluator::Evaluator;
use super::history::{Context, CorrectionKeys, piece_to};
use super::node::{Candidate, Node, Outcome};
use super::ordering::{Picked, Picker};
use super::params::*;
use super::position::Position;
use super::report::Bound;
use super::table::{Entry, to_table};
use super::thread::Thread;
use super::window::{NodeType, Window};
use super::worker::Worker;
use crate::types::score::{INFINITE, MATE_BOUND};
use crate::types::{Color, Move, Score};

/// Moves that were searched and are not the best. Those beyond the capacity came late and matter little.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Candidate, 64>,
    noisy: ArrayVec<Candidate, 32>,
}

/// What to do with a move before it is played.
enum MoveDecision {
    Search,
    Skip,
    /// The node is cut off with this score.
    Cut(Score),
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches the moves of a node, and raises its alpha on the way.
    pub(super) fn search_moves(&mut self, position: &E::Position, node: &mut Node) -> Outcome {
        let ply = node.ply;
        let context = self.context(position, ply);
        let killer = self.thread.frame(ply).killers[position.side().index()];
        let counter = self.thread.histories.counter_move(&context);
        let mut picker = Picker::new(node.hash_move, node.hash_move_is_noisy, killer, counter, context);
        let mut outcome = Outcome { score: -INFINITE, best: None, count: 0 };
        let mut tried = Tried::default();
        let mut number = 0;
        let mut overlooked = false;
        while let Some(picked) = self.next_move(position, node, &mut picker, number) {
            if picked.m == node.excluded {
                continue;
            }
            // A way out of check is always found, and so is some move.
            if number > 0 && !node.in_check && self.overlooks(picked.m, ply) {
                overlooked = true;
                continue;
            }
            number += 1;
            self.prefetch(position, picked.m);
            let mut candidate = candidate(position, picked, number, [killer, counter]);
            match self.prune_or_extend(position, node, &mut candidate, &outcome, &context, &mut picker) {
                MoveDecision::Search => {}
                MoveDecision::Skip => continue,
                MoveDecision::Cut(score) => return Outcome { score, best: Some(candidate), count: number },
            }
            outcome.count = number;
            let nodes_before = self.thread.nodes;
            let score = self.search_move(position, node, &candidate, &context);
            if self.thread.stopped() {
                return outcome;
            }
            if node.is_root() {
                self.thread.note_root_move(&candidate, score, node.window, nodes_before);
            }
            let is_best = outcome.improve(&mut self.thread, node, candidate, score);
            if score >= node.window.beta {
                break;
            }
            if !is_best {
                let _ = if candidate.quiet { tried.quiet.try_push(candidate) } else { tried.noisy.try_push(candidate) };
            }
        }
        if let Some(best) = outcome.best.filter(|_| outcome.score >= node.window.beta) {
            self.thread.update_histories(node, position.side(), &context, &best, &tried);
        }
        if overlooked {
            outcome.score = self.thread.shared.weakness.doubt(outcome.score);
        }
        outcome
    }

    /// The next move: of the root's list at the root, else of the picker.
    #[inline]
    fn next_move(&mut self, position: &E::Position, node: &Node, picker: &mut Picker, number: i32) -> Option<Picked> {
        if node.is_root() {
            let m = self.thread.next_root_move(number)?;
            Some(Picked { m, quiet: !position.is_noisy(m) })
        } else {
            picker.next(position, &self.evaluator, self.thread.histories)
        }
    }

    /// Decides whether a move is searched, and sets its extension.
    fn prune_or_extend(
        &mut self,
        position: &E::Position,
        node: &Node,
        candidate: &mut Candidate,
        outcome: &Outcome,
        context: &Context,
        picker: &mut Picker,
    ) -> MoveDecision {
        if node.is_root() {
            return MoveDecision::Search;
        }
        if outcome.score > -MATE_BOUND && self.is_pruned(position, node, candidate, context, picker) {
            return MoveDecision::Skip;
        }
        match node.singular_bound(&self.thread.tuning.params, candidate.m, self.thread.iteration) {
            Some(bound) => self.extend_singular(position, node, candidate, bound),
            None => MoveDecision::Search,
        }
    }

    /// Futility, late move, history and exchange pruning.
    #[inline]
    fn is_pruned(
        &self,
        position: &E::Position,
        node: &Node,
        candidate: &Candidate,
        context: &Context,
        picker: &mut Picker,
    ) -> bool {
        let depth = node.depth;
        // The evaluation says nothing about mates: only a shorter one can raise alpha.
        if node.window.alpha >= MATE_BOUND {
            return false;
        }
        let params = &self.thread.tuning.params;
        let reduced = (depth - self.thread.tuning.reduction(depth, candidate.number) / 1024).max(1);
        let plain = candidate.quiet && !candidate.forcing;
        if plain {
            if node.is_late(params, candidate.number) {
                picker.skip_quiets();
            }
            if node.is_futile(params, reduced) {
                picker.skip_quiets();
                return true;
            }
            let history = self.thread.histories.continuation(context, candidate.piece_to);
            if reduced <= HISTORY_PRUNING_DEPTH && history < params.history_pruning_margin * reduced {
                return true;
            }
        }
        let margin =
            if plain { params.exchange_quiet_margin * reduced * reduced } else { params.exchange_noisy_margin * depth };
        // Mates often begin with a check that gives up material and leaves one reply.
        depth <= EXCHANGE_DEPTH
            && !self.evaluator.see_at_least(position, candidate.m, margin)
            && !position.forces_reply(candidate.m)
    }

    /// Singular extension: if all other moves are clearly worse than the hash move, it is searched deeper. If one of them
    /// fails high too, the node is cut off (multi-cut) or the hash move reduced.
    fn extend_singular(
        &mut self,
        position: &E::Position,
        node: &Node,
        candidate: &mut Candidate,
        bound: Score,
    ) -> MoveDecision {
        let ply = node.ply;
        self.thread.frame(ply).excluded = candidate.m;
        let score = self.search(position, Window::below(bound), (node.depth - 1) / 2, ply, NodeType::Cut);
        self.thread.frame(ply).excluded = Move::NONE;
        if self.thread.stopped() {
            return MoveDecision::Skip;
        }
        if score >= bound && score >= node.window.beta && score.abs() < MATE_BOUND && !node.is_pv() {
            return MoveDecision::Cut(score);
        }
        candidate.extension = self.thread.singular_extension(node, score, bound);
        MoveDecision::Search
    }

    /// Searches one move: reduced first if it is late, then with a null window, then in full, as far as necessary.
    fn search_move(&mut self, position: &E::Position, node: &Node, candidate: &Candidate, context: &Context) -> Score {
        let (ply, number) = (node.ply, candidate.number);
        let picked = Picked { m: candidate.m, quiet: candidate.quiet };
        let child = self.play(position, picked, candidate.piece_to, ply);
        self.thread.frame(ply).number = number;
        if candidate.extension == 2 {
            self.thread.frame(ply + 1).double_extensions += 1;
        }
        let params = &self.thread.tuning.params;
        let extends_check = child.in_check() && node.depth >= params.decided_check_depth && node.is_decided(params);
        let depth = node.depth - 1 + if extends_check { candidate.extension.max(1) } else { candidate.extension };
        let null = Window::null(node.window.alpha);
        let mut score = -INFINITE;
        let mut full_null = !node.is_pv() || number > 1;
        if node.depth >= 2 && number > 1 + i32::from(node.is_pv()) {
            let reduction = self.thread.reduction(node, candidate, context, child.in_check());
            let reduced = (depth - reduction).clamp(1, depth.max(1));
            score = self.search_child(position, &child, null, reduced, ply, NodeType::Cut);
            full_null = score > null.alpha && reduced < depth;
            if full_null {
                score = self.search_child(position, &child, null, depth, ply, node.node_type.child());
                if candidate.quiet && !self.thread.stopped() {
                    let params = &self.thread.tuning.params;
                    let bonus = if score > null.alpha { params.bonus(depth) } else { -params.malus(depth) };
                    self.thread.histories.update_continuation(context.previous(), candidate.piece_to, bonus);
                }
            }
        } else if full_null {
            score = self.search_child(position, &child, null, depth, ply, node.node_type.child());
        }
        let new_best = score > node.window.alpha && (node.is_root() || score < node.window.beta);
        if node.is_pv() && (number == 1 || new_best) {
            score = self.search_child(position, &child, node.window, depth, ply, NodeType::Pv);
        }
        score
    }
}

/// What is known of a move before it is searched. `special` are killer and counter move.
#[inline]
fn candidate<P: Position>(position: &P, picked: Picked, number: i32, special: [Move; 2]) -> Candidate {
    let Picked { m, quiet } = picked;
    let forcing = quiet && position.is_forcing(m);
    Candidate {
        m,
        number,
        quiet,
        forcing,
        special: special.contains(&m) || forcing,
        piece_to: piece_to(position, m),
        captured: if quiet { 0 } else { position.captured_index(m) },
        extension: 0,
    }
}

impl Outcome {
    /// Takes in the score of a move; whether the move is the best of those searched so far and raises alpha.
    #[inline]
    fn improve(&mut self, thread: &mut Thread, node: &mut Node, candidate: Candidate, score: Score) -> bool {
        if score <= self.score {
            return false;
        }
        self.score = score;
        if score <= node.window.alpha {
            return false;
        }
        self.best = Some(candidate);
        if node.is_pv() {
            thread.update_line(node.ply, candidate.m);
        }
        if score < node.window.beta {
            node.window.alpha = score;
        }
        true
    }
}

impl Node {
    /// Late move pruning.
    fn is_late(&self, params: &Params, number: i32) -> bool {
        let count = params.late_move_count(self.depth, self.improving || self.in_check);
        self.depth <= LATE_MOVE_DEPTH && number > count
    }

    /// Futility pruning of quiet moves that would be searched to this depth.
    fn is_futile(&self, params: &Params, depth: i32) -> bool {
        let hope = self.eval + params.futility_base + params.futility_margin * depth;
        !self.in_check && depth <= FUTILITY_DEPTH && hope <= self.window.alpha && !self.is_decided(params)
    }

    /// The score that all other moves must stay below for `m` to be singular. `None` if no singular search is worth
    /// while: `m` must be the hash move, with a lower bound from a deep enough search. Lines three times as long as the
    /// iteration are not extended any more.
    fn singular_bound(&self, params: &Params, m: Move, iteration: i32) -> Option<Score> {
        let entry = self.entry.as_ref().filter(|entry| entry.best == m && self.excluded == Move::NONE)?;
        let score = entry.score_at(self.ply);
        let trusted = entry.depth >= self.depth - 3 && matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
        let too_long = self.ply >= 3 * iteration.max(4) as usize;
        let worth_while = self.depth >= SINGULAR_DEPTH && trusted && score.abs() < MATE_BOUND && !too_long;
        worth_while.then(|| score - params.singular_gap(self.depth))
    }
}

impl Thread<'_> {
    /// The extension of the hash move by the score of a singular search with this bound.
    fn singular_extension(&mut self, node: &Node, score: Score, bound: Score) -> i32 {
        let params = &self.tuning.params;
        if score < bound {
            let far_below = !node.is_pv() && score < bound - params.double_extension_margin;
            if far_below && self.frame(node.ply).double_extensions < DOUBLE_EXTENSIONS { 2 } else { 1 }
        } else if bound + params.singular_gap(node.depth) >= node.window.beta {
            // The hash move itself is expected to fail high.
            -2
        } else if node.node_type == NodeType::Cut {
            -1
        } else {
            0
        }
    }

    /// The reduction of a late move, in plies.
    fn reduction(&self, node: &Node, candidate: &Candidate, context: &Context, gives_check: bool) -> i32 {
        let history = if candidate.quiet {
            self.histories.quiet(context, candidate.m, candidate.piece_to)
        } else {
            2 * self.histories.noisy(candidate.piece_to, candidate.captured)
        };
        let params = &self.tuning.params;
        let mut reduction = self.tuning.reduction(node.depth, candidate.number);
        let mut adjust = |applies: bool, amount: i32| reduction += if applies { amount } else { 0 };
        adjust(node.was_pv, -params.reduction_pv);
        adjust(node.visited, REDUCTION_VISITED);
        adjust(node.node_type == NodeType::Cut, params.reduction_cut);
        adjust(!node.improving, params.reduction_not_improving);
        adjust(gives_check, -params.reduction_check);
        adjust(node.is_decided(params), params.decided_reduction);
        adjust(candidate.special, -params.reduction_killer);
        adjust(node.hash_move_is_noisy, params.reduction_noisy_hash);
        adjust(!candidate.quiet, -params.reduction_noisy);
        let again = if candidate.m.moves_again() { REDUCTION_AGAIN } else { 0 };
        (reduction - history * 1024 / params.reduction_history) / 1024 + again
    }

    /// Notes the result of a root move.
    fn note_root_move(&mut self, candidate: &Candidate, score: Score, window: Window, nodes_before: u64) {
        let nodes = self.nodes - nodes_before;
        self.root.note(candidate.m, score, candidate.number == 1, window, nodes, &self.lines[1]);
    }

    /// Rewards the move that failed high and punishes those searched before it.
    fn update_histories(&mut self, node: &Node, side: Color, context: &Context, best: &Candidate, tried: &Tried) {
        let params = &self.tuning.params;
        let (bonus, malus) = (params.bonus(node.depth), params.malus(node.depth));
        self.punish_opponent(node.ply, node.depth);
        if best.quiet {
            self.frame(node.ply).killers[side.index()] = best.m;
            self.histories.update_counter_move(context, best.m);
            self.histories.update_quiet(context, best.m, best.piece_to, bonus);
            for other in &tried.quiet {
                self.histories.update_quiet(context, other.m, other.piece_to, -malus);
            }
        } else {
            self.histories.update_noisy(best.piece_to, best.captured, bonus);
        }
        for other in &tried.noisy {
            self.histories.update_noisy(other.piece_to, other.captured, -malus);
        }
    }

    /// The score of a node whose moves have been searched, at least one; stores the result.
    pub(super) fn close_node(&mut self, node: &Node, outcome: &Outcome, keys: &CorrectionKeys) -> Score {
        let score = outcome.score;
        if node.excluded.is_some() {
            return score;
        }
        let bound = node.window.bound(score);
        if !(node.is_root() && self.root.first > 0) {
            let entry = Entry {
                best: outcome.best.map_or(Move::NONE, |best| best.m),
                score: to_table(score, node.ply),
                eval: node.raw_eval,
                depth: node.depth,
                bound: Some(bound),
                pv: node.was_pv,
            };
            self.store(node.key, entry, node.ply);
        }
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => score > node.static_eval,
            Bound::Upper => score < node.static_eval,
        };
        if !node.in_check && outcome.is_quiet() && informative && score.abs() < MATE_BOUND {
            let rate = self.tuning.params.correction_rate;
            self.histories.update_correction(keys, score - node.static_eval, node.depth, rate);
        }
        score
    }
}
