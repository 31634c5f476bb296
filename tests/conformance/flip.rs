//! White and Black are alike: a position with the colours swapped and the ranks mirrored has the mirrored moves.

use bactrian::board::Spec;

use crate::common::games::{for_each_game, spec_of};
use crate::common::positions::{random_game_fens, random_setup_fens};
use crate::common::{Effort, session};

for_each_game!(named flipped_positions_have_the_flipped_moves);

fn swap_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    text.chars().map(swap).collect()
}

/// The squares that the text begins with, mirrored; the rest as it is.
fn flip_squares(spec: &Spec, text: &str) -> String {
    match spec.read_square(text) {
        Some((square, rest)) => spec.square_name(square.flipped(spec.page.ranks)) + &flip_squares(spec, rest),
        None => text.to_owned(),
    }
}

/// A list of freezes, mirrored and sorted as Bilateral Chess has them.
fn flip_freezes(spec: &Spec, text: &str) -> String {
    let squares = |pair: &str| {
        let (wizard, rest) = spec.read_square(pair)?;
        Some((wizard, spec.read_square(rest)?.0))
    };
    let mut pairs: Vec<String> = text.split(',').map(|pair| flip_squares(spec, pair)).collect();
    pairs.sort_by_key(|pair| squares(pair));
    pairs.join(",")
}

/// The position with the colours swapped and the ranks mirrored.
pub fn flip_fen(spec: &Spec, fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    // What stands in brackets after the board is in its owner's case too.
    let (rows, bracket) = fields[0].split_at(fields[0].find('[').unwrap_or(fields[0].len()));
    let board = rows.split('/').rev().map(swap_case).collect::<Vec<_>>().join("/") + &swap_case(bracket);
    let side = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap_case(fields[2]).chars().collect();
    rights.sort_by_key(char::is_ascii_lowercase);
    let passed = flip_squares(spec, fields[3]);
    let freezes = fields.get(6).map_or_else(String::new, |text| format!(" {}", flip_freezes(spec, text)));
    let rights: String = rights.into_iter().collect();
    format!("{board} {side} {rights} {passed} {} {}{freezes}", fields[4], fields[5])
}

fn flipped_positions_have_the_flipped_moves(name: &str, effort: Effort) {
    let spec = spec_of(name);
    let (mut session, mut flipped) = (session::start(name), session::start(name));
    let games = random_game_fens(name, 21, effort.of(7, 375));
    let setups = random_setup_fens(name, 21, effort.of(250, 12_500));
    for fen in games.into_iter().chain(setups) {
        let flipped_fen = flip_fen(spec, &fen);
        session::set_position(&mut *session, &fen);
        session::set_position(&mut *flipped, &flipped_fen);
        assert_eq!(flipped.view().fen(), flipped_fen);
        assert_eq!(flip_fen(spec, &flipped_fen), fen);
        // A list of freezes may be in another order before it is read.
        let read = session::at(name, &session.view().flipped_fen());
        assert_eq!(read.view().fen(), flipped_fen);
        let mut moves: Vec<String> = session::moves(&*session).iter().map(|text| flip_squares(spec, text)).collect();
        moves.sort_unstable();
        assert_eq!(session::moves(&*flipped), moves, "{fen}");
        assert_eq!(flipped.view().in_check(), session.view().in_check(), "{fen}");
    }
}
