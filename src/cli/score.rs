//! Scores as commands write them.

use serde_json::{Value, json};

use crate::types::Score;
use crate::types::score::moves_to_mate;

/// The score in pawns with a sign, or the moves to mate.
pub(super) fn score_text(score: Score) -> String {
    match moves_to_mate(score) {
        Some(moves) if moves > 0 => format!("mate {moves}"),
        Some(moves) => format!("mated {}", -moves),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// `{"cp": centipawns}` or `{"mate": moves}`, negative for the side that is mated.
pub(super) fn score_json(score: Score) -> Value {
    moves_to_mate(score).map_or_else(|| json!({ "cp": score }), |moves| json!({ "mate": moves }))
}
