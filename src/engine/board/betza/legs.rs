//! The legs of a walk: a move of several legs, each with the step of one atom in a direction relative to the leg before
//! (`a` in XBetza, <https://www.chessvariants.com/rules/betza-notation-extended>), or a ride that bends at each step.

/// The range of a ride that goes on to the edge.
pub const UNLIMITED: u8 = u8::MAX;

/// The maximum number of legs of a walk.
pub const MAX_LEGS: usize = 8;

/// A leg of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// How it may turn from the direction of the leg before: a bit for each eighth of a turn to the right. There is a set
    /// for walks that have gone straight on so far, one if they turned left last, and one if right. The first leg has the
    /// steps of its [`Part`](super::Part) instead.
    pub turns: [u8; 3],
    /// The most steps, or [`UNLIMITED`].
    pub range: u8,
    /// Whether the steps of the leg before count as well.
    pub shares_range: bool,
    /// Whether the next leg may begin on an empty square.
    pub leaves_empty: bool,
    /// Whether the next leg may begin on an occupied square, that is, whether this one hops.
    pub leaves_occupied: bool,
}

impl Leg {
    /// A leg in the direction of the one before, with nothing after it.
    pub(super) const LAST: Self =
        Self { turns: [1; 3], range: 1, shares_range: false, leaves_empty: false, leaves_occupied: false };
}

/// How a ride bends after each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bend {
    /// It does not.
    None,
    /// By an eighth of a turn, always to the same side (`q`).
    Circular,
    /// By a quarter of a turn, to one side and the other in turn (`z`).
    Crooked,
}

/// The most steps of a circular ride: with one more it would be back where it began.
pub(super) const MOST_IN_CIRCLE: u8 = 7;

/// The range of the legs after one that changes between single steps and slides (`y` and `g`).
pub(super) const fn toggled(range: u8) -> u8 {
    if range == UNLIMITED { 1 } else { UNLIMITED }
}

/// All turns but the one back.
const NOT_BACK: u8 = !(1 << 4);

/// Which turns a letter names when it stands alone, and which in a pair.
const fn letter_turns(letter: u8) -> Option<(u8, u8)> {
    Some(match letter {
        b'f' => (0b0000_0001, 0b1000_0011),
        b'b' => (0b0001_0000, 0b0011_1000),
        b'v' => (0b0001_0001, 0b1011_1011),
        b'r' => (0b0000_0100, 0b0000_1110),
        b'l' => (0b0100_0000, 0b1110_0000),
        b's' => (0b0100_0100, 0b1110_1110),
        _ => return None,
    })
}

/// Whether a letter names directions of a leg after the first.
pub(super) const fn is_turn(letter: u8) -> bool {
    matches!(letter, b'f' | b'b' | b'v' | b'r' | b'l' | b's' | b'h' | b'q' | b'z')
}

/// No side, where `q` and `z` mean nothing.
const NO_SIDE: usize = 3;

/// What `q` (to the same side as before) and `z` (to the other side) mean after a turn to the `side`: 1 is left, 2 is
/// right, and 0 neither.
const fn of_side(letter: u8, side: usize) -> u8 {
    match (letter, side) {
        (b'q' | b'z', 0) => b's',
        (b'q', 1) | (b'z', 2) => b'l',
        (b'q', 2) | (b'z', 1) => b'r',
        _ => letter,
    }
}

/// The directions that these letters name of eight, as bits clockwise from straight ahead; 0 if they name none. Other
/// letters are passed over.
pub const fn octants(letters: &[u8]) -> u8 {
    turns_after(letters, NO_SIDE)
}

/// The turns that these letters name: all but back without letters. Two letters that combine name what is between them:
/// `fs` an eighth to either side.
pub(super) const fn turns(letters: &[u8]) -> [u8; 3] {
    let mut turns = [0; 3];
    let mut side = 0;
    while side < turns.len() {
        turns[side] = if letters.is_empty() { NOT_BACK } else { turns_after(letters, side) };
        side += 1;
    }
    turns
}

const fn turns_after(letters: &[u8], side: usize) -> u8 {
    let (mut named, mut index) = (0, 0);
    while index < letters.len() {
        let Some((alone, paired)) = letter_turns(of_side(letters[index], side)) else {
            index += 1;
            continue;
        };
        let next = if index + 1 < letters.len() { of_side(letters[index + 1], side) } else { 0 };
        let (more, used) = match letter_turns(next) {
            _ if next == b'h' => (paired, 2),
            Some((_, other)) if alone & other != 0 => (alone, 2),
            Some((_, other)) if paired & other != 0 => (paired & other, 2),
            _ => (alone, 1),
        };
        named |= more;
        index += used;
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_turns() {
        for (letters, eighths) in [
            ("", &[0, 1, 2, 3, 5, 6, 7][..]),
            ("f", &[0]),
            ("s", &[2, 6]),
            ("fs", &[1, 7]),
            ("bs", &[3, 5]),
            ("fl", &[7]),
            ("rf", &[1]),
            ("ff", &[0]),
            ("fb", &[0, 4]),
            ("fh", &[0, 1, 7]),
            ("fsf", &[0, 1, 7]),
            ("lr", &[2, 6]),
            ("vs", &[1, 3, 5, 7]),
        ] {
            let expected = eighths.iter().fold(0, |bits, eighth| bits | 1 << eighth);
            assert_eq!(turns(letters.as_bytes()), [expected; 3], "{letters}");
        }
        assert_eq!(turns(b"fz"), [0b1000_0010, 0b0000_0010, 0b1000_0000]);
        assert_eq!(turns(b"q"), [0b0100_0100, 0b0100_0000, 0b0000_0100]);
    }
}
