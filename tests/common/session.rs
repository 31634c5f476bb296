//! Games known by name: positions and moves as text, and searches to their end.

use std::sync::mpsc;

use bactrian::board::{FenError, Spec, View};
use bactrian::search::{Finish, Limits, Report};
use bactrian::session::{Catalogue, Event, Session, Task};
use bactrian::types::Score;
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::data::{Counts, counts_up_to};
use super::games::spec_of;

/// A game at its start, of the catalogue that the program has without options.
pub fn open(spec: &'static Spec) -> Box<dyn Session> {
    Catalogue::default().open(spec)
}

/// A built-in game at its start.
pub fn start(name: &str) -> Box<dyn Session> {
    open(spec_of(name))
}

/// A game at its start, with an engine whose memory is quickly made.
pub fn small(name: &str) -> Box<dyn Session> {
    let mut session = start(name);
    session.configure(1, 1);
    session
}

/// A game that begins at the position of a FEN.
#[track_caller]
pub fn at(name: &str, fen: &str) -> Box<dyn Session> {
    let mut session = start(name);
    set_position(&mut *session, fen);
    session
}

/// A game that has come to the position after some moves.
#[track_caller]
pub fn after(name: &str, fen: &str, moves: &str) -> Box<dyn Session> {
    let mut session = at(name, fen);
    moves.split_whitespace().for_each(|text| play(&mut *session, text));
    session
}

/// Starts the game again at the position of a FEN.
#[track_caller]
pub fn set_position(session: &mut dyn Session, fen: &str) {
    session.set_position(Some(fen)).unwrap_or_else(|error| panic!("{} {fen}: {error}", session.spec().page.name));
}

/// Plays a move that is legal.
#[track_caller]
pub fn play(session: &mut dyn Session, text: &str) {
    let fen = session.view().fen();
    session.play_text(text).unwrap_or_else(|error| panic!("{} {fen} {text}: {error}", session.spec().page.name));
}

/// Checks the counts of a game's moves that are at most so large.
pub fn assert_counts(spec: &'static Spec, lines: &[(String, Counts)], largest: usize) {
    let mut session = open(spec);
    for (fen, depth, nodes) in counts_up_to(lines, largest) {
        set_position(&mut *session, fen);
        let parts = session.divide(depth, 1, &|| ()).expect("a thread");
        let counted: u64 = parts.iter().map(|&(_, part)| part).sum();
        assert_eq!(counted, nodes, "{} {fen} at depth {depth}", spec.page.name);
    }
}

/// The legal moves in coordinate notation, sorted.
pub fn moves(session: &dyn Session) -> Vec<String> {
    session.view().move_texts()
}

/// A random legal move, rather a capture or promotion than not, so that boards empty and pieces meet.
pub fn random_move(session: &dyn Session, rng: &mut SmallRng) -> Option<String> {
    let moves = moves(session);
    if rng.random_ratio(1, 4) {
        let is_noisy = |text: &&String| is_noisy(session, text);
        let noisy: Vec<&String> = moves.iter().filter(is_noisy).collect();
        if let Some(text) = noisy.choose(rng) {
            return Some(text.to_string());
        }
    }
    moves.choose(rng).cloned()
}

fn is_noisy(session: &dyn Session, text: &str) -> bool {
    session.view().read_move(text).is_ok_and(|m| session.view().san(m).contains(['x', '=']))
}

/// The position of a FEN.
pub fn position(name: &str, fen: &str) -> Result<Box<dyn View>, FenError> {
    let mut session = start(name);
    session.set_position(Some(fen))?;
    Ok(session.view().boxed())
}

/// A task that ends with an iteration of so many plies.
pub fn to_depth(depth: u32) -> Task {
    Task { limits: Limits { depth: Some(depth), ..Limits::default() }, lines: 1, ..Task::default() }
}

/// A task that ends after so many nodes.
pub fn to_nodes(nodes: u64) -> Task {
    Task { limits: Limits { nodes: Some(nodes), ..Limits::default() }, lines: 1, ..Task::default() }
}

/// A line that a search reports, with its moves in coordinate notation.
#[derive(Debug)]
pub struct Line {
    pub depth: u32,
    pub rank: u32,
    pub score: Score,
    pub moves: Vec<String>,
}

/// The result of a search, with its moves in coordinate notation.
#[derive(Debug)]
pub struct Found {
    pub best: Option<String>,
    pub ponder: Option<String>,
    pub score: Score,
    pub depth: u32,
    pub nodes: u64,
}

/// Searches to the end: all lines reported, and the result.
pub fn search(session: &mut dyn Session, task: Task) -> (Vec<Line>, Found) {
    let (sender, events) = mpsc::channel();
    session.search(task, Box::new(move |event| drop(sender.send(event)))).wait();
    let root = session.view();
    let line = |report: Report| Line {
        depth: report.depth,
        rank: report.rank,
        score: report.line.score,
        moves: root.line_text(&report.line.moves),
    };
    let mut lines = Vec::new();
    for event in events {
        match event {
            Event::Report(report) => lines.push(line(report)),
            Event::Finish(Finish { best, ponder, score, depth, nodes }) => {
                let texts = root.line_text(&best.into_iter().chain(ponder).collect::<Vec<_>>());
                let [best, ponder] = [0, 1].map(|index| texts.get(index).cloned());
                return (lines, Found { best, ponder, score, depth, nodes });
            }
        }
    }
    panic!("every search ends with its result")
}
