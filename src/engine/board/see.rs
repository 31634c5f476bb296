//! Static exchange evaluation (SEE): what a sequence of captures on one square wins
//! (<https://www.chessprogramming.org/Static_Exchange_Evaluation>).

use super::{Board, ExchangeValues, Rules, Tactics};
use crate::geometry::line;
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, Piece, Score, Square};

/// An exchange on a square, for games in which a capture changes more than the lines through the square: the attackers
/// are computed again after each capture, and some pieces capture without moving to the square.
pub(crate) struct Exchange<'a, R: Rules, F> {
    /// The position before the exchange.
    pub board: &'a Board<R>,
    /// The square of the exchange.
    pub to: Square,
    /// The squares that are still occupied.
    pub occupied: Bitboard,
    /// What the piece of a kind on a square puts at risk by capturing, in centipawns; `None` if it does not move to the
    /// square of the exchange, so that it cannot be recaptured. Such a capture ends the exchange.
    pub risk: F,
}

impl<R: Rules, F: Fn(Square, Kind) -> Option<Score>> Exchange<'_, R, F> {
    /// Whether the exchange reaches the threshold for `mover`, which has made the first capture and would miss the
    /// threshold by `at_risk` centipawns if recaptured for free: the loop of [`Board::default_see_at_least`].
    #[inline(always)]
    pub fn mover_wins(&mut self, mover: Color, at_risk: Score) -> bool {
        let mut balance = at_risk;
        let mut side = mover;
        let mut wins = true;
        loop {
            side = !side;
            let Some((risk, from, kind)) = self.cheapest(side) else { return wins };
            wins = !wins;
            if self.board.spec().royals.has(kind) {
                let guarded = self.attackers(!side).any();
                return wins ^ guarded;
            }
            let Some(risk) = risk else { return wins };
            balance = risk - balance;
            if balance < Score::from(wins) {
                return wins;
            }
            self.occupied ^= from.bit();
        }
    }

    #[inline(always)]
    fn attackers(&self, side: Color) -> Bitboard {
        // Pieces that have been captured, and the one on the square.
        let gone = !self.occupied | self.to.bit();
        self.board.attackers(self.to, side, self.occupied).without(gone)
    }

    /// The capture that risks the least: the value at risk, the square of origin and the kind.
    #[inline(always)]
    fn cheapest(&self, side: Color) -> Option<(Option<Score>, Square, Kind)> {
        let capturer = |from: Square| {
            let kind = self.board.piece_at(from).map(Piece::kind)?;
            Some(((self.risk)(from, kind), from, kind))
        };
        self.attackers(side).into_iter().filter_map(capturer).min_by_key(|&(risk, ..)| risk)
    }
}

impl<R: Rules> Board<R> {
    /// The material that a move wins at once, in centipawns: captured pieces and the gain of a promotion.
    #[inline]
    pub fn gain(&self, m: Move, values: &ExchangeValues) -> Score {
        let captured = if m.kind() == MoveKind::Special {
            let kinds = R::captured_squares(self, m).into_iter().filter_map(|square| self.piece_at(square));
            kinds.map(|piece| values.of(piece.kind())).sum()
        } else {
            self.captured_kind(m).map_or(0, |kind| values.of(kind))
        };
        let promoted = match (m.promotion(), self.piece_at(m.from())) {
            (Some(kind), Some(pawn)) => values.of(kind) - values.of(pawn.kind()),
            _ => 0,
        };
        captured + promoted
    }

    /// The squares of all pieces that a move captures.
    pub fn captured_squares(&self, m: Move) -> Bitboard {
        match m.kind() {
            MoveKind::Castling | MoveKind::Drop => Bitboard::EMPTY,
            MoveKind::EnPassant => self.multi_step.map_or(Bitboard::EMPTY, |captured| captured.to.bit()),
            MoveKind::Special => R::captured_squares(self, m),
            _ => m.to().bit() & self.of_color(!self.side()),
        }
    }

    /// The kind of piece that a move captures; the one on the lowest square if it captures several.
    #[inline(always)]
    pub fn captured_kind(&self, m: Move) -> Option<Kind> {
        let square = match m.kind() {
            MoveKind::Castling | MoveKind::Drop => return None,
            MoveKind::EnPassant => self.multi_step?.to,
            MoveKind::Special => R::captured_squares(self, m).first()?,
            MoveKind::Promotion if m.from() == m.to() => return None,
            _ => m.to(),
        };
        Some(self.piece_at(square)?.kind())
    }

    /// Whether a legal move captures or promotes, i.e. belongs to [`Stage::Noisy`](crate::types::Stage::Noisy).
    #[inline(always)]
    pub fn is_noisy(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Promotion | MoveKind::EnPassant => true,
            MoveKind::Castling | MoveKind::Drop => false,
            MoveKind::Normal | MoveKind::MultiStep => self.piece_at(m.to()).is_some(),
            MoveKind::Special => R::captured_squares(self, m).any(),
        }
    }

    /// The default of [`Tactics::see_at_least`], for games in which a capturing piece moves to the square of the
    /// captured one.
    ///
    /// The swap algorithm with a threshold (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>), X-rays
    /// through the capturing pieces included. A pinned piece of the side to move takes part only along the line of its
    /// pin.
    #[inline(always)]
    pub(crate) fn default_see_at_least(&self, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.moved_piece(m) else { return false };
        if m.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let mut balance = self.gain(m, values) - threshold;
        if balance < 0 {
            return false;
        }
        balance = values.of(m.promotion().unwrap_or(mover.kind())) - balance;
        if balance <= 0 {
            return true;
        }

        let mut occupied = self.occupied().without(from.bit()) | to.bit();
        if let (MoveKind::EnPassant, Some(step)) = (m.kind(), self.multi_step) {
            occupied ^= step.to.bit();
        }
        let excluded = self.pinned.without(line(self.king(self.side), to)) | to.bit();
        let mut attackers =
            (self.attackers(to, self.side, occupied) | self.attackers(to, !self.side, occupied)).without(excluded);
        let mut side = self.side;
        let mut wins = true;
        loop {
            side = !side;
            attackers &= occupied;
            let own = attackers & self.of_color(side);
            let Some((kind, capturer)) = self.cheapest(own, values) else { return wins };
            wins = !wins;
            if self.spec().royals.has(kind) {
                // The king can capture only an undefended piece.
                let guarded = (attackers & self.of_color(!side)).any();
                return wins ^ guarded;
            }
            balance = values.of(kind) - balance;
            if balance < Score::from(wins) {
                return wins;
            }
            occupied ^= capturer;
            attackers |= self.sliders_to(to, occupied).without(excluded);
        }
    }

    #[inline(always)]
    fn cheapest(&self, among: Bitboard, values: &ExchangeValues) -> Option<(Kind, Bitboard)> {
        if among.is_empty() {
            return None;
        }
        values.cheapest_first().iter().find_map(|&kind| Some((kind, (among & self.of_kind(kind)).first()?.bit())))
    }
}

impl<R: Tactics> Board<R> {
    /// The moving piece, see [`Tactics::mover`].
    #[inline(always)]
    pub fn mover(&self, m: Move) -> Option<Piece> {
        R::mover(self, m)
    }

    /// Whether the static exchange evaluation of `m` is at least `threshold` centipawns: what it wins if both sides
    /// capture on its target square with their least valuable piece as long as it pays.
    #[inline]
    pub fn see_at_least(&self, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        R::see_at_least(self, m, threshold, values)
    }
}
