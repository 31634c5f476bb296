//! What a search thread keeps, whatever the game.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::clock::Budget;
use super::history::{Context, Histories, Played, Previous};
use super::limits::{Control, Limits, SetScore, time_of_nodes};
use super::node::{Node, Outcome};
use super::params::{CONTINUATION_PLIES, Tuning, VISIT_DEPTH};
use super::root::RootMoves;
use super::sampler::{LEAST_DEPTH, Sampler, TreeSample};
use super::skill::Weakness;
use super::table::{Entry, TranspositionTable};
use super::visits::{Visit, Visits};
use crate::system;
use crate::types::score::{DRAW, MATE_BOUND, MAX_PLY};
use crate::types::{Color, Move, SQUARES, Score, Square};

/// What all threads of a search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Where the threads are.
    pub visits: Visits,
    /// The parameters.
    pub tuning: &'a Tuning,
    /// The switches.
    pub control: &'a Control,
    /// What the search may spend.
    pub limits: Limits,
    /// The time limits that follow from it.
    pub budget: Budget,
    /// The number of threads.
    pub threads: usize,
    /// The scores that the client has set.
    pub set_scores: &'a [SetScore],
    /// Whether the result is reported only when told to stop.
    pub endless: bool,
    /// What limited strength does worse.
    pub weakness: Weakness,
    /// Where positions of the tree are kept, if they are.
    pub sampler: Option<&'a Sampler>,
}

/// What is known of a ply of the line being searched.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move being searched; [`Move::NONE`] passes the turn.
    pub m: Move,
    /// Where its piece goes, see [`super::history::piece_to`]; `None` for a pass.
    pub played: Played,
    /// The move if it is quiet, else [`Move::NONE`].
    pub quiet: Move,
    /// Its number among the node's moves, from 1.
    pub number: i32,
    /// The move excluded from a singular search.
    pub excluded: Move,
    /// The quiet move of each side that last refuted a sibling.
    pub killers: [Move; 2],
    /// The side to move; `None` before the root.
    pub side: Option<Color>,
    /// Double extensions on the line so far.
    pub double_extensions: u8,
    /// The number of positions before this one that it could repeat.
    pub reversible: usize,
}

/// Frames before the root, so that looking back needs no check.
const BEFORE_ROOT: usize = 4;
/// Nodes between two looks at the limits, a power of two.
const POLL_INTERVAL: u64 = 512;
/// The same in a search that is to be short.
const SHORT_POLL_INTERVAL: u64 = 32;
/// A search with fewer nodes is short.
const SHORT_NODES: u64 = 100_000;

/// The state of a search thread that does not depend on the game.
pub struct Thread<'a> {
    /// What all threads share.
    pub shared: &'a Shared<'a>,
    /// The parameters.
    pub tuning: &'a Tuning,
    /// The thread's own histories.
    pub histories: &'a mut Histories,
    /// The moves of the root.
    pub root: RootMoves,
    /// The principal variation from each ply on.
    pub lines: Vec<Vec<Move>>,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Nodes already added to the shared count.
    reported_nodes: u64,
    /// Positions whose result endgame tables gave, not yet added to the shared count.
    pub table_hits: u64,
    /// The bits of the node count that are zero when the thread looks at the limits.
    poll_mask: u64,
    /// The deepest ply of the iteration.
    pub selective_depth: usize,
    /// The iteration being searched, in plies.
    pub iteration: i32,
    /// Whether this thread keeps the time and reports.
    pub is_main: bool,
    /// Whether all nodes have been spent. Unlike a stop, this does not end the wait for the opponent's move or a stop.
    exhausted: bool,
    /// Null moves are not tried before this ply.
    pub no_null_before: usize,
    /// Whether the sides always take turns.
    alternates: bool,
    /// The smallest ply of a position repeated in the subtree being searched, see [`Thread::enter_subtree`].
    repeated_ply: usize,
    /// Whether repetitions are draws, so that no other score depends on them.
    pub repetition_is_drawn: bool,
    frames: Vec<Frame>,
    /// Keys of the game's positions, then those of the line being searched.
    keys: Vec<u64>,
    /// Whether the side to move is in check there; unknown, and `false`, before the root.
    checks: Vec<bool>,
    root_key: usize,
}

