//! An annotation that is under way for a client.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::request::Id;
use crate::protocol::link::Job;
use crate::records::PgnGame;

/// The annotation of a game that is under way.
pub(super) struct Annotation {
    pub id: Id,
    pub job: Job,
    pub deadline: Instant,
    /// What has come of it, when it has ended.
    pub result: Arc<Mutex<Option<PgnGame>>>,
}

impl Annotation {
    /// When it is stopped.
    pub fn deadline(&self) -> Instant {
        self.deadline
    }
}
