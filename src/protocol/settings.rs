//! What a client may set, whatever its protocol.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::Session;
use crate::search::DEFAULT_HASH;

/// Sizes of the transposition table, in mebibytes.
pub(super) const HASH: RangeInclusive<usize> = 1..=65_536;
/// Numbers of search threads.
pub(super) const THREADS: RangeInclusive<usize> = 1..=256;
/// Milliseconds kept back for the way between engine and client.
pub(super) const OVERHEAD: RangeInclusive<u64> = 0..=10_000;
/// Numbers of lines shown in analysis.
pub(super) const LINES: RangeInclusive<usize> = 1..=64;

/// The client's settings.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The size of the transposition table, in mebibytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Time kept back for the way between engine and client.
    pub overhead: Duration,
    /// The number of lines shown in analysis.
    pub lines: usize,
    /// Whether the session in use has not heard of them.
    news: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash: DEFAULT_HASH, threads: 1, overhead: Duration::from_millis(30), lines: 1, news: true }
    }
}

impl Settings {
    /// Sets the size of the transposition table; for [`Settings::apply`].
    pub fn set_hash(&mut self, mebibytes: usize) {
        self.hash = mebibytes;
        self.news = true;
    }

    /// Sets the number of threads; for [`Settings::apply`].
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.news = true;
    }

    /// There is a new session, which has not heard of anything.
    pub fn expect_session(&mut self) {
        self.news = true;
    }

    /// Passes on to the idle session what it has not heard of. A large table takes its time: this is for moments when
    /// the client waits anyway, and not for each of its words.
    pub fn apply(&mut self, session: &mut dyn Session) {
        if std::mem::take(&mut self.news) {
            session.configure(self.hash, self.threads);
        }
    }
}

/// Reads a whole number of a range.
pub(super) fn in_range<N: std::str::FromStr + PartialOrd>(text: &str, range: &RangeInclusive<N>) -> Option<N> {
    text.trim().parse().ok().filter(|number| range.contains(number))
}
