//! The chances of a win, a draw and a loss that a score stands for.

use once_cell::sync::Lazy;

use crate::board::{Spec, View};
use crate::types::Score;
use crate::types::score::plies_to_mate;

/// The shape of the built-in curves.
static SHAPE: Lazy<ChanceShape> =
    Lazy::new(|| ChanceShape::read(include_str!("wdl.txt")).expect("the built-in text is complete, as a test shows"));

/// What the curves of all games have in common: that of a game with the factor 1, by the share of the men that is left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceShape {
    /// [`Curve::even`] and [`Curve::width`] with half of the men, in centipawns.
    half: Curve,
    /// What they gain from no men to all.
    gain: Curve,
}

/// How scores and results of a game are related: how its curves differ from the [common shape](ChanceShape).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The factor of all numbers of the shape.
    pub factor: f64,
    /// What is added to the score of even chances after that, in centipawns. Positive in games that are often drawn.
    pub shift: f64,
    /// The number of men that are all.
    pub men: f64,
}

/// A logistic curve: the chance to win against the score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score at which the chance is one half, in centipawns.
    even: f64,
    /// The number of centipawns that change the odds by the factor e.
    width: f64,
}

/// A game without fitted chances has these.
const USUAL: Chances = Chances { factor: 1.0, shift: 0.0, men: 36.0 };
/// The smallest width, in centipawns.
const LEAST_WIDTH: f64 = 20.0;

/// The first numbers after this word in the line after the comments; `None` if there are fewer, or one has no end.
fn numbers<const COUNT: usize>(word: &str, text: &str) -> Option<[f64; COUNT]> {
    let line = text.lines().find(|line| !line.starts_with('#'))?;
    let numbers = line.strip_prefix(word)?.split_whitespace().take(COUNT);
    let numbers = numbers.map(|number| number.parse().ok().filter(|number: &f64| number.is_finite()));
    numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()
}

impl From<[f64; 4]> for ChanceShape {
    /// Even score and width with half of the men, and what each gains from none to all, in centipawns.
    fn from([even, width, more_even, more_width]: [f64; 4]) -> Self {
        Self { half: Curve { even, width }, gain: Curve { even: more_even, width: more_width } }
    }
}

impl ChanceShape {
    /// The shape of the built-in curves.
    pub fn built_in() -> Self {
        *SHAPE
    }

    /// Reads the format of [`ChanceShape::text`]; `None` if there are fewer numbers.
    fn read(text: &str) -> Option<Self> {
        numbers("shape", text).map(Self::from)
    }

    /// The file of the built-in shape.
    pub fn text(self) -> String {
        let Self { half, gain } = self;
        format!("{HEADING}shape {:.1} {:.1} {:.1} {:.1}\n", half.even, half.width, gain.even, gain.width)
    }

    /// The curve of a game with these chances and this number of men on the board.
    pub fn curve(self, chances: Chances, men: u32) -> Curve {
        let Chances { factor, shift, men: all } = chances;
        let Self { half, gain } = self;
        let more = f64::from(men) / all - 0.5;
        let at = |half: f64, gain: f64| factor * (half + gain * more);
        Curve { even: (at(half.even, gain.even) + shift).max(0.0), width: at(half.width, gain.width).max(LEAST_WIDTH) }
    }
}

/// What `wdl.txt` begins with.
const HEADING: &str = "\
# Chances of a win, a draw and a loss, written by `bactrian fit --chances --shape` from self-play; see benches/log. The score
# at which a win has the chance 1/2 and the width of the curve, with half of the men, and what each gains up to all of
# them less none; in centipawns. In chances.txt in the folder of each game: the factor of these four numbers, the shift
# of the first, the men that are all, and the games and positions to which it is fitted.
";

impl Chances {
    /// The chances that come with a game.
    pub fn of(spec: &Spec) -> Self {
        spec.page.folder.chances.and_then(Self::read).unwrap_or(USUAL)
    }

    /// Reads the file of a game: factor, shift and men; `None` if there are fewer numbers, or they make no curve.
    pub fn read(text: &str) -> Option<Self> {
        let [factor, shift, men] = numbers("", text)?;
        Some(Self { factor, shift, men }).filter(|_| factor > 0.0 && men > 0.0)
    }
}

impl Curve {
    /// The chance of winning with this score, 0 to 1.
    fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.width).exp())
    }

    /// The chances of a win, a draw and a loss with this score in centipawns, each 0 to 1.
    pub fn chances(self, score: f64) -> [f64; 3] {
        let (win, loss) = (self.win(score), self.win(-score));
        [win, 1.0 - win - loss, loss]
    }
}

/// The chances of a win, a draw and a loss for the side to move, given its score and the chances of its game, in thousandths;
/// their sum is 1000.
pub fn win_draw_loss(chances: Chances, view: &dyn View, score: Score) -> [u32; 3] {
    let men = view.spec().board.into_iter().filter(|&square| view.piece_at(square).is_some()).count();
    thousandths(chances, men as u32, score)
}

/// See [`win_draw_loss`].
fn thousandths(chances: Chances, men: u32, score: Score) -> [u32; 3] {
    match plies_to_mate(score) {
        Some(plies) if plies > 0 => return [1000, 0, 0],
        Some(_) => return [0, 0, 1000],
        None => {}
    }
    let [win, _, loss] = SHAPE.curve(chances, men).chances(score.into()).map(|chance| (1000.0 * chance).round() as u32);
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
            let Chances { factor, men, .. } = spec.page.folder.chances.and_then(Chances::read).expect("three numbers");
            assert!(factor > 0.1 && men >= 10.0, "{}", spec.page.name);
        }
        assert_eq!(ChanceShape::built_in().text(), include_str!("wdl.txt"));
        assert!(ChanceShape::read("shape 100 100 -50").is_none());
        assert!(Chances::read("1.0 -20").is_none());
        assert_eq!(
            Chances::read("# of chess\n1 -2.5 32 200 9000\n"),
            Some(Chances { factor: 1.0, shift: -2.5, men: 32.0 })
        );
    }

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for (spec, men) in games::built_in().flat_map(|spec| [2, 10, 30, 48].map(|men| (spec, men))) {
            let mut last = 0;
            for score in (-4000..=4000).step_by(7) {
                let [win, draw, loss] = thousandths(Chances::of(spec), men, score);
                assert_eq!(win + draw + loss, 1000, "{} {score}", spec.page.name);
                assert!(win >= last, "{} {score}", spec.page.name);
                let [other_win, other_draw, other_loss] = thousandths(Chances::of(spec), men, -score);
                // Rounding may move one thousandth.
                assert!(win.abs_diff(other_loss) + draw.abs_diff(other_draw) + loss.abs_diff(other_win) <= 2);
                last = win;
            }
            assert_eq!(thousandths(Chances::of(spec), men, mate_in(3)), [1000, 0, 0]);
            assert_eq!(thousandths(Chances::of(spec), men, mated_in(2)), [0, 0, 1000]);
        }
    }
}
