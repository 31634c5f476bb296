//! What a search may spend, and the switches by which it is told to stop.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left for this session of the game.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Moves until the next session begins; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// What a search may spend. Every limit that is given holds; without any, only [`Control::stop`] ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Exactly this time for the move.
    pub move_time: Option<Duration>,
    /// A share of this clock.
    pub clock: Option<Clock>,
    /// Time to keep back from every time limit, for the way between engine and manager.
    pub overhead: Duration,
    /// Stop when a mate in so many moves (of the side to move) is found.
    pub mate: Option<u32>,
}

/// How far a running search has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Time since it began.
    pub elapsed: Duration,
    /// Nodes so far.
    pub nodes: u64,
    /// The iteration under way, in plies.
    pub depth: u32,
    /// The number of the root move being searched, from 1.
    pub move_number: u32,
    /// The number of root moves.
    pub move_count: u32,
    /// The root move being searched, as bits of a [`crate::types::Move`].
    pub current: u32,
}

/// The switches of one search, shared between the threads that search and the one that commands.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the clock began to run for this search: at its start, or when pondering became thinking.
    clock_start: Mutex<Instant>,
    /// Tells those that wait in [`Control::hold`] that a switch was used.
    switched: Condvar,
    started: Instant,
    pub(super) nodes: AtomicU64,
    pub(super) depth: AtomicU32,
    pub(super) move_number: AtomicU32,
    pub(super) move_count: AtomicU32,
    pub(super) current: AtomicU32,
}

impl Control {
    /// Switches for a search that starts now; while `pondering`, time limits do not count.
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
        // An instant is never half written, so a panic elsewhere does no harm to it.
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

    /// The opponent played the expected move: from now on time counts.
    pub fn ponder_hit(&self) {
        *self.lock_clock() = Instant::now();
        self.pondering.store(false, Relaxed);
        self.switched.notify_all();
    }

    /// Waits until the search may end by itself: until it is stopped or, unless it is `endless`, no longer pondering.
    pub fn hold(&self, endless: bool) {
        let mut clock = self.lock_clock();
        while !self.stopped() && (endless || self.pondering()) {
            clock = self.switched.wait(clock).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the search is on the opponent's time.
    #[inline(always)]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time on the own clock.
    pub fn clock_elapsed(&self) -> Duration {
        self.lock_clock().elapsed()
    }

    /// How far the search has come.
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
