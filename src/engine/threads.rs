//! Threads, and what is done when the system gives none.

use std::io;
use std::thread::{Builder, JoinHandle};

use once_cell::sync::Lazy;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

/// The system gave no thread, as it does when a process has too many or too little memory.
#[derive(Debug, Error)]
#[error("no thread for {purpose}: {error}")]
pub struct ThreadError {
    /// What the thread was to do.
    purpose: &'static str,
    /// Why there is none.
    error: io::Error,
}

impl ThreadError {
    /// There is no thread for this purpose.
    pub const fn new(purpose: &'static str, error: io::Error) -> Self {
        Self { purpose, error }
    }
}

impl From<ThreadError> for io::Error {
    fn from(error: ThreadError) -> Self {
        Self::new(error.error.kind(), error)
    }
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

/// The threads of [`share`], one for each core; `None` if they could not be started.
static POOL: Lazy<Option<ThreadPool>> = Lazy::new(|| {
    let pool = ThreadPoolBuilder::new().build();
    pool.inspect_err(|error| log::warn!("no threads to share work, one does it alone: {error}")).ok()
});

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_shared_in_the_pool_where_it_runs() {
        let threads = share(rayon::current_num_threads);
        assert_eq!(share(|| share(rayon::current_num_threads)), threads);
        let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads can be started");
        assert_eq!(pool.install(|| share(rayon::current_num_threads)), 3);
        // A thread that is a pool of its own, as when the system gives no other.
        let alone = || {
            let _pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
            (share(rayon::current_num_threads), share(rayon::current_thread_index))
        };
        let thread = start("a test", alone).expect("a thread can be started");
        assert_eq!(thread.join().ok(), Some((1, Some(0))));
    }

    /// The error passes through where only errors of input and output do.
    #[test]
    fn errors_say_for_what_there_is_no_thread() {
        let error = ThreadError::new("the search", io::ErrorKind::WouldBlock.into());
        assert!(error.to_string().starts_with("no thread for the search: "), "{error}");
        let error = io::Error::from(error);
        assert!(error.downcast::<ThreadError>().is_ok_and(|error| error.purpose == "the search"));
    }
}
