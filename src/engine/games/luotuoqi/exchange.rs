//! Static exchange evaluation: the swap algorithm with sweeps, which capture several pieces and end elsewhere, and with
//! towers, which risk only the stones that move.

use super::play::stones;
use super::{BYPASSER, HIGHEST, Luotuoqi, height, tower};
use crate::board::{Board, Exchange, ExchangeValues};
use crate::types::{Bitboard, Kind, Move, MoveKind, Score, Square};

/// Whether the static exchange evaluation of a move is at least `threshold` centipawns.
///
/// It is pessimistic where moves do not fit the swap algorithm: a merged tower is at risk as a whole, and a bypasser
/// that sweeps the target square is never recaptured.
#[inline]
pub(super) fn see_at_least(board: &Board<Luotuoqi>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
    if m.kind() == MoveKind::Castling {
        return threshold <= 0;
    }
    let Some(arriving) = arriving(board, m) else { return false };
    let balance = board.gain(m, values) - threshold;
    if balance < 0 {
        return false;
    }
    let at_risk = values.of(arriving) - balance;
    if at_risk <= 0 {
        return true;
    }
    // A tower risks as few stones as can reach the square; a bypasser does not stop on it.
    let risk = |from: Square, kind: Kind| match kind {
        BYPASSER => None,
        _ if height(kind) > 0 => Some(values.of(tower(usize::from(from.distance(m.to())).clamp(1, HIGHEST)))),
        _ => Some(values.of(kind)),
    };
    let occupied = board.occupied().without(vacated(board, m)) | m.to().bit();
    Exchange { board, to: m.to(), occupied, risk }.mover_wins(board.side(), at_risk)
}

/// The kind of piece on the target square after the move.
#[inline(always)]
fn arriving(board: &Board<Luotuoqi>, m: Move) -> Option<Kind> {
    let whole = board.piece_at(m.from())?;
    if let Some(kind) = m.promotion() {
        return Some(kind);
    }
    let Some(stones) = stones(m) else { return Some(whole.kind()) };
    let met = board.piece_at(m.to()).filter(|piece| piece.color() == whole.color());
    let met = met.map_or(0, |piece| height(piece.kind()));
    Some(tower((met + stones).min(HIGHEST)))
}

/// The squares that a move leaves empty.
#[inline(always)]
fn vacated(board: &Board<Luotuoqi>, m: Move) -> Bitboard {
    let swept = if m.kind() == MoveKind::Special {
        super::play::captured_squares(board, m).without(m.to().bit())
    } else {
        Bitboard::EMPTY
    };
    let whole = board.piece_at(m.from()).map_or(0, |piece| height(piece.kind()));
    let stays = stones(m).is_some_and(|stones| stones < whole);
    if stays { swept } else { swept | m.from().bit() }
}
