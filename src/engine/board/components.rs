//! Lookups of movements by components, for games that are compiled separately: all but a few instructions fold away.

use super::tables::{Lookups, MovementTables};
use super::{ByColor, Component, Movement, Spec};
use crate::geometry::{Leap, bishop_attacks, leaps, rook_attacks, within_two};
use crate::types::{Bitboard, Color, Kind, KindSet, Square};

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

/// The lookups of a game that is compiled separately. Its movements must be components.
#[derive(Clone, Copy)]
pub(super) struct Components(pub &'static Spec);

impl Components {
    /// The pieces of both sides that slide by these components and have `square` in range.
    #[inline(always)]
    fn sliders(
        self,
        [long, short]: [Component; 2],
        square: Square,
        of_kinds: &impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let short = self.0.capturers(short);
        let mut sliders = of_kinds(self.0.capturers(long));
        if !short.is_empty() {
            sliders |= of_kinds(short) & within_two(square);
        }
        sliders
    }
}

impl Lookups for Components {
    #[inline(always)]
    fn captures(self, kind: Kind, color: Color, from: Square, occupied: Bitboard, _kin: Bitboard) -> Bitboard {
        reach(self.0.piece(kind).moves.captures, color, from, occupied)
    }

    #[inline(always)]
    fn quiets(self, kind: Kind, color: Color, from: Square, occupied: Bitboard, _kin: Bitboard) -> Bitboard {
        reach(self.0.piece(kind).moves.quiets, color, from, occupied)
    }

    #[inline(always)]
    fn leapers_to(self, square: Square, by: Color, own: Bitboard, of_kinds: impl Fn(KindSet) -> Bitboard) -> Bitboard {
        // Early exit: often no piece is within any leap's distance.
        let near = self.0.leap_sources(square) & own;
        if near.is_empty() {
            return near;
        }
        let mut attackers = Bitboard::EMPTY;
        for leap in Leap::ALL {
            let kinds = self.0.capturers(Component::Leap(leap));
            if !kinds.is_empty() {
                // Leaps are symmetric if the colour is reversed.
                attackers |= leaps(leap, !by, square) & of_kinds(kinds);
            }
        }
        attackers & near
    }

    #[inline(always)]
    fn sliders_to(
        self,
        square: Square,
        [white, black]: ByColor<Bitboard>,
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let straight = self.sliders([Component::RookSlide, Component::ShortRookSlide], square, &of_kinds);
        let diagonal = self.sliders([Component::BishopSlide, Component::ShortBishopSlide], square, &of_kinds);
        (rook_attacks(square, occupied) & straight | bishop_attacks(square, occupied) & diagonal) & (white | black)
    }

    #[inline(always)]
    fn odd_attackers(
        self,
        _square: Square,
        _by: Color,
        _own: Bitboard,
        _occupied: Bitboard,
        _of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline(always)]
    fn has_jumpers_in_line(self) -> bool {
        !self.0.leapers_in_line.is_empty()
    }

    #[inline(always)]
    fn pins_suffice(self) -> bool {
        true
    }

    fn tables(self) -> &'static MovementTables {
        self.0.tables()
    }
}
