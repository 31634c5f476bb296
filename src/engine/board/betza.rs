//! The movement of a piece, parsed from Betza's notation
//! (<https://www.chessvariants.com/piececlopedia.dir/betzanotation.html>).
//!
//! A movement is a list of [`Part`]s, one for each atom of the notation. The games that are compiled separately use only
//! parts that are [`Component`]s, whose lookups fold away; for all other games [`MovementTables`](super::MovementTables) are made from
//! the parts.

use thiserror::Error;

use super::legs::{Bend, Leg, MAX_LEGS, is_turn, toggled, turns};
use crate::geometry::Leap;
use crate::types::STRIDE;

/// A component of movement that games compiled separately can use: a leap or a slide along lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// A leap or a single step.
    Leap(Leap),
    /// Any number of squares along a rank or file (R).
    RookSlide,
    /// Any number of squares along a diagonal (B).
    BishopSlide,
    /// One or two squares along a rank or file (R2).
    ShortRookSlide,
    /// One or two squares along a diagonal (B2).
    ShortBishopSlide,
}

impl Component {
    /// The number of components.
    pub const COUNT: usize = Leap::ALL.len() + 4;

    /// An index for tables, below [`Component::COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        match self {
            Self::Leap(leap) => leap as usize,
            Self::RookSlide => Leap::ALL.len(),
            Self::BishopSlide => Leap::ALL.len() + 1,
            Self::ShortRookSlide => Leap::ALL.len() + 2,
            Self::ShortBishopSlide => Leap::ALL.len() + 3,
        }
    }
}

/// A set of movement components.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Movement(u16);

impl Movement {
    /// No movement.
    pub const NONE: Self = Self(0);

    /// Whether the movement contains this component.
    #[inline(always)]
    pub const fn has(self, component: Component) -> bool {
        self.has_index(component.index())
    }

    /// Whether the movement contains the component with this index.
    pub(super) const fn has_index(self, component: usize) -> bool {
        self.0 >> component & 1 != 0
    }

