//! The reader of moves, for all who send them: protocols, engines in a match, records, the command line and the browser.
//!
//! It reads, in this order, and takes the first that fits a legal move:
//!
//! 1. coordinate notation as `move_text` writes it;
//! 2. coordinate notation in other spellings: a hyphen or `x` between the squares, the promotion in either case, after
//!    `=`, `/` or in parentheses, a promotion left out that can be only one, check marks, and a castling as the king's
//!    move to its own rook (`e1h1`);
//! 3. algebraic notation, see [`super::san`], with the usual liberties: `0-0`, figurines, the letter of a pawn, no `x`
//!    or `=`, a piece's letter in lower case where it is not a file; or as the game's inventor writes it, see
//!    [`Gestures::inventors_signs`](super::Gestures::inventors_signs);
//! 4. coordinate notation in capital letters;
//!
//! and of drops the piece in either case, `@` and the square, without the piece for a pawn.

use super::notation::DROP;
use super::san::{CROWNING, LONG, SHORT, capitalized, key, keys, may_be_in};
use super::setup::is_dash;
use super::{MoveError, Role, Spec, View};
use crate::types::{Move, Square};

/// What programs write for a turn in which nothing moves.
const NULL_MOVES: [&str; 7] = ["--", "0000", "Z0", "@@@@", "<>", "null", "pass"];
/// Signs that may follow a move: check marks and judgements.
const MARKS: [char; 6] = ['+', '#', '!', '?', '†', '‡'];
/// The figurines of White and Black with the English names and letters of their pieces.
const FIGURINES: [(&str, &str, char); 5] =
    [("♔♚", "King", 'K'), ("♕♛", "Queen", 'Q'), ("♖♜", "Rook", 'R'), ("♗♝", "Bishop", 'B'), ("♘♞", "Knight", 'N')];
const PAWN_FIGURINES: [char; 2] = ['♙', '♟'];

/// Whether a text stands for a null move.
pub fn is_null_move(text: &str) -> bool {
    NULL_MOVES.contains(&text)
}

