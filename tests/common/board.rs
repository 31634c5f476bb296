//! Positions and moves of one game as text, for the tests of its rules.

use std::sync::atomic::AtomicBool;

use bactrian::board::{Board, ExchangeValues, Spec, Variant, View};
use bactrian::session::Session;
use bactrian::types::{Kind, Score};

use super::games::spec_of;
use super::session;

/// A position of some game.
pub type Position = Box<dyn View>;

/// The game's data.
pub fn spec(name: &str) -> &'static Spec {
    spec_of(name)
}

/// The start position.
pub fn start(name: &str) -> Position {
    board(name, spec(name).page.start)
}

/// The position of a FEN.
#[track_caller]
pub fn board(name: &str, fen: &str) -> Position {
    read(name, fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"))
}

/// The position of a FEN, or why it is refused.
pub fn read(name: &str, fen: &str) -> Result<Position, String> {
    session::position(name, fen).map_err(|error| error.to_string())
}

/// The position after some moves.
#[track_caller]
pub fn played(name: &str, fen: &str, moves: &str) -> Position {
    let mut board = board(name, fen);
    for text in moves.split_whitespace() {
        let m = board.read_move(text).unwrap_or_else(|error| panic!("{name} {}: {error}", board.fen()));
        board = board.after(m);
    }
    board
}

/// A game that has come to the position after some moves.
pub fn session(name: &str, fen: &str, moves: &str) -> Box<dyn Session> {
    session::after(name, fen, moves)
}

/// The number of legal sequences of so many moves.
pub fn leaves(name: &str, fen: &str, depth: u32) -> u64 {
    board(name, fen).perft(depth, &AtomicBool::new(false))
}

/// The legal moves, sorted.
pub fn moves(board: &dyn View) -> Vec<String> {
    board.move_texts()
}

/// Words, sorted.
pub fn sorted(list: &str) -> Vec<String> {
    let mut words: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

/// Checks all legal moves of a position.
#[track_caller]
pub fn assert_moves(name: &str, fen: &str, expected: &str) {
    assert_eq!(moves(&*board(name, fen)), sorted(expected), "{fen}");
}

/// Where the piece on a square may go, sorted; promotions have their suffix.
pub fn targets(board: &dyn View, from: &str) -> Vec<String> {
    let spec = board.spec();
    let from_here = |text: String| {
        let (square, rest) = spec.read_square(&text).expect("a move begins with a square");
        (spec.square_name(square) == from).then(|| rest.to_owned())
    };
    let mut targets: Vec<String> = moves(board).into_iter().filter_map(from_here).collect();
    targets.sort_unstable();
    targets
}

/// Checks where the piece on a square may go.
#[track_caller]
pub fn assert_targets(name: &str, fen: &str, from: &str, expected: &str) {
    assert_eq!(targets(&*board(name, fen), from), sorted(expected), "{from} in {fen}");
}

/// Checks that some moves are legal and some are not.
#[track_caller]
pub fn assert_legal(name: &str, fen: &str, legal: &str, illegal: &str) {
    let found = moves(&*board(name, fen));
    for m in legal.split_whitespace() {
        assert!(found.iter().any(|text| text == m), "{m} is not found in {fen}: {found:?}");
    }
    for m in illegal.split_whitespace() {
        assert!(found.iter().all(|text| text != m), "{m} is found in {fen}");
    }
}

/// A field of a board's FEN: 0 the pieces, 1 the side, 2 the rights, 3 en passant, 4 the clock, 5 the move number.
pub fn field(board: &dyn View, number: usize) -> String {
    board.fen().split(' ').nth(number).unwrap_or_default().to_owned()
}

/// A rank of the board after a move, counted from White's side, as FEN has it.
pub fn rank_after(name: &str, fen: &str, m: &str, rank: usize) -> String {
    field(&*played(name, fen, m), 0).rsplit('/').nth(rank - 1).unwrap_or_default().to_owned()
}

/// Checks castlings of both sides, kings and rooks standing as on this first rank: the files between which the king goes,
/// and White's rank after it.
#[track_caller]
pub fn assert_castlings(name: &str, first_rank: &str, castlings: [(&str, &str); 2]) {
    let page = &spec(name).page;
    let between = format!("{}/", page.files).repeat(usize::from(page.ranks) - 2);
    let board = format!("{}/{between}{first_rank}", first_rank.to_ascii_lowercase());
    for (files, after) in castlings {
        let sides = [('w', 1, after.to_owned()), ('b', page.ranks, after.to_ascii_lowercase())];
        for (side, rank, after) in sides {
            let m = format!("{}{rank}{}{rank}", &files[..1], &files[1..]);
            assert_eq!(rank_after(name, &format!("{board} {side} KQkq - 0 1"), &m, rank.into()), after, "{name} {m}");
        }
    }
}

/// The castling rights that a FEN is read to have.
pub fn rights(name: &str, fen: &str) -> String {
    field(&*board(name, fen), 2)
}

/// The message of a FEN that is refused.
pub fn refusal(name: &str, fen: &str) -> String {
    match read(name, fen) {
        Ok(board) => panic!("`{fen}` was read as {}", board.fen()),
        Err(error) => error,
    }
}

/// Whether the exchange that a move begins wins at least so much, with pieces of these values.
pub fn wins<R: Variant>(rules: R, fen: &str, m: &str, threshold: Score, value: impl Fn(Kind) -> Score) -> bool {
    let board = Board::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let m = board.view().read_move(m).unwrap_or_else(|error| panic!("{board:?}: {error}"));
    board.see_at_least(m, threshold, &ExchangeValues::new(rules.spec(), value))
}
