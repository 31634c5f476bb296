//! The one dynamic facade between the protocols, which know no game, and the code that is compiled for each game.
//!
//! Moves and positions cross it as text: coordinate notation and FEN.

use std::sync::Arc;
use std::thread::JoinHandle;

use crate::board::{Board, FenError, MoveError, divide, join_turns};
use crate::eval::Evaluated;
use crate::rules::{self, ClientMove, Rules, Spec, Visitor};
use crate::search::{Control, Engine, Finish, Limits, Line, Progress, Report, Request};
use crate::types::{Color, Move, Score, Square};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move is mated; this side has won.
    Checkmate(Color),
    /// The side to move has no legal move: a draw.
    Stalemate,
    /// The position has occurred three times: a draw.
    Repetition,
    /// A hundred turns without capture or irreversible move: a draw.
    FiftyMoves,
    /// Neither side has anything but its king: a draw.
    BareKings,
}

impl Ending {
    /// The result as PGN writes it.
    pub fn result(self) -> &'static str {
        match self {
            Self::Checkmate(Color::White) => "1-0",
            Self::Checkmate(Color::Black) => "0-1",
            _ => "1/2-1/2",
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Checkmate(winner) => write!(f, "{} mates", winner.name()),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Repetition => f.write_str("draw by threefold repetition"),
            Self::FiftyMoves => f.write_str("draw by the 50-move rule"),
            Self::BareKings => f.write_str("draw with bare kings"),
        }
    }
}

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
    /// If not empty, search only these root moves (coordinate notation); those that are not legal are left out.
    pub only: Vec<String>,
    /// Leave out these root moves.
    pub exclude: Vec<String>,
    /// How many best lines to report, at least 1.
    pub lines: usize,
}

/// What a running search tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line was found or improved.
    Report(Report<String>),
    /// The search has ended; nothing follows.
    Finish(Finish<String>),
}

