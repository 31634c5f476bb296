//! What a client may set, whatever its protocol.

use std::time::Duration;

use crate::session::Session;

/// The client's settings. The table of options fills them; [`defaults`](super::options::defaults) gives its defaults.
#[derive(Clone, Default, Debug)]
pub(super) struct Settings {
    /// The size of the transposition table, in mebibytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Time kept back for the way between engine and client.
    pub overhead: Duration,
    /// The number of lines shown in analysis.
    pub lines: usize,
    /// Whether the user takes a second turn after each move that allows one.
    pub move_again: bool,
    /// Settings changed since they were last applied.
    pub dirty: bool,
}

impl Settings {
    /// There is a new session, to which no settings have been applied.
    pub fn expect_session(&mut self) {
        self.dirty = true;
    }

    /// Applies changed settings to the idle session. Allocating a large table takes its time: call this only at moments
    /// when the client waits anyway, not after each of its commands.
    pub fn apply(&mut self, session: &mut dyn Session) {
        if std::mem::take(&mut self.dirty) {
            session.configure(self.hash, self.threads);
        }
    }
}
