//! Networks: evaluations learned from games.
//!
//! A network has one hidden layer for each side's view of the board, whose inputs are pieces and marks on squares
//! ([`Inputs`]), and an output for each of [`BUCKETS`] numbers of men. Both views share their weights ("perspective
//! network", Yu Nasu 2018). Activations are clipped to 0..=1 and squared. Inference is in integers, so that a score is the
//! same on every machine.

mod file;
mod inputs;
mod stack;
mod units;
mod wide;

pub use file::{NetworkError, NetworkHeader, read_network_file};
pub use inputs::{Inputs, Marks, Seen, Sign, View};
pub(super) use stack::{Stack, Watch};
pub use units::{
    BUCKETS, HIDDEN_UNIT, LANES, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, OUTPUT_UNIT, SCORE_UNIT, SUM_UNIT, TERM_HIDDEN,
};

use serde::{Deserialize, Serialize};

use self::wide::Summands;
use super::{KnownTerms, TERMS, TermInput, Weights};
use crate::board::Spec;
use crate::types::{Color, Score, short_hash};

/// What a network's score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// It is added to the classical evaluation.
    Correction,
    /// It takes the place of the classical evaluation.
    Alone,
}

/// A network for one game, or for several with the same board and pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// What its score is.
    pub purpose: Purpose,
    /// The name of its game's rules, see [`Spec::rules_hash`].
    pub rules: String,
    /// The name of the classical weights on which a correction builds, see [`Weights::name`].
    pub weights: String,
    /// The terms that it saw. Others are not shown to it.
    pub terms: KnownTerms,
    /// The inputs.
    pub inputs: Inputs,
    /// The number of hidden neurons of each view.
    pub hidden: usize,
    /// The number of hidden neurons of the terms.
    pub term_hidden: usize,
    /// The numbers.
    numbers: Numbers,
    /// A short name, which others do not have.
    pub name: String,
}

/// The name of a network by the hash of its numbers.
fn named(hash: &str) -> String {
    format!("network-{hash}")
}

/// The bucket of a position with this many men of this many at the start.
pub fn bucket(men: u32, start: u32) -> usize {
    ((men.saturating_sub(1) as usize * BUCKETS) / start.max(1) as usize).min(BUCKETS - 1)
}

/// The numbers of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// By input, the weights of the hidden neurons, in [`SUM_UNIT`]ths.
    pub rows: Vec<i16>,
    /// The biases of the hidden neurons.
    pub bias: Vec<i16>,
    /// By number of a [`TermInput`], the weights of the hidden neurons of the terms, in [`SUM_UNIT`]ths.
    pub term_rows: Vec<i16>,
    /// The biases of the hidden neurons of the terms.
    pub term_bias: Vec<i16>,
    /// By bucket, the weights of the hidden neurons of the side to move, of the other side, and of the terms, in
    /// [`OUTPUT_UNIT`]ths.
    pub output: Vec<i16>,
    /// By bucket, the bias of the output, in units of the product of both.
    pub output_bias: [i32; BUCKETS],
}

impl Network {
    /// The network of these numbers, which has seen all terms.
    pub fn new(purpose: Purpose, rules: String, weights: String, inputs: Inputs, numbers: Numbers) -> Self {
        let name = named(&short_hash(numbers.to_bytes(&Vec::from_iter(0..TERMS))));
        let (hidden, term_hidden) = (numbers.bias.len(), numbers.term_bias.len());
        Self { purpose, rules, weights, terms: KnownTerms::all(), inputs, hidden, term_hidden, numbers, name }
    }

    /// The network that comes with a game; `None` if there is none.
    pub fn built_in(spec: &'static Spec) -> Option<Self> {
        let network = Self::from_bytes(&spec.page.folder.network?.bytes()?, spec);
        network.inspect_err(|error| log::warn!("the built-in network of {}: {error}", spec.page.name)).ok()
    }

    /// Whether the network is one for these rules and weights. Weights of terms that it does not know do not matter.
    pub fn fits(&self, spec: &Spec, weights: &Weights) -> bool {
        let builds_on = || self.weights == weights.name_for(spec, &self.terms);
        self.rules == spec.rules_hash() && (self.purpose == Purpose::Alone || builds_on())
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The weights of an input.
    #[inline(always)]
    fn row(&self, input: usize) -> &[i16] {
        &self.numbers.rows[input * self.hidden..][..self.hidden]
    }

    /// Adds the rows of all signs that a side sees.
    fn refresh(&self, seen: &Seen, color: Color, hidden: &mut [i16]) {
        hidden.copy_from_slice(&self.numbers.bias);
        let view = View::of(seen, color);
        self.inputs.signs(seen, |sign| {
            let row = self.row(self.inputs.of(view, sign));
            hidden.iter_mut().zip(row).for_each(|(value, weight)| *value = value.wrapping_add(*weight));
        });
    }

    /// The score of accumulators, that of the side to move first, in centipawns.
    #[inline(always)]
    fn output(&self, [ours, theirs]: [&[i16]; 2], terms: &[TermInput], bucket: usize) -> Score {
        let size = 2 * self.hidden + self.term_hidden;
        let weights = &self.numbers.output[bucket * size..][..size];
        let (our_weights, rest) = weights.split_at(self.hidden);
        let (their_weights, term_weights) = rest.split_at(self.hidden);
        let Numbers { term_rows, term_bias, output_bias, .. } = &self.numbers;
        let views = [(ours, our_weights), (theirs, their_weights)];
        let sum = Summands { views, terms, term_rows, term_bias, term_weights }.sum();
        let product = sum / i64::from(HIDDEN_UNIT) + i64::from(output_bias[bucket]);
        (product * i64::from(SCORE_UNIT) / i64::from(HIDDEN_UNIT * OUTPUT_UNIT)) as Score
    }

    /// The score of a position with these terms from the side to move's view, in centipawns, computed from scratch.
    pub fn score(&self, seen: &Seen, terms: &[TermInput]) -> Score {
        let mut hidden = [vec![0; self.hidden], vec![0; self.hidden]];
        for color in Color::BOTH {
            self.refresh(seen, color, &mut hidden[color.index()]);
        }
        let us = seen.side;
        self.output([&hidden[us.index()], &hidden[(!us).index()]], terms, self.bucket(seen))
    }

    fn bucket(&self, seen: &Seen) -> usize {
        bucket(seen.occupied().count(), self.inputs.men())
    }
}
