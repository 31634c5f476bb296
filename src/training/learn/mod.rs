//! Teaches the engine a game: rounds of games against itself, a fit to their positions, and a match that keeps the new
//! weights only if they are better. Once there are enough positions, a round trains a network on the weights, too,
//! and keeps it only if it wins a match of its own.

mod error;
mod network;
mod plan;
mod state;

pub use error::LearnError;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use super::contest::{Contest, is_better, pair_count};
use super::selfplay::KEPT_POSITIONS;
use super::{
    Archive, ArchiveError, Chunk, Count, FitOptions, Generation, Reading, Results, Sample, Series, Start, collate, fit,
    read_archive, weights_text,
};
use crate::board::Spec;
use crate::eval::network::Network;
use crate::eval::{ChanceShape, Evaluation, Weights};
use crate::session::{Catalogue, Session};
use crate::statistics::{Elo, Sprt, Tally};
use plan::{Slot, choose_nodes, next_slot, window_start};
use state::{Bytes, Current, Folder, Phase, Round, State};

/// Time between two savings of the state, and between two reports of progress.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);
/// The most positions of a fit: they are kept in memory, some 600 bytes each.
const MAX_SAMPLES: u64 = 1_000_000;
/// The fewest positions to fit to.
const MIN_SAMPLES: usize = 200;
/// Steps of a fit: the more positions, the fewer passes over them.
const FIT_STEPS: usize = 600;
/// The fewest and the most passes over the positions.
const EPOCHS: [usize; 2] = [8, 40];
/// Positions of a step of the fit.
const STEP_POSITIONS: usize = 8192;
/// The positions of one in so many games are held out from the fit, to see how well it does.
const HELD_BACK: u64 = 20;
/// How positions become samples, but for thinning.
const READING: Reading = Reading { trust: 0.5, scale: 220.0, step: 1 };
/// The penalties of the fit: more than for built-in weights, since the first rounds have few positions and searches of few
/// nodes.
const HOLD: f32 = 0.3;
const SMOOTH: f32 = 100.0;
/// The test that new weights have to pass.
const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.1 };
/// Nodes of a side with a network in a match, as a share of those of one without: about what it searches in the same time
/// (`benches/log/2026-11.md`).
const NODES_SHARE: f64 = 0.83;
/// The most pairs of games of that test.
const TEST_PAIRS: u64 = 300;
/// Pairs of games of the last match, against the weights at the beginning.
const LAST_PAIRS: u64 = 100;

/// The last match may use the time up to this multiple of what is given, to have some pairs after a long round.
const OVERTIME: f64 = 1.05;

/// What to learn, and how.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// The time, in hours, with that of earlier runs.
    pub hours: f64,
    /// Games played at the same time.
    pub threads: usize,
    /// Nodes of each search; `None` to choose them.
    pub nodes: Option<u64>,
    /// The seed of the games.
    pub seed: u64,
    /// Whether to begin with weights derived from the pieces' movements instead of those of the game.
    pub from_scratch: bool,
    /// End after this many rounds.
    pub rounds: Option<usize>,
    /// Games against itself in each round, instead of a share of the time.
    pub round_games: Option<u64>,
    /// A round with so many positions, those of earlier rounds included, trains the first network.
    pub network_positions: u64,
}

/// The usual [`LearnOptions::network_positions`]: with fewer a network learns little.
pub const NETWORK_POSITIONS: u64 = 200_000;

/// What a learner tells.
#[derive(Clone, Copy, Debug)]
pub enum Lesson<'a> {
    /// Something was finished; the log has this line, too.
    Line(&'a str),
    /// What is being done.
    Progress(&'a str),
    /// A round is over.
    Round(RoundReport),
}

/// What has come of the rounds so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RoundReport {
    /// The number of rounds.
    pub number: usize,
    /// The time used with that of earlier runs, in seconds.
    pub used: f64,
    /// The sum of what the kept rounds brought.
    pub elo: Elo,
    /// Whether the last one was kept.
    pub kept: bool,
}

/// How learning ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learned {
    /// The time is used up, or all rounds are played.
    All,
    /// It was stopped, and can go on.
    Stopped,
}

