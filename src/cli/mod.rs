//! The command line, one file for each command: its arguments, and `run`, which executes it and writes the results.
//!
//! To add a command, write its file and add a line to `commands!`.

mod annotate;
mod common;
mod error;
mod game;
mod play;
mod score;
mod suite;

use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, Write};
use std::path::{self, Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};

use crate::board::Spec;
use crate::eval::network::{Network, read_network_file};
use crate::eval::{Chances, NetworkChoice};
use crate::files::read_text;
use crate::session::Catalogue;
use crate::tablebase::{Folder, Tablebases};

use self::common::Context;
use self::game::find_game;

pub use self::error::{CliError, complain};

/// An engine for chess variants. Without a command it speaks CECP (XBoard), UCI or JSON on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "bactrian", version = env!("BACTRIAN_VERSION"), disable_help_subcommand = true)]
struct Arguments {
    /// Use the evaluation weights in this file, written by `fit` or `learn`; may be repeated
    #[arg(long, global = true, value_name = "GAME=FILE")]
    weights: Vec<String>,
    /// Use the network in this file, written by `train` or `learn`; GAME=none uses none, only the classical evaluation;
    /// may be repeated
    #[arg(long, global = true, value_name = "GAME=FILE")]
    net: Vec<String>,
    /// Use the win/draw/loss chances in this file, written by `fit --chances` or `learn`; may be repeated
    #[arg(long, global = true, value_name = "GAME=FILE")]
    wdl: Vec<String>,
    /// Set a search parameter (`bactrian tune --list` shows them); may be repeated
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    param: Vec<String>,
    /// Keep endgame tables in this folder instead of the user's cache; `none` turns them off
    #[arg(long, global = true, value_name = "FOLDER", env = "BACTRIAN_TABLES")]
    // Unlike the parser of paths, this one takes an empty text.
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    tables: Option<PathBuf>,
    /// Load the games in this file, in the format of Fairy-Stockfish's variants.ini or as Interactive Diagrams; may be repeated
    #[arg(id = "game_files", long = "games", value_name = "FILE")]
    games: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Declares each command by its file and the type of its arguments there, in the order in which users see them. The
/// type's `run` executes the command and writes the results.
macro_rules! commands {
    ($($file:ident::$command:ident,)*) => {
        $(mod $file;)*

        #[derive(Debug, Subcommand)]
        enum Command {
            $($command(Box<$file::$command>),)*
        }

        impl Command {
            fn run(self, context: &Context, out: &mut (impl Write + Send)) -> Result<(), CliError> {
                match self {
                    $(Self::$command(command) => command.run(context, out),)*
                }
            }
        }
    };
}

commands! {
    variants::Variants,
    rules::Rules,
    show::Show,
    moves::Moves,
    perft::Perft,
    pgn::Pgn,
    analyse::Analyse,
    bench::Bench,
    datagen::Datagen,
    merge::Merge,
    fit::Fit,
    train::Train,
    learn::Learn,
    tune::Tune,
    tables::Tables,
    match_::Match,
    completions::Completions,
    man::Man,
    xboard::Xboard,
    serve::Serve,
    help::Help,
}

/// Executes the command that the program's arguments give. Wrong usage ends the program with exit status 2.
///
/// # Errors
/// When the input is wrong or the results cannot be written.
pub fn run() -> Result<(), CliError> {
    let mut arguments = Arguments::parse_from(game_files_first(std::env::args_os()));
    // An empty variable of the environment counts as unset.
    arguments.tables.take_if(|folder| folder.as_os_str().is_empty());
    let catalogue = catalogue(&arguments)?;
    let context = Context { catalogue, engine_options: engine_options(&arguments), syntax: Arguments::command };
    let mut out = BufWriter::new(io::stdout());
    let result = match arguments.command {
        None => play::run(context.catalogue, &mut out),
        Some(command) => command.run(&context, &mut out),
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

/// What the program's arguments say of the games, and of what they are played with.
fn catalogue(arguments: &Arguments) -> Result<Catalogue, CliError> {
    let mut catalogue = Catalogue::default();
    // The weights may be for games of the files, and networks for these weights.
    for file in &arguments.games {
        if let Some(left_out) = catalogue.games.load_file(file)?.left_out() {
            log::warn!("{left_out}");
        }
    }
    arguments.weights.iter().try_for_each(|option| choose_weights(&mut catalogue, option))?;
    arguments.net.iter().try_for_each(|option| choose_net(&mut catalogue, option))?;
    arguments.wdl.iter().try_for_each(|option| choose_chances(&mut catalogue, option))?;
    arguments.param.iter().try_for_each(|option| choose_parameter(&mut catalogue, option))?;
    if let Some(folder) = &arguments.tables {
        let is_off = folder == Path::new("none");
        catalogue.tablebases = Tablebases::new(if is_off { Folder::Off } else { Folder::At(folder.clone()) });
    }
    Ok(catalogue)
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
    let of_game = |name: &'static str, option: &str| {
        let (game, file) = option.split_once('=').unwrap_or((option, ""));
        [name.into(), OsString::from(format!("{game}={}", whole(Path::new(file)).display()))]
    };
    let weights = arguments.weights.iter().flat_map(|option| of_game("--weights", option));
    let chances = arguments.wdl.iter().flat_map(|option| of_game("--wdl", option));
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
    games.chain(weights).chain(chances).chain(nets).chain(params).chain(tables).collect()
}

/// Replaces the weights of a game by those of a file. The option has the form `GAME=FILE`.
fn choose_weights(catalogue: &mut Catalogue, option: &str) -> Result<(), CliError> {
    let (spec, text) = text_for_game(catalogue, "weights", option)?;
    let chosen = catalogue.evaluations.choose_weights(spec, text);
    chosen.map_err(|error| CliError::option("weights", format!("`{option}`: {error}")))
}

/// Replaces the chances of a game by those of a file. The option has the form `GAME=FILE`.
fn choose_chances(catalogue: &mut Catalogue, option: &str) -> Result<(), CliError> {
    const EXPECTED: &str = "no chances, expected the numbers that `bactrian fit --chances` writes";
    let (spec, text) = text_for_game(catalogue, "wdl", option)?;
    let chances = Chances::read(&text).ok_or_else(|| CliError::option("wdl", format!("`{option}`: {EXPECTED}")))?;
    catalogue.evaluations.choose_chances(spec, chances);
    Ok(())
}

/// The game and the text of the file of the option with this name, which has the form `GAME=FILE`.
fn text_for_game(catalogue: &Catalogue, name: &'static str, option: &str) -> Result<(&'static Spec, String), CliError> {
    let wrong = || CliError::option(name, format!("`{option}`: expected GAME=FILE"));
    let (game, file) = option.split_once('=').ok_or_else(wrong)?;
    let text = read_text(Path::new(file)).map_err(|error| CliError::file(Path::new(file), error))?;
    Ok((find_game(&catalogue.games, game)?, text))
}

/// Replaces the network of a game by that of a file, or by none. The option has the form `GAME=FILE` or `GAME=none`.
fn choose_net(catalogue: &mut Catalogue, option: &str) -> Result<(), CliError> {
    let wrong = |why: &str| CliError::option("net", format!("`{option}`: {why}"));
    let (game, file) = option.split_once('=').ok_or_else(|| wrong("expected GAME=FILE or GAME=none"))?;
    let spec = find_game(&catalogue.games, game)?;
    let path = Path::new(file);
    let choice = if file == "none" {
        NetworkChoice::Classical
    } else {
        let bytes = read_network_file(path).map_err(|error| CliError::file(path, error))?;
        let network = Network::for_weights(&bytes, spec, &catalogue.evaluations.weights(spec));
        NetworkChoice::Network(network.map_err(|error| CliError::file(path, error))?.into())
    };
    catalogue.evaluations.choose_network(spec, choice);
    Ok(())
}

/// Chooses a value of a parameter with which engines search. The option has the form `NAME=VALUE`.
fn choose_parameter(catalogue: &mut Catalogue, option: &str) -> Result<(), CliError> {
    let wrong = |why: &str| CliError::option("param", format!("`{option}`: {why}"));
    let (name, value) = option.split_once('=').ok_or_else(|| wrong("expected NAME=VALUE"))?;
    let value = value.parse().map_err(|_| wrong("expected a whole number after the `=`"))?;
    catalogue.params.choose(name, value).map_err(|error| wrong(&error.to_string()))
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
