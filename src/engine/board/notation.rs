//! Positions and moves as text: FEN, diagram and coordinate notation.

use super::View;
use crate::types::{Move, MoveKind};

/// The suffix of a move after which the same side moves again.
pub(super) const AGAIN: char = 'c';
/// Stands between a piece and the square on which it is dropped.
pub(super) const DROP: char = '@';
/// Joins the two halves of a double turn in one text.
const JOINT: char = ',';

/// Joins the two halves of each double turn in a line of moves: `b1c3c g1f3` becomes `b1c3,g1f3`. Changes nothing in
/// games whose sides always alternate.
pub fn join_turns(view: &dyn View, moves: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for text in moves {
        match joined.last_mut().filter(|last| !view.alternates() && last.ends_with(AGAIN)) {
            Some(last) => {
                last.pop();
                *last = format!("{last}{JOINT}{text}");
            }
            None => joined.push(text.clone()),
        }
    }
    joined
}

impl dyn View + '_ {
    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.setup().fen(self.spec())
    }

    /// The FEN of the position with the colours exchanged and the board mirrored.
    pub fn flipped_fen(&self) -> String {
        self.setup().flipped(self.spec()).fen(self.spec())
    }

    /// The board as a text diagram: ranks from the top, file letters below.
    pub fn diagram(&self) -> String {
        self.setup().diagram(self.spec())
    }

    /// A legal move in coordinate notation (`e2e4`, `b9b10c`, `c1c7+`): from, to, the promotion piece in lower case or
    /// `+` for a crowning, or the game's suffix of a special move; then `c` if the same side moves again. A drop is the
    /// piece and the square: `N@e4`.
    pub fn move_text(&self, m: Move) -> String {
        let spec = self.spec();
        if let Some(kind) = m.dropped() {
            return format!("{}{DROP}{}", spec.kind_letters(kind), spec.square_name(m.to()));
        }
        let mut text = spec.square_name(m.from()) + &spec.square_name(self.named_target(m));
        if let Some(kind) = m.promotion() {
            let mover = self.piece_at(m.from()).map_or(kind, |piece| piece.kind());
            text.push(spec.suffix_of_promotion(mover, kind));
        }
        if m.kind() == MoveKind::Special {
            text += &self.special_suffix(m);
        }
        if m.moves_again() {
            text.push(AGAIN);
        }
        text
    }

    /// The legal moves in coordinate notation, sorted.
    pub fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.legal_moves().iter().map(|&m| self.move_text(m)).collect();
        texts.sort_unstable();
        texts
    }

    /// A line of legal moves in coordinate notation.
    pub fn line_text(&self, moves: &[Move]) -> Vec<String> {
        self.line_with(moves, |view, m| view.move_text(m))
    }

    /// A line of legal moves, each as `text` has it.
    pub fn line_with(&self, moves: &[Move], text: impl Fn(&dyn View, Move) -> String) -> Vec<String> {
        let Some((&first, rest)) = moves.split_first() else { return Vec::new() };
        let mut texts = vec![text(self, first)];
        let mut last = (self.after(first), rest);
        while let (view, [m, rest @ ..]) = last {
            texts.push(text(&*view, *m));
            last = (view.after(*m), rest);
        }
        texts
    }

    /// Splits a double turn at its comma and appends `c` to the first half: the inverse of [`join_turns`]. Any other
    /// text is returned as it is.
    pub fn split_turns(&self, text: &str) -> Vec<String> {
        match text.split_once(JOINT) {
            Some((first, second)) if !self.alternates() => {
                let first = first.strip_suffix(AGAIN).unwrap_or(first);
                vec![format!("{first}{AGAIN}"), second.to_owned()]
            }
            _ => vec![text.to_owned()],
        }
    }
}
