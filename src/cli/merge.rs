//! `merge`: joins files of games of the engine against itself.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::common::Context;
use super::error::CliError;
use crate::files::Output;
use crate::session::Catalogue;
use crate::system::share;
use crate::training::{ArchiveError, Chunk, GameRecord, Series, collate, read_archive, write_text};

/// Join files of games written by `datagen`
///
/// Every game is replayed and checked. Damaged or incomplete files, games of another variant or other rules, and
/// duplicate games are refused. The games are sorted, so the same games always give the same file.
#[derive(Debug, clap::Args)]
pub(super) struct Merge {
    /// Files to join
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Write the quiet positions as text instead, one per line: `FEN;score;result`, from White's view
    #[arg(long)]
    text: bool,
    /// The file to write
    #[arg(short, long)]
    output: PathBuf,
}

/// Games of a chunk of the file.
const CHUNK: usize = 4_096;

impl Merge {
    /// Checks and joins the files.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let Self { parts, text, output } = self;
        let place = output.canonicalize().ok();
        if place.is_some() && parts.iter().any(|part| part.canonicalize().ok() == place) {
            return Err(CliError::Overwrites(output.display().to_string()));
        }
        let mut joined = Joined::default();
        for part in &parts {
            joined.add(&context.catalogue, part)?;
        }
        let merged = collate(joined.chunks).map_err(|error| CliError::file(&output, error))?;
        let failed = |error: io::Error| CliError::file(&output, error);
        let mut written = Output::create(&output).map_err(failed)?;
        let positions = if text {
            Some(
                write_text(&context.catalogue, &merged, &mut written)
                    .map_err(|error| CliError::file(&output, error))?,
            )
        } else {
            for Chunk { series, games } in &merged {
                for games in games.chunks(CHUNK) {
                    Chunk { series: series.clone(), games: games.to_vec() }.write(&mut written).map_err(failed)?;
                }
            }
            None
        };
        written.commit().map_err(failed)?;
        let games: usize = merged.iter().map(|chunk| chunk.games.len()).sum();
        let turns: usize = merged.iter().flat_map(|chunk| &chunk.games).map(|game| game.turns.len()).sum();
        write!(out, "games {games}  turns {turns}")?;
        match positions {
            Some(positions) => writeln!(out, "  positions {positions}")?,
            None => writeln!(out)?,
        }
        Ok(())
    }
}

/// The games of several files.
#[derive(Default)]
struct Joined {
    chunks: Vec<Chunk>,
    /// The numbers of the games.
    known: HashMap<Series, HashSet<u64>>,
}

impl Joined {
    /// Adds the games of a file, which must be complete, and of the same game as those before.
    fn add(&mut self, catalogue: &Catalogue, part: &Path) -> Result<(), CliError> {
        let failed = |error: ArchiveError| CliError::file(part, error);
        let chunks = read_archive(&catalogue.games, part).map_err(failed)?;
        for Chunk { series, games } in &chunks {
            let first = &self.chunks.first().unwrap_or(&chunks[0]).series;
            series.check_same_game(first).map_err(failed)?;
            let spec = catalogue.games.get(&series.variant).map_err(|error| CliError::file(part, error))?;
            series.check(spec).map_err(failed)?;
            let known = self.known.entry(series.clone()).or_default();
            if let Some(game) = games.iter().find(|game| !known.insert(game.number)) {
                return Err(failed(ArchiveError::Doubled { number: game.number, seed: series.seed }));
            }
            let replay = |game: &GameRecord| {
                let mut session = catalogue.open(spec);
                game.replay(&mut *session, |_, _| {}).map_err(|error| failed(error.into()))
            };
            share(|| games.par_iter().try_for_each(replay))?;
        }
        self.chunks.extend(chunks);
        Ok(())
    }
}
