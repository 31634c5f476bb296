//! Kinds of piece and coloured pieces.

use std::num::NonZeroU8;

use super::{Bitboard, Color};

/// The maximum number of piece kinds in a game.
pub const MAX_KINDS: usize = 24;

/// A kind of piece: its index in the game's piece table (0..[`MAX_KINDS`]). While a game is being read, numbers below 64 that
/// need not follow each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The kind with this index in the piece table.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < KindSet::MOST);
        Self(index as u8)
    }

    /// The index in the piece table.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this kind alone.
    #[inline(always)]
    pub const fn bit(self) -> KindSet {
        KindSet(1 << self.0)
    }
}

/// A set of kinds: bit `n` is the kind with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KindSet(pub u64);

impl KindSet {
    /// The number of kinds that a set can tell apart.
    const MOST: usize = u64::BITS as usize;
    /// Every kind.
    pub const ALL: Self = Self(u64::MAX);

    /// Whether `kind` is in the set.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of the set, in ascending order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let index = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Kind::new(index)
            })
        })
    }

    /// By kind of the set, a set of squares; no squares for other kinds.
    #[inline(always)]
    pub fn by_kind(self, squares: impl Fn(Kind) -> Bitboard) -> [Bitboard; MAX_KINDS] {
        let mut all = [Bitboard::EMPTY; MAX_KINDS];
        for kind in self.kinds() {
            all[kind.index()] = squares(kind);
        }
        all
    }

    /// The set with `kind` added.
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.0)
    }
}

/// A piece with its colour. The code is non-zero, so that `Option<Piece>` takes one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

/// Keeps the code of every piece non-zero.
const OCCUPIED: u8 = 0x80;

impl Piece {
    /// The piece of this side and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Self {
        match NonZeroU8::new(OCCUPIED | kind.0 << 1 | color as u8) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The side that owns it.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0.get() & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Its kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0.get() >> 1 & 0x1F)
    }

    /// An index for tables: `2 * kind + color`, below `2 *` [`MAX_KINDS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() & !OCCUPIED) as usize
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}", self.color(), self.kind().0)
    }
}
