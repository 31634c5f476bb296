//! Iterative deepening with aspiration windows.

use std::sync::atomic::Ordering::Relaxed;

use super::clock::Stability;
use super::node::Expected;
use super::params::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use super::position::Position;
use super::quiescence::Window;
use super::report::{Bound, Line, Report};
use super::worker::Worker;
use crate::types::score::{INFINITE, MATE_BOUND, MAX_PLY, plies_to_mate};
use crate::types::{Move, Score};

/// Bounds are reported only from this time on, in seconds: before, exact lines follow soon enough.
const REPORT_BOUNDS_AFTER: f32 = 3.0;

/// How the iterations of a search ended.
pub struct Iterations {
    /// The last finished iteration, in plies.
    pub depth: i32,
}

impl<P: Position> Worker<'_, P> {
    /// Searches deeper and deeper until a limit is reached; the root moves are then sorted, the best first.
    pub fn iterate(&mut self, lines: usize, report: &mut (dyn FnMut(&Report) + Send)) -> Iterations {
        let deepest = self.shared.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.min(MAX_PLY as u32 - 1) as i32);
        let lines = lines.min(self.root.len());
        let mut stability = Stability { iterations: 0, fall: 0, effort: 0.0 };
        let mut finished = 0;
        let mut last_best = Move::NONE;
        let mut averages: Vec<Option<Score>> = vec![None; lines];
        for depth in 1..=deepest {
            self.iteration = depth;
            if self.is_main {
                self.shared.control.depth.store(depth as u32, Relaxed);
            }
            let earlier = averages[0];
            for (first, average) in averages.iter_mut().enumerate() {
                self.first_root = first;
                self.selective_depth = 0;
                self.aspire(depth, *average, report);
                if self.shared.control.stopped() {
                    break;
                }
                let score = self.root[first].score;
                *average = Some(average.map_or(score, |average| (average + score) / 2));
            }
            self.first_root = 0;
            if self.shared.control.stopped() {
                break;
            }
            // With several lines the later ones may have turned out better.
            self.root[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
            for rank in 0..lines {
                self.report(depth, rank, Bound::Exact, report);
            }
            finished = depth;
            if !self.is_main {
                continue;
            }
            let best = &self.root[0];
            stability.iterations = if best.m == last_best { stability.iterations + 1 } else { 0 };
            stability.fall = earlier.map_or(0, |earlier| earlier - best.score).clamp(-100, 200);
            stability.effort = best.nodes as f64 / self.nodes.max(1) as f64;
            last_best = best.m;
            if self.is_done(&stability) {
                break;
            }
        }
        Iterations { depth: finished }
    }

    /// Whether another iteration would be of no use.
    fn is_done(&self, stability: &Stability) -> bool {
        let control = self.shared.control;
        let limits = &self.shared.limits;
        let mate_in_moves = plies_to_mate(self.root[0].score).map(|plies| plies.unsigned_abs().div_ceil(2));
        let found_mate =
            self.root[0].score > 0 && limits.mate.is_some_and(|wanted| mate_in_moves.is_some_and(|n| n <= wanted));
        if found_mate {
            return true;
        }
        if control.pondering() {
            return false;
        }
        // One legal move needs no thought, a mate within the iteration no more of it.
        let need = if self.root.len() == 1 {
            0.05
        } else if mate_in_moves.is_some_and(|moves| 2 * moves as i32 <= self.iteration) {
            0.2
        } else {
            stability.need()
        };
        self.shared.budget.is_enough(control.clock_elapsed(), need)
    }

    /// Searches the root with a window around the expected score, widened until the score fits.
    fn aspire(&mut self, depth: i32, expected: Option<Score>, report: &mut (dyn FnMut(&Report) + Send)) {
        let mut width = ASPIRATION_WINDOW;
        let mut window = match expected {
            Some(score) if depth >= ASPIRATION_DEPTH && score.abs() < MATE_BOUND => {
                width += score.abs() / 16;
                Window { alpha: (score - width).max(-INFINITE), beta: (score + width).min(INFINITE) }
            }
            _ => Window { alpha: -INFINITE, beta: INFINITE },
        };
        let mut reduction = 0;
        loop {
            let root = self.root_position;
            let score = self.search(&root, window, (depth - reduction).max(1), 0, Expected::Pv);
            // Stable: moves that are known only not to be the best keep their order.
            let first = self.first_root;
            self.root[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.shared.control.stopped() {
                return;
            }
            if score <= window.alpha {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = (score - width).max(-INFINITE);
                reduction = 0;
                self.report_bound(depth, Bound::Upper, report);
            } else if score >= window.beta {
                window.beta = (score + width).min(INFINITE);
                reduction = (reduction + 1).min(3);
                self.report_bound(depth, Bound::Lower, report);
            } else {
                return;
            }
            width += width / 2;
            if width > 600 {
                window = Window { alpha: -INFINITE, beta: INFINITE };
            }
        }
    }

    /// Notes the result of a root move.
    pub(super) fn note_root_move(&mut self, m: Move, score: Score, number: i32, window: Window, nodes_before: u64) {
        let nodes = self.nodes - nodes_before;
        let first = self.first_root;
        let Some(root) = self.root[first..].iter_mut().find(|root| root.m == m) else { return };
        root.nodes += nodes;
        if number == 1 || score > window.alpha {
            root.score = score;
            root.line.clear();
            root.line.push(m);
            root.line.extend_from_slice(&self.lines[1]);
        } else {
            root.score = -INFINITE;
        }
    }

    /// Tells the commanding thread which root move is being searched.
    pub(super) fn note_progress(&self, m: Move, number: i32) {
        let control = self.shared.control;
        control.move_number.store(number as u32 + 1, Relaxed);
        control.move_count.store(self.root.len() as u32, Relaxed);
        control.current.store(m.bits(), Relaxed);
    }

    fn report_bound(&mut self, depth: i32, bound: Bound, report: &mut (dyn FnMut(&Report) + Send)) {
        if self.shared.control.elapsed().as_secs_f32() >= REPORT_BOUNDS_AFTER && self.first_root == 0 {
            self.report(depth, 0, bound, report);
        }
    }

    fn report(&mut self, depth: i32, rank: usize, bound: Bound, report: &mut (dyn FnMut(&Report) + Send)) {
        if !self.is_main {
            return;
        }
        self.poll();
        let root = &self.root[rank];
        report(&Report {
            depth: depth as u32,
            selective_depth: self.selective_depth.max(root.line.len()) as u32,
            rank: rank as u32 + 1,
            line: Line { score: root.score, bound, moves: root.line.clone() },
            nodes: self.shared.control.nodes.load(Relaxed),
            elapsed: self.shared.control.elapsed(),
            hash_full: self.shared.table.fullness(),
        });
    }
}
