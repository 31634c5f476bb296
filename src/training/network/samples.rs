//! Positions as a network learns from them.

use crate::archive::{ArchiveError, Chunk};
use crate::board::Spec;
use crate::eval::network::{Inputs, View, bucket};
use crate::eval::{Evaluation, SCORE_SHARES, Study, TermInput, Unscaled};
use crate::positions::{Label, Outlook, Source, collect};
use crate::search::Bound;
use crate::session::Catalogue;
use crate::types::{Color, Score};

/// Games whose positions are made at a time: until they are put with the others, they take several times the memory.
const GAMES_AT_ONCE: usize = 500;

/// A position from the view of the side to move, without its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Where its inputs begin in [`Samples::inputs`]: first those of the side to move, then as many of the other side.
    start: usize,
    /// The inputs of each side.
    count: u8,
    /// Where its terms begin in [`Samples::terms`], and how many there are.
    first_term: usize,
    terms: u16,
    /// The output that counts.
    pub bucket: u8,
    /// The classical score before scaling, in centipawns.
    pub classical: i16,
    /// How much a score counts if the side to move is ahead, and if it is behind, 0 to 1.
    pub shares: [f32; 2],
    /// The points that searches expected, see [`Label::expected`].
    pub expected: f32,
    /// The points of the side to move, 0 to 1.
    pub result: f32,
    /// The number of the game.
    pub game: u64,
    /// For a position of a tree, what is known of its points: exactly, at least or at most those expected.
    pub of_tree: Option<Bound>,
}

/// What is read of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Where the positions are from.
    pub source: Source,
    /// Of so many positions of a game one is taken.
    pub step: usize,
    /// Whether their terms are read, too, which take about as much memory as the rest. Networks that stand alone see none.
    pub has_terms: bool,
}

/// Positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    /// The positions.
    pub samples: Vec<Sample>,
    inputs: Vec<u16>,
    terms: Vec<TermInput>,
}

impl Samples {
    /// Positions of games. The games may be of several variants that differ only in their start positions.
    ///
    /// # Errors
    /// When a variant is not known, or a game cannot be replayed.
    pub fn read(
        catalogue: &Catalogue,
        chunks: &[Chunk],
        evaluation: &Evaluation,
        choice: Choice,
        outlook: Outlook,
    ) -> Result<Self, ArchiveError> {
        let mut samples = Self::default();
        for chunk in chunks {
            let spec = catalogue.games.get(&chunk.series.variant)?;
            let inputs = inputs_of(catalogue, spec);
            let make = |board: &dyn Study, label| sample(board, label, &inputs, evaluation, choice.has_terms);
            for games in chunk.games.chunks(GAMES_AT_ONCE) {
                let found = collect((catalogue, spec), games, (choice.source, choice.step), outlook, make)?;
                samples.extend(found.into_iter().flatten().collect());
            }
        }
        Ok(samples)
    }

    /// Adds positions. Room is made for them alone: there may be so many that twice as much would not fit the memory.
    pub(super) fn extend(&mut self, found: Vec<Found>) {
        self.samples.reserve_exact(found.len());
        self.inputs.reserve_exact(found.iter().map(|(_, inputs, _)| inputs.len()).sum());
        self.terms.reserve_exact(found.iter().map(|(_, _, terms)| terms.len()).sum());
        for (sample, inputs, terms) in found {
            self.samples.push(Sample { start: self.inputs.len(), first_term: self.terms.len(), ..sample });
            self.inputs.extend(inputs);
            self.terms.extend(terms);
        }
    }

    /// Some of the positions, by number. Side by side, they are read much faster than one here and one there.
    pub(super) fn picked(&self, numbers: &[u32]) -> Self {
        let mut picked = Self::default();
        for &number in numbers {
            let sample = &self.samples[number as usize];
            let (start, first_term) = (picked.inputs.len(), picked.terms.len());
            picked.samples.push(Sample { start, first_term, ..*sample });
            picked.inputs.extend_from_slice(&self.inputs[sample.start..][..2 * usize::from(sample.count)]);
            picked.terms.extend_from_slice(self.terms(sample));
        }
        picked
    }

    /// The inputs of a position: those of the side to move and those of the other side.
    #[inline]
    pub fn inputs(&self, sample: &Sample) -> [&[u16]; 2] {
        let count = usize::from(sample.count);
        let (ours, theirs) = self.inputs[sample.start..][..2 * count].split_at(count);
        [ours, theirs]
    }

    /// The terms of the classical evaluation of a position.
    #[inline]
    pub fn terms(&self, sample: &Sample) -> &[TermInput] {
        &self.terms[sample.first_term..][..usize::from(sample.terms)]
    }
}

/// The inputs of a game.
pub fn inputs_of(catalogue: &Catalogue, spec: &'static Spec) -> Inputs {
    Inputs::new(spec, catalogue.open(spec).study().mark_kinds())
}

/// A position with its inputs and terms.
pub(super) type Found = (Sample, Box<[u16]>, Box<[TermInput]>);

/// `None` for a position in which no network counts.
pub(super) fn sample(
    board: &dyn Study,
    label: Label,
    inputs: &Inputs,
    evaluation: &Evaluation,
    has_terms: bool,
) -> Option<Found> {
    let Unscaled { score, shares } = board.unscaled(&evaluation.weights)?;
    let us = board.side();
    let (mut numbers, seen) = (Vec::new(), board.seen());
    for color in [us, !us] {
        let view = View::of(&seen, color);
        inputs.signs(&seen, |sign| numbers.push(inputs.of(view, sign) as u16));
    }
    let shares = shares.map(|share| share as f32 / SCORE_SHARES as f32);
    let own: Score = if us == Color::White { score } else { -score };
    let (expected, result, of_tree, shares) = match us {
        Color::White => (label.expected, label.result, label.of_tree, shares),
        Color::Black => {
            let of_tree = label.of_tree.map(Bound::reversed);
            (1.0 - label.expected, 1.0 - label.result, of_tree, [shares[1], shares[0]])
        }
    };
    let terms = if has_terms { board.term_inputs(&evaluation.weights) } else { Vec::new() };
    let sample = Sample {
        start: 0,
        count: (numbers.len() / 2) as u8,
        first_term: 0,
        terms: terms.len() as u16,
        bucket: bucket(seen.occupied().count(), inputs.men()) as u8,
        classical: own.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
        shares,
        expected,
        result,
        game: label.game,
        of_tree,
    };
    Some((sample, numbers.into(), terms.into()))
}
