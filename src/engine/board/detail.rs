//! What a position has beyond pieces, for display.

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
}

impl Detail {
    /// The square of the piece to which another does something.
    pub fn affected(self) -> Option<Square> {
        match self {
            Self::Link { to, .. } => Some(to),
            Self::Token { .. } | Self::Right { .. } => None,
        }
    }
}
