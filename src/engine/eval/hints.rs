//! Hints for ordering quiet moves: checks and threats.

use crate::board::{Board, ExchangeValues, Tactics};
use crate::geometry::set_pawn_attacks;
use crate::types::{Bitboard, MAX_KINDS, Move, MoveKind};

/// Checks and threats of a position, from the side to move's view.
pub struct Hints {
    /// By kind, the squares from which a piece of the side to move gives check.
    checks: [Bitboard; MAX_KINDS],
    /// By kind, the squares on which a less valuable enemy piece attacks it.
    threatened: [Bitboard; MAX_KINDS],
}

/// The hint for a check that does not lose the piece, in units of the search's history values.
const CHECK: i32 = 12_000;
/// The least exchange value of a check that counts, in centipawns.
const CHECK_LOSS: i32 = -75;
/// The hint for leaving a threatened square, for each centipawn of the piece's value; subtracted for entering one.
const THREAT: i32 = 30;

/// Computes the hints of a position.
pub(super) fn find<R: Tactics>(board: &Board<R>, values: &ExchangeValues) -> Hints {
    let spec = board.spec();
    let them = !board.side();
    let checks = R::checks_from(board, board.present_kinds());
    let mut threatened = [Bitboard::EMPTY; MAX_KINDS];
    let mut attacked = set_pawn_attacks(them, board.pawns() & board.of_color(them));
    for &kind in values.cheapest_first() {
        if spec.royals.has(kind) {
            continue;
        }
        threatened[kind.index()] = attacked;
        if !spec.pawns.has(kind) {
            for square in board.of(them, kind) {
                attacked |= board.captures_from(kind, them, square);
            }
        }
    }
    Hints { checks, threatened }
}

/// The hint for a quiet move, in units of the search's history values.
#[inline(always)]
pub(super) fn of_quiet<R: Tactics>(board: &Board<R>, m: Move, hints: &Hints, values: &ExchangeValues) -> i32 {
    let Some(kind) = board.mover(m).map(|piece| piece.kind()) else { return 0 };
    if m.kind() == MoveKind::Castling || board.spec().royals.has(kind) {
        return 0;
    }
    let to = R::arrival(m);
    let mut hint = R::quiet_hint(board, m, values);
    if hints.checks[kind.index()].has(to) && board.see_at_least(m, CHECK_LOSS, values) {
        hint += CHECK;
    }
    let threatened = hints.threatened[kind.index()];
    if !board.spec().pawns.has(kind) {
        let flees = threatened.has(m.from()) && m.kind() != MoveKind::Drop;
        hint += THREAT * values.of(kind) * (i32::from(flees) - i32::from(threatened.has(to)));
    }
    hint
}
