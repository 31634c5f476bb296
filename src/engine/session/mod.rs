//! A game in progress and its search: [`Game`] for code compiled per variant, and the dynamic interface [`Session`] for
//! code that handles any variant.
//!
//! The interface takes and returns moves as [`Move`]; the methods of `dyn View` parse and print them.

mod activity;
mod bench;
mod catalogue;
mod game;
mod options;
mod settings;
mod trial;

pub use activity::{Event, Running, SearchBroken, Task};
pub use bench::{Bench, BenchPosition};
pub use catalogue::{Catalogue, NetworkFileError};
pub use game::Game;
pub use options::{Client, Effect, EngineOption, OPTIONS, OptionKind, Permitted, Settings, default_game};
pub use trial::{Fate, Trial, TrialCount};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use self::activity::Events;
use crate::board::{Board, FenError, MoveError, Role, Rules, Spec, Variant, View, divide};
use crate::eval::{Chances, Evaluation, Evaluations, GameEvaluator, Study, evaluation_table};
use crate::search::{Control, Engine, Finish, Params, Report, Request};
use crate::system::{self, ThreadError};
use crate::tablebase::{Material, Priority, TableError, Tablebase, Tablebases};
use crate::types::score::{DRAW, mate_in, mated_in};
use crate::types::{Color, Ending, Move, Piece, Score};

/// How often a search that somebody waits for looks at the switch that stops it.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A game of any variant, being played or analysed, with its search engine.
pub trait Session: Send {
    /// The game's data.
    fn spec(&self) -> &'static Spec {
        self.view().spec()
    }

    /// The current position.
    fn view(&self) -> &dyn View {
        self.study()
    }

    /// The current position with what its evaluation is made of.
    fn study(&self) -> &dyn Study;

    /// The evaluation with which the game is played.
    fn evaluation(&self) -> Evaluation;

    /// How scores and results of the game are related.
    fn chances(&self) -> Chances;

    /// Plays with this evaluation from now on.
    fn evaluate_with(&mut self, evaluation: Evaluation);

    /// The endgame tables of these men, see [`Tablebases::of`].
    ///
    /// # Errors
    /// When there can be no such tables.
    fn endgame_tables(&self, material: &Material) -> Result<Tablebase, TableError>;

    /// Starts a new game from a FEN; from the start position if `None`. The transposition table and history stay until
    /// [`Session::clear`].
    ///
    /// # Errors
    /// When the FEN is invalid; the game stays unchanged.
    fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError>;

    /// Plays a move. A game drawn by rule can be continued.
    ///
    /// # Errors
    /// When the move is not legal; the game stays unchanged.
    fn play(&mut self, m: Move) -> Result<(), MoveError>;

    /// Passes the turn, as variations in records do; `false` if that is not possible. See [`Game::pass`].
    fn pass(&mut self) -> bool;

    /// Takes back the last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// The moves played since [`Session::set_position`].
    fn moves(&self) -> &[Move];

    /// How the game has ended; `None` if it goes on.
    fn ending(&self) -> Option<Ending>;

    /// Sets the size of the transposition table in mebibytes (at least 1) and the number of search threads.
    fn configure(&mut self, hash: usize, threads: usize);

    /// Searches with these parameters from now on.
    fn tune(&mut self, params: Params);

    /// Clears everything learned from earlier searches.
    fn clear(&mut self);

    /// Searches the position, blocking the caller until a limit is reached. Calls `on_report` for each line found.
    fn think(&self, task: &Task, on_report: &mut (dyn FnMut(&Report) + Send)) -> Finish;

    /// Starts a search of the position, which calls `on_event` on its own thread. The last event, and only that, is an
    /// [`Event::Finish`], even if the search breaks down. Only one search may run at a time: drop or wait for an earlier one
    /// first.
    fn search(&mut self, task: Task, on_event: Box<dyn FnMut(Event) + Send>) -> Running;
}

