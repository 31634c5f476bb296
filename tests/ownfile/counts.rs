//! The twin gives the counts of the files in `tests/data`, and random games are games.

use crate::common::Effort;
use crate::common::data::game_files;
use bactrian_twins::random;
use bactrian_twins::reference::Reference;
use bactrian_twins::reference::regular::position::Position;
use bactrian_twins::reference::regular::reader::read;

fn check_game_files(effort: Effort) {
    let largest = effort.of(1_000, 100_000) as u64;
    for file in game_files() {
        let game = read(&file.text).pop().unwrap_or_else(|| panic!("no game in {}", file.name));
        for (fen, counts) in &file.counts {
            for &(depth, nodes) in counts.iter().filter(|&&(_, nodes)| nodes <= largest) {
                let counted = Position::from_fen(&game, fen).perft(depth);
                assert_eq!(counted, nodes, "{} {fen} at depth {depth}", game.name);
            }
        }
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
fn random_games_are_the_same_each_time_and_all_different() {
    let texts = || (0..40).map(|seed| random::game(seed).1).collect::<Vec<_>>();
    let mut first = texts();
    assert_eq!(first, texts());
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 40);
}
