//! What a client may set, whatever its protocol.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::Session;

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
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash: 64, threads: 1, overhead: Duration::from_millis(30), lines: 1 }
    }
}

impl Settings {
    /// Passes on what concerns a session.
    pub fn apply(&self, session: &mut dyn Session) {
        session.configure(self.hash, self.threads);
    }
}

/// Reads a whole number of a range.
pub(super) fn in_range<N: std::str::FromStr + PartialOrd>(text: &str, range: &RangeInclusive<N>) -> Option<N> {
    text.trim().parse().ok().filter(|number| range.contains(number))
}
