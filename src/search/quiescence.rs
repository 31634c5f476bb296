//! Quiescence: captures and promotions until the position is quiet, all moves when in check.

use super::ordering::Picker;
use super::params::{DELTA_MARGIN, QUIESCENCE_EXCHANGE};
use super::position::Position;
use super::report::Bound;
use super::table::{Entry, from_table, to_table};
use super::worker::Worker;
use crate::types::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mated_in};
use crate::types::{Move, Score};

/// A window of scores.
#[derive(Clone, Copy)]
pub struct Window {
    /// The score that the side to move already has.
    pub alpha: Score,
    /// The score that its opponent does not allow.
    pub beta: Score,
}

impl Window {
    /// The window of one score, just above `alpha`.
    pub fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// What a score found in this window says of the true one.
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// Whether a stored entry settles a node with this window.
#[inline(always)]
pub(super) fn settles(entry: &Entry, score: Score, window: Window) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => score >= window.beta,
        Some(Bound::Upper) => score <= window.alpha,
        None => false,
    }
}

impl<P: Position> Worker<'_, P> {
    /// The score of a position once captures are over.
    pub(super) fn quiescence(&mut self, position: &P, window: Window, ply: usize, pv: bool) -> Score {
        self.tracking_repetitions(ply, |worker| worker.quiescence_node(position, window, ply, pv))
    }

    fn quiescence_node(&mut self, position: &P, window: Window, ply: usize, pv: bool) -> Score {
        if self.enter(position, ply) {
            return DRAW;
        }
        if self.is_draw(position, ply) {
            return DRAW;
        }
        let in_check = position.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { position.evaluate() };
        }
        let key = Self::table_key(position);
        let entry = self.shared.table.probe(key);
        if let Some(entry) = &entry {
            let score = from_table(entry.score, ply);
            if !pv && settles(entry, score, window) {
                return score;
            }
        }
        let hash_move = entry.map_or(Move::NONE, |entry| entry.best);
        let was_pv = pv || entry.is_some_and(|entry| entry.pv);

        let mut best = -INFINITE;
        let mut alpha = window.alpha;
        let mut raw_eval = None;
        if !in_check {
            let eval = entry.and_then(|entry| entry.eval).unwrap_or_else(|| position.evaluate());
            raw_eval = Some(eval);
            best = self.stand_pat(position, eval, entry.as_ref(), ply);
            if best >= window.beta {
                if entry.is_none() {
                    let bound = Some(Bound::Lower);
                    let score = to_table(best, ply);
                    self.store(key, Entry { best: Move::NONE, score, eval: raw_eval, depth: 0, bound, pv }, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let (best, best_move) = self.quiescence_moves(position, Window { alpha, ..window }, ply, pv, best, hash_move);
        if self.shared.control.stopped() {
            return DRAW;
        }
        if in_check && best == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        let score = to_table(best, ply);
        let entry = Entry { best: best_move, score, eval: raw_eval, depth: 0, bound: Some(bound), pv: was_pv };
        self.store(key, entry, ply);
        best
    }

    /// Searches the moves; returns the best score, `stand_pat` if none is better, and the move that raised alpha.
    fn quiescence_moves(
        &mut self,
        position: &P,
        window: Window,
        ply: usize,
        pv: bool,
        stand_pat: Score,
        hash_move: Move,
    ) -> (Score, Move) {
        let in_check = position.in_check();
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_move) = (stand_pat, Move::NONE);
        let mut picker = if in_check {
            Picker::new(hash_move, Move::NONE, Move::NONE, self.before(ply))
        } else {
            Picker::noisy(hash_move, QUIESCENCE_EXCHANGE)
        };
        while let Some(m) = picker.next(position, self.histories) {
            if !in_check {
                // Even with what it wins the move leaves us below alpha.
                let hope = stand_pat + DELTA_MARGIN + position.gain(m);
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            let child = self.after(position, m, ply);
            let score = self.score_child(position, &child, Window { alpha, beta }, |worker, window| {
                worker.quiescence(&child, window, ply + 1, pv)
            });
            if self.shared.control.stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if pv {
                        self.update_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            // One way out of check that does not lose at once is enough to skip further quiet ones.
            if in_check && best > -MATE_BOUND {
                picker.skip_quiets();
            }
        }
        (best, best_move)
    }

    /// The score of doing nothing: the corrected evaluation, or the table's score where that says more.
    fn stand_pat(&self, position: &P, eval: Score, entry: Option<&Entry>, ply: usize) -> Score {
        let eval = self.histories.corrected(position, eval);
        self.sharpened(eval, entry, ply)
    }

    /// An evaluation, or the table's score if its bound shows the evaluation to be wrong.
    pub(super) fn sharpened(&self, eval: Score, entry: Option<&Entry>, ply: usize) -> Score {
        let Some(entry) = entry else { return eval };
        let score = from_table(entry.score, ply);
        let better = match entry.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => score > eval,
            Some(Bound::Upper) => score < eval,
            None => false,
        };
        if better && score.abs() < MATE_BOUND { score } else { eval }
    }
}
