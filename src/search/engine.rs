//! The threads of a search, and what they remember from one search to the next.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::clock::Budget;
use super::history::Histories;
use super::limits::{Control, Limits};
use super::position::Position;
use super::report::{Finish, Report};
use super::table::Table;
use super::worker::{Shared, Worker};
use crate::types::Move;
use crate::types::score::{DRAW, INFINITE};

/// What to search.
pub struct Request<P> {
    /// The root.
    pub position: P,
    /// Keys of the positions before the root that can still recur, oldest first.
    pub history: Vec<u64>,
    /// The legal moves of the root to consider.
    pub root_moves: Vec<Move>,
    /// What to spend.
    pub limits: Limits,
    /// Go on until told to stop, whatever is found.
    pub endless: bool,
    /// How many best lines to find, at least 1.
    pub lines: usize,
}

/// The default size of the transposition table, in mebibytes.
pub const DEFAULT_HASH: usize = 64;

/// The stack of a search thread, in bytes: each ply keeps its lists of moves there.
const STACK_SIZE: usize = 64 << 20;

struct Memory {
    hash: usize,
    threads: usize,
    /// Made when first needed or configured.
    table: Option<Table>,
    histories: Vec<Histories>,
}

/// A search engine: its memory is shared by all its copies, and used by one search at a time.
#[derive(Clone)]
pub struct Engine {
    memory: Arc<Mutex<Memory>>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with one thread and a table of [`DEFAULT_HASH`].
    pub fn new() -> Self {
        let memory = Memory { hash: DEFAULT_HASH, threads: 1, table: None, histories: Vec::new() };
        Self { memory: Arc::new(Mutex::new(memory)) }
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        // What a panicking search leaves behind are only hints; any of them may be wrong.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the size of the transposition table in mebibytes, and the number of threads; at least 1 each. The table is
    /// made at once, so that it takes no time from the first move.
    pub fn configure(&mut self, hash: usize, threads: usize) {
        let mut memory = self.lock();
        memory.threads = threads.max(1);
        if memory.hash != hash.max(1) || memory.table.is_none() {
            memory.hash = hash.max(1);
            // The old table goes first: both may not fit.
            memory.table = None;
            memory.table = Some(Table::new(memory.hash));
        }
    }

    /// Forgets everything that was learned.
    pub fn clear(&mut self) {
        let mut memory = self.lock();
        memory.histories.clear();
        if let Some(table) = &mut memory.table {
            table.clear();
        }
    }

    /// Searches; returns when a limit is reached or the search was told to stop.
    pub fn run<P: Position>(
        &self,
        request: &Request<P>,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Finish {
        if request.root_moves.is_empty() {
            control.hold(request.endless);
            return Finish { best: None, ponder: None, score: DRAW, depth: 0, nodes: 0 };
        }
        let mut memory = self.lock();
        let Memory { hash, threads, table, histories } = &mut *memory;
        histories.retain(|histories| histories.fits(P::PIECES));
        histories.resize_with(*threads, || Histories::new(P::PIECES));
        let table = table.get_or_insert_with(|| Table::new(*hash));
        table.grow_older();
        let budget = Budget::new(&request.limits);
        let shared = Shared { table, control, limits: request.limits, budget, threads: *threads };
        search_with_helpers(&shared, histories, request, report)
    }
}

/// Whether the opponent replies to a move.
fn passes_turn<P: Position>(position: &P, m: Move) -> bool {
    let mut after = *position;
    after.play(m);
    after.side() != position.side()
}

fn search_with_helpers<P: Position>(
    shared: &Shared,
    histories: &mut [Histories],
    request: &Request<P>,
    report: &mut (dyn FnMut(&Report) + Send),
) -> Finish {
    let Some((own, others)) = histories.split_first_mut() else { unreachable!("there is at least one thread") };
    let worker = |histories, is_main| {
        Worker::new(shared, histories, request.position, &request.history, &request.root_moves, is_main)
    };
    std::thread::scope(|scope| {
        for histories in others {
            let mut helper = worker(histories, false);
            let spawned = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, move || {
                helper.iterate(1, &mut |_| {});
                helper.poll();
            });
            if let Err(error) = spawned {
                log::warn!("a search thread could not be started: {error}");
            }
        }
        let main = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, || {
            let mut main = worker(own, true);
            let iterations = main.iterate(request.lines, report);
            main.poll();
            shared.control.hold(request.endless);
            shared.control.stop();
            let best = &main.root[0];
            Finish {
                best: Some(best.m),
                ponder: best.line.get(1).copied().filter(|_| passes_turn(&request.position, best.m)),
                // A search stopped before it had a score says what the position looks like.
                score: if best.score == -INFINITE { request.position.evaluate() } else { best.score },
                depth: iterations.depth as u32,
                nodes: shared.control.nodes.load(Relaxed),
            }
        });
        let finish = main.ok().and_then(|main| main.join().ok());
        // Without a thread for the search there is still a legal move.
        finish.unwrap_or(Finish {
            best: request.root_moves.first().copied(),
            ponder: None,
            score: DRAW,
            depth: 0,
            nodes: 0,
        })
    })
}
