//! Some hidden neurons of a network in floating point: their part of the scores, and of the gradient.

use super::samples::{Sample, Samples};
use crate::eval::network::{BUCKETS, LANES};

/// A number for each neuron of a group.
pub(super) type Lanes = [f32; LANES];

/// What neurons look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// The board, from the side to move's view and from the other side's.
    Board,
    /// The terms of the classical evaluation.
    Terms,
}

/// Where the parameters of a group are among those of the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// What its neurons look at.
    pub sight: Sight,
    /// Where the rows begin of all neurons with this sight.
    pub rows: usize,
    /// The number of rows.
    pub count: usize,
    /// The number of neurons with this sight, the length of a row.
    pub width: usize,
    /// Where the biases of these neurons begin.
    pub bias: usize,
    /// Where their output weights of the first bucket begin.
    pub outputs: usize,
    /// How far on those of the next bucket begin.
    pub stride: usize,
    /// The group's first neuron among them.
    pub neuron: usize,
}

/// The sums of a group's neurons for a sample, before they are clipped: of the side to move's view and of the other side's;
/// neurons that look at terms have the first only.
pub(super) type Values = [Lanes; 2];

/// The parameters of [`LANES`] hidden neurons, or the slopes of a loss by them.
pub(super) struct Group {
    place: Place,
    /// By input or term.
    rows: Vec<Lanes>,
    bias: Lanes,
    /// By bucket and view.
    outputs: [[Lanes; 2]; BUCKETS],
}

impl Group {
    /// The group at this place.
    pub fn read(parameters: &[f32], place: Place) -> Self {
        let mut group = Self::empty(place);
        group.each_part(|at, lanes| lanes.copy_from_slice(&parameters[at..][..LANES]));
        group
    }

    /// The rows, by input or term.
    pub fn rows_mut(&mut self) -> &mut [Lanes] {
        &mut self.rows
    }

    /// Adds the slopes to those of all parameters.
    pub fn add_to(mut self, gradient: &mut [f32]) {
        self.each_part(|at, lanes| {
            gradient[at..][..LANES].iter_mut().zip(lanes).for_each(|(slope, lane)| *slope += *lane);
        });
    }

    fn empty(place: Place) -> Self {
        let none = [0.0; LANES];
        Self { place, rows: vec![none; place.count], bias: none, outputs: [[none; 2]; BUCKETS] }
    }

    fn views(&self) -> usize {
        match self.place.sight {
            Sight::Board => 2,
            Sight::Terms => 1,
        }
    }

    /// Visits all numbers of the group, with their places among the parameters.
    fn each_part(&mut self, mut visit: impl FnMut(usize, &mut Lanes)) {
        let Place { rows, width, bias, outputs, stride, neuron, .. } = self.place;
        let views = self.views();
        for (number, row) in self.rows.iter_mut().enumerate() {
            visit(rows + number * width + neuron, row);
        }
        visit(bias + neuron, &mut self.bias);
        for (bucket, of_bucket) in self.outputs.iter_mut().enumerate() {
            for (view, weights) in of_bucket.iter_mut().take(views).enumerate() {
                visit(outputs + bucket * stride + view * width + neuron, weights);
            }
        }
    }

    /// The sums of the neurons for each sample, and what the neurons add to its output.
    pub fn forward(&self, samples: &Samples, chosen: &[Sample]) -> (Vec<Values>, Vec<f32>) {
        let mut values = vec![[self.bias; 2]; chosen.len()];
        for (values, sample) in values.iter_mut().zip(chosen) {
            for (view, values) in values.iter_mut().enumerate().take(self.views()) {
                let mut sums = self.bias;
                self.each_row(samples, sample, view, |row, count| sums = sum(&sums, &self.rows[row], count));
                *values = sums;
            }
        }
        // In a loop of its own: in the one above it would keep the compiler from holding the sums in vectors.
        let summands = values.iter().zip(chosen).map(|(values, sample)| {
            let weights = &self.outputs[usize::from(sample.bucket)];
            values.iter().zip(weights).take(self.views()).map(|(values, weights)| weighted(values, weights)).sum()
        });
        let summands = summands.collect();
        (values, summands)
    }

    /// The slopes by the group's parameters, of samples with these values whose outputs have these slopes.
    pub fn backward(&self, samples: &Samples, chosen: &[Sample], values: &[Values], slopes: &[f32]) -> Self {
        let mut found = Self::empty(self.place);
        for ((sample, values), &slope) in chosen.iter().zip(values).zip(slopes) {
            if slope == 0.0 {
                continue;
            }
            let bucket = usize::from(sample.bucket);
            for (view, values) in values.iter().enumerate().take(self.views()) {
                let (weights, of_weights) = (&self.outputs[bucket][view], &mut found.outputs[bucket][view]);
                let of_values = descend(values, weights, slope, of_weights);
                found.bias = sum(&found.bias, &of_values, 1.0);
                self.each_row(samples, sample, view, |row, count| {
                    found.rows[row] = sum(&found.rows[row], &of_values, count);
                });
            }
        }
        found
    }

    /// Visits the rows that a sample has in a view, and how often.
    #[inline(always)]
    fn each_row(&self, samples: &Samples, sample: &Sample, view: usize, mut visit: impl FnMut(usize, f32)) {
        match self.place.sight {
            Sight::Board => samples.inputs(sample)[view].iter().for_each(|&input| visit(input.into(), 1.0)),
            Sight::Terms => {
                samples.terms(sample).iter().for_each(|term| visit(term.number.into(), f32::from(term.count)));
            }
        }
    }
}

/// The sums with `count` times other numbers added.
#[inline(always)]
fn sum(sums: &Lanes, added: &Lanes, count: f32) -> Lanes {
    std::array::from_fn(|lane| sums[lane] + count * added[lane])
}

/// The weighted sum of the squares of clipped values.
#[inline(always)]
fn weighted(values: &Lanes, weights: &Lanes) -> f32 {
    let summands: Lanes = std::array::from_fn(|lane| {
        let clipped = values[lane].clamp(0.0, 1.0);
        clipped * clipped * weights[lane]
    });
    // Halves are added to each other, which the compiler does with vectors.
    let eight: [f32; LANES / 2] = std::array::from_fn(|lane| summands[lane] + summands[lane + LANES / 2]);
    let four: [f32; LANES / 4] = std::array::from_fn(|lane| eight[lane] + eight[lane + LANES / 4]);
    four.iter().sum()
}

/// Goes back through [`weighted`], which has this slope: adds the slopes of its weights, and returns those of its values.
#[inline(always)]
fn descend(values: &Lanes, weights: &Lanes, slope: f32, of_weights: &mut Lanes) -> Lanes {
    std::array::from_fn(|lane| {
        let value = values[lane];
        let clipped = value.clamp(0.0, 1.0);
        of_weights[lane] += slope * clipped * clipped;
        let is_inside = value > 0.0 && value < 1.0;
        if is_inside { slope * 2.0 * clipped * weights[lane] } else { 0.0 }
    })
}
