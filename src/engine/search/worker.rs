//! The search of one thread: the only part that is compiled for each game.

use super::evaluator::{Evaluator, passes_turn};
use super::history::Context;
use super::iterate::TreeSearch;
use super::ordering::Picked;
use super::position::Position;
use super::thread::{Thread, table_key};
use super::window::{NodeType, Window};
use crate::types::score::{DRAW, MAX_PLY, plies_to_mate, score_of, score_of_solved};
use crate::types::{Move, MoveList, Score, Solved, Stage, Verdict};

/// A search thread for one game.
pub struct Worker<'a, E: Evaluator> {
    pub(super) thread: Thread<'a>,
    pub(super) evaluator: E,
    root: E::Position,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    /// A search of `root`.
    pub fn new(thread: Thread<'a>, evaluator: &E, root: &E::Position) -> Self {
        let mut evaluator = evaluator.clone();
        evaluator.set_root(root);
        let mut thread = thread;
        thread.repetition_is_drawn =
            [[false; 2], [false, true]].iter().all(|&checks| root.repetition(checks) == Verdict::Draw);
        Self { thread, evaluator, root: *root }
    }

    /// The score of a child from its parent's view. This is the one place where the score and the window change sides,
    /// unless the same side moves again. The node type is the one for a child with the opponent to move.
    #[inline]
    pub(super) fn search_child(
        &mut self,
        parent: &E::Position,
        child: &E::Position,
        window: Window,
        depth: i32,
        ply: usize,
        node_type: NodeType,
    ) -> Score {
        if E::Position::ALTERNATES || child.side() != parent.side() {
            -self.search(child, window.reversed(), depth, ply + 1, node_type)
        } else {
            self.search(child, window, depth, ply + 1, node_type.for_same_side())
        }
    }

    /// Prefetches the table's entry of the position after a move, most often the right one. To be called as soon as the move
    /// is known: other work then hides how long memory takes.
    #[inline(always)]
    pub(super) fn prefetch(&self, position: &E::Position, m: Move) {
        self.thread.shared.table.prefetch(table_key(position.likely_key_after(m), position.clock() + 1));
    }

    /// The position after a move; `piece_to` as in [`super::history`].
    #[inline]
    pub(super) fn play(&mut self, position: &E::Position, picked: Picked, piece_to: usize, ply: usize) -> E::Position {
        let Picked { m, quiet } = picked;
        let frame = self.thread.frame(ply);
        frame.m = m;
        frame.played = Some(piece_to as u32);
        frame.quiet = if quiet { m } else { Move::NONE };
        let mut child = *position;
        self.evaluator.play(&mut child, m, ply);
        // Where the likely key was wrong.
        self.thread.shared.table.prefetch(table_key(child.key(), child.clock()));
        let reversible = if child.is_irreversible() { 0 } else { self.thread.frame(ply).reversible + 1 };
        self.thread.prepare_child(ply, reversible);
        child
    }

    /// The position after passing the turn.
    pub(super) fn pass(&mut self, position: &E::Position, ply: usize) -> E::Position {
        let frame = self.thread.frame(ply);
        (frame.m, frame.played, frame.quiet) = (Move::NONE, None, Move::NONE);
        let mut child = *position;
        self.evaluator.pass(&mut child, ply);
        self.thread.prepare_child(ply, 0);
        child
    }

    /// The static evaluation, with the errors of limited strength.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &E::Position, ply: usize) -> Score {
        let score = self.evaluator.evaluate(position, ply);
        self.thread.shared.weakness.misjudge(score, position.key())
    }

    /// Whether limited strength overlooks a move at a ply after the root.
    #[inline]
    pub(super) fn overlooks(&mut self, m: Move, ply: usize) -> bool {
        let weakness = &self.thread.shared.weakness;
        weakness.is_blind() && ply > 0 && weakness.overlooks(m, self.thread.last_target(ply))
    }

    /// Where the histories of the position's quiet moves are found.
    #[inline]
    pub(super) fn context(&self, position: &E::Position, ply: usize) -> Context {
        self.thread.context(position.side(), position.pawn_key(), ply)
    }

    /// The score of a position in which a rule ends the game or, within the tree, a first repetition.
    pub(super) fn ended(&mut self, position: &E::Position, ply: usize) -> Option<Score> {
        if let Some(verdict) = position.verdict() {
            return Some(score_of(verdict, ply));
        }
        if position.is_dead() {
            return Some(DRAW);
        }
        if position.clock() >= position.clock_limit() {
            // A mate on the last turn comes before the draw.
            return (!position.in_check() || has_moves(position)).then_some(DRAW);
        }
        self.thread.repetition(ply).map(|checks| score_of(position.repetition(checks), ply))
    }

    /// The score of a position that endgame tables know. On the principal variation a mate is searched all the same as long as
    /// there is depth: so its line is found.
    #[inline(always)]
    pub(super) fn solved(&mut self, position: &E::Position, depth: i32, ply: usize, pv: bool) -> Option<Score> {
        let solved = self.evaluator.solved(position)?;
        self.thread.table_hits += 1;
        (!pv || depth <= 0 || solved == Solved::Draw).then(|| score_of_solved(solved, ply))
    }
}

