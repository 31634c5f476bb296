//! Principal variation search of a node with depth left.

use super::history::Histories;
use super::ordering::Picker;
use super::params::*;
use super::position::Position;
use super::quiescence::{Window, settles};
use super::report::Bound;
use super::table::{Entry, from_table, to_table};
use super::worker::Worker;
use crate::types::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mate_in, mated_in};
use crate::types::{Move, Score};

/// What is expected of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// It may be on the principal variation.
    Pv,
    /// Its first moves should refute it.
    Cut,
    /// None of its moves should raise alpha.
    All,
}

impl Expected {
    /// What is expected of the children that are searched with a null window.
    fn child(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }

    /// What is expected of a child where the same side moves again, if `self` is what would be expected of the
    /// opponent's.
    fn of_same_side(self) -> Self {
        match self {
            Self::Pv => Self::Pv,
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

/// A node being searched.
struct Node<'p, P> {
    position: &'p P,
    window: Window,
    depth: i32,
    ply: usize,
    expected: Expected,
    in_check: bool,
    /// A move left out, in the search for singularity.
    excluded: Move,
    entry: Option<Entry>,
    key: u64,
    /// The evaluation as it is stored.
    raw_eval: Option<Score>,
    /// The corrected evaluation, `-INFINITE` in check.
    static_eval: Score,
    /// The same, sharpened by the table's score.
    eval: Score,
    improving: bool,
    /// On a principal variation now or in an earlier search.
    was_pv: bool,
}

impl<P: Position> Node<'_, P> {
    fn is_pv(&self) -> bool {
        self.expected == Expected::Pv
    }

    fn is_root(&self) -> bool {
        self.ply == 0
    }

    fn hash_move(&self) -> Move {
        self.entry.map_or(Move::NONE, |entry| entry.best)
    }

    fn hash_move_is_noisy(&self) -> bool {
        let m = self.hash_move();
        m.is_some() && self.position.is_noisy(m)
    }
}

/// What came of a node's moves.
struct Outcome {
    score: Score,
    best: Move,
    /// The number of moves that were tried.
    count: i32,
}

/// Moves that were tried and not best.
#[derive(Default)]
struct Tried {
    quiets: arrayvec::ArrayVec<Move, 64>,
    noisy: arrayvec::ArrayVec<Move, 32>,
}

/// What to do with a move before it is played.
enum Verdict {
    Search {
        extension: i32,
    },
    Skip,
    /// The node is cut off with this score.
    Cut(Score),
}

impl<P: Position> Worker<'_, P> {
    /// The score of a position, searched to `depth` plies.
    pub(super) fn search(&mut self, position: &P, window: Window, depth: i32, ply: usize, expected: Expected) -> Score {
        if depth <= 0 {
            return self.quiescence(position, window, ply, expected == Expected::Pv);
        }
        self.tracking_repetitions(ply, |worker| match worker.open_node(position, window, depth, ply, expected) {
            Ok(node) => worker.search_node(node),
            Err(score) => score,
        })
    }

    /// The score of a child, from its parent's view. What is expected of it is said as if the sides took turns.
    #[inline(always)]
    fn search_child(&mut self, node: &Node<P>, child: &P, window: Window, depth: i32, expected: Expected) -> Score {
        let same_side = !P::ALTERNATES && child.side() == node.position.side();
        let expected = if same_side { expected.of_same_side() } else { expected };
        self.score_child(node.position, child, window, |worker, window| {
            worker.search(child, window, depth, node.ply + 1, expected)
        })
    }

