//! The search of a session from its start to its end: what to search, what is told of it, and how it is controlled.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::board::View;
use crate::search::{Control, Finish, Limits, Progress, Report, Sampler, SetScore, Skill};
use crate::system::{self, JoinHandle};
use crate::types::Move;
use crate::types::score::DRAW;

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

/// Passes the events of a search on. The last one is an [`Event::Finish`] even if the search panics or gets no thread: who
/// waits for it would otherwise wait for ever.
pub(super) struct Events {
    on_event: Box<dyn FnMut(Event) + Send>,
    has_finished: bool,
}

impl Events {
    pub(super) fn new(on_event: Box<dyn FnMut(Event) + Send>) -> Self {
        Self { on_event, has_finished: false }
    }

    pub(super) fn send(&mut self, event: Event) {
        self.has_finished |= matches!(event, Event::Finish(_));
        (self.on_event)(event);
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        if !self.has_finished {
            log::error!("a search ended without a result");
            self.send(Event::Finish(Finish::without_move(DRAW)));
        }
    }
}

/// A search that ended without a move where there is one: it panicked or got no thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the search broke down; its threads have said why")]
pub struct SearchBroken;

/// A handle to a search that runs on its own threads. Dropping it stops the search and waits for its end.
pub struct Running {
    control: Arc<Control>,
    root: Arc<dyn View>,
    limits: Limits,
    infinite: bool,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Runs `search`, a search of `root` for `task` controlled by `control`, on a new thread. If the thread cannot be
    /// started, logs an error and drops `search`.
    pub(super) fn start(
        control: Arc<Control>,
        root: Arc<dyn View>,
        task: &Task,
        search: Box<dyn FnOnce() + Send>,
    ) -> Self {
        let thread = system::start("search", search).inspect_err(|error| log::error!("{error}"));
        Self { control, root, limits: task.limits, infinite: task.infinite, thread: thread.ok() }
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

    /// The limits of the search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether the search ends without being stopped. A pondering search does not, until [`Running::ponder_hit`].
    pub fn ends_by_itself(&self) -> bool {
        !self.infinite && !self.control.pondering() && self.limits.end_by_themselves()
    }

    /// Any legal move, if the search broke down and its `finish` has no best move: played, it does not forfeit the game.
    pub fn substitute(&self, finish: &Finish) -> Option<Move> {
        if finish.best.is_some() { None } else { self.root.legal_moves().first().copied() }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_search_that_panics_still_finishes() {
        let (sender, receiver) = channel();
        let events = |name: &'static str| {
            let sender = sender.clone();
            let send = move |event| sender.send((name, matches!(event, Event::Finish(_))));
            Events::new(Box::new(move |event| send(event).expect("the receiver lives")))
        };
        let mut finished = events("finished");
        finished.send(Event::Finish(Finish::without_move(DRAW)));
        drop(finished);
        drop(events("panicked"));
        drop(sender);
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [("finished", true), ("panicked", true)]);
    }
}
