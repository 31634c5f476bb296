//! Matches: engines play each other, a referee sees to the rules, and statistics say what the results mean.

mod adjudicate;
mod archive;
mod cecp;
mod control;
mod dialect;
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
pub use archive::{Archive, ArchiveError};
pub use control::{Control, ControlError, GameClock, TimeControl, read_seconds};
pub use dialect::Quirks;
pub use game::{Conduct, GameRecord, Outcome, Played};
pub use openings::{Opening, OpeningError, Openings};
pub use player::Thought;
pub use process::Fault;
pub use spec::{EngineSpec, Language, SpecError};
pub use tournament::{
    Completion, Ended, Failure, Failures, Finished, Match, MatchError, Pairing, Score, Slot, Standings, Watcher,
};
