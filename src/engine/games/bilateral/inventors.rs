//! Moves as the inventor writes them: a rook-wise Can(n)on is a `P`, and a stroke says that a Can(n)on turns: `Pz1/` in
//! place, `Pz1-z5/` as it moves.

use super::play::{Special, special};
use super::{Bilateral, PAO, VAO};
use crate::board::Board;
use crate::types::{Move, Piece};

/// The inventor's letter of a rook-wise Can(n)on.
const PAO_LETTER: &str = "P";
/// Behind a move that turns a Can(n)on.
const TURN: &str = "/";

/// The signs of a legal move; none if it is written as in algebraic notation.
pub(super) fn signs(board: &Board<Bilateral>, m: Move) -> Vec<(String, String)> {
    let turn = if special(m) == Some(Special::Flip) { TURN } else { "" };
    let letters: &[&str] = match board.piece_at(m.from()).map(Piece::kind) {
        Some(PAO) => &[PAO_LETTER, "C"],
        Some(VAO) => &["V"],
        _ if m.promotion() == Some(PAO) => return vec![(String::new(), PAO_LETTER.to_owned())],
        _ => &[],
    };
    letters.iter().map(|letters| ((*letters).to_owned(), turn.to_owned())).collect()
}