impl<'a> Thread<'a> {
    /// A thread that has not searched yet. `history` are the keys of the positions before the root.
    pub fn new(
        shared: &'a Shared<'a>,
        histories: &'a mut Histories,
        history: &[u64],
        root_moves: &[Move],
        alternates: bool,
        is_main: bool,
    ) -> Self {
        let mut keys = history.to_vec();
        keys.resize(history.len() + MAX_PLY + 2, 0);
        let mut frames = vec![Frame::default(); BEFORE_ROOT + MAX_PLY + 4];
        frames[BEFORE_ROOT].reversible = history.len();
        let Limits { nodes, node_rate, .. } = shared.limits;
        let is_short =
            shared.budget.is_short() || node_rate.is_some() || nodes.is_some_and(|nodes| nodes < SHORT_NODES);
        Self {
            shared,
            tuning: shared.tuning,
            histories,
            root: RootMoves::new(root_moves),
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            reported_nodes: 0,
            table_hits: 0,
            poll_mask: if is_short { SHORT_POLL_INTERVAL } else { POLL_INTERVAL } - 1,
            selective_depth: 0,
            iteration: 0,
            is_main,
            exhausted: false,
            no_null_before: 0,
            alternates,
            repeated_ply: usize::MAX,
            repetition_is_drawn: true,
            frames,
            root_key: history.len(),
            checks: vec![false; keys.len()],
            keys,
        }
    }

