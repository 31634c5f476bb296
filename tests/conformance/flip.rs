//! White and Black are alike: a position with the colours swapped and the ranks mirrored has the mirrored moves.

use bactrian::board::Board;
use bactrian::rules::Rules;

use crate::common::{Effort, for_every_game};
use crate::moves::sorted_texts;
use crate::positions::{random_games, random_setups};

for_every_game!(flipped_positions_have_the_flipped_moves);

fn swap_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    text.chars().map(swap).collect()
}

/// The squares that the text begins with, mirrored; the rest as it is.
fn flip_squares<R: Rules>(text: &str) -> String {
    match R::spec().read_square(text) {
        Some((square, rest)) => R::spec().square_name(square.flipped(R::spec().page.ranks)) + &flip_squares::<R>(rest),
        None => text.to_owned(),
    }
}

/// A list of freezes, mirrored and sorted as Bilateral Chess has them.
fn flip_freezes<R: Rules>(text: &str) -> String {
    let squares = |pair: &str| {
        let (wizard, rest) = R::spec().read_square(pair)?;
        Some((wizard, R::spec().read_square(rest)?.0))
    };
    let mut pairs: Vec<String> = text.split(',').map(flip_squares::<R>).collect();
    pairs.sort_by_key(|pair| squares(pair));
    pairs.join(",")
}

pub fn flip_fen<R: Rules>(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    // What stands in brackets after the board is in its owner's case too.
    let (rows, bracket) = fields[0].split_at(fields[0].find('[').unwrap_or(fields[0].len()));
    let board = rows.split('/').rev().map(swap_case).collect::<Vec<_>>().join("/") + &swap_case(bracket);
    let side = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap_case(fields[2]).chars().collect();
    rights.sort_by_key(char::is_ascii_lowercase);
    let passed = flip_squares::<R>(fields[3]);
    let freezes = fields.get(6).map_or_else(String::new, |text| format!(" {}", flip_freezes::<R>(text)));
    let rights: String = rights.into_iter().collect();
    format!("{board} {side} {rights} {passed} {} {}{freezes}", fields[4], fields[5])
}

fn check<R: Rules>(board: &Board<R>) {
    let fen = flip_fen::<R>(&board.fen());
    let flipped: Board<R> = Board::from_fen(&fen).unwrap_or_else(|error| panic!("{board:?} flipped, {fen}: {error}"));
    assert_eq!(flipped.fen(), fen);
    assert_eq!(flip_fen::<R>(&fen), board.fen());
    let mut moves: Vec<String> = sorted_texts(board).iter().map(|text| flip_squares::<R>(text)).collect();
    moves.sort_unstable();
    assert_eq!(sorted_texts(&flipped), moves, "{board:?}");
    assert_eq!(flipped.in_check(), board.in_check(), "{board:?}");
}

fn flipped_positions_have_the_flipped_moves<R: Rules>(effort: Effort) {
    random_games::<R>(21, effort.of(30, 375), |_, _, board| check(board));
    random_setups::<R>(21, effort.of(1_000, 12_500)).iter().for_each(check);
}
