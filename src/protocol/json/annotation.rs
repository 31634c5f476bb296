//! An annotation that is under way for a client.

use std::sync::{Arc, Mutex};

use super::request::Id;
use crate::protocol::link::Job;
use crate::records::PgnGame;
use crate::system::Instant;

/// The annotation of a game that is under way.
pub(super) struct Annotation {
    pub id: Id,
    pub job: Job,
    pub deadline: Instant,
    /// Why it has been stopped; `None` if it has not.
    pub stopped: Option<&'static str>,
    /// What has come of it, when it has ended.
    pub result: Arc<Mutex<Option<PgnGame>>>,
}

impl Annotation {
    /// Has it end after the position that it searches.
    pub fn stop(&mut self, why: &'static str) {
        self.stopped.get_or_insert(why);
        self.job.stop();
    }

    /// When it is stopped.
    pub fn deadline(&self) -> Instant {
        self.deadline
    }
}
