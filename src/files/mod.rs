//! Files: lines of bounded length to read, and output that takes its place only when it is complete.

mod lines;
mod output;

pub use lines::{LineError, LineProblem, Lines, MAX_LINE, read_text};
pub use output::Output;
