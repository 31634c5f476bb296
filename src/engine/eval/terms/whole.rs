//! What counts for the position as a whole.

use std::ops::Range;

use super::Size::{List, One};
use crate::board::{Board, Rules};
use crate::types::{Bitboard, Color};

/// The number of terms of [`SCALE`].
pub const SCALES: usize = 3;
/// The maximum number of terms that only one game has.
const OWN_TERMS: usize = 8;

terms! { of positions
    /// The side to move.
    TEMPO: "tempo", One, |_| [12, 8];
    /// How much an advantage counts in the endgame, in [`SCALE_UNIT`](crate::eval::SCALE_UNIT)ths: a constant, then for each
    /// pawn of the better side, and then if it has pawns on both wings (a quarter of the files each).
    SCALE: "scale", List(SCALES), |step| [0, [160, 24, 0][step.number]];
    /// Terms that only this game has, by the game's own number.
    OWN: "own", List(OWN_TERMS), |_| [0, 0];
}

/// The numbers of the terms that only one game has.
pub(super) fn own_numbers() -> Range<usize> {
    OWN.index()..OWN.index() + OWN_TERMS
}

/// The counts of the scale terms if `strong` is better, see [`SCALE`].
#[inline(always)]
pub(in crate::eval) fn scale_counts<R: Rules>(board: &Board<R>, strong: Color) -> [i32; SCALES] {
    let pawns = board.pawns() & board.of_color(strong);
    let files = board.spec().page.files;
    let wings = (0..files.div_ceil(4)).fold([Bitboard::EMPTY; 2], |[west, east], file| {
        [west | Bitboard::file(file), east | Bitboard::file(files - 1 - file)]
    });
    let both_wings = wings.into_iter().all(|wing| (pawns & wing).any());
    [1, pawns.count() as i32, both_wings.into()]
}
