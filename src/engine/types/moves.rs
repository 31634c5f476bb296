//! Moves in 32 bits, and move lists.

use arrayvec::ArrayVec;

use super::{Kind, MAX_KINDS, Square};

/// The kind of a move: what it does beyond moving a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A plain move or capture.
    Normal,
    /// A pawn's step of two or more squares, which allows en passant.
    MultiStep,
    /// A pawn captures a pawn that has just passed the target square.
    EnPassant,
    /// Castling: from and to are the king's squares, the argument is the index into the game's castlings.
    Castling,
    /// The piece becomes the kind given by the argument. From and to may be equal.
    Promotion,
    /// A move that only this game has; the game defines the argument. From and to may be equal.
    Special,
    /// A piece comes from the hand to an empty square: from and to are this square, the argument is the kind that then stands
    /// there.
    Drop,
}

impl MoveKind {
    const ALL: [Self; 7] =
        [Self::Normal, Self::MultiStep, Self::EnPassant, Self::Castling, Self::Promotion, Self::Special, Self::Drop];
}

/// A move. Bits 0-6: from; 7-13: to; 14-17: kind; 18-25: argument; 26: the same side moves again.
///
/// All bits zero is [`Move::NONE`], which is never a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Move(u32);

/// Set if the same side moves again.
const AGAIN: u32 = 1 << 26;

impl Move {
    /// No move.
    pub const NONE: Self = Self(0);

    /// A move of this kind. `argument` is 0 unless the kind uses it.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind, argument: u8) -> Self {
        Self(from.index() as u32 | (to.index() as u32) << 7 | (kind as u32) << 14 | (argument as u32) << 18)
    }

    /// The drop of a piece that stands on `to` as this kind.
    #[inline(always)]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self::new(to, to, MoveKind::Drop, kind.index() as u8)
    }

    /// The same move, after which the same side moves again.
    #[inline(always)]
    pub const fn with_again(self) -> Self {
        Self(self.0 | AGAIN)
    }

    /// The same move, after which the turn passes.
    #[inline(always)]
    pub const fn without_again(self) -> Self {
        Self(self.0 & !AGAIN)
    }

    /// Whether the same side moves again after this move.
    #[inline(always)]
    pub const fn moves_again(self) -> bool {
        self.0 & AGAIN != 0
    }

    /// The move as 32 bits, for storage.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// A move from stored bits; invalid bit patterns become [`Move::NONE`].
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        let valid = (bits & 127) < 120 && (bits >> 7 & 127) < 120 && (bits >> 14 & 15) < 7 && bits >> 27 == 0;
        if valid { Self(bits) } else { Self::NONE }
    }

    /// The square that the moving piece starts from; of a drop, the target square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new_unchecked_index((self.0 & 127) as u8)
    }

    /// The target square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new_unchecked_index((self.0 >> 7 & 127) as u8)
    }

    /// The kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 >> 14 & 15) as usize]
    }

    /// The argument; its meaning depends on the kind.
    #[inline(always)]
    pub const fn argument(self) -> u8 {
        (self.0 >> 18) as u8
    }

    /// The kind that the piece becomes; `None` unless the move is a [`MoveKind::Promotion`].
    #[inline(always)]
    pub fn promotion(self) -> Option<Kind> {
        (self.kind() == MoveKind::Promotion).then(|| Kind::new(self.argument() as usize))
    }

    /// The kind that a [`MoveKind::Drop`] puts on the board; `None` for other moves.
    #[inline(always)]
    pub fn dropped(self) -> Option<Kind> {
        (self.kind() == MoveKind::Drop).then(|| Kind::new(self.argument() as usize % MAX_KINDS))
    }

    /// Whether this is not [`Move::NONE`].
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let again = if self.moves_again() { " again" } else { "" };
        write!(f, "{}-{} {:?} {}{again}", self.from().index(), self.to().index(), self.kind(), self.argument())
    }
}

/// The capacity of a [`MoveList`]. Nine queens a side on 12x10 stay far below; the board refuses positions beyond it.
pub const MAX_MOVES: usize = 1024;

/// The moves of one position, without allocation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_bit_patterns_become_no_move() {
        let m = Move::new(Square::new(1, 8), Square::new(1, 9), MoveKind::Promotion, 6);
        assert_eq!(Move::from_bits(m.bits()), m);
        assert_eq!(Move::from_bits(m.with_again().bits()), m.with_again());
        assert!(m.with_again().moves_again() && m.with_again().without_again() == m);
        let from_120 = m.bits() & !127 | 120;
        let to_120 = m.bits() & !(127 << 7) | 120 << 7;
        for bits in [from_120, to_120, m.bits() | 7 << 14, m.bits() | 1 << 27, m.bits() | 1 << 31, u32::MAX] {
            assert_eq!(Move::from_bits(bits), Move::NONE, "{bits:#x}");
        }
    }
}
