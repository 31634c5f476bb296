//! Which nodes the threads of a search are in. Threads that come to the same node at the same time would do the same work:
//! the later one reduces its late moves more, so that it is soon done with what the other one searches in full.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots for nodes; those that do not fit are not noted.
const SLOTS: usize = 1024;

/// The nodes in which threads are, by key and without locks: an error changes no more than a reduction.
pub struct Visits {
    /// Keys, 0 where no node is noted; none if there is only one thread.
    slots: Vec<AtomicU64>,
}

/// How a thread finds a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Nobody was known to be there; now this thread is, until [`Visits::leave`].
    First,
    /// Another thread is there.
    Second,
    /// Nothing is known.
    Unknown,
}

impl Visits {
    /// No visits, of so many threads.
    pub fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether there is more than one thread.
    #[inline(always)]
    pub fn are_noted(&self) -> bool {
        !self.slots.is_empty()
    }

    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        self.slots.get(key as usize % SLOTS)
    }

    /// Comes to the node with this key.
    pub fn enter(&self, key: u64) -> Visit {
        let Some(slot) = self.slot(key) else { return Visit::Unknown };
        match slot.load(Relaxed) {
            0 => {
                slot.store(key, Relaxed);
                Visit::First
            }
            there if there == key => Visit::Second,
            _ => Visit::Unknown,
        }
    }

    /// Leaves the node with this key, to which the thread came [`Visit::First`].
    pub fn leave(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_thread_in_a_node_is_told() {
        let visits = Visits::new(2);
        let (key, other) = (5 + SLOTS as u64, 5 + 2 * SLOTS as u64);
        assert!(visits.are_noted());
        assert_eq!([key, key, other].map(|key| visits.enter(key)), [Visit::First, Visit::Second, Visit::Unknown]);
        visits.leave(key);
        assert_eq!([other, key].map(|key| visits.enter(key)), [Visit::First, Visit::Unknown]);
    }

    #[test]
    fn a_single_thread_notes_nothing() {
        let visits = Visits::new(1);
        assert!(!visits.are_noted());
        assert_eq!([7, 7].map(|key| visits.enter(key)), [Visit::Unknown; 2]);
        visits.leave(7);
    }
}
