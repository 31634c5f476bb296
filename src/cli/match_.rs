//! `match`: plays engines against each other.

use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::ProgressBar;

use super::common::{Context, PARTIAL, beside, progress_style, shard_range};
use super::error::{CliError, INTERRUPTED_STATUS, complain};
use super::game::VariantArgs;
use super::pgn::OtherDialect;
use crate::arena::statistics::{Decision, Sprt};
use crate::arena::{
    self, Adjudication, Archive, ArenaError, Completion, Draw, EngineLimits, EngineSpec, FinishedGame, Format,
    GameScore, Openings, Pairing, Parts, Processes, RandomOpenings, RefereeSettings, Resign, Standings, TimeControl,
    Watcher, read_seconds,
};
use crate::files::Lines;
use crate::records::{Dialect, UnfitForXboard};
use crate::session::{Catalogue, Session};
use crate::system::{self, ThreadError};
use crate::types::Score;

/// Without a terminal, the standings are printed after this many games.
const REPORT_INTERVAL: u64 = 20;

/// The number of random moves in an opening.
const RANDOM_PLIES: u32 = 8;
/// The most random moves in an opening.
const MOST_RANDOM_PLIES: u32 = 100;

/// Play engines against each other
///
/// Describe each engine by words KEY=VALUE: name=NAME, cmd='PROGRAM ARGUMENTS', arg=ARGUMENT, dir=DIRECTORY,
/// proto=uci|cecp, option.NAME=VALUE, variant=NAME (what the engine calls the game), quirks=none|fairy-stockfish,
/// stderr=FILE, ponder=on|off; tc=, st=, depth= or nodes= replace the common limits; tscale=FACTOR multiplies the time
/// that a slow engine has to name its features, to answer `stop` and to end after `quit`.
///
/// To divide a match among machines, run the same command on each with --shard I --of N --pgn PART, in any order, and
/// then once with --join PART... to add up the parts. An incomplete part is called PART.partial; the same command
/// continues it.
///
/// Ctrl-C ends the match, prints the table so far and exits with status 130; a second Ctrl-C ends program and engines
/// at once.
#[derive(Debug, clap::Args)]
pub(super) struct Match {
    #[command(flatten)]
    variant: VariantArgs,
    /// An engine, e.g. "name=A cmd=./engine proto=uci option.Hash=32"; give at least two
    #[arg(short, long = "engine", value_name = "WORDS", required = true)]
    engines: Vec<String>,
    /// Number of games of each pairing, an even number
    #[arg(short, long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    /// Pair the first engine with each of the others, instead of all with all
    #[arg(long)]
    gauntlet: bool,
    /// Number of games to play at the same time
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Time control: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "CLOCK")]
    tc: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    st: Option<Duration>,
    /// Depth of each search, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes per search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Let the engines think on their opponent's time, except those with ponder=off
    #[arg(long)]
    ponder: bool,
    /// Milliseconds that an engine may exceed its clock by
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    margin: u64,
    /// Seconds without an answer after which an engine loses, where no clock runs
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = read_seconds)]
    patience: Duration,
    /// Openings: positions (EPD or FEN), or games (PGN) whose first moves are played
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of an opening: at most this many of a PGN game, or this many random moves without a file [default: the
    /// whole game, or 8]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(..=100_000))]
    opening_plies: Option<u32>,
    /// Largest score, for either side, after the random moves of an opening
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 100, value_parser = clap::value_parser!(Score).range(0..))]
    opening_score: Score,
    /// Seed of the openings; the same seed gives the same openings
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
    /// Adjudicate losses, by default with "moves=4 score=600 twosided=0"
    #[arg(long, value_name = "WORDS", num_args = 0..)]
    resign: Option<Vec<String>>,
    /// Adjudicate draws, by default with "number=40 moves=8 score=15"
    #[arg(long, value_name = "WORDS", num_args = 0..)]
    draw: Option<Vec<String>>,
    /// Adjudicate a game of this many turns (of both sides together) as a draw
    #[arg(long, value_name = "TURNS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    max_turns: u32,
    /// End the match of two engines when a sequential test decides, by default with "elo0=0 elo1=5 alpha=0.05
    /// beta=0.05"
    #[arg(long, value_name = "WORDS", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// Write each game to this PGN file when it ends; the file must be new
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write that file as another program reads it; games that XBoard cannot load stay in Bactrian's own PGN
    #[arg(long, value_name = "DIALECT", requires = "pgn")]
    pgn_dialect: Option<OtherDialect>,
    /// Continue the match in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Play only this shard of the match, counted from 0
    #[arg(long, value_name = "I", requires_all = ["of", "pgn"], conflicts_with = "sprt")]
    shard: Option<u64>,
    /// Number of shards
    #[arg(long, value_name = "N", requires = "shard", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    of: Option<u64>,
    /// Add up the PGN files of all shards and print the result, without playing
    #[arg(long, value_name = "PART", num_args = 1.., conflicts_with_all = ["pgn", "shard"])]
    join: Vec<PathBuf>,
    /// Write JSON: an object per game, and one with the results
    #[arg(long)]
    json: bool,
}

