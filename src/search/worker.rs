//! What one thread carries with it through the tree.

use std::sync::atomic::Ordering::Relaxed;

use once_cell::sync::Lazy;

use super::clock::Budget;
use super::history::{Histories, Played};
use super::limits::{Control, Limits};
use super::params::{CONTINUATION_PLIES, REDUCTION_BASE, REDUCTION_DIVISOR};
use super::position::Position;
use super::quiescence::Window;
use super::table::{Entry, Table};
use crate::types::score::{DRAW, MAX_PLY};
use crate::types::{Color, Move, Score};

/// What all threads of a search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// The switches.
    pub control: &'a Control,
    /// What to spend.
    pub limits: Limits,
    /// The time limits that follow from it.
    pub budget: Budget,
    /// The number of threads.
    pub threads: usize,
}

/// What is known of a ply of the line being searched.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move that leads on from here, for the continuation tables.
    pub played: Played,
    /// A move that the search of this node leaves out.
    pub excluded: Move,
    /// The quiet move of each side that last refuted a sibling.
    pub killers: [Move; 2],
    /// The side to move, where sides do not always take turns.
    pub side: Option<Color>,
    /// Double extensions on the way here.
    pub double_extensions: u8,
    /// Positions before this one that it could repeat.
    pub reversible: usize,
}

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// Its score in the current iteration, below every score if it is known only not to be the best.
    pub score: Score,
    /// Its principal variation, the move itself first.
    pub line: Vec<Move>,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

/// Frames before the root, so that looking back needs no check.
const BEFORE_ROOT: usize = 4;
/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 512;
const MOVE_NUMBERS: usize = 64;

/// One thread's search.
pub struct Worker<'a, P> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) histories: &'a mut Histories,
    pub(super) root_position: P,
    pub(super) root: Vec<RootMove>,
    /// Root moves before this one belong to better lines already found.
    pub(super) first_root: usize,
    /// The principal variation from each ply.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    /// Nodes already added to the shared count.
    reported_nodes: u64,
    pub(super) selective_depth: usize,
    /// The depth of the iteration under way, in plies.
    pub(super) iteration: i32,
    /// Whether this thread keeps the time and reports.
    pub(super) is_main: bool,
    /// The smallest ply of a position that the nodes searched since it was last reset have repeated.
    pub(super) repeated_ply: usize,
    /// Null moves are not tried before this ply.
    pub(super) no_null_before: usize,
    frames: Vec<Frame>,
    /// Keys of the game's positions, then those of the line being searched.
    keys: Vec<u64>,
    root_key: usize,
}

impl<'a, P: Position> Worker<'a, P> {
    /// A thread's search of `position`, to which the positions with these keys have led.
    pub fn new(
        shared: &'a Shared<'a>,
        histories: &'a mut Histories,
        position: P,
        history: &[u64],
        root_moves: &[Move],
        is_main: bool,
    ) -> Self {
        let root =
            root_moves.iter().map(|&m| RootMove { m, score: -crate::types::score::INFINITE, line: vec![m], nodes: 0 });
        let mut keys = history.to_vec();
        keys.resize(history.len() + MAX_PLY + 2, 0);
        let mut frames = vec![Frame::default(); BEFORE_ROOT + MAX_PLY + 4];
        frames[BEFORE_ROOT].reversible = history.len();
        Self {
            shared,
            histories,
            root_position: position,
            root: root.collect(),
            first_root: 0,
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            reported_nodes: 0,
            selective_depth: 0,
            iteration: 0,
            is_main,
            repeated_ply: usize::MAX,
            no_null_before: 0,
            frames,
            root_key: history.len(),
            keys,
        }
    }

