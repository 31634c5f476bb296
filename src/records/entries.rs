//! Games that XBoard has written, of variants whose turns are several entries of its list of moves (see
//! [`crate::xboard::plies`]).

use super::{RawGame, xboard};
use crate::board::{Spec, View};
use std::cmp::Ordering;

use crate::types::Move;
use crate::xboard::plies::{PASS, has_drops, letter, letter_of_second_leg, recorded, split_square};

/// XBoard's text for a null move.
const NULL_MOVE: &str = "--";

/// More than any turn has.
pub(super) const MAX_ENTRIES: usize = 32;

/// Whether XBoard has written a game whose turns are entries of its list of moves.
pub(super) fn has_entries(raw: &RawGame, spec: &'static Spec) -> bool {
    has_drops(spec) && xboard::has_men(raw)
}

/// Reads the turn that begins with the first of these words: the move, and how many words it has. `again` if the same
/// side made the turn before it. `None` if no turn or more than one fits; of several the longest counts.
pub(super) fn read_turn(view: &dyn View, words: &[&str], again: bool) -> Option<(Move, usize)> {
    let is_null = |index: usize| words.get(index).is_some_and(|word| bare(word) == NULL_MOVE);
    // Engines in XBoard announce a double turn to each other by two null moves.
    let announced = if !again && is_null(0) && is_null(1) { 2 } else { 0 };
    let words = &words[announced..];
    let mut best: Option<(Match, Move)> = None;
    let mut is_unclear = false;
    for m in view.legal_moves().into_iter().filter(|m| !m.moves_again()) {
        let Some(fit) = Match::of(view, m, &recorded(view, m, again), words) else { continue };
        match best.map_or(Ordering::Greater, |(other, _)| fit.cmp(&other)) {
            Ordering::Greater => (best, is_unclear) = (Some((fit, m)), false),
            Ordering::Equal => is_unclear = true,
            Ordering::Less => {}
        }
    }
    let (fit, m) = best.filter(|_| !is_unclear)?;
    let continues = (announced > 0 || is_null(announced + fit.length)) && view.is_legal(m.with_again());
    Some((if continues { m.with_again() } else { m }, announced + fit.length))
}

/// A word without the signs of check and mate.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['+', '#'])
}

/// How well the words of a record fit a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Match {
    /// The number of words.
    length: usize,
    /// Whether the letter of what the piece becomes is not missing.
    is_exact: bool,
}

impl Match {
    /// The match of a legal move's entries with the first of the words, if they fit.
    fn of(view: &dyn View, m: Move, entries: &[String], words: &[&str]) -> Option<Self> {
        let length = entries.len();
        let words = words.get(..length)?;
        let fits = |entry: &str, word: &str| is_entry(view, m, entry, word);
        if entries.iter().zip(words).all(|(entry, word)| fits(entry, word)) {
            return Some(Self { length, is_exact: true });
        }
        let lacks_letter = |entry: &str, word: &str| without_letter(entry).is_some_and(|entry| fits(entry, word));
        let all = entries.iter().zip(words).all(|(entry, word)| fits(entry, word) || lacks_letter(entry, word));
        all.then_some(Self { length, is_exact: false })
    }
}

/// The first leg of an entry whose second leg only carries a letter.
fn without_letter(entry: &str) -> Option<&str> {
    let (first, second) = entry.split_once(',')?;
    letter_of_second_leg(first, second).map(|_| first)
}

/// Whether a word of XBoard's record is this entry, in the client's squares, of a turn that starts with `m`.
fn is_entry(view: &dyn View, m: Move, entry: &str, word: &str) -> bool {
    let word = bare(word);
    if entry == PASS || entry.contains('@') {
        return word == entry || entry == PASS && word == NULL_MOVE;
    }
    if word.starts_with('O') {
        return view.read_move(word).is_ok_and(|castling| castling == m);
    }
    let plain: String = word.chars().filter(|c| !matches!(c, 'x' | '-' | '=')).collect();
    let mover = view.moved_piece(m).map(|piece| letter(view.spec(), piece.kind()));
    let (rest, is_named) = match (mover, plain.chars().next()) {
        (Some(mover), Some(first)) if first.is_ascii_uppercase() && mover == first => (&plain[1..], true),
        (_, Some(first)) if first.is_ascii_lowercase() => (plain.as_str(), false),
        _ => return false,
    };
    let squares: Vec<&str> = entry.split(',').collect();
    let (from, first) = split_square(squares[0]);
    let second = squares.get(1).copied();
    let target = first.to_owned() + second.map_or("", |leg| split_square(leg).1);
    // Our own records for XBoard leave out a second leg that goes nowhere.
    let short = second.and_then(|leg| letter_of_second_leg(squares[0], leg)).map(|letter| first.to_owned() + letter);
    // Without the letter of a piece it is a pawn's move, or in coordinates.
    let is_pawn = view.moved_piece(m).is_some_and(|piece| view.spec().pawns.has(piece.kind()));
    let origins = if is_named || is_pawn { &["", &from[..1], &from[1..], from][..] } else { &[from] };
    let is_text = |target: &str| origins.iter().any(|origin| rest.eq_ignore_ascii_case(&format!("{origin}{target}")));
    is_text(&target) || short.is_some_and(|target| is_text(&target))
}
