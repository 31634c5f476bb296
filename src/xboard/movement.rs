//! Movements in XBoard's dialect of Betza's notation.

use crate::board::{Bend, Form, Moves, Part, Role, Spec, UNLIMITED};
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
    if part.form == Form::Walk {
        return text + &walk(part);
    }
    text += &first_directions(part);
    text += modes(part);
    text += if part.en_passant { "e" } else { "" };
    text += match (part.form, part.range) {
        (Form::Leap | Form::Ride | Form::Walk, _) => "",
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

fn modes(part: &Part) -> &'static str {
    match (part.quiets, part.captures) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    }
}

/// The directions of an atom, or of the first leg of a walk.
fn first_directions(part: &Part) -> String {
    let mut text = String::new();
    for &(first, second) in part.directions() {
        text.push(first.into());
        // For leaps of eight directions XBoard takes a single letter for a half of them.
        if first != second || matches!(part.letter, 'N' | 'C' | 'Z') {
            text.push(second.into());
        }
    }
    text
}

/// A walk: its legs, or how it bends, and the atom.
fn walk(part: &Part) -> String {
    let directions = first_directions(part);
    let range = |range: u8| match (range, matches!(part.letter, 'R' | 'B' | 'Q')) {
        (UNLIMITED, true) | (1, false) => String::new(),
        (UNLIMITED, false) => "0".to_owned(),
        (count, _) => count.to_string(),
    };
    let Some(first) = part.legs().first() else {
        let bend = if part.bend == Bend::Circular { "q" } else { "z" };
        return format!("{directions}{}{bend}{}{}", modes(part), part.letter, range(part.range));
    };
    let legs: Vec<String> = (0..part.legs().len()).map(|number| leg(part, number)).collect();
    format!("{directions}{}{}{}", legs.join("a"), part.letter, range(first.range))
}

/// The modifiers of a leg of a walk.
fn leg(part: &Part, number: usize) -> String {
    let leg = &part.legs()[number];
    let turns = if number == 0 { String::new() } else { turns(leg.turns) };
    let Some(next) = part.legs().get(number + 1) else { return turns + modes(part) };
    let toggles = next.range != leg.range;
    let modes = match (leg.leaves_empty, leg.leaves_occupied, toggles) {
        (true, false, false) => "m",
        (true, false, true) => "y",
        (false, _, false) => "p",
        (false, _, true) => "g",
        (true, true, false) => "mp",
        (true, true, true) => "mg",
    };
    turns + modes
}

/// The letters of the turns of a leg; none for all but back.
fn turns([straight, after_left, after_right]: [u8; 3]) -> String {
    /// The turns by eighths to the right.
    const NAMES: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];
    if straight == !(1 << 4) {
        return String::new();
    }
    /// The same where others follow, with which a single letter would make a pair.
    const DOUBLED: [&str; 8] = ["ff", "fr", "rr", "br", "bb", "bl", "ll", "fl"];
    let named = |set: u8| {
        let names = if set.is_power_of_two() { NAMES } else { DOUBLED };
        (0..8).filter(|eighth| set >> eighth & 1 != 0).map(|eighth| names[eighth]).collect::<String>()
    };
    if after_left == after_right { named(straight) } else { named(after_right).replace('r', "q").replace('l', "z") }
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
            ("mafsW", "mafrflW"),
            ("FyafsF", "FyafrflF"),
            ("afafsKafsafzfK", "mafmafrflKmafrflmafffzK"),
            ("fmpaW", "fmpaW"),
            ("qNzB", "qN0zB"),
            ("maffsW", "maffrrllW"),
            ("", ""),
        ] {
            assert_eq!(of_moves(&Moves::betza(betza)), xboard, "{betza}");
        }
    }
}