/// A search under way on threads of its own. Dropping it stops the search and waits for its end.
pub struct Running {
    control: Arc<Control>,
    current_text: Box<dyn Fn(u32) -> String + Send>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Asks the search to end; its [`Event::Finish`] follows at once.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// How far the search has come, and the root move that it looks at.
    pub fn progress(&self) -> (Progress, String) {
        let progress = self.control.progress();
        let current = (self.current_text)(progress.current);
        (progress, current)
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

/// A game being played or analysed, of whatever variant.
pub trait Session: Send {
    /// The game's data.
    fn spec(&self) -> &'static Spec;

    /// Begins a game from this position, the start position if `None`. What was learned in the game before is forgotten
    /// by [`Session::clear`] only.
    ///
    /// # Errors
    /// When the FEN is refused; the game goes on unchanged.
    fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError>;

    /// Plays a move in coordinate notation, or the two turns of a double turn joined by a comma (`b1c3,g1f3`).
    ///
    /// # Errors
    /// When it is no move or not legal; nothing changes. The ends of games by draw rules do not prevent moves.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Takes the last move back; `false` at the beginning.
    fn undo(&mut self) -> bool;

    /// The moves played since [`Session::set_position`].
    fn played(&self) -> Vec<String>;

    /// The position.
    fn fen(&self) -> String;

    /// A move that is legal here as XBoard is told it, with the game's own files and ranks from 1.
    fn client_move(&self, text: &str) -> Option<ClientMove>;

    /// The move in coordinate notation that a text of XBoard's stands for where that is something else.
    fn read_client(&self, text: &str) -> Option<String>;

    /// The position as XBoard reads it.
    fn client_fen(&self) -> String;

    /// A FEN of XBoard's, with at least board, side and rights, as [`Session::set_position`] reads it.
    fn read_client_fen(&self, fen: &str) -> String;

    /// What XBoard marks, see [`Rules::client_marks`]: the board as FEN with marks for pieces.
    fn client_marks(&self, from: &str, way: Option<&str>) -> Option<String>;

    /// What XBoard marks while no piece is picked up, see [`Rules::client_signs`]; `None` if there is nothing.
    fn client_signs(&self) -> Option<String>;

    /// See [`Rules::client_choices`].
    fn client_choices(&self, from: &str, way: Option<&str>, to: &str) -> String;

    /// The same move with the same side moving again, if that is legal here.
    fn and_again(&self, text: &str) -> Option<String>;

    /// The board for people.
    fn diagram(&self) -> String;

    /// What else people need to know of the position: name and state, e.g. `cube` and `Black`.
    fn state(&self) -> Option<(&'static str, String)>;

    /// Joins the two halves of each double turn in a line of moves by a comma.
    fn joiner(&self) -> fn(&[String]) -> Vec<String>;

    /// The side to move.
    fn side(&self) -> Color;

    /// The number of the full move, which grows after Black's turn.
    fn full_move(&self) -> u32;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The legal moves, sorted.
    fn legal_moves(&self) -> Vec<String>;

    /// A move in coordinate notation, as algebraic notation has it (see [`Board::san`]).
    ///
    /// # Errors
    /// When it is no move or not legal.
    fn san(&self, text: &str) -> Result<String, MoveError>;

    /// A move in algebraic notation (or coordinate notation), as coordinate notation has it.
    ///
    /// # Errors
    /// When it is no move, not legal, or may be several.
    fn read_san(&self, text: &str) -> Result<String, MoveError>;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The static evaluation from the side to move's view, in centipawns.
    fn evaluate(&self) -> Score;

    /// Perft of each legal move, sorted by its text, on `threads` threads; `depth` is at least 1. `done` is called as
    /// each move is finished.
    fn divide(&self, depth: u32, threads: usize, done: &(dyn Fn() + Sync)) -> Vec<(String, u64)>;

    /// Sets the size of the transposition table, in mebibytes (1 or more), and the number of search threads.
    fn configure(&mut self, hash: usize, threads: usize);

    /// Forgets everything learned from earlier searches.
    fn clear(&mut self);

    /// Starts a search of the position. `listen` is called on the search's thread. One search runs at a time: drop or
    /// wait for an earlier one first.
    fn search(&mut self, task: Task, listen: Box<dyn FnMut(Event) + Send>) -> Running;
}

struct Opener;

impl Visitor for Opener {
    type Output = Box<dyn Session>;
    fn visit<R: Rules>(self) -> Box<dyn Session> {
        Box::new(Game::<R>::new())
    }
}

/// A session for the game of this name, at its start position; `None` if there is no such game.
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    rules::visit(name, Opener)
}

/// The names of all games, for messages.
pub fn known_names() -> String {
    rules::all().map(|spec| spec.page.name).collect::<Vec<_>>().join(" ")
}

struct Game<R: Rules> {
    /// Every position of the game; the last is the current one.
    positions: Vec<Board<R>>,
    moves: Vec<Move>,
    engine: Engine,
}

impl<R: Rules> Game<R> {
    fn new() -> Self {
        Self { positions: vec![Board::start()], moves: Vec::new(), engine: Engine::new() }
    }

    fn board(&self) -> &Board<R> {
        self.positions.last().expect("a game always has its first position")
    }

    /// Keys of the earlier positions that can still recur, oldest first.
    fn history(&self) -> Vec<u64> {
        let earlier = &self.positions[..self.positions.len() - 1];
        let reversible = usize::from(self.board().clock()).min(earlier.len());
        earlier[earlier.len() - reversible..].iter().map(|board| board.keys().position).collect()
    }

    /// Forgets the moves from this number on.
    fn go_back_to(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.positions.truncate(moves + 1);
    }

    fn root_moves(&self, task: &Task) -> Vec<Move> {
        let board = self.board();
        let named = |list: &[String], m: Move| list.iter().any(|text| *text == board.move_text(m));
        let all = board.legal_moves();
        let chosen: Vec<Move> = all
            .iter()
            .copied()
            .filter(|&m| (task.only.is_empty() || named(&task.only, m)) && !named(&task.exclude, m))
            .collect();
        if chosen.is_empty() { all.to_vec() } else { chosen }
    }
}

impl<R: Rules> Session for Game<R> {
    fn spec(&self) -> &'static Spec {
        R::spec()
    }

    fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let board = fen.map_or_else(|| Ok(Board::start()), Board::from_fen)?;
        self.positions = vec![board];
        self.moves.clear();
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.moves.len();
        for turn in self.board().split_turns(text) {
            let mut board = *self.board();
            let m = board.read_move(&turn).inspect_err(|_| self.go_back_to(before))?;
            board.play(m, &mut ());
            self.positions.push(board);
            self.moves.push(m);
        }
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.moves.pop().is_some_and(|_| self.positions.pop().is_some())
    }

