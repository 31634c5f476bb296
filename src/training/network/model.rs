//! A network in floating point, and its gradient.

use rand::RngExt;
use rand::rngs::SmallRng;
use rayon::prelude::*;

use super::group::{Group, Place, Sight, Values};
use super::samples::{Sample, Samples};
use crate::eval::TERMS;
use crate::eval::network::{
    BUCKETS, HIDDEN_UNIT, Inputs, LANES, MAX_OUTPUT_WEIGHT, Network, Numbers, OUTPUT_UNIT, Purpose, SCORE_UNIT,
    SUM_UNIT,
};
use crate::search::Bound;
use crate::statistics::expected_points;

/// Weights that all inputs of a piece, of a piece on a rank, and of a piece on a file share, beside those of each input.
/// They teach the inputs that are rare what is known of others ("factoriser", Yu Nasu and others 2018). So an input's own
/// weights, its details, may begin with 0 and decay fast.
const FACTORS: usize = 3;
/// The largest output weight, so that it can be stored.
const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_UNIT as f32;

/// The shape of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// The inputs.
    pub inputs: Inputs,
    /// The number of hidden neurons of each view.
    pub hidden: usize,
    /// The number of hidden neurons of the terms.
    pub term_hidden: usize,
    /// By input, the rows of its factors.
    factors: Vec<[u32; FACTORS]>,
    /// Rows: those of inputs, then those of factors.
    rows: usize,
}

impl Shape {
    /// The shape of a network with these inputs.
    pub fn new(inputs: Inputs, hidden: usize, term_hidden: usize) -> Self {
        let (files, ranks) = inputs.size();
        let (first, numbers) = (inputs.len(), inputs.numbers());
        let factors = (0..first).map(|input| {
            let (number, rank, file) = inputs.place(input);
            let own = first + number;
            let of_rank = first + numbers + number * ranks + rank;
            let of_file = first + numbers * (1 + ranks) + number * files + file;
            [own, of_rank, of_file].map(|row| row as u32)
        });
        let factors = factors.collect();
        Self { hidden, term_hidden, factors, rows: first + numbers * (1 + ranks + files), inputs }
    }

    /// The number of parameters: rows, hidden biases, output weights by bucket, output biases.
    pub fn parameters(&self) -> usize {
        self.output_bias() + BUCKETS
    }

    /// Where the biases of the hidden neurons begin, after the rows.
    pub fn bias(&self) -> usize {
        self.rows * self.hidden
    }

    fn term_rows(&self) -> usize {
        self.bias() + self.hidden
    }

    fn term_bias(&self) -> usize {
        self.term_rows() + 2 * TERMS * self.term_hidden
    }

    fn output(&self) -> usize {
        self.term_bias() + self.term_hidden
    }

    /// The weights of an output.
    fn weights(&self) -> usize {
        2 * self.hidden + self.term_hidden
    }

    fn output_bias(&self) -> usize {
        self.output() + self.weights() * BUCKETS
    }

    /// The details of inputs are the first of the parameters; their number.
    pub fn details(&self) -> usize {
        self.inputs.len() * self.hidden
    }

