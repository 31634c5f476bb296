//! The classical evaluation: counts the terms of a position for both sides.

use super::tally::{Attacks, Tally};
use super::terms::structure::{SideStructure, Structure};
use super::terms::whole::{OWN, TEMPO};
use super::terms::{hands, king, passed, pieces, threats};
use super::weights::Weights;
use crate::board::{Board, Tactics};
use crate::geometry::set_pawn_attacks;
use crate::types::{Bitboard, Color};

/// Counts every term but placement. `structure` is the position's. The tally comes and goes by value, so that its counters
/// can be kept in registers.
pub(super) fn count_terms<'w, 't, R: Tactics, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    structure: Structure,
    tally: Tally<'w, 't, LISTED>,
) -> Tally<'w, 't, LISTED> {
    let mut counted = tally;
    let tally = &mut counted;
    let pawn_attacks =
        Color::BOTH.map(|color| set_pawn_attacks(color, board.pawns() & board.of_color(color)) & board.spec().board);
    // Loops: a copy of this much code for each side is no faster, and takes long to compile.
    let mut attacks = [Attacks::default(); 2];
    for color in Color::BOTH {
        tally.begin(color);
        pieces::count(board, weights, color, pawn_attacks, &mut attacks[color.index()], tally);
        hands::count(board, color, tally);
        tally.end();
    }
    for color in Color::BOTH {
        tally.begin(color);
        let by_sides = [&attacks[color.index()], &attacks[color.other().index()]];
        let structure = structure[color.index()];
        tally.add_structure(structure);
        side_terms(board, weights, color, structure, pawn_attacks, by_sides, tally);
        tally.add(TEMPO, i32::from(color == board.side()));
        tally.end();
    }
    R::own_terms(board, |color, number, count| {
        tally.begin(color);
        tally.add(OWN.at(number), count);
        tally.end();
    });
    counted
}

/// Counts the terms of a side for which the attacks of both sides are needed.
#[inline(always)]
fn side_terms<R: Tactics, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    structure: &SideStructure,
    pawn_attacks: [Bitboard; 2],
    [own, enemy]: [&Attacks; 2],
    tally: &mut Tally<LISTED>,
) {
    for square in structure.passed {
        passed::count(board, color, square, pawn_attacks, enemy.all, tally);
    }
    king::count(board, color, own, enemy, tally);
    threats::count(board, weights, color, own, enemy, tally);
}
