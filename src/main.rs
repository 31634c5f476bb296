//! The executable: runs the command line and turns its result into the exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Only warnings by default. Logs go to stderr; stdout is reserved for results and protocols.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match bactrian::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            bactrian::cli::complain(&error);
            ExitCode::from(error.exit_status())
        }
    }
}
