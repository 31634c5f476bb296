//! What to search, and a search under way.

use std::sync::Arc;
use std::thread::JoinHandle;

use crate::board::View;
use crate::search::{Control, Finish, Limits, Progress, Report};
use crate::types::Move;

/// What to search and how long.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// What the search may spend.
    pub limits: Limits,
    /// Whether the last move played is only expected: time counts from [`Running::ponder_hit`] on, and until then the
    /// search does not end by itself.
    pub ponder: bool,
    /// Whether the search must not end by itself, whatever it finds.
    pub infinite: bool,
    /// If not empty, search only these root moves.
    pub only: Vec<Move>,
    /// Leave out these root moves.
    pub exclude: Vec<Move>,
    /// How many best lines to report, at least 1.
    pub lines: usize,
}

impl Task {
    /// The legal moves to search: all of them if nothing else is left.
    pub(super) fn root_moves(&self, legal: &[Move]) -> Vec<Move> {
        let is_wanted = |m: &Move| (self.only.is_empty() || self.only.contains(m)) && !self.exclude.contains(m);
        let chosen: Vec<Move> = legal.iter().copied().filter(is_wanted).collect();
        if chosen.is_empty() { legal.to_vec() } else { chosen }
    }
}

/// What a running search tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line was found or improved.
    Report(Report),
    /// The search has ended; nothing follows.
    Finish(Finish),
}

/// A search under way on threads of its own. Dropping it stops the search and waits for its end.
pub struct Running {
    control: Arc<Control>,
    root: Arc<dyn View>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts a search of `root` that obeys these switches.
    pub(super) fn start(control: Arc<Control>, root: Arc<dyn View>, search: Box<dyn FnOnce() + Send>) -> Self {
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(search);
        if let Err(error) = &thread {
            log::error!("the search got no thread: {error}");
        }
        Self { control, root, thread: thread.ok() }
    }

    /// Asks the search to end; its [`Event::Finish`] follows at once.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// The position that is searched.
    pub fn root(&self) -> &dyn View {
        &*self.root
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        self.control.progress()
    }

    /// Waits until the search has ended by itself or was stopped.
    pub fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic in the search has been printed by its own thread.
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
