//! Fits the weights to the results of games by logistic regression on the terms ("Texel tuning", Peter Österlund 2014).

use rayon::prelude::*;
use std::ops::ControlFlow;

use super::statistics::expected_points;
use crate::board::Spec;
use crate::eval::{
    MAX_PRESSURE, MIN_SCALE, PRESSURE_UNIT, SCALE, SCALE_UNIT, TERMS, Tapered, Trace, VALUE, Weights, WeightsError,
    groups,
};
use crate::system::share;
use crate::types::{Color, Score};

/// A position prepared for the fit.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Numbers and counts of terms, White's minus Black's, without zeros.
    terms: Vec<(u16, i16)>,
    /// The same for the pressure on White's king and on Black's.
    pressure: [Vec<(u16, i16)>; 2],
    /// The terms of the endgame scale when White or Black is ahead.
    scale: [Vec<(u16, i16)>; 2],
    /// The share of the middlegame, 0 to 1.
    share: f32,
    /// The factor of the whole score, 0 to 1.
    factor: f32,
    /// The target: the expected points of White, 0 to 1.
    target: f32,
    /// The points of White, 0 to 1.
    result: f32,
    /// The number of the game.
    pub game: u64,
}

/// Options of the fit.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// Passes over the data.
    pub epochs: usize,
    /// The score in centipawns at which White is expected to get 1 / (1 + 1/e) = 73 % of the points.
    pub scale: f32,
    /// Penalty that holds weights to the derived ones: the sum of squared errors that a distance of 100 centipawns
    /// costs. The values of pieces are free.
    pub hold: f32,
    /// The same penalty for the difference between neighbouring entries of a table, compared with the derived table. It
    /// makes entries that few positions show follow their neighbours.
    pub smooth: f32,
}

/// Numbers and counts of the terms whose count is not zero.
fn counted(counts: &[i16]) -> Vec<(u16, i16)> {
    let terms = counts.iter().enumerate().filter(|(_, count)| **count != 0);
    terms.map(|(term, &count)| (term as u16, count)).collect()
}

/// The weighted sum of terms, for a share of the middlegame.
fn sum(terms: &[(u16, i16)], weights: &[[f32; 2]], share: f32) -> f32 {
    let sum = terms.iter().fold([0.0, 0.0], |sum: [f32; 2], &(term, count)| {
        let weight = weights[term as usize];
        [sum[0] + weight[0] * f32::from(count), sum[1] + weight[1] * f32::from(count)]
    });
    sum[0] * share + sum[1] * (1.0 - share)
}

impl Sample {
    /// A position with the points of White (0, 0.5 or 1) and the score of a search in centipawns from White's view.
    /// `trust` is the weight of the points in the target, 0 to 1. `scale` is that of [`FitOptions`]. `game` is the number
    /// of the game.
    pub fn new(trace: &Trace, result: f32, score: Score, trust: f32, scale: f32, game: u64) -> Self {
        let scale_of = |color: Color| {
            let counts = trace.scale[color.index()].iter().enumerate();
            counts.map(|(number, &count)| (SCALE.at(number).index() as u16, count as i16)).collect()
        };
        Self {
            terms: counted(&trace.terms),
            scale: Color::BOTH.map(scale_of),
            pressure: [counted(&trace.pressure[0]), counted(&trace.pressure[1])],
            share: trace.middlegame_share,
            factor: trace.factor,
            target: trust * result + (1.0 - trust) * expected_points(score as f32, scale),
            result,
            game,
        }
    }

    /// The score in centipawns from White's view.
    fn score(&self, weights: &[[f32; 2]]) -> f32 {
        let score = self.unscaled(weights);
        score * self.scale_factor(score, weights) * self.factor
    }

    /// The score in centipawns from White's view, before scaling.
    fn unscaled(&self, weights: &[[f32; 2]]) -> f32 {
        let cost = |color: Color| self.pressure_on(color, weights).powi(2) / PRESSURE_UNIT as f32;
        sum(&self.terms, weights, self.share) - cost(Color::White) + cost(Color::Black)
    }

    /// The terms of the endgame scale for the side that is ahead.
    fn scale_terms(&self, score: f32) -> &[(u16, i16)] {
        &self.scale[if score > 0.0 { Color::White } else { Color::Black }.index()]
    }

