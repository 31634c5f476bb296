//! The evaluation: what a position is worth without looking ahead.

mod classical;
mod fit;
mod hints;
mod tapered;
mod terms;
mod weights;

pub use fit::{FitOptions, Sample, fit, start_weights, weights_text};
pub use hints::Hints;
pub use tapered::Tapered;
pub use terms::OWN_TERMS;
use terms::{SCALES, Term};
pub use weights::{Weights, WeightsError, choose_weights};

use std::marker::PhantomData;

use crate::board::{Board, Observer, Stage};
use crate::rules::{KindSets, Rules};
use crate::search::Position;
use crate::types::score::EVAL_BOUND;
use crate::types::{Color, Kind, MAX_KINDS, Move, MoveList, Piece, Score, Square};

/// Material and placement, kept up to date as pieces come and go.
#[derive(Clone, Copy)]
struct Accumulator {
    weights: &'static Weights,
    /// From White's view.
    placement: Tapered,
    /// See [`Weights::phase_of`].
    material: i32,
}

struct Watch<'a, R> {
    accumulator: &'a mut Accumulator,
    game: PhantomData<R>,
}

impl<R: Rules> Observer for Watch<'_, R> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let weights = self.accumulator.weights;
        self.accumulator.placement += weights.placement(piece, square);
        self.accumulator.material += weights.phase_of::<R>(piece);
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        let weights = self.accumulator.weights;
        self.accumulator.placement -= weights.placement(piece, square);
        self.accumulator.material -= weights.phase_of::<R>(piece);
    }
}

impl Accumulator {
    #[inline(always)]
    fn watch<R: Rules>(&mut self) -> Watch<'_, R> {
        Watch { accumulator: self, game: PhantomData }
    }
}

/// A board with its evaluation: what the search works on.
#[derive(Clone, Copy)]
pub struct Evaluated<R: Rules> {
    board: Board<R>,
    accumulator: Accumulator,
}

/// Adds up the score from White's view.
struct Sum {
    weights: &'static Weights,
    score: Tapered,
    /// The pressure on each side's king.
    pressure: [Tapered; 2],
}

impl classical::Tally for Sum {
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
const PRESSURE_UNIT: i32 = 512;
/// More pressure than this makes no difference.
const MOST_PRESSURE: i32 = 1_000;

/// Scores count in full from this [`Term::Scale`] on.
const SCALE_UNIT: i32 = 256;
/// The least that a score is scaled by.
const LEAST_SCALE: i32 = 16;
/// Scores count in full at this factor.
const FULL_FACTOR: i32 = 220;
/// Without pieces that promote, a lead of less than this is seldom enough to mate, in centipawns: less than a rook.
const SELDOM_ENOUGH: Score = 400;

impl<R: Rules> Evaluated<R> {
    /// The board with its evaluation worked out afresh.
    pub fn new(board: Board<R>) -> Self {
        let mut accumulator = Accumulator { weights: Weights::of::<R>(), placement: Tapered::ZERO, material: 0 };
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                accumulator.watch::<R>().put(piece, square);
            }
        }
        Self { board, accumulator }
    }

    /// The board.
    pub fn board(&self) -> &Board<R> {
        &self.board
    }

    /// Whether the incremental parts equal those worked out afresh.
    pub fn is_consistent(&self) -> bool {
        let fresh = Self::new(self.board).accumulator;
        fresh.placement == self.accumulator.placement && fresh.material == self.accumulator.material
    }

    /// The static evaluation from the side to move's view, in centipawns.
    pub fn score(&self) -> Score {
        let Accumulator { weights, placement, .. } = self.accumulator;
        let mut sum = Sum { weights, score: placement, pressure: [Tapered::ZERO; 2] };
        classical::tally_terms(&self.board, weights, &mut sum);
        let share = self.middlegame_share();
        let [white, black] = sum.pressure.map(|pressure| cost_of_pressure(pressure.at(share)));
        let score = sum.score.at(share) - white + black;
        let score = score * self.scale(score, share) / SCALE_UNIT * self.scaling(score) / FULL_FACTOR;
        let score = if self.board.side() == Color::White { score } else { -score };
        score.clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The middlegame's share of the score, in 256ths.
    fn middlegame_share(&self) -> i32 {
        self.accumulator.weights.middlegame_share(self.accumulator.material)
    }

    /// How much of an advantage (positive: White's) counts by the pawns that are left, in parts of [`SCALE_UNIT`].
    #[inline(always)]
    fn scale(&self, score: Score, share: i32) -> i32 {
        let strong = if score > 0 { Color::White } else { Color::Black };
        let counts = classical::scale_terms(&self.board, strong);
        let term = |number: usize| self.accumulator.weights.term(Term::Scale(number).index());
        let sum = (0..SCALES).fold(Tapered::ZERO, |sum, number| sum + term(number) * counts[number]);
        Tapered::new(SCALE_UNIT, sum.endgame().clamp(LEAST_SCALE, SCALE_UNIT)).at(share)
    }

    /// How much of an advantage (positive: White's) counts, in parts of [`FULL_FACTOR`]: less without pieces that promote,
    /// when little material more is seldom enough to win, and less when nothing has happened for a while.
    fn scaling(&self, score: Score) -> i32 {
        let strong = if score > 0 { Color::White } else { Color::Black };
        let promotes = |kind: &Kind| R::promotes(*kind) && self.board.of(strong, *kind).any();
        let has_hopes = (0..R::Sets::LEN).map(Kind::new).any(|kind| promotes(&kind));
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
        let weights = self.accumulator.weights;
        let pieces = self.board.of_color(color).into_iter().filter_map(|square| self.board.piece_at(square));
        pieces.map(|piece| weights.phase_of::<R>(piece)).sum()
    }
}

