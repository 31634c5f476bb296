//! Fitting the weights to the results of games: logistic regression on the terms ("Texel tuning", Peter Österlund 2014).

use rayon::prelude::*;

use super::classical::{Tally, placement_terms, tally_terms};
use super::tapered::Tapered;
use super::terms::TERMS;
use super::weights::{Weights, WeightsError};
use super::{Evaluated, FULL_FACTOR};
use crate::rules::Rules;
use crate::types::{Color, Score};

/// A position as the fit sees it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Terms by number, White's count less Black's, zeros left out.
    terms: Vec<(u16, i16)>,
    /// The middlegame's share, 0 to 1.
    share: f32,
    /// What the sum is multiplied with, 0 to 1.
    factor: f32,
    /// What White got or is expected to get: 0 for a loss, 1 for a win.
    target: f32,
}

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// Passes over the data.
    pub epochs: usize,
    /// The score in centipawns at which White is expected to get 1 / (1 + 1/e) = 73 % of the points.
    pub scale: f32,
    /// How strongly weights are held to where they began, as the loss of a sample for 100 centipawns' distance.
    pub hold: f32,
}

/// Counts terms.
struct Counts(Vec<i16>);

impl Tally for Counts {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.0[term] += if color == Color::White { count as i16 } else { -count as i16 };
    }
}

/// The expected result for White of a score in centipawns.
fn expectation(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

impl Sample {
    /// A position with White's result (0, 0.5 or 1) and the score of a search in centipawns from White's view.
    /// `trust` is the share of the target that comes from the result.
    pub fn new<R: Rules>(position: &Evaluated<R>, result: f32, score: Score, trust: f32, scale: f32) -> Self {
        let board = position.board();
        let weights = Weights::of::<R>();
        let mut counts = Counts(vec![0; TERMS]);
        tally_terms(board, weights, &mut counts);
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                for term in placement_terms::<R>(piece.kind(), piece.color(), square) {
                    counts.add(piece.color(), term, 1);
                }
            }
        }
        let terms = counts.0.into_iter().enumerate().filter(|(_, count)| *count != 0);
        Self {
            terms: terms.map(|(term, count)| (term as u16, count)).collect(),
            share: position.middlegame_share() as f32 / 256.0,
            factor: position.factor() as f32 / FULL_FACTOR as f32,
            target: trust * result + (1.0 - trust) * expectation(score as f32, scale),
        }
    }

    fn score(&self, weights: &[[f32; 2]]) -> f32 {
        let sum = self.terms.iter().fold([0.0, 0.0], |sum: [f32; 2], &(term, count)| {
            let weight = weights[term as usize];
            [sum[0] + weight[0] * f32::from(count), sum[1] + weight[1] * f32::from(count)]
        });
        (sum[0] * self.share + sum[1] * (1.0 - self.share)) * self.factor
    }
}

/// The mean squared error of the expected results.
fn error(samples: &[Sample], weights: &[[f32; 2]], scale: f32) -> f64 {
    let squared = |sample: &Sample| f64::from(expectation(sample.score(weights), scale) - sample.target).powi(2);
    samples.par_iter().map(squared).sum::<f64>() / samples.len().max(1) as f64
}

/// The gradient of the squared error over a batch.
fn gradient(batch: &[Sample], weights: &[[f32; 2]], scale: f32) -> Vec<[f32; 2]> {
    let add_sample = |mut sum: Vec<[f32; 2]>, sample: &Sample| {
        let expected = expectation(sample.score(weights), scale);
        let slope = (expected - sample.target) * expected * (1.0 - expected) * sample.factor;
        for &(term, count) in &sample.terms {
            let change = slope * f32::from(count);
            sum[term as usize][0] += change * sample.share;
            sum[term as usize][1] += change * (1.0 - sample.share);
        }
        sum
    };
    let zero = || vec![[0.0; 2]; TERMS];
    let add = |mut a: Vec<[f32; 2]>, b: Vec<[f32; 2]>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a = [a[0] + b[0], a[1] + b[1]]);
        a
    };
    batch.par_chunks(1024).map(|chunk| chunk.iter().fold(zero(), add_sample)).reduce(zero, add)
}

/// Samples of one step.
const BATCH: usize = 8192;
/// The first step of each weight, in centipawns; it falls to a hundredth.
const STEP: f32 = 2.0;