/// Where the games of a match are kept.
#[derive(Default)]
struct Recording {
    archive: Option<Archive>,
    /// The scores of the games that the file already has.
    earlier: Vec<GameScore>,
    /// The file of a shard that is not complete.
    partial: Option<PathBuf>,
}

/// Reads an option whose value consists of several words.
fn read_words<T>(name: &'static str, words: Option<&Vec<String>>) -> Result<Option<T>, CliError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let read = |words: &Vec<String>| words.join(" ").parse();
    words.map(read).transpose().map_err(|error: T::Err| CliError::option(name, error.to_string()))
}

impl Match {
    /// Plays the match.
    pub(super) fn run(self, context: &Context, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let settings = self.match_settings(context)?;
        if !self.join.is_empty() {
            return self.join_parts(&settings, out);
        }
        let Recording { archive, earlier, partial } = self.recording(&settings)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (switch, processes) = (Arc::clone(&stop), settings.processes.clone());
        // Not the switch, which the match itself sets to end early.
        let mut is_interrupted = false;
        let interrupt = move || {
            if is_interrupted {
                processes.kill();
                std::process::exit(INTERRUPTED_STATUS.into());
            }
            is_interrupted = true;
            switch.store(true, Relaxed);
        };
        ctrlc::set_handler(interrupt).map_err(|error| ThreadError::new("Ctrl-C", io::Error::other(error)))?;
        let bar = progress_bar(settings.games(), earlier.len());
        let session = settings.session();
        let dialect = self.dialect();
        let mut reporter = Reporter { settings: &settings, session, archive, dialect, out, json: self.json, bar };
        let ended = settings.run(&earlier, &stop, &mut reporter);
        if let Some(archive) = reporter.archive.take() {
            archive.finish().map_err(|error| self.archive_error(error))?;
        }
        let ended = ended?;
        if let (Completion::Complete, Some(partial), Some(path)) = (ended.completion, partial, &self.pgn) {
            fs::rename(partial, path).map_err(|error| CliError::file(path, error))?;
        }
        reporter.print_result(ended.completion, &ended.standings)?;
        match (ended.error, ended.completion) {
            (Some(error), _) => Err(error.into()),
            (None, Completion::Interrupted) => Err(CliError::Interrupted),
            (None, _) => Ok(()),
        }
    }

    /// Prints the result of a match from the files of its shards.
    fn join_parts(&self, settings: &arena::Match, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let mut parts = Parts::new(settings);
        for part in &self.join {
            parts.add(part).map_err(|error| CliError::file(part, error))?;
        }
        let standings = settings.standings(&parts.scores());
        let completion = settings.completion(&standings);
        let session = settings.session();
        let dialect = self.dialect();
        let reporter = Reporter { settings, session, archive: None, dialect, out, json: self.json, bar: None };
        reporter.print_result(completion, &standings)?;
        match completion {
            Completion::Interrupted => {
                Err(CliError::Incomplete { found: standings.games(), expected: settings.games() })
            }
            _ => Ok(()),
        }
    }

