//! Quiescence search: captures and promotions until the position is quiet, all moves when in check, and a mate in one.

use super::evaluator::Evaluator;
use super::history::{CorrectionKeys, piece_to};
use super::ordering::{Picked, Picker};
use super::position::Position;
use super::report::Bound;
use super::table::{Entry, to_table};
use super::thread::table_key;
use super::window::{NodeType, Window};
use super::worker::Worker;
use crate::types::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mated_in};
use crate::types::{Move, Score};

/// A quiescence node, without its position.
struct QuietNode {
    window: Window,
    ply: usize,
    pv: bool,
    in_check: bool,
    hash_move: Move,
    /// The score of making no capture; `-INFINITE` in check.
    stand_pat: Score,
}

impl<E: Evaluator> Worker<'_, E> {
    /// The score of a position once captures are over.
    pub(super) fn quiescence(&mut self, position: &E::Position, window: Window, ply: usize, pv: bool) -> Score {
        if self.thread.enter(position.side(), position.key(), position.in_check(), ply) {
            return DRAW;
        }
        if let Some(score) = self.ended(position, ply).or_else(|| self.solved(position, 0, ply, pv)) {
            return score;
        }
        if let Some(score) = self.thread.set_score(position.key(), 0) {
            return score;
        }
        let in_check = position.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluate(position, ply) };
        }
        let key = table_key(position.key(), position.clock());
        let entry = self.thread.shared.table.probe(key);
        if let Some(entry) = entry.as_ref().filter(|_| !pv) {
            let score = entry.score_at(ply);
            if entry.cuts_off(score, window) {
                return score;
            }
        }
        let hash_move = entry.map_or(Move::NONE, |entry| entry.best);
        let mut node = QuietNode { window, ply, pv, in_check, hash_move, stand_pat: -INFINITE };
        let mut eval = None;
        if !in_check {
            let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position, ply));
            eval = Some(raw);
            let corrected = self.thread.histories.corrected(&CorrectionKeys::of(position), raw);
            node.stand_pat = entry.map_or(corrected, |entry| entry.refine(corrected, ply));
            if node.stand_pat >= window.beta {
                if entry.is_none() {
                    let (score, bound) = (to_table(node.stand_pat, ply), Some(Bound::Lower));
                    self.thread.store(key, Entry { best: Move::NONE, score, eval, depth: 0, bound, pv }, ply);
                }
                return node.stand_pat;
            }
            node.window.alpha = window.alpha.max(node.stand_pat);
        }

        let (mut score, mut best) = self.quiescence_moves(position, &mut node);
        if !in_check && score < window.beta {
            (score, best) = self.quiescence_mate(position, &node).unwrap_or((score, best));
        }
        if self.thread.stopped() {
            return DRAW;
        }
        if in_check && score == -INFINITE {
            return mated_in(ply);
        }
        let bound = Some(if score >= window.beta { Bound::Lower } else { Bound::Upper });
        let pv = pv || entry.is_some_and(|entry| entry.pv);
        self.thread.store(key, Entry { best, score: to_table(score, ply), eval, depth: 0, bound, pv }, ply);
        score
    }

    /// Searches the moves; returns the best score, at least that of standing pat, and the move that raised alpha.
    fn quiescence_moves(&mut self, position: &E::Position, node: &mut QuietNode) -> (Score, Move) {
        let (ply, in_check) = (node.ply, node.in_check);
        let params = &self.thread.tuning.params;
        let (mut best, mut best_move) = (node.stand_pat, Move::NONE);
        let noisy = node.hash_move.is_some() && position.is_noisy(node.hash_move);
        let mut picker = if in_check {
            Picker::new(node.hash_move, noisy, Move::NONE, Move::NONE, self.context(position, ply))
        } else {
            Picker::noisy(node.hash_move, noisy, params.quiescence_exchange)
        };
        let node_type = if node.pv { NodeType::Pv } else { NodeType::Cut };
        while let Some(picked) = picker.next(position, &self.evaluator, self.thread.histories) {
            self.prefetch(position, picked.m);
            if !in_check {
                if self.overlooks(picked.m, ply) {
                    continue;
                }
                // Delta pruning: even with what it wins the move stays below alpha. A check may mate.
                let hope = node.stand_pat + params.delta_margin + self.evaluator.gain(position, picked.m);
                if hope <= node.window.alpha && !position.checks(picked.m) {
                    best = best.max(hope);
                    continue;
                }
            }
            let child = self.play(position, picked, piece_to(position, picked.m), ply);
            let score = self.search_child(position, &child, node.window, 0, ply, node_type);
            if self.thread.stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > node.window.alpha {
                    best_move = picked.m;
                    if node.pv {
                        self.thread.update_line(ply, picked.m);
                    }
                    if score >= node.window.beta {
                        break;
                    }
                    node.window.alpha = score;
                }
            }
            // Once a move out of check is found that is not mated, other quiet ones are skipped.
            if in_check && best > -MATE_BOUND {
                picker.skip_quiets();
            }
        }
        (best, best_move)
    }

    /// The score of a move that mates at once, and the move.
    fn quiescence_mate(&mut self, position: &E::Position, node: &QuietNode) -> Option<(Score, Move)> {
        // Limited strength, which overlooks moves, has to find mates by its search.
        if self.thread.stopped() || self.thread.shared.weakness.is_blind() {
            return None;
        }
        let m = position.mating_move()?;
        let picked = Picked { m, quiet: !position.is_noisy(m) };
        let child = self.play(position, picked, piece_to(position, m), node.ply);
        let node_type = if node.pv { NodeType::Pv } else { NodeType::Cut };
        let score = self.search_child(position, &child, node.window, 0, node.ply, node_type);
        if node.pv && score > node.window.alpha {
            self.thread.update_line(node.ply, m);
        }
        Some((score, m))
    }
}
