//! A running search, and what it is for.

use crate::protocol::link::Search;
use crate::session::Event;
use crate::types::Move;

/// The purpose of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The engine's move in the game.
    Move,
    /// The engine's move after this expected reply.
    Ponder(Move),
    /// Analysis mode.
    Analysis,
    /// A hint for the opponent.
    Hint,
}

/// A running search and its purpose.
pub(super) struct Activity {
    pub search: Search,
    pub purpose: Purpose,
    /// The best line so far.
    pub pv: Vec<Move>,
    /// What came during a pause: the search's threads do not stop at once.
    pub held: Vec<Event>,
}

impl Activity {
    /// Suspends the search.
    pub fn pause(&self) {
        self.search.running.pause();
    }

    /// Continues the search.
    pub fn resume(&self) {
        self.search.running.resume();
    }
}
