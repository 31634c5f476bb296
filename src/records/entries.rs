//! Games that XBoard has written, of variants whose turns are several entries of its list of moves (see
//! [`crate::protocol::cecp::plies`]).

use super::{RawGame, xboard};
use crate::board::View;
use crate::games;
use crate::protocol::cecp::plies::{PASS, has_drops, letter, recorded};
use crate::types::Move;

/// XBoard's text for a null move.
const NULL_MOVE: &str = "--";

/// More than any turn has.
pub(super) const MAX_ENTRIES: usize = 32;

/// Whether XBoard has written a game whose turns are entries of its list of moves.
pub(super) fn has_entries(raw: &RawGame, variant: &str) -> bool {
    games::find(variant).is_some_and(has_drops) && xboard::has_men(raw)
}

/// Reads the turn that begins with the first of these words: the move, and how many words it has. `again` if the same
/// side made the turn before it. `None` if no turn or more than one fits.
pub(super) fn read_turn(view: &dyn View, words: &[&str], again: bool) -> Option<(Move, usize)> {
    let mut found = None;
    for m in view.legal_moves().into_iter().filter(|m| !m.moves_again()) {
        let entries = recorded(view, m, again);
        let fits =
            entries.len() <= words.len() && entries.iter().zip(words).all(|(e, word)| is_entry(view, m, e, word));
        if fits && found.replace((m, entries.len())).is_some() {
            return None;
        }
    }
    let (m, length) = found?;
    let continues = words.get(length) == Some(&NULL_MOVE) && view.is_legal(m.with_again());
    Some((if continues { m.with_again() } else { m }, length))
}

/// Whether a word of XBoard's record is this entry, in the client's squares, of a turn that starts with `m`.
fn is_entry(view: &dyn View, m: Move, entry: &str, word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    if entry == PASS || entry.contains('@') {
        return word == entry || entry == PASS && word == NULL_MOVE;
    }
    if word.starts_with('O') {
        return view.read_move(word).is_ok_and(|castling| castling == m);
    }
    let plain: String = word.chars().filter(|c| !matches!(c, 'x' | '-' | '=')).collect();
    let mover = view.piece_at(m.from()).map(|piece| letter(view.spec(), piece.kind()));
    let rest = match (mover, plain.chars().next()) {
        (Some(mover), Some(first)) if first.is_ascii_uppercase() && mover == first => &plain[1..],
        (_, Some(first)) if first.is_ascii_lowercase() => plain.as_str(),
        _ => return false,
    };
    let squares: Vec<&str> = entry.split(',').collect();
    let (from, first) = split_square(squares[0]);
    let target = squares.get(1).map_or(String::new(), |leg| split_square(leg).1.to_owned());
    let target = first.to_owned() + &target;
    let origins = ["", &from[..1], &from[1..], from];
    origins.iter().any(|origin| rest.eq_ignore_ascii_case(&format!("{origin}{target}")))
}

/// The first square of a text, and the rest.
fn split_square(text: &str) -> (&str, &str) {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + 1);
    text.split_at(digits)
}
