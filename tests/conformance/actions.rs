//! What moves do, in words, and what they capture.

use std::collections::{BTreeMap, BTreeSet};

use bactrian::board::View;
use bactrian::types::{Bitboard, Color, Square};

use crate::common::Effort;
use crate::common::board::{board, start};
use crate::common::games::{for_each_game, spec_of};
use crate::common::positions::{random_game_fens, random_setup_fens};

for_each_game!(named
    moves_with_the_same_squares_have_different_words,
    captures_are_what_disappears,
    only_the_king_to_move_is_in_check,
);
for_each_game!(once every_verb_occurs);

fn boards(name: &str, seed: u64, games: usize, setups: usize, mut see: impl FnMut(&dyn View)) {
    let fens = random_game_fens(name, seed, games).into_iter().chain(random_setup_fens(name, seed, setups));
    fens.for_each(|fen| see(&*board(name, &fen)));
}

/// The words tell moves with the same squares apart, and the piece that they show stands there after the move.
fn moves_with_the_same_squares_have_different_words(name: &str, effort: Effort) {
    boards(name, 74, effort.of(3, 30), effort.of(30, 1_000), |board| {
        let mut seen = BTreeMap::new();
        for m in board.legal_moves() {
            let action = board.action(m);
            let text = format!("{} {} {action:?}", board.fen(), board.move_text(m));
            assert_eq!(board.after(m).piece_at(action.on), Some(action.shows), "{text}");
            let other = seen.insert((m.from(), m.to(), m.moves_again(), action.words), m);
            assert_eq!(other, None, "{text}");
            assert!(!m.moves_again() || board.token().is_some(), "{text}");
        }
    });
}

fn pieces_of(board: &dyn View, color: Color) -> Bitboard {
    let is_it = |square: &Square| board.piece_at(*square).is_some_and(|piece| piece.color() == color);
    board.spec().board.into_iter().filter(is_it).collect()
}

/// The captured pieces are gone, all others of their side are still there, and only pushes move them.
fn captures_are_what_disappears(name: &str, effort: Effort) {
    boards(name, 75, effort.of(2, 30), effort.of(30, 1_000), |board| {
        let enemies = pieces_of(board, !board.side());
        for m in board.legal_moves() {
            let (captured, after) = (board.captured_squares(m), board.after(m));
            let left = pieces_of(&*after, !board.side());
            let text = format!("{} {} {captured:?}", board.fen(), board.move_text(m));
            assert_eq!(captured.count(), enemies.count() - left.count(), "{text}");
            assert_eq!(captured.any(), board.captured_kind(m).is_some(), "{text}");
            if board.action(m).verb == "pushes" {
                assert!(captured.is_empty(), "{text}");
            } else {
                assert_eq!(enemies.without(captured), left, "{text}");
            }
        }
    });
}

fn only_the_king_to_move_is_in_check(name: &str, effort: Effort) {
    let mut checks = 0;
    boards(name, 76, effort.of(5, 50), effort.of(100, 2_000), |board| {
        let kings = board.checked_kings();
        let is_royal = |square: Square| {
            board
                .piece_at(square)
                .is_some_and(|piece| piece.color() == board.side() && board.spec().royals.has(piece.kind()))
        };
        assert_eq!(kings.count(), u32::from(board.in_check()), "{}", board.fen());
        assert!(kings.into_iter().all(is_royal), "{}", board.fen());
        checks += kings.count();
    });
    assert!(checks > 0);
}

fn every_verb_occurs(name: &str) {
    let mut expected = BTreeSet::from(["moves", "captures", "becomes"]);
    if spec_of(name).castlings.iter().any(Option::is_some) {
        expected.insert("castles");
    }
    expected.extend(match name {
        "luotuoqi" => &["splits", "merges", "sweeps"][..],
        "bilateral" => &["flips", "kills", "freezes", "pushes"],
        _ => &[],
    });
    let mut found = BTreeSet::new();
    boards(name, 77, 10, 100, |board| found.extend(board.legal_moves().into_iter().map(|m| board.action(m).verb)));
    assert_eq!(found, expected);
}

#[track_caller]
fn assert_action(name: &str, fen: &str, m: &str, verb: &str, words: &str, shows: &str) {
    let board = board(name, fen);
    let action = board.action(board.read_move(m).unwrap_or_else(|error| panic!("{fen}: {error}")));
    let shown = board.spec().piece_text(action.shows) + " " + &board.spec().square_name(action.on);
    assert_eq!((action.verb, action.words.as_str(), shown.as_str()), (verb, words, shows), "{m} in {fen}");
}

