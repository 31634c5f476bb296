//! The evaluation: what a position is worth without looking ahead.

mod classical;
mod evaluator;
mod hints;
mod position;
mod tapered;
mod terms;
mod trace;
mod weights;

pub use evaluator::Classical;
pub use hints::Hints;
pub use tapered::Tapered;
pub(crate) use terms::{PieceTerm, SCALES, TERMS, Term};
pub use trace::{Trace, trace};
pub use weights::{Weights, WeightsError, choose_weights};
pub(crate) use weights::{derived, groups};

use crate::board::{Board, Tactics};
use crate::types::score::EVAL_BOUND;
use crate::types::{Color, Score};
use evaluator::Accumulator;

/// Adds up the score from White's view.
struct Sum<'w> {
    weights: &'w Weights,
    score: Tapered,
    /// The pressure on each side's king.
    pressure: [Tapered; 2],
}

impl classical::Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let worth = self.weights.term(term) * count;
        match color {
            Color::White => self.score += worth,
            Color::Black => self.score -= worth,
        }
    }

    #[inline(always)]
    fn press(&mut self, color: Color, term: usize, count: i32) {
        self.pressure[color.index()] += self.weights.term(term) * count;
    }
}

/// What pressure on a king costs its side: the square of it, in centipawns, as attackers help each other.
#[inline(always)]
fn cost_of_pressure(pressure: i32) -> i32 {
    let pressure = pressure.clamp(0, MOST_PRESSURE);
    pressure * pressure / PRESSURE_UNIT
}

/// The square of the pressure that costs a centipawn.
pub(crate) const PRESSURE_UNIT: i32 = 512;
/// More pressure than this makes no difference.
pub(crate) const MOST_PRESSURE: i32 = 1_000;

/// Scores count in full from this [`Term::Scale`] on.
pub(crate) const SCALE_UNIT: i32 = 256;
/// The least that a score is scaled by.
pub(crate) const LEAST_SCALE: i32 = 16;
/// Scores count in full at this factor.
const FULL_FACTOR: i32 = 220;
/// Without pieces that promote, a lead of less than this is seldom enough to mate, in centipawns: less than a rook.
const SELDOM_ENOUGH: Score = 400;

/// The static evaluation of a position from the side to move's view, in centipawns, worked out afresh with the weights of
/// its game.
pub fn static_score<R: Tactics>(board: &Board<R>) -> Score {
    StaticEval::of(board, &Weights::of(board.rules().named())).score()
}

/// The static evaluation of one board.
struct StaticEval<'b, R: Tactics> {
    board: &'b Board<R>,
    weights: &'b Weights,
    accumulator: Accumulator,
}

impl<'b, R: Tactics> StaticEval<'b, R> {
    fn of(board: &'b Board<R>, weights: &'b Weights) -> Self {
        Self { board, weights, accumulator: Accumulator::of(board, weights) }
    }

    /// The score from the side to move's view, in centipawns.
    fn score(&self) -> Score {
        let mut sum = Sum { weights: self.weights, score: self.accumulator.placement, pressure: [Tapered::ZERO; 2] };
        classical::tally_terms(self.board, self.weights, &mut sum);
        let share = self.middlegame_share();
        let [white, black] = sum.pressure.map(|pressure| cost_of_pressure(pressure.at(share)));
        let score = sum.score.at(share) - white + black;
        let score = score * self.scale(score, share) / SCALE_UNIT * self.scaling(score) / FULL_FACTOR;
        let score = if self.board.side() == Color::White { score } else { -score };
        score.clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The middlegame's share of the score, in 256ths.
    fn middlegame_share(&self) -> i32 {
        self.weights.middlegame_share(self.accumulator.material)
    }

    /// How much of an advantage (positive: White's) counts by the pawns that are left, in parts of [`SCALE_UNIT`].
    #[inline(always)]
    fn scale(&self, score: Score, share: i32) -> i32 {
        let strong = if score > 0 { Color::White } else { Color::Black };
        let counts = classical::scale_terms(self.board, strong);
        let term = |number: usize| self.weights.term(Term::Scale(number).index());
        let sum = (0..SCALES).fold(Tapered::ZERO, |sum, number| sum + term(number) * counts[number]);
        Tapered::new(SCALE_UNIT, sum.endgame().clamp(LEAST_SCALE, SCALE_UNIT)).at(share)
    }

    /// How much of an advantage (positive: White's) counts, in parts of [`FULL_FACTOR`]: less without pieces that promote,
    /// when little material more is seldom enough to win, and less when nothing has happened for a while.
    fn scaling(&self, score: Score) -> i32 {
        let strong = if score > 0 { Color::White } else { Color::Black };
        let has_hopes = (self.board.of_kinds(self.board.spec().promoting) & self.board.of_color(strong)).any();
        let enough = has_hopes || self.piece_material(strong) - self.piece_material(!strong) >= SELDOM_ENOUGH;
        let fresh = FULL_FACTOR - i32::from(self.board.clock().min(100));
        if enough { fresh } else { fresh / 5 }
    }

    /// The scaling of the position's own score.
    fn factor(&self) -> i32 {
        let score = if self.board.side() == Color::White { self.score() } else { -self.score() };
        self.scaling(score)
    }

    fn piece_material(&self, color: Color) -> Score {
        let pieces = self.board.of_color(color).into_iter().filter_map(|square| self.board.piece_at(square));
        pieces.map(|piece| self.weights.phase_of(piece)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::januskamil::JanusKamil;

    fn score(fen: &str) -> Score {
        static_score(&Board::from_fen(JanusKamil, fen).unwrap())
    }

    #[test]
    fn pressure_costs_more_the_more_there_is() {
        assert_eq!(cost_of_pressure(-50), 0);
        assert!(cost_of_pressure(600) > 2 * cost_of_pressure(300));
        assert_eq!(cost_of_pressure(MOST_PRESSURE + 1), cost_of_pressure(MOST_PRESSURE));
    }

    /// The pressure on Black's king with all of the middlegame's weight.
    fn pressure_on_black(fen: &str) -> i32 {
        let board = Board::from_fen(JanusKamil, fen).unwrap();
        let weights = &Weights::of(board.spec());
        let mut sum = Sum { weights, score: Tapered::ZERO, pressure: [Tapered::ZERO; 2] };
        classical::tally_terms(&board, weights, &mut sum);
        sum.pressure[Color::Black.index()].middlegame()
    }

    #[test]
    fn pieces_near_the_enemy_king_press_it() {
        let near = pressure_on_black("10k1/10pp/12/8RN2/8Q3/12/12/12/PP10/1K10 w - - 0 1");
        let far = pressure_on_black("10k1/10pp/12/12/12/12/3Q8/2N9/PPR9/1K10 w - - 0 1");
        assert!(near > far + 100, "{near} {far}");
    }

    #[test]
    fn an_advantage_counts_less_without_pawns() {
        // More than what is seldom enough by itself.
        let [with, without] = ["PP8PP", "12"].map(|pawns| {
            let lead = |row: &str| score(&format!("k5r5/12/12/12/12/12/12/12/{pawns}/{row} w - - 0 1"));
            lead("K3J1R5") - lead("K5R5")
        });
        assert!(2 * with > 3 * without, "{with} {without}");
    }
}