    /// The parts of the parameters, by name.
    #[cfg(test)]
    pub fn parts(&self) -> [(&'static str, std::ops::Range<usize>); 7] {
        [
            ("details", 0..self.details()),
            ("factors", self.details()..self.bias()),
            ("biases", self.bias()..self.term_rows()),
            ("rows of terms", self.term_rows()..self.term_bias()),
            ("biases of terms", self.term_bias()..self.output()),
            ("outputs", self.output()..self.output_bias()),
            ("biases of outputs", self.output_bias()..self.parameters()),
        ]
    }

    /// Parameters to begin with. The output of a correction is 0.
    pub fn start(&self, purpose: Purpose, random: &mut SmallRng) -> Vec<f32> {
        let mut parameters = vec![0.0; self.parameters()];
        for weight in &mut parameters[self.details()..self.bias()] {
            *weight = random.random_range(-0.1..0.1);
        }
        parameters[self.bias()..self.term_rows()].fill(0.2);
        for weight in &mut parameters[self.term_rows()..self.term_bias()] {
            *weight = random.random_range(-0.05..0.05);
        }
        parameters[self.term_bias()..self.output()].fill(0.2);
        if purpose == Purpose::Alone {
            for weight in &mut parameters[self.output()..self.output_bias()] {
                *weight = random.random_range(-0.1..0.1);
            }
        }
        parameters
    }

    /// The parameters that begin with the numbers of another network, which may have fewer hidden neurons. `row` gives its
    /// input, `term` its term that is like an input and a term here; where there is none, the parameters are those of `fresh`.
    pub fn begun(
        &self,
        numbers: &Numbers,
        mut fresh: Vec<f32>,
        row: impl Fn(usize) -> Option<usize>,
        term: impl Fn(usize) -> Option<usize>,
    ) -> Vec<f32> {
        let (hidden, size) = (numbers.bias.len(), numbers.term_bias.len());
        // Fresh rows stay what they are, and nothing random is added to those that are copied.
        let folded = self.fold(&fresh);
        fresh[..self.details()].copy_from_slice(&folded);
        fresh[self.details()..self.bias()].fill(0.0);
        let mut copy = |place: usize, weights: &[i16], unit: i32| {
            let parameters = fresh[place..].iter_mut().zip(weights);
            parameters.for_each(|(parameter, weight)| *parameter = f32::from(*weight) / unit as f32);
        };
        for input in 0..self.inputs.len() {
            if let Some(like) = row(input) {
                copy(input * self.hidden, &numbers.rows[like * hidden..][..hidden], SUM_UNIT);
            }
        }
        for number in 0..2 * TERMS {
            if let Some(like) = term(number).filter(|_| size > 0) {
                copy(self.term_rows() + number * self.term_hidden, &numbers.term_rows[like * size..][..size], SUM_UNIT);
            }
        }
        copy(self.bias(), &numbers.bias, SUM_UNIT);
        copy(self.term_bias(), &numbers.term_bias, SUM_UNIT);
        for (bucket, weights) in numbers.output.chunks_exact(2 * hidden + size).enumerate() {
            let (views, of_terms) = weights.split_at(2 * hidden);
            let place = self.output() + bucket * self.weights();
            for (side, weights) in views.chunks_exact(hidden).enumerate() {
                copy(place + side * self.hidden, weights, OUTPUT_UNIT);
            }
            copy(place + 2 * self.hidden, of_terms, OUTPUT_UNIT);
        }
        let biases = fresh[self.output_bias()..].iter_mut().zip(numbers.output_bias);
        biases.for_each(|(parameter, bias)| *parameter = bias as f32 / (HIDDEN_UNIT * OUTPUT_UNIT) as f32);
        self.share(&mut fresh);
        fresh
    }

    /// Moves what the details of a piece's inputs have in common, everywhere, on a rank and on a file, to their factors. What
    /// the inputs weigh stays the same.
    fn share(&self, parameters: &mut [f32]) {
        let (hidden, (files, ranks)) = (self.hidden, self.inputs.size());
        // First all squares: what then is common to a rank or a file is a difference from them.
        for (factor, squares) in [(0, files * ranks), (1, files), (2, ranks)] {
            let mut means = vec![0.0; self.bias() - self.details()];
            for (input, factors) in self.factors.iter().enumerate() {
                let place = factors[factor] as usize * hidden - self.details();
                add(&mut means[place..][..hidden], &parameters[input * hidden..][..hidden], 1.0 / squares as f32);
            }
            let (details, shared) = parameters.split_at_mut(self.details());
            for (detail, factors) in details.chunks_exact_mut(hidden).zip(&self.factors) {
                let place = factors[factor] as usize * hidden - self.details();
                add(detail, &means[place..][..hidden], -1.0);
            }
            add(&mut shared[..means.len()], &means, 1.0);
        }
    }

    /// The places of the groups of neurons: those of the board, then those of the terms.
    fn places(&self) -> Vec<Place> {
        let board = (0..self.hidden).step_by(LANES).map(|neuron| Place {
            sight: Sight::Board,
            rows: 0,
            count: self.inputs.len(),
            width: self.hidden,
            bias: self.bias(),
            outputs: self.output(),
            stride: self.weights(),
            neuron,
        });
        let terms = (0..self.term_hidden).step_by(LANES).map(|neuron| Place {
            sight: Sight::Terms,
            rows: self.term_rows(),
            count: 2 * TERMS,
            width: self.term_hidden,
            bias: self.term_bias(),
            outputs: self.output() + 2 * self.hidden,
            stride: self.weights(),
            neuron,
        });
        board.chain(terms).collect()
    }

    /// Adds the rows of factors to those of the inputs.
    pub fn fold(&self, parameters: &[f32]) -> Vec<f32> {
        let mut folded = parameters[..self.details()].to_vec();
        for (input, row) in folded.chunks_exact_mut(self.hidden).enumerate() {
            self.add_factors(parameters, input, 0, row);
        }
        folded
    }

    /// Adds to a part of an input's row, which begins at this neuron, what its factors have there.
    fn add_factors(&self, parameters: &[f32], input: usize, neuron: usize, part: &mut [f32]) {
        for factor in self.factors[input] {
            add(part, &parameters[factor as usize * self.hidden + neuron..][..part.len()], 1.0);
        }
    }

    /// Adds the gradients of the inputs' rows to those of the factors.
    pub fn unfold(&self, gradient: &mut [f32]) {
        let hidden = self.hidden;
        let (rows, factors) = gradient.split_at_mut(self.details());
        for (row, of_row) in rows.chunks_exact(hidden).zip(&self.factors) {
            for &factor in of_row {
                let place = (factor as usize - self.inputs.len()) * hidden;
                let sum = &mut factors[place..][..hidden];
                sum.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }

    /// Keeps the output weights in the range that can be stored.
    pub fn clip(&self, parameters: &mut [f32]) {
        for weight in &mut parameters[self.output()..self.output_bias()] {
            *weight = weight.clamp(-MAX_OUTPUT, MAX_OUTPUT);
        }
    }

    /// The network in integers.
    pub fn quantised(&self, parameters: &[f32], purpose: Purpose, [rules, weights]: [&str; 2]) -> Network {
        let round = |weights: &[f32], unit: i32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * unit as f32).round().clamp(-32_000.0, 32_000.0) as i16).collect()
        };
        let output_bias = &parameters[self.output_bias()..];
        let product = (HIDDEN_UNIT * OUTPUT_UNIT) as f32;
        let numbers = Numbers {
            rows: round(&self.fold(parameters), SUM_UNIT),
            bias: round(&parameters[self.bias()..self.term_rows()], SUM_UNIT),
            term_rows: round(&parameters[self.term_rows()..self.term_bias()], SUM_UNIT),
            term_bias: round(&parameters[self.term_bias()..self.output()], SUM_UNIT),
            output: round(&parameters[self.output()..self.output_bias()], OUTPUT_UNIT),
            output_bias: std::array::from_fn(|bucket| (output_bias[bucket] * product).round() as i32),
        };
        Network::new(purpose, rules.to_owned(), weights.to_owned(), self.inputs.clone(), numbers)
    }
}

