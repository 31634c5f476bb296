//! What moves do, in words.

use super::Spec;
use crate::types::{Kind, Piece, Square};

/// What a legal move does, for people who choose among moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The most special thing that the move does, in one word: `moves`, `captures`, `castles`, `becomes` (it promotes),
    /// or a word of the game's own, e.g. `flips`. A move with a special word may capture as well, see
    /// [`View::captured_squares`](super::View::captured_squares).
    pub verb: &'static str,
    /// What the move does, e.g. `becomes a Queen`. Different for all moves with the same squares, unless they differ in
    /// [`Move::moves_again`](crate::types::Move::moves_again) alone.
    pub words: String,
    /// The piece that tells the move from others with the same squares, e.g. what a pawn becomes.
    pub shows: Piece,
    /// The square of that piece after the move.
    pub on: Square,
}

/// A noun with `a` or `an` before it.
pub(crate) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {noun}")
}

impl Spec {
    /// The name of a kind without what follows a comma: its form, for example.
    pub fn short_name(&self, kind: Kind) -> &'static str {
        let name = self.piece(kind).name;
        name.split_once(',').map_or(name, |(name, _)| name)
    }
}