    /// The endgame scale, 0 to 1.
    fn endgame_scale(&self, score: f32, weights: &[[f32; 2]]) -> f32 {
        let scale = sum(self.scale_terms(score), weights, 0.0);
        scale.clamp(MIN_SCALE as f32, SCALE_UNIT as f32) / SCALE_UNIT as f32
    }

    /// The factor of the score: the endgame scale applies to the share of the endgame only.
    fn scale_factor(&self, score: f32, weights: &[[f32; 2]]) -> f32 {
        self.share + (1.0 - self.share) * self.endgame_scale(score, weights)
    }

    /// The pressure on the king of this colour.
    fn pressure_on(&self, color: Color, weights: &[[f32; 2]]) -> f32 {
        sum(&self.pressure[color.index()], weights, self.share).clamp(0.0, MAX_PRESSURE as f32)
    }
}

/// The mean squared error of the expected points against those of the games.
fn error(samples: &[Sample], weights: &[[f32; 2]], scale: f32) -> f64 {
    let squared = |sample: &Sample| f64::from(expected_points(sample.score(weights), scale) - sample.result).powi(2);
    share(|| samples.par_iter().map(squared).sum::<f64>()) / samples.len().max(1) as f64
}

/// The gradient of the sum of squared errors over a batch.
fn gradient(batch: &[Sample], weights: &[[f32; 2]], scale: f32) -> Vec<[f32; 2]> {
    let add_sample = |mut sum: Vec<[f32; 2]>, sample: &Sample| {
        let unscaled = sample.unscaled(weights);
        let own_scale = sample.scale_factor(unscaled, weights);
        let expected = expected_points(unscaled * own_scale * sample.factor, scale);
        let slope = 2.0 * (expected - sample.target) * expected * (1.0 - expected) * sample.factor / scale;
        let mut add = |terms: &[(u16, i16)], slope: f32, share: f32| {
            for &(term, count) in terms {
                let change = slope * f32::from(count);
                sum[term as usize][0] += change * share;
                sum[term as usize][1] += change * (1.0 - share);
            }
        };
        if sample.endgame_scale(unscaled, weights) < 1.0 {
            // The endgame scale multiplies only the share of the endgame.
            let slope = slope * unscaled * (1.0 - sample.share) / SCALE_UNIT as f32;
            add(sample.scale_terms(unscaled), slope, 0.0);
        }
        let slope = slope * own_scale;
        add(&sample.terms, slope, sample.share);
        for (color, sign) in [(Color::White, -1.0), (Color::Black, 1.0)] {
            let pressure = sample.pressure_on(color, weights);
            if pressure == MAX_PRESSURE as f32 {
                continue;
            }
            let cost_slope = 2.0 * pressure / PRESSURE_UNIT as f32;
            add(&sample.pressure[color.index()], sign * slope * cost_slope, sample.share);
        }
        sum
    };
    let zero = || vec![[0.0; 2]; TERMS];
    let add = |mut a: Vec<[f32; 2]>, b: Vec<[f32; 2]>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a = [a[0] + b[0], a[1] + b[1]]);
        a
    };
    share(|| batch.par_chunks(1024).map(|chunk| chunk.iter().fold(zero(), add_sample)).reduce(zero, add))
}

/// Samples of each step.
const BATCH_SIZE: usize = 8192;
/// The first step of each weight, in centipawns. The last is a hundredth of it.
const LEARNING_RATE: f32 = 2.0;

/// The gradient of the penalties: distance to the derived weights, and differences between neighbours in tables.
fn regularisation(prior: &Prior, weights: &[[f32; 2]], options: FitOptions) -> Vec<[f32; 2]> {
    const UNIT: f32 = 2.0 / (100.0 * 100.0);
    let mut slopes = vec![[0.0; 2]; TERMS];
    let distance = |term: usize, half: usize| weights[term][half] - prior.weights[term][half];
    for (term, half) in (0..TERMS).filter(|&term| prior.is_held[term]).flat_map(|term| [(term, 0), (term, 1)]) {
        slopes[term][half] += options.hold * UNIT * distance(term, half);
    }
    for (&(one, next), half) in prior.neighbours.iter().flat_map(|pair| [(pair, 0), (pair, 1)]) {
        let step = options.smooth * UNIT * (distance(next, half) - distance(one, half));
        slopes[next][half] += step;
        slopes[one][half] -= step;
    }
    slopes
}

/// What a fit begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// By number of the term, middlegame and endgame, in centipawns.
    weights: Vec<[f32; 2]>,
    /// By number of the term, whether it is fitted; the others stay what they are.
    is_fitted: Vec<bool>,
}

