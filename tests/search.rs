//! The search: mates against a solver that tries everything, lines that can be played, draws, limits and switches.

#[expect(dead_code, unused_macros, unused_imports, reason = "every suite uses a part of it")]
mod common;

use std::sync::mpsc;
use std::time::Duration;

use bactrian::board::Board;
use bactrian::eval::Evaluated;
use bactrian::protocol::{Event, Session, Task, open};
use bactrian::rules::{self, JanusKamil, Rules, Visitor};
use bactrian::search::{Control, Engine, Finish, Limits, Report, Request};
use bactrian::types::score::{is_mate, mate_in, plies_to_mate};
use bactrian::types::{Color, Kind, Move, Piece, Score};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const START: &str = "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1";

fn after<R: Rules>(board: &Board<R>, m: Move) -> Board<R> {
    let mut child = *board;
    child.play(m, &mut ());
    child
}

/// Searches a position without history to a depth; every report is handed to `hear`.
fn search<R: Rules>(
    engine: &Engine,
    board: &Board<R>,
    limits: Limits,
    lines: usize,
    hear: &mut (dyn FnMut(&Report) + Send),
) -> Finish {
    let request = Request {
        position: Evaluated::new(*board),
        history: Vec::new(),
        root_moves: board.legal_moves().to_vec(),
        limits,
        endless: false,
        lines,
    };
    engine.run(&request, &Control::new(false), hear)
}

/// An engine whose memory is quickly made.
fn small_engine() -> Engine {
    let mut engine = Engine::new();
    engine.configure(1, 1);
    engine
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Whether the side to move can force mate within so many of its own moves, by trying everything.
fn mates<R: Rules>(board: &Board<R>, moves: u32) -> bool {
    board.legal_moves().into_iter().map(|m| after(board, m)).any(|child| is_mated_in(&child, moves - 1))
}

fn is_mated_in<R: Rules>(board: &Board<R>, moves: u32) -> bool {
    let replies = board.legal_moves();
    if replies.is_empty() {
        return board.in_check();
    }
    moves > 0 && replies.into_iter().all(|m| mates(&after(board, m), moves))
}

/// A random position in which White has three pieces against a king on the edge of the board.
fn hunt<R: Rules>(random: &mut SmallRng) -> Option<Board<R>> {
    let spec = R::spec();
    let (files, ranks) = (spec.page.files, spec.page.ranks);
    let royal = |color| Board::<R>::start().piece_at(Board::<R>::start().king(color));
    let mut cells = vec![None; usize::from(files) * usize::from(ranks)];
    let last_row = random.random_range(0..usize::from(files));
    cells[last_row] = royal(Color::Black);
    let mut pieces = vec![royal(Color::White)];
    for _ in 0..3 {
        let kind = Kind::new(random.random_range(0..spec.kinds()));
        let ordinary = !spec.pawns.has(kind) && !spec.royals.has(kind);
        pieces.push(ordinary.then(|| Piece::new(Color::White, kind)));
    }
    for piece in pieces {
        let cell = random.random_range(0..cells.len());
        cells[cell] = cells[cell].or(piece);
    }
    let text = |cell: &Option<Piece>| cell.map_or("1".to_owned(), |piece| spec.piece_text(piece).to_string());
    let rows: Vec<String> =
        cells.chunks(files.into()).map(|row| merge_runs(&row.iter().map(text).collect::<String>())).collect();
    Board::from_fen(&format!("{} w - - 0 1", rows.join("/"))).ok()
}

/// `11P1` becomes `2P1`.
fn merge_runs(row: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for letter in row.chars().chain([' ']) {
        if letter == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &std::mem::take(&mut run).to_string();
        }
        text.push(letter);
    }
    text.trim_end().to_owned()
}

struct Mates;

impl Visitor for Mates {
    type Output = usize;

    /// Compares mates in one and two; returns how many there were.
    fn visit<R: Rules>(self) -> usize {
        let mut random = SmallRng::seed_from_u64(3);
        let mut engine = small_engine();
        let mut found = 0;
        for board in (0..40).filter_map(|_| hunt::<R>(&mut random)) {
            let expected = (1..=2).find(|&moves| mates(&board, moves));
            engine.clear();
            let finish = search(&engine, &board, to_depth(12), 1, &mut |_| {});
            let claimed = plies_to_mate(finish.score).filter(|plies| (1..=3).contains(plies));
            assert_eq!(claimed.map(|plies| (plies as u32).div_ceil(2)), expected, "{}", board.fen());
            found += usize::from(expected.is_some());
        }
        found
    }
}

#[test]
fn mates_equal_those_of_a_solver_that_tries_everything() {
    let found: usize = rules::all().map(|spec| rules::visit(spec.page.name, Mates).unwrap()).sum();
    assert!(found >= 8, "only {found} mates");
}

struct Lines;

impl Visitor for Lines {
    type Output = ();

    fn visit<R: Rules>(self) {
        let engine = small_engine();
        for (fen, _) in common::perft_lines(R::spec()).into_iter().take(25) {
            let root = Board::<R>::from_fen(&fen).expect("the data are legal positions");
            let mut deepest = 0;
            let mut hear = |report: &Report| {
                assert!(report.depth >= deepest, "{fen}: iterations go back");
                deepest = report.depth;
                let mut board = root;
                for &m in &report.line.moves {
                    assert!(board.is_legal(m), "{fen}: {m:?} of {:?} is not legal", report.line.moves);
                    board.play(m, &mut ());
                }
            };
            let finish = search(&engine, &root, to_depth(6), 3, &mut hear);
            assert_eq!(finish.best.is_some(), root.has_moves(), "{fen}");
            assert!(finish.best.is_none_or(|m| root.is_legal(m)), "{fen}");
        }
    }
}

