//! Work that answers at its end, a search or an annotation: one at a time, within the bounds.

use std::io;

use super::error::JsonError;
use super::{IDLE, Json};
use crate::system::Instant;

impl Json<'_> {
    /// Whether a search or an annotation is under way.
    pub(super) fn is_working(&self) -> bool {
        self.analysis.is_some() || self.annotation.is_some()
    }

    /// Whether what is under way ends by itself.
    pub(super) fn is_limited(&self) -> bool {
        self.annotation.is_some() || self.analysis.as_ref().is_some_and(|analysis| analysis.is_limited())
    }

    /// When something is to be done, if no message comes before.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        match (&self.analysis, &self.annotation) {
            (Some(analysis), _) => analysis.next_deadline(),
            (_, Some(annotation)) => Some(annotation.deadline()),
            _ => self.slot.as_ref().map(|_| self.idle_since + IDLE),
        }
    }

    /// Does what is due: tells how a search goes, ends work that has lasted too long, gives back memory that has not
    /// been used.
    pub(super) fn keep_time(&mut self) -> io::Result<()> {
        self.keep_search_time()?;
        if self.annotation.as_ref().is_some_and(|annotation| Instant::now() >= annotation.deadline()) {
            self.finish_annotation("limit")?;
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
        self.finish_annotation(why)
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
}
