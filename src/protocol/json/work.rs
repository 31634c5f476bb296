//! Work that answers at its end, a search or an errand: one at a time, within the bounds.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::errand::{Errand, Events, Outcome};
use super::error::JsonError;
use super::request::{Id, fields};
use super::{IDLE, Json};
use crate::protocol::link::Output;
use crate::system::Instant;

impl Json<'_> {
    /// Whether a search or an errand is under way.
    pub(super) fn is_working(&self) -> bool {
        self.analysis.is_some() || self.errand.is_some()
    }

    /// Whether what is under way ends by itself.
    pub(super) fn is_limited(&self) -> bool {
        self.errand.is_some() || self.analysis.as_ref().is_some_and(|analysis| analysis.is_limited())
    }

    /// When something is to be done, if no message comes before.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        match (&self.analysis, &self.errand) {
            (Some(analysis), _) => analysis.next_deadline(),
            (_, Some(errand)) => Some(errand.deadline),
            _ => self.slot.as_ref().map(|_| self.idle_since + IDLE),
        }
    }

    /// Does what is due: tells how a search goes, ends work that has lasted too long, gives back memory that has not
    /// been used.
    pub(super) fn keep_time(&mut self) -> io::Result<()> {
        self.keep_search_time()?;
        if self.errand.as_ref().is_some_and(|errand| Instant::now() >= errand.deadline) {
            self.finish_errand("limit")?;
        }
        if !self.is_working() && self.idle_since.elapsed() >= IDLE {
            self.session = None;
            self.slot = None;
        }
        Ok(())
    }

    /// Ends the work, if there is any, and answers its request.
    pub(super) fn finish_work(&mut self, why: &'static str) -> io::Result<()> {
        self.finish_search(why)?;
        self.finish_errand(why)
    }

    /// Takes a slot for the memory of an engine, unless the connection has one.
    ///
    /// # Errors
    /// When there is none left.
    pub(super) fn take_slot(&mut self) -> Result<(), JsonError> {
        if self.slot.is_none() {
            self.slot = self.bounds.slots.take(&self.settings.catalogue.tablebases);
        }
        if self.slot.is_some() { Ok(()) } else { Err(JsonError::Busy(self.bounds.slots.total)) }
    }

    /// Starts work that lasts at most so long. There must be no other.
    ///
    /// # Errors
    /// When there is no thread for it.
    pub(super) fn start_errand(
        &mut self,
        id: &Id,
        longest: Duration,
        work: impl FnOnce(&AtomicBool, &mut Events) -> Outcome + Send + 'static,
    ) -> Result<(), JsonError> {
        let outcome = Arc::new(Mutex::new(None));
        let (slot, named) = (Arc::clone(&outcome), id.clone());
        let run = move |stop: &AtomicBool, output: &mut Output| {
            let result = work(stop, &mut Events::new(named, output));
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        };
        let job = self.link.start(run).map_err(|error| JsonError::Broken(error.to_string()))?;
        self.errand = Some(Errand { id: id.clone(), job, deadline: Instant::now() + longest, stopped: None, outcome });
        Ok(())
    }

    /// A line of a job, which may be an earlier one.
    pub(super) fn job_output(&mut self, id: u64, line: &str) -> io::Result<()> {
        match &self.errand {
            Some(errand) if errand.job.id == id => self.link.send_line(line),
            _ => Ok(()),
        }
    }

    /// The end of a job, which may be an earlier one.
    pub(super) fn job_ended(&mut self, id: u64) -> io::Result<()> {
        match &self.errand {
            Some(errand) if errand.job.id == id => self.finish_errand(errand.stopped.unwrap_or("limit")),
            _ => Ok(()),
        }
    }

    /// Stops the errand, if there is one, and answers its request with what has been done.
    pub(super) fn finish_errand(&mut self, why: &'static str) -> io::Result<()> {
        let Some(Errand { id, job, outcome, .. }) = self.errand.take() else { return Ok(()) };
        drop(job);
        self.idle_since = Instant::now();
        match outcome.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(Ok(answer)) => {
                let mut answer = fields(answer);
                answer.insert("ended".to_owned(), why.into());
                self.answer(&id, answer.into())
            }
            Some(Err(error)) => self.refuse(&id, &error),
            None => self.refuse(&id, &JsonError::Broken("the log of the server says why".to_owned())),
        }
    }
}