#[test]
fn regular_moves() {
    let check = |fen, m, verb, words, shows| assert_action("chess", fen, m, verb, words, shows);
    let start = spec_of("chess").page.start;
    check(start, "e2e4", "moves", "moves", "P e4");
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castles", "castles", "K g1");
    check("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "becomes", "becomes a Queen", "Q a8");
    check("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "becomes", "becomes a Rook", "R b8");
    check("4k3/8/8/1nP5/8/8/8/4K3 b - - 0 1", "b5a3", "moves", "moves", "n a3");
    check("4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", "b4c3", "captures", "takes the Pawn en passant", "p c3");
    check("4k3/8/8/8/4b3/8/8/4K2R b K - 0 1", "e4h1", "captures", "takes the Rook", "b h1");
    let pawn = "5k4/P9/10/10/10/10/10/5K4 w - - 0 1";
    assert_action("capablanca", pawn, "a7a8a", "becomes", "becomes an Archbishop", "A a8");
}

#[test]
fn moves_of_luotuoqi() {
    let check = |fen, m, verb, words, shows| assert_action("luotuoqi", fen, m, verb, words, shows);
    let towers = "7k/1T41T24/8/1e2e3/8/8/8/K7[c] w - - 0 1";
    check(towers, "b7d5", "moves", "all 4 stones go", "T4 d5");
    check(towers, "b7d52", "splits", "2 stones go, 2 stay", "T2 d5");
    check(towers, "b7d7", "merges", "all 4 stones go", "T6 d7");
    check(towers, "b7d73", "merges", "3 stones go, 1 stays", "T5 d7");
    check(towers, "b7b5", "captures", "all 4 stones go", "T4 b5");
    check(towers, "b7b53", "splits", "3 stones go, 1 stays", "T3 b5");
    check(towers, "d7e71", "splits", "1 stone goes, 1 stays", "T1 e7");
    check(towers, "d7e7", "moves", "both stones go", "T2 e7");
    check("7k/8/8/8/8/8/8/KT16[c] w - - 0 1", "b1b2", "moves", "the stone goes", "T1 b2");
    check("7k/8/8/3m4/2e5/8/1D6/K7[c] w - - 0 1", "b2e5", "sweeps", "sweeps the Eaglet", "D e5");
    check("7k/8/8/3m4/2e5/8/1D6/K7[c] w - - 0 1", "b2f6", "sweeps", "sweeps the Eaglet and the Mule", "D f6");
    check("7k/8/8/3m4/2e1e3/8/1D6/K7[c] w - - 0 1", "b2f6", "sweeps", "sweeps 3 pieces", "D f6");
    check("7k/8/8/3m4/2e1e3/8/1D6/K7[c] w - - 0 1", "b2c3", "moves", "moves", "D c3");
    check("7k/8/8/2MEM3/8/8/8/K7[c] w - - 0 1", "d5d5m", "becomes", "becomes a Mule", "M d5");
    check("8/8/8/2T4ET43/8/8/8/K6k[c] w - - 0 1", "d5d54", "becomes", "becomes a Tower of 4", "T4 d5");
    check("7k/8/8/8/8/8/t37/R6K[c] w - - 0 1", "a1a2", "captures", "takes the Tower of 3", "R a2");
    check("k7/8/8/8/8/8/8/4K2R[C] w K - 0 1", "e1g1c", "castles", "castles", "K g1");
    assert_eq!(start("luotuoqi").token(), Some("Cube"));
}

#[test]
fn moves_of_bilateral() {
    let check = |fen, m, verb, words, shows| assert_action("bilateral", fen, m, verb, words, shows);
    let start = spec_of("bilateral").page.start;
    check(start, "z1z1v", "flips", "flips: bishop-wise", "V z1");
    let cannon = "6k5/12/12/2c9/12/2P9/2C9/6K5 w - - 0 1 -";
    check(cannon, "a2b2v", "flips", "flips: bishop-wise", "V b2");
    check(cannon, "a2b2", "moves", "stays rook-wise", "C b2");
    check(cannon, "a2a5", "captures", "stays rook-wise", "C a5");
    check("1n6k3/12/12/W11/q11/12/12/6K5 w - - 0 1 -", "y5y4", "freezes", "freezes the Queen", "q y4");
    let pushes = "11k/12/12/12/12/4E6K/4p7/12 w - - 3 5 -";
    check(pushes, "c3c2n", "pushes", "pushes the Pawn, which becomes a Knight", "n c1");
    check(pushes, "c3c2e", "pushes", "pushes the Pawn, which becomes an Elephant", "e c1");
    check(pushes, "c3c2c", "pushes", "pushes the Pawn, which becomes a Can(n)on", "c c1");
    check("11k/12/12/12/12/3nE6K/12/12 w - - 3 5 -", "c3b3", "pushes", "pushes the Knight", "E b3");
    check("1r9k/12/12/2W9/12/12/12/6K5 w - - 0 1 -", "a5z8", "kills", "kills the Rook", "W a5");
    check("11k/6P5/12/12/12/12/12/6K5 w - - 0 1 -", "e7e8c", "becomes", "becomes a Can(n)on", "C e8");
}
