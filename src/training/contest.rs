//! Matches in this process: between two evaluations, or two searches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::board::Spec;
use crate::crew::run_crew;
use crate::eval::Evaluation;
use crate::openings::{Opening, RandomOpenings};
use crate::search::{Limits, Params};
use crate::selfplay::{hash_for, think};
use crate::session::{Catalogue, Session, Task};
use crate::statistics::{Decision, Sprt, Tally};
use crate::system::ThreadError;
use crate::types::{Color, Score};

/// How games begin: after this many random moves, with a score of at most this for either side.
const OPENINGS: RandomOpenings = RandomOpenings { plies: 8, score: 120 };
/// A side has won when both sides agree for [`AGREED_PLIES`] plies that it is ahead by this, in centipawns.
const WINNING_SCORE: Score = 800;
/// See [`WINNING_SCORE`].
const AGREED_PLIES: u32 = 6;
/// A game is drawn when both sides see at most this, in centipawns, for [`LEVEL_PLIES`] plies.
const LEVEL_SCORE: Score = 10;
/// See [`LEVEL_SCORE`].
const LEVEL_PLIES: u32 = 16;
/// A game is not drawn by its scores before this ply.
const FIRST_DRAWN_PLY: u32 = 60;
/// A game that reaches this number of plies is drawn.
const MAX_PLIES: u32 = 400;
/// Pairs that a match has even if its time is over.
const LEAST_PAIRS: u64 = 40;
/// Without a decision of the test, weights are better if this is the likelihood, 0 to 1, after [`MIN_PAIRS`].
const LIKELY: f64 = 0.85;
/// See [`LIKELY`].
const MIN_PAIRS: u64 = 10;

/// A match of two evaluations of one game.
pub(super) struct Contest<'a> {
    /// With which parameters the sides search.
    pub catalogue: &'a Catalogue,
    /// The game.
    pub spec: &'static Spec,
    /// The evaluations; the tally is from the view of the first.
    pub sides: [&'a Evaluation; 2],
    /// Nodes of each search of the sides.
    pub nodes: [u64; 2],
    /// The seed of the openings.
    pub seed: u64,
    /// The most pairs of games.
    pub pairs: u64,
    /// When no further pair begins: after the first instant if there are [`LEAST_PAIRS`], after the second in any case.
    pub deadlines: Option<[Instant; 2]>,
    /// The test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Pairs played at the same time.
    pub threads: usize,
}

/// The results so far. Pairs count in the order of their numbers, so that the tally does not depend on which of those
/// played at the same time ends first.
struct Results {
    tally: Tally,
    /// Pairs that are over before an earlier one: half points of the first side in each game.
    waiting: BTreeMap<u64, [usize; 2]>,
    decided: bool,
}

impl Results {
    fn add(&mut self, number: u64, pair: [usize; 2], sprt: Option<Sprt>) {
        self.waiting.insert(number, pair);
        while !self.decided {
            let Some(pair) = self.waiting.remove(&pair_count(&self.tally)) else { return };
            pair.iter().for_each(|&points| self.tally.add_game(points));
            self.tally.add_pair(pair.iter().sum());
            self.decided = sprt.is_some_and(|sprt| sprt.decision(&self.tally).is_some());
        }
    }
}

/// The number of pairs of a tally.
pub(super) fn pair_count(tally: &Tally) -> u64 {
    tally.pairs.iter().sum()
}

/// Whether the first side is better: by the test's decision or, if it has none, by the likelihood that the results
/// give. A few lucky pairs are not enough: weights that were kept for them were worse than the first after some rounds.
pub(super) fn is_better(sprt: &Sprt, tally: &Tally) -> bool {
    match sprt.decision(tally) {
        Some(decision) => decision == Decision::H1,
        None => tally.superiority().is_some_and(|likelihood| likelihood >= LIKELY && pair_count(tally) >= MIN_PAIRS),
    }
}

impl Contest<'_> {
    /// Plays on from `tally` until the match is over or `stop` becomes true. `tick` gets the tally now and then.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn play(&self, tally: Tally, stop: &AtomicBool, mut tick: impl FnMut(&Tally)) -> Result<Tally, ThreadError> {
        let first = pair_count(&tally);
        let decided = self.sprt.is_some_and(|sprt| sprt.decision(&tally).is_some());
        let results = Mutex::new(Results { tally, waiting: BTreeMap::new(), decided });
        let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
        let next = AtomicU64::new(first);
        let work = || {
            let mut table = Table::new(self.catalogue, self.spec, self.sides, self.nodes);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.pairs || self.is_late(number) || lock().decided || stop.load(Relaxed) {
                    return;
                }
                let Some(pair) = table.play_pair(self.seed, number, stop) else { return };
                lock().add(number, pair, self.sprt);
            }
        };
        run_crew(self.threads, work, || {
            let tally = lock().tally;
            tick(&tally);
        })?;
        let tally = lock().tally;
        Ok(tally)
    }

    /// Whether it is too late to begin the pair with this number.
    fn is_late(&self, number: u64) -> bool {
        let Some([end, last]) = self.deadlines else { return false };
        let now = Instant::now();
        number > 0 && (now >= last || now >= end && number >= LEAST_PAIRS)
    }
}

/// What one thread plays with.
pub(super) struct Table {
    /// Both sides, and one that judges openings.
    sides: [Box<dyn Session>; 2],
    judge: Box<dyn Session>,
    nodes: [u64; 2],
}

