//! What a position has beyond pieces, for display.

use super::StateText;
use crate::types::{Color, Square};

/// Something that a plain diagram of the pieces does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A side holds something.
    Token {
        /// What it holds, e.g. `Cube`.
        name: &'static str,
        /// The side.
        holder: Color,
    },
    /// One piece does something to another.
    Link {
        /// What it does, e.g. `freezes`.
        name: &'static str,
        /// The square of the piece that does it.
        from: Square,
        /// The square of the piece to which it is done.
        to: Square,
    },
    /// A piece may still do something.
    Right {
        /// What it may do, e.g. `opening move`.
        name: &'static str,
        /// The square of the piece.
        square: Square,
    },
    /// A side wins by giving more checks.
    Checks {
        /// The side.
        color: Color,
        /// How many it must still give.
        left: u8,
    },
}

/// How a FEN states a detail, see [`StateText`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// The text in square brackets after the board. It states one of several details that exclude each other.
    Bracket(&'static str),
    /// A letter of the castling field.
    Letter(char),
    /// An entry of the seventh field, in which commas stand between entries.
    Entry(String),
}

impl Statement {
    /// Whether a state is stated to have this.
    pub fn is_in(&self, state: &StateText) -> bool {
        match self {
            Self::Bracket(text) => state.bracket == *text,
            Self::Letter(letter) => state.rights.contains(*letter),
            Self::Entry(entry) => state.field.split(',').any(|stated| stated == entry),
        }
    }

    /// Adds this to a state.
    pub fn add_to(&self, state: &mut StateText) {
        match self {
            Self::Bracket(text) => (*text).clone_into(&mut state.bracket),
            Self::Letter(letter) => state.rights.push(*letter),
            Self::Entry(entry) if ["", "-"].contains(&state.field.as_str()) => state.field.clone_from(entry),
            Self::Entry(entry) => {
                state.field.push(',');
                state.field.push_str(entry);
            }
        }
    }
}

impl Detail {
    /// The square of the piece to which another does something.
    pub fn affected(self) -> Option<Square> {
        match self {
            Self::Link { to, .. } => Some(to),
            Self::Token { .. } | Self::Right { .. } | Self::Checks { .. } => None,
        }
    }
}