impl Start {
    /// Begins with these weights and fits all terms.
    pub fn all(weights: &Weights) -> Self {
        Self { weights: numbers(weights), is_fitted: vec![true; TERMS] }
    }

    /// Begins with these weights and fits the groups of terms with these names alone, those of all pieces or of one.
    ///
    /// # Errors
    /// With the name that no group of the game has.
    pub fn only<'n>(spec: &Spec, weights: &Weights, names: &'n [String]) -> Result<Self, &'n str> {
        let (groups, mut is_fitted) = (groups(spec), vec![false; TERMS]);
        for name in names {
            let mut named = groups.iter().filter(|group| group.name == name || group.full_name == *name).peekable();
            named.peek().ok_or(name.as_str())?;
            named.for_each(|group| is_fitted[group.terms.clone()].fill(true));
        }
        Ok(Self { is_fitted, ..Self::all(weights) })
    }
}

/// Fits the weights of a game to `training` with Adam (Kingma, Ba 2015). `report` gets the number of the epoch, from 1, and the mean squared errors against the results:
/// over `training`, and over `held_back`; it decides whether to go on.
pub fn fit(
    spec: &'static Spec,
    training: &[Sample],
    held_back: &[Sample],
    start: &Start,
    options: FitOptions,
    mut report: impl FnMut(usize, f64, f64) -> ControlFlow<()>,
) -> Vec<[f32; 2]> {
    let prior = Prior::of(spec);
    let mut weights = start.weights.clone();
    let mut moments = vec![[[0.0f32; 2]; 2]; TERMS];
    let mut steps = 0;
    for epoch in 0..options.epochs {
        let step = LEARNING_RATE * 0.01f32.powf(epoch as f32 / options.epochs as f32);
        for batch in training.chunks(BATCH_SIZE) {
            steps += 1;
            let gradient = gradient(batch, &weights, options.scale);
            let regularisation = regularisation(&prior, &weights, options);
            let corrections = [1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps)];
            for term in (0..TERMS).filter(|&term| start.is_fitted[term]) {
                for half in 0..2 {
                    let slope =
                        gradient[term][half] / batch.len() as f32 + regularisation[term][half] / training.len() as f32;
                    let [first, second] = &mut moments[term][half];
                    *first = 0.9 * *first + 0.1 * slope;
                    *second = 0.999 * *second + 0.001 * slope * slope;
                    let (first, second) = (*first / corrections[0], *second / corrections[1]);
                    weights[term][half] -= step * first / (second.sqrt() + 1e-12);
                }
            }
        }
        let errors = [training, held_back].map(|samples| error(samples, &weights, options.scale));
        if report(epoch + 1, errors[0], errors[1]).is_break() {
            break;
        }
    }
    weights
}

/// What the weights are held to.
struct Prior {
    weights: Vec<[f32; 2]>,
    is_held: Vec<bool>,
    /// Pairs of terms that follow each other in a table.
    neighbours: Vec<(usize, usize)>,
}

impl Prior {
    fn of(spec: &'static Spec) -> Self {
        let (mut is_held, mut neighbours) = (vec![true; TERMS], Vec::new());
        for group in groups(spec) {
            is_held[group.terms.clone()].fill(!VALUE.is_in(&group));
            if group.is_table {
                neighbours.extend(group.terms.clone().skip(1).map(|term| (term - 1, term)));
            }
        }
        Self { weights: numbers(&Weights::derived(spec)), is_held, neighbours }
    }
}

/// Weights as numbers: middlegame and endgame of each term, in centipawns.
fn numbers(weights: &Weights) -> Vec<[f32; 2]> {
    (0..TERMS).map(|term| weights.term(term)).map(|w| [w.middlegame() as f32, w.endgame() as f32]).collect()
}

