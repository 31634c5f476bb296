//! `analyse --epd`: searches the positions of a test suite, and counts those that are solved.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde_json::{Value, json};

use super::error::CliError;
use super::score::{score_json, score_text};
use crate::board::{FenError, MoveError, View};
use crate::files::Lines;
use crate::records::{Operations, set_epd};
use crate::search::{Finish, Report};
use crate::session::{Session, Task};
use crate::types::score::moves_to_mate;
use crate::types::{Ending, Move};

/// What is wrong with a line of a suite.
#[derive(Debug, thiserror::Error)]
enum LineFault {
    /// The position is refused.
    #[error("{0}")]
    Position(#[from] FenError),
    /// The game is over in the position. Holds how.
    #[error("the game is over there: {0}")]
    Over(Ending),
    /// A move of an operation is not legal, or the operation has none.
    #[error("{0}: {1}")]
    Move(&'static str, MoveError),
    /// The number of an operation is none.
    #[error("dm is `{}`, expected a number of moves", crate::board::quoted(.0))]
    Number(String),
    /// The file has no position.
    #[error("there is no position in it")]
    Empty,
}

/// A position with what is wanted of a search.
struct Puzzle {
    /// The number of its line, from 1.
    line: usize,
    /// Its name; empty if it has none.
    id: String,
    fen: String,
    /// The best moves (`bm`); any of them is right.
    best: Vec<Move>,
    /// Moves to avoid (`am`).
    avoid: Vec<Move>,
    /// A mate in at most this many moves is to be found (`dm`).
    mate: Option<i32>,
}

impl Puzzle {
    /// Reads a line of EPD; the session is left at its position.
    fn read(session: &mut dyn Session, line: usize, text: &str) -> Result<Self, LineFault> {
        let operations = set_epd(session, text)?;
        if let Some(ending) = session.ending() {
            return Err(LineFault::Over(ending));
        }
        let view = session.view();
        let mate = operations.get("dm").map(|operands| {
            let number = operands.first().map_or("", String::as_str);
            number.parse().ok().filter(|&moves| moves > 0).ok_or_else(|| LineFault::Number(number.to_owned()))
        });
        Ok(Self {
            line,
            id: operations.get("id").map(|operands| operands.join(" ")).unwrap_or_default(),
            fen: view.fen(),
            best: read_moves(view, &operations, "bm")?,
            avoid: read_moves(view, &operations, "am")?,
            mate: mate.transpose()?,
        })
    }

    /// Whether something is wanted.
    fn is_test(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some()
    }

    /// Whether this move with this score is what is wanted.
    fn is_solved_by(&self, m: Move, score: i32) -> bool {
        let is_best = self.best.is_empty() || self.best.contains(&m);
        let is_mate =
            self.mate.is_none_or(|wanted| moves_to_mate(score).is_some_and(|moves| (1..=wanted).contains(&moves)));
        is_best && is_mate && !self.avoid.contains(&m)
    }

    /// What is wanted, as EPD says it.
    fn wanted(&self, view: &dyn View) -> String {
        let texts = |moves: &[Move]| moves.iter().map(|&m| view.san(m)).collect::<Vec<_>>().join(" ");
        let moves = [("bm", &self.best), ("am", &self.avoid)].into_iter().filter(|(_, moves)| !moves.is_empty());
        let moves = moves.map(|(opcode, moves)| format!("{opcode} {}", texts(moves)));
        moves.chain(self.mate.map(|moves| format!("dm {moves}"))).collect::<Vec<_>>().join("; ")
    }
}

/// The moves of an operation in the position of `view`.
fn read_moves(view: &dyn View, operations: &Operations, opcode: &'static str) -> Result<Vec<Move>, LineFault> {
    let Some(operands) = operations.get(opcode) else { return Ok(Vec::new()) };
    let words = operands.iter().map(|word| word.trim_matches(',')).filter(|word| !word.is_empty());
    let moves: Result<Vec<Move>, MoveError> = words.map(|word| view.read_move(word)).collect();
    let moves = moves.map_err(|error| LineFault::Move(opcode, error))?;
    match moves.is_empty() {
        true => Err(LineFault::Move(opcode, view.read_move("").expect_err("no text is no move"))),
        false => Ok(moves),
    }
}

/// When a search came to what it stayed with.
#[derive(Clone, Copy, Debug)]
struct Found {
    elapsed: Duration,
    nodes: u64,
}

/// The result of one position.
struct Answer {
    finish: Finish,
    /// When the solution was found; `None` if it was not.
    found: Option<Found>,
    /// Of the whole search.
    elapsed: Duration,
}

/// The sums of all positions.
#[derive(Default)]
struct Sums {
    positions: u64,
    tests: u64,
    solved: u64,
    /// Until the solutions were found.
    time_to_solution: Duration,
    nodes_to_solution: u64,
    time: Duration,
    nodes: u64,
}

impl Sums {
    fn add(&mut self, puzzle: &Puzzle, answer: &Answer) {
        self.positions += 1;
        self.tests += u64::from(puzzle.is_test());
        if let Some(found) = answer.found {
            self.solved += 1;
            self.time_to_solution += found.elapsed;
            self.nodes_to_solution += found.nodes;
        }
        self.time += answer.elapsed;
        self.nodes += answer.finish.nodes;
    }

    fn line(&self) -> String {
        let share = if self.tests == 0 { 0.0 } else { 100.0 * self.solved as f64 / self.tests as f64 };
        format!(
            "solved {} of {} ({share:.1} %), {:.3} s and {} nodes to the solutions, {:.3} s and {} nodes in all",
            self.solved,
            self.tests,
            self.time_to_solution.as_secs_f64(),
            self.nodes_to_solution,
            self.time.as_secs_f64(),
            self.nodes
        )
    }

    fn json(&self) -> Value {
        json!({
            "positions": self.positions,
            "tests": self.tests,
            "solved": self.solved,
            "solution_time": self.time_to_solution.as_millis() as u64,
            "solution_nodes": self.nodes_to_solution,
            "time": self.time.as_millis() as u64,
            "nodes": self.nodes,
        })
    }
}

/// The positions of a file and how to search them.
pub(super) struct Suite<'a> {
    /// The file.
    pub(super) path: &'a Path,
    /// A session of the game.
    pub(super) session: Box<dyn Session>,
    /// The search of each position.
    pub(super) task: Task,
    /// Whether to write JSON.
    pub(super) json: bool,
    /// Ends the search and the suite.
    pub(super) stop: &'a AtomicBool,
}

impl Suite<'_> {
    /// Searches all positions, each without knowledge of the others, and writes a line for each and their sum.
    pub(super) fn run(mut self, out: &mut impl Write) -> Result<(), CliError> {
        let puzzles = self.read()?;
        if !self.json {
            let (solved, best, depth, score) = ("solved", "best", "depth", "score");
            writeln!(out, "   #  {solved:<6}  {best:<9} {depth:>5} {score:>9}  time ms        nodes  position")?;
        }
        out.flush()?;
        let mut sums = Sums::default();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let answer = self.solve(puzzle)?;
            if self.stop.load(Relaxed) {
                break;
            }
            sums.add(puzzle, &answer);
            let view = self.session.view();
            let line = if self.json {
                puzzle_json(puzzle, &answer, view).to_string()
            } else {
                puzzle_line(index + 1, puzzle, &answer, view)
            };
            writeln!(out, "{line}")?;
            out.flush()?;
        }
        writeln!(out, "{}", if self.json { sums.json().to_string() } else { sums.line() })?;
        out.flush()?;
        if self.stop.load(Relaxed) { Err(CliError::Interrupted) } else { Ok(()) }
    }

    /// Reads all positions before the first is searched.
    fn read(&mut self) -> Result<Vec<Puzzle>, CliError> {
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| CliError::file(self.path, error);
        let file = File::open(self.path).map_err(|error| failed(error.into()))?;
        let mut lines = Lines::new(BufReader::new(file));
        let mut puzzles = Vec::new();
        while let Some(text) = lines.next_text().map_err(|error| failed(error.into()))? {
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let line = lines.number();
            let read = Puzzle::read(&mut *self.session, line, text);
            puzzles.push(read.map_err(|fault| failed(format!("line {line}: {fault}").into()))?);
        }
        if puzzles.is_empty() { Err(failed(LineFault::Empty.into())) } else { Ok(puzzles) }
    }

    fn solve(&mut self, puzzle: &Puzzle) -> Result<Answer, CliError> {
        self.session.set_position(Some(&puzzle.fen))?;
        self.session.clear();
        let mut found: Option<Found> = None;
        let mut elapsed = Duration::ZERO;
        let mut on_report = |report: &Report, _: &dyn View| {
            if report.rank == 1 {
                let first = report.line.moves.first();
                let is_right = puzzle.is_test() && first.is_some_and(|&m| puzzle.is_solved_by(m, report.line.score));
                let now = Found { elapsed: report.elapsed, nodes: report.nodes };
                found = if is_right { found.or(Some(now)) } else { None };
            }
            elapsed = report.elapsed;
            Ok::<(), CliError>(())
        };
        let begun = std::time::Instant::now();
        let finish = self.session.search_until(self.task.clone(), self.stop, &mut on_report)?;
        let elapsed = elapsed.max(begun.elapsed());
        let is_solved = puzzle.is_test() && finish.best.is_some_and(|m| puzzle.is_solved_by(m, finish.score));
        let at_the_end = Found { elapsed, nodes: finish.nodes };
        Ok(Answer { found: is_solved.then(|| found.unwrap_or(at_the_end)), finish, elapsed })
    }
}

