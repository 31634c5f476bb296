//! What receives generated moves.

use crate::types::{Bitboard, Kind, Move, MoveKind, MoveList, Square};

/// Receives generated moves in sets, so that they can be counted without being built.
pub trait MoveSink {
    /// Moves of the piece on `from` to each of `targets`.
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8);
    /// Moves of pawns to each of `targets`, from the square whose index is lower by `step`.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8);
    /// A single move.
    fn one(&mut self, m: Move);
    /// Drops of a piece on each of `targets`, where it stands as this kind.
    fn drops(&mut self, targets: Bitboard, kind: Kind) {
        targets.into_iter().for_each(|to| self.one(Move::drop(kind, to)));
    }
    /// As [`MoveSink::targets`], for moves after which the same side moves again.
    fn targets_again(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        targets.into_iter().for_each(|to| self.one(Move::new(from, to, kind, argument).with_again()));
    }
}

/// Moves beyond the list's capacity are dropped; `Board::from_fen` refuses positions with that many.
impl MoveSink for MoveList {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        targets.into_iter().for_each(|to| self.one(Move::new(from, to, kind, argument)));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8) {
        targets.into_iter().for_each(|to| self.one(Move::new(to.shifted(-step), to, kind, argument)));
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        let _ = self.try_push(m);
    }
}

/// A sink that counts moves.
pub(super) struct Counter(pub u64);

impl MoveSink for Counter {
    #[inline(always)]
    fn targets(&mut self, _: Square, targets: Bitboard, _: MoveKind, _: u8) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind, _: u8) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn drops(&mut self, targets: Bitboard, _: Kind) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn targets_again(&mut self, _: Square, targets: Bitboard, _: MoveKind, _: u8) {
        self.0 += u64::from(targets.count());
    }
}
