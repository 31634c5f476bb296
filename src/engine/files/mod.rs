//! Files: lines of bounded length to read, locks, and output that takes its place only when it is complete.

mod lines;
mod lock;
mod output;

pub use lines::{LineError, LineProblem, Lines, MAX_LINE, read_text};
pub use lock::is_free;
pub use output::Output;