/// Gets what a learner tells.
pub type Listener<'a> = &'a mut (dyn FnMut(Lesson) -> io::Result<()> + Send);

/// Learns a game in a folder.
pub struct Learner<'a> {
    catalogue: &'a Catalogue,
    spec: &'static Spec,
    options: LearnOptions,
    folder: Folder,
    state: State,
    /// The time used before this run, in seconds, and the beginning of this run.
    used_before: f64,
    started: Instant,
    saved: Instant,
    stop: &'a AtomicBool,
    listener: Listener<'a>,
}

impl<'a> Learner<'a> {
    /// Opens a folder to learn a game in, or to go on there. `stop` ends the run soon after it becomes
    /// true.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn open(
        (catalogue, spec): (&'a Catalogue, &'static Spec),
        path: &Path,
        options: LearnOptions,
        stop: &'a AtomicBool,
        listener: Listener<'a>,
    ) -> Result<Self, LearnError> {
        let start = || {
            let weights = match options.from_scratch {
                true => Weights::derived(spec).into(),
                false => catalogue.evaluations.weights(spec),
            };
            weights.text(spec)
        };
        let (folder, state) = Folder::open(path, spec, options.seed, start)?;
        let (used_before, started) = (state.used, Instant::now());
        Ok(Self { catalogue, spec, options, folder, state, used_before, started, saved: started, stop, listener })
    }

    /// Takes the hours for this run alone, beside those of earlier runs.
    pub fn with_more_hours(mut self) -> Self {
        self.options.hours += self.used_before / 3600.0;
        self
    }

    /// Learns until the time is used up.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(mut self) -> Result<Learned, LearnError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.options.threads).build()?;
        self.greet()?;
        while !self.stop.load(Relaxed) {
            match self.state.current.clone() {
                None if self.begin_round()? => {}
                None => {
                    self.play_last_match()?;
                    break;
                }
                Some(current) => match current.phase {
                    Phase::Games => {
                        self.play_games()?;
                        pool.install(|| self.fit())?;
                    }
                    Phase::Weights(candidate) => self.test(candidate)?,
                    Phase::Training(weights) => pool.install(|| self.train(weights))?,
                    Phase::Network { weights, network } => self.test_network(weights, network)?,
                },
            }
        }
        self.save()?;
        Ok(if self.stop.load(Relaxed) { Learned::Stopped } else { Learned::All })
    }

    fn greet(&mut self) -> Result<(), LearnError> {
        let LearnOptions { hours, threads, .. } = self.options;
        let game = self.spec.page.name;
        let rounds = self.state.rounds.len();
        let plural = if threads == 1 { "" } else { "s" };
        if rounds == 0 && self.state.current.is_none() {
            return self.tell(&format!("learns {game}: {} on {threads} thread{plural}", clock(hours * 3600.0)));
        }
        let time = clock(hours * 3600.0);
        self.tell(&format!("goes on with {game} after {rounds} rounds: {time} on {threads} thread{plural}"))
    }

    /// The time used so far with that of earlier runs, in seconds.
    pub fn used(&self) -> f64 {
        self.used_before + self.started.elapsed().as_secs_f64()
    }

    /// The time that is given, in seconds.
    fn total(&self) -> f64 {
        self.options.hours * 3600.0
    }

    /// Tells a line, and logs it.
    fn tell(&mut self, line: &str) -> Result<(), LearnError> {
        let line = format!("{}  {line}", clock(self.used()));
        self.folder.log(&line)?;
        (self.listener)(Lesson::Line(&line)).map_err(LearnError::Output)
    }

    /// Tells what is being done.
    fn tell_progress(&mut self, what: &str) -> Result<(), LearnError> {
        let used = self.used();
        let played = self.played();
        let line = format!(
            "{}  round {}  {what}  games {}  positions {}  Elo {}  time left {}",
            clock(used),
            self.state.rounds.len() + usize::from(self.state.current.is_some()),
            played.0,
            played.1,
            elo_text(Some(self.elo_so_far())),
            clock((self.total() - used).max(0.0))
        );
        (self.listener)(Lesson::Progress(&line)).map_err(LearnError::Output)
    }

    /// Games and positions so far.
    fn played(&self) -> (u64, u64) {
        let rounds = self.state.rounds.iter().chain(self.state.current.as_ref().map(|current| &current.round));
        rounds.fold((0, 0), |sum, round| (sum.0 + round.games, sum.1 + round.positions))
    }

    /// The sum of what the kept rounds brought, a little too much because lucky results are kept rather than unlucky
    /// ones. The rounds' matches are independent, so the squares of their errors add up.
    fn elo_so_far(&self) -> Elo {
        let of_round = |round: &Round| {
            let network = round.network.filter(|network| network.kept).map(|network| network.tally);
            [round.kept.then_some(round.tally), network]
        };
        let elos: Vec<Elo> =
            self.state.rounds.iter().flat_map(of_round).flatten().filter_map(|tally| tally.elo()).collect();
        let finite = |value: fn(&Elo) -> f64| elos.iter().map(value).filter(|value| value.is_finite());
        // Not `sum`, which gives -0 for none.
        let sum = |value: fn(&Elo) -> f64| finite(value).fold(0.0, |sum, value| sum + value);
        Elo { value: sum(|elo| elo.value), error: sum(|elo| elo.error * elo.error).sqrt() }
    }

    fn save(&mut self) -> Result<(), LearnError> {
        self.state.used = self.used();
        self.saved = Instant::now();
        self.folder.save(&self.state)
    }

    /// Saves and tells what is being done if it is time to.
    fn save_sometimes(&mut self, what: &str) -> Result<(), LearnError> {
        if self.saved.elapsed() < SAVE_INTERVAL {
            return Ok(());
        }
        self.save()?;
        self.tell_progress(what)
    }

    /// Begins a round; `false` if none is left.
    fn begin_round(&mut self) -> Result<bool, LearnError> {
        let used = self.used();
        let rounds = &self.state.rounds;
        let Some(slot) = next_slot(used, self.total(), self.wants_network()) else { return Ok(false) };
        if self.options.rounds.is_some_and(|most| rounds.len() >= most) {
            return Ok(false);
        }
        let nodes = self.options.nodes.unwrap_or_else(|| choose_nodes(rounds.last(), slot.games_end - used));
        let round = Round { nodes, ..Round::default() };
        let Slot { games_end, match_time } = slot;
        self.state.current = Some(Current { round, games_end, match_time, phase: Phase::Games });
        self.state.last_match = None;
        self.save()?;
        Ok(true)
    }

    /// The number of the round that is being played, from 1.
    fn number(&self) -> usize {
        self.state.rounds.len() + 1
    }

    /// A session that plays with this evaluation.
    fn session(&self, evaluation: &Evaluation) -> Box<dyn Session> {
        let mut session = self.catalogue.open(self.spec);
        session.evaluate_with(evaluation.clone());
        session
    }

    /// The evaluation with these weights and the network of this file.
    fn read(&self, weights: &str, network: Option<&Bytes>) -> Result<Evaluation, LearnError> {
        let weights = Arc::new(Weights::read(self.spec, weights)?);
        let read = |bytes: &Bytes| Network::for_weights(&bytes.0, self.spec, &weights).map(Arc::new);
        Ok(Evaluation { network: network.map(read).transpose()?, weights })
    }

    /// The best evaluation so far.
    fn best(&self) -> Result<Evaluation, LearnError> {
        self.read(&self.state.best, self.state.network.as_ref())
    }

    /// The first word of the seeds of a round.
    fn round_seed(&self) -> u64 {
        (self.state.seed << 16) | self.number() as u64
    }

    fn play_games(&mut self) -> Result<(), LearnError> {
        let Some(current) = self.state.current.clone() else { return Ok(()) };
        let best = self.best()?;
        let path = self.folder.games(self.number());
        let sessions = (0..self.options.threads).map(|_| self.session(&best)).collect();
        let series = Series::of(&*self.session(&best), current.round.nodes, self.round_seed());
        let archive = Archive::open(&self.catalogue.games, &path, series.clone())
            .map_err(|error| LearnError::file(&path, error))?;
        let numbers = 0..self.options.round_games.unwrap_or(u64::MAX);
        let generation = Generation::new(archive, series, numbers, KEPT_POSITIONS.into(), self.stop);
        let (begun, already) = (Instant::now(), current.round.seconds);
        let mut outcome = Ok(());
        let played = generation.run(sessions, |generation| {
            let is_timed = self.options.round_games.is_none();
            let is_late = self.used() >= if is_timed { current.games_end } else { self.total() };
            self.note_games(generation.count(), already + begun.elapsed().as_secs_f64());
            let saved = self.save_sometimes("plays");
            if is_late || saved.is_err() {
                generation.end();
            }
            outcome = std::mem::replace(&mut outcome, Ok(())).and(saved);
        });
        outcome?;
        played.map_err(|error| LearnError::file(&path, error))?;
        self.note_games(generation.count(), already + begun.elapsed().as_secs_f64());
        self.save()
    }

    /// Notes what the round has so far.
    fn note_games(&mut self, count: Count, seconds: f64) {
        if let Some(current) = &mut self.state.current {
            current.round.games = count.games;
            current.round.positions = count.turns;
            current.round.seconds = seconds;
        }
    }

    /// The positions of the rounds that the window has, in files.
    fn window(&self) -> (Vec<PathBuf>, u64) {
        let rounds = self.state.rounds.iter().chain(self.state.current.as_ref().map(|current| &current.round));
        let counts: Vec<u64> = rounds.map(|round| round.positions).collect();
        let start = window_start(&counts);
        let files = (start..counts.len()).map(|number| self.folder.games(number + 1)).collect();
        (files, counts[start..].iter().sum())
    }

    /// Removes the positions that no later fit will have.
    fn remove_old(&self) {
        let (files, _) = self.window();
        for number in 1..=self.number() {
            let path = self.folder.games(number);
            if files.contains(&path) {
                return;
            }
            // One that is left takes space and nothing else.
            let _ = fs::remove_file(path);
        }
    }

    /// Reads the positions of the window.
    fn samples(&self, best: &Weights) -> Result<Vec<Sample>, LearnError> {
        let (files, positions) = self.window();
        let step = positions.div_ceil(MAX_SAMPLES).max(1) as usize;
        let mut samples = Vec::new();
        for path in files {
            let failed = |error: ArchiveError| LearnError::file(&path, error);
            let chunks = read_archive(&self.catalogue.games, &path).and_then(collate).map_err(failed)?;
            let read = Reading { step, ..READING }.samples((self.catalogue, self.spec), &chunks, best);
            samples.append(&mut read.map_err(|error| failed(error.into()))?);
        }
        Ok(samples)
    }

    /// Fits new weights to the positions.
    fn fit(&mut self) -> Result<(), LearnError> {
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let begun = Instant::now();
        let best = self.read(&self.state.best, None)?;
        let samples = self.samples(&best.weights)?;
        let count = samples.len();
        if count < MIN_SAMPLES {
            let why = format!("too few positions to learn from: {count}, expected at least {MIN_SAMPLES}");
            return self.end_round(&why);
        }
        let (mut training, held_back): (Vec<Sample>, Vec<Sample>) =
            samples.into_iter().partition(|sample| !sample.game.is_multiple_of(HELD_BACK));
        training.shuffle(&mut SmallRng::seed_from_u64(self.round_seed()));
        let steps = training.len().div_ceil(STEP_POSITIONS);
        let epochs = (FIT_STEPS / steps).clamp(EPOCHS[0], EPOCHS[1]);
        let options = FitOptions { epochs, scale: READING.scale, hold: HOLD, smooth: SMOOTH };
        let stop = self.stop;
        let mut errors = Vec::new();
        let weights =
            fit(self.spec, &training, &held_back, &Start::all(&best.weights), options, |_, training, held_back| {
                errors.push([training, held_back]);
                if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        if stop.load(Relaxed) {
            return Ok(());
        }
        let text = weights_text(self.spec, &weights)?;
        self.begin_phase(Phase::Weights(text))?;
        self.remove_old();
        let [training, held_back] = errors.last().copied().unwrap_or([f64::NAN; 2]);
        let (number, round) = (self.number(), self.state.current.as_ref().map(|c| c.round.clone()).unwrap_or_default());
        self.tell(&format!(
            "round {number}: {} games at {} nodes a move, {} positions; fit to {count} positions in {:.0} s, error \
             {training:.4}, held out {held_back:.4}",
            round.games,
            round.nodes,
            round.positions,
            begun.elapsed().as_secs_f64()
        ))
    }

    /// Plays a match that goes on from `tally`. `keep` puts what it has so far into the state.
    fn play(&mut self, contest: &Contest, tally: Tally, keep: fn(&mut State, Tally)) -> Result<Tally, LearnError> {
        let mut outcome = Ok(());
        let halt = AtomicBool::new(false);
        let stop = self.stop;
        let tally = contest.play(tally, &halt, |tally| {
            keep(&mut self.state, *tally);
            let saved = self.save_sometimes(&format!("match {}", elo_text(tally.elo())));
            if stop.load(Relaxed) || saved.is_err() {
                halt.store(true, Relaxed);
            }
            outcome = std::mem::replace(&mut outcome, Ok(())).and(saved);
        })?;
        outcome?;
        keep(&mut self.state, tally);
        Ok(tally)
    }

    /// The deadlines of a match that is to take so many seconds, and to end at the latest when so much time is used;
    /// none if the clock does not count.
    fn deadlines(&self, seconds: f64, last: f64) -> Option<[Instant; 2]> {
        let after = |seconds: f64| Instant::now() + Duration::from_secs_f64(seconds.max(0.0));
        self.options.round_games.is_none().then(|| [after(seconds), after(last - self.used())])
    }

    /// The match of a round that decides whether the first of these evaluations is better. A network costs time, so a
    /// side that has one searches fewer nodes.
    fn contest<'e>(&self, sides: [&'e Evaluation; 2], round: &Current) -> Contest<'e>
    where
        'a: 'e,
    {
        let nodes = |side: &Evaluation| {
            let share = if side.network.is_some() { NODES_SHARE } else { 1.0 };
            ((round.round.nodes as f64 * share) as u64).max(1)
        };
        Contest {
            catalogue: self.catalogue,
            spec: self.spec,
            sides,
            nodes: sides.map(nodes),
            seed: self.round_seed(),
            pairs: self.options.round_games.map_or(TEST_PAIRS, |games| (games / 2).clamp(4, TEST_PAIRS)),
            deadlines: self.deadlines(round.match_time, self.total()),
            sprt: Some(SPRT),
            threads: self.options.threads,
        }
    }

    /// Tests new weights against the best, both without a network. They are kept at once if the best have none, else only
    /// with a network of their own.
    fn test(&mut self, candidate: String) -> Result<(), LearnError> {
        let Some(current) = self.state.current.clone() else { return Ok(()) };
        let (new, best) = (self.read(&candidate, None)?, self.read(&self.state.best, None)?);
        let contest = self.contest([&new, &best], &current);
        let keep = |state: &mut State, tally| {
            if let Some(current) = &mut state.current {
                current.round.tally = tally;
            }
        };
        let tally = self.play(&contest, current.round.tally, keep)?;
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let (is_better, has_network) = (is_better(&SPRT, &tally), self.state.network.is_some());
        let outcome = match (is_better, has_network) {
            (true, false) => "kept",
            (true, true) => "to be tried with a network",
            (false, _) => "not kept",
        };
        let text = format!("new against best: {}: {outcome}", tally_text(&tally));
        let weights = if is_better { candidate } else { self.state.best.clone() };
        let kept = is_better && !has_network;
        if kept {
            self.state.best.clone_from(&weights);
        }
        if let Some(current) = &mut self.state.current {
            current.round.kept = kept;
        }
        if !self.wants_network() {
            return self.end_round(&text);
        }
        let line = format!("round {}: {text}", self.number());
        // The line comes first: whoever kills the program between the two finds it twice, not missing.
        self.tell(&line)?;
        self.begin_phase(Phase::Training(weights))?;
        self.folder.write_best(&self.state)
    }

    /// Goes on with this.
    fn begin_phase(&mut self, phase: Phase) -> Result<(), LearnError> {
        if let Some(current) = &mut self.state.current {
            current.phase = phase;
        }
        self.save()
    }

    /// Ends the round, whose outcome this text tells.
    fn end_round(&mut self, text: &str) -> Result<(), LearnError> {
        let number = self.number();
        if let Some(current) = self.state.current.take() {
            self.state.rounds.push(current.round);
        }
        let so_far = elo_text(Some(self.elo_so_far()));
        self.tell(&format!("round {number}: {text}; so far {so_far}"))?;
        self.save()?;
        self.folder.write_best(&self.state)?;
        let kept = self.state.rounds.last().is_some_and(Round::is_kept);
        let report = RoundReport { number, used: self.used(), elo: self.elo_so_far(), kept };
        (self.listener)(Lesson::Round(report)).map_err(LearnError::Output)
    }

    /// Fits how scores and results of the games in the window are related, if they are enough.
    fn fit_chances(&mut self) -> Result<(), LearnError> {
        let mut results = Results::default();
        for path in self.window().0 {
            let read = read_archive(&self.catalogue.games, &path).and_then(collate);
            let add = |chunks: Vec<Chunk>| chunks.iter().try_for_each(|chunk| results.add(self.catalogue, chunk));
            read.and_then(add).map_err(|error| LearnError::file(&path, error))?;
        }
        if results.positions() < MIN_SAMPLES {
            return Ok(());
        }
        let path = self.folder.write_chances(&results.text(results.fit(ChanceShape::built_in())))?;
        self.tell(&format!("the chances that scores stand for are in {}", path.display()))
    }

    /// Plays the best weights against those at the beginning.
    fn play_last_match(&mut self) -> Result<(), LearnError> {
        let (games, positions) = self.played();
        let kept = self.state.rounds.iter().filter(|round| round.is_kept()).count();
        self.tell(&format!("{} rounds, {kept} kept; {games} games, {positions} positions", self.state.rounds.len()))?;
        self.fit_chances()?;
        if kept == 0 {
            return self.tell("no weights were better than those at the beginning");
        }
        let (best, start) = (self.best()?, self.read(&self.state.start, None)?);
        let nodes = self.state.rounds.last().map_or(1, |round| round.nodes);
        let contest = Contest {
            catalogue: self.catalogue,
            spec: self.spec,
            sides: [&best, &start],
            nodes: [nodes; 2],
            seed: self.state.seed << 16,
            pairs: self.options.round_games.map_or(LAST_PAIRS, |games| (games / 2).clamp(4, LAST_PAIRS)),
            deadlines: self.deadlines(self.total() - self.used(), self.total() * OVERTIME),
            sprt: None,
            threads: self.options.threads,
        };
        let tally = self.state.last_match.unwrap_or_default();
        let tally = self.play(&contest, tally, |state, tally| state.last_match = Some(tally))?;
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let (result, path) = (tally_text(&tally), self.folder.weights());
        self.tell(&format!("best against first at {nodes} nodes a move: {result}"))?;
        self.tell(&format!("the best weights are in {}", path.display()))?;
        if best.network.is_none() {
            return Ok(());
        }
        let path = self.folder.network();
        self.tell(&format!("their network is in {}", path.display()))
    }
}

/// A time in seconds, as hours, minutes and seconds.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A difference in Elo with its error, as `+12 ± 34`.
fn elo_text(elo: Option<Elo>) -> String {
    let Some(elo) = elo else { return "unknown".to_owned() };
    let mut text = format!("{:+.0}", elo.value);
    if elo.error.is_finite() {
        // Writing to a string cannot fail.
        let _ = write!(text, " ± {:.0}", elo.error);
    }
    text
}

fn tally_text(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    format!("+{wins} ={draws} -{losses} in {} pairs, Elo {}", pair_count(tally), elo_text(tally.elo()))
}
