//! The squares from which castlings begin.

use super::definition::{Castling, MAX_CASTLINGS};
use crate::types::Square;

/// The squares from which the kings and rooks of a position castle; of castlings to which there is no right, those of the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Homes {
    /// By side, the king's square.
    pub(super) kings: [Square; 2],
    /// By the number of the castling, the rook's square.
    pub(super) rooks: [Square; MAX_CASTLINGS],
}

impl Homes {
    /// The squares of a game.
    pub(super) const fn of_game(castlings: &[Option<Castling>; MAX_CASTLINGS]) -> Self {
        let mut homes = Self { kings: [Square::new(0, 0); 2], rooks: [Square::new(0, 0); MAX_CASTLINGS] };
        let mut number = 0;
        while number < MAX_CASTLINGS {
            if let Some(castling) = &castlings[number] {
                homes.kings[number / 2] = castling.king_from;
                homes.rooks[number] = castling.rook_from;
            }
            number += 1;
        }
        homes
    }

    /// The rook's square in the castling with this number.
    #[inline(always)]
    pub fn rook(&self, number: usize) -> Square {
        self.rooks[number]
    }

    /// The rights that end with a move between two squares.
    #[inline(always)]
    pub(super) fn rights_of(&self, from: Square, to: Square) -> u8 {
        let touches = |square: Square| square == from || square == to;
        let mut rights = 0;
        for number in 0..MAX_CASTLINGS {
            rights |= u8::from(touches(self.rooks[number]) || touches(self.kings[number / 2])) << number;
        }
        rights
    }

    /// Whether two positions with these rights castle from the same squares.
    pub(super) fn agree(&self, other: &Self, rights: u8) -> bool {
        held(rights).all(|number| {
            self.rooks[number] == other.rooks[number] && self.kings[number / 2] == other.kings[number / 2]
        })
    }

    /// The same with colours exchanged and the board mirrored.
    pub(super) fn flipped(&self, ranks: u8) -> Self {
        let flipped = |square: Square| square.flipped(ranks);
        let Self { kings: [white, black], rooks: [a, b, c, d] } = *self;
        Self { kings: [black, white].map(flipped), rooks: [c, d, a, b].map(flipped) }
    }
}

/// The numbers of the castlings to which there are rights.
pub(super) fn held(rights: u8) -> impl Iterator<Item = usize> {
    (0..MAX_CASTLINGS).filter(move |&number| rights >> number & 1 != 0)
}
