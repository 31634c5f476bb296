//! The evaluation: the same for both colours, and the incremental part the same as one worked out afresh.

use bactrian::board::Variant;
use bactrian::eval::{Classical, Weights, static_score};
use bactrian::search::Evaluator;
use bactrian::types::score::EVAL_BOUND;
use bactrian::types::score::MAX_PLY;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::flip::flip_fen;
use crate::common::games::{Game, for_each_game, spec_of};
use crate::common::positions::{beginnings, random_game_fens, random_move, random_setup_fens};
use crate::common::{Effort, session};

for_each_game!(named flipped_positions_have_the_same_score);
for_each_game!(generic the_incremental_evaluation_equals_a_fresh_one);

fn flipped_positions_have_the_same_score(name: &str, effort: Effort) {
    let mut session = session::start(name);
    let mut score = |fen: &str| {
        session::set_position(&mut *session, fen);
        session.evaluate()
    };
    let games = random_game_fens(name, 31, effort.of(30, 375));
    let setups = random_setup_fens(name, 31, effort.of(1_000, 12_500));
    for fen in games.into_iter().chain(setups) {
        let own = score(&fen);
        assert_eq!(score(&flip_fen(spec_of(name), &fen)), own, "{fen}");
        assert!(own.abs() <= EVAL_BOUND, "{fen}");
    }
}

fn the_incremental_evaluation_equals_a_fresh_one<R: Variant>(game: Game<R>, effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(32);
    for mut board in beginnings(game, effort.of(30, 375)) {
        let mut evaluator = Classical::new(Weights::of(game.spec()));
        evaluator.set_root(&board);
        for ply in 0..200.min(MAX_PLY - 1) {
            if !board.in_check() {
                let mut passed = board;
                evaluator.pass(&mut passed, ply);
                assert!(evaluator.is_consistent(&passed, ply + 1), "{board:?} after a pass");
                assert_eq!(evaluator.evaluate(&passed, ply + 1), static_score(&passed), "{board:?} after a pass");
            }
            let Some(m) = random_move(&board, &mut rng) else { break };
            evaluator.play(&mut board, m, ply);
            assert!(evaluator.is_consistent(&board, ply + 1), "{board:?}");
            assert_eq!(evaluator.evaluate(&board, ply + 1), static_score(&board), "{board:?}");
        }
    }
}
