//! Static exchange evaluation: the swap algorithm with screens that appear and disappear, and with Wizards, which
//! capture from a distance and cannot be recaptured.

use super::play::{self, stays};
use super::{Bilateral, ELEPHANT, WIZARD};
use crate::board::{Board, Exchange, ExchangeValues};
use crate::geometry::{king_steps, pawn_attacks};
use crate::types::{Kind, Move, MoveKind, Score, Square};

/// Whether the static exchange evaluation of a move is at least `threshold` centipawns.
#[inline]
pub(super) fn see_at_least(board: &Board<Bilateral>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
    if m.kind() == MoveKind::Castling {
        return threshold <= 0;
    }
    let balance = board.gain(m, values) - threshold;
    if balance < 0 || stays(m) {
        return balance >= 0;
    }
    let Some(mover) = board.mover(m) else { return false };
    if mover.kind() == ELEPHANT {
        return balance >= values.of(ELEPHANT) || !loses_elephant(board, m);
    }
    let at_risk = values.of(m.promotion().unwrap_or(mover.kind())) - balance;
    if at_risk <= 0 {
        return true;
    }
    let risk = |_: Square, kind: Kind| (kind != WIZARD).then(|| values.of(kind));
    let mut occupied = board.occupied().without(m.from().bit()) | m.to().bit();
    if m.kind() == MoveKind::EnPassant {
        occupied = occupied.without(play::passed_pawn(m).bit());
    }
    Exchange { board, to: m.to(), occupied, risk }.mover_wins(board.side(), at_risk)
}

/// Whether an Elephant moves to a square where a pawn attacks it, or where the king attacks it and nothing defends it.
fn loses_elephant(board: &Board<Bilateral>, m: Move) -> bool {
    let (us, to) = (board.side(), m.to());
    let able = board.of_color(!us).without(board.state().frozen());
    if (pawn_attacks(us, to) & board.pawns() & able).any() {
        return true;
    }
    let occupied = board.occupied().without(m.from().bit()) | to.bit();
    let king = board.king(!us);
    able.has(king) && king_steps(king).has(to) && !board.is_attacked(to, us, occupied)
}
