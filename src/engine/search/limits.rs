//! What a search may spend, and the switches that control it while it runs.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use super::report::nodes_per_second;
use crate::system::{self, Instant};
use crate::types::{Move, Score};

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
    /// No iteration begins after this many nodes of the main thread.
    pub soft_nodes: Option<u64>,
    /// Use exactly this time.
    pub move_time: Option<Duration>,
    /// Use a share of the time on this clock.
    pub clock: Option<Clock>,
    /// Nodes of all threads that count as a second, in place of time: then no limit of a search with one thread depends on
    /// the machine. Nodes searched while pondering count, too.
    pub node_rate: Option<NonZero<u64>>,
    /// Time kept back from every time limit for communication.
    pub overhead: Duration,
    /// Stop at a mate in at most this many moves of the side to move.
    pub mate: Option<u32>,
}

impl Limits {
    /// Whether the search ends without being stopped. A search for a mate may never find one.
    pub fn end_by_themselves(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.move_time.is_some()
            || self.clock.is_some()
    }

    /// Whether time ends the search, so that its result may be another one on another machine.
    pub fn depends_on_time(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some() && self.node_rate.is_none()
    }
}

/// The time for which nodes count, at this many a second.
pub fn time_of_nodes(nodes: u64, rate: NonZero<u64>) -> Duration {
    Duration::from_secs_f64(nodes as f64 / rate.get() as f64)
}

/// A score that the client has set for a position, in place of the search's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetScore {
    /// The hash key of the position.
    pub key: u64,
    /// From the view of the side to move, in centipawns.
    pub score: Score,
    /// The score replaces searches to at most this depth, in plies.
    pub depth: i32,
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
    /// The root move being searched; `None` before the first.
    pub current: Option<Move>,
}

impl Progress {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// When a search began. Pauses move the instants forward, so that the time since does not contain them.
#[derive(Clone, Copy, Debug)]
struct Timing {
    started: Instant,
    /// When the own clock began to run: at the start, or at the ponder hit.
    clock_start: Instant,
    /// When the present pause began.
    paused: Option<Instant>,
}

impl Timing {
    /// Time since `start`, which is one of the instants, without pauses.
    fn since(&self, start: Instant) -> Duration {
        self.paused.unwrap_or_else(Instant::now).saturating_duration_since(start)
    }
}

/// The switches of one search, shared by its threads and the thread that started it.
#[derive(Debug)]
pub struct Control {
    /// Read at every node: on a cache line of its own, so that no write to the others sends it to other cores.
    stop: CachePadded<AtomicBool>,
    pondering: AtomicBool,
    /// Whether the search is suspended; set together with [`Timing::paused`].
    paused: AtomicBool,
    timing: Mutex<Timing>,
    /// Wakes the threads that wait in [`Control::hold`] and [`Control::wait_while_paused`].
    switched: Condvar,
    pub(super) nodes: AtomicU64,
    pub(super) table_hits: AtomicU64,
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
            stop: CachePadded::new(AtomicBool::new(false)),
            pondering: AtomicBool::new(pondering),
            paused: AtomicBool::new(false),
            timing: Mutex::new(Timing { started: now, clock_start: now, paused: None }),
            switched: Condvar::new(),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            move_number: AtomicU32::new(0),
            move_count: AtomicU32::new(0),
            current: AtomicU32::new(0),
        }
    }

    fn lock_timing(&self) -> MutexGuard<'_, Timing> {
        // A panic elsewhere cannot leave an instant half written.
        self.timing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search as soon as possible, even if it is paused.
    pub fn stop(&self) {
        let _timing = self.lock_timing();
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
        let mut timing = self.lock_timing();
        timing.clock_start = timing.paused.unwrap_or_else(Instant::now);
        self.pondering.store(false, Relaxed);
        self.switched.notify_all();
    }

    /// Suspends the search and its clock until [`Control::resume`]. Its threads stop within some hundred nodes.
    pub fn pause(&self) {
        let mut timing = self.lock_timing();
        timing.paused.get_or_insert_with(Instant::now);
        self.paused.store(true, Relaxed);
    }

    /// Continues a paused search where it was.
    pub fn resume(&self) {
        let mut timing = self.lock_timing();
        if let Some(pause) = timing.paused.take().map(|since| since.elapsed()) {
            timing.started += pause;
            timing.clock_start += pause;
        }
        self.paused.store(false, Relaxed);
        self.switched.notify_all();
    }

    /// Whether the search is suspended.
    #[inline(always)]
    pub fn paused(&self) -> bool {
        self.paused.load(Relaxed)
    }

    /// Waits for the end of a pause, or until the search is stopped.
    pub fn wait_while_paused(&self) {
        if self.paused() {
            self.wait_while(|| self.paused());
        }
    }

    /// Waits until the search may report its result: until it is stopped or, unless it is `endless`, neither ponders
    /// nor pauses.
    pub fn hold(&self, endless: bool) {
        self.wait_while(|| endless || self.pondering() || self.paused());
    }

    /// Waits until the search is stopped or the condition has ended, which is tested after each switch. Without other
    /// threads nobody could end the wait.
    fn wait_while(&self, goes_on: impl Fn() -> bool) {
        if !system::HAS_THREADS {
            return;
        }
        let mut timing = self.lock_timing();
        while !self.stopped() && goes_on() {
            timing = self.switched.wait(timing).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the search runs on the opponent's time.
    #[inline(always)]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the search began, without pauses.
    pub fn elapsed(&self) -> Duration {
        let timing = self.lock_timing();
        timing.since(timing.started)
    }

    /// Time used on the own clock, without pauses.
    pub fn clock_elapsed(&self) -> Duration {
        let timing = self.lock_timing();
        timing.since(timing.clock_start)
    }

    /// The progress of the search.
    pub fn progress(&self) -> Progress {
        Progress {
            elapsed: self.elapsed(),
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            move_number: self.move_number.load(Relaxed),
            move_count: self.move_count.load(Relaxed),
            current: Some(Move::from_bits(self.current.load(Relaxed))).filter(|m| m.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count_as_time() {
        let control = Control::new(false);
        control.pause();
        let (elapsed, used) = (control.elapsed(), control.clock_elapsed());
        std::thread::sleep(Duration::from_millis(2));
        assert!(control.paused());
        assert_eq!((control.elapsed(), control.clock_elapsed()), (elapsed, used));
        // Pausing again does not move the beginning of the pause.
        control.pause();
        assert_eq!(control.elapsed(), elapsed);
        control.resume();
        assert!(!control.paused() && control.elapsed() >= elapsed);
        control.resume();
        control.wait_while_paused();
    }

    #[test]
    fn a_paused_search_can_be_stopped() {
        let control = Control::new(true);
        control.pause();
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait_while_paused());
            scope.spawn(|| control.hold(false));
            control.stop();
        });
        assert!(control.stopped());
    }

    #[test]
    fn a_ponder_hit_starts_the_clock() {
        let control = Control::new(true);
        control.pause();
        control.ponder_hit();
        assert_eq!(control.clock_elapsed(), Duration::ZERO);
        assert!(!control.pondering());
    }
}
