//! What moves do, in words.

use super::{Spec, View};
use crate::types::{Kind, Move, MoveKind, Piece, Square};

/// What a legal move does, for people who choose among moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The most special thing that the move does, in one word: `moves`, `captures`, `castles`, `becomes` (it promotes),
    /// or a word of the game's own, e.g. `flips`. A move with a special word may capture as well, see
    /// [`View::captured_squares`].
    pub verb: &'static str,
    /// What the move does, e.g. `becomes a Queen`. Different for all moves with the same squares, unless they differ in
    /// [`Move::moves_again`] alone.
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
    pub(crate) fn short_name(&self, kind: Kind) -> &'static str {
        let name = self.piece(kind).name;
        name.split_once(',').map_or(name, |(name, _)| name)
    }
}

impl dyn View + '_ {
    /// What a legal move does. Nothing is said of a second turn, see [`Move::moves_again`] and [`View::token`].
    pub fn action(&self, m: Move) -> Action {
        self.special_action(m).unwrap_or_else(|| self.regular_action(m))
    }

    /// The action of a move as the piece table tells it.
    fn regular_action(&self, m: Move) -> Action {
        let name = |kind| self.spec().short_name(kind);
        let (verb, words) = match (m.kind(), m.promotion(), self.captured_kind(m)) {
            (MoveKind::Castling, ..) => ("castles", "castles".to_owned()),
            (_, Some(kind), _) => ("becomes", format!("becomes {}", with_article(name(kind)))),
            (MoveKind::EnPassant, _, Some(kind)) => ("captures", format!("takes the {} en passant", name(kind))),
            (_, _, Some(kind)) => ("captures", format!("takes the {}", name(kind))),
            _ => ("moves", "moves".to_owned()),
        };
        let mover = self.piece_at(m.from()).map_or(Kind::new(0), Piece::kind);
        let shows = Piece::new(self.side(), m.promotion().unwrap_or(mover));
        Action { verb, words, shows, on: m.to() }
    }
}
