//! Statistics of match results: difference in Elo with its error, likelihood of superiority, sequential test.
//!
//! The two games of a pair begin from the same position with colours reversed, so they are not independent. Everything
//! here is computed from pairs, which are: a pair has five possible results, 0 to 2 points in steps of a half
//! ("pentanomial").
//!
//! The sequential test is the generalised likelihood-ratio test of fishtest: M. Van den Bergh, "A practical introduction
//! to the GSPRT" and "Comments on normalized Elo", with Elo in the logistic model.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use thiserror::Error;

/// The 97.5 % quantile of the standard normal distribution, for two-sided intervals of 95 %.
const Z95: f64 = 1.959_963_984_540_054;
/// Replaces counts of zero, so that logarithms exist (as in fishtest).
const UNSEEN_COUNT: f64 = 1e-3;

/// The expected score, 0 to 1, of a side that is stronger by `elo`.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that gives this expected score, 0 to 1; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The points, 0 to 1, that the side with this score in centipawns is expected to get. At a score of `scale` they are 0.73.
pub fn expected_points(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Results of a pairing from the view of its first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Number of pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// A difference in strength, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely value.
    pub value: f64,
    /// Half the width of the 95 % confidence interval; NaN if all pairs had the same result, which tells nothing about
    /// the error.
    pub error: f64,
}

impl Tally {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points; a draw counts ½.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game with this many half points, 0 to 2.
    pub fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a pair with this many half points, 0 to 4.
    pub fn add_pair(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    /// The results from the view of the second engine.
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// The mean score of the pairs, 0 to 1, and the standard deviation of that mean; `None` without pairs.
    fn mean(&self) -> Option<(f64, f64)> {
        let count: u64 = self.pairs.iter().sum();
        if count == 0 {
            return None;
        }
        let count = count as f64;
        let score = |index: usize| index as f64 / 4.0;
        let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.pairs.iter().enumerate().map(|(index, &pairs)| pairs as f64 * value(score(index))).sum::<f64>() / count
        };
        let mean = sum(&|score| score);
        let variance = sum(&|score| (score - mean).powi(2));
        Some((mean, (variance / count).sqrt()))
    }

    /// The difference in Elo and its error; `None` without pairs.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = self.mean()?;
        let side = |sign: f64| elo_of_score((mean + sign * Z95 * deviation).clamp(0.0, 1.0));
        let error = if deviation > 0.0 { (side(1.0) - side(-1.0)) / 2.0 } else { f64::NAN };
        Some(Elo { value: elo_of_score(mean), error })
    }

    /// The likelihood, 0 to 1, that the first engine is stronger; `None` without pairs.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, deviation) = self.mean()?;
        let ahead = mean - 0.5;
        if deviation == 0.0 {
            return Some(if ahead == 0.0 { 0.5 } else { f64::from(ahead > 0.0) });
        }
        Some(0.5 * libm::erfc(-ahead / deviation / std::f64::consts::SQRT_2))
    }

    /// The logarithm of the likelihood ratio of the results under a difference of `elo1` and of `elo0`.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let count: f64 = self.pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return 0.0;
        }
        let weights = self.pairs.map(|pairs| if pairs == 0 { UNSEEN_COUNT } else { pairs as f64 });
        let total: f64 = weights.iter().sum();
        let frequencies = weights.map(|weight| weight / total);
        let likely0 = likeliest_with_mean(&frequencies, expected_score(elo0));
        let likely1 = likeliest_with_mean(&frequencies, expected_score(elo1));
        let each = (0..5).map(|index| weights[index] * (likely1[index] / likely0[index]).ln());
        each.sum()
    }
}

/// The distribution of pair results that has this mean score and maximises the likelihood of the observed frequencies.
/// Each probability is the frequency divided by 1 + x (score - mean); x is found by bisection.
fn likeliest_with_mean(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |index: usize| index as f64 / 4.0 - mean;
    let excess = |x: f64| -> f64 { (0..5).map(|i| frequencies[i] * distance(i) / (1.0 + x * distance(i))).sum() };
    // In this interval the denominators are positive, and the sum falls from +infinity to -infinity.
    let (mut low, mut high) = (-1.0 / distance(4), -1.0 / distance(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|index| frequencies[index] / (1.0 + x * distance(index)))
}

/// A sequential test of two hypotheses: the first engine is stronger by `elo0` (H0) or by `elo1` (H1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of H0, in logistic Elo.
    pub elo0: f64,
    /// The difference of H1, in logistic Elo.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    pub beta: f64,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        tally.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// The decision; `None` while the evidence is not enough.
    pub fn decision(&self, tally: &Tally) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        let ratio = self.ratio(tally);
        if ratio <= lower {
            Some(Decision::H0)
        } else if ratio >= upper {
            Some(Decision::H1)
        } else {
            None
        }
    }
}

