//! Work on a thread of its own for a client, which answers at its end: an annotation, a trial or a lesson.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::error::JsonError;
use super::request::{Id, fields};
use crate::protocol::link::{Job, Output};
use crate::system::Instant;

/// The answer of an errand without how it ended.
pub(super) type Outcome = Result<Value, JsonError>;

/// Work that is under way.
pub(super) struct Errand {
    pub id: Id,
    pub job: Job,
    /// When it is stopped.
    pub deadline: Instant,
    /// Why it has been stopped; `None` if it has not.
    pub stopped: Option<&'static str>,
    /// What has come of it, when it has ended.
    pub outcome: Arc<Mutex<Option<Outcome>>>,
}

impl Errand {
    /// Has it end soon.
    pub fn stop(&mut self, why: &'static str) {
        self.stopped.get_or_insert(why);
        self.job.stop();
    }
}

/// Sends the events of an errand.
pub(super) struct Events<'o> {
    id: Id,
    output: &'o mut Output,
}

impl<'o> Events<'o> {
    /// The events of the request with this ID.
    pub fn new(id: Id, output: &'o mut Output) -> Self {
        Self { id, output }
    }

    /// Sends an event of this name with these fields.
    pub fn send(&mut self, name: &str, event: Value) {
        let mut message = fields(json!({"id": self.id, "event": name}));
        message.extend(fields(event));
        self.output.line(Value::from(message).to_string());
    }
}
