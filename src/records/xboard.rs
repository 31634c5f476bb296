//! What is peculiar to the PGN that XBoard writes for variants of an engine: ranks from 0, positions in its own FEN, and
//! castlings whose names depend on the width of the board.

use super::Tags;
use super::reader::RawGame;
use crate::board::{Castling, LONG, SHORT, Spec, View, castling_name};
use crate::types::Move;
use crate::xboard::notation::{complete_fen, own_fen};

/// XBoard counts ranks from 0 on boards of this height.
const ZERO_BASED_HEIGHT: u8 = 10;
/// The tag in which XBoard describes the pieces of an engine's variant.
pub(super) const MEN_TAG: &str = "VariantMen";
/// The tag for our FEN of a start position that XBoard's FEN cannot describe fully.
pub(super) const OWN_FEN_TAG: &str = "BactrianFEN";

/// The start position as XBoard writes it (castling rights by the files of unmoved pieces, or none at all), as our own FEN.
pub(super) fn start_position(spec: &'static Spec, fen: &str) -> String {
    own_fen(spec, &complete_fen(spec, fen))
}

/// Removes what tells that XBoard has written the game: a record in our own notation must not be read as XBoard's.
pub(super) fn disown(tags: &mut Tags) {
    tags.take(MEN_TAG);
    if has_default_event(tags) {
        tags.take("Event");
    }
}

/// Whether XBoard describes the pieces of an engine's variant in a tag, which no other program does.
pub(super) fn has_men(raw: &RawGame) -> bool {
    raw.tags.get(MEN_TAG).is_some()
}

/// Whether XBoard seems to have written the game: by that tag, or by the name that it gives to games by default.
pub(super) fn is_writer(raw: &RawGame) -> bool {
    has_men(raw) || has_default_event(&raw.tags)
}

fn has_default_event(tags: &Tags) -> bool {
    // As a control character would be written.
    let event = tags.get("Event").map(|event| event.replace(char::is_control, " "));
    event.is_some_and(|event| ["Computer Chess Game", "Edited game"].contains(&event.as_str()))
}

/// Whether moves count ranks from 0: on boards of ten ranks in a game of XBoard's, or if a move names rank 0, unless one
/// names rank 10.
pub(super) fn counts_from_zero(spec: &Spec, raw: &RawGame) -> bool {
    let named = |rank: &str| raw.moves.iter().any(|raw_move| names_rank(&raw_move.text, rank));
    spec.page.ranks == ZERO_BASED_HEIGHT && (has_men(raw) || named("0")) && !named("10")
}

/// Whether a move names this rank: a number after a letter, unlike the zeros of `0-0`.
fn names_rank(text: &str, rank: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|part| {
        let is_digit = |c: char| c.is_ascii_digit();
        let starts_with_digit = part.starts_with(is_digit);
        let mut numbers = part.split(|c| !is_digit(c)).filter(|number| !number.is_empty());
        if starts_with_digit {
            numbers.next();
        }
        numbers.any(|number| number == rank)
    })
}

/// A move with ranks from 0, with ranks from 1.
pub(super) fn counted_from_one(text: &str) -> String {
    if text.starts_with('0') {
        return text.to_owned();
    }
    text.chars().map(|c| c.to_digit(10).map_or_else(|| c.to_string(), |digit| (digit + 1).to_string())).collect()
}

/// The legal castlings that a text may mean, the likelier first: in a game of XBoard's those that it writes so, in other
/// games the one that the text names. Empty if the text names no castling.
pub(super) fn castlings(view: &dyn View, text: &str, is_xboards: bool) -> Vec<Move> {
    let Some(written) = castling_name(text) else { return Vec::new() };
    let spec = view.spec();
    let fits = |by_xboard: bool| -> Vec<Move> {
        let is_it = |castling: &Castling| match by_xboard {
            true => name_by_xboard(spec, castling) == Some(written),
            false => castling.name() == written,
        };
        let legal = view.legal_moves();
        legal.iter().copied().filter(|&m| view.castling_of(m).as_ref().is_some_and(is_it)).collect()
    };
    let (first, second) = (fits(is_xboards), fits(!is_xboards));
    if is_xboards && !first.is_empty() {
        return first;
    }
    let others = second.into_iter().filter(|m| !first.contains(m));
    first.iter().copied().chain(others).collect()
}

/// XBoard's name for a castling, which it takes from the king's files as if they were those of chess: on nine files both
/// are `O-O-O`, and Janus Chess has `O-O` on the queenside. `None` if it writes the king's move.
fn name_by_xboard(spec: &Spec, castling: &Castling) -> Option<&'static str> {
    let files = spec.page.files;
    let (from, to) = (castling.king_from.file(), castling.king_to.file());
    if castling.king_to == castling.rook_from {
        return Some(if to > from { SHORT } else { LONG });
    }
    let is_castling = from.abs_diff(to) > 1
        && (from == files / 2 && (to == 2 || to == files - 2)
            || from == (files - 1) / 2 && (to == 1 || to == files - 3));
    is_castling.then(|| if to == 1 || to == files - 2 { SHORT } else { LONG })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;

    #[test]
    fn xboard_names_castlings_by_files() {
        let cases = [
            ("chess", Some(SHORT), Some(LONG)),
            ("capablanca", Some(SHORT), Some(LONG)),
            ("ajaxcapa", Some(SHORT), Some(LONG)),
            ("kingsmen", Some(LONG), Some(LONG)),
            ("kingsmen39", Some(SHORT), Some(LONG)),
            ("januskamil", None, Some(LONG)),
            ("janus", None, Some(SHORT)),
        ];
        for (game, short, long) in cases {
            let spec = Games::default().find(game).expect("a listed game");
            let names = [0, 1].map(|number| name_by_xboard(spec, spec.castlings[number].as_ref().expect("it castles")));
            assert_eq!(names, [short, long], "{game}");
        }
    }

    #[test]
    fn castlings_are_told_from_other_moves() {
        for (text, name) in [("O-O", Some(SHORT)), ("0-0-0+", Some(LONG)), ("OO", Some(SHORT)), ("o-o-o!?", Some(LONG))]
        {
            assert_eq!(castling_name(text), name, "{text}");
        }
        for text in ["", "O", "O-O-O-O", "Oe4", "e4", "--", "10-0"] {
            assert_eq!(castling_name(text), None, "{text}");
        }
    }
}
