//! The engine against its slow twins: the same moves, the same positions after them, the same counts.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::data::{counts_up_to, perft_lines};
use crate::common::games::{for_each_game, spec_of};
use crate::common::positions::{PLIES, beginning_fens, random_setup_fens};
use crate::common::{Effort, session};
use bactrian_twins::reference::{Reference, Twin};

for_each_game!(
    named the_slow_twin_plays_the_same_game,
    moves_equal_those_of_the_slow_twin,
    games_run_as_with_the_slow_twin,
);

fn the_slow_twin_plays_the_same_game(name: &str, effort: Effort) {
    let lines = perft_lines(spec_of(name));
    assert_eq!(Twin::start(name).fen(), lines[0].0);
    for (fen, depth, nodes) in counts_up_to(&lines, effort.of(500, 100_000)) {
        assert_eq!(Twin::from_fen(name, fen).perft(depth), nodes, "{name} {fen} at depth {depth}");
    }
}

fn moves_equal_those_of_the_slow_twin(name: &str, effort: Effort) {
    let mut session = session::start(name);
    for fen in random_setup_fens(name, 11, effort.of(1_000, 25_000)) {
        session::set_position(&mut *session, &fen);
        let twin = Twin::from_fen(name, &fen);
        assert_eq!(session::moves(&*session), twin.moves(), "{fen}");
        assert_eq!(session.view().in_check(), twin.in_check(), "{fen}");
    }
}

fn games_run_as_with_the_slow_twin(name: &str, effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(12);
    for fen in beginning_fens(spec_of(name), effort.of(6, 150)) {
        let mut session = session::at(name, &fen);
        for _ in 0..PLIES {
            let before = session.view().fen();
            let twin = Twin::from_fen(name, &before);
            assert_eq!(session::moves(&*session), twin.moves(), "{before}");
            let Some(text) = session::random_move(&*session, &mut rng) else { break };
            session::play(&mut *session, &text);
            assert_eq!(session.view().fen(), twin.play(&text).fen(), "{before} {text}");
        }
    }
}
