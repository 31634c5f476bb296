//! Squares as texts with the usual letters, whatever the letters of a game's files.

use crate::types::{Bitboard, RANKS, Square};

/// The usual letter of a square's file.
pub(crate) fn usual_file(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// The usual name of a square: `d4`.
pub(crate) fn usual_name(square: Square) -> String {
    format!("{}{}", usual_file(square), square.rank() + 1)
}

/// The ranks of a board, from 0, that lie in a set of its squares as a whole, and the rest of the set.
pub(crate) fn whole_ranks(board: Bitboard, squares: Bitboard) -> (Vec<u8>, Bitboard) {
    let rank = |rank: u8| Bitboard::rank(rank) & board;
    let is_whole = |&number: &u8| rank(number).any() && (squares & rank(number)) == rank(number);
    let ranks: Vec<u8> = (0..RANKS as u8).filter(is_whole).collect();
    let rest = ranks.iter().fold(squares & board, |rest, &number| rest.without(rank(number)));
    (ranks, rest)
}

/// A set of squares of a board: `*4` for a rank, `d4` for a square, `-` for none.
pub(crate) fn squares_text(board: Bitboard, squares: Bitboard) -> String {
    let (ranks, rest) = whole_ranks(board, squares);
    let ranks = ranks.iter().map(|rank| format!("*{}", rank + 1));
    let words: Vec<String> = ranks.chain(rest.into_iter().map(usual_name)).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
