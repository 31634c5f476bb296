//! Movements in words.

use super::pieces::known_movement;
use crate::board::{Bend, Form, Leg, Part, UNLIMITED};

/// How a piece moves, in sentences: one for each atom of its movement. Empty if the text is not a movement.
pub fn in_words(betza: &str) -> String {
    let moves = known_movement(betza);
    if moves.parts().is_empty() {
        return "Never moves.".to_owned();
    }
    moves.parts().iter().map(sentence).collect::<Vec<_>>().join(" ")
}

fn sentence(part: &Part) -> String {
    let verb = match (part.quiets, part.captures) {
        (true, true) if part.form != Form::LameLeap && is_leap(part) => "Leaps",
        (false, true) => "Captures",
        _ => "Moves",
    };
    let mut words = format!("{verb} {}", distance(part));
    let directions = directions(part);
    if !directions.is_empty() {
        words += &format!(", {directions}");
    }
    words += match (part.form, part.range) {
        (Form::Leap | Form::Ride, _) => "",
        (Form::LameLeap, _) => ", if the squares on the way are free",
        (Form::Hop, 1) => ", to the square just behind the first piece on the way",
        (Form::Hop, _) => ", over exactly one piece",
        (Form::Walk, _) => "",
    };
    words += &walk(part);
    if part.quiets && !part.captures {
        words += ", without capturing";
    }
    if part.en_passant {
        words += ", also en passant";
    }
    if part.initial {
        words += ", from the squares of initial moves only";
    }
    words + "."
}

/// Whether an atom passes over squares.
fn is_leap(part: &Part) -> bool {
    !matches!(part.letter, 'W' | 'F' | 'K' | 'R' | 'B' | 'Q')
}

fn distance(part: &Part) -> String {
    let line = match part.letter {
        'W' | 'R' => "along a rank or file",
        'F' | 'B' => "diagonally",
        'K' | 'Q' => "in any direction",
        _ => return leap(part),
    };
    match (part.form, part.legs().first().map_or(part.range, |leg| leg.range)) {
        (Form::Leap | Form::LameLeap, _) | (Form::Walk, 1) => format!("one square {line}"),
        (Form::Hop, 1) | (_, UNLIMITED) => format!("any number of squares {line}"),
        (_, count) if part.quiets => format!("up to {count} squares {line}"),
        (_, count) => format!("up to {count} squares away {line}"),
    }
}

fn leap(part: &Part) -> String {
    let one = match part.letter {
        'D' => "two squares along a rank or file",
        'H' => "three squares along a rank or file",
        'A' => "two squares diagonally",
        'G' => "three squares diagonally",
        'N' => "one square along a rank or file and two across (a knight's leap)",
        'C' => "one square along a rank or file and three across (a camel's leap)",
        _ => "two squares along a rank or file and three across (a zebra's leap)",
    };
    match (part.form, part.range) {
        (Form::Ride, UNLIMITED) => format!("any number of times in one direction, each time {one}"),
        (Form::Ride, count) => format!("up to {count} times in one direction, each time {one}"),
        _ => one.to_owned(),
    }
}

/// How a walk goes on after its first step or leg; empty for all else.
fn walk(part: &Part) -> String {
    match part.bend {
        Bend::None => (1..part.legs().len()).map(|leg| next_leg(part, leg)).collect(),
        Bend::Circular => format!(", and {} more, each time turning by 45 degrees to the same side", often(part.range)),
        Bend::Crooked => {
            format!(
                ", and {} more, each time turning by 90 degrees to one side and the other in turn",
                often(part.range)
            )
        }
    }
}

/// How often a ride that bends steps after the first time.
fn often(range: u8) -> String {
    if range == UNLIMITED { "any number of times".to_owned() } else { format!("up to {} times", range - 1) }
}

/// A leg of a walk after the first, and what it goes on from.
fn next_leg(part: &Part, number: usize) -> String {
    let (before, leg) = (&part.legs()[number - 1], &part.legs()[number]);
    let from = match (before.leaves_empty, before.leaves_occupied) {
        (true, true) => "whatever is there",
        (true, false) => "if the square is free",
        (false, _) => "if a piece is there",
    };
    let steps = match (leg.range, leg.shares_range) {
        (1, _) => "another such step".to_owned(),
        (UNLIMITED, _) => "any number of such steps".to_owned(),
        (count, true) => format!("such steps up to {count} in all"),
        (count, false) => format!("up to {count} such steps"),
    };
    format!(", then, {from}, {steps} {}", turn(leg))
}

