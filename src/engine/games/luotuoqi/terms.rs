//! The evaluation terms that only this game has. Their weights are in `weights.txt`, group `own`.

use super::attacks::captures_from;
use super::movegen::fledged;
use super::{BYPASSER, EAGLET, KING, Luotuoqi};
use crate::board::Board;
use crate::types::{Bitboard, Color};

/// The side holds the Cube.
const CUBE: usize = 0;
/// An eaglet that can promote with its next move.
const FLEDGED: usize = 1;
/// An enemy eaglet that a bypasser can sweep.
const SWEPT_EAGLET: usize = 2;
/// Another enemy piece, not the king, that a bypasser can sweep.
const SWEPT_PIECE: usize = 3;

/// Counts the terms of both sides.
#[inline(always)]
pub(super) fn count_terms(board: &Board<Luotuoqi>, mut count: impl FnMut(Color, usize, i32)) {
    count(board.state().holder, CUBE, 1);
    for color in Color::BOTH {
        count(color, FLEDGED, fledged(board, color).count() as i32);
        let sweeps = |all: Bitboard, from| all | captures_from(BYPASSER, color, from, board.occupied());
        let swept = board.of(color, BYPASSER).into_iter().fold(Bitboard::EMPTY, sweeps) & board.of_color(!color);
        let eaglets = swept & board.of_kind(EAGLET);
        count(color, SWEPT_EAGLET, eaglets.count() as i32);
        count(color, SWEPT_PIECE, swept.without(eaglets | board.of_kind(KING)).count() as i32);
    }
}
