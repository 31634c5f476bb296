//! How many connections may have an engine with memory at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::tablebase::forget_tables;

/// A number of slots, shared by all connections.
#[derive(Clone, Debug)]
pub struct Slots {
    free: Arc<AtomicUsize>,
    /// How many there are in all.
    pub(super) total: usize,
}

impl Slots {
    /// This many slots.
    pub fn new(total: usize) -> Self {
        Self { free: Arc::new(AtomicUsize::new(total)), total }
    }

    /// Takes a slot; `None` if there is none left.
    pub(super) fn take(&self) -> Option<Slot> {
        self.free.fetch_update(Relaxed, Relaxed, |free| free.checked_sub(1)).ok()?;
        Some(Slot { free: Arc::clone(&self.free), total: self.total })
    }
}

/// A slot that has been taken. Dropping it gives it back.
#[derive(Debug)]
pub(super) struct Slot {
    free: Arc<AtomicUsize>,
    total: usize,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let free = self.free.fetch_add(1, Relaxed) + 1;
        // Endgame tables are shared, and of no use when nobody searches.
        if free == self.total {
            forget_tables();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_slot_can_be_taken_again() {
        let slots = Slots::new(2);
        let (first, second) = (slots.take(), slots.take());
        assert!(first.is_some() && second.is_some() && slots.take().is_none());
        drop(first);
        assert!(slots.clone().take().is_some());
    }
}
