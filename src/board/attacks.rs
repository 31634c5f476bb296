//! Who attacks what: by movement component, not by kind of piece, so that each table is read once.

use super::{Board, Component, Movement, Rules};
use crate::geometry::{Leap, between, bishop_attacks, leaps, rook_attacks, within_two};
use crate::types::{Bitboard, Color, Kind, Square};

/// The squares that a movement reaches from `from`, the first piece met on each line included.
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

/// [`reach`] for a movement that is known only at run time.
#[inline(never)]
fn reach_at_run_time(movement: Movement, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    reach(movement, color, from, occupied)
}

impl<R: Rules> Board<R> {
    /// [`reach`] for a movement of the game's data.
    #[inline(always)]
    pub(crate) fn reach(&self, movement: Movement, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        if R::IS_COMPILED {
            reach(movement, color, from, occupied)
        } else {
            reach_at_run_time(movement, color, from, occupied)
        }
    }

    /// The pieces of both sides that slide straight to `square` when the line is free, those of short range included.
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

    /// The same for diagonals.
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

    /// The pieces of `by` that capture on `square` by a leap.
    #[inline(always)]
    pub(crate) fn leapers_to(&self, square: Square, by: Color) -> Bitboard {
        // Often nobody is near enough for any leap: one table read instead of one for each kind of leap.
        let near = self.spec().leap_sources(square) & self.of_color(by);
        if near.is_empty() {
            return near;
        }
        let mut attackers = Bitboard::EMPTY;
        for leap in Leap::ALL {
            let kinds = self.spec().capturers(Component::Leap(leap));
            if !kinds.is_empty() {
                // Who reaches the square from there is whom the square reaches, looking the other way.
                attackers |= leaps(leap, !by, square) & self.of_kinds(kinds);
            }
        }
        attackers & near
    }

    /// The pieces of both sides that capture on `square` by sliding, with this occupancy.
    #[inline(always)]
    pub(super) fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        rook_attacks(square, occupied) & self.straight_sliders(square)
            | bishop_attacks(square, occupied) & self.diagonal_sliders(square)
    }

    /// The pieces of `by` that capture on `square`, with this occupancy.
    #[inline(always)]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        R::attackers(self, square, by, occupied)
    }

    /// Whether any piece of `by` captures on `square`, with this occupancy.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        R::is_attacked(self, square, by, occupied)
    }

    /// [`Board::attackers`] as far as the piece table tells.
    #[inline(always)]
    pub(crate) fn default_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.leapers_to(square, by) | self.sliders_to(square, occupied) & self.of_color(by)
    }

    /// [`Board::is_attacked`] as far as the piece table tells.
    #[inline(always)]
    pub(crate) fn default_is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.leapers_to(square, by).any() || (self.sliders_to(square, occupied) & self.of_color(by)).any()
    }

    /// The squares on which a piece of this side and kind captures from `from`, own pieces included.
    #[inline(always)]
    pub fn captures_from(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        R::captures_from(self, kind, color, from)
    }

    /// The squares to which it goes when they are empty.
    #[inline(always)]
    pub fn quiets_from(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        R::quiets_from(self, kind, color, from)
    }

    /// The pieces of `color` that alone stand between its king and an enemy slider.
    #[inline(always)]
    pub fn pinned_of(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let own = self.of_color(color);
        let enemies = self.of_color(!color);
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.sliders_to(king, enemies) & enemies {
            let blockers = between(king, sniper) & own;
            if blockers.any() && !blockers.several() {
                pinned |= blockers;
            }
        }
        pinned
    }

    /// Works out checkers and pins for the side to move.
    #[inline(always)]
    pub(super) fn refresh(&mut self) {
        self.checkers = self.attackers(self.king(self.side), !self.side, self.occupied());
        if R::PINS_SUFFICE {
            self.pinned = self.pinned_of(self.side);
        }
    }
}
