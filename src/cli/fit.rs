//! `fit`: fits the weights of the evaluation to positions with results.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::{CliError, VariantArgs};
use crate::games;
use crate::training::{FitOptions, Sample, fit, start_weights, tracer, weights_text};

/// Fit the weights of the evaluation to positions that `datagen` wrote
#[derive(Debug, clap::Args)]
pub(super) struct Fit {
    #[command(flatten)]
    variant: VariantArgs,
    /// File of positions
    #[arg(short, long)]
    data: PathBuf,
    /// Passes over the data
    #[arg(short, long, default_value_t = 80)]
    epochs: usize,
    /// The score in centipawns at which White is expected to get 73 % of the points
    #[arg(long, default_value_t = 220.0)]
    scale: f32,
    /// Weight of the game's result in the target, 0 to 1; the search's score has the rest
    #[arg(long, default_value_t = 0.5)]
    trust: f32,
    /// Penalty that holds weights to those derived from the pieces' moves, in squared errors per 100 centipawns
    #[arg(long, default_value_t = 0.1)]
    hold: f32,
    /// The same penalty for differences between neighbouring entries of a table
    #[arg(long, default_value_t = 3.0)]
    smooth: f32,
    /// The file to write the weights to
    #[arg(short, long)]
    output: PathBuf,
}

impl Fit {
    /// Fits the weights, and writes them to the file.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let Self { variant, data, epochs, scale, trust, hold, smooth, output } = self;
        let name = variant.variant;
        let spec = games::find(&name).ok_or_else(|| CliError::UnknownVariant(name.clone()))?;
        let samples = read_samples(&name, &data, trust, scale)?;
        writeln!(out, "{} positions", samples.len())?;
        let (mut training, held_back) = split(samples);
        // A fixed order, so that the same data give the same weights.
        training.shuffle(&mut SmallRng::seed_from_u64(1));
        let start = start_weights(spec);
        let options = FitOptions { epochs, scale, hold, smooth };
        let weights = fit(spec, &training, &held_back, &start, options, |epoch, training, held_back| {
            log::info!("epoch {epoch}: error {training:.6}, held back {held_back:.6}");
            if epoch == 1 || epoch == epochs {
                // Writing the result will report a closed output.
                let _ = writeln!(out, "epoch {epoch}  error {training:.6}  held back {held_back:.6}");
            }
        });
        std::fs::write(&output, weights_text(spec, &weights)?).map_err(|error| CliError::file(&output, error))?;
        writeln!(out, "written to {}", output.display())?;
        Ok(())
    }
}

/// Splits the samples into those to fit to and a twentieth to test with. Whole stretches are held back, because the
/// positions of a game share its result.
fn split(samples: Vec<Sample>) -> (Vec<Sample>, Vec<Sample>) {
    const STRETCH: usize = 500;
    const SHARE: usize = 20;
    let (held_back, training): (Vec<_>, Vec<_>) =
        samples.into_iter().enumerate().partition(|(number, _)| (number / STRETCH).is_multiple_of(SHARE));
    let samples = |numbered: Vec<(usize, Sample)>| numbered.into_iter().map(|(_, sample)| sample).collect();
    (samples(training), samples(held_back))
}

fn read_samples(game: &str, path: &Path, trust: f32, scale: f32) -> Result<Vec<Sample>, CliError> {
    let file = std::fs::File::open(path).map_err(|error| CliError::file(path, error))?;
    let lines: Result<Vec<String>, _> = BufReader::new(file).lines().collect();
    let lines = lines.map_err(|error| CliError::file(path, error))?;
    let trace = tracer(game).ok_or_else(|| CliError::UnknownVariant(game.to_owned()))?;
    let read = |(number, line): (usize, &String)| {
        let wrong = || CliError::Data { line: number + 1, text: line.clone() };
        let mut fields = line.split(';');
        let mut next = || fields.next().ok_or_else(wrong);
        let trace = trace(next()?)?;
        let score = next()?.parse().map_err(|_| wrong())?;
        let result = next()?.parse().map_err(|_| wrong())?;
        Ok(Sample::new(&trace, result, score, trust, scale))
    };
    lines.par_iter().enumerate().map(read).collect()
}
