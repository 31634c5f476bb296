//! How many connections may have an engine with memory at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::tablebase::Tablebases;

/// A number of slots, shared by all connections.
#[derive(Clone, Debug)]
pub struct SearchSlots {
    free: Arc<AtomicUsize>,
    /// How many there are in all.
    pub(super) total: usize,
}

impl SearchSlots {
    /// This many slots.
    pub fn new(total: usize) -> Self {
        Self { free: Arc::new(AtomicUsize::new(total)), total }
    }

    /// Takes a slot; `None` if there is none left.
    pub(super) fn take(&self, tablebases: &Tablebases) -> Option<SearchSlot> {
        self.free.fetch_update(Relaxed, Relaxed, |free| free.checked_sub(1)).ok()?;
        Some(SearchSlot { free: Arc::clone(&self.free), total: self.total, tablebases: tablebases.clone() })
    }
}

/// A slot that has been taken. Dropping it gives it back.
pub(super) struct SearchSlot {
    free: Arc<AtomicUsize>,
    total: usize,
    /// The endgame tables, which all connections share.
    tablebases: Tablebases,
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        let free = self.free.fetch_add(1, Relaxed) + 1;
        // They are of no use when nobody searches.
        if free == self.total {
            self.tablebases.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_slot_can_be_taken_again() {
        let slots = SearchSlots::new(2);
        let take = || slots.take(&Tablebases::default());
        let (first, second) = (take(), take());
        assert!(first.is_some() && second.is_some() && take().is_none());
        drop(first);
        assert!(slots.clone().take(&Tablebases::default()).is_some());
    }
}
