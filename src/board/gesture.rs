//! How a person makes a move on a board of squares.

use arrayvec::ArrayVec;

use crate::types::{Kind, Square};

/// How a move is made by hand. Marks, choices and the clicks of every client follow from it.
///
/// A move of XBoard's is one leg (`e2e4`) or two (`e2e4,e4e2`: the piece takes what stands on the square between).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gesture {
    /// The squares to click: where the piece stands, one on the way for turns that go on, and the last. A turn in place
    /// ends where it began.
    pub path: ArrayVec<Square, 3>,
    /// The square between the two legs by which the move is written; `None` for a move of one leg.
    pub via: Option<Square>,
    /// What stands at the end of the path afterwards, or what else the move lets its player choose: where several moves
    /// share a path, its letter tells them apart.
    pub choice: Kind,
}

impl Gesture {
    /// A piece of kind `choice` arrives on `to` by one leg.
    pub fn direct(from: Square, to: Square, choice: Kind) -> Self {
        Self { path: [from, to].into_iter().collect(), via: None, choice }
    }

    /// The same, written in two legs by way of `via`.
    pub fn with_via(self, via: Square) -> Self {
        Self { via: Some(via), ..self }
    }

    /// A turn in place: the piece goes to `way` and comes back.
    pub fn in_place(home: Square, way: Square, choice: Kind) -> Self {
        Self { path: [home, way, home].into_iter().collect(), via: Some(way), choice }
    }

    /// Where the piece stands.
    pub fn from(&self) -> Square {
        self.path[0]
    }

    /// Where the path ends.
    pub fn to(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// The square on the way, if the path has one.
    pub fn waypoint(&self) -> Option<Square> {
        (self.path.len() == 3).then(|| self.path[1])
    }
}
