//! Parts of movements: what one atom of the notation says.

use super::component::{Component, Movement};
use super::legs::{Bend, Leg, MAX_LEGS, UNLIMITED};
use super::steps::{DIAGONAL, STRAIGHT, Steps};
use crate::geometry::Leap;
use crate::types::STRIDE;

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

/// A part of a movement: what one atom of Betza's notation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The atom's letter; C and Z for those with two letters.
    pub letter: char,
    pub(super) directions: [(u8, u8); MAX_DIRECTIONS],
    pub(super) direction_count: usize,
    /// The steps, of walks those of the first leg.
    pub steps: Steps,
    /// What they do.
    pub form: Form,
    /// The longest ride or hop, in steps, or [`UNLIMITED`].
    pub range: u8,
    pub(super) legs: [Leg; MAX_LEGS],
    pub(super) leg_count: usize,
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
pub(super) const MAX_DIRECTIONS: usize = 8;

impl Part {
    pub(super) const NONE: Self = Self {
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
    pub(super) const fn most_squares(&self) -> u32 {
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
    pub(super) const fn components(&self) -> Option<Movement> {
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

    pub(super) const fn leaps(&self) -> Option<Movement> {
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