impl<R: Rules> Position for Evaluated<R> {
    const PIECES: usize = 2 * R::Sets::LEN;
    const ALTERNATES: bool = R::ALTERNATES;

    #[inline(always)]
    fn side(&self) -> Color {
        self.board.side()
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.board.in_check()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.keys().position
    }

    #[inline(always)]
    fn pawn_key(&self) -> u64 {
        self.board.keys().pawns
    }

    #[inline(always)]
    fn piece_key(&self, color: Color) -> u64 {
        self.board.keys().pieces[color.index()]
    }

    #[inline(always)]
    fn clock(&self) -> u16 {
        self.board.clock()
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        self.board.bare_kings()
    }

    fn is_prone_to_zugzwang(&self, color: Color) -> bool {
        let harmless = self.board.pawns() | self.board.king(color).bit() | R::immobile(&self.board);
        self.board.of_color(color).without(harmless).is_empty()
    }

    #[inline]
    fn generate(&self, stage: Stage, moves: &mut MoveList) {
        self.board.generate(stage, moves);
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.board.is_legal(m)
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.board.play(m, &mut self.accumulator.watch::<R>());
    }

    fn play_null(&mut self) {
        self.board.play_null();
    }

    #[inline(always)]
    fn is_noisy(&self, m: Move) -> bool {
        self.board.is_noisy(m)
    }

    #[inline(always)]
    fn is_forcing(&self, m: Move) -> bool {
        R::is_forcing(&self.board, m)
    }

    #[inline(always)]
    fn gain(&self, m: Move) -> Score {
        self.board.gain(m, self.accumulator.weights.exchange())
    }

    #[inline]
    fn exchange_at_least(&self, m: Move, threshold: Score) -> bool {
        self.board.see_at_least(m, threshold, self.accumulator.weights.exchange())
    }

    type Hints = Hints;

    fn hints(&self) -> Hints {
        hints::find(&self.board, self.accumulator.weights.exchange())
    }

    #[inline(always)]
    fn quiet_hint(&self, m: Move, hints: &Hints) -> i32 {
        hints::of_quiet(&self.board, m, hints, self.accumulator.weights.exchange())
    }

    #[inline(always)]
    fn piece_index(&self, m: Move) -> usize {
        self.board.mover(m).map_or(0, Piece::index)
    }

    #[inline(always)]
    fn captured_index(&self, m: Move) -> usize {
        self.board.captured_kind(m).map_or(0, |kind| kind.index()).min(MAX_KINDS - 1)
    }

    fn evaluate(&self) -> Score {
        self.score()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::JanusKamil;

    fn score(fen: &str) -> Score {
        Evaluated::new(Board::<JanusKamil>::from_fen(fen).unwrap()).score()
    }

    #[test]
    fn pressure_costs_more_the_more_there_is() {
        assert_eq!(cost_of_pressure(-50), 0);
        assert!(cost_of_pressure(600) > 2 * cost_of_pressure(300));
        assert_eq!(cost_of_pressure(MOST_PRESSURE + 1), cost_of_pressure(MOST_PRESSURE));
    }

    /// The pressure on Black's king with all of the middlegame's weight.
    fn pressure_on_black(fen: &str) -> i32 {
        let position = Evaluated::new(Board::<JanusKamil>::from_fen(fen).unwrap());
        let Accumulator { weights, placement, .. } = position.accumulator;
        let mut sum = Sum { weights, score: placement, pressure: [Tapered::ZERO; 2] };
        classical::tally_terms(&position.board, weights, &mut sum);
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
