//! Reads parts of movements: modifiers, legs and atoms.

use super::error::BetzaError;
use super::legs::{Bend, Leg, MAX_LEGS, UNLIMITED, is_turn, toggled, turns};
use super::part::{Form, MAX_DIRECTIONS, Part};
use super::steps::{DIAGONAL, STRAIGHT, Steps};

/// The modifiers before an atom, or of one leg of it.
#[derive(Clone, Copy)]
struct Modifiers {
    only_moves: bool,
    only_captures: bool,
    initial: bool,
    lame: bool,
    hops: bool,
    grasshops: bool,
    en_passant: bool,
    /// Whether the next leg slides if this one steps, and the other way round.
    toggles: bool,
    bend: Bend,
    /// The directions; none means all. A leg after the first has letters instead.
    directions: [(u8, u8); MAX_DIRECTIONS],
    count: usize,
    /// The directions of a leg after the first.
    turns: [u8; MAX_DIRECTIONS],
    turn_count: usize,
    /// Whether the atom is a union of two (K and Q).
    union: bool,
}

impl Modifiers {
    const NONE: Self = Self {
        only_moves: false,
        only_captures: false,
        initial: false,
        lame: false,
        hops: false,
        grasshops: false,
        en_passant: false,
        toggles: false,
        bend: Bend::None,
        directions: [(0, 0); MAX_DIRECTIONS],
        count: 0,
        turns: [0; MAX_DIRECTIONS],
        turn_count: 0,
        union: false,
    };

    /// Adds the modifier at `at`, a direction of the leg with this number apart.
    const fn add(&mut self, text: &[u8], at: usize) -> Result<(), BetzaError> {
        match text[at] {
            b'm' => self.only_moves = true,
            b'c' => self.only_captures = true,
            b'i' => self.initial = true,
            b'n' => self.lame = true,
            b'p' => self.hops = true,
            b'g' => self.grasshops = true,
            b'e' => self.en_passant = true,
            b'y' => self.toggles = true,
            b'q' => self.bend = Bend::Circular,
            b'z' => self.bend = Bend::Crooked,
            letter => return Err(unknown(letter, at)),
        }
        Ok(())
    }

    /// Adds the direction at `at`; returns the number of its letters.
    const fn add_direction(&mut self, text: &[u8], at: usize) -> Result<usize, BetzaError> {
        let pair = at + 1 < text.len() && is_one_direction(text[at], text[at + 1]);
        if self.count == self.directions.len() {
            return Err(BetzaError::Letter(at));
        }
        self.directions[self.count] = (text[at], if pair { text[at + 1] } else { text[at] });
        self.count += 1;
        Ok(if pair { 2 } else { 1 })
    }

    const fn add_turn(&mut self, letter: u8, at: usize) -> Result<usize, BetzaError> {
        if self.turn_count == self.turns.len() {
            return Err(BetzaError::Letter(at));
        }
        self.turns[self.turn_count] = letter;
        self.turn_count += 1;
        Ok(1)
    }

    /// Why another leg cannot follow this one; `first` tells whether it is the first.
    const fn fault(&self, first: bool, at: usize) -> Option<BetzaError> {
        Some(match (self.only_captures, self.initial && !first, self.lame, self.en_passant, self.bend) {
            (true, ..) => BetzaError::NotPlayed(at, "a walk that goes on after a capture"),
            (_, true, ..) => BetzaError::NotPlayed(at, "legs of equal length"),
            (_, _, true, ..) => BetzaError::NotPlayed(at, "a walk with lame leaps"),
            (_, _, _, true, _) => BetzaError::NotPlayed(at, "a walk that captures en passant"),
            (.., Bend::Circular | Bend::Crooked) => {
                BetzaError::Modifiers(at, "`q` and `z` bend a single leg, or follow a turn")
            }
            _ => return None,
        })
    }
}

/// Why a letter is not a modifier.
const fn unknown(letter: u8, at: usize) -> BetzaError {
    let wish = match letter {
        b'd' => "captures of own pieces",
        b'j' => "jumps over a first square whatever is there",
        b'k' => "captures of kings only",
        b'o' => "a cylinder board",
        b't' => "an older notation of walks (write `a`)",
        b'u' => "putting down what was captured",
        b'x' => "moves lent by other pieces",
        _ => return BetzaError::Letter(at),
    };
    BetzaError::NotPlayed(at, wish)
}

