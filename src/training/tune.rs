//! Tuning of the search's parameters by games: simultaneous perturbation stochastic approximation (SPSA, Spall 1992). Each
//! pair of games is played between two searches: one has every parameter changed a little, up or down by lot, the other has
//! the opposite changes. The result moves all parameters towards the better side. The sizes of changes and moves fall with
//! the number of pairs as in Stockfish's testing framework (<https://github.com/official-stockfish/fishtest>, "SPSA").
//!
//! The log is a file of lines of JSON: the [`Plan`], then the [`Progress`] after each batch of pairs. Whoever has the log
//! can go on. The outcome depends on the plan only, not on threads or interruptions.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::contest::Table;
use super::crew::run_crew;
use crate::files::is_free;
use crate::games::{Games, UnknownGame};
use crate::search::{ParamError, Params};
use crate::session::Catalogue;
use crate::system::ThreadError;

/// The name of the format, and its version.
const FORMAT: &str = "bactrian tune 1";
/// Pairs between two updates of the parameters.
const BATCH: u64 = 16;
/// How the sizes of moves fall with the number of pairs.
const ALPHA: f64 = 0.602;
/// How the sizes of changes fall with the number of pairs.
const GAMMA: f64 = 0.101;
/// Moves begin as if this share of all pairs had been played.
const STABILITY: f64 = 0.1;
/// The longest line of a log, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// The name, see [`Params::LIST`].
    pub name: String,
    /// The change in the last pairs; larger before.
    pub step: f64,
}

/// What determines a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The names of the games, which take turns.
    pub games: Vec<String>,
    /// The parameters.
    pub params: Vec<Tuned>,
    /// By name, the values of all parameters to begin with.
    pub base: BTreeMap<String, i32>,
    /// Nodes of each search.
    pub nodes: u64,
    /// Pairs of games.
    pub pairs: u64,
    /// By how much of its step a parameter moves in the last pairs, for each game won more than lost.
    pub rate: f64,
    /// The seed.
    pub seed: u64,
    /// The number of this run among those that are joined, from 0.
    pub shard: u64,
}

/// The first line of a log.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    plan: Plan,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Pairs played.
    pub pairs: u64,
    /// Games that the search with the changes won.
    pub won: u64,
    /// Games that it lost.
    pub lost: u64,
    /// The parameters, in the order of the plan.
    pub values: Vec<f64>,
}

