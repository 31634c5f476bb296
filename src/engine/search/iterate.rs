//! Iterative deepening with aspiration windows.

use std::sync::atomic::Ordering::Relaxed;

use super::clock::Stability;
use super::params::ASPIRATION_DEPTH;
use super::report::{Bound, Line, Report};
use super::thread::Thread;
use super::window::Window;
use crate::types::score::{INFINITE, MATE_BOUND, MAX_PLY, mate_in, plies_to_mate};
use crate::types::{Move, Score};

/// Bounds are reported only after this time, in seconds: before, exact scores follow soon enough.
const REPORT_BOUNDS_AFTER: f32 = 3.0;

/// A mate of so many plies ends the search after this many times as many iterations.
const SETTLED_FACTOR: i32 = 2;
/// The same where a shorter mate is worth more time: in analysis, while pondering, and in a search for a mate.
const SETTLED_FACTOR_ANALYSIS: i32 = 4;

/// The search of one thread in a game, as the code that is the same for all games sees it.
pub trait TreeSearch<'a> {
    /// The thread's state.
    fn thread(&mut self) -> &mut Thread<'a>;
    /// Searches the root to `depth` plies.
    fn search_root(&mut self, window: Window, depth: i32) -> Score;
    /// The static evaluation of the root.
    fn evaluate_root(&mut self) -> Score;
    /// Whether a legal move of the root leaves the opponent to move.
    fn passes_turn(&mut self, m: Move) -> bool;
    /// Completes a line of the root with this score, if endgame tables know how it goes on to mate.
    fn complete_line(&mut self, score: Score, line: &mut Vec<Move>);
}

/// Takes the reports of the main thread.
pub type Listener<'l> = &'l mut (dyn FnMut(&Report) + Send);

/// Searches deeper and deeper until a limit is reached; the root moves are then sorted, the best first. Returns the last
/// finished iteration, in plies.
pub fn iterate<'a>(search: &mut (dyn TreeSearch<'a> + 'a), lines: usize, listener: Listener) -> i32 {
    let limit = search.thread().shared.limits.depth;
    let deepest = limit.map_or(MAX_PLY as i32 - 1, |depth| depth.min(MAX_PLY as u32 - 1) as i32);
    let lines = lines.min(search.thread().root.moves.len());
    let mut stability = Stability { iterations: 0, fall: 0, effort: 0.0 };
    let mut finished = 0;
    let mut last_best = Move::NONE;
    let mut averages: Vec<Option<Score>> = vec![None; lines];
    for depth in 1..=deepest {
        search.thread().begin_iteration(depth);
        let earlier = averages[0];
        for (first, average) in averages.iter_mut().enumerate() {
            search.thread().root.first = first;
            search.thread().selective_depth = 0;
            aspire(search, depth, *average, listener);
            let thread = search.thread();
            if thread.stopped() {
                break;
            }
            let score = thread.root.best().score;
            *average = Some(expected_score(*average, score));
        }
        let thread = search.thread();
        thread.root.first = 0;
        if thread.stopped() {
            break;
        }
        // With several lines the later ones may have turned out better.
        thread.root.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
        for rank in 0..lines {
            report(search, rank, Bound::Exact, listener);
        }
        finished = depth;
        let thread = search.thread();
        if !thread.is_main {
            continue;
        }
        let best = thread.root.best();
        stability.iterations = if best.m == last_best { stability.iterations + 1 } else { 0 };
        stability.fall = earlier.map_or(0, |earlier| earlier - best.score).clamp(-100, 200);
        stability.effort = best.nodes as f64 / thread.nodes.max(1) as f64;
        last_best = best.m;
        if thread.is_done(&stability, lines) {
            break;
        }
    }
    finished
}

/// The score expected of the next iteration, from that expected of the last one and what it brought: their mean, but
/// between a mate and another score lies no score to be expected.
fn expected_score(before: Option<Score>, score: Score) -> Score {
    let comparable = before.filter(|before| before.abs().max(score.abs()) < MATE_BOUND);
    comparable.map_or(score, |before| (before + score) / 2)
}

/// Searches the root with a window around the expected score, widened until the score fits.
fn aspire<'a>(search: &mut (dyn TreeSearch<'a> + 'a), depth: i32, expected: Option<Score>, listener: Listener) {
    let mut width = search.thread().tuning.params.aspiration_window;
    let mut window = match expected {
        Some(score) if depth >= ASPIRATION_DEPTH && score.abs() < MATE_BOUND => {
            width += score.abs() / 16;
            Window { alpha: (score - width).max(-INFINITE), beta: (score + width).min(INFINITE) }
        }
        _ => Window::FULL,
    };
    let mut reduction = 0;
    loop {
        let score = search.search_root(window, (depth - reduction).max(1));
        let thread = search.thread();
        thread.root.sort();
        if thread.stopped() {
            return;
        }
        if score <= window.alpha {
            window.beta = (window.alpha + window.beta) / 2;
            window.alpha = (score - width).max(-INFINITE);
            reduction = 0;
            report_bound(search, Bound::Upper, listener);
        } else if score >= window.beta {
            window.beta = (score + width).min(INFINITE);
            reduction = (reduction + 1).min(3);
            report_bound(search, Bound::Lower, listener);
        } else {
            return;
        }
        width += width / 2;
        if width > 600 {
            window = Window::FULL;
        }
    }
}

