//! `datagen`: plays games of the engine against itself, and writes their positions with scores and results.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rayon::prelude::*;

use super::{CliError, VariantArgs, progress_style};
use crate::training::{SelfPlayGame, play_game};

/// Play games against itself and write their quiet positions, one a line: `FEN;score;result`
///
/// The score is the search's, in centipawns from White's view; the result is White's: 1, 0.5 or 0.
#[derive(Debug, clap::Args)]
pub(super) struct Datagen {
    #[command(flatten)]
    variant: VariantArgs,
    /// Games to play
    #[arg(short, long, default_value_t = 100)]
    games: u64,
    /// Nodes of each search
    #[arg(short, long, default_value_t = 5000)]
    nodes: u64,
    /// Seed of the games; the same seed gives the same games
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(short, long, default_value_t = 1)]
    threads: usize,
    /// The file to append the positions to
    #[arg(short, long)]
    output: PathBuf,
}

/// The transposition table of each game, in mebibytes.
const HASH: usize = 8;

impl Datagen {
    /// Plays the games, and appends each to the file when it ends.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.variant.open()?;
        let Self { variant, games, nodes, seed, threads, output } = self;
        let opened = OpenOptions::new().create(true).append(true).open(&output);
        let file = opened.map_err(|error| CliError::file(&output, error))?;
        let file = Mutex::new(BufWriter::new(file));
        let bar = ProgressBar::new(games).with_style(progress_style("{wide_bar} {pos}/{len} games {eta}"));
        let play = |number: u64| -> Result<usize, CliError> {
            let mut random = SmallRng::seed_from_u64(seed.wrapping_mul(1 << 32).wrapping_add(number));
            let mut session = variant.open()?;
            session.configure(HASH, 1);
            let game = play_game(&mut *session, nodes, &mut random);
            write_game(&file, &game)?;
            bar.inc(1);
            Ok(game.positions.len())
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let positions: usize =
            pool.install(|| (0..games).into_par_iter().map(play).sum::<Result<usize, CliError>>())?;
        bar.finish_and_clear();
        writeln!(out, "games {games}  positions {positions}")?;
        Ok(())
    }
}

/// Writes all positions of a game at once, so that an interrupted run leaves only whole games.
fn write_game(file: &Mutex<BufWriter<File>>, game: &SelfPlayGame) -> Result<(), CliError> {
    let result = game.result.white_points().unwrap_or(0.5);
    let text: String = game.positions.iter().map(|(fen, score)| format!("{fen};{score};{result}\n")).collect();
    let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    file.write_all(text.as_bytes())?;
    Ok(file.flush()?)
}