    const fn with(self, component: Component) -> Self {
        Self(self.0 | 1 << component.index())
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The longest step of a leap or rider along files or ranks, in squares.
pub const MAX_STEP: i8 = 3;
/// The side of the grid of all steps.
const GRID: i8 = 2 * MAX_STEP + 1;

/// A set of steps: pairs of files to the right and ranks ahead, both from -3 to 3, as their owner sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Steps(u64);

impl Steps {
    /// No steps.
    pub const NONE: Self = Self(0);

    /// The steps with an even sum of files and ranks: they keep to squares of one colour.
    const EVEN: Self = {
        let mut even = Self::NONE;
        let mut bit = 0;
        while bit < GRID * GRID {
            let (files, ranks) = Self::step(bit as u32);
            if (files + ranks) % 2 == 0 {
                even = even.with(files, ranks);
            }
            bit += 1;
        }
        even
    };

    const fn step(bit: u32) -> (i8, i8) {
        (bit as i8 % GRID - MAX_STEP, bit as i8 / GRID - MAX_STEP)
    }

    /// The set with this step added.
    pub const fn with(self, files: i8, ranks: i8) -> Self {
        Self(self.0 | 1 << ((ranks + MAX_STEP) * GRID + files + MAX_STEP))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of steps.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The opposite steps.
    const fn reversed(self) -> Self {
        Self(self.0.reverse_bits() >> (u64::BITS - (GRID * GRID) as u32))
    }

    /// The steps of the set as (files, ranks).
    pub fn iter(self) -> impl Iterator<Item = (i8, i8)> {
        (0..(GRID * GRID) as u32).filter(move |bit| self.0 >> bit & 1 != 0).map(Self::step)
    }

    /// The steps of a [`Leap`].
    const fn of(leap: Leap) -> Self {
        let list = leap.steps();
        let mut steps = Self::NONE;
        let mut index = 0;
        while index < list.len() {
            steps = steps.with(list[index].0, list[index].1);
            index += 1;
        }
        steps
    }
}

/// The steps of rooks.
const STRAIGHT: Steps = Steps::of(Leap::Wazir);
/// The steps of bishops.
const DIAGONAL: Steps = Steps::of(Leap::Ferz);

/// How a part of a movement uses its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One step, over anything.
    Leap,
    /// One step that a piece on a square of the way blocks (`n`).
    LameLeap,
    /// Repeated steps over empty squares.
    Ride,
    /// Repeated steps over exactly one piece of either side (`p`). A range of 1 means the square just behind that piece
    /// (`g`), any other is counted from the hopping piece.
    Hop,
    /// Several legs, one after the other (`a`), or a ride that bends (`q`, `z`).
    Walk,
}

/// The range of a ride that goes on to the edge.
pub const UNLIMITED: u8 = u8::MAX;

/// A part of a movement: what one atom of Betza's notation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The atom's letter; C and Z for those with two letters.
    pub letter: char,
    directions: [(u8, u8); MAX_DIRECTIONS],
    direction_count: usize,
    /// The steps, of walks those of the first leg.
    pub steps: Steps,
    /// What they do.
    pub form: Form,
    /// The longest ride or hop, in steps, or [`UNLIMITED`].
    pub range: u8,
    legs: [Leg; MAX_LEGS],
    leg_count: usize,
    /// How a walk without legs bends.
    pub bend: Bend,
    /// Whether it captures.
    pub captures: bool,
    /// Whether it moves to empty squares.
    pub quiets: bool,
    /// Whether it is for moves from the region of double steps only (`i`). Such a part never captures.
    pub initial: bool,
    /// Whether it captures en passant (`e`).
    pub en_passant: bool,
}

/// The maximum number of directions before an atom.
const MAX_DIRECTIONS: usize = 8;

impl Part {
    const NONE: Self = Self {
        letter: 'W',
        directions: [(0, 0); MAX_DIRECTIONS],
        direction_count: 0,
        steps: Steps::NONE,
        form: Form::Leap,
        range: 1,
        legs: [Leg::LAST; MAX_LEGS],
        leg_count: 0,
        bend: Bend::None,
        captures: false,
        quiets: false,
        initial: false,
        en_passant: false,
    };

    /// The directions that the atom is restricted to, in pairs of letters; a letter that stands alone is doubled. Empty
    /// for all directions.
    pub const fn directions(&self) -> &[(u8, u8)] {
        self.directions.split_at(self.direction_count).0
    }

    /// The legs of a walk. Empty for all else, and for rides that bend.
    pub const fn legs(&self) -> &[Leg] {
        self.legs.split_at(self.leg_count).0
    }

    /// At least the number of squares on the ways of a walk from one square.
    const fn most_squares(&self) -> u32 {
        if !matches!(self.bend, Bend::None) {
            return 2 * self.steps.count() * STRIDE as u32;
        }
        let (mut squares, mut starts, mut index) = (0u32, self.steps.count(), 0);
        while index < self.leg_count {
            let leg = &self.legs[index];
            let range = if leg.range < STRIDE { leg.range } else { STRIDE } as u32;
            starts = starts.saturating_mul(leg.turns[0].count_ones() * range);
            squares = squares.saturating_add(starts.saturating_mul(1 + leg.leaves_occupied as u32));
            starts = starts.saturating_mul(leg.leaves_empty as u32 + leg.leaves_occupied as u32);
            index += 1;
        }
        squares
    }

