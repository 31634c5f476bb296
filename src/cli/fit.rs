//! `fit`: fits the weights of the evaluation to positions with results.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use thiserror::Error;

use super::{CliError, VariantArgs};
use crate::board::FenError;
use crate::files::{LineError, Lines, Output};
use crate::games;
use crate::training::{FitOptions, Sample, Tracer, fit, start_weights, tracer, weights_text};
use crate::types::Score;

/// The fewest positions to fit to: the first stretch is held back, and a game's worth is no sample.
const MIN_POSITIONS: usize = 1_000;
/// The most positions that are read: they are kept in memory.
const MAX_POSITIONS: usize = 100_000_000;
/// Lines that are read before they are processed on all threads.
const CHUNK: usize = 1 << 15;

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
enum DataError {
    #[error("{0}")]
    Line(#[from] LineError),
    #[error("line {line} is `{text}`, expected `FEN;score;result`, the result from 0 to 1")]
    Form { line: usize, text: String },
    #[error("line {line}: {error}")]
    Fen { line: usize, error: FenError },
    #[error("{0} positions, expected at least {MIN_POSITIONS}")]
    TooFew(usize),
    #[error("more than {MAX_POSITIONS} positions")]
    TooMany,
}

/// Reads a number that is not below 0 and has an end.
fn not_negative(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|&number: &f32| number.is_finite() && number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on".to_owned())
}

/// Reads a number above 0 that has an end.
fn positive(text: &str) -> Result<f32, String> {
    not_negative(text).ok().filter(|&number| number > 0.0).ok_or_else(|| "expected a number above 0".to_owned())
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    not_negative(text).ok().filter(|&number| number <= 1.0).ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Fit the weights of the evaluation to positions that `datagen` wrote
#[derive(Debug, clap::Args)]
pub(super) struct Fit {
    #[command(flatten)]
    variant: VariantArgs,
    /// File of positions
    #[arg(short, long)]
    data: PathBuf,
    /// Passes over the data
    #[arg(short, long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// The score in centipawns at which White is expected to get 73 % of the points
    #[arg(long, default_value_t = 220.0, value_parser = positive)]
    scale: f32,
    /// Weight of the game's result in the target, 0 to 1; the search's score has the rest
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    trust: f32,
    /// Penalty that holds weights to those derived from the pieces' moves, in squared errors per 100 centipawns
    #[arg(long, default_value_t = 0.1, value_parser = not_negative)]
    hold: f32,
    /// The same penalty for differences between neighbouring entries of a table
    #[arg(long, default_value_t = 3.0, value_parser = not_negative)]
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
        let file = File::open(&data).map_err(|error| CliError::file(&data, error))?;
        let failed = |error| CliError::file(&output, error);
        let mut written = Output::create(&output).map_err(failed)?;
        let trace = tracer(&name).ok_or_else(|| CliError::UnknownVariant(name.clone()))?;
        let read = read_samples(Lines::new(BufReader::new(file)), &trace, trust, scale);
        let samples = read.map_err(|error| CliError::file(&data, error))?;
        writeln!(out, "{} positions", samples.len())?;
        let (mut training, held_back) = split(samples);
        // A fixed order, so that the same data give the same weights.
        training.shuffle(&mut SmallRng::seed_from_u64(1));
        let start = start_weights(spec);
        let epochs = epochs as usize;
        let options = FitOptions { epochs, scale, hold, smooth };
        let weights = fit(spec, &training, &held_back, &start, options, |epoch, training, held_back| {
            log::info!("epoch {epoch}: error {training:.6}, held back {held_back:.6}");
            if epoch == 1 || epoch == epochs {
                // Writing the result will report a closed output.
                let _ = writeln!(out, "epoch {epoch}  error {training:.6}  held back {held_back:.6}");
            }
        });
        written.write_all(weights_text(spec, &weights)?.as_bytes()).map_err(failed)?;
        written.commit().map_err(failed)?;
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

/// Reads positions, one a line; lines that begin with `#` are comments.
fn read_samples(
    mut lines: Lines<BufReader<File>>,
    trace: &Tracer,
    trust: f32,
    scale: f32,
) -> Result<Vec<Sample>, DataError> {
    let mut samples = Vec::new();
    let mut ended = false;
    while !ended {
        let mut chunk = Vec::new();
        while chunk.len() < CHUNK {
            let Some(line) = lines.next_text()? else {
                ended = true;
                break;
            };
            if !line.starts_with('#') {
                chunk.push((lines.number(), line));
            }
        }
        let read = |(number, line): &(usize, String)| read_sample(*number, line, trace, trust, scale);
        samples.append(&mut chunk.par_iter().map(read).collect::<Result<Vec<Sample>, DataError>>()?);
        if samples.len() > MAX_POSITIONS {
            return Err(DataError::TooMany);
        }
    }
    if samples.len() < MIN_POSITIONS { Err(DataError::TooFew(samples.len())) } else { Ok(samples) }
}

fn read_sample(number: usize, line: &str, trace: &Tracer, trust: f32, scale: f32) -> Result<Sample, DataError> {
    const LONGEST_QUOTE: usize = 120;
    let wrong = || DataError::Form { line: number, text: line.chars().take(LONGEST_QUOTE).collect() };
    let fields: Vec<&str> = line.split(';').collect();
    let [fen, score, result] = fields[..] else { return Err(wrong()) };
    let score: Score = score.parse().map_err(|_| wrong())?;
    let result = share(result).map_err(|_| wrong())?;
    let trace = trace(fen).map_err(|error| DataError::Fen { line: number, error })?;
    Ok(Sample::new(&trace, result, score, trust, scale))
}
