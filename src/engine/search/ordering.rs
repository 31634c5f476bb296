//! Move ordering: the hash move, good captures, killer and counter move, quiet moves, bad captures.

use arrayvec::ArrayVec;

use super::evaluator::Evaluator;
use super::history::{Context, Histories, piece_to};
use super::position::Position;
use crate::types::{MAX_MOVES, Move, MoveList, Score, Stage};

#[derive(Clone, Copy)]
struct Scored {
    m: Move,
    score: i32,
}

#[derive(Clone, Copy)]
enum Step {
    Hash,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    Counter,
    GenerateQuiet,
    Quiet,
    Rewind,
    BadNoisy,
}

/// A move to search.
#[derive(Clone, Copy)]
pub struct Picked {
    /// The move.
    pub m: Move,
    /// Whether it is neither capture nor promotion.
    pub quiet: bool,
}

/// Hands out the moves of a node one by one.
pub struct Picker {
    step: Step,
    hash_move: Move,
    hash_move_is_noisy: bool,
    killer: Move,
    counter: Move,
    /// Where the histories of quiet moves are found; `None` if only captures and promotions are wanted.
    context: Option<Context>,
    /// Captures come early if they win at least this by exchange.
    threshold: Score,
    /// Whether quiet moves are still wanted.
    quiets: bool,
    /// The moves of a stage; the bad captures are kept at the front.
    moves: ArrayVec<Move, MAX_MOVES>,
    /// The scores of these moves. Apart from the moves, so that the compiler compares several at once.
    scores: ArrayVec<i32, MAX_MOVES>,
    /// The number of bad captures.
    bad: usize,
    /// The index of the next move.
    next: usize,
}

impl Picker {
    /// All moves of a node. Hash move, killer and counter move are handed out only if they are legal.
    #[inline]
    pub fn new(hash_move: Move, hash_move_is_noisy: bool, killer: Move, counter: Move, context: Context) -> Self {
        Self {
            step: Step::Hash,
            hash_move,
            hash_move_is_noisy,
            killer,
            counter,
            context: Some(context),
            threshold: 0,
            quiets: true,
            moves: ArrayVec::new(),
            scores: ArrayVec::new(),
            bad: 0,
            next: 0,
        }
    }

    /// Captures and promotions that win at least `threshold` by exchange.
    #[inline]
    pub fn noisy(hash_move: Move, hash_move_is_noisy: bool, threshold: Score) -> Self {
        Self {
            step: Step::Hash,
            hash_move,
            hash_move_is_noisy,
            killer: Move::NONE,
            counter: Move::NONE,
            context: None,
            threshold,
            quiets: false,
            moves: ArrayVec::new(),
            scores: ArrayVec::new(),
            bad: 0,
            next: 0,
        }
    }