    /// Draws, bounds by mate distance, the table and the evaluation: a node, or its score where nothing has to be searched.
    fn open_node<'p>(
        &mut self,
        position: &'p P,
        mut window: Window,
        depth: i32,
        ply: usize,
        expected: Expected,
    ) -> Result<Node<'p, P>, Score> {
        if self.enter(position, ply) {
            return Err(DRAW);
        }
        let in_check = position.in_check();
        if ply > 0 {
            if self.is_draw(position, ply) {
                return Err(DRAW);
            }
            if ply >= MAX_PLY - 1 {
                return Err(if in_check { DRAW } else { position.evaluate() });
            }
            window.alpha = window.alpha.max(mated_in(ply));
            window.beta = window.beta.min(mate_in(ply + 1));
            if window.alpha >= window.beta {
                return Err(window.alpha);
            }
        }
        let excluded = self.frame(ply).excluded;
        let key = Self::table_key(position);
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        if let Some(entry) = entry.filter(|entry| expected != Expected::Pv && entry.depth >= depth) {
            let score = from_table(entry.score, ply);
            if settles(&entry, score, window) {
                self.reward_hash_move(position, &entry, score, window, depth, ply);
                return Err(score);
            }
        }
        let was_pv = expected == Expected::Pv || entry.is_some_and(|entry| entry.pv);
        let mut node = Node {
            position,
            window,
            depth,
            ply,
            expected,
            in_check,
            excluded,
            entry,
            key,
            raw_eval: None,
            static_eval: -INFINITE,
            eval: -INFINITE,
            improving: false,
            was_pv,
        };
        self.evaluate_node(&mut node);
        Ok(node)
    }

    /// A quiet move of the table that refutes the node again is worth remembering.
    fn reward_hash_move(&mut self, position: &P, entry: &Entry, score: Score, window: Window, depth: i32, ply: usize) {
        let m = entry.best;
        if score >= window.beta && m.is_some() && position.is_legal(m) && !position.is_noisy(m) {
            let before = self.before(ply);
            self.histories.reward_quiet(position, m, &before, history_bonus(depth) / 2);
        }
    }

    fn evaluate_node(&mut self, node: &mut Node<P>) {
        if node.in_check {
            self.frame(node.ply).eval = None;
            return;
        }
        if node.excluded.is_some() {
            // The same position is being searched with all its moves one level up.
            node.static_eval = self.frame(node.ply).eval.unwrap_or(-INFINITE);
            node.eval = node.static_eval;
        } else {
            let raw = node.entry.and_then(|entry| entry.eval).unwrap_or_else(|| node.position.evaluate());
            node.raw_eval = Some(raw);
            node.static_eval = self.histories.corrected(node.position, raw);
            node.eval = self.sharpened(node.static_eval, node.entry.as_ref(), node.ply);
            self.frame(node.ply).eval = Some(node.static_eval);
        }
        node.improving = self.earlier_eval(node.ply).is_some_and(|earlier| node.static_eval > earlier);
    }

    fn search_node(&mut self, mut node: Node<P>) -> Score {
        if let Some(score) = self.prune_node(&node) {
            return score;
        }
        // Without a move from the table the ordering is poor: look less deep and come back.
        let unordered = node.hash_move() == Move::NONE && node.excluded == Move::NONE;
        if unordered && node.depth >= INTERNAL_REDUCTION_DEPTH && node.expected != Expected::All {
            node.depth -= 1;
        }
        let alpha = node.window.alpha;
        let outcome = self.search_moves(&mut node);
        if self.shared.control.stopped() {
            return DRAW;
        }
        node.window.alpha = alpha;
        self.close_node(&node, &outcome)
    }

    /// Pruning of the whole node before any move: the score if it is cut off.
    fn prune_node(&mut self, node: &Node<P>) -> Option<Score> {
        if node.is_pv() || node.in_check || node.excluded.is_some() || node.window.beta.abs() >= MATE_BOUND {
            return None;
        }
        self.reverse_futility(node)
            .or_else(|| self.razoring(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    /// So far above beta that a few plies will not change it.
    fn reverse_futility(&mut self, node: &Node<P>) -> Option<Score> {
        let plies = node.depth - i32::from(node.improving);
        let margin = REVERSE_FUTILITY_MARGIN * plies.max(0);
        let quiet_or_no_hash_move = node.hash_move() == Move::NONE || node.hash_move_is_noisy();
        let far_above = node.eval - margin >= node.window.beta && node.eval < MATE_BOUND;
        (node.depth <= REVERSE_FUTILITY_DEPTH && far_above && (quiet_or_no_hash_move || !node.was_pv))
            .then(|| (node.eval + node.window.beta) / 2)
    }

    /// So far below alpha that only captures can help.
    fn razoring(&mut self, node: &Node<P>) -> Option<Score> {
        let alpha = node.window.alpha;
        if node.depth > RAZORING_DEPTH || alpha >= MATE_BOUND || node.eval + RAZORING_MARGIN * node.depth >= alpha {
            return None;
        }
        let score = self.quiescence(node.position, Window::null(alpha), node.ply, false);
        (score <= alpha && !self.shared.control.stopped()).then_some(score)
    }

    /// When even passing is good enough, so is some move (except in zugzwang).
    fn null_move(&mut self, node: &Node<P>) -> Option<Score> {
        let (ply, beta) = (node.ply, node.window.beta);
        let passed_before = ply > 0 && self.frame(ply - 1).played.is_none();
        if node.depth < NULL_MOVE_DEPTH
            || node.eval < beta
            || node.static_eval + 20 * node.depth < beta + 80
            || passed_before
            || self.is_second_turn(ply)
            || ply < self.no_null_before
            || node.position.is_prone_to_zugzwang(node.position.side())
        {
            return None;
        }
        let depth = node.depth - null_move_reduction(node.depth, node.eval - beta);
        let child = self.after_null(node.position, ply);
        let score = self.search_child(node, &child, Window { alpha: beta - 1, beta }, depth, node.expected.child());
        if score < beta || self.shared.control.stopped() {
            return None;
        }
        // A mate found after passing proves nothing.
        let score = if score >= MATE_BOUND { beta } else { score };
        if node.depth < NULL_MOVE_VERIFY_DEPTH || self.no_null_before > 0 {
            return Some(score);
        }
        self.no_null_before = ply + (depth.max(0) as usize) * 3 / 4;
        let window = Window { alpha: beta - 1, beta };
        let verified = self.search(node.position, window, depth, ply, Expected::All);
        self.no_null_before = 0;
        (verified >= beta && !self.shared.control.stopped()).then_some(score)
    }

    /// A capture that refutes the node by far in a shallow search will do so in a deep one.
    fn probcut(&mut self, node: &Node<P>) -> Option<Score> {
        let bound = node.window.beta + PROBCUT_MARGIN;
        let unlikely = node.entry.is_some_and(|entry| {
            entry.depth >= node.depth - 3 && from_table(entry.score, node.ply) < bound && entry.bound.is_some()
        });
        if node.depth < PROBCUT_DEPTH || bound >= MATE_BOUND || unlikely {
            return None;
        }
        let window = Window { alpha: bound - 1, beta: bound };
        let mut picker = Picker::noisy(node.hash_move(), bound - node.static_eval);
        while let Some(m) = picker.next(node.position, self.histories) {
            let child = self.after(node.position, m, node.ply);
            let mut score = self.score_child(node.position, &child, window, |worker, window| {
                worker.quiescence(&child, window, node.ply + 1, false)
            });
            if score >= bound {
                score = self.search_child(node, &child, window, node.depth - 4, node.expected.child());
            }
            if self.shared.control.stopped() {
                return None;
            }
            if score >= bound {
                let entry = Entry {
                    best: m,
                    score: to_table(score, node.ply),
                    eval: node.raw_eval,
                    depth: node.depth - 3,
                    bound: Some(Bound::Lower),
                    pv: node.was_pv,
                };
                self.store(node.key, entry, node.ply);
                return Some(score - PROBCUT_MARGIN);
            }
        }
        None
    }

    /// Tries the moves of a node.
    fn search_moves(&mut self, node: &mut Node<P>) -> Outcome {
        let ply = node.ply;
        let before = self.before(ply);
        let killer = self.frame(ply).killers[node.position.side().index()];
        let counter = self.histories.counter(before[0]);
        let mut picker = Picker::new(node.hash_move(), killer, counter, before);
        let mut outcome = Outcome { score: -INFINITE, best: Move::NONE, count: 0 };
        let mut tried = Tried::default();
        let mut number = 0;
        while let Some(m) = self.next_move(node, &mut picker, number) {
            if m == node.excluded {
                continue;
            }
            number += 1;
            let quiet = !node.position.is_noisy(m);
            let forcing = quiet && node.position.is_forcing(m);
            let extension = match self.judge(node, m, quiet && !forcing, number, &outcome, &mut picker) {
                Verdict::Search { extension } => extension,
                Verdict::Skip => continue,
                Verdict::Cut(score) => return Outcome { score, best: m, count: number },
            };
            outcome.count = number;
            let nodes_before = self.nodes;
            let special = m == killer || m == counter || forcing;
            let score = self.search_move(node, m, quiet, special, number, extension);
            if self.shared.control.stopped() {
                return outcome;
            }
            if node.is_root() {
                self.note_root_move(m, score, number, node.window, nodes_before);
            }
            if score > outcome.score {
                outcome.score = score;
                if score > node.window.alpha {
                    outcome.best = m;
                    if node.is_pv() {
                        self.update_line(ply, m);
                    }
                    if score >= node.window.beta {
                        break;
                    }
                    node.window.alpha = score;
                }
            }
            if m != outcome.best {
                // Those beyond the lists' length came late and matter little.
                let _ = if quiet { tried.quiets.try_push(m) } else { tried.noisy.try_push(m) };
            }
        }
        if outcome.best.is_some() && outcome.score >= node.window.beta {
            self.reward(node, outcome.best, &tried);
        }
        outcome
    }

    /// The next move: of the root's list at the root, else of the picker.
    #[inline(always)]
    fn next_move(&mut self, node: &Node<P>, picker: &mut Picker, number: i32) -> Option<Move> {
        if node.is_root() {
            let index = self.first_root + number as usize;
            let m = self.root.get(index)?.m;
            if self.is_main {
                self.note_progress(m, number);
            }
            Some(m)
        } else {
            picker.next(node.position, self.histories)
        }
    }

    /// Decides whether a move is searched, and how much deeper.
    fn judge(
        &mut self,
        node: &Node<P>,
        m: Move,
        quiet: bool,
        number: i32,
        outcome: &Outcome,
        picker: &mut Picker,
    ) -> Verdict {
        if node.is_root() {
            return Verdict::Search { extension: 0 };
        }
        if outcome.score > -MATE_BOUND && self.is_hopeless(node, m, quiet, number, picker) {
            return Verdict::Skip;
        }
        self.extend(node, m)
    }

    /// Pruning of single moves: late ones, those with a bad history, those that lose too much.
    #[inline(always)]
    fn is_hopeless(&mut self, node: &Node<P>, m: Move, quiet: bool, number: i32, picker: &mut Picker) -> bool {
        let depth = node.depth;
        let reduced = (depth - self.base_reduction(depth, number) / 1024).max(1);
        // No evaluation reaches a mate that is known already; only a shorter one is of interest.
        if node.window.alpha >= MATE_BOUND {
            return false;
        }
        if quiet {
            if depth <= LATE_MOVE_DEPTH && number > late_move_count(depth, node.improving || node.in_check) {
                picker.skip_quiets();
            }
            let hope = node.eval + FUTILITY_BASE + FUTILITY_MARGIN * reduced;
            if !node.in_check && reduced <= FUTILITY_DEPTH && hope <= node.window.alpha {
                picker.skip_quiets();
                return true;
            }
            let before = self.before(node.ply);
            let history = self.histories.continuation(&before, Histories::place(node.position, m));
            if reduced <= HISTORY_PRUNING_DEPTH && history < HISTORY_PRUNING_MARGIN * reduced {
                return true;
            }
        }
        let margin = if quiet { EXCHANGE_QUIET_MARGIN * reduced * reduced } else { EXCHANGE_NOISY_MARGIN * depth };
        depth <= EXCHANGE_DEPTH && !node.position.exchange_at_least(m, margin)
    }

    /// Singular extension: when all other moves are clearly worse than the table's, it is searched deeper. When even
    /// without it the node is refuted, the node is cut off (multi-cut); when it is only expected to be refuted, the
    /// move is searched less deep.
    fn extend(&mut self, node: &Node<P>, m: Move) -> Verdict {
        let plain = Verdict::Search { extension: 0 };
        let Some(entry) = node.entry.filter(|entry| entry.best == m && node.excluded == Move::NONE) else {
            return plain;
        };
        let hash_score = from_table(entry.score, node.ply);
        let trusted = entry.depth >= node.depth - 3 && matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
        // A line three times as long as the iteration is not extended any more.
        let too_long = node.ply >= 3 * self.iteration.max(4) as usize;
        if node.depth < SINGULAR_DEPTH || !trusted || hash_score.abs() >= MATE_BOUND || too_long {
            return plain;
        }
        let bound = hash_score - SINGULAR_MARGIN * node.depth;
        self.frame(node.ply).excluded = m;
        let score = self.search(node.position, Window::null(bound - 1), (node.depth - 1) / 2, node.ply, Expected::Cut);
        self.frame(node.ply).excluded = Move::NONE;
        if self.shared.control.stopped() {
            return Verdict::Skip;
        }
        if score < bound {
            let far_below = !node.is_pv() && score < bound - DOUBLE_EXTENSION_MARGIN;
            if far_below && self.frame(node.ply).double_extensions < DOUBLE_EXTENSIONS {
                return Verdict::Search { extension: 2 };
            }
            return Verdict::Search { extension: 1 };
        }
        if score >= node.window.beta && score.abs() < MATE_BOUND && !node.is_pv() {
            return Verdict::Cut(score);
        }
        let extension = if hash_score >= node.window.beta {
            -2
        } else if node.expected == Expected::Cut {
            -1
        } else {
            0
        };
        Verdict::Search { extension }
    }

    /// Searches one move: reduced first if it comes late, then with a null window, then in full, as far as needed.
    fn search_move(
        &mut self,
        node: &Node<P>,
        m: Move,
        quiet: bool,
        special: bool,
        number: i32,
        extension: i32,
    ) -> Score {
        let ply = node.ply;
        let history = if quiet {
            let before = self.before(ply);
            self.histories.quiet(node.position, m, &before)
        } else {
            2 * self.histories.noisy(node.position, m)
        };
        let child = self.after(node.position, m, ply);
        if extension == 2 {
            self.frame(ply + 1).double_extensions += 1;
        }
        let depth = node.depth - 1 + extension;
        let null = Window::null(node.window.alpha);
        let mut score = -INFINITE;
        let mut full_null = !node.is_pv() || number > 1;
        if node.depth >= 2 && number > 1 + i32::from(node.is_pv()) {
            let mut reduction = self.reduction(node, &child, quiet, special, number, history);
            if !P::ALTERNATES && m.moves_again() {
                reduction += REDUCTION_AGAIN;
            }
            let reduced = (depth - reduction).clamp(1, depth.max(1));
            score = self.search_child(node, &child, null, reduced, Expected::Cut);
            full_null = score > null.alpha && reduced < depth;
        }
        if full_null {
            score = self.search_child(node, &child, null, depth, node.expected.child());
        }
        let new_best = score > node.window.alpha && (node.is_root() || score < node.window.beta);
        if node.is_pv() && (number == 1 || new_best) {
            score = self.search_child(node, &child, node.window, depth, Expected::Pv);
        }
        score
    }

    /// By how many plies a late move is searched less deep.
    #[inline(always)]
    fn reduction(&self, node: &Node<P>, child: &P, quiet: bool, special: bool, number: i32, history: i32) -> i32 {
        let mut reduction = self.base_reduction(node.depth, number);
        let mut adjust = |applies: bool, amount: i32| reduction += if applies { amount } else { 0 };
        adjust(node.was_pv, -REDUCTION_PV);
        adjust(node.expected == Expected::Cut, REDUCTION_CUT);
        adjust(!node.improving, REDUCTION_NOT_IMPROVING);
        adjust(child.in_check(), -REDUCTION_CHECK);
        adjust(special, -REDUCTION_KILLER);
        adjust(node.hash_move_is_noisy(), REDUCTION_NOISY_HASH);
        adjust(!quiet, -REDUCTION_NOISY);
        (reduction - history * 1024 / REDUCTION_HISTORY) / 1024
    }

    /// Rewards the move that refuted the node and punishes those tried before it.
    fn reward(&mut self, node: &Node<P>, best: Move, tried: &Tried) {
        let (bonus, malus) = (history_bonus(node.depth), history_malus(node.depth));
        let before = self.before(node.ply);
        if node.position.is_noisy(best) {
            self.histories.reward_noisy(node.position, best, bonus);
        } else {
            self.frame(node.ply).killers[node.position.side().index()] = best;
            self.histories.set_counter(before[0], best);
            self.histories.reward_quiet(node.position, best, &before, bonus);
            for &m in &tried.quiets {
                self.histories.reward_quiet(node.position, m, &before, -malus);
            }
        }
        for &m in &tried.noisy {
            self.histories.reward_noisy(node.position, m, -malus);
        }
    }

    /// Mate, stalemate, and what is remembered of the node.
    fn close_node(&mut self, node: &Node<P>, outcome: &Outcome) -> Score {
        if outcome.count == 0 {
            return match (node.excluded.is_some(), node.in_check) {
                (true, _) => node.window.alpha,
                (_, true) => mated_in(node.ply),
                _ => DRAW,
            };
        }
        let score = outcome.score;
        let bound = node.window.bound(score);
        if node.excluded.is_some() {
            return score;
        }
        if !(node.is_root() && self.first_root > 0) {
            let entry = Entry {
                best: outcome.best,
                score: to_table(score, node.ply),
                eval: node.raw_eval,
                depth: node.depth,
                bound: Some(bound),
                pv: node.was_pv,
            };
            self.store(node.key, entry, node.ply);
        }
        let quiet = outcome.best == Move::NONE || !node.position.is_noisy(outcome.best);
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => score > node.static_eval,
            Bound::Upper => score < node.static_eval,
        };
        if !node.in_check && quiet && informative && score.abs() < MATE_BOUND {
            self.histories.correct(node.position, score - node.static_eval, node.depth);
        }
        score
    }
}
