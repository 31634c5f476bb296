//! `datagen`: plays games of the engine against itself, and keeps them for training.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use indicatif::ProgressBar;

use super::common::{Context, PARTIAL, beside, progress_style, shard_range, stop_switch};
use super::error::CliError;
use super::game::VariantArgs;
use crate::games::Games;
use crate::training::{Archive, ArchiveError, Chunk, Generation, KEPT_POSITIONS, MAX_BRANCHES, Series, read_archive};

/// Play self-play games for training, and store their moves, scores and results
///
/// Until all games are played the file is called OUTPUT.partial. The same command continues an interrupted run, and
/// does nothing if OUTPUT is complete. To use several machines, run one shard on each, in any order, and join the files
/// with `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Datagen {
    #[command(flatten)]
    variant: VariantArgs,
    /// Number of games, of all shards together
    #[arg(short, long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Start no further iteration of a search after this many nodes
    #[arg(short, long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Number of positions to store from each search tree, with their scores, for training networks
    #[arg(long, default_value_t = KEPT_POSITIONS, value_parser = clap::value_parser!(u16).range(0..=MAX_BRANCHES as i64))]
    tree: u16,
    /// Seed of the games; the same seed gives the same games
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 32))]
    seed: u64,
    /// Number of games to play at the same time
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Play only this shard, counted from 0
    #[arg(long, value_name = "I", requires = "of", default_value_t = 0)]
    shard: u64,
    /// Number of shards
    #[arg(long, value_name = "N", requires = "shard", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    of: u64,
    /// The file to store the games in
    #[arg(short, long)]
    output: PathBuf,
}

impl Datagen {
    /// Plays the games that the file does not have.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let first = self.variant.open(&context.catalogue)?;
        let Self { variant, games, nodes, tree, seed, threads, shard, of, output } = self;
        let numbers = shard_range(games, shard, of)?;
        let series = Series::of(&*first, nodes, seed);
        let failed = |error: ArchiveError| CliError::file(&output, error);
        let partial = beside(&output, PARTIAL);
        if reopen(&context.catalogue.games, &output, &partial, &series, &numbers).map_err(failed)? {
            writeln!(out, "{} is complete", output.display())?;
            return Ok(());
        }
        let archive = Archive::open(&context.catalogue.games, &partial, series.clone())
            .map_err(|error| CliError::file(&partial, error))?;
        if archive.dropped > 0 {
            writeln!(out, "dropped games that were cut: {} bytes of {}", archive.dropped, partial.display())?;
        }
        let known = archive.games.len() as u64;
        if known > 0 {
            writeln!(out, "goes on after {known} games")?;
        }
        out.flush()?;
        let stop = stop_switch()?;
        let bar = ProgressBar::new(numbers.end - numbers.start)
            .with_style(progress_style("{wide_bar} {pos}/{len} games {msg} {eta}"));
        let mut sessions = vec![first];
        for _ in 1..threads {
            sessions.push(variant.open(&context.catalogue)?);
        }
        let generation = Generation::new(archive, series, numbers, tree.into(), &stop);
        let played = generation.run(sessions, |generation| {
            let count = generation.count();
            bar.set_position(count.games);
            bar.set_message(format!("{} turns", count.turns));
        });
        bar.finish_and_clear();
        played.map_err(|error| CliError::file(&partial, error))?;
        let count = generation.count();
        // Some systems move no file that is open.
        drop(generation);
        if stop.load(Relaxed) {
            writeln!(out, "interrupted after {} games; the same command goes on", count.games)?;
            return Err(CliError::Interrupted);
        }
        fs::rename(&partial, &output).map_err(|error| CliError::file(&output, error))?;
        writeln!(out, "games {}  turns {}", count.games, count.turns)?;
        Ok(())
    }
}

/// Whether a file has all games with these numbers. If it lacks some it becomes the partial file again.
fn reopen(
    games: &Games,
    output: &Path,
    partial: &Path,
    series: &Series,
    numbers: &Range<u64>,
) -> Result<bool, ArchiveError> {
    let chunks = match read_archive(games, output) {
        Err(ArchiveError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        chunks => chunks?,
    };
    let mut found = 0;
    for Chunk { series: known, games } in &chunks {
        known.check_same_game(series)?;
        if known == series {
            found += games.iter().filter(|game| numbers.contains(&game.number)).count() as u64;
        }
    }
    let is_complete = found >= numbers.end - numbers.start;
    if !is_complete {
        fs::rename(output, partial)?;
    }
    Ok(is_complete)
}
