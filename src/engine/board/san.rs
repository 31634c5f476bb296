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
//! Castling is `O-O` with right K and `O-O-O` with right Q, however far king and rook move.
//!
//! Each move has a list of candidate texts, from the shortest to coordinate notation. Its SAN is the first candidate
//! that no other legal move has. To parse a text is to find the move that has it as a candidate; so texts that are
//! longer than necessary are understood, and texts without `x`, `=` or check marks.

use super::{MoveError, Role, Spec, View};
use crate::types::{Move, MoveKind};

/// Replaces the `+` of a crowning in keys, so that it is not taken for a check mark.
const CROWNING: &str = "*";

/// A text without its optional characters: texts with the same key are equivalent.
fn key(text: &str) -> String {
    let (body, crowning) = text.strip_suffix('+').map_or((text, ""), |body| (body, CROWNING));
    body.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=')).collect::<String>() + crowning
}

fn keys(texts: &[String]) -> Vec<String> {
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
    fn algebraic_texts(&self, m: Move) -> Vec<String> {
        let spec = self.spec();
        let coordinates = self.move_text(m);
        let (from, to) = (spec.square_name(m.from()), spec.square_name(m.to()));
        let mut texts = Vec::new();
        if let Some(castling) = castling_text(spec, m) {
            texts.push(castling.to_owned());
        }
        let rest = coordinates.strip_prefix(&from).and_then(|rest| rest.strip_prefix(&to));
        if let (Some(piece), Some(rest)) = (self.piece_at(m.from()), rest) {
            let is_pawn = spec.pawns.has(piece.kind());
            let letter = if is_pawn { String::new() } else { spec.kind_text(piece.kind()) };
            let (captures, suffix) = (self.captured_kind(m).is_some(), suffix_text(m, rest));
            let (file, rank) = from.split_at(1);
            for origin in ["", file, rank, &from].into_iter().skip(usize::from(is_pawn && captures)) {
                let x = if captures { "x" } else { "" };
                texts.push(format!("{letter}{origin}{x}{to}{suffix}"));
            }
        }
        texts.push(coordinates);
        texts
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

    /// Parses a legal move in algebraic or coordinate notation.
    ///
    /// # Errors
    /// If the text is not a move, is not legal here, or fits several moves.
    pub fn read_san(&self, text: &str) -> Result<Move, MoveError> {
        let moves = self.legal_moves();
        let readings = readings(self.spec(), text);
        let keys: Vec<(Move, Vec<String>)> = moves
            .iter()
            .filter(|&&m| readings.iter().any(|key| may_be_in(self.spec(), m, key)))
            .map(|&m| (m, keys(&self.algebraic_texts(m))))
            .collect();
        for wanted in readings {
            let fits: Vec<Move> = keys.iter().filter(|(_, keys)| keys.contains(&wanted)).map(|&(m, _)| m).collect();
            match fits[..] {
                [] => {}
                [m] => return Ok(m),
                _ => return self.read_move(text).map_err(|_| self.ambiguous(text, &fits)),
            }
        }
        match moves.first() {
            Some(&m) if !text.bytes().any(|c| c.is_ascii_digit()) && !is_castling(text) => {
                Err(MoveError::NotAlgebraic(text.to_owned(), self.san(m)))
            }
            _ => self.read_move(text).map_err(|_| MoveError::Illegal(text.to_owned())),
        }
    }

    fn ambiguous(&self, text: &str, fits: &[Move]) -> MoveError {
        let fits: Vec<String> = fits.iter().map(|&m| self.san(m)).collect();
        MoveError::Ambiguous(text.to_owned(), fits.join(" "))
    }
}

/// A quick test whether a key can belong to the move: all keys but those of castlings contain the target.
fn may_be_in(spec: &Spec, m: Move, key: &str) -> bool {
    m.kind() == MoveKind::Castling || key.contains(&spec.square_name(m.to()))
}

/// `O-O` or `O-O-O`, if the move castles.
fn castling_text(spec: &Spec, m: Move) -> Option<&'static str> {
    if m.kind() != MoveKind::Castling {
        return None;
    }
    let castling = spec.castlings.get(usize::from(m.argument()))?.as_ref()?;
    Some(if castling.letter.eq_ignore_ascii_case(&'K') { "O-O" } else { "O-O-O" })
}

/// The suffix of coordinate notation in the form of algebraic notation.
fn suffix_text(m: Move, rest: &str) -> String {
    if m.promotion().is_some() { format!("={}", capitalized(rest)) } else { rest.to_owned() }
}

/// The text with its first letter in upper case.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |letter| format!("{}{}", letter.to_ascii_uppercase(), letters.as_str()))
}

fn is_castling(text: &str) -> bool {
    let body = text.trim_end_matches(['+', '#', '!', '?']);
    body.starts_with(['O', 'o', '0']) && body.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-'))
}

/// The keys that a text may mean, most likely first.
fn readings(spec: &Spec, text: &str) -> Vec<String> {
    if is_castling(text) {
        let castles = |c: &char| matches!(c, 'O' | 'o' | '0');
        return vec![text.chars().filter(castles).map(|_| 'O').collect()];
    }
    let bare = text.trim_end_matches(['!', '?']).trim_end_matches("e.p.").replace("=+", CROWNING);
    let bare = match bare.trim_end_matches(['+', '#']).split_once('=') {
        Some((squares, rest)) => squares.to_owned() + &capitalized(rest),
        None => bare,
    };
    let wanted = key(bare.trim_end_matches(['+', '#']));
    // Accept a crowning without `+` and a pawn with its letter, as some programs write them.
    let is_pawn = |letter: char| spec.page.pieces.iter().any(|row| row.role == Role::Pawn && row.letter == letter);
    let pawn = wanted.strip_prefix(is_pawn).map(str::to_owned);
    [wanted.clone(), wanted + CROWNING].into_iter().chain(pawn).collect()
}
