//! Random numbers for the hash keys (Zobrist, 1970: <https://www.chessprogramming.org/Zobrist_Hashing>).

use crate::types::{MAX_KINDS, Piece, SQUARES, Square};

/// The next number of SplitMix64 (Steele, Lea and Flood, 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

struct Numbers {
    pieces: [[u64; SQUARES]; 2 * MAX_KINDS],
    passed: [u64; SQUARES],
    castling: [u64; 16],
    side: u64,
}

static NUMBERS: Numbers = {
    let mut state = 0x0BAC_7219;
    let mut numbers = Numbers {
        pieces: [[0; SQUARES]; 2 * MAX_KINDS],
        passed: [0; SQUARES],
        castling: [0; 16],
        side: next(&mut state),
    };
    let mut piece = 0;
    while piece < 2 * MAX_KINDS {
        let mut square = 0;
        while square < SQUARES {
            numbers.pieces[piece][square] = next(&mut state);
            square += 1;
        }
        piece += 1;
    }
    let mut square = 0;
    while square < SQUARES {
        numbers.passed[square] = next(&mut state);
        square += 1;
    }
    let mut rights = 1;
    while rights < 16 {
        numbers.castling[rights] = next(&mut state);
        rights += 1;
    }
    numbers
};

#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index()]
}

#[inline(always)]
pub(super) fn passed(square: Square) -> u64 {
    NUMBERS.passed[square.index()]
}

#[inline(always)]
pub(super) fn castling(rights: u8) -> u64 {
    NUMBERS.castling[(rights & 15) as usize]
}

/// The random number for a feature of a game's own state; the game numbers its features.
#[inline(always)]
pub fn special(index: u64) -> u64 {
    next(&mut (0x1A0C_11B7 + index.wrapping_mul(0xD6E8_FEB8_6659_FD93)))
}

/// The random number for the square of a rook that castles from elsewhere than in the start position.
pub(super) fn rook_home(castling: usize, square: Square) -> u64 {
    let index = (castling * SQUARES + square.index()) as u64;
    next(&mut (0x0CA5_711E + index.wrapping_mul(0xD6E8_FEB8_6659_FD93)))
}

#[inline(always)]
pub(super) fn side() -> u64 {
    NUMBERS.side
}
