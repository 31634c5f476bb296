//! Static exchange evaluation: the swap algorithm with sweeps, which win several pieces and end elsewhere, and with
//! towers, of which only the stones that go along are at risk.

use super::play::stones;
use super::{BYPASSER, HIGHEST, KING, Luotuoqi, height, tower};
use crate::board::{Board, ExchangeValues};
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, Piece, Score, Square};

/// Whether the exchange begun by a move wins at least `threshold` centipawns.
///
/// Where a move is not what the swap algorithm supposes, it is taken for worse than it may be: a merged tower is at risk
/// as a whole, and a bypasser that sweeps the target square always gets away.
#[inline]
pub(super) fn at_least(board: &Board<Luotuoqi>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
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
    let vacated = vacated(board, m);
    let mut exchange =
        Exchange { board, values, to: m.to(), occupied: board.occupied().without(vacated) | m.to().bit() };
    exchange.mover_keeps(board.side(), at_risk)
}

/// What stands on the target square after the move.
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
    let swept =
        if m.kind() == MoveKind::Odd { super::play::victims(board, m).without(m.to().bit()) } else { Bitboard::EMPTY };
    let whole = board.piece_at(m.from()).map_or(0, |piece| height(piece.kind()));
    let stays = stones(m).is_some_and(|stones| stones < whole);
    if stays { swept } else { swept | m.from().bit() }
}

struct Exchange<'a> {
    board: &'a Board<Luotuoqi>,
    values: &'a ExchangeValues,
    to: Square,
    occupied: Bitboard,
}

/// A piece that can capture next: what it puts at risk, and where it comes from.
struct Capturer {
    risk: Score,
    from: Square,
    kind: Kind,
}

impl Exchange<'_> {
    /// Whether `mover`, who has just arrived and would be `at_risk` behind if captured for nothing, comes out even.
    fn mover_keeps(&mut self, mover: Color, at_risk: Score) -> bool {
        let mut balance = at_risk;
        let mut side = mover;
        let mut keeps = true;
        loop {
            side = !side;
            let Some(Capturer { risk, from, kind }) = self.cheapest(side) else { return keeps };
            keeps = !keeps;
            if kind == KING {
                let guarded = self.attackers(!side).any();
                return keeps ^ guarded;
            }
            // A bypasser captures in passing: nothing stands there to be recaptured.
            if kind == BYPASSER {
                return keeps;
            }
            balance = risk - balance;
            if balance < Score::from(keeps) {
                return keeps;
            }
            self.occupied ^= from.bit();
        }
    }

    #[inline(always)]
    fn attackers(&self, side: Color) -> Bitboard {
        // Captured in the exchange, or the square itself.
        let gone = !self.occupied | self.to.bit();
        self.board.attackers(self.to, side, self.occupied).without(gone)
    }

    /// The capture that risks least: of a tower only the stones that it takes to get there.
    #[inline(always)]
    fn cheapest(&self, side: Color) -> Option<Capturer> {
        let capturer = |from: Square| {
            let kind = self.board.piece_at(from).map(Piece::kind)?;
            let risk = match kind {
                BYPASSER => 0,
                _ if height(kind) > 0 => self.values.of(tower(distance(from, self.to))),
                _ => self.values.of(kind),
            };
            Some(Capturer { risk, from, kind })
        };
        self.attackers(side).into_iter().filter_map(capturer).min_by_key(|capturer| capturer.risk)
    }
}

/// King's steps between two different squares.
#[inline(always)]
fn distance(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))).clamp(1, HIGHEST)
}
