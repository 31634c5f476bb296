//! The static evaluation.

mod accumulator;
mod bare_king;
mod choice;
mod classical;
mod evaluator;
mod hints;
mod listed;
pub mod network;
mod study;
mod table;
mod tally;
mod tapered;
mod terms;
mod trace;
mod wdl;
mod weights;

pub use choice::{Evaluations, NetworkChoice};
pub use evaluator::{Evaluation, GameEvaluator};
pub use hints::Hints;
pub use listed::TermInput;
pub use study::Study;
pub use table::evaluation_table;
pub use tally::{MAX_PRESSURE, PRESSURE_UNIT};
pub use tapered::Tapered;
pub use terms::king::PRESSURE;
pub use terms::placement::VALUE;
pub use terms::whole::{SCALE, SCALES};
pub use terms::{KnownTerms, TERMS, TermGroup, groups, term_of_relative};
pub use trace::{Trace, term_inputs, trace};
pub use wdl::{ChanceShape, Chances, Curve, win_draw_loss};
pub use weights::{Weights, WeightsError};

use arrayvec::ArrayVec;

use crate::board::{Board, Tactics};
use crate::types::score::{DRAW, EVAL_BOUND};
use crate::types::{Bitboard, Color, Kind, Piece, Score};
use accumulator::Accumulator;
use classical::count_terms;
use listed::{TermBuffer, TermList};
use network::Purpose;
use tally::{Sum, Tally};
use terms::structure::{Pawns, SideStructure, Structure};
use terms::whole;

/// The unit of [`SCALE`]: an advantage counts in full from here on.
pub const SCALE_UNIT: i32 = 256;
/// The minimum of the endgame's scale, in [`SCALE_UNIT`]ths.
pub const MIN_SCALE: i32 = 16;
/// The draw factor at which a score counts in full.
const FULL_FACTOR: i32 = 220;
/// A side without pieces that promote seldom wins with a lead below this, in centipawns: less than a rook.
const DRAWISH_LEAD: Score = 400;
/// A side that mates only with the help of the other keeps one part in so many of its score.
const CANNOT_MATE: i32 = 16;
/// With bishops on opposite colours a side keeps one part in so many of its score (`benches/log/2026-11.md`, from results of
/// self-play in chess).
const OPPOSITE_BISHOPS: i32 = 2;

/// The static evaluation of one board.
struct StaticEval<'b, R: Tactics> {
    board: &'b Board<R>,
    weights: &'b Weights,
    accumulator: Accumulator,
}

/// What a position is worth before the likelihood of a draw counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unscaled {
    /// The score of the classical evaluation from White's view, in centipawns.
    pub score: Score,
    /// How much a score counts if White is better, and if Black is, in [`SCORE_SHARES`]ths.
    pub shares: [i32; 2],
}

/// See [`Unscaled::shares`].
pub const SCORE_SHARES: i32 = SCALE_UNIT * FULL_FACTOR;

impl<'b, R: Tactics> StaticEval<'b, R> {
    fn of(board: &'b Board<R>, weights: &'b Weights) -> Self {
        Self { board, weights, accumulator: Accumulator::of(board, weights) }
    }

    /// The score from the side to move's view, in centipawns, of a score from White's view.
    #[inline(always)]
    fn scaled(&self, score: Score) -> Score {
        let share = self.middlegame_share();
        let scaled = |score| score * self.pawn_scale(score, share) / SCALE_UNIT * self.draw_factor(score) / FULL_FACTOR;
        let known = if self.board.is_dead() { Some(DRAW) } else { self.against_bare_king() };
        let score = known.unwrap_or_else(|| scaled(score));
        self.to_mover(score).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// Changes a score from White's view to that of the side to move, or back.
    #[inline(always)]
    fn to_mover(&self, score: Score) -> Score {
        if self.board.side() == Color::White { score } else { -score }
    }

    /// The structure of the position, computed from scratch.
    fn structure(&self) -> [SideStructure; 2] {
        let pawns = Pawns::of(self.board);
        Color::BOTH.map(|color| SideStructure::of(&pawns, color, self.weights))
    }

    /// The classical score from White's view before scaling, in centipawns.
    fn classical(&self) -> Score {
        self.classical_listed(Color::White, self.structure().each_ref(), &mut TermBuffer::new())
    }

    /// As [`StaticEval::classical`], for the position with this structure. `terms` becomes the list of the terms from the view
    /// of this side.
    #[inline(always)]
    fn classical_listed(&self, us: Color, structure: Structure, terms: &mut TermBuffer) -> Score {
        self.tally::<true>(us, structure, terms).at(self.middlegame_share())
    }

    /// Counts the terms.
    #[inline(always)]
    fn tally<const LISTED: bool>(&self, us: Color, structure: Structure, terms: &mut TermBuffer) -> Sum<'b> {
        let (sum, list) = (Sum::new(self.weights, self.accumulator.placement), TermList::new(us, terms));
        let tally = Tally::<LISTED> { sum, list };
        let Tally { sum, list } = count_terms(self.board, self.weights, structure, tally);
        list.complete();
        sum
    }

