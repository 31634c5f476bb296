//! The plain engine, without the feature `program`: CECP, UCI and JSON on standard input and output, nothing else.

use std::env;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use bactrian::protocol;
use bactrian::session::Catalogue;

/// Speaks the protocols until the input ends. Arguments are refused.
pub(super) fn run() -> ExitCode {
    if let Some(argument) = env::args_os().nth(1) {
        complain(&format!("unexpected argument {argument:?}: the plain engine only speaks CECP, UCI and JSON"));
        return ExitCode::from(2);
    }
    match protocol::run(Catalogue::default(), BufReader::new(io::stdin()), &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn complain(words: &str) {
    // If standard error is closed, nobody can be told.
    let _ = writeln!(io::stderr(), "bactrian: {words}");
}