#[test]
fn principal_variations_can_be_played() {
    for spec in rules::all() {
        rules::visit(spec.page.name, Lines).unwrap();
    }
}

#[test]
fn several_lines_come_in_order_and_differ() {
    let board = Board::<JanusKamil>::from_fen(START).unwrap();
    let mut last: Vec<(u32, Move, Score)> = Vec::new();
    let mut hear = |report: &Report| {
        if report.rank == 1 {
            last.clear();
        }
        last.push((report.rank, report.line.moves[0], report.line.score));
    };
    search(&small_engine(), &board, to_depth(7), 4, &mut hear);
    assert_eq!(last.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let mut moves: Vec<Move> = last.iter().map(|line| line.1).collect();
    moves.dedup();
    assert_eq!(moves.len(), 4);
}

#[test]
fn the_same_search_counts_the_same_nodes() {
    let board = Board::<JanusKamil>::from_fen(START).unwrap();
    let count = || search(&small_engine(), &board, to_depth(8), 1, &mut |_| {}).nodes;
    assert_eq!(count(), count());
}

#[test]
fn node_limits_hold() {
    let board = Board::<JanusKamil>::from_fen(START).unwrap();
    for nodes in [1, 2, 100, 10_000] {
        let finish =
            search(&small_engine(), &board, Limits { nodes: Some(nodes), ..Limits::default() }, 1, &mut |_| {});
        assert!(finish.nodes <= nodes, "{} of {nodes}", finish.nodes);
        assert!(finish.best.is_some_and(|m| board.is_legal(m)));
        assert!(!is_mate(finish.score));
    }
}

#[test]
fn threads_together_find_a_legal_move() {
    let board = Board::<JanusKamil>::from_fen(START).unwrap();
    let mut engine = Engine::new();
    engine.configure(4, 3);
    let finish = search(&engine, &board, to_depth(9), 1, &mut |_| {});
    assert!(finish.best.is_some_and(|m| board.is_legal(m)));
}

/// Plays the moves, searches, and returns the score.
fn score_after(fen: &str, moves: &[&str], task: Task) -> Score {
    let mut session = open("januskamil").unwrap();
    session.set_position(Some(fen)).unwrap();
    for text in moves {
        session.play(text).unwrap();
    }
    finish_of(&mut *session, task).score
}

fn finish_of(session: &mut dyn Session, task: Task) -> Finish<String> {
    let (sender, events) = mpsc::channel();
    let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
    let finish = events.into_iter().find_map(|event| match event {
        Event::Finish(finish) => Some(finish),
        Event::Report(_) => None,
    });
    running.wait();
    finish.expect("every search ends with its result")
}

fn task(depth: u32) -> Task {
    Task { limits: to_depth(depth), lines: 1, ..Task::default() }
}

#[test]
fn a_third_repetition_is_a_draw_and_does_not_spoil_the_table() {
    // White is a queen up. The only move allowed repeats the position for the third time.
    let fen = "6k5/12/12/12/12/12/12/12/12/3Q2K5 w - - 0 1";
    let shuffle = ["d1d2", "g10g9", "d2d1", "g9g10", "d1d2", "g10g9", "d2d1"];
    let mut session = open("januskamil").unwrap();
    session.set_position(Some(fen)).unwrap();
    for text in shuffle {
        session.play(text).unwrap();
    }
    let only = Task { only: vec!["g9g10".to_owned()], ..task(8) };
    assert_eq!(finish_of(&mut *session, only).score, 0, "Black repeats for the third time");
    // The same position reached without history, with the table that the search before has filled.
    session.set_position(Some("12/6k5/12/12/12/12/12/12/12/3Q2K5 b - - 7 4")).unwrap();
    assert!(finish_of(&mut *session, task(8)).score < -300, "the draw was a draw on that path only");
}

#[test]
fn the_fifty_move_rule_counts_but_mate_on_the_hundredth_turn_comes_first() {
    let mate_in_one = "6k5/3Q8/12/12/12/6K5/12/12/12/12 w - - 99 90";
    let board = Board::<JanusKamil>::from_fen(mate_in_one).unwrap();
    let expected = mates(&board, 1);
    assert_eq!(score_after(mate_in_one, &[], task(6)) == mate_in(1), expected);
    let far_from_mate = "6k5/12/12/12/12/12/12/12/12/3Q2K5 w - - 99 90";
    assert_eq!(score_after(far_from_mate, &[], task(6)), 0);
}

#[test]
fn an_endless_search_ends_when_told() {
    let mut session = open("januskamil").unwrap();
    let (sender, events) = mpsc::channel();
    let task = Task { infinite: true, ..task(1) };
    let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
    assert!(matches!(events.recv(), Ok(Event::Report(_))));
    assert!(events.recv_timeout(Duration::from_millis(50)).is_err(), "nothing ends an endless search but stop");
    running.stop();
    assert!(events.into_iter().any(|event| matches!(event, Event::Finish(finish) if finish.best.is_some())));
}

#[test]
fn pondering_ends_by_hit_or_stop() {
    let mut session = open("januskamil").unwrap();
    for hit in [true, false] {
        let (sender, events) = mpsc::channel();
        let task = Task { ponder: true, ..task(2) };
        let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
        if hit {
            running.ponder_hit()
        } else {
            running.stop()
        }
        assert!(events.into_iter().any(|event| matches!(event, Event::Finish(_))));
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mated = "1rj3k1C1rc/4pq2j1p1/1R2n3pp2/5p1Q4/b1pp2p1P2p/11P/5P3P2/9B2/P4NPPJ1P1/b3q1K4R w kq - 0 30";
    let mut session = open("januskamil").unwrap();
    session.set_position(Some(mated)).unwrap();
    assert_eq!(finish_of(&mut *session, task(5)).best, None);
}
