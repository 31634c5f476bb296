//! `fit`: the weights of the evaluation from positions with results.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::{CliError, VariantArgs};
use crate::board::Board;
use crate::eval::{Evaluated, FitOptions, Sample, fit, start_weights, weights_text};
use crate::rules::{self, Rules, Visitor};

/// Fit the weights of the evaluation to positions that `datagen` wrote
#[derive(Debug, clap::Args)]
pub(super) struct Fit {
    #[command(flatten)]
    variant: VariantArgs,
    /// The positions
    #[arg(short, long)]
    data: PathBuf,
    /// Passes over the data
    #[arg(short, long, default_value_t = 80)]
    epochs: usize,
    /// The score in centipawns that stands for 73 % of the points
    #[arg(long, default_value_t = 220.0)]
    scale: f32,
    /// The share of the target that comes from the game's result; the rest comes from the search's score
    #[arg(long, default_value_t = 0.5)]
    trust: f32,
    /// How strongly weights are held to those derived from the pieces' moves: what 100 centipawns cost in squared errors
    #[arg(long, default_value_t = 0.1)]
    hold: f32,
    /// The same for neighbouring steps of a table
    #[arg(long, default_value_t = 3.0)]
    smooth: f32,
    /// The file to write the weights to
    #[arg(short, long)]
    output: PathBuf,
}

impl Fit {
    /// Fits, and writes the weights to their file.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let name = self.variant.variant.clone();
        rules::visit(&name, Run { options: self, out }).ok_or(CliError::UnknownVariant(name))?
    }
}

struct Run<'a, W> {
    options: Fit,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Fit { data, epochs, scale, trust, hold, smooth, output, .. } = self.options;
        let samples = read_samples::<R>(&data, trust, scale)?;
        writeln!(self.out, "{} positions", samples.len())?;
        let (mut training, held_back) = split(samples);
        // The same order each time, so that the same data give the same weights.
        training.shuffle(&mut SmallRng::seed_from_u64(1));
        let start = start_weights::<R>();
        let options = FitOptions { epochs, scale, hold, smooth };
        let weights = fit::<R>(&training, &held_back, &start, options, |epoch, training, held_back| {
            log::info!("epoch {epoch}: error {training:.6}, held back {held_back:.6}");
            if epoch == 1 || epoch == epochs {
                // A closed output shows when the result is written.
                let _ = writeln!(self.out, "epoch {epoch}  error {training:.6}  held back {held_back:.6}");
            }
        });
        std::fs::write(&output, weights_text::<R>(&weights)?)
            .map_err(|error| CliError::File(output.display().to_string(), error))?;
        writeln!(self.out, "written to {}", output.display())?;
        Ok(())
    }
}

/// The samples to fit to, and the twentieth of them that is held back: whole stretches, as the positions of a game share
/// its result.
fn split(samples: Vec<Sample>) -> (Vec<Sample>, Vec<Sample>) {
    const STRETCH: usize = 500;
    const SHARE: usize = 20;
    let (held_back, training): (Vec<_>, Vec<_>) =
        samples.into_iter().enumerate().partition(|(number, _)| (number / STRETCH).is_multiple_of(SHARE));
    let samples = |numbered: Vec<(usize, Sample)>| numbered.into_iter().map(|(_, sample)| sample).collect();
    (samples(training), samples(held_back))
}

fn read_samples<R: Rules>(path: &Path, trust: f32, scale: f32) -> Result<Vec<Sample>, CliError> {
    let file_error = |error| CliError::File(path.display().to_string(), error);
    let file = std::fs::File::open(path).map_err(file_error)?;
    let lines: Vec<String> = BufReader::new(file).lines().collect::<Result<_, _>>().map_err(file_error)?;
    let read = |(number, line): (usize, &String)| {
        let wrong = || CliError::Data { line: number + 1, text: line.clone() };
        let mut fields = line.split(';');
        let mut next = || fields.next().ok_or_else(wrong);
        let board = Board::<R>::from_fen(next()?)?;
        let score = next()?.parse().map_err(|_| wrong())?;
        let result = next()?.parse().map_err(|_| wrong())?;
        Ok(Sample::new(&Evaluated::new(board), result, score, trust, scale))
    };
    lines.par_iter().enumerate().map(read).collect()
}
