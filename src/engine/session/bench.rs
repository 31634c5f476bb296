//! Fixed searches. Their number of nodes identifies a version of the search and is the same on every machine.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::{Catalogue, SearchBroken, Session, Task};
use crate::board::Spec;
use crate::games::{self, UnknownGame};
use crate::search::{Finish, Limits, nodes_per_second};
use crate::system::Instant;

/// Depth of each search, in plies.
const DEPTH: u32 = 9;
/// Size of the transposition table, in mebibytes.
const HASH: usize = 16;

/// The searches of one game or of all, and what they have counted so far.
pub struct Bench {
    catalogue: Catalogue,
    positions: std::vec::IntoIter<BenchPosition>,
    nodes: u64,
    time: Duration,
    is_broken: bool,
}

/// A position of a [`Bench`].
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// The game.
    pub spec: &'static Spec,
    /// The position.
    pub fen: &'static str,
}

impl Bench {
    /// The searches of the game with this name, or of all built-in games that have positions for it.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(catalogue: &Catalogue, game: Option<&str>) -> Result<Self, UnknownGame> {
        let specs: Vec<&'static Spec> = match game {
            Some(name) => vec![catalogue.games.get(name)?],
            // Games without positions of their own are searched as another one.
            None => games::built_in().filter(|spec| spec.page.folder.bench.is_some()).collect(),
        };
        let positions: Vec<BenchPosition> = specs.into_iter().flat_map(positions).collect();
        let (catalogue, positions) = (catalogue.clone(), positions.into_iter());
        Ok(Self { catalogue, positions, nodes: 0, time: Duration::ZERO, is_broken: false })
    }

    /// Searches the next position: the position and its count of nodes, or `None` after the last, as soon as `stop` is
    /// true, or if a search breaks down ([`Bench::is_broken`]).
    pub fn next(&mut self, stop: &AtomicBool) -> Option<(BenchPosition, u64)> {
        let position = self.positions.next()?;
        let start = Instant::now();
        let finish = position.search(self.catalogue.open(position.spec), stop);
        self.is_broken = finish.is_err();
        let nodes = finish.ok().filter(|_| !stop.load(Relaxed))?.nodes;
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

impl BenchPosition {
    /// Searches the position.
    fn search(self, mut session: Box<dyn Session>, stop: &AtomicBool) -> Result<Finish, SearchBroken> {
        session.configure(HASH, 1);
        session.set_position(Some(self.fen)).expect("a test searches every position");
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let task = Task { limits, lines: 1, ..Task::default() };
        session.search_until(task, stop, &mut |_, _| Ok(()))
    }
}

/// The positions of a game; its start position if its folder has none.
fn positions(spec: &'static Spec) -> impl Iterator<Item = BenchPosition> {
    let fens = spec.page.folder.bench.unwrap_or(spec.page.start).lines();
    fens.map(move |fen| BenchPosition { spec, fen })
}
