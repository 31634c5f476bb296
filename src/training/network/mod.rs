//! Trains networks on games of the engine against itself.

mod checkpoint;
mod dump;
mod group;
mod model;
mod options;
mod plot;
mod samples;
#[cfg(test)]
mod tests;
mod transfer;

pub use checkpoint::CheckpointError;
pub use dump::{DumpHeader, write_samples};
pub use options::{Epoch, TrainOptions};
pub use plot::loss_plot;
pub use samples::{Choice, Samples, inputs_of};
pub use transfer::{Beginning, TransferError};

use std::ops::ControlFlow;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::board::Spec;
use crate::eval::network::{Inputs, Network};
use checkpoint::{Checkpoint, Subject};
use model::{Errors, Model, Shape, Target};
use samples::Sample;

/// Positions of a step.
const BATCH: usize = 2_048;
/// Decays are given for steps of so many positions.
const DECAY_BATCH: usize = 16_384;
/// The positions of one in so many games are held out, to see how well the network does.
const HELD_BACK: u64 = 20;
/// The last learning rate as a share of the first.
const LAST_RATE: f64 = 0.01;
/// The decays of the moments (Kingma and Ba 2015).
const DECAYS: [f32; 2] = [0.9, 0.999];
/// Parameters of one task of a step.
const TASK: usize = 1 << 14;

/// A network being trained.
pub struct Trainer {
    shape: Shape,
    options: TrainOptions,
    rules: String,
    weights: String,
    /// The name of the network with which it began.
    from: Option<String>,
    parameters: Vec<f32>,
    /// The parameters with which it began.
    initial: Vec<f32>,
    /// First and second moments of the gradient.
    moments: [Vec<f32>; 2],
    steps: i32,
    /// The epochs so far.
    pub epochs: Vec<Epoch>,
}

impl Trainer {
    /// A network for the game of these inputs and rules (see [`crate::board::Spec::rules_hash`]), which builds on the
    /// classical weights with this name.
    pub fn new(inputs: Inputs, [rules, weights]: [&str; 2], options: TrainOptions) -> Self {
        let shape = Shape::new(inputs, options.hidden, options.term_hidden);
        let parameters = shape.start(options.purpose, &mut SmallRng::seed_from_u64(options.seed));
        let moments = [vec![0.0; parameters.len()], vec![0.0; parameters.len()]];
        Self {
            shape,
            options,
            rules: rules.to_owned(),
            weights: weights.to_owned(),
            from: None,
            initial: parameters.clone(),
            parameters,
            moments,
            steps: 0,
            epochs: Vec::new(),
        }
    }

    /// Begins with another network instead of random numbers. `spec` is the game that is trained.
    ///
    /// # Errors
    /// When the network has more hidden neurons, or another purpose.
    pub fn begin_with(&mut self, beginning: &Beginning, spec: &Spec) -> Result<(), TransferError> {
        let fresh = std::mem::take(&mut self.parameters);
        self.parameters = beginning.parameters(&self.shape, self.options.purpose, spec, fresh)?;
        self.initial.clone_from(&self.parameters);
        self.from = Some(beginning.network.name.clone());
        Ok(())
    }

