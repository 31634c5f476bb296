//! Lookup tables by square for leaps and single steps.

use crate::types::{Bitboard, Color, SQUARES, Square};

/// A leap in all its directions, named after Betza's atom, or a one-way step as pawns make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Leap {
    /// (0,1): one square straight.
    Wazir,
    /// (1,1): one square diagonally.
    Ferz,
    /// (0,2).
    Dabbaba,
    /// (1,2).
    Knight,
    /// (2,2).
    Alfil,
    /// (1,3).
    Camel,
    /// One square straight ahead.
    ForwardWazir,
    /// One square diagonally ahead.
    ForwardFerz,
    /// One square straight back.
    BackwardWazir,
}

impl Leap {
    /// Every leap, in the order of the discriminants.
    pub const ALL: [Self; 9] = [
        Self::Wazir,
        Self::Ferz,
        Self::Dabbaba,
        Self::Knight,
        Self::Alfil,
        Self::Camel,
        Self::ForwardWazir,
        Self::ForwardFerz,
        Self::BackwardWazir,
    ];

    /// The steps as (files, ranks), as White sees them.
    pub const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Self::Wazir => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
            Self::Ferz => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
            Self::Dabbaba => &[(0, 2), (0, -2), (2, 0), (-2, 0)],
            Self::Knight => &[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)],
            Self::Alfil => &[(2, 2), (2, -2), (-2, 2), (-2, -2)],
            Self::Camel => &[(1, 3), (3, 1), (-1, 3), (-3, 1), (1, -3), (3, -1), (-1, -3), (-3, -1)],
            Self::ForwardWazir => &[(0, 1)],
            Self::ForwardFerz => &[(1, 1), (-1, 1)],
            Self::BackwardWazir => &[(0, -1)],
        }
    }
}

/// Targets by leap, side and square.
static LEAPS: [[[Bitboard; SQUARES]; 2]; Leap::ALL.len()] = {
    let mut table = [[[Bitboard::EMPTY; SQUARES]; 2]; Leap::ALL.len()];
    let mut leap = 0;
    while leap < Leap::ALL.len() {
        let steps = Leap::ALL[leap].steps();
        let mut index = 0;
        while index < SQUARES {
            let square = Square::new_unchecked_index(index as u8);
            let mut step = 0;
            while step < steps.len() {
                let (files, ranks) = steps[step];
                if let Some(to) = square.offset(files, ranks) {
                    table[leap][0][index].0 |= to.bit().0;
                }
                if let Some(to) = square.offset(files, -ranks) {
                    table[leap][1][index].0 |= to.bit().0;
                }
                step += 1;
            }
            index += 1;
        }
        leap += 1;
    }
    table
};

/// The squares that this leap reaches from `square`. `color` decides which way is ahead.
#[inline(always)]
pub const fn leaps(leap: Leap, color: Color, square: Square) -> Bitboard {
    LEAPS[leap as usize][color.index()][square.index()]
}

static KING_STEPS: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let bit = Square::new_unchecked_index(index as u8).bit();
        table[index] = bit.grown().without(bit);
        index += 1;
    }
    table
};

/// The squares one step away in any direction.
#[inline(always)]
pub fn king_steps(square: Square) -> Bitboard {
    KING_STEPS[square.index()]
}

/// The squares on which a pawn of `color` on `square` captures.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    leaps(Leap::ForwardFerz, color, square)
}

/// The squares on which any of these pawns of `color` captures.
#[inline(always)]
pub fn set_pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.west() | ahead.east()
}
