//! The evaluation: the same for both colours, and the incremental part the same as one worked out afresh.

use std::sync::Arc;

use bactrian::board::Variant;
use bactrian::eval::network::{Network, Purpose};
use bactrian::eval::{Evaluation, GameEvaluator, Weights};
use bactrian::search::Evaluator;
use bactrian::types::Score;
use bactrian::types::score::EVAL_BOUND;
use bactrian::types::score::MAX_PLY;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::flip::flip_fen;
use crate::common::games::{Game, for_each_game, spec_of};
use crate::common::networks::made_up;
use crate::common::positions::{beginnings, random_game_fens, random_move, random_setup_fens};
use crate::common::{Effort, session};

for_each_game!(named flipped_positions_have_the_same_score);
for_each_game!(generic the_incremental_evaluation_equals_a_fresh_one);

fn flipped_positions_have_the_same_score(name: &str, effort: Effort) {
    let mut sessions = evaluations(name).map(|evaluation| {
        let mut session = session::start(name);
        session.evaluate_with(evaluation);
        session
    });
    let mut score = |fen: &str| -> [Score; 3] {
        sessions.each_mut().map(|session| {
            session::set_position(&mut **session, fen);
            session.evaluate()
        })
    };
    let games = random_game_fens(name, 31, effort.of(7, 375));
    let setups = random_setup_fens(name, 31, effort.of(250, 12_500));
    let count = games.len() + setups.len();
    let mut differ = 0;
    for fen in games.into_iter().chain(setups) {
        let own = score(&fen);
        assert_eq!(score(&flip_fen(spec_of(name), &fen)), own, "{fen}");
        assert!(own.iter().all(|score| score.abs() <= EVAL_BOUND), "{fen}");
        differ += usize::from(own[0] != own[1] && own[0] != own[2]);
    }
    assert!(2 * differ > count, "the networks count in {differ} of {count} positions");
}

fn the_incremental_evaluation_equals_a_fresh_one<R: Variant>(game: Game<R>, effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(32);
    let evaluations = evaluations(game.spec().page.name);
    for mut board in beginnings(game, effort.of(15, 375)) {
        let mut evaluators = evaluations.each_ref().map(|evaluation| GameEvaluator::new(evaluation, None));
        evaluators.iter_mut().for_each(|evaluator| evaluator.set_root(&board));
        for ply in 0..200.min(MAX_PLY - 1) {
            // Not each position of a line is evaluated in a search.
            let is_asked = rng.random_bool(0.6);
            if !board.in_check() && is_asked {
                for (evaluator, evaluation) in evaluators.iter_mut().zip(&evaluations) {
                    let mut passed = board;
                    evaluator.pass(&mut passed, ply);
                    assert!(evaluator.is_consistent(&passed, ply + 1), "{board:?} after a pass");
                    assert_eq!(
                        evaluator.evaluate(&passed, ply + 1),
                        evaluation.score(&passed),
                        "{board:?} after a pass"
                    );
                }
            }
            let Some(m) = random_move(&board, &mut rng) else { break };
            let before = board;
            for (evaluator, evaluation) in evaluators.iter_mut().zip(&evaluations) {
                board = before;
                evaluator.play(&mut board, m, ply);
                if is_asked {
                    assert!(evaluator.is_consistent(&board, ply + 1), "{board:?}");
                    assert_eq!(evaluator.evaluate(&board, ply + 1), evaluation.score(&board), "{board:?}");
                }
            }
        }
    }
}

/// The classical evaluation of a game, and evaluations with made-up networks: a correction, and one that stands alone.
fn evaluations(name: &str) -> [Evaluation; 3] {
    let weights = Arc::new(Weights::built_in(spec_of(name)));
    let network = |purpose| {
        let network = made_up(name, purpose, &weights);
        let bytes = network.to_bytes(spec_of(name));
        assert_eq!(Network::from_bytes(&bytes, spec_of(name)).as_ref(), Ok(&network), "networks are read as written");
        Some(network.into())
    };
    let networks = [None, network(Purpose::Correction), network(Purpose::Alone)];
    networks.map(|network| Evaluation { weights: Arc::clone(&weights), network })
}
