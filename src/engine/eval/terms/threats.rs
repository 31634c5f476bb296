//! Pieces under attack.

use super::super::tally::{Attacks, Tally};
use super::super::weights::Weights;
use super::Size::One;
use crate::board::{Board, Rules};
use crate::types::Color;

terms! { of pieces
    /// It is attacked by a pawn.
    ATTACKED_BY_PAWN: "attacked_by_pawn", One, |piece, _| [if piece.is_pawn { -5 } else { -40 }; 2];
    /// It is attacked by a less valuable piece, not a pawn.
    ATTACKED_BY_CHEAPER: "attacked_by_cheaper", One, |_, _| [-30, -30];
    /// It is attacked and not defended.
    HANGING: "hanging", One, |_, _| [-20, -20];
}

/// Counts a side's pieces that are attacked by less valuable ones or hanging.
#[inline(always)]
pub(in crate::eval) fn count<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    tally: &mut Tally<LISTED>,
) {
    let spec = board.spec();
    let mut cheaper = enemy.by_pawns;
    for &kind in weights.exchange().cheapest_first() {
        if spec.royals.has(kind) {
            continue;
        }
        let pieces = board.of(color, kind);
        let attacked = pieces & enemy.all;
        if attacked.any() {
            let by_pawn = attacked & enemy.by_pawns;
            let by_cheaper = (attacked & cheaper).without(by_pawn);
            let hanging = attacked.without(own.all);
            tally.add(ATTACKED_BY_PAWN.of(kind), by_pawn.count() as i32);
            tally.add(ATTACKED_BY_CHEAPER.of(kind), by_cheaper.count() as i32);
            tally.add(HANGING.of(kind), hanging.count() as i32);
        }
        cheaper |= enemy.by_kind[kind.index()];
    }
}
