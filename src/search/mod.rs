//! Alpha-beta search. It sees positions through [`Position`] and knows no rule of any game.

mod clock;
mod engine;
mod history;
mod iterate;
mod limits;
mod memory;
mod node;
mod ordering;
mod params;
mod position;
mod quiescence;
mod report;
mod table;
mod worker;

pub use engine::{DEFAULT_HASH, Engine, Request};
pub use limits::{Clock, Control, Limits, Progress};
pub use position::Position;
pub use report::{Bound, Finish, Line, Report};
