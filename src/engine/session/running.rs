//! Search tasks and running searches.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::board::View;
use crate::search::{Control, Finish, Limits, Progress, Report, Sampler, SetScore, Skill};
use crate::threads;
use crate::types::Move;

/// What to search, and for how long.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The limits on time, depth and nodes.
    pub limits: Limits,
    /// Whether to ponder: the last move played is only expected. Until [`Running::ponder_hit`] time does not count and
    /// the search does not end by itself.
    pub ponder: bool,
    /// Whether to search until [`Running::stop`], whatever is found.
    pub infinite: bool,
    /// The only root moves to search; empty for all.
    pub only: Vec<Move>,
    /// Root moves not to search.
    pub exclude: Vec<Move>,
    /// The number of best lines to report (MultiPV); 0 counts as 1.
    pub lines: usize,
    /// Scores of positions in the tree that the client has set.
    pub set_scores: Vec<SetScore>,
    /// The strength to play with; `None` for full strength.
    pub skill: Option<Skill>,
    /// Where to keep positions of the tree; not with limited strength.
    pub sampler: Option<Arc<Sampler>>,
    /// Whether to use endgame tables. What is missing is made: before a search that does not depend on the time, or else
    /// beside it.
    pub tables: bool,
}

impl Task {
    /// A search for the best line within these limits.
    pub fn of(limits: Limits) -> Self {
        Self { limits, lines: 1, ..Self::default() }
    }

    /// The legal moves to search; all of them if [`Task::only`] and [`Task::exclude`] leave none.
    pub(super) fn root_moves(&self, legal: &[Move]) -> Vec<Move> {
        let is_wanted = |m: &Move| (self.only.is_empty() || self.only.contains(m)) && !self.exclude.contains(m);
        let chosen: Vec<Move> = legal.iter().copied().filter(is_wanted).collect();
        if chosen.is_empty() { legal.to_vec() } else { chosen }
    }
}

/// An event of a running search.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line was found or improved.
    Report(Report),
    /// The search has ended. This is its last event.
    Finish(Finish),
}

/// A handle to a search that runs on its own threads. Dropping it stops the search and waits for its end.
pub struct Running {
    control: Arc<Control>,
    root: Arc<dyn View>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Runs `search`, a search of `root` controlled by `control`, on a new thread. If the thread cannot be started,
    /// logs an error and drops `search`.
    pub(super) fn start(control: Arc<Control>, root: Arc<dyn View>, search: Box<dyn FnOnce() + Send>) -> Self {
        let thread = threads::start("search", search).inspect_err(|error| log::error!("{error}"));
        Self { control, root, thread: thread.ok() }
    }

    /// Asks the search to end; its [`Event::Finish`] follows soon.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Tells a pondering search that the expected move was played; its time counts from now on.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Suspends the search and its clock until [`Running::resume`].
    pub fn pause(&self) {
        self.control.pause();
    }

    /// Continues a paused search where it was.
    pub fn resume(&self) {
        self.control.resume();
    }

    /// The time used on the engine's own clock: since the start or the ponder hit, without pauses.
    pub fn clock_elapsed(&self) -> Duration {
        self.control.clock_elapsed()
    }

    /// The searched position.
    pub fn root(&self) -> &dyn View {
        &*self.root
    }

    /// The progress of the search.
    pub fn progress(&self) -> Progress {
        self.control.progress()
    }

    /// Waits until the search has ended.
    pub fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // The panic hook has already printed a panic of the search.
            let _ = thread.join();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        self.join();
    }
}
