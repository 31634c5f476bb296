//! Positions as a network learns from them.

use crate::board::{Board, Variant};
use crate::eval::network::{Inputs, View, bucket};
use crate::eval::{Evaluation, SCORE_SHARES, TermInput, Unscaled, term_inputs};
use crate::games::{self, Visitor};
use crate::training::archive::Chunk;
use crate::training::positions::{Label, Outlook, Source, collect};
use crate::training::record::RecordError;
use crate::types::{Color, Score};

/// A position from the view of the side to move, without its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Where its inputs begin in [`Samples::inputs`]: first those of the side to move, then as many of the other side.
    start: u32,
    /// The inputs of each side.
    count: u8,
    /// Where its terms begin in [`Samples::terms`], and how many there are.
    first_term: u32,
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
    /// The quiet positions of games of the variant with this name, of each `step` in a game one; `None` if there is no such
    /// variant.
    ///
    /// # Errors
    /// When a game cannot be replayed.
    pub fn read(
        game: &str,
        chunks: &[Chunk],
        evaluation: &Evaluation,
        (source, step): (Source, usize),
        outlook: Outlook,
    ) -> Option<Result<Self, RecordError>> {
        let all = games::visit_as_table(game, Read { chunks, evaluation, source, step, outlook })?;
        Some(all.map(|all| {
            let mut samples = Self::default();
            for (sample, inputs, terms) in all {
                let (start, first_term) = (samples.inputs.len() as u32, samples.terms.len() as u32);
                samples.samples.push(Sample { start, first_term, ..sample });
                samples.inputs.extend(inputs);
                samples.terms.extend(terms);
            }
            samples
        }))
    }

    /// The inputs of a position: those of the side to move and those of the other side.
    #[inline]
    pub fn inputs(&self, sample: &Sample) -> [&[u16]; 2] {
        let count = usize::from(sample.count);
        let (ours, theirs) = self.inputs[sample.start as usize..][..2 * count].split_at(count);
        [ours, theirs]
    }

    /// The terms of the classical evaluation of a position.
    #[inline]
    pub fn terms(&self, sample: &Sample) -> &[TermInput] {
        &self.terms[sample.first_term as usize..][..usize::from(sample.terms)]
    }
}

/// The inputs of the game with this name; `None` if there is no such game.
pub fn inputs_of(game: &str) -> Option<Inputs> {
    struct Make;
    impl Visitor for Make {
        type Output = Inputs;
        fn visit<R: Variant>(self, rules: R) -> Inputs {
            Inputs::new(rules.named(), R::MARKS)
        }
    }
    games::visit_as_table(game, Make)
}

/// A position with its inputs and terms.
type Found = (Sample, Box<[u16]>, Box<[TermInput]>);

struct Read<'a> {
    chunks: &'a [Chunk],
    evaluation: &'a Evaluation,
    source: Source,
    step: usize,
    outlook: Outlook,
}

impl Visitor for Read<'_> {
    type Output = Result<Vec<Found>, RecordError>;

    fn visit<R: Variant>(self, rules: R) -> Self::Output {
        let inputs = Inputs::new(rules.named(), R::MARKS);
        collect(rules, self.chunks, (self.source, self.step), self.outlook, |board, label| {
            sample(board, label, &inputs, self.evaluation)
        })
    }
}

fn sample<R: Variant>(board: &Board<R>, label: Label, inputs: &Inputs, evaluation: &Evaluation) -> Found {
    let us = board.side();
    let mut seen = Vec::new();
    for color in [us, !us] {
        let view = View::of(board, color);
        inputs.signs(board, |sign| seen.push(inputs.of(view, sign) as u16));
    }
    let Unscaled { score, shares } = evaluation.unscaled(board);
    let shares = shares.map(|share| share as f32 / SCORE_SHARES as f32);
    let own = |score: Score| (if us == Color::White { score } else { -score }) as i16;
    let (expected, result, shares) = match us {
        Color::White => (label.expected, label.result, shares),
        Color::Black => (1.0 - label.expected, 1.0 - label.result, [shares[1], shares[0]]),
    };
    let terms = term_inputs(board, &evaluation.weights);
    let sample = Sample {
        start: 0,
        count: (seen.len() / 2) as u8,
        first_term: 0,
        terms: terms.len() as u16,
        bucket: bucket(board.occupied().count(), inputs.men()) as u8,
        classical: own(score),
        shares,
        expected,
        result,
        game: label.game,
    };
    (sample, seen.into(), terms.into())
}
