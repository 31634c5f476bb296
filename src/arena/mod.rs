//! Matches: engines play each other, a referee sees to the rules, and statistics say what the results mean.

mod adjudicate;
mod archive;
mod cecp;
mod control;
mod dialect;
mod error;
mod game;
mod openings;
mod player;
mod process;
mod report;
mod spec;
pub mod statistics;
mod tournament;
mod uci;

pub use adjudicate::{Adjudication, Draw, Resign};
pub use archive::Archive;
pub use control::{Control, GameClock, TimeControl, read_seconds};
pub use dialect::Quirks;
pub use error::ArenaError;
pub use game::{Conduct, GameRecord, Outcome, Played};
pub use openings::{Opening, Openings};
pub use player::Thought;
pub use process::Fault;
pub use spec::{EngineSpec, Language};
pub use tournament::{Completion, Ended, Failure, Failures, Finished, Match, Pairing, Score, Slot, Standings, Watcher};