    /// Whether the search was told to end, or has spent its nodes.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.exhausted || self.shared.control.stopped()
    }

    /// The frame of a ply.
    #[inline(always)]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + ply]
    }

    /// The frames before a ply, the last first, as far back as the search looks.
    fn earlier(&self, ply: usize) -> impl Iterator<Item = &Frame> {
        self.frames[ply..BEFORE_ROOT + ply].iter().rev()
    }

    /// The last static evaluation with the same side to move, or the one before if that was in check.
    #[inline]
    pub fn earlier_eval(&self, ply: usize) -> Option<Score> {
        if self.alternates {
            let eval = |back: usize| self.frames[BEFORE_ROOT + ply - back].eval;
            return eval(2).or_else(|| eval(4));
        }
        let side = self.frames[BEFORE_ROOT + ply].side;
        self.earlier(ply).filter(|frame| frame.side == side).find_map(|frame| frame.eval)
    }

    /// The moves before a ply that its histories depend on: the opponent's last one and the last two of the side to
    /// move.
    #[inline]
    fn previous(&self, ply: usize) -> Previous {
        if self.alternates {
            return CONTINUATION_PLIES.map(|back| self.frames[BEFORE_ROOT + ply - back].played);
        }
        let side = self.frames[BEFORE_ROOT + ply].side;
        let mut theirs = self.earlier(ply).filter(|frame| frame.side != side).map(|frame| frame.played);
        let mut ours = self.earlier(ply).filter(|frame| frame.side == side).map(|frame| frame.played);
        [theirs.next().flatten(), ours.next().flatten(), ours.next().flatten()]
    }

    /// The opponent's move before a ply and its `piece_to`, if it is a quiet one of the tree.
    fn opponents_quiet(&self, ply: usize) -> Option<(Move, usize)> {
        let last = &self.frames[BEFORE_ROOT + ply - 1];
        let is_usual = ply > 0 && last.quiet.is_some() && !last.quiet.moves_again() && !self.moves_again(ply);
        last.played.filter(|_| is_usual).map(|played| (last.quiet, played as usize))
    }

    /// Adds a bonus to the opponent's move before a ply, if it was quiet, as a continuation of the moves before it.
    pub fn credit_opponent(&mut self, ply: usize, bonus: i32) {
        if let Some((_, piece_to)) = self.opponents_quiet(ply) {
            let previous = self.previous(ply - 1);
            self.histories.update_continuation(previous, piece_to, bonus);
        }
    }

    /// Punishes the opponent's move before a ply, if it was quiet and one of the first of its node, because it was
    /// refuted by a search to `depth`.
    pub fn punish_opponent(&mut self, ply: usize, depth: i32) {
        if ply > 0 && self.frame(ply - 1).number <= 2 {
            self.credit_opponent(ply, -self.tuning.params.malus(depth + 1));
        }
    }

    /// Rewards or punishes the opponent's move before a ply, if it was quiet, by what it did to the evaluation.
    pub fn credit_by_evals(&mut self, ply: usize, depth: i32) {
        let Some((m, _)) = self.opponents_quiet(ply) else { return };
        let (last, now) = (&self.frames[BEFORE_ROOT + ply - 1], &self.frames[BEFORE_ROOT + ply]);
        let (Some(before), Some(after), Some(side)) = (last.eval, now.eval, last.side) else { return };
        self.histories.update_everywhere(side, m, self.tuning.params.bonus_by_eval(depth, -after - before));
    }

    /// Where the histories of a ply's quiet moves are found.
    pub fn context(&self, side: Color, pawn_key: u64, ply: usize) -> Context {
        self.histories.context(side, pawn_key, self.previous(ply))
    }

    /// The square to which the last move before a ply went, from the root on.
    pub fn last_target(&self, ply: usize) -> Option<Square> {
        let piece_to = self.frames[BEFORE_ROOT + ply - 1].played?;
        Square::from_index(piece_to as usize % SQUARES)
    }

    /// Whether the side to move at a ply also made the last move.
    pub fn moves_again(&self, ply: usize) -> bool {
        !self.alternates && ply > 0 && self.frames[BEFORE_ROOT + ply - 1].side == self.frames[BEFORE_ROOT + ply].side
    }

    /// Sets up the frame of the next ply for a child with this number of reversible turns before it.
    #[inline]
    pub fn prepare_child(&mut self, ply: usize, reversible: usize) {
        let double_extensions = self.frame(ply).double_extensions;
        let child = self.frame(ply + 1);
        child.reversible = reversible;
        child.double_extensions = double_extensions;
        child.excluded = Move::NONE;
        self.frame(ply + 2).killers = [Move::NONE; 2];
    }

    /// Counts a node; whether the search has to end.
    #[inline]
    pub fn enter(&mut self, side: Color, key: u64, in_check: bool, ply: usize) -> bool {
        if self.stopped() {
            return true;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frame(ply).side = Some(side);
        let index = self.root_key + ply;
        self.keys[index] = key;
        self.checks[index] = in_check;
        self.lines[ply].clear();
        if self.nodes & self.poll_mask == 0 || (self.shared.threads == 1 && self.exceeds_nodes(self.nodes)) {
            self.poll();
            return self.stopped();
        }
        false
    }

    fn exceeds_nodes(&self, nodes: u64) -> bool {
        self.shared.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// Adds this thread's nodes to the shared count, checks the limits, and waits while the search is paused. A helper
    /// yields, so that the main thread, which keeps the time, gets a core even if there are fewer cores than threads.
    pub fn poll(&mut self) {
        if !self.is_main {
            system::yield_now();
        }
        system::attend();
        let control = self.shared.control;
        let new = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        let total = control.nodes.fetch_add(new, Relaxed) + new;
        if self.table_hits > 0 {
            control.table_hits.fetch_add(std::mem::take(&mut self.table_hits), Relaxed);
        }
        let out_of_time = self.is_main && !control.pondering() && self.shared.budget.is_over(self.time_used());
        self.exhausted |= self.exceeds_nodes(total);
        if out_of_time {
            control.stop();
        }
        control.wait_while_paused();
    }

    /// The time of the search that counts: on the own clock, or by the nodes that were added to the shared count.
    pub fn time_used(&self) -> Duration {
        let control = self.shared.control;
        match self.shared.limits.node_rate {
            None => control.clock_elapsed(),
            Some(rate) => time_of_nodes(control.nodes.load(Relaxed), rate),
        }
    }

    /// The score that the client has set for a position, if it holds at this depth.
    #[inline]
    pub fn set_score(&self, key: u64, depth: i32) -> Option<Score> {
        self.shared.set_scores.iter().find(|set| set.key == key && depth <= set.depth).map(|set| set.score)
    }

    /// Whether the position at a ply is a repetition: of a position of the tree once, of the game twice. If so, whether the side
    /// to move and the other side have been in check in each position since.
    pub fn repetition(&mut self, ply: usize) -> Option<[bool; 2]> {
        let here = self.root_key + ply;
        let reversible = self.frame(ply).reversible.min(here);
        let mut before_root = 0;
        for back in 1..=reversible {
            if self.keys[here - back] != self.keys[here] {
                continue;
            }
            if back < ply {
                self.repeated_ply = self.repeated_ply.min(ply - back);
                return Some(self.perpetual_checks(here, back));
            }
            before_root += 1;
            if before_root == 2 {
                self.repeated_ply = 0;
                return Some(self.perpetual_checks(here, back));
            }
        }
        None
    }

    /// Whether the side to move at a position and the other side are in check in each of the `back` positions up to it.
    fn perpetual_checks(&self, here: usize, back: usize) -> [bool; 2] {
        let since = &self.checks[here + 1 - back..=here];
        [0, 1].map(|skipped| since.iter().rev().skip(skipped).step_by(2).all(|check| *check))
    }

    /// Begins the search of a subtree; returns what [`Thread::leave_subtree`] wants to know.
    ///
    /// Between the two, `repeated_ply` is the smallest ply of a position repeated in the subtree: a score that depends
    /// on it holds only for the path to the subtree.
    #[inline(always)]
    pub fn enter_subtree(&mut self) -> usize {
        std::mem::replace(&mut self.repeated_ply, usize::MAX)
    }

    /// Ends the search of a subtree with its root at `ply`. Repetitions of positions within it do not matter outside.
    #[inline(always)]
    pub fn leave_subtree(&mut self, ply: usize, outside: usize) {
        if self.repeated_ply < ply {
            self.repeated_ply = self.repeated_ply.min(outside);
        } else {
            self.repeated_ply = outside;
        }
    }

    /// Stores the result of a node. The score of a repetition of a position before the node holds on this path only: it
    /// is left out.
    pub fn store(&mut self, key: u64, mut entry: Entry, ply: usize) {
        if (entry.score == DRAW || !self.repetition_is_drawn) && self.repeated_ply < ply {
            entry.bound = None;
            entry.depth = 0;
        }
        self.shared.table.store(key, entry);
    }

    /// Comes to a node whose moves are to be searched. A singular search is part of the visit to its node.
    #[inline]
    pub fn visit(&self, node: &Node) -> Visit {
        let visits = &self.shared.visits;
        if visits.are_noted() && node.depth >= VISIT_DEPTH && node.excluded == Move::NONE {
            visits.enter(node.key)
        } else {
            Visit::Unknown
        }
    }

    /// Offers a node of the tree that a static evaluation can judge to the sampler.
    pub fn sample(&mut self, sampler: &Sampler, node: &Node, outcome: &Outcome, score: Score) {
        let is_quiet = !node.in_check && outcome.is_quiet() && score.abs() < MATE_BOUND;
        let is_whole = node.depth >= LEAST_DEPTH && node.excluded == Move::NONE && !node.is_root();
        // Such a score holds on this path only.
        let is_repetition = score == DRAW && self.repeated_ply < node.ply;
        if is_quiet && is_whole && !is_repetition {
            let path = || self.frames[BEFORE_ROOT..][..node.ply].iter().map(|frame| frame.m).collect();
            sampler.offer(node.key, || TreeSample { path: path(), score, bound: node.window.bound(score) });
        }
    }

    /// Makes `m` and the line after it the principal variation of a ply.
    pub fn update_line(&mut self, ply: usize, m: Move) {
        let (line, rest) = self.lines.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(m);
        line[ply].extend_from_slice(&rest[0]);
    }

    /// The next root move after `searched` others, noted for [`Control::progress`].
    pub fn next_root_move(&self, searched: i32) -> Option<Move> {
        let m = self.root.after(searched)?;
        if self.is_main {
            let control = self.shared.control;
            control.move_number.store(searched as u32 + 1, Relaxed);
            control.move_count.store(self.root.moves.len() as u32, Relaxed);
            control.current.store(m.bits(), Relaxed);
        }
        Some(m)
    }
}

/// The key under which a position is stored. Late in the 50-move count it depends on the count.
#[inline(always)]
pub fn table_key(key: u64, clock: u16) -> u64 {
    const FIRST: u16 = 24;
    match clock {
        FIRST.. => key ^ (u64::from((clock - FIRST) / 8) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        _ => key,
    }
}
