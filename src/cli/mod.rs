//! The command line, one file for each command: its arguments, and `run`, which executes it and writes the results.

mod analyse;
mod annotate;
mod bench;
mod completions;
mod datagen;
mod fit;
mod game;
mod learn;
mod match_;
mod merge;
mod moves;
mod perft;
mod pgn;
mod play;
mod rules;
mod serve;
mod show;
mod suite;
mod tables;
mod train;
mod tune;
mod variants;
mod xboard;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Parser, Subcommand};
use indicatif::ProgressStyle;
use thiserror::Error;

use crate::arena::ArenaError;
use crate::board::{FenError, MoveError, View};
use crate::eval::Weights;
use crate::eval::network::{Network, NetworkChoice, choose_network, read_network_file};
use crate::eval::{self, WeightsError};
use crate::files::read_text;
use crate::games::file::GamesError;
use crate::games::{self, known_names, nearest_name};
use crate::records::{AnnotationError, PgnError, PgnProblem, RawGame, Reader, Replayer, UnfitForXboard};
use crate::search::{Finish, Report, choose_param};
use crate::serve::ServeError;
use crate::session::{Event, Session, Task};
use crate::tablebase::{Folder, MaterialError, TableError, choose_folder};
use crate::threads::ThreadError;
use crate::training::LearnError;

use game::{GameName, PositionArgs, SetupArgs, VariantArgs, find_game};

/// The exit status of an interrupted command, as shells report it: 128 and the number of the signal.
const INTERRUPTED_STATUS: u8 = 130;

