//! `variants`: lists the games, checks files of games, and lists what such files can say.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::common::Context;
use super::error::CliError;
use crate::games::file;
use crate::games::{Games, GamesError, LoadedFile};

/// List the games: name, board, one line about each
#[derive(Debug, clap::Args)]
pub(super) struct Variants {
    /// Tell all that is wrong with this file of games, instead of listing them; may be repeated
    #[arg(long, value_name = "FILE")]
    check: Vec<PathBuf>,
    /// List the keys that files of games can have
    #[arg(long, conflicts_with = "check")]
    keys: bool,
}

impl Variants {
    /// Writes the list.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        if self.keys {
            return Ok(write!(out, "{}", file::help())?);
        }
        if !self.check.is_empty() {
            return check(context.catalogue.games.clone(), &self.check, out);
        }
        let games = &context.catalogue.games;
        let widest = games.all().map(|spec| spec.page.name.len()).max().unwrap_or(0);
        for spec in games.all() {
            let page = &spec.page;
            let board = format!("{}x{}", page.files, page.ranks);
            let origin = games.origin(spec).map_or_else(String::new, |file| format!(" ({file})"));
            writeln!(out, "{:widest$}  {board:>5}  {}{origin}", page.name, page.summary)?;
        }
        Ok(())
    }
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
