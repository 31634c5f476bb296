//! Training: games of the engine against itself, and the fit of the evaluation's weights to their results.

mod fit;
mod learn;
mod samples;
mod selfplay;
mod store;

pub use fit::{FitOptions, Sample, Tracer, fit, start_weights, tracer, weights_text};
pub use learn::{LearnError, LearnOptions, Learned, Learner, Lesson, Listener};
pub use samples::{Reading, SamplesError};
pub use selfplay::{SelfPlayGame, play_game};
pub use store::{Series, Store, StoreError};
