//! An operating system with threads.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

use once_cell::sync::Lazy;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::ThreadError;

pub use std::thread::{JoinHandle, sleep, yield_now};
pub use std::time::Instant;

/// Whether there are other threads than the calling one.
pub const HAS_THREADS: bool = true;

/// A random number.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Starts a thread for this purpose, which is also its name.
///
/// # Errors
/// When the system gives none.
pub fn start<T: Send + 'static>(
    purpose: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, ThreadError> {
    Builder::new().name(purpose.to_owned()).spawn(work).map_err(|error| ThreadError::new(purpose, error))
}

/// Waits for a message.
///
/// # Errors
/// When there is none and all senders are gone.
pub fn receive<T>(messages: &Receiver<T>) -> Result<T, RecvError> {
    messages.recv()
}

/// Waits for a message, but not longer than this.
///
/// # Errors
/// When none has come, or all senders are gone.
pub fn receive_within<T>(messages: &Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    messages.recv_timeout(time)
}

/// The network of a game's folder: a part of the program.
#[derive(Clone, Copy, Debug)]
pub struct BundledNetwork(pub(crate) &'static [u8]);

impl BundledNetwork {
    /// The bytes of its file.
    pub fn bytes(self) -> Option<Cow<'static, [u8]>> {
        Some(Cow::Borrowed(self.0))
    }
}

/// The [`BundledNetwork`] of the game in whose `game.rs` it stands, or of another game.
macro_rules! bundled_network {
    ($($game:ident)?) => {
        $crate::system::BundledNetwork(include_bytes!(concat!($("../", stringify!($game), "/",)? "network.net")))
    };
}

pub(crate) use bundled_network;

/// Called often by a search: here others need no such help to be heard.
#[inline(always)]
pub fn attend() {}

/// The threads of [`share`], one for each core; `None` if they could not be started.
static POOL: Lazy<Option<ThreadPool>> = Lazy::new(|| {
    let pool = ThreadPoolBuilder::new().build();
    pool.inspect_err(|error| log::warn!("no threads to share work, one does it alone: {error}")).ok()
});

/// Lets others go first on the cores of this thread and of those that it starts. Elsewhere than on Linux that is not
/// possible for a thread alone.
pub fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        log::warn!("work in the background has normal priority: {error}");
    }
}

/// Runs work that rayon splits among threads: those of the pool in which it already runs, or else one for each core. If the
/// system gives no threads, the calling one does all of it; the pool that rayon would use without being told panics then.
pub fn share<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    if let Some(pool) = &*POOL {
        return pool.install(work);
    }
    // From now on the calling thread is a pool of its own, for which no other has to be started.
    if let Err(error) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        log::error!("no thread to share work: {error}");
    }
    work()
}

/// Runs work on this many new threads, which [`map`] in it then uses.
///
/// # Errors
/// When they cannot be started.
pub fn share_among<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, ThreadError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| ThreadError::new("the count", std::io::Error::other(error)))?;
    Ok(pool.install(work))
}

/// What `of` makes of each value, in order, computed by the threads of the pool in which it runs.
pub fn map<T: Sync, U: Send>(values: &[T], of: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    values.par_iter().map(of).collect()
}

/// Appends default values, written by all threads.
pub fn extend<T: Default + Send>(values: &mut Vec<T>, count: usize) {
    share(|| values.par_extend((0..count).into_par_iter().map(|_| T::default())));
}

/// Replaces all values by default ones, written by all threads.
pub fn reset<T: Default + Send>(values: &mut [T]) {
    share(|| values.par_iter_mut().for_each(|value| *value = T::default()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_shared_in_the_pool_where_it_runs() {
        let threads = share(rayon::current_num_threads);
        assert_eq!(share(|| share(rayon::current_num_threads)), threads);
        assert_eq!(share_among(3, || share(rayon::current_num_threads)).ok(), Some(3));
        // A thread that is a pool of its own, as when the system gives no other.
        let alone = || {
            let _pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
            (share(rayon::current_num_threads), share(rayon::current_thread_index))
        };
        let thread = start("a test", alone).expect("a thread can be started");
        assert_eq!(thread.join().ok(), Some((1, Some(0))));
    }
}