    fn played(&self) -> Vec<String> {
        self.positions.iter().zip(&self.moves).map(|(board, &m)| board.move_text(m)).collect()
    }

    fn fen(&self) -> String {
        self.board().fen()
    }

    fn client_move(&self, text: &str) -> Option<ClientMove> {
        let board = self.board();
        board.read_move(text).ok().map(|m| R::client_move(board, m))
    }

    fn read_client(&self, text: &str) -> Option<String> {
        let board = self.board();
        R::read_client(board, text).map(|m| board.move_text(m))
    }

    fn client_fen(&self) -> String {
        R::to_client_fen(&self.fen())
    }

    fn read_client_fen(&self, fen: &str) -> String {
        R::from_client_fen(fen)
    }

    fn client_marks(&self, from: &str, way: Option<&str>) -> Option<String> {
        let square = |text: &str| Some(R::spec().read_square(text)?.0);
        let way = match way {
            Some(text) => Some(square(text)?),
            None => None,
        };
        R::client_marks(self.board(), square(from)?, way).map(|marks| marks_text(R::spec(), &marks))
    }

    fn client_signs(&self) -> Option<String> {
        let signs = R::client_signs(self.board());
        (!signs.is_empty()).then(|| marks_text(R::spec(), &signs))
    }

    fn client_choices(&self, from: &str, way: Option<&str>, to: &str) -> String {
        let square = |text: &str| Some(R::spec().read_square(text)?.0);
        match (square(from), square(to)) {
            (Some(from), Some(to)) => R::client_choices(self.board(), from, way.and_then(square), to),
            _ => String::new(),
        }
    }

    fn and_again(&self, text: &str) -> Option<String> {
        let board = self.board();
        let m = board.read_move(text).ok()?.and_again();
        board.is_legal(m).then(|| board.move_text(m))
    }

    fn diagram(&self) -> String {
        self.board().diagram()
    }

    fn state(&self) -> Option<(&'static str, String)> {
        R::describe_aux(self.board())
    }

    fn joiner(&self) -> fn(&[String]) -> Vec<String> {
        join_turns::<R>
    }

    fn side(&self) -> Color {
        self.board().side()
    }

    fn full_move(&self) -> u32 {
        self.board().full_move()
    }

    fn in_check(&self) -> bool {
        self.board().in_check()
    }

    fn legal_moves(&self) -> Vec<String> {
        let board = self.board();
        let mut texts: Vec<String> = board.legal_moves().iter().map(|&m| board.move_text(m)).collect();
        texts.sort_unstable();
        texts
    }

    fn san(&self, text: &str) -> Result<String, MoveError> {
        let board = self.board();
        Ok(board.san(board.read_move(text)?))
    }

    fn read_san(&self, text: &str) -> Result<String, MoveError> {
        let board = self.board();
        Ok(board.move_text(board.read_san(text)?))
    }

