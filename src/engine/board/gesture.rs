//! How a person makes a move on a board of squares.

use arrayvec::ArrayVec;

use crate::types::{Kind, Square};

/// How a move is made by hand. All that clients show follows from it: highlighted squares, choices of a piece, clicks.
///
/// XBoard writes a move in one leg (`e2e4`) or in two (`e2e4,e4e2`); with two, the piece captures what stands on the
/// square between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gesture {
    /// The squares to click: the start, perhaps a waypoint, and the end. The path of a move in place ends where it
    /// starts. Of a drop it is the target alone.
    pub path: ArrayVec<Square, 3>,
    /// The kind in hand that is dropped, to be picked up before the path; `None` for moves on the board.
    pub from_hand: Option<Kind>,
    /// The square between the two legs in which the move is written; `None` for a move of one leg.
    pub via: Option<Square>,
    /// The piece at the end of the path after the move, or the piece that the player otherwise chooses. If several
    /// moves share a path, the letter of this kind tells them apart.
    pub choice: Kind,
}

impl Gesture {
    /// A move in one leg, after which a piece of kind `choice` stands on `to`.
    pub fn direct(from: Square, to: Square, choice: Kind) -> Self {
        Self { path: [from, to].into_iter().collect(), from_hand: None, via: None, choice }
    }

    /// The same gesture, written in two legs with `via` between them.
    pub fn with_via(self, via: Square) -> Self {
        Self { via: Some(via), ..self }
    }

    /// A move in place: the piece goes to `waypoint` and comes back.
    pub fn in_place(home: Square, waypoint: Square, choice: Kind) -> Self {
        Self { path: [home, waypoint, home].into_iter().collect(), from_hand: None, via: Some(waypoint), choice }
    }

    /// The drop of a kind in hand on a square, where it stands as `choice`.
    pub fn drop(in_hand: Kind, to: Square, choice: Kind) -> Self {
        Self { path: [to].into_iter().collect(), from_hand: Some(in_hand), via: None, choice }
    }

    /// The square from which the piece starts; of a drop, its target.
    pub fn from(&self) -> Square {
        self.path[0]
    }

    /// The square at the end of the path.
    pub fn to(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// The square between start and end, if the path has one.
    pub fn waypoint(&self) -> Option<Square> {
        (self.path.len() == 3).then(|| self.path[1])
    }
}
