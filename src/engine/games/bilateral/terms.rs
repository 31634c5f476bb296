//! The evaluation terms that only this game has. Their weights are in `weights.txt`, group `own`.

use super::attacks::{free_rides, lines};
use super::folded::neighbours;
use super::play::beyond;
use super::{Bilateral, ELEPHANT, PAO, VAO, WIZARD};
use crate::board::Board;
use crate::geometry::{Leap, between, leaps};
use crate::types::{Bitboard, Color};

/// The enemy king is frozen.
const FROZEN_KING: usize = 0;
/// A frozen enemy piece that is neither king nor pawn.
const FROZEN_PIECE: usize = 1;
/// An enemy piece, neither king nor pawn nor frozen, that a Wizard could freeze.
const FREEZABLE: usize = 2;
/// An enemy piece, neither king nor pawn, that a Wizard could kill.
const KILLABLE_PIECE: usize = 3;
/// An enemy pawn that a Wizard could kill.
const KILLABLE_PAWN: usize = 4;
/// An enemy piece, neither king nor pawn, that an Elephant could push.
const PUSHABLE_PIECE: usize = 5;
/// The enemy king could be pushed.
const PUSHABLE_KING: usize = 6;
/// A Can(n)on in line with the enemy king that attacks it once a screen appears or disappears.
const AIMED_CANNON: usize = 7;

/// Counts the terms of both sides.
#[inline(always)]
pub(super) fn count_terms(board: &Board<Bilateral>, mut count: impl FnMut(Color, usize, i32)) {
    let frozen = board.state().frozen();
    for color in Color::BOTH {
        let able = board.of_color(color).without(frozen);
        let king = board.king(!color).bit();
        let victims = board.of_color(!color).without(board.of_kind(ELEPHANT));
        let pieces = victims.without(board.pawns() | king);
        let mut tell = |term, squares: Bitboard| count(color, term, squares.count() as i32);

        tell(FROZEN_KING, frozen & king);
        tell(FROZEN_PIECE, frozen & pieces);
        let (near, killable) = wizards_reach(board, able, victims);
        tell(FREEZABLE, (near & pieces).without(frozen));
        tell(KILLABLE_PIECE, killable & pieces);
        tell(KILLABLE_PAWN, killable & board.pawns());
        let pushable = pushable(board, able, pieces | king);
        tell(PUSHABLE_PIECE, pushable & pieces);
        tell(PUSHABLE_KING, pushable & king);
        tell(AIMED_CANNON, aimed_cannons(board, able, !color));
    }
}

/// The victims that Wizards among `able` could freeze, and those that they could kill.
#[inline(always)]
fn wizards_reach(board: &Board<Bilateral>, able: Bitboard, victims: Bitboard) -> (Bitboard, Bitboard) {
    let (mut near, mut killable) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for wizard in able & board.of_kind(WIZARD) {
        near |= neighbours(wizard) & victims;
        killable |= free_rides(wizard, victims, board.occupied());
    }
    (near, killable)
}

/// The victims that Elephants among `able` could push.
#[inline(always)]
fn pushable(board: &Board<Bilateral>, able: Bitboard, victims: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for elephant in able & board.of_kind(ELEPHANT) {
        for victim in leaps(Leap::Wazir, Color::White, elephant) & victims {
            if beyond(elephant, victim).is_some_and(|square| !board.occupied().has(square)) {
                found |= victim.bit();
            }
        }
    }
    found
}

/// The Can(n)ons among `able` in line with the king of `victim`, with no or two pieces between.
#[inline(always)]
fn aimed_cannons(board: &Board<Bilateral>, able: Bitboard, victim: Color) -> Bitboard {
    let king = board.king(victim);
    let on_lines = |form| board.of_kind(form) & lines(form, king);
    let aimed = able & (on_lines(PAO) | on_lines(VAO));
    let screens = |cannon| (between(king, cannon) & board.occupied()).count();
    aimed.into_iter().filter(|&cannon| matches!(screens(cannon), 0 | 2)).collect()
}
