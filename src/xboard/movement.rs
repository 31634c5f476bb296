//! Movements in XBoard's dialect of Betza's notation.

use crate::board::{Form, Moves, Part, Role, Spec, UNLIMITED};
use crate::types::{Color, Kind};

/// The moves of a kind, without castling. What XBoard cannot express is left out: where a kind may
/// go, and moves that depend on other pieces.
pub(super) fn of_kind(spec: &Spec, kind: Kind, color: Color) -> String {
    let row = spec.piece(kind);
    match row.role {
        Role::Pawn => pawn(spec, color),
        _ => of_moves(&row.moves),
    }
}

fn of_moves(moves: &Moves) -> String {
    moves.parts().iter().map(of_part).collect()
}

/// An atom with its modifiers in the order that XBoard wants.
fn of_part(part: &Part) -> String {
    let mut text = String::new();
    text += if part.initial { "i" } else { "" };
    for &(first, second) in part.directions() {
        text.push(first.into());
        // For leaps of eight directions XBoard takes a single letter for a half of them.
        if first != second || matches!(part.letter, 'N' | 'C' | 'Z') {
            text.push(second.into());
        }
    }
    text += match (part.quiets, part.captures) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    };
    text += if part.en_passant { "e" } else { "" };
    text += match (part.form, part.range) {
        (Form::Leap | Form::Ride, _) => "",
        (Form::LameLeap, _) => "n",
        (Form::Hop, 1) => "g",
        (Form::Hop, _) => "p",
    };
    let is_slider = matches!(part.letter, 'R' | 'B' | 'Q');
    let range = match (part.form, part.range) {
        (Form::Leap, _) if is_slider => "1".to_owned(),
        (Form::Leap | Form::LameLeap, _) | (Form::Hop, 1) => String::new(),
        (_, UNLIMITED) => if is_slider { "" } else { "0" }.to_owned(),
        (_, count) => count.to_string(),
    };
    format!("{text}{}{range}", part.letter)
}

/// The moves of a pawn. XBoard's `i` is a pawn that has not moved.
fn pawn(spec: &Spec, color: Color) -> String {
    let [double, triple] = [spec.double_step, spec.triple_step].map(|squares| squares[color.index()].any());
    let captures = if double || triple { "fceF" } else { "fcF" };
    match (double, triple) {
        (_, true) => format!("fmWifmW3{captures}"),
        (true, false) => format!("fmWifmW2{captures}"),
        (false, false) => format!("fmW{captures}"),
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
            assert_eq!(of_moves(&Moves::betza(betza)), xboard, "{betza}");
        }
    }
}
