//! Legality by playing moves on a copy, for games in which checkers and pins do not decide it.

use super::{Board, MoveSink, Rules};
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, Square};

/// A filter in front of a sink: it drops the moves after which a royal piece of the side to move could be captured, and those
/// that give check where that is not allowed. Risky moves
/// are tried on a copy of the board, the others pass as whole sets. Single moves ([`MoveSink::one`]) are always tried.
pub(crate) struct Tested<'a, R: Rules, S> {
    /// The position.
    pub board: &'a Board<R>,
    /// Moves from these squares are risky.
    pub risky_from: Bitboard,
    /// Moves to these squares are risky.
    pub risky_to: Bitboard,
    /// The sink that receives the legal moves.
    pub sink: &'a mut S,
}

impl<R: Rules, S: MoveSink> MoveSink for Tested<'_, R, S> {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        let risky = if self.risky_from.has(from) { targets } else { targets & self.risky_to };
        self.sink.targets(from, targets ^ risky, kind, argument);
        risky.into_iter().for_each(|to| self.one(Move::new(from, to, kind, argument)));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8) {
        let shifted = Bitboard(if step >= 0 { self.risky_from.0 << step } else { self.risky_from.0 >> -step });
        let risky = targets & (shifted | self.risky_to);
        self.sink.pawns(targets ^ risky, step, kind, argument);
        risky.into_iter().for_each(|to| self.one(Move::new(to.shifted(-step), to, kind, argument)));
    }

    #[inline(always)]
    fn drops(&mut self, targets: Bitboard, kind: Kind) {
        let risky = targets & self.risky_to;
        self.sink.drops(targets ^ risky, kind);
        risky.into_iter().for_each(|to| self.one(Move::drop(kind, to)));
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        if self.board.is_safe_after(m) {
            self.sink.one(m);
        }
    }
}

impl<R: Rules> Board<R> {
    /// Whether a pseudo-legal move leaves no royal piece of its own side in check, and gives check only where that is allowed.
    #[inline]
    pub(crate) fn is_safe_after(&self, m: Move) -> bool {
        let after = self.before_reply(m);
        let (us, spec) = (self.side, self.spec());
        let is_safe = if spec.has_one_royal() {
            !after.is_checked(us)
        } else {
            !after.is_any_attacked(self.royals_after(m, &after), !us)
        };
        is_safe && (spec.laws().checks_allowed || !after.checks_a_king(us))
    }

    /// Whether a side attacks a piece of the other side that is always royal.
    #[inline(never)]
    fn checks_a_king(&self, by: Color) -> bool {
        self.is_any_attacked(self.of_kinds(self.spec().royals) & self.of_color(!by), by)
    }

    /// Whether the enemy king is in check after a move of the side to move.
    #[inline]
    pub(crate) fn checks_after(&self, m: Move) -> bool {
        let after = self.before_reply(m);
        after.is_checked(!self.side)
    }

    /// A copy on which the move has changed the pieces and the game's own state, and nothing else.
    #[inline(always)]
    fn before_reply(&self, m: Move) -> Self {
        let mut after = *self;
        after.move_pieces(m, &mut ());
        R::update_state(&mut after, m, &mut ());
        after
    }
}
