//! Matches between engines: protocols, a referee that enforces the rules, records, and statistics of the results.

mod adjudicate;
mod archive;
mod cecp;
mod connection;
mod dialect;
mod error;
mod game;
mod group;
mod limits;
mod openings;
mod player;
mod process;
mod protocol;
mod report;
mod script;
mod spec;
mod tournament;
mod uci;

pub use adjudicate::{Adjudication, Draw, Resign};
pub use archive::{Archive, Parts};
pub use connection::Fault;
pub use dialect::Quirks;
pub use error::ArenaError;
pub use game::{Outcome, PlayedGame, PlayedTurn, RefereeSettings};
pub use group::Processes;
pub use limits::{EngineLimits, GameClock, TimeControl, read_seconds};
pub use openings::{Format, Openings};
pub use protocol::SearchInfo;
pub use script::play_script;
pub use spec::{EngineSpec, Language};
pub use tournament::{
    Completion, Failure, Failures, FinishedGame, GameScore, Match, MatchResult, Pairing, ScheduledGame, Standings,
    Watcher,
};

pub use crate::training::{Opening, RandomOpenings, statistics};
