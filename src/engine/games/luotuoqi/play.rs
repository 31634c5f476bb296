//! The special moves: sweeps, splits and merges.
//!
//! The argument of a special move is the number of stones that move (1..=8), or [`SWEEP`].

use super::attacks::swept;
use super::{Cube, HIGHEST, Luotuoqi, height, tower};
use crate::board::{Board, Observer, State, hash_piece};
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

/// The hash key of the position after a move, but for castling rights and the rook of a castling.
#[inline(always)]
pub(super) fn key_after(board: &Board<Luotuoqi>, m: Move) -> u64 {
    let (from, to, us) = (m.from(), m.to(), board.side());
    let whole = board.piece_at(from).map_or(0, |piece| height(piece.kind()));
    let tower_key = |stones: usize, square| match stones {
        0 => 0,
        _ => hash_piece(Piece::new(us, tower(stones.min(HIGHEST))), square),
    };
    let moved = match stones(m) {
        Some(stones) => {
            let met = board.piece_at(to).filter(|piece| piece.color() == us).map_or(0, |piece| height(piece.kind()));
            tower_key(whole.saturating_sub(stones), from) ^ tower_key(met + stones, to)
        }
        None => board.piece_at(from).map_or(0, |piece| hash_piece(piece, to)),
    };
    let is_sweep = m.kind() == MoveKind::Special && m.argument() == SWEEP;
    let swept = if is_sweep { captured_squares(board, m) } else { Bitboard::EMPTY };
    let swept = swept.into_iter().fold(0, |key, square| key ^ board.key_of(square));
    let cube = if m.moves_again() { board.state().key() ^ Cube { holder: !us }.key() } else { 0 };
    board.key_after_turn(!m.moves_again()) ^ board.key_of(from) ^ board.key_of(to) ^ moved ^ swept ^ cube
}

/// The number of stones if the tower splits; empty for whole towers and sweeps.
pub(super) fn suffix(board: &Board<Luotuoqi>, m: Move) -> String {
    let whole = board.piece_at(m.from()).map_or(0, |piece| height(piece.kind()));
    stones(m).filter(|&stones| stones < whole).map_or_else(String::new, |stones| stones.to_string())
}
