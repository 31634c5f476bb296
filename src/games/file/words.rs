//! Movements in words.

use super::betza::{Part, Range, Way, parse};

/// How a piece moves, in sentences: one for each atom of its movement. Empty if the text is no movement.
///
/// ```
/// use bactrian::games::file::in_words;
/// assert_eq!(in_words("mRcB2"), "Moves any number of squares along a rank or file, without capturing. Captures up to \
///                               2 squares away diagonally.");
/// ```
pub fn in_words(betza: &str) -> String {
    let parts = parse(betza).unwrap_or_default();
    if parts.is_empty() {
        return "Never moves.".to_owned();
    }
    parts.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

fn sentence(part: &Part) -> String {
    let verb = match (part.moves, part.captures) {
        (true, true) if part.way == Way::Free && is_leap(part) => "Leaps",
        (false, true) => "Captures",
        _ => "Moves",
    };
    let mut words = format!("{verb} {}", distance(part));
    let directions = directions(part);
    if !directions.is_empty() {
        words += &format!(", {directions}");
    }
    words += match part.way {
        Way::Free => "",
        Way::Lame => ", if the squares on the way are free",
        Way::Hop => ", over exactly one piece",
        Way::Grasshopper => ", to the square just behind the first piece on the way",
    };
    if part.moves && !part.captures {
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
    !matches!(part.atom, 'W' | 'F' | 'K' | 'R' | 'B' | 'Q')
}

fn distance(part: &Part) -> String {
    let line = match part.atom {
        'W' | 'R' => "along a rank or file",
        'F' | 'B' => "diagonally",
        'K' | 'Q' => "in any direction",
        _ => return leap(part),
    };
    match part.range {
        Range::One => format!("one square {line}"),
        Range::Upto(count) if part.moves => format!("up to {count} squares {line}"),
        Range::Upto(count) => format!("up to {count} squares away {line}"),
        Range::Any => format!("any number of squares {line}"),
    }
}

fn leap(part: &Part) -> String {
    let one = match part.atom {
        'D' => "two squares along a rank or file",
        'H' => "three squares along a rank or file",
        'A' => "two squares diagonally",
        'G' => "three squares diagonally",
        'N' => "one square along a rank or file and two across (a knight's leap)",
        'C' => "one square along a rank or file and three across (a camel's leap)",
        _ => "two squares along a rank or file and three across (a zebra's leap)",
    };
    match part.range {
        Range::One => one.to_owned(),
        Range::Upto(count) => format!("up to {count} times in one direction, each time {one}"),
        Range::Any => format!("any number of times in one direction, each time {one}"),
    }
}

/// The directions in words; empty for all.
fn directions(part: &Part) -> String {
    let mut words: Vec<String> = Vec::new();
    for direction in &part.directions {
        let word = direction_word(part.atom, direction);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" or ")
}

fn direction_word(atom: char, direction: &str) -> String {
    let is_oblique = matches!(atom, 'N' | 'C' | 'Z');
    let is_straight = matches!(atom, 'W' | 'R' | 'D' | 'H');
    let mut letters = direction.chars();
    let first = letters.next().unwrap_or('f');
    let second = letters.next().unwrap_or(first);
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
            ("", "Never moves."),
        ] {
            assert_eq!(in_words(betza), words, "{betza}");
        }
    }
}
