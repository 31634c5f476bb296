//! The evaluation: the same for both colours, and the incremental part the same as one worked out afresh.

use bactrian::board::Board;
use bactrian::eval::Evaluated;
use bactrian::rules::Rules;
use bactrian::search::Position;
use bactrian::types::score::EVAL_BOUND;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::{Effort, for_every_game};
use crate::flip::flip_fen;
use crate::positions::{beginnings, random_games, random_move, random_setups};

for_every_game!(flipped_positions_have_the_same_score, the_incremental_evaluation_equals_a_fresh_one);

fn check_flipped<R: Rules>(board: &Board<R>) {
    let flipped = Board::<R>::from_fen(&flip_fen::<R>(&board.fen())).expect("a flipped position is legal");
    let score = Evaluated::new(*board).score();
    assert_eq!(Evaluated::new(flipped).score(), score, "{board:?}");
    assert!(score.abs() <= EVAL_BOUND, "{board:?}");
}

fn flipped_positions_have_the_same_score<R: Rules>(effort: Effort) {
    random_games::<R>(31, effort.of(30, 375), |_, _, board| check_flipped(board));
    random_setups::<R>(31, effort.of(1_000, 12_500)).iter().for_each(check_flipped);
}

fn the_incremental_evaluation_equals_a_fresh_one<R: Rules>(effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(32);
    for board in beginnings::<R>(effort.of(30, 375)) {
        let mut position = Evaluated::new(board);
        for _ in 0..200 {
            let Some(m) = random_move(position.board(), &mut rng) else { break };
            position.play(m);
            assert!(position.is_consistent(), "{:?}", position.board());
            assert_eq!(position.score(), Evaluated::new(*position.board()).score(), "{:?}", position.board());
        }
    }
}
