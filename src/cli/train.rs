//! `train`: trains a network on games of the engine against itself.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use super::common::{Context, beside, stop_switch};
use super::error::CliError;
use super::fit::{not_negative, positive, share};
use super::game::VariantArgs;
use crate::board::Spec;
use crate::eval::network::{Purpose, TERM_HIDDEN, read_network_file};
use crate::files::Output;
use crate::games::Games;
use crate::training::network::{
    Beginning, CheckpointError, Choice, DumpHeader, Epoch, Samples, TrainOptions, Trainer, inputs_of, loss_plot,
    write_samples,
};
use crate::training::{ArchiveError, Chunk, Outlook, Series, Source, collate, read_archive};

/// The fewest positions to learn from.
const MIN_POSITIONS: usize = 1_000;

/// Too few positions were read.
#[derive(Debug, Error)]
#[error("{0} positions, expected at least {MIN_POSITIONS}")]
struct TooFew(usize);

/// Train a network on games written by `datagen`
///
/// Writes the network to OUTPUT, its training data and settings to OUTPUT.json, and its loss curves to OUTPUT.svg. The
/// same command continues an interrupted run from OUTPUT.checkpoint, which is written after each epoch and removed at
/// the end. Play with the network by `--net GAME=OUTPUT`.
///
/// `--dump FILE` writes the positions for other training programs instead; `bactrian help networks` describes the
/// format.
#[derive(Debug, clap::Args)]
pub(super) struct Train {
    #[command(flatten)]
    variant: VariantArgs,
    /// Files of games, written by `datagen`
    #[arg(short, long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// What the network's output is: a `correction` of the classical evaluation, or an evaluation that stands `alone`
    #[arg(long, default_value = "correction", value_parser = word::<Purpose>)]
    purpose: Purpose,
    /// Hidden neurons of each side's view of the board
    #[arg(long, default_value_t = 64, value_parser = hidden)]
    hidden: usize,
    /// Hidden neurons for the terms of the classical evaluation
    #[arg(long, default_value_t = 64, value_parser = term_hidden)]
    term_hidden: usize,
    /// Passes over the positions
    #[arg(short, long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// The initial learning rate
    #[arg(long, default_value_t = 0.003, value_parser = positive)]
    rate: f32,
    /// Weight decay in 16,384 positions, as a share of the learning rate
    #[arg(long, default_value_t = 0.5, value_parser = not_negative)]
    decay: f32,
    /// Weight decay of the details: what a piece on a square weighs beyond the piece, its rank and its file
    #[arg(long, default_value_t = 10.0, value_parser = not_negative)]
    detail_decay: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    trust: f32,
    /// The score, in centipawns, that stands for an expected score of 73 %
    #[arg(long, default_value_t = 220.0, value_parser = positive)]
    scale: f32,
    /// Weight of each later search of the game relative to the one before it, 0 to 1; at 0 only the position's own
    /// search counts
    #[arg(long, default_value_t = 0.8, value_parser = share)]
    persistence: f32,
    /// Positions to train on: quiet ones of the games (`roots`), the ends of principal variations (`leaves`), `both`,
    /// or `all`, which adds positions from search trees
    #[arg(long, default_value = "all", value_parser = word::<Source>)]
    source: Source,
    /// Start from this network instead of random weights: one of the same game, or of another game, from which the
    /// weights of pieces that move alike are taken
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Share of the network of --from in the result, 0 to 1: each weight is the mean of the old one, with this share,
    /// and the trained one
    #[arg(long, default_value_t = 0.0, value_parser = share, requires = "from")]
    keep: f32,
    /// Seed of the initial weights and of the order of the positions
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write the positions to this file instead of training
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// The file to write the network to
    #[arg(short, long, required_unless_present = "dump", conflicts_with = "dump")]
    output: Option<PathBuf>,
}

/// Reads a number of hidden neurons.
fn hidden(text: &str) -> Result<usize, String> {
    let known = [16, 32, 64, 128, 256];
    let number = text.parse().ok().filter(|number| known.contains(number));
    number.ok_or_else(|| format!("expected one of {known:?}"))
}

