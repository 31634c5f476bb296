//! The search: mates against a solver that tries everything, lines that can be played, draws, limits and switches.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;

use bactrian::board::{Board, Variant};
use bactrian::session::{Event, Task};
use bactrian::types::score::{is_mate, mate_in, plies_to_mate};
use bactrian::types::{Color, Kind, Move, Piece, Score};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::data::perft_lines;
use crate::common::games::{Game, for_each_game, spec_of};
use crate::common::session::{Line, after, at, search, set_position, small, start, to_depth, to_nodes};
use crate::common::{Effort, session};

for_each_game!(generic mates_equal_those_of_a_solver_that_tries_everything);
for_each_game!(once principal_variations_can_be_played);

fn after_move<R: Variant>(board: &Board<R>, m: Move) -> Board<R> {
    let mut child = *board;
    child.play(m, &mut ());
    child
}

/// Whether the side to move can force mate within so many of its own moves, by trying everything.
fn mates<R: Variant>(board: &Board<R>, moves: u32) -> bool {
    board.legal_moves().into_iter().map(|m| after_move(board, m)).any(|child| is_mated_in(&child, moves - 1))
}

fn is_mated_in<R: Variant>(board: &Board<R>, moves: u32) -> bool {
    let replies = board.legal_moves();
    if replies.is_empty() {
        return board.in_check();
    }
    moves > 0 && replies.into_iter().all(|m| mates(&after_move(board, m), moves))
}

