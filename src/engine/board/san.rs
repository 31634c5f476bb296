//! Standard algebraic notation (SAN), extended to all games.
//!
//! A move is written as
//!
//! 1. the piece's letter, after `+` if it is crowned; nothing for pawns of any army;
//! 2. as much of the from-square as makes the move unambiguous: nothing, the file, the rank, or both (a capturing pawn
//!    always has its file);
//! 3. `x` if it captures;
//! 4. the target square, ranks counted from 1;
//! 5. the suffix of the game's coordinate notation; for promotions as `=` and the upper-case letter (`=Q`), or `=+` for
//!    a crowning;
//! 6. `+` for check, `#` for mate.
//!
//! A drop is the piece, `@` and the square, as in coordinate notation.
//!
//! Castling is `O-O` with right K and `O-O-O` with right Q, however far king and rook move.
//!
//! Each move has a list of candidate texts, from the shortest to coordinate notation. Its SAN is the first candidate
//! that no other legal move has. A reader finds the move that has a text as a candidate.

use super::notation::AGAIN;
use super::{Castling, Spec, View};
use crate::types::{Move, MoveKind};

/// The name of the castling with right K.
pub const SHORT: &str = "O-O";
/// The name of the castling with right Q.
pub const LONG: &str = "O-O-O";

/// Replaces the `+` of a crowning in keys, so that it is not taken for a check mark.
pub(super) const CROWNING: &str = "*";

/// A text without its optional characters: texts with the same key are equivalent.
pub(super) fn key(text: &str) -> String {
    let (body, crowning) = text.strip_suffix('+').map_or((text, ""), |body| (body, CROWNING));
    body.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=')).collect::<String>() + crowning
}

pub(super) fn keys(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| key(text)).collect()
}

impl dyn View + '_ {
    /// A legal move in algebraic notation, with its check mark.
    pub fn san(&self, m: Move) -> String {
        let texts = self.algebraic_texts(m);
        let own = keys(&texts);
        let others: Vec<String> = self
            .legal_moves()
            .iter()
            .filter(|&&other| other != m && own.iter().any(|key| may_be_in(self.spec(), other, key)))
            .flat_map(|&other| keys(&self.algebraic_texts(other)))
            .collect();
        let unique = own.iter().position(|key| !others.contains(key)).unwrap_or(texts.len() - 1);
        texts[unique].clone() + self.check_mark(m)
    }

    /// The candidate texts of a move, shortest first and coordinate notation last, without check marks.
    pub(super) fn algebraic_texts(&self, m: Move) -> Vec<String> {
        let spec = self.spec();
        let coordinates = self.move_text(m);
        let (from, to) = (spec.square_name(m.from()), spec.square_name(m.to()));
        let mut texts = Vec::new();
        if let Some(castling) = self.castling_of(m) {
            texts.push(castling.name().to_owned());
        }
        if m.kind() == MoveKind::Drop {
            return vec![coordinates];
        }
        let rest = coordinates.strip_prefix(&from).and_then(|rest| rest.strip_prefix(&to));
        if let (Some(piece), Some(rest)) = (self.piece_at(m.from()), rest) {
            let is_pawn = spec.pawns.has(piece.kind());
            let letter = if is_pawn { String::new() } else { spec.kind_letters(piece.kind()) };
            let (captures, suffix) = (self.captured_kind(m).is_some(), suffix_text(m, rest));
            for origin in origins(&from).into_iter().skip(usize::from(is_pawn && captures)) {
                let x = if captures { "x" } else { "" };
                texts.push(format!("{letter}{origin}{x}{to}{suffix}"));
            }
        }
        texts.push(coordinates);
        texts
    }

    /// The texts of a move in the notation of the game's inventor, where that differs.
    pub(super) fn inventors_texts(&self, m: Move) -> Vec<String> {
        let [from, to] = [m.from(), m.to()].map(|square| self.spec().square_name(square));
        let again = if m.moves_again() { AGAIN.to_string() } else { String::new() };
        let signs = self.inventors_signs(m);
        let texts = signs
            .iter()
            .flat_map(|(letters, after)| origins(&from).map(|origin| format!("{letters}{origin}{to}{after}{again}")));
        texts.collect()
    }

    fn check_mark(&self, m: Move) -> &'static str {
        let after = self.after(m);
        if after.side() == self.side() || !after.in_check() {
            ""
        } else if after.legal_moves().is_empty() {
            "#"
        } else {
            "+"
        }
    }
}

/// What may tell where a piece comes from: nothing, the file, the rank, or both.
fn origins(from: &str) -> [&str; 4] {
    let (file, rank) = from.split_at(1);
    ["", file, rank, from]
}

/// A quick test whether a key can belong to the move: all keys but those of castlings contain the target.
pub(super) fn may_be_in(spec: &Spec, m: Move, key: &str) -> bool {
    m.kind() == MoveKind::Castling || key.contains(&spec.square_name(m.to()))
}

impl Castling {
    /// Its name in algebraic notation.
    pub fn name(&self) -> &'static str {
        if self.letter.eq_ignore_ascii_case(&'K') { SHORT } else { LONG }
    }
}

/// The suffix of coordinate notation in the form of algebraic notation.
fn suffix_text(m: Move, rest: &str) -> String {
    if m.promotion().is_some() { format!("={}", capitalized(rest)) } else { rest.to_owned() }
}

/// The text with its first letter in upper case.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |letter| format!("{}{}", letter.to_ascii_uppercase(), letters.as_str()))
}
