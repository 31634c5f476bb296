//! Attacks, computed by movement component instead of by kind of piece, so that each lookup is done once.

use super::{Board, Component, Movement, Rules, Tables};
use crate::geometry::{Leap, between, bishop_attacks, leaps, rook_attacks, within_two};
use crate::types::{Bitboard, Color, Kind, Square};

/// The squares that a movement reaches from `from`, including the first occupied one on each line.
#[inline(always)]
pub(crate) fn reach(movement: Movement, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for leap in Leap::ALL {
        if movement.has(Component::Leap(leap)) {
            targets |= leaps(leap, color, from);
        }
    }
    if movement.has(Component::RookSlide) {
        targets |= rook_attacks(from, occupied);
    }
    if movement.has(Component::BishopSlide) {
        targets |= bishop_attacks(from, occupied);
    }
    if movement.has(Component::ShortRookSlide) {
        targets |= rook_attacks(from, occupied) & within_two(from);
    }
    if movement.has(Component::ShortBishopSlide) {
        targets |= bishop_attacks(from, occupied) & within_two(from);
    }
    targets
}

impl<R: Rules> Board<R> {
    /// The lookup tables; only for games that are not compiled separately.
    #[inline(always)]
    pub(super) fn tables(&self) -> &'static Tables {
        self.rules.tables().expect("a game that is not compiled separately has tables")
    }

    /// The squares that a piece attacks by the piece table, given this occupancy.
    #[inline(always)]
    pub(crate) fn captures_over(&self, kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        if R::IS_COMPILED {
            reach(self.spec().piece(kind).moves.captures, color, from, occupied)
        } else {
            self.tables().captures(kind).from(color, from, occupied, self.of_kind(kind))
        }
    }

    /// The squares to which a piece moves by the piece table if they are empty, given this occupancy.
    #[inline(always)]
    pub(crate) fn quiets_over(&self, kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        if R::IS_COMPILED {
            return reach(self.spec().piece(kind).moves.quiets, color, from, occupied);
        }
        let quiets = self.tables().quiets(kind).from(color, from, occupied, self.of_kind(kind));
        let may_begin = self.spec().custom().is_some_and(|custom| custom.double_step[color.index()].has(from));
        match self.tables().initial(kind).filter(|_| may_begin) {
            Some(initial) => quiets | initial.from(color, from, occupied, self.of_kind(kind)),
            None => quiets,
        }
    }

    /// The pieces of both sides that attack along ranks and files and have `square` in range.
    #[inline(always)]
    fn straight_sliders(&self, square: Square) -> Bitboard {
        let spec = self.spec();
        let short = spec.capturers(Component::ShortRookSlide);
        let mut sliders = self.of_kinds(spec.capturers(Component::RookSlide));
        if !short.is_empty() {
            sliders |= self.of_kinds(short) & within_two(square);
        }
        sliders
    }

    /// The pieces of both sides that attack along diagonals and have `square` in range.
    #[inline(always)]
    fn diagonal_sliders(&self, square: Square) -> Bitboard {
        let spec = self.spec();
        let short = spec.capturers(Component::ShortBishopSlide);
        let mut sliders = self.of_kinds(spec.capturers(Component::BishopSlide));
        if !short.is_empty() {
            sliders |= self.of_kinds(short) & within_two(square);
        }
        sliders
    }

    /// The pieces of `by` that attack `square` by a leap.
    #[inline(always)]
    pub(crate) fn leapers_to(&self, square: Square, by: Color) -> Bitboard {
        if !R::IS_COMPILED {
            return self.tables().leapers_to(square, by, self.of_color(by), |kinds| self.of_kinds(kinds));
        }
        // Early exit: often no piece is within any leap's distance.
        let near = self.spec().leap_sources(square) & self.of_color(by);
        if near.is_empty() {
            return near;
        }
        let mut attackers = Bitboard::EMPTY;
        for leap in Leap::ALL {
            let kinds = self.spec().capturers(Component::Leap(leap));
            if !kinds.is_empty() {
                // Leaps are symmetric if the colour is reversed.
                attackers |= leaps(leap, !by, square) & self.of_kinds(kinds);
            }
        }
        attackers & near
    }

    /// The pieces of both sides that attack `square` by sliding, given this occupancy.
    #[inline(always)]
    pub(super) fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        if !R::IS_COMPILED {
            let of = |color| {
                self.tables().sliders_to(square, color, self.of_color(color), occupied, |kinds| self.of_kinds(kinds))
            };
            return of(Color::White) | of(Color::Black);
        }
        rook_attacks(square, occupied) & self.straight_sliders(square)
            | bishop_attacks(square, occupied) & self.diagonal_sliders(square)
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
        if R::IS_COMPILED {
            return self.leapers_to(square, by) | self.sliders_to(square, occupied) & self.of_color(by);
        }
        let own = self.of_color(by);
        let of_kinds = |kinds| self.of_kinds(kinds);
        self.leapers_to(square, by)
            | self.tables().sliders_to(square, by, own, occupied, of_kinds)
            | self.tables().odd_attackers(square, by, own, occupied, |kind| self.of_kind(kind))
    }

    /// The default of [`Rules::is_attacked`]: by the piece table.
    #[inline(always)]
    pub(crate) fn default_is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        if R::IS_COMPILED {
            return self.leapers_to(square, by).any() || (self.sliders_to(square, occupied) & self.of_color(by)).any();
        }
        let (tables, own) = (self.tables(), self.of_color(by));
        self.leapers_to(square, by).any()
            || tables.sliders_to(square, by, own, occupied, |kinds| self.of_kinds(kinds)).any()
            || tables.odd_attackers(square, by, own, occupied, |kind| self.of_kind(kind)).any()
            || self.faces_king(square, by, occupied)
    }

    /// Whether `by`'s king faces `square` on an open rank or file, in games where kings may not face each other. Other
    /// royal pieces may.
    #[inline(always)]
    fn faces_king(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let Some(kind) = self.spec().custom().and_then(|custom| custom.kings_may_not_face) else { return false };
        let kings = self.of_kind(kind);
        kings.has(self.king(by)) && kings.has(self.king(!by)) && rook_attacks(square, occupied).has(self.king(by))
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
        let snipers = if R::IS_COMPILED {
            self.sliders_to(king, enemies) & enemies
        } else {
            self.tables().sliders_to(king, !color, enemies, enemies, |kinds| self.of_kinds(kinds))
        };
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
        if R::IS_COMPILED { R::PINS_SUFFICE } else { self.tables().pins_suffice }
    }

    /// [`Board::refresh`], compiled once for all that need not be fast.
    #[inline(never)]
    pub(super) fn refresh_apart(&mut self) {
        self.refresh();
    }

    /// Computes checkers and pins for the side to move.
    #[inline(always)]
    pub(super) fn refresh(&mut self) {
        self.checkers = self.attackers(self.king(self.side), !self.side, self.occupied());
        if self.pins_suffice() {
            self.pinned = self.pinned_of(self.side);
        }
    }
}