impl<'a, E: Evaluator> TreeSearch<'a> for Worker<'a, E> {
    fn thread(&mut self) -> &mut Thread<'a> {
        &mut self.thread
    }

    fn search_root(&mut self, window: Window, depth: i32) -> Score {
        let root = self.root;
        self.search(&root, window, depth, 0, NodeType::Pv)
    }

    fn evaluate_root(&mut self) -> Score {
        let root = self.root;
        self.evaluate(&root, 0)
    }

    fn passes_turn(&mut self, m: Move) -> bool {
        passes_turn(&mut self.evaluator, &self.root, m)
    }

    fn complete_line(&mut self, score: Score, line: &mut Vec<Move>) {
        let Some(plies) = plies_to_mate(score).map(i32::unsigned_abs) else { return };
        let mut position = self.root;
        let mut ply = 0;
        while ply < MAX_PLY - 1 && (ply as u32) < plies {
            let left = (plies - ply as u32) as u16;
            let wins = (score > 0) == (position.side() == self.root.side());
            let is_known = self.evaluator.solved(&position) == Some(solved_in(left, wins));
            let given = line.get(ply).copied();
            let next = if is_known { self.towards_mate(&position, ply, left, wins, given) } else { given };
            let Some(m) = next else { return };
            if given != Some(m) {
                line.truncate(ply);
                line.push(m);
            }
            let mut child = position;
            self.evaluator.play(&mut child, m, ply);
            position = child;
            ply += 1;
        }
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// A move that shortens the distance to mate from `left` plies by one, preferably the `given` one; `None` if the
    /// endgame tables do not know. `wins` says whether the side to move mates.
    fn towards_mate(
        &mut self,
        position: &E::Position,
        ply: usize,
        left: u16,
        wins: bool,
        given: Option<Move>,
    ) -> Option<Move> {
        let mut moves = MoveList::new();
        position.generate(Stage::All, &mut moves);
        given.into_iter().chain(moves).find(|&m| {
            let mut child = *position;
            self.evaluator.play(&mut child, m, ply);
            match left {
                1 => child.in_check() && !has_moves(&child),
                _ => self.evaluator.solved(&child) == Some(solved_in(left - 1, !wins)),
            }
        })
    }
}

/// A mate in this number of plies, which the side to move gives or suffers.
fn solved_in(plies: u16, wins: bool) -> Solved {
    if wins { Solved::Win(plies) } else { Solved::Loss(plies) }
}

fn has_moves<P: Position>(position: &P) -> bool {
    let mut moves = MoveList::new();
    position.generate(Stage::All, &mut moves);
    !moves.is_empty()
}
