//! The program: arguments in, exit status out.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Nothing but warnings by default; the standard output belongs to results and protocols.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match bactrian::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One line, whatever it quotes; and whoever reads the errors may be gone too.
            let message = error.to_string().replace(char::is_control, " ");
            let _ = writeln!(std::io::stderr(), "bactrian: {message}");
            ExitCode::FAILURE
        }
    }
}