impl Table {
    /// For a game, with an evaluation and the nodes of each search for both sides.
    pub fn new(catalogue: &Catalogue, spec: &'static Spec, evaluations: [&Evaluation; 2], nodes: [u64; 2]) -> Self {
        let open = |evaluation: &Evaluation| {
            let mut session = catalogue.open(spec);
            session.evaluate_with(evaluation.clone());
            session
        };
        let mut sides = evaluations.map(open);
        sides.iter_mut().zip(nodes).for_each(|(side, nodes)| side.configure(hash_for(nodes), 1));
        Self { sides, judge: open(evaluations[1]), nodes }
    }

    /// Lets the sides search with these parameters.
    pub fn tune(&mut self, params: [Params; 2]) {
        self.sides.iter_mut().zip(params).for_each(|(side, params)| side.tune(params));
    }

    /// Half points of the first side in two games from the same opening, first with White and then with Black; `None`
    /// if it was stopped.
    pub fn play_pair(&mut self, seed: u64, number: u64, stop: &AtomicBool) -> Option<[usize; 2]> {
        let opening = OPENINGS.get(seed, number, &mut *self.judge);
        let white = self.play_game(&opening, Color::White, stop)?;
        Some([white, self.play_game(&opening, Color::Black, stop)?])
    }

    /// Half points of the first side, which has this colour.
    fn play_game(&mut self, opening: &Opening, first: Color, stop: &AtomicBool) -> Option<usize> {
        for session in &mut self.sides {
            session.clear();
            opening.set_up(&mut **session);
        }
        let (mut ahead, mut level) = ((Color::White, 0), 0);
        for ply in 0..MAX_PLIES {
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(ending) = self.sides[0].ending() {
                return Some(half_points(ending.result().white_points(), first));
            }
            let mover = self.sides[0].view().side();
            let side = usize::from(mover != first);
            let limits = Limits { nodes: Some(self.nodes[side]), ..Limits::default() };
            let (finish, _) = think(&*self.sides[side], &Task::of(limits));
            let better = if finish.score > 0 { mover } else { !mover };
            let is_winning = finish.score.abs() >= WINNING_SCORE;
            let streak = if better == ahead.0 { ahead.1 + 1 } else { 1 };
            ahead = (better, if is_winning { streak } else { 0 });
            if ahead.1 >= AGREED_PLIES {
                return Some(if better == first { 2 } else { 0 });
            }
            level = if finish.score.abs() <= LEVEL_SCORE { level + 1 } else { 0 };
            let Some(best) = finish.best.filter(|_| level < LEVEL_PLIES || ply < FIRST_DRAWN_PLY) else { break };
            for session in &mut self.sides {
                session.play(best).expect("the search returns a legal move");
            }
        }
        Some(1)
    }
}

/// Half points of a side of this colour, from White's points.
fn half_points(white: Option<f32>, color: Color) -> usize {
    let white = (white.unwrap_or(0.5) * 2.0).round() as usize;
    if color == Color::White { white } else { 2 - white }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Weights;
    use crate::games::Games;

    fn spec() -> &'static Spec {
        Games::default().find("kingsmen39").expect("a listed game")
    }

    fn contest<'a>(catalogue: &'a Catalogue, sides: [&'a Evaluation; 2], threads: usize) -> Contest<'a> {
        Contest {
            catalogue,
            spec: spec(),
            sides,
            nodes: [40; 2],
            seed: 1,
            pairs: 6,
            deadlines: None,
            sprt: None,
            threads,
        }
    }

    #[test]
    fn the_tally_does_not_depend_on_threads_or_pauses() {
        let catalogue = Catalogue::default();
        let fitted = catalogue.evaluations.of(spec());
        let derived = Evaluation { weights: Arc::new(Weights::derived(spec())), network: None };
        let go = AtomicBool::new(false);
        let play = |contest: &Contest, tally| contest.play(tally, &go, |_| {}).expect("threads can be started");
        let one = play(&contest(&catalogue, [&fitted, &derived], 1), Tally::default());
        assert_eq!((one.games(), pair_count(&one)), (12, 6));
        let three = play(&contest(&catalogue, [&fitted, &derived], 3), Tally::default());
        assert_eq!(one, three);
        let half = play(&Contest { pairs: 3, ..contest(&catalogue, [&fitted, &derived], 2) }, Tally::default());
        assert_eq!(play(&contest(&catalogue, [&fitted, &derived], 1), half), one);
        let stopped = contest(&catalogue, [&fitted, &derived], 2).play(half, &AtomicBool::new(true), |_| {});
        assert_eq!(stopped.ok(), Some(half));
    }

    #[test]
    fn equal_weights_score_evenly() {
        let catalogue = Catalogue::default();
        let evaluation = catalogue.evaluations.of(spec());
        let tally = contest(&catalogue, [&evaluation, &evaluation], 2)
            .play(Tally::default(), &AtomicBool::new(false), |_| {})
            .expect("threads can be started");
        assert_eq!(tally.pairs, [0, 0, 6, 0, 0], "the same games with colours exchanged");
    }

    #[test]
    fn a_test_ends_the_match() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let mut results = Results { tally: Tally::default(), waiting: BTreeMap::new(), decided: false };
        for number in (0..400).rev() {
            results.add(number, [2, 1 + (number % 2) as usize], Some(sprt));
        }
        assert!(results.decided && pair_count(&results.tally) < 200);
        assert!(is_better(&sprt, &results.tally) && !is_better(&sprt, &results.tally.reversed()));
    }
}