/// The modifiers of the legs before an atom.
#[derive(Clone, Copy)]
struct Legs {
    legs: [Modifiers; MAX_LEGS],
    /// The number of the last leg.
    last: usize,
}

/// Reads the modifiers that begin at `at`; also returns where the atom is.
const fn read_modifiers(text: &[u8], mut at: usize) -> Result<(Legs, usize), BetzaError> {
    let mut legs = Legs { legs: [Modifiers::NONE; MAX_LEGS], last: 0 };
    while at < text.len() && !text[at].is_ascii_uppercase() {
        let (letter, is_first) = (text[at], legs.last == 0);
        let leg = &mut legs.legs[legs.last];
        let read = if letter == b'a' {
            if let Some(fault) = leg.fault(is_first, at) {
                return Err(fault);
            }
            if legs.last + 1 == MAX_LEGS {
                return Err(BetzaError::Legs(at));
            }
            legs.last += 1;
            Ok(1)
        } else if !is_first && is_turn(letter) {
            leg.add_turn(letter, at)
        } else if is_first && (is_vertical(letter) || is_horizontal(letter)) {
            leg.add_direction(text, at)
        } else {
            match leg.add(text, at) {
                Ok(()) => Ok(1),
                Err(error) => Err(error),
            }
        };
        at += match read {
            Ok(length) => length,
            Err(error) => return Err(error),
        };
    }
    if at >= text.len() { Err(BetzaError::Unfinished) } else { Ok((legs, at)) }
}

/// Reads the modifiers and the atom that begin at `at`; also returns where the next part begins.
pub(super) const fn read_part(text: &[u8], at: usize) -> Result<(Part, usize), BetzaError> {
    let (mut legs, at) = match read_modifiers(text, at) {
        Ok(read) => read,
        Err(error) => return Err(error),
    };
    let Some((near, far)) = atom(text[at]) else { return Err(unknown_atom(text[at], at)) };
    legs.legs[0].union = far.is_some();
    let mut range = if matches!(text[at], b'R' | b'B' | b'Q') { UNLIMITED } else { 1 };
    let mut next = at + 1;
    let digit = next < text.len() && text[next].is_ascii_digit();
    if digit || next < text.len() && text[next] == text[at] {
        range = if digit && text[next] != b'0' { text[next] - b'0' } else { UNLIMITED };
        next += 1;
    }
    let letter = match text[at] {
        b'L' => 'C',
        b'J' => 'Z',
        letter => letter as char,
    };
    let first = &legs.legs[0];
    let part = if legs.last == 0 && matches!(first.bend, Bend::None) && !first.toggles {
        build_part(first, letter, (near, far), (range, digit), at)
    } else {
        build_walk(&legs, letter, (near, far), range, at)
    };
    match part {
        Ok(part) => Ok((part, next)),
        Err(error) => Err(error),
    }
}

/// Why a capital letter is not an atom.
const fn unknown_atom(letter: u8, at: usize) -> BetzaError {
    let wish = match letter {
        b'I' => "the moves of the piece that moved last",
        b'O' => "castling",
        b'U' => "moves to any square",
        b'X' | b'Y' => "leaps of more than three squares",
        _ => return BetzaError::Letter(at),
    };
    BetzaError::NotPlayed(at, wish)
}

/// Builds the walk that an atom with several legs, or one that bends, stands for.
const fn build_walk(legs: &Legs, letter: char, (near, far): Atom, range: u8, at: usize) -> Result<Part, BetzaError> {
    let (first, last) = (&legs.legs[0], &legs.legs[legs.last]);
    let (captures, quiets) = modes(last);
    if last.lame || last.initial && legs.last > 0 || last.en_passant || last.toggles {
        return Err(BetzaError::Modifiers(at, "the last leg of a walk has none of `e`, `i`, `n` and `y`"));
    }
    if legs.last > 0 && !matches!(last.bend, Bend::None) || legs.last == 0 && (last.hops || last.grasshops) {
        return Err(BetzaError::Modifiers(at, "`q` and `z` bend a single leg that does not hop"));
    }
    let steps = all_named_steps(first, near, far);
    if steps.is_empty() {
        return Err(BetzaError::Directions(at));
    }
    let initial = first.initial;
    if initial && !quiets {
        return Err(BetzaError::Modifiers(at, "initial moves do not capture"));
    }
    let mut part = Part {
        letter,
        directions: first.directions,
        direction_count: first.count,
        steps,
        form: Form::Walk,
        range: if range == 1 { UNLIMITED } else { range },
        bend: first.bend,
        captures: captures && !initial,
        quiets,
        initial,
        ..Part::NONE
    };
    if legs.last == 0 {
        return Ok(part);
    }
    match part.set_legs(legs, range, at) {
        Ok(()) => Ok(part),
        Err(error) => Err(error),
    }
}