    /// The name of the network with which it began; `None` for random numbers.
    pub fn beginning(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Goes on where a checkpoint was written, if the file is there.
    ///
    /// # Errors
    /// When the file is not a checkpoint of a network with these options and positions.
    pub fn resume(&mut self, path: &Path, samples: &Samples, spec: &Spec) -> Result<(), CheckpointError> {
        let Some(checkpoint) = Checkpoint::read(path, &self.subject(samples), spec, self.parameters.len())? else {
            return Ok(());
        };
        let Checkpoint { parameters, moments, steps, epochs } = checkpoint;
        (self.parameters, self.moments, self.steps, self.epochs) = (parameters, moments, steps, epochs);
        Ok(())
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path, samples: &Samples) -> Result<(), CheckpointError> {
        Checkpoint::write(path, self.subject(samples), &self.parameters, &self.moments, self.steps, &self.epochs)
    }

    fn subject(&self, samples: &Samples) -> Subject {
        Subject {
            rules: self.rules.clone(),
            options: self.options,
            from: self.from.clone(),
            positions: samples.samples.len(),
        }
    }

    /// Trains until all epochs are done. `report` is called after each; it decides whether to go on.
    pub fn run(&mut self, samples: &Samples, mut report: impl FnMut(&Self, Epoch) -> ControlFlow<()>) {
        let held_back = held_back(samples);
        let positions = samples.samples.iter().zip(0..);
        let training: Vec<u32> =
            positions.filter(|(sample, _)| !is_held_back(sample)).map(|(_, number)| number).collect();
        let batches = training.len().div_ceil(BATCH);
        while self.epochs.len() < self.options.epochs {
            let number = self.epochs.len();
            let mut order = training.clone();
            order.shuffle(&mut SmallRng::seed_from_u64(self.options.seed.wrapping_add(1 + number as u64)));
            let mut errors = Errors::default();
            for (batch, chosen) in order.chunks(BATCH).enumerate() {
                let done = (number * batches + batch) as f64 / (self.options.epochs * batches) as f64;
                errors.add(self.step(samples, chosen, done));
            }
            let tested = self.test(&self.parameters, samples, &held_back);
            let epoch = Epoch { training: errors.means(), held_back: tested.means() };
            self.epochs.push(epoch);
            if report(self, epoch).is_break() {
                return;
            }
        }
    }

    /// The mean squared errors of [`Trainer::network`] on the held-out positions, against the target and the result.
    pub fn held_back_errors(&self, samples: &Samples) -> [f64; 2] {
        self.test(&self.result(), samples, &held_back(samples)).means()
    }

    /// The parameters of the network as it would be written now, see [`TrainOptions::kept_share`].
    fn result(&self) -> Vec<f32> {
        let kept = self.options.kept_share;
        let pairs = self.initial.iter().zip(&self.parameters);
        pairs.map(|(initial, trained)| trained + kept * (initial - trained)).collect()
    }

    fn target(&self) -> Target {
        let TrainOptions { purpose, result_share, scale, .. } = self.options;
        Target { purpose, result_share, scale }
    }

    /// The errors of these parameters on positions.
    fn test(&self, parameters: &[f32], samples: &Samples, tested: &[Sample]) -> Errors {
        let model = Model::new(&self.shape, parameters);
        let target = self.target();
        tested.chunks(BATCH).fold(Errors::default(), |mut sum, part| {
            sum.add(model.run(samples, part, target, None));
            sum
        })
    }

    /// Learns from a batch, given by the numbers of its positions, when this share of all steps is done.
    fn step(&mut self, samples: &Samples, chosen: &[u32], done: f64) -> Errors {
        let batch = samples.picked(chosen);
        let mut gradient = vec![0.0; self.parameters.len()];
        let model = Model::new(&self.shape, &self.parameters);
        let errors = model.run(&batch, &batch.samples, self.target(), Some(&mut gradient));
        self.shape.unfold(&mut gradient);
        self.descend(&gradient, chosen.len(), done);
        errors
    }

    /// A step of AdamW with the slopes of the sum of errors of `count` positions.
    fn descend(&mut self, gradient: &[f32], count: usize, done: f64) {
        self.steps += 1;
        let TrainOptions { rate, decay, detail_decay, .. } = self.options;
        let falling = 0.5 + 0.5 * (std::f64::consts::PI * done).cos();
        let rate = rate * (LAST_RATE + (1.0 - LAST_RATE) * falling);
        let share = BATCH as f64 / DECAY_BATCH as f64;
        let [kept, kept_detail] = [decay, detail_decay].map(|decay| (1.0 - rate * share * decay).max(0.0) as f32);
        let details = self.shape.details();
        let corrections = DECAYS.map(|decay| 1.0 - decay.powi(self.steps));
        let rate = rate as f32;
        let [first, second] = &mut self.moments;
        let moments = first.par_chunks_mut(TASK).zip(second.par_chunks_mut(TASK));
        let tasks = self.parameters.par_chunks_mut(TASK).zip(moments).zip(gradient.par_chunks(TASK));
        tasks.enumerate().for_each(|(task, ((parameters, (first, second)), gradient))| {
            let details = details.saturating_sub(task * TASK);
            let moments = first.iter_mut().zip(second);
            let weights = parameters.iter_mut().zip(moments).zip(gradient);
            for (index, ((parameter, (first, second)), slope)) in weights.enumerate() {
                let kept = if index < details { kept_detail } else { kept };
                let slope = slope / count as f32;
                *first = DECAYS[0] * *first + (1.0 - DECAYS[0]) * slope;
                *second = DECAYS[1] * *second + (1.0 - DECAYS[1]) * slope * slope;
                let (first, second) = (*first / corrections[0], *second / corrections[1]);
                *parameter = *parameter * kept - rate * first / (second.sqrt() + 1e-8);
            }
        });
        self.shape.clip(&mut self.parameters);
    }

    /// The network in integers.
    pub fn network(&self) -> Network {
        self.shape.quantised(&self.result(), self.options.purpose, [&self.rules, &self.weights])
    }
}

/// The held-out positions: those of games only, because their results are known.
fn held_back(samples: &Samples) -> Vec<Sample> {
    let is_tested = |sample: &&Sample| is_held_back(sample) && sample.of_tree.is_none();
    samples.samples.iter().filter(is_tested).copied().collect()
}

/// Whether a position is not learned from.
fn is_held_back(sample: &Sample) -> bool {
    sample.game.is_multiple_of(HELD_BACK)
}
