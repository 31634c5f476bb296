//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, STRIDE, Square};

/// A set of squares: bit `n` is the square with index `n` (0..120).
///
/// Every board, from 3x9 to 12x10, numbers its squares with a stride of twelve per rank, so that one set of tables
/// serves all of them. Smaller boards mask off the squares that they lack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (rank * STRIDE);
        rank += 1;
    }
    bits
};
const FILE_L: u128 = FILE_A << (STRIDE - 1);
const RANK_1: u128 = (1 << STRIDE) - 1;

impl Square {
    /// The set of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 120 squares of the largest board.
    pub const FULL: Self = Self((1 << 120) - 1);

    /// The light squares.
    pub const LIGHT: Self = {
        let mut bits = 0;
        let mut index = 0;
        while index < 120 {
            if (index % STRIDE + index / STRIDE) % 2 == 1 {
                bits |= 1 << index;
            }
            index += 1;
        }
        Self(bits)
    };
    /// The dark squares, such as a1.
    pub const DARK: Self = Self(Self::FULL.0 & !Self::LIGHT.0);

    /// The squares of a board of `files` x `ranks` (1..=12 by 1..=10).
    pub const fn board(files: u8, ranks: u8) -> Self {
        let mut bits = 0;
        let mut rank = 0;
        while rank < ranks {
            bits |= ((1 << files) - 1) << (rank * STRIDE);
            rank += 1;
        }
        Self(bits)
    }

    /// All squares of a rank, counted from 0.
    pub const fn rank(rank: u8) -> Self {
        Self(RANK_1 << (rank * STRIDE))
    }

    /// All squares of a file, counted from 0.
    pub const fn file(file: u8) -> Self {
        Self(FILE_A << file)
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.bit().0 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two or more squares.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// The set without the squares of `other`.
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares of the set, the nearest to `origin` first.
    pub fn by_distance(self, origin: Square) -> Vec<Square> {
        let mut squares: Vec<Square> = self.into_iter().collect();
        squares.sort_by_key(|square| square.distance(origin));
        squares
    }

    /// The lowest square of the set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new_unchecked_index(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square of the set.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new_unchecked_index(127 - self.0.leading_zeros() as u8)) }
    }

    /// Every square shifted one rank ahead, as `color` sees it.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << STRIDE & Self::FULL.0),
            Color::Black => Self(self.0 >> STRIDE),
        }
    }

    /// Every square shifted one file to the west, without wrapping.
    #[inline(always)]
    pub const fn west(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }

    /// Every square shifted one file to the east, without wrapping around the 12-file stride.
    #[inline(always)]
    pub const fn east(self) -> Self {
        Self((self.0 & !FILE_L) << 1)
    }

    /// The set and all squares ahead of it on its files, as `color` sees it.
    #[inline]
    pub const fn fill_forward(self, color: Color) -> Self {
        let mut x = self.0;
        match color {
            Color::White => {
                x |= x << STRIDE;
                x |= x << (2 * STRIDE);
                x |= x << (4 * STRIDE);
                x |= x << (8 * STRIDE);
                Self(x & Self::FULL.0)
            }
            Color::Black => {
                x |= x >> STRIDE;
                x |= x >> (2 * STRIDE);
                x |= x >> (4 * STRIDE);
                x |= x >> (8 * STRIDE);
                Self(x)
            }
        }
    }

    /// All squares of the files that the set touches.
    #[inline]
    pub const fn fill_files(self) -> Self {
        Self(self.fill_forward(Color::White).0 | self.fill_forward(Color::Black).0)
    }

    /// The set and all squares one king step away from it.
    #[inline]
    pub const fn grown(self) -> Self {
        let row = self.0 | self.east().0 | self.west().0;
        Self(row | Self(row).forward(Color::White).0 | Self(row).forward(Color::Black).0)
    }
}

macro_rules! operator {
    ($op:ident $f:ident $assign:ident $g:ident $symbol:tt) => {
        impl $op for Bitboard {
            type Output = Self;
            #[inline(always)]
            fn $f(self, other: Self) -> Self {
                Self(self.0 $symbol other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $g(&mut self, other: Self) {
                self.0 = self.0 $symbol other.0;
            }
        }
    };
}
operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.into_iter().map(Square::index)).finish()
    }
}

/// Iterates over the squares of a set in ascending order, as two 64-bit halves (faster than one 128-bit loop).
#[derive(Clone)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let index = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            return Some(Square::new_unchecked_index(index));
        }
        if self.high != 0 {
            let index = 64 + self.high.trailing_zeros() as u8;
            self.high &= self.high - 1;
            return Some(Square::new_unchecked_index(index));
        }
        None
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut value = init;
        let (mut low, mut high) = (self.low, self.high);
        while low != 0 {
            value = f(value, Square::new_unchecked_index(low.trailing_zeros() as u8));
            low &= low - 1;
        }
        while high != 0 {
            value = f(value, Square::new_unchecked_index(64 + high.trailing_zeros() as u8));
            high &= high - 1;
        }
        value
    }
}
