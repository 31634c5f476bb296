//! Training: games of the engine against itself, and the evaluation and search that are learned from their results.

use bactrian_engine::{board, eval, files, games, search, session, system, types};

mod archive;
mod chances;
mod contest;
mod crew;
mod fit;
mod generate;
mod learn;
pub mod network;
mod openings;
mod positions;
mod record;
mod selfplay;
pub mod statistics;
mod tune;

pub use archive::{Archive, ArchiveError, Chunk, Chunks, Series, collate, read_archive};
pub use chances::{Results, fit_chance_shape};
pub use fit::{FitOptions, Sample, Start, fit, weights_text};
pub use generate::{Count, Generation};
pub use learn::{LearnError, LearnOptions, Learned, Learner, Lesson, Listener, NETWORK_POSITIONS, RoundReport};
pub use openings::{Opening, RandomOpenings, seeded_rng};
pub use positions::{Outlook, Reading, Source, write_text};
pub use record::{Branch, GameRecord, MAX_BRANCHES, RecordError, Turn};
pub use selfplay::KEPT_POSITIONS;
pub use tune::{Plan, Progress, TuneError, Tuned, Tuner, join};
