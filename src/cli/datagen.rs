//! `datagen`: plays games of the engine against itself, and writes their positions with scores and results.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rayon::prelude::*;

use super::{CliError, VariantArgs, progress_style};
use crate::training::{Series, Store, play_game};

/// Play games against itself and write their quiet positions, one a line: `FEN;score;result`
///
/// The score is the search's, in centipawns from White's view; the result is White's: 1, 0.5 or 0. Before the positions
/// of a game comes a line `# GAME seed S nodes N game G positions P`: games that the file has already are not played
/// again, and a game at its end that was cut is dropped.
#[derive(Debug, clap::Args)]
pub(super) struct Datagen {
    #[command(flatten)]
    variant: VariantArgs,
    /// Games that the file is to have of this seed and these nodes
    #[arg(short, long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Nodes of each search
    #[arg(short, long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the games; the same seed gives the same games
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 32))]
    seed: u64,
    /// Games played at the same time
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The file to append the positions to
    #[arg(short, long)]
    output: PathBuf,
}

/// The transposition table of each game, in mebibytes.
const HASH: usize = 8;

impl Datagen {
    /// Plays the games that the file does not have, and appends each to it when it ends.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut session = self.variant.open()?;
        let Self { variant, games, nodes, seed, threads, output } = self;
        let failed = |error| CliError::file(&output, error);
        let series = Series { variant: session.spec().page.name.to_owned(), seed, nodes };
        let store = Store::open(&output, series, &mut *session).map_err(|error| CliError::file(&output, error))?;
        if store.dropped > 0 {
            writeln!(out, "dropped an incomplete game at the end of {}: {} lines", output.display(), store.dropped)?;
        }
        let missing: Vec<u64> = (0..games).filter(|number| !store.games.contains(number)).collect();
        let known = games - missing.len() as u64;
        if known > 0 {
            writeln!(out, "{} has {known} of the games", output.display())?;
        }
        out.flush()?;
        let store = Mutex::new(store);
        let bar = ProgressBar::new(games).with_style(progress_style("{wide_bar} {pos}/{len} games {eta}"));
        bar.set_position(known);
        let play = |&number: &u64| -> Result<usize, CliError> {
            let mut random = SmallRng::seed_from_u64((seed << 32).wrapping_add(number));
            let mut session = variant.open()?;
            session.configure(HASH, 1);
            let game = play_game(&mut *session, nodes, &mut random);
            // A panic while writing leaves at most an incomplete game, which the next run drops.
            store.lock().unwrap_or_else(PoisonError::into_inner).add(number, &game).map_err(failed)?;
            bar.inc(1);
            Ok(game.positions.len())
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build()?;
        let positions: usize = pool.install(|| missing.par_iter().map(play).sum::<Result<usize, CliError>>())?;
        bar.finish_and_clear();
        writeln!(out, "games {}  positions {positions}", missing.len())?;
        Ok(())
    }
}
