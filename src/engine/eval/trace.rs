//! The terms of a position as counts, for fitting their weights.

use super::classical::scale_terms;
use super::structure::SideStructure;
use super::terms::{PieceTerm, SCALES, TERMS, is_pressure, placement_terms};
use super::{FULL_FACTOR, StaticEval, Weights};
use crate::board::{Board, Tactics};
use crate::types::{Bitboard, Color, Kind};

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

/// Counts the terms of a position, and the placement terms that the evaluation keeps in its accumulator. Some counts
/// depend on the values of pieces, which are those of `weights`.
pub fn trace<R: Tactics>(board: &Board<R>, weights: &Weights) -> Trace {
    let evaluation = StaticEval::of(board, weights);
    let mut buffer = TermBuffer::new();
    let score = evaluation.classical_listed(Color::White, evaluation.structure().each_ref(), &mut buffer);
    let none = || vec![0; TERMS];
    let (mut terms, mut pressure) = (none(), [none(), none()]);
    for &TermInput { number, count } in buffer.terms() {
        let (color, number) = match usize::from(number) {
            number if number < TERMS => (Color::White, number),
            number => (Color::Black, number - TERMS),
        };
        match color {
            _ if is_pressure(number) => pressure[color.index()][number] += count,
            Color::White => terms[number] += count,
            Color::Black => terms[number] -= count,
        }
    }
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            let sign = if piece.color() == Color::White { 1 } else { -1 };
            for term in placement_terms(board.spec(), piece.kind(), piece.color(), square) {
                terms[term] += sign;
            }
        }
    }
    Trace {
        terms,
        pressure,
        scale: Color::BOTH.map(|color| scale_terms(board, color)),
        middlegame_share: evaluation.middlegame_share() as f32 / 256.0,
        factor: evaluation.draw_factor(evaluation.to_mover(evaluation.scaled(score))) as f32 / FULL_FACTOR as f32,
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

/// The most terms that are listed: more than any position has.
const MAX_LISTED: usize = 2_048;

/// The terms of a position, in the order in which they are counted; a term may be there more than once.
#[derive(Clone)]
pub(super) struct TermBuffer {
    terms: Box<[TermInput; MAX_LISTED]>,
    count: usize,
}

impl TermBuffer {
    /// No terms.
    pub fn new() -> Self {
        Self { terms: Box::new([TermInput { number: 0, count: 0 }; MAX_LISTED]), count: 0 }
    }

    /// The terms.
    pub fn terms(&self) -> &[TermInput] {
        &self.terms[..self.count]
    }

    /// Adds how many pieces of each kind the sides have, from the view of `us`.
    pub fn add_material(&mut self, us: Color, colors: [Bitboard; 2], kinds: &[Bitboard]) {
        for (number, &pieces) in kinds.iter().enumerate() {
            let kind = Kind::new(number);
            for (color, offset) in [(us, 0), (!us, TERMS)] {
                let count = (pieces & colors[color.index()]).count();
                if count != 0 {
                    let number = PieceTerm::Value.of(kind) + offset;
                    self.terms[self.count] = TermInput { number: number as u16, count: count as i16 };
                    self.count += 1;
                }
            }
        }
    }
}

/// Lists the terms of a position.
pub(super) struct TermList<'a> {
    /// The side to move.
    us: Color,
    /// What is added to the numbers of terms of the side that is being counted, and of its enemy.
    offsets: [usize; 2],
    terms: &'a mut [TermInput; MAX_LISTED],
    count: usize,
    /// Where the count goes in the end.
    total: &'a mut usize,
}

impl<'a> TermList<'a> {
    /// An empty list for a position with this side to move.
    pub fn new(us: Color, buffer: &'a mut TermBuffer) -> Self {
        Self { us, offsets: [0, TERMS], terms: &mut buffer.terms, count: 0, total: &mut buffer.count }
    }

    #[inline(always)]
    fn push(&mut self, number: usize, count: i32) {
        self.terms[self.count] = TermInput { number: number as u16, count: count as i16 };
        self.count += 1;
    }

    /// Completes the list.
    #[inline(always)]
    pub fn complete(self) {
        *self.total = self.count;
    }

    /// What follows is counted for this side.
    #[inline(always)]
    pub fn begin(&mut self, color: Color) {
        self.offsets = if color == self.us { [0, TERMS] } else { [TERMS, 0] };
    }

    /// The side has a term.
    #[inline(always)]
    pub fn add(&mut self, term: usize, count: i32) {
        self.push(self.offsets[0] + term, count);
    }

    /// The other side has a term.
    #[inline(always)]
    pub fn add_to_enemy(&mut self, term: usize, count: i32) {
        self.push(self.offsets[1] + term, count);
    }

    /// The side has these terms of pawns and king.
    #[inline(always)]
    pub fn add_structure(&mut self, structure: &SideStructure) {
        for terms in [&structure.terms[..], &structure.pressure[..]] {
            let offset = self.offsets[0] as u16;
            for (place, term) in self.terms[self.count..][..terms.len()].iter_mut().zip(terms) {
                *place = TermInput { number: term.number + offset, count: term.count };
            }
            self.count += terms.len();
        }
    }
}

/// The terms of a position as a network sees them: none twice, without placement.
pub fn term_inputs<R: Tactics>(board: &Board<R>, weights: &Weights) -> Vec<TermInput> {
    let mut buffer = TermBuffer::new();
    let eval = StaticEval::of(board, weights);
    eval.classical_listed(board.side(), eval.structure().each_ref(), &mut buffer);
    eval.add_material(&mut buffer);
    let mut terms = buffer.terms().to_vec();
    terms.sort_unstable_by_key(|term| term.number);
    terms.dedup_by(|next, first| {
        let is_same = next.number == first.number;
        first.count += if is_same { next.count } else { 0 };
        is_same
    });
    terms
}
