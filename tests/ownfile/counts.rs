//! The twin gives the counts of the files in `tests/data`, and random games are games.

use std::sync::Arc;

use crate::common::Effort;
use crate::common::data::{Counts, game_files, read_counts};
use bactrian_twins::ownfile::position::Position;
use bactrian_twins::ownfile::random::{self, Movements};
use bactrian_twins::ownfile::reader::{Game, built_in, read};

/// Counts as far as the twin can count them in the time.
fn check_counts(game: &Arc<Game>, lines: &[(String, Counts)], effort: Effort) {
    let largest = effort.of(1_000, 100_000) as u64;
    for (fen, counts) in lines {
        for &(depth, nodes) in counts.iter().filter(|&&(_, nodes)| nodes <= largest) {
            let counted = Position::from_fen(game, fen).perft(depth);
            assert_eq!(counted, nodes, "{} {fen} at depth {depth}", game.name);
        }
    }
}

fn check_game_files(effort: Effort) {
    for file in game_files() {
        let game = read(&file.text).pop().unwrap_or_else(|| panic!("no game in {}", file.name));
        check_counts(&game, &file.counts, effort);
    }
}

#[test]
fn the_twin_gives_the_counts_of_games_from_files() {
    check_game_files(Effort::Quick);
}

#[test]
#[ignore = "takes long: run it in a release build"]
fn the_twin_gives_the_counts_of_games_from_files_deeply() {
    check_game_files(Effort::Deep);
}

#[test]
fn the_twin_gives_the_counts_of_built_in_games() {
    for name in [
        "chess",
        "capablanca",
        "gothic",
        "janus",
        "januskamil",
        "ajaxcapa",
        "ajaxministers",
        "kingsmen",
        "kingsmen39",
        "kingsmendh",
        "dhkingsmen",
    ] {
        let lines = read_counts(&format!("perft/{name}.epd"));
        check_counts(&built_in(name), &lines[..lines.len().min(20)], Effort::Quick);
    }
}

#[test]
fn random_games_are_the_same_each_time_and_all_different() {
    let texts = |movements| (0..40).map(|seed| random::game(seed, movements).1).collect::<Vec<_>>();
    for movements in [Movements::Common, Movements::All] {
        let mut first = texts(movements);
        assert_eq!(first, texts(movements));
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 40);
    }
}