impl Part {
    /// Sets the legs of a walk; a last leg that hops becomes two.
    const fn set_legs(&mut self, legs: &Legs, mut range: u8, at: usize) -> Result<(), BetzaError> {
        let mut index = 0;
        while index <= legs.last {
            let read = &legs.legs[index];
            let (is_last, hops) = (index == legs.last, read.hops || read.grasshops);
            let turns = if index == 0 { Leg::LAST.turns } else { turns(read.turns.split_at(read.turn_count).0) };
            let leaves_empty = !is_last && (read.only_moves || read.toggles || !hops);
            self.legs[index] = Leg { turns, range, shares_range: false, leaves_empty, leaves_occupied: hops };
            if read.toggles || read.grasshops {
                range = toggled(range);
            }
            index += 1;
        }
        let last = &legs.legs[legs.last];
        if last.hops || last.grasshops {
            if index == MAX_LEGS {
                return Err(BetzaError::Legs(at));
            }
            let shares_range = !last.grasshops && range > 1 && range != UNLIMITED;
            self.legs[index] = Leg { range, shares_range, ..Leg::LAST };
            index += 1;
        }
        self.leg_count = index;
        let back = self.leg_count == 2 && self.legs[1].turns[0] == 1 << 4;
        if back && self.legs[0].range == 1 && self.legs[1].range == 1 {
            return Err(BetzaError::NotPlayed(at, "a walk back to where it began"));
        }
        Ok(())
    }
}

/// Whether a leg at the end of a move captures, and whether it goes to empty squares.
const fn modes(modifiers: &Modifiers) -> (bool, bool) {
    match (modifiers.only_moves, modifiers.only_captures) {
        (false, false) => (true, true),
        (moves, captures) => (captures, moves),
    }
}

/// Builds the part that an atom with these modifiers stands for. `near` and `far` are the steps of the atom; a range comes with whether
/// a digit gave it.
const fn build_part(
    modifiers: &Modifiers,
    letter: char,
    (near, far): Atom,
    (range, digit): (u8, bool),
    at: usize,
) -> Result<Part, BetzaError> {
    let steps = all_named_steps(modifiers, near, far);
    if steps.is_empty() {
        return Err(BetzaError::Directions(at));
    }
    let along_lines = steps.without(STRAIGHT).without(DIAGONAL).is_empty();
    let form = match (modifiers.lame, modifiers.hops, modifiers.grasshops) {
        (false, false, false) if range == 1 => Form::Leap,
        (false, false, false) => Form::Ride,
        (true, false, false) if range == 1 => Form::LameLeap,
        (true, false, false) => return Err(BetzaError::Modifiers(at, "`n` is for leaps, not for riders")),
        (false, true, false) | (false, false, true) if along_lines => Form::Hop,
        (false, _, _) if !along_lines => return Err(BetzaError::Modifiers(at, "`p` and `g` are for R, B and Q")),
        _ => return Err(BetzaError::Modifiers(at, "only one of `n`, `p` and `g`")),
    };
    let range = match (modifiers.grasshops, modifiers.hops, digit) {
        (true, _, false) => 1,
        (_, true, false) => UNLIMITED,
        _ => range,
    };
    let (captures, quiets) = modes(modifiers);
    if modifiers.initial && !quiets {
        return Err(BetzaError::Modifiers(at, "initial moves do not capture"));
    }
    if modifiers.en_passant && !captures {
        return Err(BetzaError::Modifiers(at, "`e` is for captures"));
    }
    Ok(Part {
        letter,
        directions: modifiers.directions,
        direction_count: modifiers.count,
        steps,
        form,
        range,
        captures: captures && !modifiers.initial,
        quiets,
        initial: modifiers.initial,
        en_passant: modifiers.en_passant,
        ..Part::NONE
    })
}