impl dyn Session + '_ {
    /// The static evaluation from the side to move's view, in centipawns.
    pub fn evaluate(&self) -> Score {
        self.study().score(&self.evaluation())
    }

    /// How much more material White has, by what pieces are worth in exchanges, in centipawns. Royal pieces do not count.
    pub fn material(&self) -> Score {
        let (spec, view, evaluation) = (self.spec(), self.view(), self.evaluation());
        let pieces = spec.board.into_iter().filter_map(|square| view.piece_at(square));
        let counted = pieces.filter(|piece| spec.piece(piece.kind()).role != Role::Royal);
        let worth = |piece: Piece| match piece.color() {
            Color::White => evaluation.weights.exchange().of(piece.kind()),
            Color::Black => -evaluation.weights.exchange().of(piece.kind()),
        };
        counted.map(worth).sum()
    }

    /// The score of a finished game from the side to move's view: mate in no moves, or a draw; `None` if the game goes on.
    pub fn final_score(&self) -> Option<Score> {
        Some(match self.ending()? {
            Ending::Won(winner, _) if winner == self.view().side() => mate_in(0),
            Ending::Checkmate(_) | Ending::Won(..) => mated_in(0),
            _ => DRAW,
        })
    }

    /// A short name for the evaluation, which others do not have.
    pub fn evaluation_name(&self) -> String {
        self.evaluation().name()
    }

    /// The static evaluation as a table of its terms, in pawns from White's view.
    pub fn evaluation_table(&self) -> String {
        let (position, evaluation) = (self.study(), self.evaluation());
        let (weights, trace) = (&evaluation.weights, position.trace(&evaluation.weights));
        let (side, score, network) = (position.side(), position.score(&evaluation), evaluation.network_share(position));
        evaluation_table(self.spec(), weights, &trace, side, score, network)
    }

    /// Plays a move in any notation that `read_move` reads, or the two turns of a double turn joined by a comma
    /// (`b1c3,g1f3`).
    ///
    /// # Errors
    /// When the text is not a move, or the move is not legal; the game stays unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.moves().len();
        for turn in self.view().split_turns(text) {
            let played = self.view().read_move(&turn).and_then(|m| self.play(m));
            if let Err(error) = played {
                while self.moves().len() > before && self.undo() {}
                return Err(error);
            }
        }
        Ok(())
    }

    /// Searches the position to the end, or until `stop` is true, which ends the search as [`Running::stop`] does. Passes
    /// each report to `on_report`, with the searched position.
    ///
    /// # Errors
    /// A [`SearchBroken`], or the error of `on_report`, which ends the search.
    pub fn search_until<E: From<SearchBroken>>(
        &mut self,
        task: Task,
        stop: &AtomicBool,
        on_report: &mut dyn FnMut(&Report, &dyn View) -> Result<(), E>,
    ) -> Result<Finish, E> {
        let (sender, events) = channel();
        // If this function returns early, dropping `running` stops the search; its last event is not needed.
        let running = self.search(task, Box::new(move |event| drop(sender.send(event))));
        loop {
            if stop.load(Relaxed) {
                running.stop();
            }
            match system::receive_within(&events, POLL_INTERVAL) {
                Ok(Event::Report(report)) => on_report(&report, running.root())?,
                Ok(Event::Finish(finish)) if running.substitute(&finish).is_none() => {
                    running.wait();
                    return Ok(finish);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::Finish(_)) | Err(RecvTimeoutError::Disconnected) => return Err(SearchBroken.into()),
            }
        }
    }

    /// The perft node count of each legal move, see [`divide_texts`].
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<(String, u64)>, ThreadError> {
        divide_texts(self.view(), depth, threads, &AtomicBool::new(false), done)
    }
}

