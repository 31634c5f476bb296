//! Moves as the committee writes them: the number of stones that move stands behind the tower's letter, and a merged
//! tower behind the move: `T4b7-d7=T6`.

use super::gesture::arrived;
use super::play::stones;
use super::{Luotuoqi, height, tower};
use crate::board::{Board, Rules};
use crate::types::{Kind, Move, Piece};

/// The signs of a legal move; none if it is written as in algebraic notation.
pub(super) fn signs(board: &Board<Luotuoqi>, m: Move) -> Vec<(String, String)> {
    let name = |kind: Kind| Luotuoqi.spec().kind_text(kind);
    let whole = board.piece_at(m.from()).map_or(0, |piece| height(piece.kind()));
    match m.promotion() {
        Some(kind) if height(kind) > 0 => {
            let eaglet = board.piece_at(m.from()).map_or_else(String::new, |piece| name(piece.kind()));
            vec![(eaglet, name(kind))]
        }
        None if whole > 0 => {
            let moving = stones(m).unwrap_or(whole);
            let merged = board.piece_at(m.to()).map(Piece::color) == Some(board.side());
            let after = merged.then(|| name(arrived(board, m, moving)));
            let letters = name(tower(moving));
            [Some(String::new()), after].into_iter().flatten().map(|after| (letters.clone(), after)).collect()
        }
        _ => Vec::new(),
    }
}
