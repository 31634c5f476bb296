//! Files of networks: a line of JSON, the [`NetworkHeader`], then the numbers, packed ([`pack`]).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::{KnownTerms, TERMS, Weights};
use super::units::FINENESS;
use super::{BUCKETS, Inputs, LANES, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, Network, Numbers, Purpose, TERM_HIDDEN, named};
use crate::board::{MAX_MARKS, Spec, quoted};
use crate::files::{pack, unpack};
use crate::types::short_hash;

/// The name of the format, and its version.
const FORMAT: &str = "bactrian network 3";
/// The version before, whose networks saw the [first terms](KnownTerms::first).
const UNNAMED_FORMAT: &str = "bactrian network 2";
/// The version before that, in which accumulators were not finer than activations.
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
    /// The terms that it saw.
    terms: HeaderTerms,
    /// The hidden neurons of the terms.
    pub term_hidden: usize,
    /// The hidden neurons of each view.
    pub hidden: usize,
    /// The outputs.
    pub buckets: usize,
    /// The hash of the numbers that follow.
    pub hash: String,
}

/// The terms that a network saw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum HeaderTerms {
    /// Those with these names.
    Named(KnownTerms),
    /// The first ones, by [their hash](KnownTerms::first_hash).
    First(String),
}

impl HeaderTerms {
    /// The terms of a network for this game with this many hidden neurons for them; the number of the term of each row, too.
    fn known(&self, spec: &Spec, term_hidden: usize) -> Result<(KnownTerms, Vec<usize>), NetworkError> {
        let unknown =
            |what: &str| NetworkError::Architecture(format!("it builds on {what} that this program does not have"));
        let known = match self {
            Self::Named(terms) => terms.clone(),
            Self::First(hash) if term_hidden > 0 && *hash != KnownTerms::first_hash(spec) => {
                return Err(unknown("terms"));
            }
            Self::First(_) => KnownTerms::first(),
        };
        let numbers = known.numbers().map_err(|name| unknown(&format!("a group of terms `{}`", quoted(&name))))?;
        Ok((known, numbers))
    }
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
            FORMAT | UNNAMED_FORMAT | COARSE_FORMAT => Ok((header, &bytes[end + 1..])),
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
    #[error("not a network, expected a file of `bactrian train`")]
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

impl Numbers {
    /// The numbers as bytes, with a row for each of these terms, by number.
    pub(super) fn to_bytes(&self, terms: &[usize]) -> Vec<u8> {
        let size = self.term_bias.len();
        let row = |number: usize| &self.term_rows[number * size..][..size];
        let rows = [0, TERMS].into_iter().flat_map(|side| terms.iter().flat_map(move |term| row(side + term))).copied();
        let all = [&self.bias, &self.rows, &self.term_bias, &rows.collect(), &self.output];
        let shorts = all.into_iter().flatten().flat_map(|number| number.to_le_bytes());
        shorts.chain(self.output_bias.iter().flat_map(|number| number.to_le_bytes())).collect()
    }

    /// Reads as many bytes as the header asks for, with a row for each of these terms, by number; `None` if an output weight
    /// is too large.
    fn read(bytes: &[u8], header: &NetworkHeader, inputs: &Inputs, terms: &[usize]) -> Option<Self> {
        let NetworkHeader { hidden, term_hidden, .. } = *header;
        let (short_bytes, long_bytes) = bytes.split_at(bytes.len() - 4 * BUCKETS);
        let mut shorts = short_bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| -> Vec<i16> { shorts.by_ref().take(count).collect() };
        let [mut bias, mut rows] = [hidden, hidden * inputs.len()].map(&mut take);
        let [mut term_bias, seen_rows] = [term_hidden, 2 * terms.len() * term_hidden].map(&mut take);
        // Terms that the network did not see have rows of zeros: so they are not shown to it.
        let mut term_rows = vec![0; 2 * TERMS * term_hidden];
        let numbers = [0, TERMS].into_iter().flat_map(|side| terms.iter().map(move |term| side + term));
        for (row, number) in seen_rows.chunks_exact(term_hidden.max(1)).zip(numbers) {
            term_rows[number * term_hidden..][..term_hidden].copy_from_slice(row);
        }
        if header.format == COARSE_FORMAT {
            let sums = [&mut bias, &mut rows, &mut term_bias, &mut term_rows].into_iter().flatten();
            sums.for_each(|weight| *weight = weight.saturating_mul(FINENESS as i16));
        }
        let output = take((2 * hidden + term_hidden) * BUCKETS);
        if output.iter().any(|weight| i32::from(*weight).abs() > MAX_OUTPUT_WEIGHT) {
            return None;
        }
        let mut longs = long_bytes.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let output_bias = std::array::from_fn(|_| longs.next().unwrap_or_default());
        Some(Self { rows, bias, term_rows, term_bias, output, output_bias })
    }
}

impl Network {
    /// The network as a file, made for this game.
    pub fn to_bytes(&self, spec: &Spec) -> Vec<u8> {
        let terms = self.terms.numbers().expect("a network of other terms is not read");
        let numbers = self.numbers.to_bytes(&terms);
        let header = NetworkHeader {
            format: FORMAT.to_owned(),
            game: spec.page.name.to_owned(),
            rules: self.rules.clone(),
            purpose: self.purpose,
            marks: self.inputs.marks_of_rules(),
            weights: self.weights.clone(),
            terms: HeaderTerms::Named(self.terms.clone()),
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
        let expected = weights.name_for(spec, &network.terms);
        Err(NetworkError::Weights { found: quoted(&network.weights), expected })
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
            let found = format!("{hidden} hidden neurons, {buckets} outputs, {marks} kinds of marks");
            return Err(NetworkError::Architecture(found));
        }
        let (terms, term_numbers) = header.terms.known(spec, term_hidden)?;
        let damaged = |why: &str| NetworkError::Damaged(why.to_owned());
        let inputs = Inputs::new(spec, marks);
        let outputs = (2 * hidden + term_hidden) * BUCKETS;
        let shorts = hidden * (1 + inputs.len()) + term_hidden * (1 + 2 * term_numbers.len()) + outputs;
        let expected = 2 * shorts + 4 * BUCKETS;
        let numbers = unpack(compressed, expected).map_err(|error| damaged(&error.to_string()))?;
        if numbers.len() != expected {
            return Err(damaged(&format!("{} bytes of numbers, expected {expected}", numbers.len())));
        }
        if short_hash(&numbers) != header.hash {
            return Err(damaged("its hash is wrong"));
        }
        let numbers = Numbers::read(&numbers, &header, &inputs, &term_numbers)
            .ok_or_else(|| damaged("an output weight is too large"))?;
        // Numbers that were made finer have another hash: the name stays that under which the network was made.
        let name = named(&header.hash);
        let NetworkHeader { purpose, weights, hidden, term_hidden, .. } = header;
        Ok(Self { purpose, rules, weights, terms, inputs, hidden, term_hidden, numbers, name })
    }
}
