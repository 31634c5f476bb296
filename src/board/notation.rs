//! Moves and boards as text.

use super::{Board, MoveError};
use crate::rules::Rules;
use crate::types::{Move, MoveKind, Square};

/// The end of a move after which the same side moves again.
const AGAIN: char = 'c';
/// What joins the two turns of a double turn, where one text stands for both.
const JOINT: char = ',';

/// A line of moves with the two halves of each double turn joined (`b1c3c g1f3` becomes `b1c3,g1f3`).
pub fn join_turns<R: Rules>(moves: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for text in moves {
        match joined.last_mut().filter(|last| !R::ALTERNATES && last.ends_with(AGAIN)) {
            Some(last) => {
                last.pop();
                *last = format!("{last}{JOINT}{text}");
            }
            None => joined.push(text.clone()),
        }
    }
    joined
}

impl<R: Rules> Board<R> {
    /// A move in coordinate notation: from, to, what a pawn becomes in lower case, and `+` for a crowning (`e2e4`,
    /// `b9b10c`, `c1c7+`), or what the game says of its odd moves; and `c` where the same side moves again.
    pub fn move_text(&self, m: Move) -> String {
        let spec = R::spec();
        let mut text = spec.square_name(m.from()) + &spec.square_name(m.to());
        if let Some(kind) = m.promotion() {
            text.push(spec.promotion_suffix(kind));
        }
        if m.kind() == MoveKind::Odd {
            text += &R::odd_suffix(self, m);
        }
        if m.moves_again() {
            text.push(AGAIN);
        }
        text
    }

    /// The turns of a text that joins two by a comma, the first of them with its mark that the same side moves again.
    /// A text that joins none is one turn.
    pub fn split_turns(&self, text: &str) -> Vec<String> {
        match text.split_once(JOINT) {
            Some((first, second)) if !R::ALTERNATES => {
                let first = first.strip_suffix(AGAIN).unwrap_or(first);
                vec![format!("{first}{AGAIN}"), second.to_owned()]
            }
            _ => vec![text.to_owned()],
        }
    }

    /// Reads a move in coordinate notation.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal here.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let moves = self.legal_moves();
        let example = || moves.first().map_or_else(|| "e2e4".to_owned(), |&m| self.move_text(m));
        if let Some(&m) = moves.iter().find(|&&m| self.move_text(m) == text) {
            return Ok(m);
        }
        // A suffix that leaves no choice may be left out, as XBoard does where every piece is crowned.
        let mut begun =
            moves.iter().filter(|&&m| !text.is_empty() && self.move_text(m).strip_suffix('+') == Some(text));
        if let (Some(&m), None) = (begun.next(), begun.next()) {
            return Ok(m);
        }
        let squares = R::spec().read_square(text).and_then(|(_, rest)| R::spec().read_square(rest));
        match squares {
            Some((_, suffix)) if suffix.len() <= 1 => Err(MoveError::Illegal(text.to_owned())),
            _ => Err(MoveError::Unreadable(text.to_owned(), example())),
        }
    }

    /// The board for people: ranks from the top, files below.
    pub fn diagram(&self) -> String {
        let spec = R::spec();
        let cell = |file, rank| {
            self.piece_at(Square::new(file, rank)).map_or_else(|| ".".to_owned(), |piece| spec.piece_text(piece))
        };
        let width = 1 + spec.text_width();
        let mut text = String::new();
        for rank in (0..spec.page.ranks).rev() {
            let row: String = (0..spec.page.files).map(|file| format!("{:>width$}", cell(file, rank))).collect();
            text += &format!("{:>3} {row}\n", rank + 1);
        }
        let files: String = (0..spec.page.files).map(|file| format!("{:>width$}", spec.file_letter(file))).collect();
        text + "    " + &files + "\n"
    }
}
