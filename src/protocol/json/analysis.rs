//! A search that is under way for a client.

use std::collections::BTreeMap;
use std::time::Duration;

use super::request::Id;
use crate::protocol::link::Search;
use crate::search::Report;
use crate::system::Instant;

/// The time between two reports of the same line.
pub(super) const PERIOD: Duration = Duration::from_millis(100);

/// A running search.
pub(super) struct Analysis {
    pub id: Id,
    pub search: Search,
    /// When it is stopped.
    pub deadline: Instant,
    /// Why it has been stopped; `None` if it has not.
    pub stopped: Option<&'static str>,
    /// When its progress is told next.
    pub next_progress: Instant,
    pub lines: BTreeMap<u32, ReportedLine>,
}

/// A line that is reported, by its rank.
#[derive(Default)]
pub(super) struct ReportedLine {
    /// When it was last sent.
    pub sent: Option<Instant>,
    /// A newer report that waits for its time.
    pub held: Option<Report>,
}

impl ReportedLine {
    /// When the report that waits may be sent; the first one may be at once.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        self.held.as_ref().map(|_| self.sent.map_or(now, |sent| sent + PERIOD))
    }
}

impl Analysis {
    /// Whether it ends by itself.
    pub fn is_limited(&self) -> bool {
        self.search.running.ends_by_itself()
    }

    /// When something is to be done, if no event comes before.
    pub fn next_deadline(&self) -> Option<Instant> {
        let now = Instant::now();
        let due = self.lines.values().filter_map(|line| line.due(now));
        due.chain([self.deadline, self.next_progress]).min()
    }

    pub fn stop(&mut self, why: &'static str) {
        self.stopped.get_or_insert(why);
        self.search.running.stop();
    }
}