    /// The frame of a ply.
    #[inline(always)]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + ply]
    }

    /// The frames before a ply, the last first, as far back as anything looks.
    #[inline(always)]
    fn earlier(&self, ply: usize) -> impl Iterator<Item = &Frame> {
        self.frames[ply..BEFORE_ROOT + ply].iter().rev()
    }

    /// The last static evaluation of the same side, or the one before if that was in check: two plies ago or four, where
    /// the sides take turns.
    #[inline(always)]
    pub(super) fn earlier_eval(&self, ply: usize) -> Option<Score> {
        if P::ALTERNATES {
            let eval = |back: usize| self.frames[BEFORE_ROOT + ply - back].eval;
            return eval(2).or_else(|| eval(4));
        }
        let side = self.frames[BEFORE_ROOT + ply].side;
        self.earlier(ply).filter(|frame| frame.side == side).find_map(|frame| frame.eval)
    }

    /// The moves that led to a ply, as the continuation tables want them: the opponent's last and the last two of the
    /// side to move.
    #[inline(always)]
    pub(super) fn before(&self, ply: usize) -> [Played; CONTINUATION_PLIES.len()] {
        if P::ALTERNATES {
            return CONTINUATION_PLIES.map(|back| self.frames[BEFORE_ROOT + ply - back].played);
        }
        let side = self.frames[BEFORE_ROOT + ply].side;
        let mut theirs = self.earlier(ply).filter(|frame| frame.side != side).map(|frame| frame.played);
        let mut ours = self.earlier(ply).filter(|frame| frame.side == side).map(|frame| frame.played);
        [theirs.next().flatten(), ours.next().flatten(), ours.next().flatten()]
    }

    /// Whether the side to move at a ply has moved just before.
    #[inline(always)]
    pub(super) fn is_second_turn(&self, ply: usize) -> bool {
        !P::ALTERNATES && ply > 0 && self.frames[BEFORE_ROOT + ply - 1].side == self.frames[BEFORE_ROOT + ply].side
    }

    /// The score of a child from its parent's view: the one place where sign and window change sides, unless the same
    /// side moves again.
    #[inline(always)]
    pub(super) fn score_child(
        &mut self,
        parent: &P,
        child: &P,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Score,
    ) -> Score {
        if P::ALTERNATES || child.side() != parent.side() {
            -search(self, Window { alpha: -window.beta, beta: -window.alpha })
        } else {
            search(self, window)
        }
    }

    /// The reduction for a move by depth and number, in 1024ths of a ply.
    #[inline(always)]
    pub(super) fn base_reduction(&self, depth: i32, number: i32) -> i32 {
        let row = depth.clamp(0, MAX_PLY as i32 - 1) as usize;
        REDUCTIONS[row][(number as usize).min(MOVE_NUMBERS - 1)]
    }

    /// The position after a move, with everything noted that its search looks back to.
    #[inline(always)]
    pub(super) fn after(&mut self, position: &P, m: Move, ply: usize) -> P {
        self.frame(ply).played = Some(Histories::place(position, m) as u32);
        let mut child = *position;
        child.play(m);
        self.shared.table.prefetch(Self::table_key(&child));
        let reversible = if child.clock() == 0 { 0 } else { self.frame(ply).reversible + 1 };
        self.prepare_child(ply, reversible);
        child
    }

    /// The same after passing.
    pub(super) fn after_null(&mut self, position: &P, ply: usize) -> P {
        self.frame(ply).played = None;
        let mut child = *position;
        child.play_null();
        self.prepare_child(ply, 0);
        child
    }

    #[inline(always)]
    fn prepare_child(&mut self, ply: usize, reversible: usize) {
        let double_extensions = self.frame(ply).double_extensions;
        let child = self.frame(ply + 1);
        child.reversible = reversible;
        child.double_extensions = double_extensions;
        child.excluded = Move::NONE;
        self.frame(ply + 2).killers = [Move::NONE; 2];
    }

    /// Counts a node and notes its key; whether the search has to end.
    #[inline(always)]
    pub(super) fn enter(&mut self, position: &P, ply: usize) -> bool {
        if self.shared.control.stopped() {
            return true;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if !P::ALTERNATES {
            self.frame(ply).side = Some(position.side());
        }
        let key = self.root_key + ply;
        self.keys[key] = position.key();
        self.lines[ply].clear();
        if self.nodes.is_multiple_of(POLL_INTERVAL) || (self.shared.threads == 1 && self.nodes_are_used_up(self.nodes))
        {
            self.poll();
            return self.shared.control.stopped();
        }
        false
    }

    fn nodes_are_used_up(&self, nodes: u64) -> bool {
        self.shared.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// Adds this thread's nodes to the shared count and looks at the limits.
    pub(super) fn poll(&mut self) {
        let control = self.shared.control;
        let new = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        let total = control.nodes.fetch_add(new, Relaxed) + new;
        let out_of_time = self.is_main && !control.pondering() && self.shared.budget.is_over(control.clock_elapsed());
        if out_of_time || self.nodes_are_used_up(total) {
            control.stop();
        }
    }

    /// Whether the game is drawn here, or will be as far as the search is concerned.
    pub(super) fn is_draw(&mut self, position: &P, ply: usize) -> bool {
        if position.is_dead() {
            return true;
        }
        if position.clock() >= 100 {
            // Mate on the hundredth turn counts before the draw.
            return !position.in_check() || has_moves(position);
        }
        let here = self.root_key + ply;
        let reversible = self.frame(ply).reversible.min(here);
        let mut before_root = 0;
        for back in 1..=reversible {
            if self.keys[here - back] != self.keys[here] {
                continue;
            }
            // Once is enough inside the tree; from the game's history on it takes two.
            if back < ply {
                self.repeated_ply = self.repeated_ply.min(ply - back);
                return true;
            }
            before_root += 1;
            if before_root == 2 {
                self.repeated_ply = 0;
                return true;
            }
        }
        false
    }

    /// Searches a node and notes in `repeated_ply` the repetitions of positions before it only: those of positions
    /// from the node on do not depend on the path to it.
    #[inline(always)]
    pub(super) fn tracking_repetitions(&mut self, ply: usize, search: impl FnOnce(&mut Self) -> Score) -> Score {
        let outside = std::mem::replace(&mut self.repeated_ply, usize::MAX);
        let score = search(self);
        if self.repeated_ply >= ply {
            self.repeated_ply = usize::MAX;
        }
        self.repeated_ply = self.repeated_ply.min(outside);
        score
    }

    /// Stores what was found of a node. A draw that comes from repeating a position before the node is true on this
    /// path only: then the score is left out.
    pub(super) fn store(&mut self, key: u64, mut entry: Entry, ply: usize) {
        if entry.score == DRAW && self.repeated_ply < ply {
            entry.bound = None;
            entry.depth = 0;
        }
        self.shared.table.store(key, entry);
    }

    /// The key under which a position is stored. Late in the 50-move count, positions with different counts differ.
    #[inline(always)]
    pub(super) fn table_key(position: &P) -> u64 {
        const FIRST: u16 = 24;
        match position.clock() {
            clock @ FIRST.. => {
                position.key() ^ (u64::from((clock - FIRST) / 8) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }
            _ => position.key(),
        }
    }

    /// Makes `m` and the line after it the principal variation of a ply.
    pub(super) fn update_line(&mut self, ply: usize, m: Move) {
        let (line, rest) = self.lines.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(m);
        line[ply].extend_from_slice(&rest[0]);
    }
}

fn has_moves<P: Position>(position: &P) -> bool {
    let mut moves = crate::types::MoveList::new();
    position.generate(crate::board::Stage::All, &mut moves);
    !moves.is_empty()
}

/// By depth and number of the move, in 1024ths of a ply.
static REDUCTIONS: Lazy<Vec<[i32; MOVE_NUMBERS]>> = Lazy::new(|| {
    let reduction = |depth: usize, number: usize| {
        let logarithms = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
        (1024.0 * (REDUCTION_BASE + logarithms / REDUCTION_DIVISOR)) as i32
    };
    (0..MAX_PLY).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect()
});
