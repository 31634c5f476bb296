//! Files of networks: a line of JSON, the [`NetworkHeader`], then the numbers, packed ([`pack`]).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::{TERMS, Weights, groups};
use super::{
    BUCKETS, FINENESS, Inputs, LANES, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, Network, Numbers, Purpose, TERM_HIDDEN, named,
};
use crate::board::{MAX_MARKS, Spec, quoted};
use crate::files::{pack, unpack};
use crate::types::short_hash;

/// The name of the format, and its version.
const FORMAT: &str = "bactrian network 2";
/// The version before, in which sums were not finer than hidden values.
const COARSE_FORMAT: &str = "bactrian network 1";
/// The longest header, in bytes.
const MAX_HEADER: usize = 4_096;
/// Of a file, no more than this is read, in bytes: more than any network has.
const MAX_FILE: u64 = 1 << 26;

/// The first line of a network's file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkHeader {
    /// Name and version of the format.
    format: String,
    /// The game for which it was made.
    pub game: String,
    /// The name of that game's rules, see [`Spec::has_rules`].
    pub rules: String,
    /// What its score is.
    pub purpose: Purpose,
    /// The kinds of marks of the rules, see [`crate::board::Tactics::marks`].
    pub marks: usize,
    /// The name of the classical weights on which a correction builds.
    pub weights: String,
    /// The hash of the terms' names.
    pub terms: String,
    /// The hidden values of the terms.
    pub term_hidden: usize,
    /// The hidden values of each view.
    pub hidden: usize,
    /// The outputs.
    pub buckets: usize,
    /// The hash of the numbers that follow.
    pub hash: String,
}

impl NetworkHeader {
    /// Reads the header of a file. Returns what follows it, too.
    ///
    /// # Errors
    /// When the file is something else.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), NetworkError> {
        let end = bytes.iter().take(MAX_HEADER).position(|&byte| byte == b'\n').ok_or(NetworkError::Foreign)?;
        let header: Self = serde_json::from_slice(&bytes[..end]).map_err(|_| NetworkError::Foreign)?;
        match header.format.as_str() {
            FORMAT | COARSE_FORMAT => Ok((header, &bytes[end + 1..])),
            other => Err(NetworkError::Architecture(format!("`{}`, expected `{FORMAT}`", quoted(other)))),
        }
    }
}

/// Reads a file that is to have a network.
///
/// # Errors
/// When it cannot be read.
pub fn read_network_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a network was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The file is something else.
    #[error("no network, expected a file of `bactrian train`")]
    Foreign,
    /// The network has another architecture than this program knows.
    #[error("unknown architecture: {0}")]
    Architecture(String),
    /// The network is for another game.
    #[error("a network for {found}, expected one for {expected}")]
    Game {
        /// The game and rules of the network.
        found: String,
        /// Those that were expected.
        expected: String,
    },
    /// The network corrects the classical score of other weights than those of the game.
    #[error("a network for the weights {found}, expected one for {expected}")]
    Weights {
        /// The name of the weights for which the network was made.
        found: String,
        /// The name of the game's weights.
        expected: String,
    },
    /// The file ends too early, or was changed.
    #[error("the network is damaged: {0}")]
    Damaged(String),
}

/// A short name for the terms of the classical evaluation of a game and their order.
fn terms_hash(spec: &Spec) -> String {
    let names: Vec<String> =
        groups(spec).into_iter().map(|(name, first, count)| format!("{name} {first} {count}")).collect();
    short_hash(names.join("\n"))
}

impl Numbers {
    /// The numbers as bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let all = [&self.bias, &self.rows, &self.term_bias, &self.term_rows, &self.output];
        let shorts = all.into_iter().flatten().flat_map(|number| number.to_le_bytes());
        shorts.chain(self.output_bias.iter().flat_map(|number| number.to_le_bytes())).collect()
    }
}

