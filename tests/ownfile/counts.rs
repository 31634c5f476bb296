//! The twin gives the counts of the files in `tests/data`, and random games are games.

use crate::common::Effort;
use crate::common::data::{counts_up_to, game_files};
use crate::common::games::with_both_efforts;
use bactrian_twins::random;
use bactrian_twins::reference::Reference;
use bactrian_twins::reference::regular::position::Position;
use bactrian_twins::reference::regular::reader::read;

with_both_efforts!(the_twin_gives_the_counts_of_games_from_files: check_game_files);

fn check_game_files(effort: Effort) {
    for file in game_files() {
        let game = read(&file.text).pop().unwrap_or_else(|| panic!("no game in {}", file.name));
        for (fen, depth, nodes) in counts_up_to(&file.counts, effort.of(1_000, 100_000)) {
            let counted = Position::from_fen(&game, fen).perft(depth);
            assert_eq!(counted, nodes, "{} {fen} at depth {depth}", game.name);
        }
    }
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