impl dyn View + '_ {
    /// Reads a legal move in coordinate or algebraic notation, in any usual spelling.
    ///
    /// # Errors
    /// If the text is not a move, is not legal here, or fits several moves.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        if let Some(m) = self.exact(text) {
            return Ok(m);
        }
        if is_null_move(text) {
            return Err(MoveError::NullMove(text.to_owned()));
        }
        let plain = plain_spelling(self.spec(), text);
        if let Some(drops) = self.drops_named(&plain) {
            return match &drops[..] {
                &[m] => Ok(m),
                [] => Err(self.refusal(text, &plain)),
                fits => Err(self.ambiguous(text, fits)),
            };
        }
        let is_upper = plain.chars().all(|c| !c.is_ascii_lowercase() || c == 'x');
        let upper = is_upper.then(|| plain.to_ascii_lowercase());
        // Where pieces are crowned, `+` after two squares says so.
        let is_false_crowning =
            has_crowns(self.spec()) && plain.ends_with('+') && self.spec().read_squares(&plain).is_some();
        let algebraic = if is_false_crowning { Vec::new() } else { self.algebraic(&plain) };
        let fits = [self.coordinates(&plain), algebraic]
            .into_iter()
            .chain(upper.map(|lower| self.coordinates(&lower)))
            .find(|fits| !fits.is_empty());
        match fits.as_deref() {
            Some(&[m]) => Ok(m),
            Some(fits) => Err(self.ambiguous(text, fits)),
            None => Err(self.refusal(text, &plain)),
        }
    }

    /// The drops that a text such as `N@e4`, `n@e4+` or `@e4` may mean; `None` if it names none.
    fn drops_named(&self, text: &str) -> Option<Vec<Move>> {
        let spec = self.spec();
        let (piece, square) = text.split_once(DROP).filter(|_| spec.has_hands())?;
        let (to, marks) = spec.read_square(&square.to_ascii_lowercase()).map(|(to, rest)| (to, rest.to_owned()))?;
        let is_it = |m: &Move| {
            let Some(kind) = m.dropped() else { return false };
            let is_pawn = || spec.pawns.has(kind) || spec.piece(kind).letter == 'P' && !spec.piece(kind).crowned;
            spec.kind_letters(kind).eq_ignore_ascii_case(piece) || piece.is_empty() && is_pawn()
        };
        let has_marks_alone = marks.trim_end_matches(MARKS).is_empty();
        Some(self.moves_from(to).into_iter().filter(|m| has_marks_alone && is_it(m)).collect())
    }

    /// The move that `move_text` writes so.
    fn exact(&self, text: &str) -> Option<Move> {
        let (from, to, _) = self.spec().read_squares(text)?;
        let mut moves = self.moves_from(from);
        moves.retain(|&mut m| m.to() == to || self.named_target(m) == to);
        moves.iter().copied().find(|&m| self.move_text(m) == text)
    }

    /// The moves that a text in coordinate notation may mean.
    fn coordinates(&self, text: &str) -> Vec<Move> {
        let spec = self.spec();
        let squares = spec.read_square(text).and_then(|(from, rest)| {
            let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
            spec.read_square(rest).map(|(to, suffix)| (from, to, suffix))
        });
        let Some((from, to, suffix)) = squares else { return Vec::new() };
        let mut moves = self.moves_from(from);
        moves.retain(|&mut m| m.to() == to || self.names(m, to));
        let suffix = suffix.strip_prefix(['=', '/', '(']).unwrap_or(suffix);
        let suffix = suffix.strip_suffix(')').unwrap_or(suffix);
        let is_mark = |c: char| MARKS.contains(&c) && (c != '+' || !has_crowns(spec));
        for wanted in [suffix, suffix.trim_end_matches(is_mark)] {
            let is_wanted = |m: &Move| self.suffix_of(*m).eq_ignore_ascii_case(wanted);
            let fits: Vec<Move> = moves.iter().copied().filter(is_wanted).collect();
            // Where a square names one castling and another one goes there, it means the first.
            let is_named = |m: &Move| self.named_target(*m) == to;
            let by_rook = |m: &Move| self.names(*m, to);
            let likeliest: [&dyn Fn(&Move) -> bool; 3] = [&is_named, &by_rook, &|_| true];
            let named = likeliest.iter().map(|is_it| fits.iter().copied().filter(|m| is_it(m)).collect::<Vec<Move>>());
            if let Some(named) = named.into_iter().find(|named| !named.is_empty()) {
                return named;
            }
        }
        let is_bare = suffix.trim_end_matches(is_mark).is_empty();
        moves.iter().copied().filter(|m| is_bare && m.promotion().is_some()).collect()
    }

    /// Whether a move may be named by this square instead of its target: a castling by the square of its rook.
    fn names(&self, m: Move, square: Square) -> bool {
        self.castling_of(m).is_some_and(|castling| castling.rook_from == square)
    }

    /// What follows the two squares in the text of a move.
    fn suffix_of(&self, m: Move) -> String {
        let text = self.move_text(m);
        self.spec().read_squares(&text).map_or_else(String::new, |(_, _, suffix)| suffix.to_owned())
    }

    /// The moves that a text in algebraic notation may mean, by the likeliest reading that fits any. What the game's
    /// inventor means by it counts as much as the liberties that are taken with the notation.
    fn algebraic(&self, text: &str) -> Vec<Move> {
        let spec = self.spec();
        let inventors = self.inventors(text);
        if text.trim_end_matches(MARKS).ends_with('/') && !inventors.is_empty() {
            return inventors;
        }
        let readings = readings(spec, text);
        let moves = self.legal_moves();
        let candidates: Vec<(Move, Vec<String>)> = moves
            .iter()
            .filter(|&&m| readings.iter().any(|key| may_be_in(spec, m, key)))
            .map(|&m| (m, keys(&self.algebraic_texts(m))))
            .collect();
        let fits = |wanted: &String| -> Vec<Move> {
            candidates.iter().filter(|(_, keys)| keys.contains(wanted)).map(|&(m, _)| m).collect()
        };
        let (own, liberties) = readings.split_at(readings.len().min(STRICT));
        let first = |readings: &[String]| readings.iter().map(fits).find(|fits| !fits.is_empty()).unwrap_or_default();
        let own = first(own);
        if !own.is_empty() {
            return own;
        }
        let mut fits = first(liberties);
        fits.extend(inventors.into_iter().filter(|m| !fits.contains(m)).collect::<Vec<_>>());
        fits
    }

    /// The moves that a text may mean in the notation of the game's inventor.
    fn inventors(&self, text: &str) -> Vec<Move> {
        let wanted = key(text.trim_end_matches(MARKS));
        let moves = self.legal_moves();
        let may_be = moves.iter().copied().filter(|&m| may_be_in(self.spec(), m, &wanted));
        may_be.filter(|&m| keys(&self.inventors_texts(m)).contains(&wanted)).collect()
    }

    fn ambiguous(&self, text: &str, fits: &[Move]) -> MoveError {
        let fits: Vec<String> = fits.iter().map(|&m| self.san(m)).collect();
        MoveError::Ambiguous(text.to_owned(), fits.join(" "))
    }

    /// Why a text that fits no legal move is refused.
    fn refusal(&self, text: &str, plain: &str) -> MoveError {
        let is_move = castling_name(plain).is_some() || names_square(self.spec(), plain);
        let example = self.legal_moves().first().copied().filter(|_| !is_move);
        example.map_or_else(
            || MoveError::Illegal(text.to_owned()),
            |m| MoveError::Unreadable(text.to_owned(), self.move_text(m), self.san(m)),
        )
    }
}

