//! The whole program: the command line.

use std::io::{self, Write};
use std::process::ExitCode;

use env_logger::fmt::Formatter;

/// Writes a line of the log, with the time in UTC.
fn log_line(out: &mut Formatter, record: &log::Record) -> io::Result<()> {
    let (time, style) = (chrono::Utc::now().format("%FT%TZ"), out.default_level_style(record.level()));
    writeln!(out, "[{time} {style}{:<5}{style:#} {}] {}", record.level(), record.target(), record.args())
}

/// Runs the command line, and turns its result into the exit status.
pub(super) fn run() -> ExitCode {
    // Only warnings by default. Logs go to stderr; stdout is reserved for results and protocols.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).format(log_line).init();
    match bactrian::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            bactrian::cli::complain(&error);
            ExitCode::from(error.exit_status())
        }
    }
}
