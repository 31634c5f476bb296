//! The chances of a win, a draw and a loss that a score stands for.

use std::collections::HashMap;

use once_cell::sync::Lazy;

use crate::board::{Spec, View};
use crate::types::Score;
use crate::types::score::plies_to_mate;

/// How scores and results are related, as `scripts/fit_wdl.py` writes it.
const TABLE: &str = include_str!("wdl.txt");

/// What [`TABLE`] says.
static MODEL: Lazy<Model> = Lazy::new(|| Model::read(TABLE).expect("the built-in table is complete, as a test shows"));

/// The curves of all games.
struct Model {
    shape: Shape,
    games: HashMap<&'static str, Scale>,
}

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

impl Model {
    /// Reads a table; `None` if a row has another form.
    fn read(table: &'static str) -> Option<Self> {
        let mut rows = table.lines().filter(|line| !line.starts_with('#')).map(str::split_whitespace);
        let number = |text: &str| text.parse::<f64>().ok();
        let mut first = rows.next()?.skip(1).map(number);
        let mut curve = || Some(Curve { even: first.next()??, width: first.next()?? });
        let shape = Shape { half: curve()?, gain: curve()? };
        let game = |mut words: std::str::SplitWhitespace<'static>| {
            let name = words.next()?;
            let mut next = || number(words.next()?);
            Some((name, Scale { factor: next()?, shift: next()?, men: next()? }))
        };
        Some(Self { shape, games: rows.map(game).collect::<Option<_>>()? })
    }

    /// The curve of a game with this number of men on the board.
    fn curve(&self, spec: &Spec, men: u32) -> Curve {
        let Scale { factor, shift, men: all } = self.games.get(spec.page.name).copied().unwrap_or(USUAL);
        let Shape { half, gain } = self.shape;
        let more = f64::from(men) / all - 0.5;
        let at = |half: f64, gain: f64| factor * (half + gain * more);
        Curve { even: (at(half.even, gain.even) + shift).max(0.0), width: at(half.width, gain.width).max(LEAST_WIDTH) }
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
    let curve = MODEL.curve(spec, men);
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
    fn every_game_has_its_scale() {
        for spec in games::all() {
            let Scale { factor, men, .. } = MODEL.games[spec.page.name];
            assert!(factor > 0.1 && men >= 10.0, "{}", spec.page.name);
        }
        assert!(Model::read("shape 100 100 -50").is_none());
        assert!(Model::read("shape 100 100 -50 20\nchess 1.0").is_none());
    }

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for (spec, men) in games::all().flat_map(|spec| [2, 10, 30, 48].map(|men| (spec, men))) {
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
