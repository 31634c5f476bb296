//! The client's settings, common to both protocols.

use std::time::Duration;

use crate::session::Session;

/// The values that the options set; [`defaults`](super::options::defaults) returns the default of each.
#[derive(Clone, Default, Debug)]
pub(super) struct Settings {
    /// The size of the transposition table, in mebibytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Time kept back from each time limit for communication with the client.
    pub overhead: Duration,
    /// The number of best lines to report (MultiPV).
    pub lines: usize,
    /// Whether UCI adds the chances of a win, a draw and a loss to each score.
    pub show_chances: bool,
    /// Whether the user takes a second turn after each move that permits one.
    pub move_again: bool,
    /// Settings changed since they were last applied.
    pub dirty: bool,
}

impl Settings {
    /// Requests that the settings be applied again, for instance to a new session.
    pub fn mark_dirty(&mut self) {
        self.dirty = true;
    }

    /// Applies changed settings to an idle session. Allocating a large table is slow, so call this only when the client
    /// expects a delay, not after each command.
    pub fn apply(&mut self, session: &mut dyn Session) {
        if std::mem::take(&mut self.dirty) {
            session.configure(self.hash, self.threads);
        }
    }
}