/// Fitted weights as text, in the format of `weights.txt` in the folders of games.
///
/// # Errors
/// When a weight is out of range or no number.
pub fn weights_text(spec: &'static Spec, weights: &[[f32; 2]]) -> Result<String, WeightsError> {
    if !weights.iter().flatten().all(|weight| weight.is_finite()) {
        return Err(WeightsError::NotFinite);
    }
    let rounded: Vec<Tapered> =
        weights.iter().map(|w| Tapered::new(w[0].round() as i32, w[1].round() as i32)).collect();
    let text = Weights::to_text(spec, &rounded);
    Weights::read(spec, &text).map(|_| text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Board;
    use crate::eval::{Evaluation, PRESSURE, TermGroup, trace};
    use crate::games::{Games, januskamil::JanusKamil};

    fn spec() -> &'static Spec {
        Games::default().find("januskamil").unwrap()
    }

    fn weights() -> Arc<Weights> {
        Weights::built_in(spec()).into()
    }

    fn sample(fen: &str, result: f32, scale: f32) -> Sample {
        let board = Board::from_fen(JanusKamil, fen).unwrap();
        Sample::new(&trace(&board, &weights()), result, 0, 1.0, scale, 0)
    }

    const FENS: [&str; 3] = [
        "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
        "1rjn2k3r1/pp2p1j1c1pn/12/1Rp2pP4p/3p3pPp1b/2PPP7/b5PP2P1/8P2J/P2J1Q1K2N1/C2NB2B2RC b kq c3c4 0 25",
        "12/2R9/12/3p4k3/8BpR1/1p1P1p6/10QP/6r5/6K5/C11 w - - 0 76",
    ];

    #[test]
    fn the_samples_score_is_the_evaluation() {
        let evaluation = Evaluation { weights: weights(), network: None };
        let weights = numbers(&weights());
        for fen in FENS {
            let board = Board::from_fen(JanusKamil, fen).unwrap();
            let sign = if board.side() == Color::White { 1.0 } else { -1.0 };
            let score = sign * evaluation.score(&board) as f32;
            let difference = sample(fen, 1.0, 200.0).score(&weights) - score;
            // The evaluation counts in whole centipawns and units of the scale.
            assert!(difference.abs() < 3.0 + score.abs() / SCALE_UNIT as f32, "{fen}: {difference}");
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_error() {
        let mut weights = numbers(&weights());
        // Below 1, so that the scale counts, and of some pressure.
        weights[SCALE.at(0).index()] = [0.0, 90.0];
        weights[SCALE.at(1).index()] = [0.0, 10.0];
        weights[PRESSURE.index()] = [200.0, 150.0];
        for (fen, result) in FENS.into_iter().zip([0.9, 0.2, 0.4]) {
            let samples = [sample(fen, result, 400.0)];
            let slopes = gradient(&samples, &weights, 400.0);
            let used = (0..TERMS).flat_map(|term| [(term, 0), (term, 1)]);
            for (term, half) in used.filter(|&(term, half)| slopes[term][half] != 0.0) {
                let mut error_at = |change: f32| {
                    let before = weights[term][half];
                    weights[term][half] += change;
                    let error = error(&samples, &weights, 400.0);
                    weights[term][half] = before;
                    error
                };
                let numeric = error_at(0.5) - error_at(-0.5);
                let slope = f64::from(slopes[term][half]);
                assert!((numeric - slope).abs() < 2e-6 + slope.abs() / 20.0, "{fen} {term}: {numeric} {slope}");
            }
        }
    }

    #[test]
    fn fitting_lowers_the_error() {
        let results = [0.9, 0.2, 0.4];
        let samples: Vec<Sample> = (0..300).map(|n| sample(FENS[n % 3], results[n % 3], 200.0)).collect();
        let start = Start::all(&weights());
        let options = FitOptions { epochs: 200, scale: 200.0, hold: 0.0, smooth: 0.0 };
        let before = error(&samples, &start.weights, options.scale);
        let mut last = f64::NAN;
        let fitted = fit(spec(), &samples, &[], &start, options, |_, training, _| {
            last = training;
            ControlFlow::Continue(())
        });
        assert!(last < before / 2.0, "{before} {last}");
        assert!(weights_text(spec(), &fitted).is_ok());

        let names = ["hanging".to_owned(), "tempo".to_owned()];
        let start = Start::only(spec(), &weights(), &names).expect("groups of the game");
        let some = fit(spec(), &samples, &[], &start, options, |_, _, _| ControlFlow::Continue(()));
        let changed = |group: &TermGroup| some[group.terms.clone()] != start.weights[group.terms.clone()];
        let changed: Vec<String> = groups(spec()).into_iter().filter(changed).map(|group| group.full_name).collect();
        assert!(changed.len() > 1 && changed.contains(&"tempo".to_owned()), "{changed:?}");
        assert!(changed.iter().all(|name| name.starts_with("hanging.") || name == "tempo"), "{changed:?}");
        assert_eq!(Start::only(spec(), &weights(), &["hangin".to_owned()]).err(), Some("hangin"));
    }
}
