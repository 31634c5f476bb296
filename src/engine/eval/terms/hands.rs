//! Pieces in hand. Only games with hands have these terms.

use super::super::tally::Tally;
use super::Size::One;
use super::king::HAND_DANGER;
use crate::board::{Board, Rules};
use crate::types::Color;

terms! { of pieces
    /// A piece in hand.
    IN_HAND: "in_hand", One, |piece, _| match piece.is_held {
        true if piece.is_pawn => [120, 110],
        true => [50 + 7 * piece.value / 8; 2],
        false => [0, 0],
    };
}

/// The most pieces of a kind that make a king less safe: there is no time to drop more.
const MOST_DANGEROUS: i32 = 2;

/// The groups of terms that only games with hands have.
pub(super) const NAMES: [&str; 2] = ["in_hand", "hand_danger"];

/// Counts a side's pieces in hand.
#[inline(always)]
pub(in crate::eval) fn count<R: Rules, const LISTED: bool>(board: &Board<R>, color: Color, tally: &mut Tally<LISTED>) {
    if !R::HAS_HANDS {
        return;
    }
    for kind in board.kinds_in_hand(color).kinds() {
        let held = board.in_hand(color, kind) as i32;
        tally.add(IN_HAND.of(kind), held);
        tally.add_attack(HAND_DANGER.of(kind), held.min(MOST_DANGEROUS));
    }
}
