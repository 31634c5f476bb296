//! A game being played or analysed: [`Game`] for code that is compiled for one variant, and [`Session`], the one dynamic
//! facade over it, for everybody who knows no variant.
//!
//! Moves cross the facade as [`Move`]; text is read and written at the rim, by the methods of `dyn View`.

mod game;
mod running;

pub use game::Game;
pub use running::{Event, Running, Task};

use std::sync::Arc;

use crate::board::{FenError, MoveError, Spec, Variant, View, divide};
use crate::eval::{Classical, Weights, static_score};
use crate::games::{self, Visitor};
use crate::search::{Control, Engine, Finish, Report, Request};
use crate::types::{Ending, Move, Score};

/// A game being played or analysed, of whatever variant.
pub trait Session: Send {
    /// The game's data.
    fn spec(&self) -> &'static Spec {
        self.view().spec()
    }

    /// The position: pieces, side to move, legal moves, and its text.
    fn view(&self) -> &dyn View;

    /// Begins a game from this position, the start position if `None`. What was learned in the game before is forgotten
    /// by [`Session::clear`] only.
    ///
    /// # Errors
    /// When the FEN is refused; the game goes on unchanged.
    fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError>;

    /// Plays a move. The ends of games by draw rules do not prevent moves.
    ///
    /// # Errors
    /// When it is not legal; nothing changes.
    fn play(&mut self, m: Move) -> Result<(), MoveError>;

    /// Takes the last move back; `false` at the beginning.
    fn undo(&mut self) -> bool;

    /// The moves played since [`Session::set_position`].
    fn moves(&self) -> &[Move];

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The static evaluation from the side to move's view, in centipawns.
    fn evaluate(&self) -> Score;

    /// Sets the size of the transposition table, in mebibytes (1 or more), and the number of search threads.
    fn configure(&mut self, hash: usize, threads: usize);

    /// Forgets everything learned from earlier searches.
    fn clear(&mut self);

    /// Searches the position on the calling thread until a limit is reached. `listen` hears of the lines found.
    fn think(&self, task: &Task, listen: &mut (dyn FnMut(&Report) + Send)) -> Finish;

    /// Starts a search of the position. `listen` is called on the search's thread. One search runs at a time: drop or
    /// wait for an earlier one first.
    fn search(&mut self, task: Task, listen: Box<dyn FnMut(Event) + Send>) -> Running;
}

impl dyn Session + '_ {
    /// Plays a move in coordinate notation, or the two turns of a double turn joined by a comma (`b1c3,g1f3`).
    ///
    /// # Errors
    /// When it is no move or not legal; nothing changes.
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

    /// Perft of each legal move, sorted by its text, on `threads` threads; `depth` is at least 1. `done` is called as
    /// each move is finished.
    pub fn divide(&self, depth: u32, threads: usize, done: &(dyn Fn() + Sync)) -> Vec<(String, u64)> {
        let view = self.view();
        let count = || divide(view, depth, done);
        let counts = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(count),
            Err(error) => {
                log::warn!("no pool of {threads} threads ({error}); using the default one");
                count()
            }
        };
        let mut texts: Vec<(String, u64)> = counts.into_iter().map(|(m, nodes)| (view.move_text(m), nodes)).collect();
        texts.sort_unstable();
        texts
    }
}

struct Opener;

impl Visitor for Opener {
    type Output = Box<dyn Session>;
    fn visit<R: Variant>(self, rules: R) -> Box<dyn Session> {
        Box::new(Played { game: Game::new(rules), engine: Engine::new() })
    }
}

/// A session for the game of this name, at its start position; `None` if there is no such game.
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    games::visit(name, Opener)
}

/// A game and the engine that analyses it.
struct Played<R: Variant> {
    game: Game<R>,
    engine: Engine,
}

impl<R: Variant> Played<R> {
    fn request(&self, task: &Task) -> Request {
        Request {
            history: self.game.history(),
            root_moves: task.root_moves(&self.game.board().legal_moves()),
            limits: task.limits,
            endless: task.infinite,
            lines: task.lines.max(1),
        }
    }

    fn evaluator(&self) -> Classical<R> {
        Classical::new(Weights::of(self.spec()))
    }
}

impl<R: Variant> Session for Played<R> {
    fn view(&self) -> &dyn View {
        self.game.board()
    }

    fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        self.game.set_position(fen)
    }

    fn play(&mut self, m: Move) -> Result<(), MoveError> {
        self.game.play(m)
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

    fn evaluate(&self) -> Score {
        static_score(self.game.board())
    }

    fn configure(&mut self, hash: usize, threads: usize) {
        self.engine.configure(hash, threads);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn think(&self, task: &Task, listen: &mut (dyn FnMut(&Report) + Send)) -> Finish {
        let control = Control::new(task.ponder);
        self.engine.run(self.game.board(), &self.evaluator(), &self.request(task), &control, listen)
    }

    fn search(&mut self, task: Task, mut listen: Box<dyn FnMut(Event) + Send>) -> Running {
        let control = Arc::new(Control::new(task.ponder));
        let (evaluator, request) = (self.evaluator(), self.request(&task));
        let engine = self.engine.clone();
        let switches = Arc::clone(&control);
        let board = *self.game.board();
        let root: Arc<dyn View> = Arc::new(board);
        let search = move || {
            let mut report = |report: &Report| listen(Event::Report(report.clone()));
            let finish = engine.run(&board, &evaluator, &request, &switches, &mut report);
            listen(Event::Finish(finish));
        };
        Running::start(control, root, Box::new(search))
    }
}
