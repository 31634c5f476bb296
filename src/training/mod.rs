//! Learning from the engine's own games: self-play, and the fit of the evaluation's weights.

mod fit;
mod selfplay;

pub use fit::{FitOptions, Sample, Tracer, fit, start_weights, tracer, weights_text};
pub use selfplay::{SelfPlayGame, play_game};
