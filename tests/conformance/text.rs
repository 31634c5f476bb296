//! Positions and moves as text: what is written is read as the same, and nothing that is read does harm.

use bactrian::board::Board;
use bactrian::board::Variant;
use bactrian::types::Move;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::data::perft_lines;
use crate::common::games::{Game, for_each_game, spec_of};
use crate::common::positions::{random_game_fens, random_games, random_setups};
use crate::common::{Effort, session};
use bactrian_twins::reference::{Reference, Twin};

for_each_game!(generic moves_are_read_as_they_were_written, algebraic_notation_is_read_as_it_was_written);
for_each_game!(
    named fens_are_written_as_they_were_read,
    any_text_is_read_without_panic,
    damaged_fens_are_refused_or_read_as_something_sound,
);

/// Checks that a FEN that can be read is written as it was.
fn check_fen(name: &str, fen: &str) {
    assert_eq!(session::at(name, fen).view().fen(), fen, "{name}");
}

fn fens_are_written_as_they_were_read(name: &str, effort: Effort) {
    let spec = spec_of(name);
    check_fen(name, spec.page.start);
    perft_lines(spec).iter().for_each(|(fen, _)| check_fen(name, fen));
    random_game_fens(name, 31, effort.of(12, 750)).iter().for_each(|fen| check_fen(name, fen));
}

fn check_move_texts<R: Variant>(board: &Board<R>) {
    for m in board.legal_moves() {
        let text = board.view().move_text(m);
        assert_eq!(board.view().read_move(&text), Ok(m), "{board:?} {text}");
    }
}

pub fn moves_are_read_as_they_were_written<R: Variant>(game: Game<R>, effort: Effort) {
    random_games(game, 32, effort.of(4, 50), |_, _, board| check_move_texts(board));
    random_setups(game, 32, effort.of(50, 1_250)).iter().for_each(check_move_texts);
}

fn check_algebraic_text<R: Variant>(board: &Board<R>, m: Move) {
    let text = board.view().san(m);
    let bare = text.trim_end_matches(['+', '#']).replace(['x', '-', '='], "");
    for text in [&text, &bare, &format!("{text}!?"), &board.view().move_text(m)] {
        assert_eq!(board.view().read_move(text), Ok(m), "{board:?} {text}");
    }
}

pub fn algebraic_notation_is_read_as_it_was_written<R: Variant>(game: Game<R>, effort: Effort) {
    random_games(game, 33, effort.of(2, 50), |before, m, _| check_algebraic_text(before, m));
    for board in random_setups(game, 33, effort.of(7, 500)) {
        board.legal_moves().into_iter().for_each(|m| check_algebraic_text(&board, m));
    }
}

/// At least `least` and at most `most` of these characters.
fn some_of(rng: &mut SmallRng, (least, most): (usize, usize), characters: &str) -> String {
    let characters: Vec<char> = characters.chars().collect();
    (0..rng.random_range(least..=most)).filter_map(|_| characters.choose(rng)).collect()
}

fn any_text_is_read_without_panic(name: &str, effort: Effort) {
    const FILES: &str = "abcdefghijklm";
    let rng = &mut SmallRng::seed_from_u64(34);
    let start = session::start(name);
    let legal = session::moves(&*start);
    let cases = effort.of(250, 5_000);
    for _ in 0..cases {
        let length = rng.random_range(0..=60);
        let text: String = (0..length).map(|_| rng.random::<char>()).filter(|c| !c.is_control()).collect();
        let _ = session::start(name).set_position(Some(&text));
        let _ = session::start(name).play_text(&text);
        let _ = start.view().read_move(&text);
    }
    for _ in 0..cases {
        let from = some_of(rng, (0, 4), &format!("{FILES}123456789é"));
        let to = some_of(rng, (0, 4), &format!("{FILES}nopqrstuvwxyz0123456789é+"));
        let text = from + &to;
        let read = start.view().read_move(&text).map(|m| start.view().move_text(m));
        match read {
            Ok(m) if m == text || !legal.contains(&text) => assert!(legal.contains(&m), "{text} is read as {m}"),
            read => assert!(!legal.contains(&text), "{text} is read as {read:?}"),
        }
    }
    let pieces = start.spec().page.start.split(' ').next().unwrap_or_default();
    for _ in 0..cases {
        let mut some = |lengths, characters: &str| some_of(rng, lengths, characters);
        let fields = [
            some((1, 1), "wb"),
            some((1, 4), "KQkqABCDEFGHIJKLabcdefghijkl-"),
            some((1, 8), "abcdefghijkl123456789é-"),
            some((1, 6), "0123456789+-"),
            some((1, 8), "0123456789é"),
            some((0, 1), FILES),
        ];
        let mut session = session::start(name);
        if session.set_position(Some(&format!("{pieces} {}", fields.join(" ").trim_end()))).is_ok() {
            check_fen(name, &session.view().fen());
        }
    }
}

/// Changes a text at one or two places.
fn damaged(text: &str, letters: &[char], rng: &mut SmallRng) -> String {
    let mut damaged: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..3) {
        let (at, letter) = (rng.random_range(0..damaged.len()), letters[rng.random_range(0..letters.len())]);
        match rng.random_range(0..4) {
            0 => damaged[at] = letter,
            1 => damaged.insert(at, letter),
            2 if damaged.len() > 1 => _ = damaged.remove(at),
            _ => damaged.swap(at, 0),
        }
    }
    damaged.into_iter().collect()
}

fn damaged_fens_are_refused_or_read_as_something_sound(name: &str, effort: Effort) {
    let spec = spec_of(name);
    let lines = perft_lines(spec);
    let letters: Vec<char> =
        spec.page.start.chars().flat_map(|c| [c, c.to_ascii_lowercase()]).chain("0123456789-/ wbé+".chars()).collect();
    let rng = &mut SmallRng::seed_from_u64(35);
    let mut sound = 0;
    let cases = effort.of(1_500, 25_000);
    for _ in 0..cases {
        let fen = damaged(&lines[rng.random_range(0..lines.len())].0, &letters, rng);
        let mut session = session::start(name);
        if session.set_position(Some(&fen)).is_ok() {
            check_fen(name, &session.view().fen());
            let twin = Twin::from_fen(name, &session.view().fen());
            assert_eq!(session::moves(&*session), twin.moves(), "{fen}");
            sound += 1;
        }
    }
    assert!(sound > cases / 50, "only {sound} of {cases} damaged FENs could be read");
}
