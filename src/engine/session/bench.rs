//! Fixed searches. Their number of nodes identifies a version of the search and is the same on every machine.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::{Event, Task, open};
use crate::board::Spec;
use crate::games;
use crate::search::{Limits, nodes_per_second};

/// Depth of each search, in plies.
const DEPTH: u32 = 9;
/// Size of the transposition table, in mebibytes.
const HASH: usize = 16;
/// Time between two looks at the switch that stops the searches.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The searches of one game or of all, and what they have counted so far.
pub struct Bench {
    positions: std::vec::IntoIter<BenchPosition>,
    nodes: u64,
    time: Duration,
    is_broken: bool,
}

/// A position of a [`Bench`].
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub fen: &'static str,
}

impl Bench {
    /// The searches of the game with this name, or of all built-in games; `None` if there is no such game.
    pub fn new(game: Option<&str>) -> Option<Self> {
        let specs: Vec<&'static Spec> = match game {
            Some(name) => vec![games::find(name)?],
            None => games::built_in().collect(),
        };
        let positions: Vec<BenchPosition> = specs.into_iter().flat_map(positions).collect();
        Some(Self { positions: positions.into_iter(), nodes: 0, time: Duration::ZERO, is_broken: false })
    }

    /// Searches the next position: the position and its count of nodes, or `None` after the last, as soon as `stop` is
    /// true, or if a search breaks down ([`Bench::is_broken`]).
    pub fn next(&mut self, stop: &AtomicBool) -> Option<(BenchPosition, u64)> {
        let position = self.positions.next()?;
        let start = Instant::now();
        let nodes = match position.search(stop) {
            Outcome::Nodes(nodes) => nodes,
            Outcome::Stopped => return None,
            Outcome::Broken => {
                self.is_broken = true;
                return None;
            }
        };
        self.time += start.elapsed();
        self.nodes += nodes;
        Some((position, nodes))
    }

    /// Whether a search has ended without a move, because it got no thread or panicked.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time of all searches so far.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The sum so far, as `bactrian bench` ends with it: `N nodes M nps`.
    pub fn summary(&self) -> String {
        format!("{} nodes {} nps", self.nodes, nodes_per_second(self.nodes, self.time))
    }
}

/// How a search ended.
enum Outcome {
    /// With this count of nodes.
    Nodes(u64),
    /// It was stopped.
    Stopped,
    /// It has no result, because it got no thread or panicked.
    Broken,
}

impl BenchPosition {
    /// Searches the position.
    fn search(self, stop: &AtomicBool) -> Outcome {
        let mut session = open(self.game).expect("the game is listed");
        session.configure(HASH, 1);
        session.set_position(Some(self.fen)).expect("a test searches every position");
        let has_moves = !session.view().legal_moves().is_empty();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let (sender, events) = channel();
        let task = Task { limits, lines: 1, ..Task::default() };
        // Dropping it stops the search.
        let _running = session.search(task, Box::new(move |event| drop(sender.send(event))));
        loop {
            match events.recv_timeout(POLL_INTERVAL) {
                Ok(Event::Finish(finish)) if finish.best.is_none() && has_moves => return Outcome::Broken,
                Ok(Event::Finish(finish)) => return Outcome::Nodes(finish.nodes),
                Ok(Event::Report(_)) => {}
                Err(RecvTimeoutError::Timeout) if !stop.load(Relaxed) => {}
                Err(RecvTimeoutError::Timeout) => return Outcome::Stopped,
                Err(RecvTimeoutError::Disconnected) => return Outcome::Broken,
            }
        }
    }
}

/// The positions of a game; its start position if its folder has none.
fn positions(spec: &'static Spec) -> impl Iterator<Item = BenchPosition> {
    let fens = spec.page.folder.bench.unwrap_or(spec.page.start).lines();
    fens.map(|fen| BenchPosition { game: spec.page.name, fen })
}