    /// The components that the part consists of; `None` if it needs [`MovementTables`](super::MovementTables).
    const fn components(&self) -> Option<Movement> {
        let (straight, diagonal) = match (self.initial, self.form, self.range) {
            (true, ..) => return None,
            (_, Form::Leap, _) => return self.leaps(),
            (_, Form::Ride, UNLIMITED) => (Component::RookSlide, Component::BishopSlide),
            (_, Form::Ride, 2) => (Component::ShortRookSlide, Component::ShortBishopSlide),
            _ => return None,
        };
        let mut movement = Movement::NONE;
        if self.steps.includes(STRAIGHT) {
            movement = movement.with(straight);
        }
        if self.steps.includes(DIAGONAL) {
            movement = movement.with(diagonal);
        }
        if self.steps.without(STRAIGHT).without(DIAGONAL).is_empty() && !movement.same(Movement::NONE) {
            Some(movement)
        } else {
            None
        }
    }

    const fn leaps(&self) -> Option<Movement> {
        let mut movement = Movement::NONE;
        let mut rest = self.steps;
        let mut index = 0;
        while index < Leap::ALL.len() {
            let leap = Steps::of(Leap::ALL[index]);
            if rest.includes(leap) {
                movement = movement.with(Component::Leap(Leap::ALL[index]));
                rest = rest.without(leap);
            }
            index += 1;
        }
        if rest.is_empty() { Some(movement) } else { None }
    }
}

impl Movement {
    const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }
}

/// The maximum number of [`Part`]s of a movement.
pub const MAX_PARTS: usize = 16;

/// The most squares on the walks of a movement from one square, so that its tables stay small.
const MAX_SQUARES: u32 = 4096;

/// How a piece captures and how it moves without capturing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    parts: [Part; MAX_PARTS],
    count: usize,
    /// Components that capture (and give check).
    pub captures: Movement,
    /// Components that move to empty squares.
    pub quiets: Movement,
    /// Whether components say all of the movement.
    pub is_simple: bool,
    /// Whether it captures exactly where it can move without capturing.
    pub is_uniform: bool,
}

