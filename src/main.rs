//! The program: arguments in, exit status out.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Nothing but warnings by default; the standard output belongs to results and protocols.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match bactrian::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            bactrian::cli::complain(&error);
            ExitCode::FAILURE
        }
    }
}
