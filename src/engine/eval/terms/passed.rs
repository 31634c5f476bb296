//! Passed pawns. That a pawn is passed is known from [the pawn structure](super::structure).

use super::super::tally::Tally;
use super::Size::{One, Table};
use crate::board::{Board, Rules};
use crate::types::{Bitboard, Color, RANKS, Square};

terms! { of positions
    /// A passed pawn, by rank, counted from its own side.
    PASSED: "passed", Table(RANKS), |rank| [rank.advanced().pow(2), 2 * rank.advanced().pow(2)];
    /// A passed pawn with an empty square ahead of it, by rank.
    PASSED_FREE: "passed_free", Table(RANKS), |rank| [rank.advanced().pow(2) / 4, rank.advanced().pow(2)];
    /// A passed pawn whose path to the last rank is empty and not attacked, by rank.
    PASSED_SAFE: "passed_safe", Table(RANKS), |rank| [0, rank.advanced().pow(2) / 2];
    /// A passed pawn that is defended by a pawn.
    PASSED_DEFENDED: "passed_defended", One, |_| [10, 15];
    /// A passed pawn in the far half: the own king's distance to the square ahead of it (at most 5), times the number
    /// of ranks that it has advanced in the far half.
    PASSED_OWN_KING: "passed_own_king", One, |_| [0, -2];
    /// The same for the enemy king.
    PASSED_ENEMY_KING: "passed_enemy_king", One, |_| [0, 4];
}

/// Counts the terms of a passed pawn on `square`. `attacked` is what the enemy attacks.
#[inline(always)]
pub(in crate::eval) fn count<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    color: Color,
    square: Square,
    pawn_attacks: [Bitboard; 2],
    attacked: Bitboard,
    tally: &mut Tally<LISTED>,
) {
    let page = &board.spec().page;
    let rank = square.rank_for(color, page.ranks) as usize;
    tally.add(PASSED.at(rank), 1);
    if pawn_attacks[color.index()].has(square) {
        tally.add(PASSED_DEFENDED, 1);
    }
    let Some(next) = (square.bit().forward(color) & board.spec().board).first() else { return };
    if !board.occupied().has(next) {
        tally.add(PASSED_FREE.at(rank), 1);
    }
    let path = square.bit().forward(color).fill_forward(color) & board.spec().board;
    if (path & (board.occupied() | attacked)).is_empty() {
        tally.add(PASSED_SAFE.at(rank), 1);
    }
    let advanced = rank as i32 + 1 - i32::from(page.ranks / 2);
    if advanced > 0 {
        let steps = |color: Color| match board.has_king(color) {
            true => i32::from(board.king(color).distance(next).min(5)) * advanced,
            false => 0,
        };
        tally.add(PASSED_OWN_KING, steps(color));
        tally.add(PASSED_ENEMY_KING, steps(!color));
    }
}