/// The perft node count of each legal move, sorted by its text. `depth` is in plies, at least 1, and includes the move.
/// Runs on `threads` threads and calls `done` after each move. When `stop` becomes true, the counts are meaningless and
/// soon returned.
///
/// # Errors
/// When the threads cannot be started.
pub fn divide_texts(
    view: &dyn View,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<(String, u64)>, ThreadError> {
    let counts = system::share_among(threads, || divide(view, depth, stop, done))?;
    let mut texts: Vec<(String, u64)> = counts.into_iter().map(|(m, nodes)| (view.move_text(m), nodes)).collect();
    texts.sort_unstable();
    Ok(texts)
}

/// A game of one variant and the engine that searches it.
struct TypedSession<R: Variant> {
    game: Game<R>,
    engine: Engine,
    evaluations: Evaluations,
    /// The evaluation; `None` for that of [`TypedSession::evaluations`].
    evaluation: Option<Evaluation>,
    tablebases: Tablebases,
}

impl<R: Variant> TypedSession<R> {
    fn request(&self, task: &Task) -> Request {
        Request {
            history: self.game.history(),
            full_move: self.game.board().full_move(),
            root_moves: task.root_moves(&self.game.board().legal_moves()),
            limits: task.limits,
            endless: task.infinite,
            lines: task.lines.max(1),
            set_scores: task.set_scores.clone(),
            skill: task.skill,
            sampler: task.sampler.clone(),
        }
    }

    /// The endgame tables for a search of the position.
    fn tables(&self, task: &Task) -> Option<Arc<Tablebase>> {
        let tables = if task.tables { self.tablebases.around(self.game.board()) } else { None };
        tables.map(Arc::new)
    }
}

/// Makes the endgame tables of a search: before it if its result is not to depend on the time, else beside it.
fn prepare_tables(tables: Option<&Arc<Tablebase>>, task: &Task, control: &Arc<Control>) {
    const INTERVAL: Duration = Duration::from_millis(5);
    let Some(tables) = tables else { return };
    if task.ponder || task.infinite || task.limits.depends_on_time() {
        let begun = tables.complete_beside(Priority::Background, || false);
        return begun.unwrap_or_else(|error| log::warn!("{error}"));
    }
    while !control.stopped() && !tables.is_complete() {
        // Those of an earlier search may have to be finished first.
        let control = Arc::clone(control);
        let stop = move || control.stopped();
        match tables.complete_beside(Priority::Awaited, stop.clone()) {
            Ok(()) => system::sleep(INTERVAL),
            Err(_) => tables.complete(&stop),
        }
    }
}

/// Puts the moves first that the endgame tables prefer. Of moves with the same score the search chooses the first: where the
/// limit of moves without progress makes a draw of a win, that is the one with the shortest mate, in case the opponent errs.
fn sort_moves<R: Rules>(tables: Option<&Tablebase>, board: &Board<R>, request: &mut Request) {
    if let Some(tables) = tables {
        request.root_moves.sort_by_cached_key(|&m| tables.preference(&board.after(m)));
    }
}

impl<R: Variant> Session for TypedSession<R> {
    fn study(&self) -> &dyn Study {
        self.game.board()
    }

    fn evaluation(&self) -> Evaluation {
        self.evaluation.clone().unwrap_or_else(|| self.evaluations.of(self.spec()))
    }

    fn evaluate_with(&mut self, evaluation: Evaluation) {
        self.evaluation = Some(evaluation);
    }

    fn chances(&self) -> Chances {
        self.evaluations.chances(self.spec())
    }

    fn endgame_tables(&self, material: &Material) -> Result<Tablebase, TableError> {
        self.tablebases.of(self.game.board().rules(), material)
    }

    fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        self.game.set_position(fen)
    }

    fn play(&mut self, m: Move) -> Result<(), MoveError> {
        self.game.play(m)
    }

    fn pass(&mut self) -> bool {
        self.game.pass()
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn moves(&self) -> &[Move] {
        self.game.moves()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn configure(&mut self, hash: usize, threads: usize) {
        self.engine.configure(hash, threads);
    }

    fn tune(&mut self, params: Params) {
        self.engine.tune(params);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn think(&self, task: &Task, on_report: &mut (dyn FnMut(&Report) + Send)) -> Finish {
        let control = Arc::new(Control::new(task.ponder));
        let tables = self.tables(task);
        prepare_tables(tables.as_ref(), task, &control);
        let mut request = self.request(task);
        sort_moves(tables.as_deref(), self.game.board(), &mut request);
        let evaluator = GameEvaluator::new(&self.evaluation(), tables);
        self.engine.run(self.game.board(), &evaluator, &request, &control, on_report)
    }

    fn search(&mut self, task: Task, on_event: Box<dyn FnMut(Event) + Send>) -> Running {
        let control = Arc::new(Control::new(task.ponder));
        let tables = self.tables(&task);
        let (evaluator, mut request) = (GameEvaluator::new(&self.evaluation(), tables.clone()), self.request(&task));
        let engine = self.engine.clone();
        let search_control = Arc::clone(&control);
        let board = *self.game.board();
        let root: Arc<dyn View> = Arc::new(board);
        let mut events = Events::new(on_event);
        let prepared = task.clone();
        let search = move || {
            prepare_tables(tables.as_ref(), &prepared, &search_control);
            sort_moves(tables.as_deref(), &board, &mut request);
            let mut on_report = |report: &Report| events.send(Event::Report(report.clone()));
            let finish = engine.run(&board, &evaluator, &request, &search_control, &mut on_report);
            events.send(Event::Finish(finish));
        };
        Running::start(control, root, &task, Box::new(search))
    }
}
