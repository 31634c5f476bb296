//! The threads of a search, and what the engine remembers between searches.

use std::cell::Cell;
use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use super::clock::Budget;
use super::evaluator::{Evaluator, passes_turn};
use super::history::Histories;
use super::iterate::{Listener, TreeSearch, iterate, report_end};
use super::limits::{Control, Limits, SetScore};
use super::params::{Params, Tuning};
use super::position::Position;
use super::report::{Bound, Finish, Report};
use super::root::RootMove;
use super::sampler::Sampler;
use super::skill::{Skill, Weakness};
use super::table::TranspositionTable;
use super::thread::{Shared, Thread};
use super::visits::Visits;
use super::worker::Worker;
use crate::system::HAS_THREADS;
use crate::types::Move;
use crate::types::score::{DRAW, INFINITE};

/// What to search in a position.
#[derive(Clone, Debug)]
pub struct Request {
    /// Keys of the positions before the root that can still be repeated, oldest first.
    pub history: Vec<u64>,
    /// The number of the game's next move, from 1.
    pub full_move: u32,
    /// The legal moves of the root to consider.
    pub root_moves: Vec<Move>,
    /// What to spend.
    pub limits: Limits,
    /// Report the result only when told to stop.
    pub endless: bool,
    /// The number of best lines to find (MultiPV), at least 1.
    pub lines: usize,
    /// Scores of positions in the tree that the client has set; the root is searched all the same.
    pub set_scores: Vec<SetScore>,
    /// The strength to play with; `None` for full strength.
    pub skill: Option<Skill>,
    /// Where to keep positions of the tree; not with limited strength.
    pub sampler: Option<Arc<Sampler>>,
}

/// The default size of the transposition table, in mebibytes.
pub const DEFAULT_HASH: usize = 64;

/// The most lines of an analysis (MultiPV) for which a client can ask.
pub const MAX_LINES: usize = 256;

/// The stack size of a search thread, in bytes: each ply keeps its move lists there.
const STACK_SIZE: usize = 64 << 20;

thread_local! {
    /// Whether this thread's stack is large enough to search on it.
    static HAS_LARGE_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Starts a thread on which searches with one thread start no other: a new thread costs as much as some hundred nodes.
///
/// # Errors
/// When the thread cannot be started.
pub fn spawn_searcher<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, ()>> {
    Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, || {
        HAS_LARGE_STACK.set(true);
        work();
    })
}

/// The size of the transposition table of a search of limited strength, in mebibytes.
const LIMITED_HASH: usize = 1;

struct Memory {
    hash: usize,
    threads: usize,
    /// Allocated when first configured or needed.
    table: Option<TranspositionTable>,
    histories: Vec<Histories>,
    params: Params,
    /// Computed from the parameters when first needed.
    tuning: Option<Tuning>,
}

/// A search engine. Its clones share its memory, which one search at a time can use.
#[derive(Clone)]
pub struct Engine {
    memory: Arc<Mutex<Memory>>,
}

