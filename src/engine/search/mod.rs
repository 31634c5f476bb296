//! Alpha-beta search. It sees positions through [`Position`], values them through [`Evaluator`], and knows no rules.
//!
//! The tree search itself is compiled once for each game: `worker`, `tree`, `pruning`, `moves`, `quiescence` and
//! `ordering`. Everything else is compiled once and drives it through a trait object: threads (`engine`), iterations
//! (`iterate`), what a thread keeps (`thread`, `history`), and what threads tell each other (`table`, `visits`).

mod clock;
mod engine;
mod evaluator;
mod history;
mod iterate;
mod limits;
mod memory;
mod moves;
mod node;
mod ordering;
mod params;
mod position;
mod pruning;
mod quiescence;
mod report;
mod root;
mod sampler;
mod skill;
mod table;
mod thread;
mod tree;
mod visits;
mod window;
mod worker;

pub use engine::{DEFAULT_HASH, Engine, MAX_LINES, Request, spawn_searcher};
pub use evaluator::Evaluator;
pub use limits::{Clock, Control, Limits, Progress, SetScore, time_of_nodes};
pub use memory::return_freed_memory;
pub use params::{ChosenParams, Param, ParamError, Params, own_values};
pub use position::Position;
pub use report::{Bound, Finish, Line, Report, nodes_per_second};
pub use sampler::{Sampler, TreeSample};
pub use skill::Skill;
pub(crate) use skill::mix;