    fn ending(&self) -> Option<Ending> {
        let board = self.board();
        // Mate and stalemate count before the draws (ruling R-ALL-2).
        if !board.has_moves() {
            return Some(if board.in_check() { Ending::Checkmate(!board.side()) } else { Ending::Stalemate });
        }
        let key = board.keys().position;
        if board.bare_kings() {
            Some(Ending::BareKings)
        } else if board.clock() >= 100 {
            Some(Ending::FiftyMoves)
        } else if self.history().iter().filter(|&&earlier| earlier == key).count() >= 2 {
            Some(Ending::Repetition)
        } else {
            None
        }
    }

    fn evaluate(&self) -> Score {
        Evaluated::new(*self.board()).score()
    }

    fn divide(&self, depth: u32, threads: usize, done: &(dyn Fn() + Sync)) -> Vec<(String, u64)> {
        let board = self.board();
        let count = || divide(board, depth, done);
        let counts = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(count),
            Err(error) => {
                log::warn!("no pool of {threads} threads ({error}); using the default one");
                count()
            }
        };
        let mut texts: Vec<(String, u64)> = counts.into_iter().map(|(m, nodes)| (board.move_text(m), nodes)).collect();
        texts.sort_unstable();
        texts
    }

    fn configure(&mut self, hash: usize, threads: usize) {
        self.engine.configure(hash, threads);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn search(&mut self, task: Task, mut listen: Box<dyn FnMut(Event) + Send>) -> Running {
        let board = *self.board();
        let control = Arc::new(Control::new(task.ponder));
        let request = Request {
            position: Evaluated::new(board),
            history: self.history(),
            root_moves: self.root_moves(&task),
            limits: task.limits,
            endless: task.infinite,
            lines: task.lines.max(1),
        };
        let engine = self.engine.clone();
        let switches = Arc::clone(&control);
        let search = move || {
            let finish =
                engine.run(&request, &switches, &mut |report| listen(Event::Report(report_text(&board, report))));
            listen(Event::Finish(finish_text(&board, finish)));
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(search);
        if let Err(error) = &thread {
            log::error!("the search got no thread: {error}");
        }
        Running {
            control,
            current_text: Box::new(move |bits| board.move_text(Move::from_bits(bits))),
            thread: thread.ok(),
        }
    }
}

/// A board of marks in the manner of a FEN.
fn marks_text(spec: &Spec, marks: &[(Square, char)]) -> String {
    let rank_text = |rank: u8| {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..spec.page.files {
            match marks.iter().find(|(square, _)| *square == Square::new(file, rank)) {
                None => run += 1,
                Some((_, mark)) => {
                    if run > 0 {
                        text += &std::mem::take(&mut run).to_string();
                    }
                    text.push(*mark);
                }
            }
        }
        if run > 0 { text + &run.to_string() } else { text }
    };
    (0..spec.page.ranks).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

/// A line of moves as text.
fn line_text<R: Rules>(board: &Board<R>, moves: &[Move]) -> Vec<String> {
    let mut board = *board;
    let mut text = |&m: &Move| {
        let text = board.move_text(m);
        board.play(m, &mut ());
        text
    };
    moves.iter().map(&mut text).collect()
}

fn report_text<R: Rules>(board: &Board<R>, report: &Report) -> Report<String> {
    Report {
        depth: report.depth,
        selective_depth: report.selective_depth,
        rank: report.rank,
        line: Line { score: report.line.score, bound: report.line.bound, moves: line_text(board, &report.line.moves) },
        nodes: report.nodes,
        elapsed: report.elapsed,
        hash_full: report.hash_full,
    }
}

fn finish_text<R: Rules>(board: &Board<R>, finish: Finish) -> Finish<String> {
    let line: Vec<Move> = finish.best.into_iter().chain(finish.ponder).collect();
    let mut texts = line_text(board, &line).into_iter();
    Finish { best: texts.next(), ponder: texts.next(), score: finish.score, depth: finish.depth, nodes: finish.nodes }
}