/// Why a text is no movement in Betza's notation. The number is that of the letter in the text, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BetzaError {
    /// A letter that has no meaning.
    #[error("letter {} has no meaning in Betza's notation here", .0 + 1)]
    Letter(usize),
    /// Modifiers without an atom after them.
    #[error("the modifiers at the end have no atom (one of WFDNAHCLZJGKRBQ) after them")]
    Unfinished,
    /// Too many atoms.
    #[error("more than {MAX_PARTS} atoms")]
    TooLong,
    /// Too many legs.
    #[error("the atom that is letter {} has more than {MAX_LEGS} legs", .0 + 1)]
    Legs(usize),
    /// Too many ways to walk.
    #[error("more than {MAX_SQUARES} squares on the ways of the piece: name fewer directions, or shorter ranges")]
    Squares,
    /// What the notation can say and no game here has.
    #[error("letter {} asks for {}, which cannot be played here", .0 + 1, .1)]
    NotPlayed(usize, &'static str),
    /// Modifiers that cannot be combined, or not with this atom.
    #[error("the modifiers before letter {} cannot be combined: {}", .0 + 1, .1)]
    Modifiers(usize, &'static str),
    /// Directions that the atom does not have.
    #[error("the atom that is letter {} does not go in these directions", .0 + 1)]
    Directions(usize),
}

impl Moves {
    /// Parses Betza's notation.
    ///
    /// The atoms are `W F D N A H C Z G` (also `L` for C and `J` for Z), `K` (WF) and the riders `R B Q`. An atom that is
    /// doubled (`NN`) rides, with a digit after it (`R4`) as many steps at most. Before an atom stand modifiers: `m`
    /// (moves only), `c` (captures only), `e` (captures en passant too), `i` (moves from the region of double steps only),
    /// `p` (hops over one piece), `g` (lands just behind the piece that it hops over), `n` (blocked on its way), and
    /// directions: `f b l r v s`, in pairs (`fr`, `ff`) where an atom has eight steps.
    ///
    /// `a` between modifiers makes a walk of several legs (XBetza): after the first, directions are relative to the leg
    /// before, in eighths of a turn (`fs`: one eighth to either side, which makes a diagonal step of a straight one), or
    /// to the side of the last turn (`q`) or the other one (`z`); without directions all but back. A leg passes over an
    /// empty square (`m`, the default) or an occupied one (`p`). After `y` and `g` (which also hops) the legs slide if the
    /// atom steps, and step if it slides. `q` and `z` in a single leg are for rides that bend by an eighth to one side, or
    /// a quarter to both sides in turn.
    ///
    /// # Panics
    /// If the text is no such movement. In the piece table of a compiled game it is evaluated at compile time, so that an
    /// error does not compile.
    pub const fn betza(text: &str) -> Self {
        match Self::read(text) {
            Ok(moves) => moves,
            Err(_) => panic!("a piece's movement is wrong"),
        }
    }

    /// As [`Moves::betza`], for texts from outside.
    ///
    /// # Errors
    /// If the text is no such movement.
    pub const fn read(text: &str) -> Result<Self, BetzaError> {
        let mut moves = Self {
            parts: [Part::NONE; MAX_PARTS],
            count: 0,
            captures: Movement::NONE,
            quiets: Movement::NONE,
            is_simple: true,
            is_uniform: true,
        };
        let text = text.as_bytes();
        let (mut at, mut squares) = (0, 0u32);
        while at < text.len() {
            let (part, next) = match read_part(text, at) {
                Ok(read) => read,
                Err(error) => return Err(error),
            };
            if moves.count == MAX_PARTS {
                return Err(BetzaError::TooLong);
            }
            moves.add(part);
            squares = squares.saturating_add(part.most_squares());
            if squares > MAX_SQUARES {
                return Err(BetzaError::Squares);
            }
            at = next;
        }
        Ok(moves)
    }

    const fn add(&mut self, part: Part) {
        self.parts[self.count] = part;
        self.count += 1;
        self.is_uniform &= part.captures && part.quiets;
        match part.components() {
            None => self.is_simple = false,
            Some(components) => {
                if part.quiets {
                    self.quiets = self.quiets.and(components);
                }
                if part.captures {
                    self.captures = self.captures.and(components);
                }
            }
        }
    }

    /// The parts of the movement.
    pub const fn parts(&self) -> &[Part] {
        self.parts.split_at(self.count).0
    }

    /// Whether the captures stay on squares of one colour. False if there are none.
    pub const fn is_color_bound(&self) -> bool {
        let (mut bound, mut any) = (true, false);
        let mut index = 0;
        while index < self.count {
            let part = &self.parts[index];
            if part.captures {
                any = true;
                // Of walks it is not found out.
                bound &= Steps::EVEN.includes(part.steps) && !matches!(part.form, Form::Walk);
            }
            index += 1;
        }
        bound && any
    }

    /// Whether some part is for initial moves (`i`).
    pub const fn has_initial(&self) -> bool {
        let mut index = 0;
        while index < self.count {
            if self.parts[index].initial {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether some move without capture could be taken back by another one, initial moves apart.
    pub const fn can_return(&self) -> bool {
        let (mut steps, mut index) = (Steps::NONE, 0);
        while index < self.count {
            let part = &self.parts[index];
            if part.quiets && !part.initial {
                // Of walks it is not found out.
                if matches!(part.form, Form::Walk) {
                    return true;
                }
                steps = Steps(steps.0 | part.steps.0);
            }
            index += 1;
        }
        steps.0 & steps.reversed().0 != 0
    }

    /// Whether the movement is a pawn's: one square straight ahead, captures one square diagonally ahead.
    pub const fn is_pawn(&self) -> bool {
        let quiets = Movement::NONE.with(Component::Leap(Leap::ForwardWazir));
        let captures = Movement::NONE.with(Component::Leap(Leap::ForwardFerz));
        self.is_simple && self.quiets.same(quiets) && self.captures.same(captures)
    }
}

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

/// Why a letter is no modifier.
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
const fn read_part(text: &[u8], at: usize) -> Result<(Part, usize), BetzaError> {
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

/// Why a capital letter is no atom.
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
    /// Sets the legs of a walk, of which a last one that hops makes two.
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
        Some(far) => Steps(steps.0 | named_steps(modifiers, far).0),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_bound_movements() {
        for (betza, bound) in
            [("B", true), ("C", true), ("FAD", true), ("BN", false), ("N", false), ("CN", false), ("R", false)]
        {
            assert_eq!(Moves::betza(betza).is_color_bound(), bound, "{betza}");
        }
    }

    fn steps(betza: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = Moves::read(betza).unwrap().parts().iter().flat_map(|part| part.steps.iter()).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn directions_name_steps() {
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("frF"), [(1, 1)]);
        assert_eq!(steps("bK"), [(-1, -1), (0, -1), (1, -1)]);
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("hrN"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(steps("vN"), [(-1, -2), (-1, 2), (1, -2), (1, 2)]);
        assert_eq!(steps("C").len(), 8);
    }

    #[test]
    fn parts_keep_their_letters() {
        let moves = Moves::betza("fmWfceFLbsN");
        let [step, capture, camel, knight] = moves.parts() else { panic!("{moves:?}") };
        assert_eq!((step.letter, step.directions(), step.en_passant), ('W', &[(b'f', b'f')][..], false));
        assert_eq!((capture.letter, capture.en_passant), ('F', true));
        assert_eq!((camel.letter, camel.directions(), knight.directions()), ('C', &[][..], &[(b'b', b's')][..]));
    }

    #[test]
    fn forms_and_ranges() {
        let part = |betza| Moves::read(betza).unwrap().parts()[0];
        assert_eq!((part("R").form, part("R").range), (Form::Ride, UNLIMITED));
        assert_eq!((part("NN").form, part("NN").range), (Form::Ride, UNLIMITED));
        assert_eq!((part("R4").form, part("R4").range), (Form::Ride, 4));
        assert_eq!((part("W3").form, part("W3").range), (Form::Ride, 3));
        assert_eq!((part("nN").form, part("pR").form, part("gQ").form), (Form::LameLeap, Form::Hop, Form::Hop));
        assert_eq!((part("pR").range, part("gQ").range, part("pR3").range), (UNLIMITED, 1, 3));
        assert!(part("imN").initial && !part("imN").captures);
        assert!(Moves::betza("Q2N").is_simple && !Moves::betza("R4").is_simple && Moves::betza("fmWfceF").is_pawn());
    }

    #[test]
    fn errors_say_where() {
        for (betza, error) in [
            ("E", BetzaError::Letter(0)),
            ("NX", BetzaError::NotPlayed(1, "leaps of more than three squares")),
            ("NxW", BetzaError::NotPlayed(1, "moves lent by other pieces")),
            ("isO2", BetzaError::NotPlayed(2, "castling")),
            ("KcabK", BetzaError::NotPlayed(2, "a walk that goes on after a capture")),
            ("mabK", BetzaError::NotPlayed(3, "a walk back to where it began")),
            ("mayW", BetzaError::Modifiers(3, "the last leg of a walk has none of `e`, `i`, `n` and `y`")),
            ("pqN", BetzaError::Modifiers(2, "`q` and `z` bend a single leg that does not hop")),
            ("aaaaaaaaW", BetzaError::Legs(7)),
            ("aaaaW", BetzaError::Squares),
            ("mQaQ", BetzaError::Squares),
            ("Nf", BetzaError::Unfinished),
            ("hN", BetzaError::Directions(1)),
            ("pN", BetzaError::Modifiers(1, "`p` and `g` are for R, B and Q")),
            ("npR", BetzaError::Modifiers(2, "only one of `n`, `p` and `g`")),
            ("emF", BetzaError::Modifiers(2, "`e` is for captures")),
            ("W10", BetzaError::Letter(2)),
        ] {
            assert_eq!(Moves::read(betza), Err(error), "{betza}");
        }
        assert_eq!(Moves::read(&"WF".repeat(9)), Err(BetzaError::TooLong));
    }
}