/// What a network is to predict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// What the network's score is.
    pub purpose: Purpose,
    /// The weight of the game's result, 0 to 1; the search's score has the rest.
    pub result_share: f32,
    /// The score in centipawns at which 73 % of the points are expected.
    pub scale: f32,
}

impl Target {
    /// The points that a sample is to give.
    fn of(&self, sample: &Sample) -> f32 {
        self.result_share * sample.result + (1.0 - self.result_share) * sample.expected
    }

    /// Whether these points are as far from those wanted as what is known of the sample permits: a bound says nothing more
    /// about points beyond it ("TreeStrap", Veness and others 2009).
    fn is_met(&self, sample: &Sample, expected: f32, wanted: f32) -> bool {
        match sample.of_tree {
            Some(Bound::Lower) => expected >= wanted,
            Some(Bound::Upper) => expected <= wanted,
            Some(Bound::Exact) | None => false,
        }
    }

    /// The points expected with this score of the network, in centipawns, and their slope.
    fn expected(&self, sample: &Sample, network: f32) -> (f32, f32) {
        let classical = if self.purpose == Purpose::Correction { f32::from(sample.classical) } else { 0.0 };
        let score = classical + network;
        let share = sample.shares[usize::from(score < 0.0)];
        let expected = expected_points(score * share, self.scale);
        (expected, expected * (1.0 - expected) * share / self.scale)
    }
}