/// Fits the weights of a game to samples, from `start` on (see [`start_weights`]), with Adam (Kingma, Ba 2015). A
/// twentieth of the samples is held back; `report` gets the epoch and the mean squared errors of both parts.
pub fn fit(
    samples: &[Sample],
    start: &[[f32; 2]],
    options: FitOptions,
    mut report: impl FnMut(usize, f64, f64),
) -> Vec<[f32; 2]> {
    let (held_back, training) = samples.split_at(samples.len() / 20);
    let mut weights = start.to_vec();
    let mut moments = vec![[[0.0f32; 2]; 2]; TERMS];
    let mut steps = 0;
    for epoch in 0..options.epochs {
        let step = STEP * 0.01f32.powf(epoch as f32 / options.epochs as f32);
        for batch in training.chunks(BATCH) {
            steps += 1;
            let gradient = gradient(batch, &weights, options.scale);
            let corrections = [1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps)];
            for term in 0..TERMS {
                for half in 0..2 {
                    let distance = weights[term][half] - start[term][half];
                    let slope = gradient[term][half] / batch.len() as f32 + options.hold * distance * 2e-4;
                    let [first, second] = &mut moments[term][half];
                    *first = 0.9 * *first + 0.1 * slope;
                    *second = 0.999 * *second + 0.001 * slope * slope;
                    let (first, second) = (*first / corrections[0], *second / corrections[1]);
                    weights[term][half] -= step * first / (second.sqrt() + 1e-9);
                }
            }
        }
        report(epoch + 1, error(training, &weights, options.scale), error(held_back, &weights, options.scale));
    }
    weights
}

/// The weights that a game plays with now, as the fit wants them.
pub fn start_weights<R: Rules>() -> Vec<[f32; 2]> {
    let weights = Weights::of::<R>();
    (0..TERMS).map(|term| weights.term(term)).map(|w| [w.middlegame() as f32, w.endgame() as f32]).collect()
}

/// Fitted weights as text, in the form of the files under `src/eval/weights`.
pub fn weights_text<R: Rules>(weights: &[[f32; 2]]) -> Result<String, WeightsError> {
    let rounded: Vec<Tapered> =
        weights.iter().map(|w| Tapered::new(w[0].round() as i32, w[1].round() as i32)).collect();
    let text = Weights::to_text(R::spec(), &rounded);
    Weights::from_text::<R>(&text).map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::JanusKamil;

    const FENS: [&str; 3] = [
        "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
        "1rjn2k3r1/pp2p1j1c1pn/12/1Rp2pP4p/3p3pPp1b/2PPP7/b5PP2P1/8P2J/P2J1Q1K2N1/C2NB2B2RC b kq c3c4 0 25",
        "12/2R9/12/3p4k3/8BpR1/1p1P1p6/10QP/6r5/6K5/C11 w - - 0 76",
    ];

    #[test]
    fn the_samples_score_is_the_evaluation() {
        let weights = start_weights::<JanusKamil>();
        for fen in FENS {
            let position = Evaluated::new(Board::<JanusKamil>::from_fen(fen).unwrap());
            let sample = Sample::new(&position, 1.0, 0, 1.0, 200.0);
            let sign = if position.board().side() == Color::White { 1.0 } else { -1.0 };
            let difference = sample.score(&weights) - sign * position.score() as f32;
            assert!(difference.abs() < 3.0, "{fen}: {difference}");
        }
    }

    #[test]
    fn fitting_lowers_the_error() {
        let position = |fen: &str| Evaluated::new(Board::<JanusKamil>::from_fen(fen).unwrap());
        let results = [0.9, 0.2, 0.4];
        let samples: Vec<Sample> =
            (0..300).map(|n| Sample::new(&position(FENS[n % 3]), results[n % 3], 0, 1.0, 200.0)).collect();
        let start = start_weights::<JanusKamil>();
        let options = FitOptions { epochs: 200, scale: 200.0, hold: 0.0 };
        let before = error(&samples, &start, options.scale);
        let mut last = f64::NAN;
        let fitted = fit(&samples, &start, options, |_, training, _| last = training);
        assert!(last < before / 2.0, "{before} {last}");
        assert!(weights_text::<JanusKamil>(&fitted).is_ok());
    }
}