impl Network {
    /// The network as a file, made for this game.
    pub fn to_bytes(&self, spec: &Spec) -> Vec<u8> {
        let numbers = self.numbers.to_bytes();
        let header = NetworkHeader {
            format: FORMAT.to_owned(),
            game: spec.page.name.to_owned(),
            rules: self.rules.clone(),
            purpose: self.purpose,
            marks: self.inputs.marks_of_rules(),
            weights: self.weights.clone(),
            terms: terms_hash(spec),
            term_hidden: self.term_hidden,
            hidden: self.hidden,
            buckets: BUCKETS,
            hash: short_hash(&numbers),
        };
        let mut bytes = serde_json::to_vec(&header).expect("a header has only names and numbers");
        bytes.push(b'\n');
        bytes.extend(pack(&numbers));
        bytes
    }

    /// Reads a network for a game that is played with these weights.
    ///
    /// # Errors
    /// When the file is something else, or the network of another game or for other weights.
    pub fn for_weights(bytes: &[u8], spec: &'static Spec, weights: &Weights) -> Result<Self, NetworkError> {
        let network = Self::from_bytes(bytes, spec)?;
        if network.fits(spec, weights) {
            return Ok(network);
        }
        Err(NetworkError::Weights { found: quoted(&network.weights), expected: weights.name().to_owned() })
    }

    /// Reads a network for a game.
    ///
    /// # Errors
    /// When the file is something else, or the network of another game.
    pub fn from_bytes(bytes: &[u8], spec: &'static Spec) -> Result<Self, NetworkError> {
        let (header, compressed) = NetworkHeader::read(bytes)?;
        let rules = spec.rules_hash();
        if !spec.has_rules(&header.rules) {
            let found = format!("{} (rules {})", quoted(&header.game), quoted(&header.rules));
            return Err(NetworkError::Game { found, expected: format!("{} (rules {rules})", spec.page.name) });
        }
        let NetworkHeader { hidden, term_hidden, buckets, marks, .. } = header;
        let is_known = (LANES..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(LANES);
        let is_known = is_known && TERM_HIDDEN.contains(&term_hidden);
        if !is_known || buckets != BUCKETS || marks > MAX_MARKS {
            let found = format!("{hidden} hidden values, {buckets} outputs, {marks} kinds of marks");
            return Err(NetworkError::Architecture(found));
        }
        if term_hidden > 0 && header.terms != terms_hash(spec) {
            return Err(NetworkError::Architecture("it builds on terms that this program does not have".to_owned()));
        }
        let damaged = |why: &str| NetworkError::Damaged(why.to_owned());
        let inputs = Inputs::new(spec, marks);
        let outputs = (2 * hidden + term_hidden) * BUCKETS;
        let shorts = hidden * (1 + inputs.len()) + term_hidden * (1 + 2 * TERMS) + outputs;
        let expected = 2 * shorts + 4 * BUCKETS;
        let numbers = unpack(compressed, expected).map_err(|error| damaged(&error.to_string()))?;
        if numbers.len() != expected {
            return Err(damaged(&format!("{} bytes of numbers, expected {expected}", numbers.len())));
        }
        if short_hash(&numbers) != header.hash {
            return Err(damaged("its hash is wrong"));
        }
        let (short_bytes, long_bytes) = numbers.split_at(2 * shorts);
        let mut shorts = short_bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| -> Vec<i16> { shorts.by_ref().take(count).collect() };
        let [mut bias, mut rows] = [hidden, hidden * inputs.len()].map(&mut take);
        let [mut term_bias, mut term_rows] = [term_hidden, 2 * TERMS * term_hidden].map(&mut take);
        if header.format == COARSE_FORMAT {
            let sums = [&mut bias, &mut rows, &mut term_bias, &mut term_rows].into_iter().flatten();
            sums.for_each(|weight| *weight = weight.saturating_mul(FINENESS as i16));
        }
        let output = take(outputs);
        if output.iter().any(|weight| i32::from(*weight).abs() > MAX_OUTPUT_WEIGHT) {
            return Err(damaged("an output weight is too large"));
        }
        let mut longs = long_bytes.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let output_bias = std::array::from_fn(|_| longs.next().unwrap_or_default());
        let numbers = Numbers { rows, bias, term_rows, term_bias, output, output_bias };
        // Numbers that were made finer have another hash: the name stays that under which the network was made.
        let name = named(&header.hash);
        Ok(Self { name, ..Self::new(header.purpose, rules, header.weights, inputs, numbers) })
    }
}