/// Why a text is not a sequential test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SprtError {
    /// A word is not `KEY=NUMBER` with a known key.
    #[error("`{0}` is not understood, expected words of elo0= elo1= alpha= beta=")]
    Word(String),
    /// The two differences in Elo are in the wrong order or out of range.
    #[error("expected elo0 below elo1, both between -1000 and 1000")]
    Elo,
    /// An error rate is out of range.
    #[error("expected alpha and beta above 0 and below 0.5")]
    ErrorRates,
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05`. These are the defaults of what is left out.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        for word in text.split_whitespace() {
            let value = word.split_once('=').and_then(|(key, value)| {
                let field = match key {
                    "elo0" => &mut sprt.elo0,
                    "elo1" => &mut sprt.elo1,
                    "alpha" => &mut sprt.alpha,
                    "beta" => &mut sprt.beta,
                    _ => return None,
                };
                *field = value.parse().ok().filter(|number: &f64| number.is_finite())?;
                Some(())
            });
            value.ok_or_else(|| SprtError::Word(word.to_owned()))?;
        }
        let errors = [sprt.alpha, sprt.beta];
        if sprt.elo0.abs().max(sprt.elo1.abs()) > 1000.0 || sprt.elo0 >= sprt.elo1 {
            return Err(SprtError::Elo);
        }
        if !errors.iter().all(|error| (1e-9..0.5).contains(error)) {
            return Err(SprtError::ErrorRates);
        }
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally_of(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 0.005, "{value} instead of {expected}");
    }

    /// The last two values are those of fastchess.
    #[test]
    fn likelihood_ratios_are_those_of_others() {
        for (results, elo0, elo1, expected) in [
            ([10, 20, 30, 40, 50], 0.0, 5.0, 1.4134),
            ([34, 54, 31, 64, 75], 0.0, 10.0, 2.2928),
            ([3, 5, 40, 9, 2], 0.0, 5.0, 0.0569),
            ([0, 0, 0, 0, 3], 0.0, 5.0, 0.0429),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ] {
            close(tally_of(results).log_likelihood_ratio(elo0, elo1), expected);
        }
        assert_eq!(Tally::default().log_likelihood_ratio(0.0, 5.0), 0.0);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        close(elo_of_score(0.75), 190.848);
        close(elo_of_score(expected_score(-37.5)), -37.5);
        assert_eq!((elo_of_score(1.0), elo_of_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// Mean 0.6, variance 0.06 and 100 pairs by hand.
    #[test]
    fn elo_has_an_error() {
        let tally = tally_of([4, 12, 36, 36, 12]);
        let (mean, deviation) = tally.mean().expect("pairs");
        close(mean, 0.6);
        close(deviation, 0.0006f64.sqrt());
        let elo = tally.elo().expect("pairs");
        close(elo.value, 70.437);
        close(elo.error, (elo_of_score(0.648_010) - elo_of_score(0.551_990)) / 2.0);
        close(tally.superiority().expect("pairs"), 0.99997);
        close(tally.reversed().elo().expect("pairs").value, -70.437);
    }

    #[test]
    fn results_without_difference_say_nothing_of_the_error() {
        let elo = tally_of([0, 0, 7, 0, 0]).elo().expect("pairs");
        assert!(elo.value == 0.0 && elo.error.is_nan());
        assert_eq!(tally_of([0, 0, 7, 0, 0]).superiority(), Some(0.5));
        assert_eq!(tally_of([0, 0, 0, 0, 7]).superiority(), Some(1.0));
        assert_eq!(tally_of([5, 0, 0, 0, 0]).elo().expect("pairs").value, f64::NEG_INFINITY);
        assert_eq!(Tally::default().elo(), None);
    }

    #[test]
    fn a_test_decides_at_its_bounds() {
        let sprt: Sprt = "elo0=0 elo1=50".parse().expect("a test");
        let (lower, upper) = sprt.bounds();
        close(upper, 2.9444);
        close(lower, -2.9444);
        assert_eq!(sprt.decision(&tally_of([0, 2, 5, 2, 0])), None);
        assert_eq!(sprt.decision(&tally_of([0, 10, 50, 60, 20])), Some(Decision::H1));
        assert_eq!(sprt.decision(&tally_of([20, 60, 50, 10, 0])), Some(Decision::H0));
    }

    #[test]
    fn tests_that_make_no_sense_are_refused() {
        for text in ["elo0=5 elo1=5", "elo0=9", "alpha=0", "beta=0.5", "elo1=nan", "gamma=1", "elo0"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
