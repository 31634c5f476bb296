//! What a search may spend, and the switches that control it while it runs.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left until the next time control.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// What a search may spend. The first limit reached ends the search; without limits only [`Control::stop`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Use exactly this time.
    pub move_time: Option<Duration>,
    /// Use a share of the time on this clock.
    pub clock: Option<Clock>,
    /// Time kept back from every time limit for communication.
    pub overhead: Duration,
    /// Stop at a mate in at most this many moves of the side to move.
    pub mate: Option<u32>,
}

impl Limits {
    /// Whether the search ends without being stopped. A search for a mate may never find one.
    pub fn end_by_themselves(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.clock.is_some()
    }
}

/// The progress of a running search.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Time since the search began.
    pub elapsed: Duration,
    /// Nodes so far.
    pub nodes: u64,
    /// The iteration being searched, in plies.
    pub depth: u32,
    /// The number of the root move being searched, from 1.
    pub move_number: u32,
    /// The number of root moves.
    pub move_count: u32,
    /// The root move being searched, as bits of a [`crate::types::Move`].
    pub current: u32,
}

/// The switches of one search, shared by its threads and the thread that started it.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the own clock began to run: at the start, or at the ponder hit.
    clock_start: Mutex<Instant>,
    /// Wakes the threads that wait in [`Control::hold`].
    switched: Condvar,
    started: Instant,
    pub(super) nodes: AtomicU64,
    pub(super) depth: AtomicU32,
    pub(super) move_number: AtomicU32,
    pub(super) move_count: AtomicU32,
    pub(super) current: AtomicU32,
}

impl Control {
    /// Switches for a search that starts now. While it is `pondering`, time limits do not count.
    pub fn new(pondering: bool) -> Self {
        let now = Instant::now();
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            clock_start: Mutex::new(now),
            switched: Condvar::new(),
            started: now,
            nodes: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            move_number: AtomicU32::new(0),
            move_count: AtomicU32::new(0),
            current: AtomicU32::new(0),
        }
    }

    fn lock_clock(&self) -> MutexGuard<'_, Instant> {
        // A panic elsewhere cannot leave an instant half written.
        self.clock_start.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let _clock = self.lock_clock();
        self.stop.store(true, Relaxed);
        self.switched.notify_all();
    }

    /// Whether the search has been told to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent played the expected move: from now on, time limits count.
    pub fn ponder_hit(&self) {
        *self.lock_clock() = Instant::now();
        self.pondering.store(false, Relaxed);
        self.switched.notify_all();
    }

    /// Waits until the search may report its result: until it is stopped or, unless it is `endless`, no longer ponders.
    pub fn hold(&self, endless: bool) {
        let mut clock = self.lock_clock();
        while !self.stopped() && (endless || self.pondering()) {
            clock = self.switched.wait(clock).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the search runs on the opponent's time.
    #[inline(always)]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time used on the own clock.
    pub fn clock_elapsed(&self) -> Duration {
        self.lock_clock().elapsed()
    }

    /// The progress of the search.
    pub fn progress(&self) -> Progress {
        Progress {
            elapsed: self.elapsed(),
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            move_number: self.move_number.load(Relaxed),
            move_count: self.move_count.load(Relaxed),
            current: self.current.load(Relaxed),
        }
    }
}
