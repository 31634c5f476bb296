//! `fit`: fits the weights of the evaluation to positions with results.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use thiserror::Error;

use super::common::Context;
use super::error::CliError;
use super::game::VariantArgs;
use crate::board::{Spec, quoted};
use crate::eval::{Weights, groups};
use crate::files::Output;
use crate::training::{ArchiveError, FitOptions, Reading, Sample, Start, collate, fit, read_archive, weights_text};

/// The fewest positions to fit to: a game's worth is no sample.
const MIN_POSITIONS: usize = 1_000;
/// The positions of one in so many games are held back from the fit, to see how well it does.
const HELD_BACK: u64 = 20;

/// Too few positions were read.
#[derive(Debug, Error)]
#[error("{0} positions, expected at least {MIN_POSITIONS}")]
struct TooFew(usize);

/// Reads a number that is not below 0 and has an end.
pub(super) fn not_negative(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|&number: &f32| number.is_finite() && number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on".to_owned())
}

/// Reads a number above 0 that has an end.
pub(super) fn positive(text: &str) -> Result<f32, String> {
    not_negative(text).ok().filter(|&number| number > 0.0).ok_or_else(|| "expected a number above 0".to_owned())
}

/// Reads a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f32, String> {
    not_negative(text).ok().filter(|&number| number <= 1.0).ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Fit the weights of the evaluation to games that `datagen` wrote
#[derive(Debug, clap::Args)]
pub(super) struct Fit {
    #[command(flatten)]
    variant: VariantArgs,
    /// File of games
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
    /// Fit these terms alone, named as in a file of weights: hanging for all pieces, hanging.N for one
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "new_terms")]
    terms: Vec<String>,
    /// Fit alone the terms that the weights in use lack, those added to the program since
    #[arg(long)]
    new_terms: bool,
    /// The file to write the weights to
    #[arg(short, long)]
    output: PathBuf,
}

impl Fit {
    /// Fits the weights, and writes them to the file.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let Self { variant, data, epochs, scale, trust, hold, smooth, terms, new_terms, output } = self;
        let spec = variant.spec(&context.catalogue)?;
        let used = context.catalogue.evaluations.weights(spec);
        let start = start(spec, &used, terms, new_terms)?;
        let failed = |error| CliError::file(&output, error);
        let mut written = Output::create(&output).map_err(failed)?;
        let wrong = |error: ArchiveError| CliError::file(&data, error);
        let chunks = read_archive(&context.catalogue.games, &data).and_then(collate).map_err(wrong)?;
        for chunk in &chunks {
            chunk.series.check(spec).map_err(wrong)?;
        }
        let read = Reading { trust, scale, step: 1 }.samples((&context.catalogue, spec), &chunks, &used);
        let samples = read.map_err(|error| wrong(error.into()))?;
        if samples.len() < MIN_POSITIONS {
            return Err(CliError::file(&data, TooFew(samples.len())));
        }
        writeln!(out, "{} positions", samples.len())?;
        let (mut training, held_back): (Vec<Sample>, Vec<Sample>) =
            samples.into_iter().partition(|sample| !sample.game.is_multiple_of(HELD_BACK));
        // A fixed order, so that the same data give the same weights.
        training.shuffle(&mut SmallRng::seed_from_u64(1));
        let epochs = epochs as usize;
        let options = FitOptions { epochs, scale, hold, smooth };
        let weights = fit(spec, &training, &held_back, &start, options, |epoch, training, held_back| {
            log::info!("epoch {epoch}: error {training:.6}, held back {held_back:.6}");
            if epoch == 1 || epoch == epochs {
                // Writing the result will report a closed output.
                let _ = writeln!(out, "epoch {epoch}  error {training:.6}  held back {held_back:.6}");
            }
            ControlFlow::Continue(())
        });
        written.write_all(weights_text(spec, &weights)?.as_bytes()).map_err(failed)?;
        written.commit().map_err(failed)?;
        writeln!(out, "written to {}", output.display())?;
        Ok(())
    }
}

/// What the fit begins with: all terms, or those with these names, or those that the weights lack.
fn start(spec: &Spec, used: &Weights, terms: Vec<String>, new_terms: bool) -> Result<Start, CliError> {
    if new_terms && used.missing().is_empty() {
        return Err(CliError::option("new-terms", "the weights in use lack no terms"));
    }
    let (option, names) = if new_terms { ("new-terms", used.missing().to_vec()) } else { ("terms", terms) };
    if names.is_empty() {
        return Ok(Start::all(used));
    }
    let unknown = |name: &str| {
        let mut known: Vec<&str> = groups(spec).iter().map(|group| group.name).collect();
        known.sort_unstable();
        known.dedup();
        CliError::option(option, format!("`{}` names no terms, expected one of: {}", quoted(name), known.join(", ")))
    };
    Start::only(spec, used, &names).map_err(unknown)
}
