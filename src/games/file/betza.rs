//! Betza's notation as the format reads it: the text of a movement taken apart, for checks, for people and for clients
//! that have a dialect of their own.

use super::problem::Fault;

/// The longest movement, in bytes.
const MAX_LENGTH: usize = 100;
/// What a movement consists of, for messages.
const EXPECTED: &str = "a movement in Betza's notation, as in `fmWfcF`, `BN` or `mRcpR`: the atoms W F D N A H C L Z J G K R B Q, \
                        the modifiers m c i n p g e, the directions f b l r v h s, and after an atom a range or the \
                        atom again";

/// What a piece needs in its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A leap, or squares that are all free.
    Free,
    /// The squares beside or on the way of a leap must be free (`n`).
    Lame,
    /// Exactly one piece on the line before the target (`p`).
    Hop,
    /// As [`Way::Hop`], and the target is the square behind that piece (`g`).
    Grasshopper,
}

/// How far an atom goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// One step.
    One,
    /// At most this many steps.
    Upto(u8),
    /// Any number of steps.
    Any,
}

/// One atom of a movement with its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The atom; H, C and Z for those with two letters.
    pub atom: char,
    /// How far it goes.
    pub range: Range,
    /// What must be in its way.
    pub way: Way,
    /// Whether it moves to free squares.
    pub moves: bool,
    /// Whether it captures.
    pub captures: bool,
    /// Whether it is only an initial move.
    pub initial: bool,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// The directions as they are written, each of one or two letters; empty for all.
    pub directions: Vec<String>,
}

/// Takes a movement apart. The empty text is a piece that never moves.
///
/// # Errors
/// When the text is not in the notation.
pub fn parse(text: &str) -> Result<Vec<Part>, Fault> {
    if text.len() > MAX_LENGTH || !text.is_ascii() {
        return Err(Fault::value(text, format!("at most {MAX_LENGTH} ASCII characters of Betza's notation")));
    }
    let letters = text.as_bytes();
    let (mut parts, mut part, mut at) = (Vec::new(), fresh(), 0);
    while let Some(&letter) = letters.get(at) {
        at += 1;
        let next = letters.get(at).copied();
        match letter {
            b'm' => part.moves = true,
            b'c' => part.captures = true,
            b'i' => part.initial = true,
            b'e' => part.en_passant = true,
            b'n' | b'p' | b'g' if part.way == Way::Free => part.way = way_of(letter),
            b'f' | b'b' | b'v' | b'h' | b'l' | b'r' | b's' => {
                let pair = next.filter(|&next| is_pair(letter, next));
                part.directions.push([Some(letter), pair].into_iter().flatten().map(char::from).collect());
                at += usize::from(pair.is_some());
            }
            b'W' | b'F' | b'D' | b'N' | b'A' | b'H' | b'L' | b'C' | b'J' | b'Z' | b'G' | b'K' | b'R' | b'B' | b'Q' => {
                let range = range_of(letter, next);
                part.range = range.unwrap_or(default_range(letter));
                at += usize::from(range.is_some());
                parts.push(finished(letter, part).ok_or_else(|| Fault::value(text, EXPECTED))?);
                part = fresh();
            }
            _ => return Err(Fault::value(text, format!("{EXPECTED}; not `{}`", char::from(letter)))),
        }
    }
    if part == fresh() { Ok(parts) } else { Err(Fault::value(text, format!("{EXPECTED}; an atom at the end"))) }
}

fn fresh() -> Part {
    Part {
        atom: 'W',
        range: Range::One,
        way: Way::Free,
        moves: false,
        captures: false,
        initial: false,
        en_passant: false,
        directions: Vec::new(),
    }
}

fn way_of(letter: u8) -> Way {
    match letter {
        b'n' => Way::Lame,
        b'p' => Way::Hop,
        _ => Way::Grasshopper,
    }
}

/// Whether two letters are one direction, such as `fl` or `ff`.
fn is_pair(first: u8, second: u8) -> bool {
    let (vertical, horizontal) = (b"fbvh", b"rlsh");
    first == second
        || vertical.contains(&first) && horizontal.contains(&second)
        || horizontal.contains(&first) && vertical.contains(&second)
}

/// The range that the character after an atom gives; `None` if it is none.
fn range_of(atom: u8, next: Option<u8>) -> Option<Range> {
    match next? {
        b'0' => Some(Range::Any),
        b'1' => Some(Range::One),
        digit @ b'2'..=b'9' => Some(Range::Upto(digit - b'0')),
        letter if letter == atom => Some(Range::Any),
        _ => None,
    }
}

fn default_range(atom: u8) -> Range {
    if matches!(atom, b'R' | b'B' | b'Q') { Range::Any } else { Range::One }
}

/// The part with its atom; `None` if the modifiers do not fit the atom.
fn finished(atom: u8, mut part: Part) -> Option<Part> {
    part.atom = match atom {
        b'L' => 'C',
        b'J' => 'Z',
        other => other.into(),
    };
    if !part.moves && !part.captures {
        (part.moves, part.captures) = (true, true);
    }
    let fits = match part.way {
        Way::Free => true,
        Way::Lame => "NADZ".contains(part.atom) && part.range == Range::One,
        Way::Hop | Way::Grasshopper => "RBQ".contains(part.atom),
    };
    (fits && (!part.en_passant || part.captures)).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_are_taken_apart() {
        let [step, capture] = &parse("fmWfceF").unwrap()[..] else { panic!() };
        assert_eq!(
            (step.atom, step.moves, step.captures, &step.directions[..]),
            ('W', true, false, &["f".to_owned()][..])
        );
        assert!(capture.captures && capture.en_passant && !capture.moves);
        let [step, hop] = &parse("mRcpR").unwrap()[..] else { panic!() };
        assert_eq!((step.way, hop.way, hop.range), (Way::Free, Way::Hop, Range::Any));
        let [rider] = &parse("NN").unwrap()[..] else { panic!() };
        assert_eq!((rider.atom, rider.range), ('N', Range::Any));
        assert_eq!(parse("ffNbsL2").unwrap()[1].directions, ["bs"]);
        assert_eq!(parse("R1").unwrap()[0].range, Range::One);
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["X", "f", "fmWfc", "W10", "nR", "pN", "npR", "jW", "emF", "é", "gW"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