const fn all_named_steps(modifiers: &Modifiers, near: (i8, i8), far: Option<(i8, i8)>) -> Steps {
    let steps = named_steps(modifiers, near);
    match far {
        Some(far) => steps.and(named_steps(modifiers, far)),
        None => steps,
    }
}

/// The steps of an atom as the larger and the smaller number of squares; a second pair for atoms that are a union.
type Atom = ((i8, i8), Option<(i8, i8)>);

const fn atom(letter: u8) -> Option<Atom> {
    Some(match letter {
        b'W' | b'R' => ((1, 0), None),
        b'F' | b'B' => ((1, 1), None),
        b'D' => ((2, 0), None),
        b'N' => ((2, 1), None),
        b'A' => ((2, 2), None),
        b'H' => ((3, 0), None),
        b'C' | b'L' => ((3, 1), None),
        b'Z' | b'J' => ((3, 2), None),
        b'G' => ((3, 3), None),
        b'K' | b'Q' => ((1, 0), Some((1, 1))),
        _ => return None,
    })
}

const fn is_vertical(letter: u8) -> bool {
    matches!(letter, b'f' | b'b' | b'v' | b'h')
}

const fn is_horizontal(letter: u8) -> bool {
    matches!(letter, b'r' | b'l' | b's' | b'h')
}

/// Whether two letters of directions are one direction, as in `fr` and `ff`.
const fn is_one_direction(first: u8, second: u8) -> bool {
    first == second || is_vertical(first) && is_horizontal(second) || is_horizontal(first) && is_vertical(second)
}

/// The steps of an atom with `long` squares one way and `short` the other that the directions name.
const fn named_steps(modifiers: &Modifiers, (long, short): (i8, i8)) -> Steps {
    let mut steps = Steps::NONE;
    let mut number = 0;
    while number < 8 {
        let view = StepView { tall: number & 4 == 0, right: number & 2 == 0, ahead: number & 1 == 0 };
        let mut named = modifiers.count == 0;
        let mut index = 0;
        while index < modifiers.count {
            let (first, second) = modifiers.directions[index];
            // Along a rank or file a pair names both directions, as in `fsW`.
            let splits = short == 0 && first != second && !modifiers.union;
            named |= if splits {
                view.is_named(first, first) || view.is_named(second, second)
            } else {
                view.is_named(first, second)
            };
            index += 1;
        }
        if named {
            let (files, ranks) = if view.tall { (short, long) } else { (long, short) };
            steps = steps.with(if view.right { files } else { -files }, if view.ahead { ranks } else { -ranks });
        }
        number += 1;
    }
    steps
}

/// Where a step goes, as direction letters see it. A step straight or diagonal has two or four views.
#[derive(Clone, Copy)]
struct StepView {
    /// Whether it goes farther along files than along ranks.
    tall: bool,
    right: bool,
    ahead: bool,
}

impl StepView {
    const fn is_named(self, first: u8, second: u8) -> bool {
        let vertical = if self.ahead { b'f' } else { b'b' };
        let horizontal = if self.right { b'r' } else { b'l' };
        match (first, second) {
            // The two halves of an eight-step atom that a turn of the board maps onto themselves.
            (b'h', b'r') => (self.right == self.ahead) == self.tall,
            (b'h', b'l') => (self.right == self.ahead) != self.tall,
            (vertically, b'h') if vertically == vertical => true,
            (horizontally, b'h') if horizontally == horizontal => true,
            (b'v', b'v') => self.tall,
            (b's', b's') => !self.tall,
            (b'v' | b's' | b'h', _) => false,
            (first, b'v') => self.tall && first == horizontal,
            (first, b's') => !self.tall && first == vertical,
            (first, second) if first == second => first == if self.tall { vertical } else { horizontal },
            (first, second) if self.tall => first == horizontal && second == vertical,
            (first, second) => first == vertical && second == horizontal,
        }
    }
}
