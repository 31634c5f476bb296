//! Threads that share the work of a phase.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::search::spawn_searcher;
use crate::system::ThreadError;

/// Time between two looks at the work's progress.
const TICK: Duration = Duration::from_millis(200);

/// Runs `work` on this many threads, and `tick` now and then on the caller's, until all threads are done. If only some of the
/// threads can be started, they do the work.
///
/// # Errors
/// When none can be started.
pub(super) fn run_crew(threads: usize, work: impl Fn() + Sync, mut tick: impl FnMut()) -> Result<(), ThreadError> {
    let mut started = 0;
    let mut failure = None;
    let (sender, done) = channel::<()>();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            let run = move || {
                work();
                drop(sender);
            };
            match spawn_searcher(scope, run) {
                Ok(_) => started += 1,
                Err(error) => failure = Some(error),
            }
        }
        drop(sender);
        while done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            tick();
        }
    });
    match failure {
        Some(error) if started == 0 => Err(ThreadError::new("games", error)),
        Some(error) => {
            log::warn!("{started} threads of {threads} did all the work: {error}");
            Ok(())
        }
        None => Ok(()),
    }
}