/// The sums over some samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Errors {
    /// Squared errors against the target.
    pub loss: f64,
    /// Squared errors against the result.
    pub result: f64,
    /// Samples.
    pub count: usize,
}

impl Errors {
    /// Adds the sums over other samples.
    pub fn add(&mut self, other: Self) {
        self.loss += other.loss;
        self.result += other.result;
        self.count += other.count;
    }

    /// The means.
    pub fn means(&self) -> [f64; 2] {
        [self.loss, self.result].map(|sum| sum / self.count.max(1) as f64)
    }
}

/// Parameters as they are used: with the factors folded in, in groups of neurons.
pub struct Model<'a> {
    shape: &'a Shape,
    parameters: &'a [f32],
    groups: Vec<Group>,
}

impl<'a> Model<'a> {
    /// The model with these parameters.
    pub fn new(shape: &'a Shape, parameters: &'a [f32]) -> Self {
        let read = |place: Place| {
            let mut group = Group::read(parameters, place);
            if place.sight == Sight::Board {
                let rows = group.rows_mut().iter_mut().enumerate();
                rows.for_each(|(input, row)| shape.add_factors(parameters, input, place.neuron, row));
            }
            group
        };
        let groups = shape.places().into_par_iter().map(read).collect();
        Self { shape, parameters, groups }
    }

    /// The errors over samples. With `gradient`, adds the slopes of the loss, in which the rows of factors have none yet.
    ///
    /// Threads share the neurons, not the samples: numbers are added in the same order with any number of threads, and the
    /// weights of a few neurons fit a processor's fastest memory.
    pub fn run(&self, samples: &Samples, chosen: &[Sample], target: Target, gradient: Option<&mut [f32]>) -> Errors {
        let (values, scores) = self.forward(samples, chosen);
        let mut errors = Errors { count: chosen.len(), ..Errors::default() };
        let mut slopes = vec![0.0; chosen.len()];
        for ((sample, score), slope) in chosen.iter().zip(scores).zip(&mut slopes) {
            let wanted = target.of(sample);
            let (expected, rise) = target.expected(sample, score);
            errors.result += f64::from(expected - sample.result).powi(2);
            if !target.is_met(sample, expected, wanted) {
                errors.loss += f64::from(expected - wanted).powi(2);
                *slope = 2.0 * (expected - wanted) * rise * SCORE_UNIT as f32;
            }
        }
        if let Some(gradient) = gradient {
            for (sample, slope) in chosen.iter().zip(&slopes) {
                gradient[self.shape.output_bias() + usize::from(sample.bucket)] += slope;
            }
            let groups = self.groups.par_iter().zip(values);
            let found: Vec<Group> =
                groups.map(|(group, values)| group.backward(samples, chosen, &values, &slopes)).collect();
            found.into_iter().for_each(|group| group.add_to(gradient));
        }
        errors
    }

    /// The sums of each group of neurons for each sample, and the score of each sample from its side to move's view, in
    /// centipawns.
    fn forward(&self, samples: &Samples, chosen: &[Sample]) -> (Vec<Vec<Values>>, Vec<f32>) {
        let groups: Vec<_> = self.groups.par_iter().map(|group| group.forward(samples, chosen)).collect();
        let biases = &self.parameters[self.shape.output_bias()..];
        let mut outputs: Vec<f32> = chosen.iter().map(|sample| biases[usize::from(sample.bucket)]).collect();
        let mut values = Vec::new();
        for (of_group, summands) in groups {
            outputs.iter_mut().zip(summands).for_each(|(output, summand)| *output += summand);
            values.push(of_group);
        }
        outputs.iter_mut().for_each(|output| *output *= SCORE_UNIT as f32);
        (values, outputs)
    }

    /// The score of a sample from its side to move's view, in centipawns.
    #[cfg(test)]
    pub fn score(&self, samples: &Samples, sample: &Sample) -> f32 {
        self.forward(samples, std::slice::from_ref(sample)).1[0]
    }
}

/// Adds `count` times other numbers.
fn add(sums: &mut [f32], added: &[f32], count: f32) {
    sums.iter_mut().zip(added).for_each(|(sum, added)| *sum += count * added);
}
