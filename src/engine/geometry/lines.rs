//! Ranks, files and diagonals, and slider attacks by hyperbola quintessence.
//!
//! Let `o` be the occupied squares of a line and `r` the slider. The slider attacks the bits in which `o` and `o - 2r`
//! differ; doing the same with the order of the squares reversed gives the other direction
//! (<https://www.chessprogramming.org/Hyperbola_Quintessence>). With a stride of twelve, a file or diagonal has at most
//! one square in each byte, so that a byte swap reverses it. Ranks use a table by file and inner occupancy.

use crate::types::{Bitboard, SQUARES, STRIDE, Square};

/// The lines through a square, without the square itself.
struct Lines {
    file: u128,
    diagonal: u128,
    antidiagonal: u128,
    /// Twice the square's bit (`2r` above), in normal and in byte-swapped order.
    double: u128,
    double_swapped: u128,
    /// How far the square's rank is shifted in a bitboard, in bits.
    rank_shift: u8,
    file_index: u8,
}

const fn ray_mask(square: Square, files: i8, ranks: i8) -> u128 {
    let mut bits = 0;
    let mut next = square.offset(files, ranks);
    while let Some(at) = next {
        bits |= at.bit().0;
        next = at.offset(files, ranks);
    }
    bits
}

static LINES: [Lines; SQUARES] = {
    const NONE: Lines =
        Lines { file: 0, diagonal: 0, antidiagonal: 0, double: 0, double_swapped: 0, rank_shift: 0, file_index: 0 };
    let mut table = [NONE; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::new_unchecked_index(index as u8);
        let bit = square.bit().0;
        table[index] = Lines {
            file: ray_mask(square, 0, 1) | ray_mask(square, 0, -1),
            diagonal: ray_mask(square, 1, 1) | ray_mask(square, -1, -1),
            antidiagonal: ray_mask(square, -1, 1) | ray_mask(square, 1, -1),
            double: bit << 1,
            double_swapped: bit.swap_bytes().wrapping_shl(1),
            rank_shift: square.rank() * STRIDE,
            file_index: square.file(),
        };
        index += 1;
    }
    table
};

/// Attacks along a rank, by file of the slider and occupancy of the ten inner squares. The two outer squares end every
/// ray, occupied or not.
static RANK_ATTACKS: [[u16; 1 << (STRIDE - 2)]; STRIDE as usize] = {
    let mut table = [[0; 1 << (STRIDE - 2)]; STRIDE as usize];
    let mut file = 0;
    while file < STRIDE {
        let mut inner = 0;
        while inner < 1 << (STRIDE - 2) {
            let occupied = (inner as u16) << 1;
            let mut attacks = 0;
            let mut at = file;
            while at + 1 < STRIDE {
                at += 1;
                attacks |= 1 << at;
                if occupied >> at & 1 != 0 {
                    break;
                }
            }
            at = file;
            while at > 0 {
                at -= 1;
                attacks |= 1 << at;
                if occupied >> at & 1 != 0 {
                    break;
                }
            }
            table[file as usize][inner] = attacks;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Attacks along one line by hyperbola quintessence.
#[inline(always)]
fn along(mask: u128, lines: &Lines, occupied: u128) -> u128 {
    let line = occupied & mask;
    let up = line.wrapping_sub(lines.double);
    let down = line.swap_bytes().wrapping_sub(lines.double_swapped).swap_bytes();
    (up ^ down) & mask
}

/// The squares that a rook on `square` attacks, including the first occupied one in each direction.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    let inner = (occupied.0 >> lines.rank_shift) as usize >> 1 & ((1 << (STRIDE - 2)) - 1);
    let rank = (RANK_ATTACKS[lines.file_index as usize][inner] as u128) << lines.rank_shift;
    Bitboard(rank | along(lines.file, lines, occupied.0))
}

/// The squares that a bishop on `square` attacks, including the first occupied one in each direction.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(along(lines.diagonal, lines, occupied.0) | along(lines.antidiagonal, lines, occupied.0))
}

/// The whole rank, file or diagonal through both squares, without `a`; empty if they are not aligned.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    let lines = &LINES[a.index()];
    let target = b.bit().0;
    let rank = Bitboard::rank(a.rank()).0 & !a.bit().0;
    for mask in [lines.file, lines.diagonal, lines.antidiagonal, rank] {
        if mask & target != 0 {
            return Bitboard(mask);
        }
    }
    Bitboard::EMPTY
}

/// The squares strictly between two squares on one rank, file or diagonal; empty if they are not aligned.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // The squares of a line are in index order.
    let above_low = !(low.bit().0 | (low.bit().0 - 1));
    let below_high = high.bit().0 - 1;
    Bitboard(line(a, b).0 & above_low & below_high)
}

static WITHIN_TWO: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let near = Square::new_unchecked_index(index as u8).bit().grown().grown();
        table[index] = near;
        index += 1;
    }
    table
};

/// The squares at most two king steps away, including the square itself: the range of short sliders.
#[inline(always)]
pub fn within_two(square: Square) -> Bitboard {
    WITHIN_TWO[square.index()]
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn walk(square: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut next = square.offset(files, ranks);
            while let Some(at) = next {
                attacks |= at.bit();
                next = if occupied.has(at) { None } else { at.offset(files, ranks) };
            }
        }
        attacks
    }

    #[test]
    fn sliders_equal_a_walk() {
        let rng = &mut SmallRng::seed_from_u64(1);
        for number in 0..1_024 {
            let square = Square::from_index(rng.random_range(0..SQUARES)).unwrap();
            let [a, b, c]: [u128; 3] = rng.random();
            // Dense, middling and sparse boards.
            let occupied = Bitboard([a, a & b, a & b & c, a | b][number % 4]) & Bitboard::FULL;
            let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
            let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            assert_eq!(rook_attacks(square, occupied), walk(square, occupied, &straight), "{square:?} {occupied:?}");
            assert_eq!(bishop_attacks(square, occupied), walk(square, occupied, &diagonal), "{square:?} {occupied:?}");
        }
    }

    #[test]
    fn between_and_line_equal_a_walk() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a) {
                let (files, ranks) = (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8);
                let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                if !aligned {
                    assert!(line(a, b).is_empty() && between(a, b).is_empty());
                    continue;
                }
                let step = (files.signum(), ranks.signum());
                let mut expected = Bitboard::EMPTY;
                let mut at = a.offset(step.0, step.1).unwrap();
                while at != b {
                    expected |= at.bit();
                    at = at.offset(step.0, step.1).unwrap();
                }
                assert_eq!(between(a, b), expected);
                let whole = walk(a, Bitboard::EMPTY, &[step, (-step.0, -step.1)]);
                assert_eq!(line(a, b), whole);
            }
        }
    }
}
