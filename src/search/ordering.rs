//! The order in which moves are tried: the table's move, good captures, killer and countermove, quiet moves, bad captures.

use arrayvec::ArrayVec;

use super::history::{Histories, Played};
use super::params::CONTINUATION_PLIES;
use super::position::Position;
use crate::board::Stage;
use crate::types::{MAX_MOVES, Move, MoveList, Score};

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
    BadNoisy,
    Done,
}

/// Hands out the moves of a node one by one.
pub struct Picker {
    step: Step,
    hash_move: Move,
    killer: Move,
    counter: Move,
    before: [Played; CONTINUATION_PLIES.len()],
    /// Captures must win at least this by exchange to come early.
    threshold: Score,
    /// Whether quiet moves are wanted, at all or any more.
    quiets: bool,
    /// Whether captures below the threshold are wanted, at the end.
    losing: bool,
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    bad: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
}

impl Picker {
    /// All moves of a node. The special moves may come from elsewhere; they are tried only where they are legal.
    pub fn new(hash_move: Move, killer: Move, counter: Move, before: [Played; CONTINUATION_PLIES.len()]) -> Self {
        Self {
            step: Step::Hash,
            hash_move,
            killer,
            counter,
            before,
            threshold: 0,
            quiets: true,
            losing: true,
            moves: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// Captures and promotions only, those that win less than `threshold` by exchange left out.
    pub fn noisy(hash_move: Move, threshold: Score) -> Self {
        let none = [None; CONTINUATION_PLIES.len()];
        Self { quiets: false, losing: false, threshold, ..Self::new(hash_move, Move::NONE, Move::NONE, none) }
    }

    /// From now on no quiet moves are wanted.
    pub fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// The next move to try.
    pub fn next<P: Position>(&mut self, position: &P, histories: &Histories) -> Option<Move> {
        loop {
            match self.step {
                Step::Hash => {
                    self.step = Step::GenerateNoisy;
                    if self.wanted(position, self.hash_move) {
                        return Some(self.hash_move);
                    }
                    self.hash_move = Move::NONE;
                }
                Step::GenerateNoisy => {
                    self.generate(position, histories, Stage::Noisy);
                    self.step = Step::GoodNoisy;
                }
                Step::GoodNoisy => match self.pick() {
                    Some(Scored { m, score }) => {
                        // What history thinks highly of may lose a little where bad captures are tried too.
                        let margin = if self.losing { self.threshold - score / 64 } else { self.threshold };
                        if position.exchange_at_least(m, margin) {
                            return Some(m);
                        }
                        if self.losing {
                            self.bad.push(m);
                        }
                    }
                    None => self.step = if self.quiets { Step::Killer } else { Step::BadNoisy },
                },
                Step::Killer => {
                    self.step = Step::Counter;
                    if self.killer != self.hash_move && self.is_quiet_here(position, self.killer) {
                        return Some(self.killer);
                    }
                    self.killer = Move::NONE;
                }
                Step::Counter => {
                    self.step = Step::GenerateQuiet;
                    let new = self.counter != self.hash_move && self.counter != self.killer;
                    if new && self.is_quiet_here(position, self.counter) {
                        return Some(self.counter);
                    }
                    self.counter = Move::NONE;
                }
                Step::GenerateQuiet => {
                    if self.quiets {
                        self.generate(position, histories, Stage::Quiet);
                    }
                    self.step = Step::Quiet;
                }
                Step::Quiet => match if self.quiets { self.pick() } else { None } {
                    Some(Scored { m, .. }) if m == self.killer || m == self.counter => {}
                    Some(Scored { m, .. }) => return Some(m),
                    None => self.step = Step::BadNoisy,
                },
                Step::BadNoisy => match self.bad.get(self.next_bad) {
                    Some(&m) => {
                        self.next_bad += 1;
                        return Some(m);
                    }
                    None => self.step = Step::Done,
                },
                Step::Done => return None,
            }
        }
    }

    fn wanted<P: Position>(&self, position: &P, m: Move) -> bool {
        m.is_some() && position.is_legal(m) && (self.quiets || position.is_noisy(m))
    }

    fn is_quiet_here<P: Position>(&self, position: &P, m: Move) -> bool {
        self.quiets && m.is_some() && position.is_legal(m) && !position.is_noisy(m)
    }

    fn generate<P: Position>(&mut self, position: &P, histories: &Histories, stage: Stage) {
        let mut list = MoveList::new();
        position.generate(stage, &mut list);
        self.moves.clear();
        self.next = 0;
        let hints = (stage == Stage::Quiet).then(|| position.hints());
        for m in list {
            if m != self.hash_move {
                let score = match &hints {
                    None => 8 * position.gain(m) + histories.noisy(position, m) / 4,
                    Some(hints) => histories.quiet(position, m, &self.before) + position.quiet_hint(m, hints),
                };
                self.moves.push(Scored { m, score });
            }
        }
    }

    /// Takes the best of the moves that are left.
    fn pick(&mut self) -> Option<Scored> {
        let rest = &mut self.moves[self.next..];
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].score, std::cmp::Reverse(index)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}