/// Why parameters cannot be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The log cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file holds something else.
    #[error("line {0} is not one of a log of `bactrian tune`")]
    Foreign(usize),
    /// The log is of another run. Holds what differs.
    #[error("it is the log of a run with another {0}")]
    Other(&'static str),
    /// Another process writes the log.
    #[error("another process writes it")]
    InUse,
    /// A game is not known.
    #[error("{0}")]
    UnknownGame(#[from] UnknownGame),
    /// A parameter cannot be set.
    #[error("{0}")]
    Param(#[from] ParamError),
    /// Runs cannot be joined before they are complete.
    #[error("the run has {0} of {1} pairs")]
    Incomplete(u64, u64),
    /// No thread can be started.
    #[error("{0}")]
    Thread(#[from] ThreadError),
}

impl Plan {
    /// What differs from another plan, if anything does. Shards of one plan are the same but for their number.
    fn difference(&self, other: &Self, is_shard: bool) -> Option<&'static str> {
        let differences = [
            (self.games != other.games, "list of games"),
            (self.params != other.params, "list of parameters"),
            (self.base != other.base, "value of a parameter"),
            (self.nodes != other.nodes, "number of nodes"),
            (self.pairs != other.pairs, "number of pairs"),
            (self.rate != other.rate, "rate"),
            (self.seed != other.seed, "seed"),
            (self.shard != other.shard && !is_shard, "shard"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    /// Checks the names of games and parameters.
    fn check(&self, games: &Games) -> Result<(), TuneError> {
        self.games.iter().try_for_each(|game| games.get(game).map(|_| ()))?;
        self.params.iter().try_for_each(|tuned| Params::find(&tuned.name).map(|_| ()))?;
        self.base().map(|_| ())
    }

    /// The parameters to begin with.
    fn base(&self) -> Result<Params, TuneError> {
        let mut params = Params::default();
        self.base.iter().try_for_each(|(name, &value)| params.set(name, value.into()))?;
        Ok(params)
    }

    /// The value of a parameter to begin with.
    pub fn start(&self, tuned: &Tuned) -> f64 {
        f64::from(self.base.get(&tuned.name).copied().unwrap_or_default())
    }

    fn beginning(&self) -> Progress {
        let values = self.params.iter().map(|tuned| self.start(tuned)).collect();
        Progress { values, ..Progress::default() }
    }

    /// The change of a parameter in a pair, and how far each game won more than lost moves it, in its steps.
    fn gains(&self, pair: u64) -> (f64, f64) {
        let (all, number) = (self.pairs as f64, pair as f64 + 1.0);
        let stability = STABILITY * all;
        let change = (all / number).powf(GAMMA);
        let gain = self.rate * ((stability + all) / (stability + number)).powf(ALPHA);
        (change, gain / change)
    }

    /// The games of a pair, for parameters with these values.
    fn trial(&self, pair: u64, values: &[f64], base: &Params) -> Result<Trial, TuneError> {
        // Odd factors spread the three numbers over all seeds.
        let mixed = [pair, self.seed, self.shard].into_iter().zip([1, 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03]);
        let seed =
            mixed.fold(0, |sum: u64, (number, factor): (u64, u64)| sum.wrapping_add(number.wrapping_mul(factor)));
        let mut random = SmallRng::seed_from_u64(seed);
        let (change, _) = self.gains(pair);
        let mut sides = [base.clone(), base.clone()];
        let mut signs = Vec::new();
        for (tuned, &value) in self.params.iter().zip(values) {
            let sign = if random.random() { 1.0 } else { -1.0 };
            let param = Params::find(&tuned.name)?;
            for (side, sign) in sides.iter_mut().zip([sign, -sign]) {
                // Rounded by lot, so that changes of less than one are seen, too.
                let exact = (value + sign * change * tuned.step).clamp(param.least.into(), param.most.into());
                side.set(param.name, (exact + random.random::<f64>()).floor().min(param.most.into()) as i64)?;
            }
            signs.push(sign);
        }
        Ok(Trial { pair, seed, sides, signs })
    }
}

/// A pair of games.
struct Trial {
    pair: u64,
    /// The seed of its opening.
    seed: u64,
    sides: [Params; 2],
    /// The directions in which the first side's parameters are changed: 1 or -1.
    signs: Vec<f64>,
}

impl Trial {
    /// Half points of the first side in both games; `None` if it was stopped.
    fn play(&self, catalogue: &Catalogue, plan: &Plan, stop: &AtomicBool) -> Option<[usize; 2]> {
        let game = &plan.games[(self.pair % plan.games.len() as u64) as usize];
        let spec = catalogue.games.find(game)?;
        let evaluation = catalogue.evaluations.of(spec);
        let mut table = Table::new(catalogue, spec, [&evaluation; 2], [plan.nodes; 2]);
        table.tune(self.sides.clone());
        table.play_pair(self.seed, self.pair, stop)
    }
}

/// Tunes parameters of the search.
pub struct Tuner {
    catalogue: Catalogue,
    plan: Plan,
    /// The parameters to begin with.
    base: Params,
    progress: Progress,
    log: File,
}

impl Tuner {
    /// Begins a run that is logged in a file, or goes on with the one whose log it is.
    ///
    /// # Errors
    /// When the plan has unknown games or parameters, or the file is of another run or something else, cannot be written, or
    /// is in use.
    pub fn open(catalogue: &Catalogue, path: &Path, plan: Plan) -> Result<Self, TuneError> {
        plan.check(&catalogue.games)?;
        let catalogue = catalogue.clone();
        let base = plan.base()?;
        let mut log = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        if !is_free(path, &log) {
            return Err(TuneError::InUse);
        }
        let found = read_log(&mut log)?;
        let Some(Log { plan: known, progress, end }) = found else {
            log.set_len(0)?;
            log.rewind()?;
            let progress = plan.beginning();
            write_line(&mut log, &Header { format: FORMAT.to_owned(), plan: plan.clone() })?;
            return Ok(Self { catalogue, plan, base, progress, log });
        };
        if let Some(what) = plan.difference(&known, false) {
            return Err(TuneError::Other(what));
        }
        // What was cut while it was written is played again.
        log.set_len(end)?;
        log.seek(SeekFrom::Start(end))?;
        Ok(Self { catalogue, plan, base, progress, log })
    }

    /// How far the run is.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Plays on, with this number of pairs at the same time, until all pairs are played or `stop` becomes true. `tick` gets
    /// the progress after each batch.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn run(&mut self, threads: usize, stop: &AtomicBool, mut tick: impl FnMut(&Progress)) -> Result<(), TuneError> {
        while self.progress.pairs < self.plan.pairs {
            let first = self.progress.pairs;
            let last = (first + BATCH).min(self.plan.pairs);
            let trial = |pair: u64| self.plan.trial(pair, &self.progress.values, &self.base);
            let trials = (first..last).map(trial).collect::<Result<Vec<_>, _>>()?;
            let results = play_all(&self.catalogue, &self.plan, &trials, threads, stop)?;
            let Some(results) = results.into_iter().collect::<Option<Vec<_>>>() else { return Ok(()) };
            for (trial, points) in trials.iter().zip(results) {
                self.learn(trial, points);
            }
            write_line(&mut self.log, &self.progress)?;
            tick(&self.progress);
        }
        Ok(())
    }

    /// Takes in the half points of the first side of a pair.
    fn learn(&mut self, trial: &Trial, points: [usize; 2]) {
        let won = points.iter().filter(|&&points| points == 2).count() as u64;
        let lost = points.iter().filter(|&&points| points == 0).count() as u64;
        let (_, gain) = self.plan.gains(trial.pair);
        let Progress { pairs, won: all_won, lost: all_lost, values } = &mut self.progress;
        for ((value, tuned), sign) in values.iter_mut().zip(&self.plan.params).zip(&trial.signs) {
            *value += gain * tuned.step * (won as f64 - lost as f64) * sign;
            if let Ok(param) = Params::find(&tuned.name) {
                *value = value.clamp(param.least.into(), param.most.into());
            }
        }
        *pairs += 1;
        *all_won += won;
        *all_lost += lost;
    }
}

/// Half points of the first side in each pair; `None` for those that were stopped.
fn play_all(
    catalogue: &Catalogue,
    plan: &Plan,
    trials: &[Trial],
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<Option<[usize; 2]>>, ThreadError> {
    let results = Mutex::new(vec![None; trials.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((place, trial)) = Some(next.fetch_add(1, Relaxed)).and_then(|n| Some((n, trials.get(n)?))) {
            let points = trial.play(catalogue, plan, stop);
            results.lock().unwrap_or_else(PoisonError::into_inner)[place] = points;
            if points.is_none() {
                return;
            }
        }
    };
    run_crew(threads, work, || {})?;
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What a log says.
struct Log {
    plan: Plan,
    progress: Progress,
    /// The end of the last whole line, in bytes.
    end: u64,
}

/// Reads a log from its beginning; `None` if it has no whole line.
fn read_log(file: &mut File) -> Result<Option<Log>, TuneError> {
    file.rewind()?;
    let mut input = BufReader::new(file);
    let (mut line, mut found) = (Vec::new(), None::<Log>);
    for number in 1.. {
        line.clear();
        if (&mut input).take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let Some(text) = line.strip_suffix(b"\n") else {
            // The first line of another file is not taken for one that was cut.
            let begins = |start: &[u8]| line.starts_with(start) || start.starts_with(&line);
            return if found.is_some() || begins(br#"{"format":"bactrian tune"#) {
                Ok(found)
            } else {
                Err(TuneError::Foreign(1))
            };
        };
        let foreign = |_| TuneError::Foreign(number);
        match &mut found {
            None => {
                let Header { format, plan } = serde_json::from_slice(text).map_err(foreign)?;
                if format != FORMAT {
                    return Err(TuneError::Foreign(1));
                }
                found = Some(Log { progress: plan.beginning(), plan, end: line.len() as u64 });
            }
            Some(log) => {
                let progress: Progress = serde_json::from_slice(text).map_err(foreign)?;
                let fits = progress.values.len() == log.plan.params.len() && progress.pairs <= log.plan.pairs;
                if !fits || progress.values.iter().any(|value| !value.is_finite()) {
                    return Err(TuneError::Foreign(number));
                }
                log.progress = progress;
                log.end += line.len() as u64;
            }
        }
    }
    Ok(found)
}

/// Writes a line of JSON at once.
fn write_line(file: &mut File, value: &impl Serialize) -> Result<(), TuneError> {
    let mut line = serde_json::to_vec(value).map_err(io::Error::from)?;
    line.push(b'\n');
    Ok(file.write_all(&line)?)
}

/// Joins complete runs of the same plan but for the shard: the plan of the first, and the mean of their values. An error
/// comes with the file that cannot be used.
///
/// # Errors
/// When a log cannot be read, is of another plan, occurs twice, or is not complete.
pub fn join<'p>(
    games: &Games,
    first: &'p Path,
    others: &'p [PathBuf],
) -> Result<(Plan, Progress), (&'p Path, TuneError)> {
    let (plan, mut sum) = read_complete(games, first).map_err(|error| (first, error))?;
    let mut shards = vec![plan.shard];
    for path in others {
        let (other, progress) = read_complete(games, path).map_err(|error| (path.as_path(), error))?;
        let doubled = shards.contains(&other.shard).then_some("shard, which is there already");
        if let Some(what) = plan.difference(&other, true).or(doubled) {
            return Err((path, TuneError::Other(what)));
        }
        shards.push(other.shard);
        sum.pairs += progress.pairs;
        sum.won += progress.won;
        sum.lost += progress.lost;
        sum.values.iter_mut().zip(progress.values).for_each(|(sum, value)| *sum += value);
    }
    sum.values.iter_mut().for_each(|value| *value /= shards.len() as f64);
    Ok((plan, sum))
}

/// The plan and the end of a complete run.
fn read_complete(games: &Games, path: &Path) -> Result<(Plan, Progress), TuneError> {
    let Some(Log { plan, progress, .. }) = read_log(&mut File::open(path)?)? else { return Err(TuneError::Foreign(1)) };
    plan.check(games)?;
    if progress.pairs < plan.pairs {
        return Err(TuneError::Incomplete(progress.pairs, plan.pairs));
    }
    Ok((plan, progress))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(pairs: u64, shard: u64) -> Plan {
        let tuned = |name: &str, step| Tuned { name: name.to_owned(), step };
        Plan {
            games: vec!["kingsmen39".to_owned(), "chess".to_owned()],
            params: vec![tuned("reduction_base", 300.0), tuned("delta_margin", 150.0)],
            base: Params::default().by_names(),
            nodes: 60,
            pairs,
            rate: 0.05,
            seed: 3,
            shard,
        }
    }

    fn run(path: &Path, plan: Plan, threads: usize) -> Progress {
        let mut tuner = Tuner::open(&Catalogue::default(), path, plan).unwrap();
        tuner.run(threads, &AtomicBool::new(false), |_| {}).unwrap();
        tuner.progress().clone()
    }

    #[test]
    fn changes_and_moves_fall_to_step_and_rate() {
        let plan = plan(1_000, 0);
        let (first, last) = (plan.gains(0), plan.gains(999));
        assert!(first.0 > 1.9 && first.1 > 1.5 * plan.rate, "{first:?}");
        assert!((last.0 - 1.0).abs() < 1e-9 && (last.1 - plan.rate).abs() < 1e-9, "{last:?}");
    }

    #[test]
    fn both_sides_of_a_trial_have_opposite_changes() {
        let plan = plan(100, 0);
        for pair in 0..50 {
            let Trial { sides: [plus, minus], signs, .. } =
                plan.trial(pair, &[550.0, 160.0], &Params::default()).unwrap();
            assert!((i32::abs(plus.reduction_base + minus.reduction_base - 1100)) <= 2);
            assert_eq!(plus.reduction_base > minus.reduction_base, signs[0] > 0.0);
            assert_eq!(plus.delta_margin > minus.delta_margin, signs[1] > 0.0);
            assert_eq!(plus.reduction_pv, Params::default().reduction_pv);
        }
        let Trial { sides, .. } = plan.trial(0, &[1_490.0, 25.0], &Params::default()).unwrap();
        assert!(sides.iter().all(|side| side.reduction_base <= 1_500 && side.delta_margin >= 20));
    }

    #[test]
    fn better_numbers_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut tuner = Tuner::open(&Catalogue::default(), &folder.path().join("log"), plan(1_000, 0)).unwrap();
        // As if 600 were best for the first parameter, and the second did not matter.
        for pair in 0..1_000 {
            let trial = tuner.plan.trial(pair, &tuner.progress.values, &tuner.base).unwrap();
            let [plus, minus] = trial.sides.each_ref().map(|side| (side.reduction_base - 600).abs());
            tuner.learn(&trial, if plus < minus { [2, 1] } else { [0, 1] });
        }
        let [base, margin] = tuner.progress.values[..] else { panic!("two parameters") };
        assert!((base - 600.0).abs() < 30.0, "{base}");
        assert!((margin - 160.0).abs() < 200.0, "{margin}");
        assert_eq!((tuner.progress.pairs, tuner.progress.won + tuner.progress.lost), (1_000, 1_000));
    }

    #[test]
    fn a_run_goes_on_where_it_was_cut_whatever_the_threads() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
        let expected = run(&whole, plan(40, 0), 3);
        assert_eq!(expected.pairs, 40);
        assert_ne!(expected.values, plan(40, 0).beginning().values);
        let text = std::fs::read(&whole).unwrap();
        let lines: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b'\n').collect();
        assert_eq!(lines.len(), 4, "the plan, two batches of 16, one of 8");
        for end in [10, lines[1] + 1, lines[2] + 5] {
            std::fs::write(&cut, &text[..end]).unwrap();
            assert_eq!(run(&cut, plan(40, 0), 1), expected);
            assert_eq!(std::fs::read(&cut).unwrap(), text);
        }
    }

    #[test]
    fn other_files_and_runs_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        run(&log, plan(2, 0), 1);
        let text = std::fs::read(&log).unwrap();
        let refused = |plan: Plan| Tuner::open(&Catalogue::default(), &log, plan).err().map(|error| error.to_string());
        assert_eq!(refused(plan(3, 0)).unwrap(), "it is the log of a run with another number of pairs");
        assert_eq!(refused(plan(2, 1)).unwrap(), "it is the log of a run with another shard");
        let unknown = Plan { games: vec!["draughts".to_owned()], ..plan(2, 0) };
        assert!(refused(unknown).unwrap().starts_with("unknown variant `draughts`"));
        assert_eq!(std::fs::read(&log).unwrap(), text);
        for foreign in ["Shopping list", "{}\n", "{\"format\":\"bactrian tune 9\"}\n"] {
            std::fs::write(&log, foreign).unwrap();
            assert_eq!(refused(plan(2, 0)).unwrap(), "line 1 is not one of a log of `bactrian tune`");
            assert_eq!(std::fs::read_to_string(&log).unwrap(), foreign);
        }
        std::fs::write(&log, [&text, &b"{\"pairs\":9}\n"[..]].concat()).unwrap();
        assert_eq!(refused(plan(2, 0)).unwrap(), "line 3 is not one of a log of `bactrian tune`");
    }

    #[test]
    fn shards_are_joined_to_their_mean() {
        let folder = tempfile::tempdir().unwrap();
        let logs = [0, 1, 2].map(|shard| folder.path().join(format!("{shard}")));
        let ends: Vec<Progress> = (0..2).map(|shard| run(&logs[shard as usize], plan(20, shard), 2)).collect();
        assert_ne!(ends[0].values, ends[1].values);
        let (joined, sum) = join(&Games::default(), &logs[0], &logs[1..2]).unwrap();
        assert_eq!((joined, sum.pairs), (plan(20, 0), 40));
        assert_eq!(sum.values[0], (ends[0].values[0] + ends[1].values[0]) / 2.0);
        let mut short = Tuner::open(&Catalogue::default(), &logs[2], plan(20, 2)).unwrap();
        short.run(1, &AtomicBool::new(true), |_| {}).unwrap();
        let reason = |others: &[PathBuf]| join(&Games::default(), &logs[0], others).unwrap_err().1.to_string();
        assert_eq!(reason(&logs[2..]), "the run has 0 of 20 pairs");
        assert_eq!(reason(&logs[..1]), "it is the log of a run with another shard, which is there already");
    }
}