impl Engine {
    /// An engine that searches with these parameters, with one thread and a table of [`DEFAULT_HASH`].
    pub fn new(params: Params) -> Self {
        let (table, histories, tuning) = (None, Vec::new(), None);
        let memory = Memory { hash: DEFAULT_HASH, threads: 1, table, histories, params, tuning };
        Self { memory: Arc::new(Mutex::new(memory)) }
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        // After a panic the memory is still usable: any of its contents may be wrong.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the size of the transposition table in mebibytes and the number of threads, at least 1 each. The table is
    /// allocated at once, so that the first move does not wait for it.
    pub fn configure(&mut self, hash: usize, threads: usize) {
        let mut memory = self.lock();
        memory.threads = threads.max(1);
        if memory.hash != hash.max(1) || memory.table.is_none() {
            memory.hash = hash.max(1);
            // Free the old table first: both may not fit.
            memory.table = None;
            memory.table = Some(TranspositionTable::new(memory.hash));
        }
    }

    /// Searches with these parameters from now on.
    pub fn tune(&mut self, params: Params) {
        let mut memory = self.lock();
        (memory.params, memory.tuning) = (params, None);
    }

    /// Forgets everything learned from earlier searches.
    pub fn clear(&mut self) {
        let mut memory = self.lock();
        memory.histories.clear();
        if let Some(table) = &mut memory.table {
            table.clear();
        }
    }

    /// Searches a position until a limit is reached or the search is told to stop. Each thread works on a clone of the
    /// evaluator.
    pub fn run<E: Evaluator>(
        &self,
        position: &E::Position,
        evaluator: &E,
        request: &Request,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Finish {
        let game = GameSearch {
            pieces: position.pieces(),
            key: position.key(),
            passes_turn: &|m| {
                let mut evaluator = evaluator.clone();
                evaluator.set_root(position);
                passes_turn(&mut evaluator, position, m)
            },
            alternates: E::Position::ALTERNATES,
            start: &|thread| Box::new(Worker::new(thread, evaluator, position)),
        };
        self.search(&game, request, control, report)
    }

    fn search(&self, game: &GameSearch, request: &Request, control: &Control, listener: Listener) -> Finish {
        if request.root_moves.is_empty() {
            control.hold(request.endless);
            return Finish::without_move(DRAW);
        }
        let Memory { hash, threads, table, histories, params, tuning } = &mut *self.lock();
        let tuning = tuning.get_or_insert_with(|| Tuning::new(params.clone()));
        if let Some(skill) = &request.skill {
            return search_limited(tuning, game, request, skill, control, listener);
        }
        Histories::provide(*threads, game.pieces, histories);
        let table = table.get_or_insert_with(|| TranspositionTable::new(*hash));
        table.grow_older();
        let budget = Budget::new(&request.limits, request.full_move, &tuning.params);
        let threads = if budget.admits_helpers() { *threads } else { 1 };
        let (limits, set_scores, endless) = (request.limits, request.set_scores.as_slice(), request.endless);
        let weakness = Weakness::default();
        let sampler = request.sampler.as_deref();
        let visits = Visits::new(threads);
        let shared =
            Shared { table, visits, tuning, control, limits, budget, threads, set_scores, endless, weakness, sampler };
        search_with_helpers(&shared, &mut histories[..threads], game, request, listener)
    }
}

/// What is different between games.
struct GameSearch<'g> {
    /// See [`Position::pieces`].
    pieces: usize,
    /// See [`Position::key`].
    key: u64,
    /// Whether a legal move of the root leaves the opponent to move.
    passes_turn: &'g (dyn Fn(Move) -> bool + Sync),
    /// See [`Position::ALTERNATES`].
    alternates: bool,
    /// Sets up a thread's search.
    start: &'g (dyn for<'a> Fn(Thread<'a>) -> Box<dyn TreeSearch<'a> + 'a> + Sync),
}

/// A search of limited strength: by one thread, without what other searches have learned. The last line reported is that
/// of the move chosen.
fn search_limited(
    tuning: &Tuning,
    game: &GameSearch,
    request: &Request,
    skill: &Skill,
    control: &Control,
    listener: Listener,
) -> Finish {
    let plan = skill.plan(game.key, request.history.len());
    let Limits { depth, nodes, .. } = request.limits;
    let limits = Limits { depth: plan.depth(depth), nodes: plan.nodes(nodes), ..request.limits };
    let (root_moves, lines) = (plan.noticed_root_moves(&request.root_moves), plan.lines(request.lines));
    let limited = Request { root_moves, limits, lines, ..request.clone() };
    let mut found: Vec<Report> = Vec::new();
    let mut note = |report: &Report| {
        if report.rank as usize <= request.lines {
            listener(report);
        }
        if report.line.bound == Bound::Exact {
            // Each iteration reports its lines in order, when it is finished.
            found.truncate(report.rank as usize - 1);
            found.push(report.clone());
        }
    };
    let (table, weakness) = (TranspositionTable::new(LIMITED_HASH), plan.weakness);
    let budget = Budget::new(&limits, request.full_move, &tuning.params);
    let (set_scores, endless, threads) = (request.set_scores.as_slice(), request.endless, 1);
    let (table, visits, sampler) = (&table, Visits::new(threads), None);
    let shared =
        Shared { table, visits, tuning, control, limits, budget, threads, set_scores, endless, weakness, sampler };
    let finish = search_with_helpers(&shared, &mut [Histories::new(game.pieces)], game, &limited, &mut note);
    let chosen = plan.choose(&found);
    let Some(report) = found.get(chosen) else { return finish };
    if chosen > 0 {
        listener(&Report { rank: 1, ..report.clone() });
    }
    let (best, reply) = (report.line.moves.first().copied(), report.line.moves.get(1).copied());
    let ponder = reply.filter(|_| best.is_some_and(game.passes_turn));
    Finish { best, ponder, score: report.line.score, depth: report.depth, ..finish }
}

/// Searches with one thread for each of the histories. The first thread is the main one.
fn search_with_helpers(
    shared: &Shared,
    histories: &mut [Histories],
    game: &GameSearch,
    request: &Request,
    listener: Listener,
) -> Finish {
    let Some((own, others)) = histories.split_first_mut() else { unreachable!("there is at least one thread") };
    let start = |histories, is_main| {
        let Request { history, root_moves, .. } = request;
        (game.start)(Thread::new(shared, histories, history, root_moves, game.alternates, is_main))
    };
    if !HAS_THREADS || others.is_empty() && HAS_LARGE_STACK.get() {
        return lead(&mut *start(own, true), request, listener);
    }
    let start = &start;
    std::thread::scope(|scope| {
        for histories in others {
            let helper = Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, move || {
                let mut helper = start(histories, false);
                iterate(&mut *helper, 1, &mut |_| {});
                helper.thread().poll();
            });
            if let Err(error) = helper {
                log::warn!("no thread to help the search: {error}");
            }
        }
        let main = Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, || lead(&mut *start(own, true), request, listener));
        let main = main.inspect_err(|error| log::error!("no thread for the search: {error}"));
        let finish = main.ok().and_then(|main| main.join().ok());
        if finish.is_none() {
            // Only the main thread ends the helpers.
            shared.control.stop();
        }
        finish.unwrap_or(Finish::without_move(DRAW))
    })
}

/// The main thread's part: its own search, then the end of all searches.
fn lead<'a>(search: &mut (dyn TreeSearch<'a> + 'a), request: &Request, listener: Listener) -> Finish {
    let mut reported: Vec<Report> = Vec::new();
    let depth = iterate(search, request.lines, &mut |report| {
        if report.line.bound == Bound::Exact {
            // Each iteration reports its lines in order, when it is finished.
            reported.truncate(report.rank as usize - 1);
            reported.push(report.clone());
        }
        listener(report);
    });
    let thread = search.thread();
    thread.poll();
    let control = thread.shared.control;
    let RootMove { m, score, ref line, .. } = thread.root.moves[0];
    let reply = line.get(1).copied();
    // A search that was stopped before it had a score reports the static evaluation.
    let score = if score == -INFINITE { search.evaluate_root() } else { score };
    // Limited strength chooses among the lines of finished iterations.
    if request.skill.is_none() || depth == 0 {
        report_end(search, score, depth, &reported, &mut *listener);
    }
    control.hold(request.endless);
    control.stop();
    let ponder = reply.filter(|_| search.passes_turn(m));
    Finish { best: Some(m), ponder, score, depth: depth as u32, nodes: control.nodes.load(Relaxed) }
}