/// A row of the table.
fn puzzle_line(number: usize, puzzle: &Puzzle, answer: &Answer, view: &dyn View) -> String {
    let solved = match (puzzle.is_test(), answer.found) {
        (false, _) => "-",
        (true, Some(_)) => "yes",
        (true, None) => "no",
    };
    let best = answer.finish.best.map_or_else(String::new, |m| view.san(m));
    let time = answer.found.map_or_else(|| "-".to_owned(), |found| found.elapsed.as_millis().to_string());
    let nodes = answer.found.map_or_else(|| "-".to_owned(), |found| found.nodes.to_string());
    let (depth, score) = (answer.finish.depth, score_text(answer.finish.score));
    let name = if puzzle.id.is_empty() { format!("line {}", puzzle.line) } else { puzzle.id.clone() };
    let name = name.replace(char::is_control, "?");
    let wanted = puzzle.wanted(view);
    let wanted = if wanted.is_empty() { wanted } else { format!(": {wanted}") };
    format!("{number:>4}  {solved:<6}  {best:<9} {depth:>5} {score:>9} {time:>8} {nodes:>12}  {name}{wanted}")
}

fn puzzle_json(puzzle: &Puzzle, answer: &Answer, view: &dyn View) -> Value {
    let texts = |moves: &[Move]| moves.iter().map(|&m| view.move_text(m)).collect::<Vec<_>>();
    json!({
        "line": puzzle.line,
        "id": puzzle.id,
        "fen": puzzle.fen,
        "bm": texts(&puzzle.best),
        "am": texts(&puzzle.avoid),
        "dm": puzzle.mate,
        "bestmove": answer.finish.best.map(|m| view.move_text(m)),
        "san": answer.finish.best.map(|m| view.san(m)),
        "score": score_json(answer.finish.score),
        "depth": answer.finish.depth,
        "solved": puzzle.is_test().then_some(answer.found.is_some()),
        "solution": answer.found.map(|found| json!({ "time": found.elapsed.as_millis() as u64, "nodes": found.nodes })),
        "time": answer.elapsed.as_millis() as u64,
        "nodes": answer.finish.nodes,
    })
}
