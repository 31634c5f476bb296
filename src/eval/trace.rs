//! The terms of a position as counts, for fitting their weights.

use super::classical::{TermSink, count_terms, scale_terms};
use super::terms::{PieceTerm, SCALES, TERMS, placement_terms};
use super::{FULL_FACTOR, StaticEval, Weights};
use crate::board::{Board, Tactics};
use crate::types::{Color, Kind};

/// How often a position has each term, and what else its score depends on.
pub struct Trace {
    /// By number of the term: White's count minus Black's.
    pub terms: Vec<i16>,
    /// By number of the term: the pressure on White's king and on Black's.
    pub pressure: [Vec<i16>; 2],
    /// The terms of the pawn scale if White is better, and if Black is better.
    pub scale: [[i32; SCALES]; 2],
    /// The middlegame's share, 0 to 1.
    pub middlegame_share: f32,
    /// The draw factor of the score, 0 to 1.
    pub factor: f32,
}

struct Counts {
    terms: Vec<i16>,
    pressure: [Vec<i16>; 2],
}

impl TermSink for Counts {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.terms[term] += if color == Color::White { count as i16 } else { -count as i16 };
    }

    fn add_pressure(&mut self, color: Color, term: usize, count: i32) {
        self.pressure[color.index()][term] += count as i16;
    }
}

/// Counts the terms of a position, and the placement terms that the evaluation keeps in its accumulator. Some counts
/// depend on the values of pieces, which are those of `weights`.
pub fn trace<R: Tactics>(board: &Board<R>, weights: &Weights) -> Trace {
    let none = || vec![0; TERMS];
    let mut counts = Counts { terms: none(), pressure: [none(), none()] };
    count_terms(board, weights, &mut counts);
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            for term in placement_terms(board.spec(), piece.kind(), piece.color(), square) {
                counts.add(piece.color(), term, 1);
            }
        }
    }
    let evaluation = StaticEval::of(board, weights);
    Trace {
        terms: counts.terms,
        pressure: counts.pressure,
        scale: Color::BOTH.map(|color| scale_terms(board, color)),
        middlegame_share: evaluation.middlegame_share() as f32 / 256.0,
        factor: evaluation.factor() as f32 / FULL_FACTOR as f32,
    }
}

/// A term of a position as an input of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermInput {
    /// The number of the term; that of a term of the side that is not to move is [`TERMS`] larger.
    pub number: u16,
    /// How often it is there.
    pub count: i16,
}

/// Lists the terms of a position.
pub(super) struct TermList<'a> {
    /// The side to move.
    pub us: Color,
    /// The terms found.
    pub terms: &'a mut Vec<TermInput>,
}

impl TermList<'_> {
    #[inline(always)]
    fn push(&mut self, color: Color, term: usize, count: i32) {
        if count != 0 {
            let number = if color == self.us { term } else { TERMS + term };
            self.terms.push(TermInput { number: number as u16, count: count as i16 });
        }
    }

    /// Adds how many pieces of each kind the sides have.
    #[inline(always)]
    pub fn add_material<R: Tactics>(&mut self, board: &Board<R>) {
        for kind in (0..board.spec().kinds()).map(Kind::new) {
            for color in Color::BOTH {
                self.push(color, PieceTerm::Value.of(kind), board.of(color, kind).count() as i32);
            }
        }
    }
}

impl TermSink for TermList<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.push(color, term, count);
    }

    #[inline(always)]
    fn add_pressure(&mut self, color: Color, term: usize, count: i32) {
        self.push(color, term, count);
    }
}

/// The terms of a position as a network sees them: none twice, without placement.
pub fn term_inputs<R: Tactics>(board: &Board<R>, weights: &Weights) -> Vec<TermInput> {
    let mut terms = Vec::new();
    let mut list = TermList { us: board.side(), terms: &mut terms };
    list.add_material(board);
    count_terms(board, weights, &mut list);
    terms.sort_unstable_by_key(|term| term.number);
    terms.dedup_by(|next, first| {
        let is_same = next.number == first.number;
        first.count += if is_same { next.count } else { 0 };
        is_same
    });
    terms
}