impl Thread<'_> {
    fn begin_iteration(&mut self, depth: i32) {
        self.iteration = depth;
        if self.is_main {
            self.shared.control.depth.store(depth as u32, Relaxed);
        }
    }

    /// Whether each of the best `lines` moves is a mate that deeper iterations cannot be expected to change. Nothing is
    /// shorter than a mate in one ply; for others pruning may hide a shorter one or a defence, so that iterations
    /// several times as deep as the mate must agree.
    fn is_settled(&self, lines: usize) -> bool {
        let searches_on = self.shared.endless || self.shared.limits.mate.is_some() || self.shared.control.pondering();
        let factor = if searches_on { SETTLED_FACTOR_ANALYSIS } else { SETTLED_FACTOR };
        let is_settled = |score: Score| {
            let plies = plies_to_mate(score).map(i32::abs);
            plies.is_some_and(|plies| score == mate_in(1) || self.iteration >= factor * plies)
        };
        self.root.moves[..lines].iter().all(|root| is_settled(root.score))
    }

    /// Whether another iteration is not worth while.
    fn is_done(&self, stability: &Stability, lines: usize) -> bool {
        let control = self.shared.control;
        let score = self.root.best().score;
        let mate_in_moves = plies_to_mate(score).map(|plies| plies.unsigned_abs().div_ceil(2));
        let wanted = self.shared.limits.mate;
        if score > 0 && wanted.is_some_and(|wanted| mate_in_moves.is_some_and(|moves| moves <= wanted)) {
            return true;
        }
        if self.is_settled(lines) {
            return true;
        }
        if control.pondering() {
            return false;
        }
        if self.shared.limits.soft_nodes.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        let params = &self.tuning.params;
        // A single legal move needs no thought, a mate within the iteration little more.
        let need = if self.root.moves.len() == 1 {
            0.05
        } else if mate_in_moves.is_some_and(|moves| 2 * moves as i32 <= self.iteration) {
            0.2
        } else {
            stability.need(params)
        };
        self.shared.budget.is_enough(self.time_used(), need)
    }

    /// A report of a line of this rank, from 0, found by an iteration of `depth` plies.
    fn line_report(&mut self, rank: usize, depth: i32, line: Line<Move>) -> Report {
        self.poll();
        Report {
            depth: depth as u32,
            selective_depth: self.selective_depth.max(line.moves.len()) as u32,
            rank: rank as u32 + 1,
            line,
            nodes: self.shared.control.nodes.load(Relaxed),
            elapsed: self.shared.control.elapsed(),
            hash_full: self.shared.table.fullness(),
            table_hits: self.shared.control.table_hits.load(Relaxed),
        }
    }
}

/// Reports that the best score is beyond a bound, in a long search.
fn report_bound<'a>(search: &mut (dyn TreeSearch<'a> + 'a), bound: Bound, listener: Listener) {
    let thread = search.thread();
    if thread.shared.control.elapsed().as_secs_f32() >= REPORT_BOUNDS_AFTER && thread.root.first == 0 {
        report(search, 0, bound, listener);
    }
}

/// Reports the root move of this rank, from 0.
fn report<'a>(search: &mut (dyn TreeSearch<'a> + 'a), rank: usize, bound: Bound, listener: Listener) {
    if search.thread().is_main {
        let line = line_of(search, rank, bound);
        let thread = search.thread();
        listener(&thread.line_report(rank, thread.iteration, line));
    }
}

/// The line of the root move of this rank, from 0; completed by endgame tables.
fn line_of<'a>(search: &mut (dyn TreeSearch<'a> + 'a), rank: usize, bound: Bound) -> Line<Move> {
    let root = &search.thread().root.moves[rank];
    let (score, mut moves) = (root.score, root.line.clone());
    search.complete_line(score, &mut moves);
    Line { score, bound, moves }
}

/// Reports the lines once more if the search was stopped in the middle of an iteration: with all its nodes, and with
/// the move that it plays, whose score is this, first. `reported` are the lines of the last finished iteration, whose
/// depth in plies is `finished`; there may be none.
pub fn report_end<'a>(
    search: &mut (dyn TreeSearch<'a> + 'a),
    score: Score,
    finished: i32,
    reported: &[Report],
    listener: Listener,
) {
    let thread = search.thread();
    let (iteration, best) = (thread.iteration, &thread.root.moves[0]);
    if iteration == finished {
        return;
    }
    let bound = if best.score == score { best.bound } else { Bound::Exact };
    let is_known = |line: &Line<Move>| line.moves.first() == Some(&best.m) && line.score == score;
    let unchanged = reported.first().is_some_and(|first| is_known(&first.line) && bound == Bound::Exact);
    let depth = if unchanged { finished } else { iteration };
    let first = Line { score, bound, moves: line_of(search, 0, bound).moves };
    let best = first.moves.first().copied();
    let others = reported.iter().filter(|other| other.line.moves.first().copied() != best);
    let lines = std::iter::once((depth, first)).chain(others.map(|other| (other.depth as i32, other.line.clone())));
    for (rank, (depth, line)) in lines.take(reported.len().max(1)).enumerate() {
        listener(&search.thread().line_report(rank, depth, line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::mated_in;

    #[test]
    fn a_mate_and_another_score_have_no_mean() {
        assert_eq!(expected_score(None, 30), 30);
        assert_eq!(expected_score(Some(-50), 30), -10);
        for mate in [mate_in(5), mated_in(6)] {
            assert_eq!(expected_score(Some(300), mate), mate);
            assert_eq!(expected_score(Some(mate), 300), 300);
            assert_eq!(expected_score(Some(mate), -mate), -mate);
        }
        assert_eq!(expected_score(Some(mate_in(9)), mate_in(5)), mate_in(5));
    }
}
