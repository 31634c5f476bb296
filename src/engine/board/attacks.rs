//! Attacks, computed by movement component instead of by kind of piece, so that each lookup is done once.

use super::{Board, ByColor, Lookups, Rules};
use crate::geometry::between;
use crate::types::{Bitboard, Color, Kind, Square};

/// Squares of one colour.
#[inline(always)]
fn only(color: Color, squares: Bitboard) -> ByColor<Bitboard> {
    match color {
        Color::White => [squares, Bitboard::EMPTY],
        Color::Black => [Bitboard::EMPTY, squares],
    }
}

impl<R: Rules> Board<R> {
    /// The lookups of movements.
    #[inline(always)]
    pub(super) fn lookups(&self) -> impl Lookups + use<R> {
        self.rules.lookups()
    }

    /// The squares that a piece attacks by the piece table, given this occupancy.
    #[inline(always)]
    pub(crate) fn captures_over(&self, kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        self.lookups().captures(kind, color, from, occupied, self.of_kind(kind))
    }

    /// The squares to which a piece moves by the piece table if they are empty, given this occupancy.
    #[inline(always)]
    pub(crate) fn quiets_over(&self, kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        let quiets = self.lookups().quiets(kind, color, from, occupied, self.of_kind(kind));
        if !self.spec().initial_movers.has(kind) || !self.spec().double_step[color.index()].has(from) {
            return quiets;
        }
        quiets | self.lookups().tables().initial(kind, color, from, occupied, self.of_kind(kind))
    }

    /// The pieces of `by` that attack `square` by a leap.
    #[inline(always)]
    pub(crate) fn leapers_to(&self, square: Square, by: Color) -> Bitboard {
        self.lookups().leapers_to(square, by, self.of_color(by), |kinds| self.of_kinds(kinds))
    }

    /// The pieces of both sides that attack `square` by sliding, given this occupancy.
    #[inline(always)]
    pub(super) fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.lookups().sliders_to(square, self.colors, occupied, |kinds| self.of_kinds(kinds))
    }

    /// The pieces of `by` that attack `square`, given this occupancy.
    #[inline(always)]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        R::attackers(self, square, by, occupied)
    }

    /// Whether any piece of `by` attacks `square`, given this occupancy.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        R::is_attacked(self, square, by, occupied)
    }

    /// The default of [`Rules::attackers`]: by the piece table.
    #[inline(always)]
    pub(crate) fn default_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let (lookups, own) = (self.lookups(), self.of_color(by));
        let of_kinds = |kinds| self.of_kinds(kinds);
        self.leapers_to(square, by)
            | lookups.sliders_to(square, only(by, own), occupied, of_kinds)
            | lookups.odd_attackers(square, by, own, occupied, of_kinds)
    }

    /// The default of [`Rules::is_attacked`]: by the piece table.
    #[inline(always)]
    pub(crate) fn default_is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let (lookups, own) = (self.lookups(), self.of_color(by));
        let of_kinds = |kinds| self.of_kinds(kinds);
        self.leapers_to(square, by).any()
            || lookups.sliders_to(square, only(by, own), occupied, of_kinds).any()
            || lookups.odd_attackers(square, by, own, occupied, of_kinds).any()
            || self.faces_king(square, by, occupied)
    }

    /// The squares that a piece of this side and kind attacks from `from`, including those of own pieces.
    #[inline(always)]
    pub fn captures_from(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        R::captures_from(self, kind, color, from)
    }

    /// The squares to which a piece of this side and kind moves from `from` if they are empty.
    #[inline(always)]
    pub fn quiets_from(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        R::quiets_from(self, kind, color, from)
    }

    /// The pinned pieces of `color`: each is the only piece between its king and an enemy slider.
    #[inline(always)]
    pub fn pinned_of(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let own = self.of_color(color);
        let enemies = self.of_color(!color);
        let mut pinned = Bitboard::EMPTY;
        let snipers = self.lookups().sliders_to(king, only(!color, enemies), enemies, |kinds| self.of_kinds(kinds));
        for sniper in snipers {
            let blockers = between(king, sniper) & own;
            if blockers.any() && !blockers.several() {
                pinned |= blockers;
            }
        }
        pinned
    }

    /// Whether checkers and pins along lines decide which moves are legal.
    #[inline(always)]
    pub(super) fn pins_suffice(&self) -> bool {
        R::PINS_SUFFICE && self.spec().pins_suffice && self.lookups().pins_suffice()
    }

    /// [`Board::refresh`], compiled once for all that need not be fast.
    #[inline(never)]
    pub(super) fn refresh_apart(&mut self) {
        self.refresh();
    }

    /// Computes checkers and pins for the side to move.
    #[inline(always)]
    pub(super) fn refresh(&mut self) {
        self.checkers = self.checkers_by(!self.side);
        if self.pins_suffice() {
            self.pinned = self.pinned_of(self.side);
        }
    }
}
