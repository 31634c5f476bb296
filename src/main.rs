//! The executable: the command line, or without the feature `program` the plain engine.

use std::process::ExitCode;

#[cfg_attr(not(feature = "program"), path = "plain.rs")]
mod program;

fn main() -> ExitCode {
    program::run()
}
