//! Squares and their numbering.

use super::Color;

/// Index difference between neighbouring ranks, the same for every board.
pub const STRIDE: u8 = 12;
/// Squares of the largest board, 12x10.
pub const SQUARES: usize = 120;
/// Ranks of the largest board.
pub const RANKS: usize = SQUARES / STRIDE as usize;

impl Color {
    /// The index difference of one rank ahead: +12 for White, -12 for Black.
    #[inline(always)]
    pub const fn step(self) -> i8 {
        match self {
            Self::White => STRIDE as i8,
            Self::Black => -(STRIDE as i8),
        }
    }
}

/// A square, numbered `12 * rank + file` from White's left corner (0..120), whatever the board's size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on `file` (0..12) and `rank` (0..10).
    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Self {
        debug_assert!(file < STRIDE && rank < RANKS as u8);
        Self(rank * STRIDE + file)
    }

    /// The square with this index (0..120), else `None`.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < SQUARES { Some(Self(index as u8)) } else { None }
    }

    /// The square with this index, which must be below 120.
    #[inline(always)]
    pub(crate) const fn new_unchecked_index(index: u8) -> Self {
        debug_assert!((index as usize) < SQUARES);
        Self(index)
    }

    /// Every square of the largest board.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES as u8).map(Self)
    }

    /// The index, 0..120.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0..12 from White's left.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 % STRIDE
    }

    /// The rank, 0..10 from White's side.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 / STRIDE
    }

    /// The distance to another square in king steps (Chebyshev distance).
    #[inline(always)]
    pub const fn distance(self, other: Self) -> u8 {
        let (files, ranks) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        if files > ranks { files } else { ranks }
    }

    /// The square with the index `delta` higher, which must be below 120.
    #[inline(always)]
    pub const fn shifted(self, delta: i8) -> Self {
        let index = self.0.wrapping_add_signed(delta);
        debug_assert!((index as usize) < SQUARES);
        Self(index)
    }

    /// The square `files` to the east and `ranks` to the north, if it is on the 12x10 board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 || file >= STRIDE as i8 || rank >= RANKS as i8 {
            return None;
        }
        Some(Self::new(file as u8, rank as u8))
    }

    /// The square mirrored vertically on a board of `ranks` ranks.
    #[inline(always)]
    pub const fn flipped(self, ranks: u8) -> Self {
        Self::new(self.file(), ranks - 1 - self.rank())
    }

    /// The rank counted from `color`'s own back rank (0) on a board of `ranks` ranks.
    #[inline(always)]
    pub const fn rank_for(self, color: Color, ranks: u8) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => ranks - 1 - self.rank(),
        }
    }
}
