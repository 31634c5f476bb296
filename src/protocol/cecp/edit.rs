//! A board that the client edits, one piece a line.

use thiserror::Error;

use crate::board::Spec;
use crate::types::{Color, Kind, Piece, SQUARES, Square};
use crate::xboard::notation::from_client;
use crate::xboard::pictures::piece_text;

/// The board while the client edits it.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub cells: [Option<Piece>; SQUARES],
    /// The colour of the pieces that are placed.
    pub color: Color,
    /// The side to move afterwards. Only programs that know no other way say it here.
    pub side: Color,
}

/// Why a line of an edit was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum EditError {
    /// The line has the form of no subcommand.
    #[error("expected a piece and a square as in Ka1, or xa1, #, c or .")]
    Form,
    /// The game has no such piece. Holds the letters of its pieces.
    #[error("no piece of this game, expected one of {0}")]
    Piece(String),
    /// The board has no such square.
    #[error("no square of this board")]
    Square,
    /// A piece that cannot be crowned was given with a `+`.
    #[error("this piece has no crowned form")]
    Crowned,
    /// Pieces in hand (`P@2`).
    #[error("no pieces are held in hand in this game")]
    Hand,
}

impl Edit {
    /// Applies a subcommand other than the end.
    pub fn apply(&mut self, spec: &Spec, line: &str) -> Result<(), EditError> {
        match line {
            "" => {}
            "#" => self.cells = [None; SQUARES],
            "c" => self.color = !self.color,
            "white" => self.side = Color::White,
            "black" => self.side = Color::Black,
            _ => {
                let (square, kind) = read_placement(spec, line)?;
                self.cells[square.index()] = kind.map(|kind| Piece::new(self.color, kind));
            }
        }
        Ok(())
    }
}

/// Reads `Pa4`, `+Pa4` or XBoard's `Pa4+` for a crowned piece, and `xa4` for an empty square.
fn read_placement(spec: &Spec, text: &str) -> Result<(Square, Option<Kind>), EditError> {
    if let Some(rest) = text.strip_prefix('x') {
        return match read_square(spec, rest)? {
            (square, "") => Ok((square, None)),
            _ => Err(EditError::Form),
        };
    }
    let (crowned, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
    if !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
        return Err(EditError::Form);
    }
    let (kind, rest) = read_kind(spec, rest).ok_or_else(|| EditError::Piece(known_pieces(spec)))?;
    if rest.starts_with('@') {
        return Err(EditError::Hand);
    }
    let crowned = match read_square(spec, rest)? {
        (square, "") => (square, crowned),
        (square, "+") => (square, true),
        _ => return Err(EditError::Form),
    };
    match crowned {
        (square, false) => Ok((square, Some(kind))),
        (square, true) => crowned_form(spec, kind).map(|kind| (square, Some(kind))).ok_or(EditError::Crowned),
    }
}

/// Reads a square in the client's notation; also returns the rest of the text.
fn read_square<'t>(spec: &Spec, text: &'t str) -> Result<(Square, &'t str), EditError> {
    let squares = text.trim_end_matches('+');
    let own = from_client(spec, squares);
    match spec.read_square(&own) {
        Some((square, "")) => Ok((square, &text[squares.len()..])),
        _ => Err(EditError::Square),
    }
}

/// Reads an uncrowned kind by XBoard's letter or by our own text; also returns the rest of the text.
fn read_kind<'t>(spec: &Spec, text: &'t str) -> Option<(Kind, &'t str)> {
    let uncrowned = (0..spec.kinds()).map(Kind::new).filter(|&kind| !spec.piece(kind).crowned);
    let names = uncrowned.flat_map(|kind| [(kind, piece_text(spec, kind)), (kind, spec.kind_text(kind))]);
    let fits = names.filter_map(|(kind, name)| Some((kind, text.strip_prefix(&*name)?)));
    fits.min_by_key(|(_, rest)| rest.len())
}

fn crowned_form(spec: &Spec, kind: Kind) -> Option<Kind> {
    let letter = spec.piece(kind).letter;
    (0..spec.kinds()).map(Kind::new).find(|&kind| spec.piece(kind).crowned && spec.piece(kind).letter == letter)
}

fn known_pieces(spec: &Spec) -> String {
    let uncrowned = (0..spec.kinds()).map(Kind::new).filter(|&kind| !spec.piece(kind).crowned);
    uncrowned.map(|kind| piece_text(spec, kind)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;

    fn placed(game: &str, text: &str) -> Result<(String, Option<String>), EditError> {
        let spec = Games::default().find(game).expect("a listed game");
        let (square, kind) = read_placement(spec, text)?;
        Ok((spec.square_name(square), kind.map(|kind| spec.kind_text(kind))))
    }

    #[test]
    fn pieces_are_placed_by_any_of_their_texts() {
        let cases = [
            ("chess", "Ka1", "a1", "K"),
            ("januskamil", "Ja0", "a1", "J"),
            ("januskamil", "Pl9", "l10", "P"),
            ("januskamil", "Pl10", "l10", "P"),
            ("kingsmen", "Nb3", "b3", "N"),
            ("kingsmen", "Nb3+", "b3", "+N"),
            ("kingsmen", "+Nb3", "b3", "+N"),
            ("luotuoqi", "Ca4", "a4", "T3"),
            ("luotuoqi", "T3a4", "a4", "T3"),
            ("bilateral", "Ka1", "y1", "K"),
        ];
        for (game, text, square, kind) in cases {
            assert_eq!(placed(game, text), Ok((square.to_owned(), Some(kind.to_owned()))), "{game} {text}");
        }
        assert_eq!(placed("chess", "xh8"), Ok(("h8".to_owned(), None)));
    }

    #[test]
    fn what_cannot_be_placed_is_named() {
        let cases = [
            ("Zz9", EditError::Piece("P N B R Q K".to_owned())),
            ("Pi1", EditError::Square),
            ("Pa9", EditError::Square),
            ("Pa4a5", EditError::Square),
            ("P", EditError::Square),
            ("P@2", EditError::Hand),
            ("Pa4+", EditError::Crowned),
            ("Pa4++", EditError::Form),
            ("xi1", EditError::Square),
            ("xa1+", EditError::Form),
            ("pa4", EditError::Form),
            ("go", EditError::Form),
        ];
        for (text, error) in cases {
            assert_eq!(placed("chess", text), Err(error), "{text}");
        }
    }
}
