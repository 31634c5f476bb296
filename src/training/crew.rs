//! Threads that share the work of a phase.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::search::spawn_searcher;

/// Time between two looks at the work's progress.
const TICK: Duration = Duration::from_millis(200);

/// Runs `work` on this many threads, and `tick` now and then on the caller's, until all threads are done.
pub(super) fn run_crew(threads: usize, work: impl Fn() + Sync, mut tick: impl FnMut()) {
    let (sender, done) = channel::<()>();
    thread::scope(|scope| {
        let start = |number: usize| {
            let (sender, work) = (sender.clone(), &work);
            let run = move || {
                work();
                drop(sender);
            };
            let started = spawn_searcher(scope, run);
            started
                .inspect_err(|error| log::warn!("thread {number} of {threads} could not be started: {error}"))
                .is_ok()
        };
        if (0..threads).filter(|&number| start(number)).count() == 0 {
            work();
        }
        drop(sender);
        while done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            tick();
        }
    });
}