    fn dialect(&self) -> Dialect {
        self.pgn_dialect.map_or(Dialect::Own, Into::into)
    }

    /// Opens the file of games.
    fn recording(&self, settings: &arena::Match) -> Result<Recording, CliError> {
        let Some(path) = &self.pgn else { return Ok(Recording::default()) };
        let failed = |error| self.archive_error(error);
        let open = |path: &Path| Archive::resume(path, settings).map_err(failed);
        if self.shard.is_none() {
            let (archive, earlier) = match self.resume {
                true => open(path)?,
                false => (Archive::create(path).map_err(failed)?, Vec::new()),
            };
            return Ok(Recording { archive: Some(archive), earlier, partial: None });
        }
        let partial = beside(path, PARTIAL);
        if path.exists() {
            let (archive, earlier) = open(path)?;
            if earlier.len() as u64 == settings.games() {
                return Ok(Recording { archive: Some(archive), earlier, partial: None });
            }
            // Some systems move no file that is open.
            drop(archive);
            fs::rename(path, &partial).map_err(|error| CliError::file(path, error))?;
        }
        let (archive, earlier) =
            Archive::resume(&partial, settings).map_err(|error| CliError::file(&partial, error))?;
        Ok(Recording { archive: Some(archive), earlier, partial: Some(partial) })
    }

    fn archive_error(&self, error: ArenaError) -> CliError {
        CliError::file(self.pgn.as_deref().unwrap_or(Path::new("")), error)
    }

    fn match_settings(&self, context: &Context) -> Result<arena::Match, CliError> {
        let mut session = self.variant.open(&context.catalogue)?;
        let unfit = |unfit: UnfitForXboard| CliError::option("pgn-dialect", unfit.to_string());
        self.dialect().check(session.spec()).map_err(unfit)?;
        let openings = match &self.openings {
            Some(path) => self
                .read_openings(path, (&context.catalogue, &mut *session))
                .map_err(|error| CliError::file(path, error))?,
            None => {
                let plies = self.opening_plies.unwrap_or(RANDOM_PLIES);
                if plies > MOST_RANDOM_PLIES {
                    let why = format!("{plies}, expected at most {MOST_RANDOM_PLIES} random moves");
                    return Err(CliError::option("opening-plies", why));
                }
                Openings::Random(RandomOpenings { plies, score: self.opening_score })
            }
        };
        let mut engines = self.engines()?;
        let game_file = context.catalogue.games.path_of(session.spec());
        engines.iter_mut().for_each(|engine| engine.game_file = game_file.map(str::to_owned));
        if !self.games.is_multiple_of(2) {
            let why = format!("{} is odd, expected an even number: colours are reversed in pairs", self.games);
            return Err(CliError::option("games", why));
        }
        let sprt: Option<Sprt> = read_words("sprt", self.sprt.as_ref())?;
        if sprt.is_some() && engines.len() != 2 {
            return Err(CliError::option("sprt", "the test is for two engines".to_owned()));
        }
        let count = engines.len();
        let pairing = |first| (first + 1..count).map(move |second| Pairing { first, second });
        let firsts = if self.gauntlet { 0..1 } else { 0..count };
        let adjudication = Adjudication {
            resign: read_words::<Resign>("resign", self.resign.as_ref())?,
            draw: read_words::<Draw>("draw", self.draw.as_ref())?,
            max_turns: Some(self.max_turns),
        };
        let referee =
            RefereeSettings { margin: Duration::from_millis(self.margin), patience: self.patience, adjudication };
        Ok(arena::Match {
            catalogue: context.catalogue.clone(),
            game: session.spec(),
            engines,
            pairings: firsts.flat_map(pairing).collect(),
            pairs: shard_range(self.games / 2, self.shard.unwrap_or(0), self.of.unwrap_or(1))?,
            openings,
            seed: self.seed,
            referee,
            concurrency: usize::from(self.concurrency),
            sprt,
            processes: Processes::default(),
        })
    }

