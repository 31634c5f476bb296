//! Fits the chances of a win, a draw and a loss that scores stand for to games of the engine against itself.

use std::collections::HashMap;

use super::archive::{ArchiveError, Chunk};
use super::positions::{Label, Outlook, Source, collect};
use crate::eval::{ChanceShape, Chances, Study};
use crate::session::Catalogue;

/// Scores are put into bins of this width, in centipawns.
const SCORE_BIN: i32 = 10;
/// Games with larger scores, in centipawns, are decided: they say nothing of the curves.
const LARGEST: i32 = 1_500;
/// No result counts as less likely than this.
const LEAST_CHANCE: f64 = 1e-12;

/// The results of positions by score and number of men.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// By score in [`SCORE_BIN`]s and men, the positions won, drawn and lost by White.
    cells: HashMap<(i32, u32), [u32; 3]>,
    /// The most men of a position.
    men: u32,
    games: usize,
}

impl Results {
    /// Adds the quiet positions of games.
    ///
    /// # Errors
    /// When their variant is not known, or a game cannot be replayed.
    pub fn add(&mut self, catalogue: &Catalogue, chunk: &Chunk) -> Result<(), ArchiveError> {
        let outlook = Outlook { scale: 1.0, persistence: 0.0 };
        let make = |board: &dyn Study, label: Label| (label, board.seen().occupied().count());
        let spec = catalogue.games.get(&chunk.series.variant)?;
        let found = collect((catalogue, spec), &chunk.games, (Source::Roots, 1), outlook, make)?;
        self.games += chunk.games.len();
        for (Label { score, result, .. }, men) in found {
            self.men = self.men.max(men);
            if score.abs() <= LARGEST {
                let bin = (f64::from(score) / f64::from(SCORE_BIN)).round() as i32;
                // Points of 1, 0.5 and 0.
                self.cells.entry((bin, men)).or_default()[(2.0 - 2.0 * result) as usize] += 1;
            }
        }
        Ok(())
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.cells.values().flatten().map(|&count| count as usize).sum()
    }

    /// The loss of a model in nats a position: minus the mean logarithm of the chances of the results.
    pub fn loss(&self, shape: ChanceShape, chances: Chances) -> f64 {
        let of_cell = |(&(bin, men), counts): (&(i32, u32), &[u32; 3])| {
            let found = shape.curve(chances, men).chances(f64::from(bin * SCORE_BIN));
            found
                .iter()
                .zip(counts)
                .map(|(chance, &count)| -f64::from(count) * chance.max(LEAST_CHANCE).ln())
                .sum::<f64>()
        };
        self.cells.iter().map(of_cell).sum::<f64>() / self.positions().max(1) as f64
    }

    /// The chances of the game, which has curves of this shape.
    pub fn fit(&self, shape: ChanceShape) -> Chances {
        let men = f64::from(self.men);
        let of = |[factor, shift]: [f64; 2]| Chances { factor, shift, men };
        of(minimise(|numbers| self.loss(shape, of(numbers)), [1.0, 0.0], [0.3, 30.0]))
    }

    /// The file of chances of a game: factor, shift and men, and to how many games and positions they are fitted.
    pub fn text(&self, Chances { factor, shift, men }: Chances) -> String {
        format!("{factor:.3} {shift:.1} {men} {} {}\n", self.games, self.positions())
    }
}

/// The shape that the curves of games have in common, fitted to the results of each.
pub fn fit_chance_shape(games: &[Results]) -> ChanceShape {
    let positions = |results: &Results| results.positions() as f64;
    let loss = |numbers: [f64; 4]| {
        let of_game = |results: &Results| {
            let chances = Chances { factor: 1.0, shift: 0.0, men: f64::from(results.men) };
            positions(results) * results.loss(ChanceShape::from(numbers), chances)
        };
        games.iter().map(of_game).sum::<f64>() / games.iter().map(positions).sum::<f64>().max(1.0)
    };
    let [even, width] = minimise(|[even, width]| loss([even, width, 0.0, 0.0]), [100.0, 100.0], [50.0, 50.0]);
    minimise(loss, [even, width, 0.0, 0.0], [30.0, 30.0, 50.0, 50.0]).into()
}

/// Where a function is least: the simplex of Nelder and Mead (1965), which begins at `start` with these steps.
fn minimise<const N: usize>(function: impl Fn([f64; N]) -> f64, start: [f64; N], steps: [f64; N]) -> [f64; N] {
    const ROUNDS: usize = 200;
    const TOLERANCE: f64 = 1e-7;
    let valued = |point: [f64; N]| (function(point), point);
    let mut points = vec![valued(start)];
    points
        .extend((0..N).map(|axis| valued(std::array::from_fn(|i| start[i] + if i == axis { steps[i] } else { 0.0 }))));
    for _ in 0..ROUNDS {
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        let ((best, lowest), second, (worst, point)) = (points[0], points[N - 1].0, points[N]);
        if worst - best < TOLERANCE {
            break;
        }
        let centre: [f64; N] =
            std::array::from_fn(|i| points[..N].iter().map(|other| other.1[i]).sum::<f64>() / N as f64);
        // Beyond the centre with a negative share.
        let at = |share: f64| valued(std::array::from_fn(|i| centre[i] + share * (point[i] - centre[i])));
        let reflected = at(-1.0);
        points[N] = if reflected.0 < best {
            let further = at(-2.0);
            if further.0 < reflected.0 { further } else { reflected }
        } else if reflected.0 < second {
            reflected
        } else {
            at(0.5)
        };
        if points[N].0 >= worst {
            let nearer = |other: [f64; N]| valued(std::array::from_fn(|i| (lowest[i] + other[i]) / 2.0));
            points[N] = (worst, point);
            points[1..].iter_mut().for_each(|other| *other = nearer(other.1));
        }
    }
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    points[0].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_a_valley_is_found() {
        let [x, y] = minimise(|[x, y]| (1.0 - x).powi(2) + 10.0 * (y - x * x).powi(2), [-1.0, 1.0], [0.5, 0.5]);
        assert!((x - 1.0).abs() < 0.02 && (y - 1.0).abs() < 0.02, "{x} {y}");
    }

    /// Results that a model gives are fitted by that model.
    #[test]
    fn chances_are_found_again() {
        let shape = ChanceShape::from([150.0, 110.0, -200.0, 40.0]);
        let truth = Chances { factor: 1.3, shift: -25.0, men: 32.0 };
        let results = |chances: Chances| {
            let mut results = Results { men: 32, games: 1, ..Results::default() };
            for (bin, men) in (-100..=100).flat_map(|bin| [8, 16, 24, 32].map(|men| (bin, men))) {
                let found = shape.curve(chances, men).chances(f64::from(bin * SCORE_BIN));
                results.cells.insert((bin, men), found.map(|chance| (10_000.0 * chance).round() as u32));
            }
            results
        };
        let fitted = results(truth).fit(shape);
        assert!((fitted.factor - 1.3).abs() < 0.01 && (fitted.shift + 25.0).abs() < 1.0, "{fitted:?}");
        let usual = Chances { factor: 1.0, shift: 0.0, ..truth };
        assert!(results(truth).loss(shape, fitted) < results(truth).loss(shape, usual));
        let found = fit_chance_shape(&[results(usual)]);
        for men in [8, 16, 24, 32] {
            let [fitted, made] = [found, shape].map(|shape| shape.curve(usual, men).chances(150.0));
            assert!((fitted[0] - made[0]).abs() < 0.01, "{men}: {found:?}");
        }
    }
}