/// Reads a number of hidden neurons of terms.
fn term_hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| TERM_HIDDEN.contains(number));
    number.ok_or_else(|| format!("expected one of {TERM_HIDDEN:?}"))
}

/// Reads one of several words.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(Value::from(text)).map_err(|error| error.to_string())
}

/// What a network was made from.
#[derive(Serialize)]
struct Lineage<'a> {
    game: &'a str,
    network: &'a str,
    options: TrainOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    games: usize,
    positions: usize,
    series: Vec<&'a Series>,
    last: Option<&'a Epoch>,
}

impl Train {
    /// Trains the network, and writes it.
    pub(super) fn run(self, context: &Context, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let spec = self.variant.spec(&context.catalogue)?;
        let catalogue = &context.catalogue;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(self.threads)).build()?;
        let begun = Instant::now();
        let chunks = self.chunks(&catalogue.games, spec)?;
        let outlook = Outlook { scale: self.scale, persistence: self.persistence };
        let evaluation = catalogue.evaluations.of(spec);
        let has_terms = self.purpose == Purpose::Correction || self.dump.is_some();
        let choice = Choice { source: self.source, step: 1, has_terms };
        let read = || Samples::read(catalogue, &chunks, &evaluation, choice, outlook);
        let samples = pool.install(read).map_err(|error| CliError::file(&self.data[0], error))?;
        let positions = samples.samples.len();
        if positions < MIN_POSITIONS {
            return Err(CliError::file(&self.data[0], TooFew(positions)));
        }
        let games: usize = chunks.iter().map(|chunk| chunk.games.len()).sum();
        writeln!(out, "{games} games, {positions} positions, read in {:.0} s", begun.elapsed().as_secs_f64())?;
        out.flush()?;
        let inputs = inputs_of(catalogue, spec);
        let rules = spec.rules_hash();
        let names = [rules.as_str(), evaluation.weights.name()];
        match (&self.dump, &self.output) {
            (Some(path), _) => {
                let header = DumpHeader::new(spec.page.name, names, &inputs, self.options(), &samples);
                dump(path, &header, &samples)?;
                Ok(writeln!(out, "{positions} positions written to {}", path.display())?)
            }
            (None, Some(path)) => {
                let mut trainer = Trainer::new(inputs, names, self.options());
                if let Some(path) = &self.from {
                    begin_with(&catalogue.games, path, &mut trainer, spec)?;
                }
                pool.install(|| self.train(path, (spec, &mut trainer), &samples, begun, out))?;
                self.write(spec, path, &trainer, &chunks, positions, out)
            }
            // The arguments do not permit it.
            (None, None) => Ok(()),
        }
    }

    /// Trains the network, from the checkpoint if there is one.
    fn train(
        &self,
        path: &Path,
        (spec, trainer): (&Spec, &mut Trainer),
        samples: &Samples,
        begun: Instant,
        out: &mut (impl Write + Send),
    ) -> Result<(), CliError> {
        let checkpoint = beside(path, "checkpoint");
        let failed = |error: CheckpointError| CliError::file(&checkpoint, error);
        trainer.resume(&checkpoint, samples, spec).map_err(failed)?;
        if trainer.epochs.is_empty() {
            let [error, of_results] = trainer.held_back_errors(samples);
            writeln!(out, "epoch   0                  held out {error:.6}  of results {of_results:.6}")?;
        } else {
            writeln!(out, "goes on after epoch {}", trainer.epochs.len())?;
        }
        let stop = stop_switch()?;
        let mut outcome = Ok(());
        trainer.run(samples, |trainer, epoch| {
            outcome = report(out, trainer.epochs.len(), epoch, begun)
                .map_err(CliError::Output)
                .and_then(|()| trainer.save(&checkpoint, samples).map_err(failed));
            if outcome.is_err() || stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        outcome?;
        if trainer.epochs.len() < self.options().epochs {
            writeln!(out, "interrupted; the same command goes on")?;
            return Err(CliError::Interrupted);
        }
        if self.keep > 0.0 {
            let [error, of_results] = trainer.held_back_errors(samples);
            writeln!(out, "with what is kept                  held out {error:.6}  of results {of_results:.6}")?;
        }
        Ok(())
    }

    /// Writes the network, and what it was made from.
    fn write(
        &self,
        spec: &'static Spec,
        path: &Path,
        trainer: &Trainer,
        chunks: &[Chunk],
        positions: usize,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let game = spec.page.name;
        let network = trainer.network();
        let lineage = Lineage {
            game,
            network: &network.name,
            options: self.options(),
            from: trainer.beginning(),
            games: chunks.iter().map(|chunk| chunk.games.len()).sum(),
            positions,
            series: chunks.iter().map(|chunk| &chunk.series).collect(),
            last: trainer.epochs.last(),
        };
        let mut lineage = serde_json::to_vec_pretty(&lineage).map_err(io::Error::from)?;
        lineage.push(b'\n');
        let plot = loss_plot(&format!("{game}: mean squared error"), &trainer.epochs);
        write_file(&beside(path, "json"), &lineage)?;
        write_file(&beside(path, "svg"), plot.as_bytes())?;
        let bytes = network.to_bytes(spec);
        write_file(path, &bytes)?;
        // One that is left takes space and nothing else.
        let _ = std::fs::remove_file(beside(path, "checkpoint"));
        writeln!(out, "{} written to {}, {} bytes", network.name, path.display(), bytes.len())?;
        Ok(())
    }

    fn options(&self) -> TrainOptions {
        let round = |number: f32| (f64::from(number) * 1e6).round() / 1e6;
        TrainOptions {
            purpose: self.purpose,
            hidden: self.hidden,
            term_hidden: if self.purpose == Purpose::Alone { 0 } else { self.term_hidden },
            epochs: self.epochs as usize,
            rate: round(self.rate),
            decay: round(self.decay),
            detail_decay: round(self.detail_decay),
            result_share: self.trust,
            scale: self.scale,
            persistence: self.persistence,
            source: self.source,
            seed: self.seed,
            kept_share: self.keep,
        }
    }

    /// The games, each once.
    fn chunks(&self, games: &Games, spec: &'static Spec) -> Result<Vec<Chunk>, CliError> {
        let mut all = Vec::new();
        for path in &self.data {
            let failed = |error: ArchiveError| CliError::file(path, error);
            let chunks = read_archive(games, path).map_err(failed)?;
            for chunk in &chunks {
                chunk.series.check_rules(spec, games).map_err(failed)?;
            }
            all.extend(chunks);
        }
        collate(all).map_err(|error| CliError::file(&self.data[0], error))
    }
}

/// Begins with the network in a file.
fn begin_with(games: &Games, path: &Path, trainer: &mut Trainer, spec: &Spec) -> Result<(), CliError> {
    let bytes = read_network_file(path).map_err(|error| CliError::file(path, error))?;
    let begun = Beginning::read(games, &bytes).and_then(|beginning| trainer.begin_with(&beginning, spec));
    begun.map_err(|error| CliError::file(path, error))
}

/// Writes the positions to a file.
fn dump(path: &Path, header: &DumpHeader, samples: &Samples) -> Result<(), CliError> {
    let write = || {
        let mut output = Output::create(path)?;
        write_samples(header, samples, &mut output)?;
        output.commit()
    };
    write().map_err(|error| CliError::file(path, error))
}

/// Tells the errors of an epoch.
fn report(out: &mut impl Write, number: usize, epoch: Epoch, begun: Instant) -> io::Result<()> {
    let Epoch { training, held_back } = epoch;
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(
        out,
        "epoch {number:>3}  error {:.6}  held out {:.6}  of results {:.6}  {seconds:.0} s",
        training[0], held_back[0], held_back[1]
    )?;
    out.flush()
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let written = Output::create(path).and_then(|mut output| {
        output.write_all(bytes)?;
        output.commit()
    });
    written.map_err(|error| CliError::file(path, error))
}
