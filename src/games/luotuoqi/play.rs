//! The special moves: sweeps, splits and merges.
//!
//! The argument of a special move is the number of stones that move (1..=8), or [`SWEEP`].

use super::attacks::swept;
use super::{HIGHEST, Luotuoqi, height, tower};
use crate::board::{Board, Observer};
use crate::types::{Bitboard, Move, MoveKind, Piece};

/// The argument of a bypasser's capturing slide.
pub(super) const SWEEP: u8 = 0;

/// The number of stones that a split or merge moves; `None` for all other moves.
#[inline(always)]
pub(super) fn stones(m: Move) -> Option<usize> {
    let stones = usize::from(m.argument());
    (m.kind() == MoveKind::Special && (1..=HIGHEST).contains(&stones)).then_some(stones)
}

/// The squares of the pieces that a special move captures.
#[inline(always)]
pub(super) fn captured_squares(board: &Board<Luotuoqi>, m: Move) -> Bitboard {
    let squares = if m.argument() == SWEEP { swept(m.from(), m.to()) } else { m.to().bit() };
    squares & board.of_color(!board.side())
}

/// Moves the pieces of a special move.
#[inline(always)]
pub(super) fn play_special(board: &mut Board<Luotuoqi>, m: Move, observer: &mut impl Observer<Luotuoqi>) {
    match stones(m) {
        Some(stones) => move_stones(board, m, stones, observer),
        None => sweep(board, m, observer),
    }
}

fn sweep(board: &mut Board<Luotuoqi>, m: Move, observer: &mut impl Observer<Luotuoqi>) {
    let captured = captured_squares(board, m);
    let Some(bypasser) = board.take(m.from(), observer) else { return };
    captured.into_iter().for_each(|square| board.capture(square, observer));
    // Already empty if the move is legal.
    board.capture(m.to(), observer);
    board.put(bypasser, m.to(), observer);
}

#[inline(always)]
fn move_stones(board: &mut Board<Luotuoqi>, m: Move, stones: usize, observer: &mut impl Observer<Luotuoqi>) {
    let (from, to) = (m.from(), m.to());
    let Some(whole) = board.piece_at(from).filter(|piece| height(piece.kind()) >= stones) else { return };
    let color = whole.color();
    board.take(from, observer);
    let left = height(whole.kind()) - stones;
    if left > 0 {
        board.put(Piece::new(color, tower(left)), from, observer);
    }
    let met = board.piece_at(to).filter(|piece| piece.color() == color).map_or(0, |piece| height(piece.kind()));
    if met > 0 && met + stones <= HIGHEST {
        board.take(to, observer);
        board.put(Piece::new(color, tower(met + stones)), to, observer);
    } else {
        board.capture(to, observer);
        board.put(Piece::new(color, tower(stones)), to, observer);
    }
}

/// The number of stones if the tower splits; empty for whole towers and sweeps.
pub(super) fn suffix(board: &Board<Luotuoqi>, m: Move) -> String {
    let whole = board.piece_at(m.from()).map_or(0, |piece| height(piece.kind()));
    stones(m).filter(|&stones| stones < whole).map_or_else(String::new, |stones| stones.to_string())
}