/// A random position in which White has three pieces against a king on the edge of the board.
fn hunt<R: Variant>(game: Game<R>, random: &mut SmallRng) -> Option<Board<R>> {
    let spec = game.spec();
    let (files, ranks) = (spec.page.files, spec.page.ranks);
    let start = game.board(spec.page.start);
    let royal = |color| start.piece_at(start.king(color));
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
    game.read(&format!("{} w - - 0 1", rows.join("/"))).ok()
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

/// Searches positions of few pieces until some with mates in one or two have been found, and others without.
fn mates_equal_those_of_a_solver_that_tries_everything<R: Variant>(game: Game<R>, effort: Effort) {
    let mut random = SmallRng::seed_from_u64(3);
    let mut engine = small(game.name());
    let (mut tried, mut found) = (0, 0);
    while tried < effort.of(20, 400) || found < 2 {
        assert!(tried < 4_000, "only {found} mates");
        tried += 1;
        let Some(board) = hunt(game, &mut random) else { continue };
        let expected = (1..=2).find(|&moves| mates(&board, moves));
        engine.clear();
        set_position(&mut *engine, &board.fen());
        let (_, finish) = search(&mut *engine, to_depth(12));
        let claimed = plies_to_mate(finish.score).filter(|plies| (1..=3).contains(plies));
        assert_eq!(claimed.map(|plies| (plies as u32).div_ceil(2)), expected, "{}", board.fen());
        found += usize::from(expected.is_some());
    }
}

fn principal_variations_can_be_played(name: &str) {
    let mut engine = small(name);
    for (fen, _) in perft_lines(spec_of(name)).into_iter().take(25) {
        set_position(&mut *engine, &fen);
        let legal = session::moves(&*engine);
        let (reports, finish) = search(&mut *engine, Task { lines: 3, ..to_depth(6) });
        let mut deepest = 0;
        for report in &reports {
            assert!(report.depth >= deepest, "{fen}: iterations go back");
            deepest = report.depth;
            assert!(!report.moves.is_empty(), "{fen}: a line without moves");
            // Every move of it is legal, or this panics.
            after(name, &fen, &report.moves.join(" "));
        }
        // The lines of an iteration are reported together, the best first.
        for pair in reports.windows(2).filter(|pair| pair[1].rank > pair[0].rank) {
            assert!(pair[0].score >= pair[1].score, "{fen}: {pair:?}");
        }
        assert_eq!(reports.is_empty(), legal.is_empty(), "{fen}");
        assert_eq!(finish.best.is_some(), !legal.is_empty(), "{fen}");
        assert!(finish.best.is_none_or(|m| legal.contains(&m)), "{fen}");
    }
}

#[test]
fn several_lines_come_in_order_and_differ() {
    let (reports, _) = search(&mut *small("januskamil"), Task { lines: 4, ..to_depth(7) });
    // The last report of the best line begins the last set of all four.
    let last = reports.iter().rposition(|report| report.rank == 1).expect("a best line");
    let lines: Vec<&Line> = reports[last..].iter().collect();
    assert_eq!(
        lines.iter().map(|report| (report.rank, report.depth)).collect::<Vec<_>>(),
        [1, 2, 3, 4].map(|rank| (rank, 7))
    );
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{lines:?}");
    let first_moves: BTreeSet<&String> = lines.iter().map(|report| &report.moves[0]).collect();
    assert_eq!(first_moves.len(), 4, "{lines:?}");
}

#[test]
fn the_same_search_counts_the_same_nodes() {
    let count = || search(&mut *small("januskamil"), to_depth(8)).1.nodes;
    assert_eq!(count(), count());
}

#[test]
fn node_limits_hold() {
    for nodes in [1, 2, 100, 10_000] {
        let mut engine = small("januskamil");
        let (_, finish) = search(&mut *engine, to_nodes(nodes));
        assert!((nodes / 2..=nodes).contains(&finish.nodes), "{} of {nodes}", finish.nodes);
        assert!(finish.best.is_some_and(|m| session::moves(&*engine).contains(&m)));
        assert!(!is_mate(finish.score));
    }
}

/// Won positions in which queens alone, or a quiet move, lead to a mate in three or four.
#[test]
fn mates_are_seen_where_one_side_wins_anyway() {
    for (name, fen) in [
        ("chess", "8/7p/1p6/8/1P6/4q1k1/K1P2p2/8 b - - 0 54"),
        ("capablanca", "1k8/p9/2p7/6p3/2p7/1pq7/6K3/10 b - - 1 65"),
        ("gothic", "6R1nk/pppC6/7r2/3p3p2/9P/P2P1B4/1P2PP2P1/R4K4 w Q - 0 34"),
    ] {
        let (_, finish) = search(&mut *at(name, fen), to_nodes(10_000));
        assert!(finish.score >= mate_in(9), "{name}: {}", finish.score);
    }
}

#[test]
fn threads_together_find_a_legal_move() {
    let mut engine = start("januskamil");
    engine.configure(4, 3);
    let (_, finish) = search(&mut *engine, to_depth(9));
    assert_eq!(finish.depth, 9);
    assert!(finish.best.is_some_and(|m| session::moves(&*engine).contains(&m)));
}

/// The score of a position that has just been set up.
fn score(fen: &str, depth: u32) -> Score {
    search(&mut *at("januskamil", fen), to_depth(depth)).1.score
}

#[test]
fn a_third_repetition_is_a_draw_and_does_not_spoil_the_table() {
    // White is a queen up. The only move allowed repeats the position for the third time.
    let fen = "6k5/12/12/12/12/12/12/12/12/3Q2K5 w - - 0 1";
    let mut session = after("januskamil", fen, "d1d2 g10g9 d2d1 g9g10 d1d2 g10g9 d2d1");
    let back = session.view().read_move("g9g10").expect("a legal move");
    let only = Task { only: vec![back], ..to_depth(8) };
    assert_eq!(search(&mut *session, only).1.score, 0, "Black repeats for the third time");
    // The same position reached without history, with the table that the search before has filled.
    set_position(&mut *session, "12/6k5/12/12/12/12/12/12/12/3Q2K5 b - - 7 4");
    assert!(search(&mut *session, to_depth(8)).1.score < -300, "the draw was a draw on that path only");
}

/// The ladder of two rooks: the king on the edge is mated by a5a10, and after b7b9 or the like one move later.
#[test]
fn the_fifty_move_rule_counts_but_mate_on_the_hundredth_turn_comes_first() {
    let in_one = |clock: u32| score(&format!("11k/1R10/12/12/12/R11/12/12/12/1K10 w - - {clock} 90"), 6);
    assert_eq!([in_one(0), in_one(99)], [mate_in(1); 2]);
    let in_two = |clock: u32| score(&format!("11k/12/1R10/12/12/R11/12/12/12/1K10 w - - {clock} 90"), 6);
    assert_eq!([in_two(0), in_two(97)], [mate_in(3); 2]);
    assert_eq!([in_two(98), in_two(99)], [0; 2], "the mate comes too late");
}

#[test]
fn an_endless_search_ends_when_told() {
    let mut session = start("januskamil");
    let (sender, events) = mpsc::channel();
    let task = Task { infinite: true, ..to_depth(1) };
    let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
    assert!(matches!(events.recv(), Ok(Event::Report(_))));
    assert!(events.recv_timeout(Duration::from_millis(50)).is_err(), "nothing ends an endless search but stop");
    running.stop();
    assert!(events.into_iter().any(|event| matches!(event, Event::Finish(finish) if finish.best.is_some())));
}

#[test]
fn pondering_ends_by_hit_or_stop() {
    let mut session = start("januskamil");
    for hit in [true, false] {
        let (sender, events) = mpsc::channel();
        let task = Task { ponder: true, ..to_depth(2) };
        let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
        while let Ok(event) = events.recv_timeout(Duration::from_millis(100)) {
            assert!(matches!(event, Event::Report(_)), "pondering has ended by itself");
        }
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
    assert_eq!(search(&mut *at("januskamil", mated), to_depth(5)).1.best, None);
}
