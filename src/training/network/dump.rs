//! Positions as training sees them, as text for other programs.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::samples::{Sample, Samples};
use super::{TrainOptions, is_held_back};
use crate::eval::TERMS;
use crate::eval::network::{BUCKETS, Inputs, SCORE_UNIT};
use crate::search::Bound;

/// The name of the format, and its version.
const FORMAT: &str = "bactrian samples 2";
/// The fields of a line.
const FIELDS: [&str; 12] = [
    "ours",
    "theirs",
    "terms",
    "bucket",
    "classical",
    "ahead",
    "behind",
    "expected",
    "result",
    "game",
    "held_back",
    "of_tree",
];

/// The first line of a file of positions, in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DumpHeader {
    format: String,
    /// The names of the fields of the lines that follow.
    fields: Vec<String>,
    /// The name of the game, and that of its rules, see [`crate::board::Spec::rules_hash`].
    pub game: String,
    rules: String,
    /// The name of the weights of the classical score.
    weights: String,
    /// The number of inputs of a side.
    pub inputs: usize,
    /// The number of terms.
    pub terms: usize,
    /// The number of buckets.
    pub buckets: usize,
    /// The score of an output of 1, in centipawns.
    score_unit: i32,
    /// The score in centipawns at which 73 % of the points are expected.
    scale: f32,
    /// The weight of the game's result in the target; the expected points have the rest.
    result_share: f32,
    /// The number of lines that follow.
    pub positions: usize,
}

impl DumpHeader {
    /// The header for positions of the game with this name.
    pub fn new(
        game: &str,
        [rules, weights]: [&str; 2],
        inputs: &Inputs,
        options: TrainOptions,
        samples: &Samples,
    ) -> Self {
        Self {
            format: FORMAT.to_owned(),
            fields: FIELDS.map(str::to_owned).to_vec(),
            game: game.to_owned(),
            rules: rules.to_owned(),
            weights: weights.to_owned(),
            inputs: inputs.len(),
            terms: 2 * TERMS,
            buckets: BUCKETS,
            score_unit: SCORE_UNIT,
            scale: options.scale,
            result_share: options.result_share,
            positions: samples.samples.len(),
        }
    }
}

/// Writes the header, then the positions, one a line, with the fields that the header names, separated by semicolons.
///
/// # Errors
/// When they cannot be written.
pub fn write_samples(header: &DumpHeader, samples: &Samples, output: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, header)?;
    writeln!(output)?;
    samples.samples.iter().try_for_each(|sample| write_sample(samples, sample, output))
}

fn write_sample(samples: &Samples, sample: &Sample, output: &mut impl Write) -> io::Result<()> {
    for inputs in samples.inputs(sample) {
        for (number, input) in inputs.iter().enumerate() {
            write!(output, "{}{input}", if number > 0 { " " } else { "" })?;
        }
        write!(output, ";")?;
    }
    for (number, term) in samples.terms(sample).iter().enumerate() {
        write!(output, "{}{}:{}", if number > 0 { " " } else { "" }, term.number, term.count)?;
    }
    let Sample { bucket, classical, shares: [ahead, behind], expected, result, game, of_tree, .. } = *sample;
    let held_back = u8::from(is_held_back(sample));
    let of_tree = match of_tree {
        None => "",
        Some(Bound::Exact) => "exact",
        Some(Bound::Lower) => "lower",
        Some(Bound::Upper) => "upper",
    };
    writeln!(output, ";{bucket};{classical};{ahead};{behind};{expected};{result};{game};{held_back};{of_tree}")
}