    /// Adds the material to the terms.
    fn add_material(&self, terms: &mut TermBuffer) {
        let board = self.board;
        terms.add_material(board.side(), Color::BOTH.map(|color| board.of_color(color)), board.kind_sets());
    }

    /// The score with a network of this purpose, or without one, from the side to move's view, in centipawns. `output` gives
    /// the network's score from the same view for the terms, which are kept in `terms`; `structure` gives the position's, if
    /// the terms are asked for.
    #[inline(always)]
    fn score_with<'s>(
        &self,
        purpose: Option<Purpose>,
        structure: impl FnOnce() -> Structure<'s>,
        terms: &mut TermBuffer,
        output: impl FnOnce(&[TermInput]) -> Score,
    ) -> Score {
        let us = self.board.side();
        let score = match purpose {
            None => self.tally::<false>(us, structure(), terms).at(self.middlegame_share()),
            Some(Purpose::Alone) => self.to_mover(output(&[])),
            Some(Purpose::Correction) => {
                let classical = self.classical_listed(us, structure(), terms);
                self.add_material(terms);
                classical + self.to_mover(output(terms.terms()))
            }
        };
        self.scaled(score)
    }

    /// The classical score and what scales it; `None` where neither counts: in dead positions, and see
    /// [`StaticEval::against_bare_king`].
    fn unscaled(&self) -> Option<Unscaled> {
        if self.board.is_dead() || self.against_bare_king().is_some() {
            return None;
        }
        let share = self.middlegame_share();
        let shares = [1, -1].map(|score| self.pawn_scale(score, share) * self.draw_factor(score));
        Some(Unscaled { score: self.classical(), shares })
    }

    /// The middlegame's share of the score, in 256ths.
    fn middlegame_share(&self) -> i32 {
        let in_hand = || Color::BOTH.into_iter().map(|color| self.material_in_hand(color)).sum::<Score>();
        self.weights.middlegame_share(self.accumulator.material + if R::HAS_HANDS { in_hand() } else { 0 })
    }

    /// The value of a side's pieces in hand without pawns, in centipawns.
    fn material_in_hand(&self, color: Color) -> Score {
        let phase = |kind| self.weights.phase_of(Piece::new(color, kind)) * self.board.in_hand(color, kind) as Score;
        self.board.kinds_in_hand(color).kinds().map(phase).sum()
    }

    /// How much a score (positive: White is better) counts given the better side's pawns, in [`SCALE_UNIT`]ths.
    #[inline(always)]
    fn pawn_scale(&self, score: Score, share: i32) -> i32 {
        let strong = if score > 0 { Color::White } else { Color::Black };
        let counts = whole::scale_counts(self.board, strong);
        let term = |number: usize| self.weights.term(SCALE.at(number).index());
        let sum = (0..SCALES).fold(Tapered::ZERO, |sum, number| sum + term(number) * counts[number]);
        Tapered::new(SCALE_UNIT, sum.endgame().clamp(MIN_SCALE, SCALE_UNIT)).at(share)
    }

    /// How much a score (positive: White is better) counts given the likelihood of a draw, in [`FULL_FACTOR`]ths: less
    /// if the better side has no pieces that promote and only a small lead or pieces that cannot force mate, less with bishops on
    /// opposite colours, and less the higher the 50-move clock.
    fn draw_factor(&self, score: Score) -> i32 {
        let strong = if score > 0 { Color::White } else { Color::Black };
        let fresh = FULL_FACTOR - i32::from(self.board.clock().min(100));
        let can_promote = (self.board.of_kinds(self.board.spec().promoting) & self.board.of_color(strong)).any();
        if can_promote || !self.board.kinds_in_hand(strong).is_empty() {
            return if self.has_opposite_bishops() { fresh / OPPOSITE_BISHOPS } else { fresh };
        }
        match self.piece_material(strong) - self.piece_material(!strong) {
            _ if self.cannot_mate(strong) => fresh / CANNOT_MATE,
            DRAWISH_LEAD.. => fresh,
            _ => fresh / 5,
        }
    }

    /// Whether each side has one piece beside king and pawns, which never leaves the squares of one colour, and these are of
    /// opposite colours: neither can attack what stands on the other's squares.
    #[inline(always)]
    fn has_opposite_bishops(&self) -> bool {
        let (board, spec) = (self.board, self.board.spec());
        let pieces = board.occupied().without(board.pawns() | board.of_kinds(spec.royals));
        if !R::IS_PLAIN || R::HAS_HANDS || pieces.count() != 2 {
            return false;
        }
        let bishops = board.of_kinds(spec.color_bound).without(board.of_kinds(spec.promoting));
        let has_one_of = |squares| (pieces & squares).count() == 1;
        pieces.without(bishops).is_empty() && has_one_of(Bitboard::LIGHT) && has_one_of(board.of_color(Color::White))
    }

    /// Whether a side that has nothing that promotes has too few pieces to force mate on a bare king.
    fn cannot_mate(&self, color: Color) -> bool {
        let others = self.board.of_color(color).without(self.board.of_kinds(self.board.spec().royals));
        let kinds: ArrayVec<Kind, 3> =
            others.into_iter().filter_map(|square| Some(self.board.piece_at(square)?.kind())).take(3).collect();
        R::IS_PLAIN && self.board.spec().insufficient_material().is_weak(color, &kinds)
    }

    /// The value of a side's pieces without pawns and king, in centipawns.
    fn piece_material(&self, color: Color) -> Score {
        let pieces = self.board.of_color(color).into_iter().filter_map(|square| self.board.piece_at(square));
        pieces.map(|piece| self.weights.phase_of(piece)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::januskamil::JanusKamil;

    /// The classical score: what a network adds to it differs from one network to the next.
    fn score(fen: &str) -> Score {
        let board = Board::from_fen(JanusKamil, fen).unwrap();
        Evaluation { weights: Weights::built_in(board.spec()).into(), network: None }.score(&board)
    }

    /// The middlegame pressure on Black's king.
    fn pressure_on_black(fen: &str) -> i32 {
        let board = Board::from_fen(JanusKamil, fen).unwrap();
        let weights = &Weights::built_in(board.spec());
        let eval = StaticEval::of(&board, weights);
        let sum = eval.tally::<true>(Color::White, eval.structure().each_ref(), &mut TermBuffer::new());
        sum.pressure[Color::Black.index()].middlegame()
    }

    #[test]
    fn pieces_near_the_enemy_king_add_pressure() {
        let near = pressure_on_black("10k1/10pp/12/8RN2/8Q3/12/12/12/PP10/1K10 w - - 0 1");
        let far = pressure_on_black("10k1/10pp/12/12/12/12/3Q8/2N9/PPR9/1K10 w - - 0 1");
        assert!(near > far + 100, "{near} {far}");
    }

    #[test]
    fn an_advantage_counts_less_without_pawns() {
        // A lead above `DRAWISH_LEAD`.
        let [with, without] = ["PP8PP", "12"].map(|pawns| {
            let lead = |row: &str| score(&format!("k5r5/12/12/12/12/12/12/12/{pawns}/{row} w - - 0 1"));
            lead("K3J1R5") - lead("K5R5")
        });
        assert!(2 * with > 3 * without, "{with} {without}");
    }

    #[test]
    fn an_advantage_counts_half_with_bishops_on_opposite_colours() {
        let lead =
            |white: &str, black: &str| score(&format!("k11/12/12/{black}/3p8/3P8/2PP8/{white}/12/11K w - - 0 1"));
        let [opposite, alike] = [lead("3B8", "2b9"), lead("2B9", "2b9")];
        assert!(opposite > 0 && 3 * opposite < 2 * alike, "{opposite} {alike}");
        // Camels stay on one colour, too; knights do not.
        let [camels, knights] = [lead("3C8", "2c9"), lead("3N8", "2n9")];
        assert!(camels > 0 && 3 * camels < 2 * knights, "{camels} {knights}");
    }
}
