//! The terms of a position as counts, for fitting their weights.

use super::listed::{TermBuffer, TermInput};
use super::terms::whole::{SCALES, scale_counts};
use super::terms::{TERMS, is_pressure, placement};
use super::{FULL_FACTOR, StaticEval, Weights};
use crate::board::{Board, Tactics};
use crate::types::Color;

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
            for term in placement::of_piece(board.spec(), piece.kind(), piece.color(), square) {
                terms[term] += sign;
            }
        }
    }
    Trace {
        terms,
        pressure,
        scale: Color::BOTH.map(|color| scale_counts(board, color)),
        middlegame_share: evaluation.middlegame_share() as f32 / 256.0,
        factor: evaluation.draw_factor(evaluation.to_mover(evaluation.scaled(score))) as f32 / FULL_FACTOR as f32,
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