    /// From now on no quiet moves are wanted.
    pub fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// The next move to search.
    pub fn next<E: Evaluator>(
        &mut self,
        position: &E::Position,
        evaluator: &E,
        histories: &Histories,
    ) -> Option<Picked> {
        loop {
            match self.step {
                Step::Hash => {
                    self.step = Step::GenerateNoisy;
                    let (m, quiet) = (self.hash_move, !self.hash_move_is_noisy);
                    if m.is_some() && (self.quiets || !quiet) && position.is_legal(m) {
                        return Some(Picked { m, quiet });
                    }
                    self.hash_move = Move::NONE;
                }
                Step::GenerateNoisy => {
                    self.generate_noisy(position, evaluator, histories);
                    self.step = Step::GoodNoisy;
                }
                Step::GoodNoisy => match self.pick() {
                    Some(scored) => {
                        if self.is_good(position, evaluator, scored) {
                            return Some(Picked { m: scored.m, quiet: false });
                        }
                    }
                    None => self.step = if self.quiets { Step::Killer } else { Step::Rewind },
                },
                Step::Killer => {
                    self.step = Step::Counter;
                    if self.killer != self.hash_move && self.is_legal_quiet(position, self.killer) {
                        return Some(Picked { m: self.killer, quiet: true });
                    }
                    self.killer = Move::NONE;
                }
                Step::Counter => {
                    self.step = Step::GenerateQuiet;
                    let new = self.counter != self.hash_move && self.counter != self.killer;
                    if new && self.is_legal_quiet(position, self.counter) {
                        return Some(Picked { m: self.counter, quiet: true });
                    }
                    self.counter = Move::NONE;
                }
                Step::GenerateQuiet => {
                    self.generate_quiet(position, evaluator, histories);
                    self.step = Step::Quiet;
                }
                Step::Quiet => match if self.quiets { self.pick() } else { None } {
                    Some(Scored { m, .. }) if m == self.killer || m == self.counter => {}
                    Some(Scored { m, .. }) => return Some(Picked { m, quiet: true }),
                    None => self.step = Step::Rewind,
                },
                Step::Rewind => {
                    self.step = Step::BadNoisy;
                    self.next = 0;
                }
                Step::BadNoisy => {
                    let &m = self.moves[..self.bad].get(self.next)?;
                    self.next += 1;
                    return Some(Picked { m, quiet: false });
                }
            }
        }
    }

    /// Whether a capture is searched early. Where bad captures are wanted too, it is kept for later if not.
    #[inline]
    fn is_good<E: Evaluator>(&mut self, position: &E::Position, evaluator: &E, scored: Scored) -> bool {
        let bad_ones_too = self.context.is_some();
        // With a good history it may lose a little.
        let margin = if bad_ones_too { self.threshold - scored.score / 64 } else { self.threshold };
        let good = evaluator.see_at_least(position, scored.m, margin);
        if !good && bad_ones_too {
            self.moves[self.bad] = scored.m;
            self.bad += 1;
        }
        good
    }

    fn is_legal_quiet<P: Position>(&self, position: &P, m: Move) -> bool {
        self.quiets && m.is_some() && position.is_legal(m) && !position.is_noisy(m)
    }

    fn generate_noisy<E: Evaluator>(&mut self, position: &E::Position, evaluator: &E, histories: &Histories) {
        let mut list = MoveList::new();
        position.generate(Stage::Noisy, &mut list);
        for &m in &list {
            let history = histories.noisy(piece_to(position, m), position.captured_index(m));
            self.push(m, 8 * evaluator.gain(position, m) + history / 4);
        }
    }

    fn generate_quiet<E: Evaluator>(&mut self, position: &E::Position, evaluator: &E, histories: &Histories) {
        self.moves.truncate(self.bad);
        self.scores.truncate(self.bad);
        self.next = self.bad;
        let Some(context) = self.context.filter(|_| self.quiets) else { return };
        let mut list = MoveList::new();
        position.generate(Stage::Quiet, &mut list);
        let hints = evaluator.hints(position);
        for &m in &list {
            let history = histories.quiet(&context, m, piece_to(position, m));
            self.push(m, history + evaluator.quiet_hint(position, m, &hints));
        }
    }

    /// Adds a generated move, unless it is the hash move.
    #[inline(always)]
    fn push(&mut self, m: Move, score: i32) {
        if m != self.hash_move {
            // Positions with more moves than fit are refused, so nothing is left out.
            let _ = self.moves.try_push(m);
            let _ = self.scores.try_push(score);
        }
    }

    /// Takes the best of the moves that are left, the first of equals.
    fn pick(&mut self) -> Option<Scored> {
        let next = self.next;
        let scores = &self.scores[next..];
        let score = scores.iter().fold(i32::MIN, |best, &score| best.max(score));
        let index = next + scores.iter().position(|&other| other == score)?;
        self.moves.swap(next, index);
        self.scores.swap(next, index);
        self.next += 1;
        Some(Scored { m: self.moves[next], score })
    }
}
