//! Files: lines of bounded length to read, locks, compressed bytes, and output that takes its place only when it is complete.

mod lines;
mod lock;
mod output;
mod pack;
mod regular;

pub use lines::{LineError, LineProblem, Lines, MAX_LINE, read_text};
pub use lock::is_free;
pub use output::Output;
pub use pack::{pack, pack_within, unpack};
pub use regular::read_file;