/// Whether pieces are crowned in the game.
fn has_crowns(spec: &Spec) -> bool {
    spec.page.pieces.iter().any(|row| row.crowned)
}

/// Whether a text contains the name of a square, or what looks like one beyond the board.
fn names_square(spec: &Spec, text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters
        .windows(2)
        .any(|pair| spec.page.file_letters.contains(pair[0].to_ascii_lowercase()) && pair[1].is_ascii_digit())
}

/// A text with hyphens for all dashes, `x` for a multiplication sign, letters for figurines, and without spaces around.
fn plain_spelling(spec: &Spec, text: &str) -> String {
    let plain = |c: char| match c {
        _ if is_dash(c) => Some('-'),
        '×' => Some('x'),
        _ if PAWN_FIGURINES.contains(&c) => None,
        _ => Some(FIGURINES.iter().find(|(signs, ..)| signs.contains(c)).map_or(c, |&(_, name, letter)| {
            // A game may have another letter for the piece.
            let row = spec.page.pieces.iter().find(|row| row.name == name && !row.crowned);
            row.map_or(letter, |row| row.letter)
        })),
    };
    text.trim().chars().filter_map(plain).collect()
}

/// The name, `O-O` or `O-O-O`, of the castling that a text names in any spelling, whatever marks follow; `None` if it names
/// another move.
pub fn castling_name(text: &str) -> Option<&'static str> {
    let letters = text.trim_end_matches(MARKS).chars().filter(|&c| !is_dash(c));
    let is_castling = letters.clone().all(|c| matches!(c, 'O' | 'o' | '0'));
    match letters.count() {
        2 if is_castling => Some(SHORT),
        3 if is_castling => Some(LONG),
        _ => None,
    }
}

/// The number of [`readings`] that take no liberties, if there are so many.
const STRICT: usize = 2;

/// The keys that a text in algebraic notation may mean, most likely first.
fn readings(spec: &Spec, text: &str) -> Vec<String> {
    if let Some(name) = castling_name(text) {
        return vec![key(name)];
    }
    let bare = text.trim_end_matches(['!', '?']);
    let bare = bare.strip_suffix("e.p.").or_else(|| bare.strip_suffix("ep")).unwrap_or(bare).replace("=+", CROWNING);
    let body = bare.trim_end_matches(MARKS);
    let body = body.strip_suffix(')').map_or_else(|| body.replace('/', "="), |body| body.replace('(', "="));
    let body = match body.split_once('=') {
        Some((squares, rest)) => squares.to_owned() + &capitalized(rest),
        None => body,
    };
    let wanted = key(&body);
    // Accept a crowning without `+`, a pawn with its letter, and letters in lower case, as some programs write them.
    let is_pawn = |letter: char| spec.page.pieces.iter().any(|row| row.role == Role::Pawn && row.letter == letter);
    let is_file = |letter: char| spec.page.file_letters.contains(letter);
    let pawn = wanted.strip_prefix(is_pawn).map(str::to_owned);
    let promotion = wanted.char_indices().next_back().filter(|(_, letter)| letter.is_ascii_lowercase());
    let promotion = promotion.map(|(at, letter)| format!("{}{}", &wanted[..at], letter.to_ascii_uppercase()));
    let piece = (!wanted.starts_with(is_file)).then(|| capitalized(&wanted));
    [wanted.clone(), wanted + CROWNING].into_iter().chain(pawn).chain(promotion).chain(piece).collect()
}
