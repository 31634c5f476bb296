//! Positions and moves of one game as text, for the tests of its rules.

use bactrian::board::Board;
use bactrian::protocol::{Session, open};
use bactrian::rules::Rules;

/// The position of a FEN.
pub fn board<R: Rules>(fen: &str) -> Board<R> {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position after some moves.
pub fn played<R: Rules>(fen: &str, moves: &str) -> Board<R> {
    let mut board = board::<R>(fen);
    for text in moves.split_whitespace() {
        let m = board.read_move(text).unwrap_or_else(|error| panic!("{board:?}: {error}"));
        board.play(m, &mut ());
    }
    board
}

/// A game that has come to the position after some moves.
pub fn session<R: Rules>(fen: &str, moves: &str) -> Box<dyn Session> {
    let mut session = open(R::spec().page.name).expect("a listed game is known");
    session.set_position(Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        session.play(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    }
    session
}

/// The legal moves, sorted.
pub fn moves<R: Rules>(board: &Board<R>) -> Vec<String> {
    let mut texts: Vec<String> = board.legal_moves().iter().map(|&m| board.move_text(m)).collect();
    texts.sort_unstable();
    texts
}

/// Words, sorted.
pub fn sorted(list: &str) -> Vec<String> {
    let mut words: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

/// Checks all legal moves of a position.
#[track_caller]
pub fn assert_moves<R: Rules>(fen: &str, expected: &str) {
    assert_eq!(moves(&board::<R>(fen)), sorted(expected), "{fen}");
}

/// Checks where the piece on a square may go; promotions have their suffix.
#[track_caller]
pub fn assert_targets<R: Rules>(fen: &str, from: &str, expected: &str) {
    let from_here = |text: String| {
        let (square, rest) = R::spec().read_square(&text).expect("a move begins with a square");
        (R::spec().square_name(square) == from).then(|| rest.to_owned())
    };
    let mut targets: Vec<String> = moves(&board::<R>(fen)).into_iter().filter_map(from_here).collect();
    targets.sort_unstable();
    assert_eq!(targets, sorted(expected), "{from} in {fen}");
}

/// A field of a board's FEN: 0 the pieces, 1 the side, 2 the rights, 3 en passant, 4 the clock, 5 the move number.
pub fn field<R: Rules>(board: &Board<R>, number: usize) -> String {
    board.fen().split(' ').nth(number).unwrap_or_default().to_owned()
}

/// A rank of the board after a move, counted from White's side, as FEN has it.
pub fn rank_after<R: Rules>(fen: &str, m: &str, rank: usize) -> String {
    field(&played::<R>(fen, m), 0).rsplit('/').nth(rank - 1).unwrap_or_default().to_owned()
}

/// The castling rights that a FEN is read to have.
pub fn rights<R: Rules>(fen: &str) -> String {
    field(&board::<R>(fen), 2)
}

/// What is said about a FEN that is refused.
pub fn refusal<R: Rules>(fen: &str) -> String {
    match Board::<R>::from_fen(fen) {
        Ok(board) => panic!("`{fen}` was read as {board:?}"),
        Err(error) => error.to_string(),
    }
}
