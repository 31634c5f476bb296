//! `fit`: fits the weights of the evaluation to positions with results.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use thiserror::Error;

use super::common::Context;
use super::error::CliError;
use super::game::VariantArgs;
use crate::board::{Spec, quoted};
use crate::eval::{ChanceShape, Weights, groups};
use crate::files::Output;
use crate::session::Catalogue;
use crate::training::{
    ArchiveError, Chunk, FitOptions, Reading, Results, Sample, Start, collate, fit, fit_chance_shape, read_archive,
    weights_text,
};

/// The fewest positions to fit to: those of one game are not a sample.
const MIN_POSITIONS: usize = 1_000;
/// The positions of one in so many games are held out from the fit, to see how well it does.
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

/// Fit evaluation weights, or win/draw/loss chances (--chances), to games written by `datagen`
#[derive(Debug, clap::Args)]
pub(super) struct Fit {
    #[command(flatten)]
    variant: VariantArgs,
    /// File of games; may be repeated
    #[arg(short, long, required = true)]
    data: Vec<PathBuf>,
    /// Fit how often each score wins, draws and loses, for --wdl, instead of weights
    #[arg(long, conflicts_with_all = ["terms", "new_terms"])]
    chances: bool,
    /// Fit the shape that the chances of all games share (the built-in wdl.txt); pass a file of each game
    #[arg(long, requires = "chances")]
    shape: bool,
    /// Passes over the data
    #[arg(short, long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// The score, in centipawns, that stands for an expected score of 73 %
    #[arg(long, default_value_t = 220.0, value_parser = positive)]
    scale: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    trust: f32,
    /// Penalty for leaving the weights derived from the pieces' moves, in squared errors per 100 centipawns
    #[arg(long, default_value_t = 0.1, value_parser = not_negative)]
    hold: f32,
    /// Penalty for differences between neighbouring entries of a table, in the same unit
    #[arg(long, default_value_t = 3.0, value_parser = not_negative)]
    smooth: f32,
    /// Fit only these terms, named as in a file of weights: hanging for all pieces, hanging.N for one
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "new_terms")]
    terms: Vec<String>,
    /// Fit only the terms that the weights in use lack
    #[arg(long)]
    new_terms: bool,
    /// The file to write the weights or the chances to
    #[arg(short, long)]
    output: PathBuf,
}

impl Fit {
    /// Fits weights or chances, and writes them to the file.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let catalogue = &context.catalogue;
        let failed = |error| CliError::file(&self.output, error);
        let mut written = Output::create(&self.output).map_err(failed)?;
        let text = if self.chances { self.chances(catalogue, out)? } else { self.weights(catalogue, out)? };
        written.write_all(text.as_bytes()).map_err(failed)?;
        written.commit().map_err(failed)?;
        writeln!(out, "written to {}", self.output.display())?;
        Ok(())
    }

    /// Fits weights. Returns their file.
    fn weights(&self, catalogue: &Catalogue, out: &mut impl Write) -> Result<String, CliError> {
        let &Self { epochs, scale, trust, hold, smooth, .. } = self;
        let spec = self.variant.spec(catalogue)?;
        let used = catalogue.evaluations.weights(spec);
        let start = self.start(spec, &used)?;
        let mut samples = Vec::new();
        for path in &self.data {
            let chunks = chunks(catalogue, path, Some(spec))?;
            let read = Reading { trust, scale, step: 1 }.samples((catalogue, spec), &chunks, &used);
            samples.append(&mut read.map_err(|error| CliError::file(path, ArchiveError::from(error)))?);
        }
        self.check_positions(samples.len())?;
        writeln!(out, "{} positions", samples.len())?;
        let (mut training, held_back): (Vec<Sample>, Vec<Sample>) =
            samples.into_iter().partition(|sample| !sample.game.is_multiple_of(HELD_BACK));
        // A fixed order, so that the same data give the same weights.
        training.shuffle(&mut SmallRng::seed_from_u64(1));
        let epochs = epochs as usize;
        let options = FitOptions { epochs, scale, hold, smooth };
        let weights = fit(spec, &training, &held_back, &start, options, |epoch, training, held_back| {
            log::info!("epoch {epoch}: error {training:.6}, held out {held_back:.6}");
            if epoch == 1 || epoch == epochs {
                // Writing the result will report a closed output.
                let _ = writeln!(out, "epoch {epoch}  error {training:.6}  held out {held_back:.6}");
            }
            ControlFlow::Continue(())
        });
        Ok(weights_text(spec, &weights)?)
    }

    /// Fits chances, of one game or what is the same in all. Returns their file.
    fn chances(&self, catalogue: &Catalogue, out: &mut impl Write) -> Result<String, CliError> {
        let spec = if self.shape { None } else { Some(self.variant.spec(catalogue)?) };
        let mut games: Vec<Results> = Vec::new();
        for path in &self.data {
            if self.shape || games.is_empty() {
                games.push(Results::default());
            }
            let results = games.last_mut().expect("it begins with one");
            for chunk in chunks(catalogue, path, spec)? {
                results.add(catalogue, &chunk).map_err(|error| CliError::file(path, error))?;
            }
        }
        let positions: usize = games.iter().map(Results::positions).sum();
        self.check_positions(positions)?;
        writeln!(out, "{positions} positions of {} games", games.iter().map(Results::games).sum::<usize>())?;
        let Some(spec) = spec else { return Ok(fit_chance_shape(&games).text()) };
        let (results, shape) = (&games[0], ChanceShape::built_in());
        let chances = results.fit(shape);
        let [before, after] =
            [catalogue.evaluations.chances(spec), chances].map(|chances| results.loss(shape, chances));
        writeln!(out, "loss {after:.4} nats a position, {before:.4} before")?;
        Ok(results.text(chances))
    }

    fn check_positions(&self, count: usize) -> Result<(), CliError> {
        let first = self.data.first().map(PathBuf::as_path).unwrap_or(Path::new(""));
        if count < MIN_POSITIONS { Err(CliError::file(first, TooFew(count))) } else { Ok(()) }
    }

    /// What a fit of weights begins with: all terms, or those that are named, or those that the weights lack.
    fn start(&self, spec: &Spec, used: &Weights) -> Result<Start, CliError> {
        let (option, names) = match self.new_terms {
            true if used.missing().is_empty() => {
                return Err(CliError::option("new-terms", "the weights in use lack no terms"));
            }
            true => ("new-terms", used.missing()),
            false if self.terms.is_empty() => return Ok(Start::all(used)),
            false => ("terms", &self.terms[..]),
        };
        Start::only(spec, used, names).map_err(|name| {
            let mut known: Vec<&str> = groups(spec).iter().map(|group| group.name).collect();
            known.sort_unstable();
            known.dedup();
            CliError::option(
                option,
                format!("`{}` names no terms, expected one of: {}", quoted(name), known.join(", ")),
            )
        })
    }
}

/// The games of a file, which must be of this game if there is one.
fn chunks(catalogue: &Catalogue, path: &Path, spec: Option<&'static Spec>) -> Result<Vec<Chunk>, CliError> {
    let wrong = |error: ArchiveError| CliError::file(path, error);
    let chunks = read_archive(&catalogue.games, path).and_then(collate).map_err(wrong)?;
    if let Some(spec) = spec {
        chunks.iter().try_for_each(|chunk| chunk.series.check(spec)).map_err(wrong)?;
    }
    Ok(chunks)
}