    fn read_openings(
        &self,
        path: &Path,
        (catalogue, session): (&Catalogue, &mut dyn Session),
    ) -> Result<Openings, ArenaError> {
        let mut input = BufReader::new(File::open(path)?);
        match Format::of(&path.to_string_lossy(), &mut input)? {
            Format::Epd => Openings::read_epd(Lines::new(input), session),
            Format::Pgn => {
                let mut warn = |warning: String| log::warn!("{}: {warning}", path.display());
                Openings::read_pgn(input, self.opening_plies, (catalogue, session), &mut warn)
            }
        }
    }

    /// The engines, each with the limits that apply to it.
    fn engines(&self) -> Result<Vec<EngineSpec>, CliError> {
        let common = EngineLimits { clock: self.tc, move_time: self.st, depth: self.depth, nodes: self.nodes };
        let mut engines = Vec::<EngineSpec>::new();
        for text in &self.engines {
            let mut engine = EngineSpec::read(text)?;
            if engine.limits.is_empty() {
                engine.limits = common;
            }
            engine.ponder.get_or_insert(self.ponder);
            if engine.limits.is_empty() {
                let why = format!("`{}` has no limit, expected --tc, --st, --depth or --nodes", engine.name);
                return Err(CliError::option("engine", why));
            }
            if engines.iter().any(|other| other.name == engine.name) {
                let why = format!("there are two engines `{}`, expected name=NAME", engine.name);
                return Err(CliError::option("engine", why));
            }
            engines.push(engine);
        }
        if engines.len() < 2 {
            return Err(CliError::option("engine", "expected at least two engines".to_owned()));
        }
        Ok(engines)
    }
}

/// A progress bar if standard error is a terminal.
fn progress_bar(games: u64, played: usize) -> Option<ProgressBar> {
    io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::new(games).with_position(played as u64);
        bar.set_style(progress_style("{pos}/{len} games  {msg}  {elapsed} (eta {eta})"));
        // Its thread is started by a function that panics without one.
        match system::start("the progress bar", || ()) {
            Ok(_) => bar.enable_steady_tick(Duration::from_secs(1)),
            Err(error) => log::warn!("{error}"),
        }
        bar
    })
}

/// Prints the games and results of a match, and records the games.
struct Reporter<'a, W> {
    settings: &'a arena::Match,
    session: Box<dyn Session>,
    archive: Option<Archive>,
    dialect: Dialect,
    out: &'a mut W,
    json: bool,
    bar: Option<ProgressBar>,
}

impl<W: Write + Send> Reporter<'_, W> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        let mut write = || writeln!(self.out, "{text}").and_then(|()| self.out.flush());
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn print_result(mut self, completion: Completion, standings: &Standings) -> io::Result<()> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        if self.json {
            return self.print(&self.settings.summary_json(completion, standings).to_string());
        }
        let last = match completion {
            Completion::Complete => "finished",
            Completion::Decided(Decision::H0) => "finished: the test accepts H0",
            Completion::Decided(Decision::H1) => "finished: the test accepts H1",
            Completion::Interrupted => "interrupted",
        };
        self.print(&format!("{}{last}", self.settings.table(standings)))
    }
}

impl<W: Write + Send> Watcher for Reporter<'_, W> {
    fn game_finished(&mut self, game: &FinishedGame, standings: &Standings) -> io::Result<()> {
        if let Some(archive) = &mut self.archive {
            let record = self.settings.record(game, &mut *self.session);
            let written = self.dialect.write(&record, &mut *self.session);
            let text = written.unwrap_or_else(|unfit| {
                complain(&CliError::Unfit { game: game.slot.number + 1, unfit });
                record.to_string()
            });
            archive.add(game.slot.number, &text)?;
        }
        let line = if self.json { self.settings.game_json(game).to_string() } else { self.settings.game_line(game) };
        self.print(&line)?;
        let progress = self.settings.progress(standings);
        if let Some(bar) = &self.bar {
            bar.set_position(standings.games());
            bar.set_message(progress);
        } else if !self.json && standings.games().is_multiple_of(REPORT_INTERVAL) {
            self.print(&progress)?;
        }
        Ok(())
    }
}