/// In what direction a leg goes on.
fn turn(leg: &Leg) -> String {
    let [straight, after_left, _] = leg.turns;
    if straight != after_left {
        let degrees = 45 * after_left.trailing_zeros().min(8 - after_left.trailing_zeros());
        let same = after_left >> 5 & 0b111 != 0;
        return format!("turning by {degrees} degrees to the {} side", if same { "same" } else { "other" });
    }
    let degrees: Vec<String> = (1..5u32)
        .filter_map(|eighths| {
            let (right, left) = (straight >> eighths & 1 != 0, straight >> (8 - eighths) & 1 != 0);
            let side = match (right, left) {
                _ if eighths == 4 => return right.then(|| "back".to_owned()),
                (true, true) => "to either side",
                (true, false) => "to the right",
                (false, true) => "to the left",
                (false, false) => return None,
            };
            Some(format!("turning by {} degrees {side}", 45 * eighths))
        })
        .collect();
    let ahead = (straight & 1 != 0).then(|| "straight on".to_owned());
    ahead.into_iter().chain(degrees).collect::<Vec<_>>().join(" or ")
}

/// The directions in words; empty for all.
fn directions(part: &Part) -> String {
    let mut words: Vec<String> = Vec::new();
    for &(first, second) in part.directions() {
        let word = direction_word(part.letter, first.into(), second.into());
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" or ")
}

fn direction_word(atom: char, first: char, second: char) -> String {
    let is_oblique = matches!(atom, 'N' | 'C' | 'Z');
    let is_straight = matches!(atom, 'W' | 'R' | 'D' | 'H');
    match (first, second) {
        ('h', hand) if is_oblique && matches!(hand, 'l' | 'r') => {
            format!("turning to the {}", side(hand))
        }
        (half, 'h') => format!("to the half {}", side(half)),
        (first, second) if first == second && is_oblique => format!("mostly {}", side(first)),
        (first, second) if first == second => side(first).to_owned(),
        (first, second) if is_straight => format!("{} or {}", side(first), side(second)),
        (first, second) if is_oblique => format!("{} and mostly {}", side(first), side(second)),
        (first, second) => format!("{} and {}", side(first), side(second)),
    }
}

fn side(letter: char) -> &'static str {
    match letter {
        'f' => "forward",
        'b' => "backward",
        'v' => "forward or backward",
        'l' => "left",
        'r' => "right",
        's' => "sideways",
        _ => "to any side",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_have_words() {
        for (betza, words) in [
            ("fmW", "Moves one square along a rank or file, forward, without capturing."),
            ("fceF", "Captures one square diagonally, forward, also en passant."),
            ("fsW", "Moves one square along a rank or file, forward or sideways."),
            (
                "KN",
                "Moves one square in any direction. Leaps one square along a rank or file and two across (a knight's leap).",
            ),
            ("fN", "Leaps one square along a rank or file and two across (a knight's leap), mostly forward."),
            (
                "fsN",
                "Leaps one square along a rank or file and two across (a knight's leap), forward and mostly sideways.",
            ),
            ("nA", "Moves two squares diagonally, if the squares on the way are free."),
            ("cpR", "Captures any number of squares along a rank or file, over exactly one piece."),
            ("gB", "Moves any number of squares diagonally, to the square just behind the first piece on the way."),
            (
                "NN",
                "Leaps any number of times in one direction, each time one square along a rank or file and two across (a knight's leap).",
            ),
            (
                "imfR2",
                "Moves up to 2 squares along a rank or file, forward, without capturing, from the squares of initial moves only.",
            ),
            (
                "mRcB2",
                "Moves any number of squares along a rank or file, without capturing. Captures up to 2 squares away diagonally.",
            ),
            (
                "mafsW",
                "Moves one square along a rank or file, then, if the square is free, another such step turning by 45 degrees \
                 to either side.",
            ),
            (
                "vyafsF",
                "Moves one square diagonally, forward or backward, then, if the square is free, any number of such steps \
                 turning by 45 degrees to either side.",
            ),
            (
                "mpafsafzW",
                "Moves one square along a rank or file, then, whatever is there, another such step turning by 45 degrees to \
                 either side, then, if the square is free, another such step turning by 45 degrees to the other side.",
            ),
            (
                "qN",
                "Leaps one square along a rank or file and two across (a knight's leap), and any number of times more, each \
                 time turning by 45 degrees to the same side.",
            ),
            ("", "Never moves."),
        ] {
            assert_eq!(in_words(betza), words, "{betza}");
        }
    }
}