/// The exit status after wrong usage.
const USAGE_STATUS: u8 = 2;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// No game has this name.
    #[error("unknown variant `{}`, {}expected one of: {}", .0.escape_debug(), did_you_mean(.0), known_names())]
    UnknownVariant(String),
    /// The command needs a game, and none is named.
    #[error("no game is named, expected -v or --variant with one of: {}", known_names())]
    NoVariant,
    /// Options are missing or do not fit together. Says what was expected.
    #[error("{0}")]
    Usage(&'static str),
    /// A position was refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// A file of games is wrong.
    #[error("{0}")]
    Games(#[from] GamesError),
    /// A game cannot be written for XBoard.
    #[error("game {game}: {unfit}")]
    Unfit {
        /// Its number in its file or match, from 1.
        game: u64,
        /// Why.
        unfit: UnfitForXboard,
    },
    /// Files of games are wrong; their problems have been printed. Holds how many.
    #[error("problems in files of games: {0}")]
    WrongFiles(usize),
    /// The value of an option cannot be used.
    #[error("--{name}: {why}")]
    Option {
        /// The option, without its dashes.
        name: &'static str,
        /// What is wrong with the value, and what was expected.
        why: String,
    },
    /// A file cannot be read or written, or its content is wrong.
    #[error("{path}: {error}")]
    File {
        /// The file, as the user named it.
        path: String,
        /// What is wrong.
        error: Box<dyn Error + Send + Sync>,
    },
    /// A PGN file has fewer games than the number asked for.
    #[error("{file} has no game {wanted}, only {found}")]
    NoSuchGame {
        /// The file.
        file: String,
        /// The number asked for, from 1.
        wanted: u64,
        /// How many games there are.
        found: u64,
    },
    /// Some games of the PGN files are wrong; each has been reported. Holds how many.
    #[error("games that could not be read: {0}")]
    WrongGames(u64),
    /// Some counts differ from those expected; each has been reported. Holds how many.
    #[error("counts that differ: {0}")]
    WrongCounts(usize),
    /// Some games cannot be written for XBoard; each has been reported. Holds how many.
    #[error("games that XBoard cannot load: {0}")]
    UnfitGames(u64),
    /// The output would overwrite the input. Holds the file.
    #[error("{0}: the output would overwrite the games")]
    Overwrites(String),
    /// A game that was read cannot be replayed.
    #[error("{0}")]
    Replay(#[from] PgnProblem),
    /// A game cannot be annotated.
    #[error("{0}")]
    Annotation(#[from] AnnotationError),
    /// Fitted weights cannot be stored.
    #[error("{0}")]
    Weights(#[from] WeightsError),
    /// A match cannot be played.
    #[error("{0}")]
    Arena(ArenaError),
    /// The board cannot be served.
    #[error("{0}")]
    Serve(#[from] ServeError),
    /// Parts of a match are not all of it.
    #[error("the match is not complete: {found} of {expected} games")]
    Incomplete {
        /// How many games the parts have.
        found: u64,
        /// How many the match has.
        expected: u64,
    },
    /// The men of an endgame table are wrong.
    #[error("{0}")]
    Material(#[from] MaterialError),
    /// There can be no such endgame table.
    #[error("{0}")]
    Table(#[from] TableError),
    /// A game cannot be learned.
    #[error("{0}")]
    Learn(LearnError),
    /// Threads cannot be started.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A thread cannot be started.
    #[error("{0}")]
    Thread(#[from] ThreadError),
    /// The search ended without a result.
    #[error("the search broke down; its threads have said why")]
    Search,
    /// The user interrupted the command, which has said so.
    #[error("interrupted")]
    Interrupted,
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// A question about a name that no game has, if it is like that of one.
fn did_you_mean(name: &str) -> String {
    nearest_name(name).map_or_else(String::new, |near| format!("did you mean `{near}`? "))
}

impl CliError {
    fn file(path: &Path, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::File { path: path.display().to_string(), error: error.into() }
    }

    fn option(name: &'static str, why: impl Into<String>) -> Self {
        Self::Option { name, why: why.into() }
    }

    /// An error if any of the games was wrong.
    fn check_wrong_games(wrong: u64) -> Result<(), Self> {
        if wrong > 0 { Err(Self::WrongGames(wrong)) } else { Ok(()) }
    }

    /// The exit status of the program.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Interrupted => INTERRUPTED_STATUS,
            Self::NoVariant | Self::Usage(_) => USAGE_STATUS,
            _ => 1,
        }
    }

    /// Whether the reader of the output closed it, which is not an error of this program.
    fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<ArenaError> for CliError {
    fn from(error: ArenaError) -> Self {
        match error {
            // The results go to the output, which the user may have closed.
            ArenaError::Output(error) => Self::Output(error),
            error => Self::Arena(error),
        }
    }
}

impl From<LearnError> for CliError {
    fn from(error: LearnError) -> Self {
        match error {
            LearnError::Output(error) => Self::Output(error),
            LearnError::UnknownGame(name) => Self::UnknownVariant(name),
            error => Self::Learn(error),
        }
    }
}

/// An engine for chess variants. Without a command it speaks CECP (XBoard) or UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "bactrian", version = env!("BACTRIAN_VERSION"))]
struct Arguments {
    /// Play with the weights in this file, as `fit` writes them, instead of the built-in ones; may be repeated
    #[arg(long, global = true, value_name = "GAME=FILE")]
    weights: Vec<String>,
    /// Play with the network in this file, as `train` writes it, instead of the built-in one; `GAME=none` plays with the
    /// classical evaluation alone; may be repeated
    #[arg(long, global = true, value_name = "GAME=FILE")]
    net: Vec<String>,
    /// Search with this value of a parameter (`bactrian tune --list` shows them); may be repeated
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    param: Vec<String>,
    /// Keep endgame tables in this folder instead of the user's folder for such files; `none` searches without them
    #[arg(long, global = true, value_name = "FOLDER", env = "BACTRIAN_TABLES")]
    // Unlike the parser of paths, this one takes an empty text.
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    tables: Option<PathBuf>,
    /// Also play the games that this file describes in the format of Fairy-Stockfish; before or after the command, may be
    /// repeated
    #[arg(id = "game_files", long = "games", value_name = "FILE")]
    games: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Variants(variants::Variants),
    Rules(rules::Rules),
    Show(show::Show),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Pgn(pgn::Pgn),
    Analyse(analyse::Analyse),
    Bench(bench::BenchArgs),
    Datagen(datagen::Datagen),
    Merge(merge::Merge),
    Fit(fit::Fit),
    Train(train::Train),
    Learn(learn::Learn),
    Tune(tune::Tune),
    Tables(tables::Tables),
    Match(Box<match_::MatchArgs>),
    Completions(completions::Completions),
    Man(completions::Man),
    Xboard(xboard::Xboard),
    Serve(serve::Serve),
}

/// Executes the command that the program's arguments give. Wrong usage ends the program with exit status 2.
///
/// # Errors
/// When the input is wrong or the results cannot be written.
pub fn run() -> Result<(), CliError> {
    let mut arguments = Arguments::parse_from(game_files_first(std::env::args_os()));
    // The weights may be for games of the files.
    arguments.games.iter().try_for_each(|file| games::load_file(file).map(|_| ()))?;
    arguments.weights.iter().try_for_each(|option| choose_weights(option))?;
    arguments.net.iter().try_for_each(|option| choose_net(option))?;
    arguments.param.iter().try_for_each(|option| choose_parameter(option))?;
    // An empty variable of the environment counts as unset.
    arguments.tables.take_if(|folder| folder.as_os_str().is_empty());
    if let Some(folder) = &arguments.tables {
        let is_off = folder == Path::new("none");
        choose_folder(if is_off { Folder::Off } else { Folder::At(folder.clone()) });
    }
    let own = engine_options(&arguments);
    let mut out = BufWriter::new(io::stdout());
    let result = match arguments.command {
        None => play::run(&mut out),
        Some(Command::Variants(command)) => command.run(&mut out),
        Some(Command::Rules(command)) => command.run(&mut out),
        Some(Command::Show(command)) => command.run(&mut out),
        Some(Command::Moves(command)) => command.run(&mut out),
        Some(Command::Perft(command)) => command.run(&mut out),
        Some(Command::Pgn(command)) => command.run(&mut out),
        Some(Command::Analyse(command)) => command.run(&mut out),
        Some(Command::Bench(command)) => command.run(&mut out),
        Some(Command::Datagen(command)) => command.run(&mut out),
        Some(Command::Merge(command)) => command.run(&mut out),
        Some(Command::Fit(command)) => command.run(&mut out),
        Some(Command::Train(command)) => command.run(&mut out),
        Some(Command::Learn(command)) => command.run(&mut out),
        Some(Command::Tune(command)) => command.run(&mut out),
        Some(Command::Tables(command)) => command.run(&mut out),
        Some(Command::Match(command)) => command.run(&mut out),
        Some(Command::Completions(command)) => command.run(&mut out),
        Some(Command::Man(command)) => command.run(&mut out),
        Some(Command::Xboard(command)) => command.run(&own, &mut out),
        Some(Command::Serve(command)) => command.run(&mut out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Err(error) if error.is_closed_output() => {
            // Drop the writer without flushing; it would try to write again.
            let _ = out.into_parts();
            Ok(())
        }
        result => result,
    }
}

/// The program's arguments with the files of games before the command. For `match` and `datagen`, `--games` with a number
/// is how many games to play.
fn game_files_first(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let is_count = |text: &OsStr| text.to_str().is_some_and(|text| text.parse::<u64>().is_ok());
    let mut arguments = arguments.peekable();
    let mut first: Vec<OsString> = arguments.next().into_iter().collect();
    let mut others = Vec::new();
    while let Some(argument) = arguments.next() {
        let joined = argument.to_str().and_then(|text| text.strip_prefix("--games="));
        if argument == "--" {
            others.push(argument);
            others.extend(arguments.by_ref());
        } else if argument == "--games" && arguments.peek().is_some_and(|next| !is_count(next)) {
            first.extend([argument].into_iter().chain(arguments.next()));
        } else if joined.is_some_and(|value| !is_count(value.as_ref())) {
            first.push(argument);
        } else {
            others.push(argument);
        }
    }
    first.append(&mut others);
    first
}

/// The options with which another process of this engine knows the same games and plays alike, wherever it runs.
fn engine_options(arguments: &Arguments) -> Vec<OsString> {
    let whole = |file: &Path| path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let games = arguments.games.iter().flat_map(|file| ["--games".into(), whole(file).into_os_string()]);
    let weights = arguments.weights.iter().flat_map(|option| {
        let (game, file) = option.split_once('=').unwrap_or((option, ""));
        ["--weights".into(), OsString::from(format!("{game}={}", whole(Path::new(file)).display()))]
    });
    let nets = arguments.net.iter().flat_map(|option| {
        let (game, file) = option.split_once('=').unwrap_or((option, "none"));
        let file = if file == "none" { file.into() } else { whole(Path::new(file)) };
        ["--net".into(), OsString::from(format!("{game}={}", file.display()))]
    });
    let params = arguments.param.iter().flat_map(|option| ["--param".into(), option.into()]);
    let tables = arguments.tables.iter().flat_map(|folder| {
        let folder = if folder == Path::new("none") { folder.clone() } else { whole(folder) };
        ["--tables".into(), folder.into_os_string()]
    });
    games.chain(weights).chain(nets).chain(params).chain(tables).collect()
}

/// Replaces the weights of a game by those of a file. The option has the form `GAME=FILE`.
fn choose_weights(option: &str) -> Result<(), CliError> {
    let wrong = |why: String| CliError::option("weights", format!("`{option}`: {why}"));
    let (game, file) = option.split_once('=').ok_or_else(|| wrong("expected GAME=FILE".to_owned()))?;
    let text = read_text(Path::new(file)).map_err(|error| CliError::file(Path::new(file), error))?;
    let spec = find_game(game)?;
    eval::choose_weights(spec, text).map_err(|error| wrong(error.to_string()))
}

/// Replaces the network of a game by that of a file, or by none. The option has the form `GAME=FILE` or `GAME=none`.
fn choose_net(option: &str) -> Result<(), CliError> {
    let wrong = |why: &str| CliError::option("net", format!("`{option}`: {why}"));
    let (game, file) = option.split_once('=').ok_or_else(|| wrong("expected GAME=FILE or GAME=none"))?;
    let spec = find_game(game)?;
    let path = Path::new(file);
    let choice = if file == "none" {
        NetworkChoice::Classical
    } else {
        let bytes = read_network_file(path).map_err(|error| CliError::file(path, error))?;
        let network = Network::for_weights(&bytes, spec, &Weights::of(spec));
        NetworkChoice::Network(network.map_err(|error| CliError::file(path, error))?.into())
    };
    choose_network(spec, choice);
    Ok(())
}

/// Chooses a value of a parameter with which engines search. The option has the form `NAME=VALUE`.
fn choose_parameter(option: &str) -> Result<(), CliError> {
    let wrong = |why: &str| CliError::option("param", format!("`{option}`: {why}"));
    let (name, value) = option.split_once('=').ok_or_else(|| wrong("expected NAME=VALUE"))?;
    let value = value.parse().map_err(|_| wrong("expected a whole number after the `=`"))?;
    choose_param(name, value).map_err(|error| wrong(&error.to_string()))
}

/// Prints an error to standard error, on one line even if it quotes several. An interrupt is no news.
pub fn complain(error: &CliError) {
    if matches!(error, CliError::Interrupted) {
        return;
    }
    let message = error.to_string().replace(char::is_control, " ");
    // If standard error is closed, nobody can be told.
    let _ = writeln!(io::stderr(), "bactrian: {message}");
}

/// A switch that Ctrl-C sets; a second one ends the program.
fn stop_switch() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&stop);
    let interrupt = move || {
        if switch.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED_STATUS.into());
        }
    };
    ctrlc::set_handler(interrupt).map_err(|error| ThreadError::new("Ctrl-C", io::Error::other(error)))?;
    Ok(stop)
}

/// The ending of the file in which work is kept until it is complete and gets the name that was asked for.
const PARTIAL: &str = "partial";

/// The file beside another, with this ending after its name.
fn beside(output: &Path, ending: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// The items, out of `count`, of the shard with this number out of so many. None is without an item.
fn shard_range(count: u64, shard: u64, of: u64) -> Result<Range<u64>, CliError> {
    if of > count {
        return Err(CliError::option("of", format!("{of}, expected at most {count}: a shard would be empty")));
    }
    if shard >= of {
        return Err(CliError::option("shard", format!("{shard}, expected 0 to {}", of - 1)));
    }
    Ok(count * shard / of..count * (shard + 1) / of)
}

/// The style of a progress bar.
fn progress_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The games of a PGN file.
fn open_games(path: &Path) -> Result<Reader<BufReader<File>>, CliError> {
    let file = File::open(path).map_err(|error| CliError::file(path, error))?;
    Ok(Reader::new(BufReader::new(file)))
}

/// Passes each of the games of the PGN file `path` to `handle`, or only the one with the number `wanted`, from 1.
fn for_each_game(
    games: Reader<BufReader<File>>,
    path: &Path,
    wanted: Option<u64>,
    mut handle: impl FnMut(Result<RawGame, PgnError>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut found = 0;
    for read in games {
        found += 1;
        if wanted.is_none_or(|wanted| wanted == found) {
            handle(read)?;
        }
        if wanted == Some(found) {
            return Ok(());
        }
    }
    wanted.map_or(Ok(()), |wanted| Err(CliError::NoSuchGame { file: path.display().to_string(), wanted, found }))
}

/// Logs what was wrong with the last game of a file but did not prevent reading it.
fn warn_about(path: &Path, replayer: &Replayer) {
    replayer.warnings().iter().for_each(|warning| log::warn!("{}: {warning}", path.display()));
}

/// Searches to the end, or until `stop` is set. `report_line` gets each report of the search, and the position that is
/// searched.
fn search(
    session: &mut dyn Session,
    task: Task,
    stop: &AtomicBool,
    report_line: &mut dyn FnMut(&Report, &dyn View) -> io::Result<()>,
) -> Result<Finish, CliError> {
    /// Time between two looks at the switch.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    let (sender, events) = mpsc::channel();
    // If this function returns early, dropping `running` stops the search; its last event is not needed.
    let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
    loop {
        if stop.load(Relaxed) {
            running.stop();
        }
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::Report(report)) => report_line(&report, running.root())?,
            Ok(Event::Finish(finish)) => {
                let has_moves = !running.root().legal_moves().is_empty();
                running.wait();
                return if finish.best.is_none() && has_moves { Err(CliError::Search) } else { Ok(finish) };
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(CliError::Search),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_games_may_follow_the_command() {
        let ordered = |line: &str| {
            let arguments = game_files_first(line.split(' ').map(OsString::from));
            arguments.join(OsStr::new(" ")).into_string().unwrap()
        };
        assert_eq!(
            ordered("bactrian match --games a.ini --games 10 -v x"),
            "bactrian --games a.ini match --games 10 -v x"
        );
        assert_eq!(ordered("bactrian show --games=a.ini -v x"), "bactrian --games=a.ini show -v x");
        assert_eq!(ordered("bactrian show -v x --games"), "bactrian show -v x --games");
        assert_eq!(ordered("bactrian show -- --games a.ini"), "bactrian show -- --games a.ini");
    }
}
