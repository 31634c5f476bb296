//! Positions and moves as text: what is written is read as the same, and nothing that is read does harm.

use bactrian::board::Board;
use bactrian::board::Variant;
use bactrian::types::Move;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::common::data::perft_lines;
use crate::common::games::{Game, for_each_game, spec_of};
use crate::common::positions::{random_game_fens, random_games, random_setups};
use crate::common::{Effort, session};
use crate::reference::Twin;

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
    random_game_fens(name, 31, effort.of(24, 750)).iter().for_each(|fen| check_fen(name, fen));
}

fn check_move_texts<R: Variant>(board: &Board<R>) {
    for m in board.legal_moves() {
        let text = board.view().move_text(m);
        assert_eq!(board.view().read_move(&text), Ok(m), "{board:?} {text}");
    }
}

pub fn moves_are_read_as_they_were_written<R: Variant>(game: Game<R>, effort: Effort) {
    random_games(game, 32, effort.of(4, 50), |_, _, board| check_move_texts(board));
    random_setups(game, 32, effort.of(100, 1_250)).iter().for_each(check_move_texts);
}

fn check_algebraic_text<R: Variant>(board: &Board<R>, m: Move) {
    let text = board.view().san(m);
    let bare = text.trim_end_matches(['+', '#']).replace(['x', '-', '='], "");
    for text in [&text, &bare, &format!("{text}!?"), &board.view().move_text(m)] {
        assert_eq!(board.view().read_san(text), Ok(m), "{board:?} {text}");
    }
}

pub fn algebraic_notation_is_read_as_it_was_written<R: Variant>(game: Game<R>, effort: Effort) {
    random_games(game, 33, effort.of(2, 50), |before, m, _| check_algebraic_text(before, m));
    for board in random_setups(game, 33, effort.of(15, 500)) {
        board.legal_moves().into_iter().for_each(|m| check_algebraic_text(&board, m));
    }
}

/// Runs a property on the same values in every run.
fn for_all<S: Strategy>(cases: usize, values: S, property: impl Fn(S::Value)) {
    let config = Config { cases: cases as u32, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&values, |value| {
        property(value);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn any_text_is_read_without_panic(name: &str, effort: Effort) {
    let start = session::start(name);
    let legal = session::moves(&*start);
    let cases = effort.of(500, 5_000);
    for_all(cases, "\\PC{0,60}", |text| {
        let _ = session::start(name).set_position(Some(&text));
        let _ = session::start(name).play_text(&text);
        let _ = start.view().read_san(&text);
    });
    for_all(cases, "[a-m1-9é]{0,4}[0-9a-zé+]{0,4}", |text| {
        assert_eq!(session::start(name).play_text(&text).is_ok(), legal.contains(&text), "{text}");
    });
    let pieces = start.spec().page.start.split(' ').next().unwrap_or_default();
    for_all(cases, "[wb] [KQkqA-La-l-]{1,4} [a-l1-9é-]{1,8} [0-9+-]{1,6} [0-9é]{1,8}( [a-z])?", |rest| {
        let mut session = session::start(name);
        if session.set_position(Some(&format!("{pieces} {rest}"))).is_ok() {
            check_fen(name, &session.view().fen());
        }
    });
}

/// One change to a text: at which of its characters, what is done, and with what.
type Damage = (prop::sample::Index, u8, char);

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(at, what, letter) in damages {
        let at = at.index(letters.len());
        match what {
            0 => letters[at] = letter,
            1 => letters.insert(at, letter),
            2 if letters.len() > 1 => _ = letters.remove(at),
            _ => letters.swap(at, 0),
        }
    }
    letters.into_iter().collect()
}

fn damaged_fens_are_refused_or_read_as_something_sound(name: &str, effort: Effort) {
    let spec = spec_of(name);
    let lines = perft_lines(spec);
    let letters: Vec<char> =
        spec.page.start.chars().flat_map(|c| [c, c.to_ascii_lowercase()]).chain("0123456789-/ wbé+".chars()).collect();
    let damage = (any::<prop::sample::Index>(), 0..4u8, prop::sample::select(letters));
    let values = (any::<prop::sample::Index>(), vec(damage, 1..3));
    let sound = std::cell::Cell::new(0);
    let cases = effort.of(3_000, 25_000);
    for_all(cases, values, |(which, damages)| {
        let fen = damaged(&lines[which.index(lines.len())].0, &damages);
        let mut session = session::start(name);
        if session.set_position(Some(&fen)).is_ok() {
            check_fen(name, &session.view().fen());
            let twin = Twin::from_fen(name, &session.view().fen());
            assert_eq!(session::moves(&*session), twin.moves(), "{fen}");
            sound.set(sound.get() + 1);
        }
    });
    assert!(sound.get() > cases / 50, "only {} of {cases} damaged FENs could be read", sound.get());
}
