//! What the client's board and its list of moves show.

use crate::board::View;
use crate::types::Square;
use crate::xboard::plies::Record;

/// Who plays the other side, which decides how turns are said that XBoard cannot show in one entry of its list of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Opponent {
    /// A person in XBoard. The engine makes all entries of a turn, its own and the person's.
    #[default]
    Person,
    /// A program that is not in XBoard. Moves are in coordinate notation.
    Program,
    /// Another engine in XBoard, which makes the entries of its side.
    Engine,
}

/// The state of the client's board.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// The turns of the game as XBoard's list of moves has them.
    pub record: Record,
    /// Who plays the other side.
    pub opponent: Opponent,
    /// Whether the other engine has announced that its next turn is the first half of a double turn.
    pub announced: bool,
    /// The square from which the user has picked up a piece.
    pub lifted: Option<Square>,
    /// The waypoint from which the user continues with that piece.
    pub waypoint: Option<Square>,
}

impl Screen {
    /// The state at the beginning of a game.
    pub fn new(view: &dyn View) -> Self {
        Self { record: Record::new(view), ..Self::default() }
    }

    /// Whether moves are in coordinate notation, even if XBoard cannot show them.
    pub fn is_plain(&self) -> bool {
        self.opponent == Opponent::Program
    }

    /// The client has gone to another position: forgets which piece the user has picked up.
    pub fn put_down(&mut self) {
        self.lifted = None;
        self.waypoint = None;
    }
}
