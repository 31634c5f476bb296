//! Legal moves by playing each on a copy, for games where checkers and pins do not tell.

use super::{Board, MoveSink, Rules};
use crate::types::{Bitboard, Move, MoveKind, Square};

/// Passes on the moves after which the king of the side to move is not in check. Moves that can expose it, by where
/// they start or end, are tried on a copy of the board; the others pass in whole sets. Single moves
/// ([`MoveSink::one`]) are always tried.
pub struct Tested<'a, R: Rules, S> {
    /// The position.
    pub board: &'a Board<R>,
    /// Moves from here are tried.
    pub risky_from: Bitboard,
    /// Moves to here are tried.
    pub risky_to: Bitboard,
    /// Where the legal moves go.
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
    fn one(&mut self, m: Move) {
        if self.board.is_safe_after(m) {
            self.sink.one(m);
        }
    }
}

impl<R: Rules> Board<R> {
    /// Whether the king of the side to move is safe after a move of its own.
    #[inline]
    pub(crate) fn is_safe_after(&self, m: Move) -> bool {
        let after = self.before_reply(m);
        !after.is_attacked(after.king(self.side), !self.side, after.occupied())
    }

    /// Whether the enemy king is in check after a move of the side to move.
    #[inline]
    pub(crate) fn checks_after(&self, m: Move) -> bool {
        let after = self.before_reply(m);
        after.is_attacked(after.king(!self.side), self.side, after.occupied())
    }

    /// A copy on which the move's pieces have moved and the game's own state is up to date, but the turn has not passed.
    #[inline(always)]
    fn before_reply(&self, m: Move) -> Self {
        let mut after = *self;
        after.move_pieces(m, &mut ());
        R::update_state(&mut after, m, &mut ());
        after
    }
}
