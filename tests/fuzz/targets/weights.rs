//! Weights of the evaluation. Input: the name of a game, then the file.

use bactrian::board::Spec;
use bactrian::eval::{Evaluation, Weights};
use bactrian::session::Catalogue;
use bactrian::types::Score;
use bactrian::types::score::EVAL_BOUND;

/// The plies after which positions are evaluated.
const PLIES: usize = 12;

/// A file is refused with a message, or written as something that is read as the same; and every position has a score.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let (name, file) = super::first_line(&text);
    let spec = super::game(name);
    let weights = match Weights::read(spec, file) {
        Ok(weights) => weights,
        Err(error) => {
            super::check_message(&error.to_string());
            return false;
        }
    };
    let written = weights.text(spec);
    let again = Weights::read(spec, &written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.text(spec), written);
    let scores = scores(spec, &Evaluation { weights: weights.into(), network: None });
    assert!(scores.iter().all(|score| score.abs() <= EVAL_BOUND), "{scores:?}");
    true
}

/// The scores of the positions of some line.
pub(super) fn scores(spec: &'static Spec, evaluation: &Evaluation) -> Vec<Score> {
    let mut board = Catalogue::default().open(spec).study().copy();
    let mut scores = Vec::new();
    for ply in 0..PLIES {
        scores.push(board.score(evaluation));
        let moves = board.legal_moves();
        let Some(&m) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        board.play(m);
    }
    scores
}
