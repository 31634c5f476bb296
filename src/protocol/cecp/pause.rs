//! `pause` and `resume`: the search and the engine's clock stand still in between.

use std::io;

use super::Cecp;

impl Cecp<'_> {
    /// `pause`: suspends thinking, pondering or analysis.
    pub(super) fn pause(&mut self) -> io::Result<()> {
        self.paused = true;
        if let Some(activity) = &self.activity {
            activity.pause();
        }
        Ok(())
    }

    /// `resume`: continues where it was. What the search told in the meantime is handled by [`Cecp::release_held`].
    pub(super) fn resume(&mut self) -> io::Result<()> {
        self.paused = false;
        if let Some(activity) = &self.activity {
            activity.resume();
        }
        Ok(())
    }
}
