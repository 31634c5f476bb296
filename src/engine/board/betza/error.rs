//! What can be wrong with a movement.

use thiserror::Error;

use super::legs::MAX_LEGS;

/// The maximum number of [`Part`]s of a movement.
pub const MAX_PARTS: usize = 16;

/// The most squares on the walks of a movement from one square, so that its tables stay small.
pub const MAX_SQUARES: u32 = 4096;

/// Why a text is not a movement in Betza's notation. The number is that of the letter in the text, from 0.
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
