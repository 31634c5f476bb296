//! The chances of a win, a draw and a loss that a score stands for.

use once_cell::sync::Lazy;

use crate::board::{Spec, View};
use crate::types::Score;
use crate::types::score::plies_to_mate;

/// The shape that the curves of all games have, as `scripts/fit_wdl.py` writes it.
static SHAPE: Lazy<Shape> =
    Lazy::new(|| Shape::read(include_str!("wdl.txt")).expect("the built-in text is complete, as a test shows"));

/// The curve of a game with the scale 1, by the share of the men that is left.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Shape {
    /// [`Curve::even`] and [`Curve::width`] with half of the men, in centipawns.
    half: Curve,
    /// What they gain from no men to all.
    gain: Curve,
}

/// How the curve of a game differs from the common one.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Scale {
    /// The factor of all numbers of the shape.
    factor: f64,
    /// What is added to [`Curve::even`] after that, in centipawns. Positive in games that are often drawn.
    shift: f64,
    /// The number of men that are all.
    men: f64,
}

/// A logistic curve: the chance to win against the score.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Curve {
    /// The score at which the chance is one half, in centipawns.
    even: f64,
    /// The number of centipawns that change the odds by the factor e.
    width: f64,
}

/// A game without a fitted scale has this one.
const USUAL: Scale = Scale { factor: 1.0, shift: 0.0, men: 36.0 };
/// The smallest width, in centipawns; as in the script.
const LEAST_WIDTH: f64 = 20.0;

/// The first numbers after this word in the line after the comments; `None` if there are fewer.
fn numbers<const COUNT: usize>(word: &str, text: &str) -> Option<[f64; COUNT]> {
    let line = text.lines().find(|line| !line.starts_with('#'))?;
    let numbers = line.strip_prefix(word)?.split_whitespace().take(COUNT).map(|number| number.parse().ok());
    numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()
}

impl Shape {
    /// Reads a shape: `shape` and four numbers; `None` if there are fewer.
    fn read(text: &str) -> Option<Self> {
        let [even, width, more_even, more_width] = numbers("shape", text)?;
        Some(Self { half: Curve { even, width }, gain: Curve { even: more_even, width: more_width } })
    }

    /// The curve of a game with this scale and this number of men on the board.
    fn curve(self, scale: Scale, men: u32) -> Curve {
        let Scale { factor, shift, men: all } = scale;
        let Self { half, gain } = self;
        let more = f64::from(men) / all - 0.5;
        let at = |half: f64, gain: f64| factor * (half + gain * more);
        Curve { even: (at(half.even, gain.even) + shift).max(0.0), width: at(half.width, gain.width).max(LEAST_WIDTH) }
    }
}

impl Scale {
    /// The scale of a game.
    fn of(spec: &Spec) -> Self {
        spec.page.folder.chances.and_then(Self::read).unwrap_or(USUAL)
    }

    /// Reads the file of a game: factor, shift and men; `None` if there are fewer numbers.
    fn read(text: &str) -> Option<Self> {
        let [factor, shift, men] = numbers("", text)?;
        Some(Self { factor, shift, men })
    }
}

impl Curve {
    /// The chance of winning with this score, 0 to 1.
    fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.width).exp())
    }
}

/// The chances of a win, a draw and a loss for the side to move, given its score, in thousandths; their sum is 1000.
pub fn win_draw_loss(view: &dyn View, score: Score) -> [u32; 3] {
    let men = view.spec().board.into_iter().filter(|&square| view.piece_at(square).is_some()).count();
    chances(view.spec(), men as u32, score)
}

fn chances(spec: &Spec, men: u32, score: Score) -> [u32; 3] {
    match plies_to_mate(score) {
        Some(plies) if plies > 0 => return [1000, 0, 0],
        Some(_) => return [0, 0, 1000],
        None => {}
    }
    let curve = SHAPE.curve(Scale::of(spec), men);
    let thousandths = |score: f64| (1000.0 * curve.win(score)).round() as u32;
    let (win, loss) = (thousandths(f64::from(score)), thousandths(f64::from(-score)));
    // Where draws are rare, both may be rounded up.
    [win, 1000_u32.saturating_sub(win + loss), loss.min(1000 - win)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn every_built_in_game_has_its_scale() {
        for spec in games::built_in() {
            let Scale { factor, men, .. } = spec.page.folder.chances.and_then(Scale::read).expect("three numbers");
            assert!(factor > 0.1 && men >= 10.0, "{}", spec.page.name);
        }
        assert!(Shape::read("shape 100 100 -50").is_none());
        assert!(Scale::read("1.0 -20").is_none());
        assert_eq!(
            Scale::read("# of chess\n1 -2.5 32 200 9000\n"),
            Some(Scale { factor: 1.0, shift: -2.5, men: 32.0 })
        );
    }

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for (spec, men) in games::built_in().flat_map(|spec| [2, 10, 30, 48].map(|men| (spec, men))) {
            let mut last = 0;
            for score in (-4000..=4000).step_by(7) {
                let [win, draw, loss] = chances(spec, men, score);
                assert_eq!(win + draw + loss, 1000, "{} {score}", spec.page.name);
                assert!(win >= last, "{} {score}", spec.page.name);
                let [other_win, other_draw, other_loss] = chances(spec, men, -score);
                // Rounding may move one thousandth.
                assert!(win.abs_diff(other_loss) + draw.abs_diff(other_draw) + loss.abs_diff(other_win) <= 2);
                last = win;
            }
            assert_eq!(chances(spec, men, mate_in(3)), [1000, 0, 0]);
            assert_eq!(chances(spec, men, mated_in(2)), [0, 0, 1000]);
        }
    }
}
