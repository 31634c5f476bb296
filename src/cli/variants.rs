//! `variants`: lists the games, checks files of games, lists what such files can say, and writes games as files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::common::Context;
use super::error::CliError;
use super::game::find_game;
use crate::games::file;
use crate::games::{Games, GamesError, LoadedFile};

/// List the games
#[derive(Debug, clap::Args)]
pub(super) struct Variants {
    /// Print all problems of this file of games instead; may be repeated
    #[arg(long, value_name = "FILE")]
    check: Vec<PathBuf>,
    /// List the keys that a file of games can have
    #[arg(long, conflicts_with = "check")]
    keys: bool,
    /// List the games of other programs that are played by name but not listed otherwise
    #[arg(long, conflicts_with_all = ["check", "keys"])]
    relatives: bool,
    /// Write a game as files describe it
    #[arg(long, value_name = "FORMAT", requires = "variant", conflicts_with_all = ["check", "keys"])]
    export: Option<Format>,
    /// The game to write
    #[arg(short, long, value_name = "NAME", requires = "export")]
    variant: Option<String>,
}

/// How a game is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// As a section of variants.ini
    Ini,
    /// As an Interactive Diagram, to be pasted into a web page
    Diagram,
}

impl Variants {
    /// Writes the list.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        if self.keys {
            return Ok(write!(out, "{}", file::help())?);
        }
        if let (Some(format), Some(name)) = (self.export, &self.variant) {
            return export(&context.catalogue.games, name, format, out);
        }
        if !self.check.is_empty() {
            return check(context.catalogue.games.clone(), &self.check, out);
        }
        let games = &context.catalogue.games;
        let relatives = games.relatives().filter_map(|name| games.find(name));
        let listed: Vec<_> = if self.relatives { relatives.collect() } else { games.all().collect() };
        let widest = listed.iter().map(|spec| spec.page.name.len()).max().unwrap_or(0);
        for spec in listed {
            let page = &spec.page;
            let board = format!("{}x{}", page.files, page.ranks);
            let origin = games.origin(spec).map_or_else(String::new, |file| format!(" ({file})"));
            writeln!(out, "{:widest$}  {board:>5}  {}{origin}", page.name, page.summary)?;
        }
        Ok(())
    }
}

/// Writes a game. The copy of a built-in game has a name that is free.
fn export(games: &Games, name: &str, format: Format, out: &mut impl Write) -> Result<(), CliError> {
    let spec = find_game(games, name)?;
    let name = spec.page.name;
    let own_rules = |why: &'static str| CliError::NoFile { game: name, why: why.to_owned() };
    let game = games.draft(spec).map_err(own_rules)?;
    let free = if games.origin(spec).is_some() { name.to_owned() } else { format!("{name}-copy") };
    let text = match format {
        Format::Ini => game.ini(&free),
        Format::Diagram => {
            let refused = |problem| CliError::NoFile { game: name, why: format!("{problem}") };
            game.diagram(&free).map_err(refused)?
        }
    };
    Ok(write!(out, "{text}")?)
}

/// Writes all problems of files of games, a line each; of a file without problems, its games.
fn check(mut games: Games, files: &[PathBuf], out: &mut impl Write) -> Result<(), CliError> {
    let mut problems = 0;
    for file in files {
        problems += check_file(&mut games, file, out)?;
    }
    if problems == 0 { Ok(()) } else { Err(CliError::WrongFiles(problems)) }
}

/// As [`check`], of one file; returns the number of its problems. Its games are loaded, because the next file may have
/// children of them.
fn check_file(games: &mut Games, path: &Path, out: &mut impl Write) -> io::Result<usize> {
    let (names, problems, warnings) = match games.load_file(path) {
        Ok(LoadedFile { specs, problems, warnings }) => {
            let names: Vec<&str> = specs.iter().map(|spec| spec.page.name).collect();
            (names.join(" "), problems, warnings)
        }
        Err(GamesError::Wrong(problems)) => (String::new(), problems, Vec::new()),
        Err(error) => {
            writeln!(out, "{error}")?;
            return Ok(1);
        }
    };
    for warning in warnings {
        writeln!(out, "{warning} (a warning)")?;
    }
    problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    match (problems.len(), names.is_empty()) {
        (0, _) => writeln!(out, "{}: no problems, games: {names}", path.display())?,
        (_, true) => {}
        (_, false) => writeln!(out, "{}: games without problems: {names}", path.display())?,
    }
    Ok(problems.len())
}
