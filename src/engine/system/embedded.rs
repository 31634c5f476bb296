//! One thread inside another program, such as a page of a browser, which tells the time and gives random numbers.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::ops::{Add, AddAssign};
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::ThreadError;

/// Whether there are other threads than the calling one.
pub const HAS_THREADS: bool = false;

/// What the surrounding program does for the engine.
#[derive(Clone, Copy)]
pub struct Host {
    /// Milliseconds since some moment; they never decrease.
    pub now: fn() -> f64,
    /// A random number.
    pub random: fn() -> u64,
    /// The file of a game's network; `None` if it cannot be had.
    pub network: fn(&str) -> Option<Vec<u8>>,
    /// Called often by a search, so that the program can pass its events on or stop it.
    pub attend: fn(),
}

type Work = Box<dyn FnOnce()>;

thread_local! {
    static HOST: Cell<Host> = const { Cell::new(Host { now: || 0.0, random: || 0, network: |_| None, attend: || () }) };
    /// Work that has been started and waits for [`run_waiting`].
    static WAITING: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
}

impl Host {
    /// From now on the engine uses this host.
    pub fn install(self) {
        HOST.set(self);
    }
}

/// A moment, as [`std::time::Instant`], which is not available here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(Duration::from_secs_f64((HOST.get().now)().max(0.0) / 1e3))
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time from `earlier` to this moment; zero if that was later.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;
    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, time: Duration) {
        self.0 += time;
    }
}

/// A random number.
pub fn random() -> u64 {
    (HOST.get().random)()
}

/// A handle to work that was started.
pub struct JoinHandle<T>(Arc<Mutex<Option<T>>>);

/// Work that panicked or waits for its own end.
#[derive(Clone, Copy, Debug)]
pub struct Unfinished;

impl<T> JoinHandle<T> {
    /// Does the work that waits, and returns its result.
    ///
    /// # Errors
    /// When it has none.
    pub fn join(self) -> Result<T, Unfinished> {
        run_waiting();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(Unfinished)
    }
}

/// Keeps work until [`run_waiting`].
///
/// # Errors
/// None, here.
pub fn start<T: Send + 'static>(
    _purpose: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, ThreadError> {
    let result = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&result);
    let run = move || {
        let value = work();
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    };
    WAITING.with_borrow_mut(|waiting| waiting.push_back(Box::new(run)));
    Ok(JoinHandle(result))
}

/// Does the work that waits.
pub fn run_waiting() {
    while let Some(work) = WAITING.with_borrow_mut(VecDeque::pop_front) {
        work();
    }
}

/// A message, after the work that waits if there is none before.
///
/// # Errors
/// When there is none even then.
pub fn receive<T>(messages: &Receiver<T>) -> Result<T, RecvError> {
    receive_within(messages, Duration::ZERO).map_err(|_| RecvError)
}

/// A message, after the work that waits if there is none before.
///
/// # Errors
/// When there is none even then, or all senders are gone.
pub fn receive_within<T>(messages: &Receiver<T>, _time: Duration) -> Result<T, RecvTimeoutError> {
    let first = messages.try_recv();
    let message = first.or_else(|_| {
        run_waiting();
        messages.try_recv()
    });
    message.map_err(|error| match error {
        TryRecvError::Empty => RecvTimeoutError::Timeout,
        TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
    })
}

/// The network of a game's folder: a file that the surrounding program has, by the module of the game or its name.
#[derive(Clone, Copy, Debug)]
pub struct BundledNetwork(pub(crate) &'static str);

impl BundledNetwork {
    /// The bytes of its file; `None` if it cannot be loaded.
    pub fn bytes(self) -> Option<Cow<'static, [u8]>> {
        let game = self.0.rsplit("::").find(|segment| *segment != "game").unwrap_or(self.0);
        let network = (HOST.get().network)(game);
        if network.is_none() {
            log::warn!("the network of {game} is not there; the game is played without it");
        }
        network.map(Cow::Owned)
    }
}

/// The [`BundledNetwork`] of the game in whose `game.rs` it stands, or of another game.
macro_rules! bundled_network {
    () => {
        $crate::system::BundledNetwork(module_path!())
    };
    ($game:ident) => {
        $crate::system::BundledNetwork(stringify!($game))
    };
}

pub(crate) use bundled_network;

/// Called often by a search: lets the surrounding program pass its events on or stop it.
pub fn attend() {
    (HOST.get().attend)();
}

/// There is nobody to wait for.
pub fn sleep(_time: Duration) {}

/// There is nobody to yield to.
pub fn yield_now() {}

/// There is nobody to yield to.
pub fn yield_to_others() {}

/// Runs work that could be split among threads.
pub fn share<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs work on the only thread.
///
/// # Errors
/// When there are to be no threads at all.
pub fn share_among<T>(threads: usize, work: impl FnOnce() -> T) -> Result<T, ThreadError> {
    if threads == 0 { Err(ThreadError::new("the count", ErrorKind::InvalidInput.into())) } else { Ok(work()) }
}

/// What `of` makes of each value, in order.
pub fn map<T, U>(values: &[T], of: impl Fn(&T) -> U) -> Vec<U> {
    values.iter().map(of).collect()
}

/// Appends default values.
pub fn extend<T: Default>(values: &mut Vec<T>, count: usize) {
    values.extend(std::iter::repeat_with(T::default).take(count));
}

/// Replaces all values by default ones.
pub fn reset<T: Default>(values: &mut [T]) {
    values.fill_with(T::default);
}
