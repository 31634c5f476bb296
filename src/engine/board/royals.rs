//! Royal pieces: those that may not be left where they can be captured. Most games have exactly one on each side; in others
//! there may be none or several, and a kind may be royal only while its side has few of it.

use super::{Board, Rules};
use crate::geometry::rook_attacks;
use crate::types::{Bitboard, Color, Move, Square};

impl<R: Rules> Board<R> {
    /// The square of a side's royal piece; of the first if there are several, and the first square of the board if there is
    /// none ([`Board::has_king`]).
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        if self.spec().has_one_royal() {
            return self.kings[color.index()];
        }
        self.royals_of_few(color).first().unwrap_or(Square::new(0, 0))
    }

    /// Whether a side has a royal piece.
    #[inline(always)]
    pub fn has_king(&self, color: Color) -> bool {
        self.spec().has_one_royal() || self.royals_of_few(color).any()
    }

    /// A side's royal pieces.
    #[inline(always)]
    pub fn royals(&self, color: Color) -> Bitboard {
        if self.spec().has_one_royal() { self.king(color).bit() } else { self.royals_of_few(color) }
    }

    /// [`Board::royals`] in games in which their number changes.
    #[inline(never)]
    fn royals_of_few(&self, color: Color) -> Bitboard {
        let spec = self.spec();
        let limit = spec.laws().extinction.royal_limit();
        let counted = spec.separate(spec.counted_royals);
        let counted = counted.map(|kind| self.of_kinds(spec.written_as(kind)) & self.of_color(color));
        let always = self.of_kinds(spec.royals) & self.of_color(color);
        counted.filter(|pieces| pieces.count() <= limit).fold(always, |royals, pieces| royals | pieces)
    }

    /// The pieces of `by` that attack a royal piece of the other side.
    #[inline(always)]
    pub(super) fn checkers_by(&self, by: Color) -> Bitboard {
        if self.spec().has_one_royal() {
            return self.attackers(self.king(!by), by, self.occupied());
        }
        let of_royal = |square| self.attackers(square, by, self.occupied());
        self.royals_of_few(!by).into_iter().fold(Bitboard::EMPTY, |checkers, square| checkers | of_royal(square))
    }

    /// Whether a royal piece of a side could be captured, or faces one that it may not face.
    #[inline(always)]
    pub(super) fn is_checked(&self, color: Color) -> bool {
        if self.spec().has_one_royal() {
            return self.is_attacked(self.king(color), !color, self.occupied());
        }
        self.is_any_attacked(self.royals_of_few(color), !color)
    }

    /// Whether a side attacks any of these squares.
    pub(super) fn is_any_attacked(&self, squares: Bitboard, by: Color) -> bool {
        squares.into_iter().any(|square| self.is_attacked(square, by, self.occupied()))
    }

    /// Whether no move of the side to move can endanger a royal piece of its own, in games in which their number changes.
    pub(super) fn is_without_royals(&self) -> bool {
        let spec = self.spec();
        !spec.makes_royals && (self.of_kinds(spec.all_royals()) & self.of_color(self.side)).is_empty()
    }

    /// The own pieces that may not be attacked after a move, which leads to the position `after`. As in Fairy-Stockfish, a
    /// piece that becomes royal by its own promotion (not a pawn's) does not relieve the royal pieces that there were. Other than
    /// there, it must be safe itself, if it is royal then.
    pub(super) fn royals_after(&self, m: Move, after: &Self) -> Bitboard {
        let (spec, us) = (self.spec(), self.side);
        let royals = after.royals(us);
        let mover = self.piece_at(m.from()).map(|piece| piece.kind());
        let form = mover.and_then(|mover| spec.laws().promoted_forms[mover.index()]);
        match m.promotion().filter(|&kind| spec.counted_royals.has(kind)) {
            promoted @ Some(_) if promoted == form => {
                let before = self.royals(us);
                let moved = if before.has(m.from()) { m.to().bit() } else { Bitboard::EMPTY };
                royals | moved | before.without(m.from().bit())
            }
            _ => royals,
        }
    }

    /// Whether `by`'s king faces `square` on an open rank or file, in games where kings may not face each other. Other
    /// royal pieces may.
    #[inline(always)]
    pub(super) fn faces_king(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let Some(kind) = self.spec().laws().kings_may_not_face else { return false };
        let [own, other] = [by, !by].map(|color| self.of(color, kind));
        let is_king =
            self.spec().has_one_royal() || self.cells[square.index()].is_none_or(|piece| piece.kind() == kind);
        is_king && own.any() && other.any() && (rook_attacks(square, occupied) & own).any()
    }
}
