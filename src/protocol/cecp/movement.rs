//! Movements in XBoard's dialect of Betza's notation.

use crate::board::{Role, Spec};
use crate::games::file::betza::{Part, Range, Way, parse};
use crate::types::{Bitboard, Color, Kind};

/// The moves of a kind of a game from a file, without castling. What XBoard cannot express is left out: where a kind may
/// go, and moves that depend on other pieces.
pub(super) fn of_custom(spec: &Spec, kind: Kind, color: Color) -> String {
    let row = spec.piece(kind);
    match row.role {
        Role::Pawn => pawn(spec, color),
        _ => of_betza(row.betza),
    }
}

/// A movement in XBoard's dialect; the text itself if it is no movement.
fn of_betza(betza: &str) -> String {
    parse(betza).map_or_else(|_| betza.to_owned(), |parts| parts.iter().map(of_part).collect())
}

/// An atom with its modifiers in the order that XBoard wants.
fn of_part(part: &Part) -> String {
    let mut text = String::new();
    text += if part.initial { "i" } else { "" };
    for direction in &part.directions {
        // For leaps of eight directions XBoard takes a single letter for a half of them.
        let doubled = matches!(part.atom, 'N' | 'C' | 'Z') && direction.len() == 1;
        text += &if doubled { direction.repeat(2) } else { direction.clone() };
    }
    text += match (part.moves, part.captures) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    };
    text += if part.en_passant { "e" } else { "" };
    text += match part.way {
        Way::Free => "",
        Way::Lame => "n",
        Way::Hop => "p",
        Way::Grasshopper => "g",
    };
    let is_slider = matches!(part.atom, 'R' | 'B' | 'Q');
    let range = match part.range {
        Range::One if is_slider => "1".to_owned(),
        Range::Any if !is_slider => "0".to_owned(),
        Range::One | Range::Any => String::new(),
        Range::Upto(count) => count.to_string(),
    };
    format!("{text}{}{range}", part.atom)
}

/// The moves of a pawn. XBoard's `i` is a pawn that has not moved.
fn pawn(spec: &Spec, color: Color) -> String {
    let home = |squares: [Bitboard; 2]| (squares[color.index()] & spec.board).any();
    let Some(custom) = spec.custom() else { return "fmWfcF".to_owned() };
    let captures = if home(custom.double_step) || home(custom.triple_step) { "fceF" } else { "fcF" };
    if home(custom.triple_step) {
        format!("fmWifmW3{captures}")
    } else if home(custom.double_step) {
        format!("fmWifmW2{captures}")
    } else {
        format!("fmW{captures}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_have_their_order() {
        for (betza, xboard) in [
            ("NN", "N0"),
            ("R1", "R1"),
            ("mfiR2", "ifmR2"),
            ("cpR", "cpR"),
            ("fN", "ffN"),
            ("fsW", "fsW"),
            ("nN", "nN"),
            ("mRcgB", "mRcgB"),
            ("LJ", "CZ"),
            ("", ""),
        ] {
            assert_eq!(of_betza(betza), xboard, "{betza}");
        }
    }
}
