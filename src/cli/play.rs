//! Without a command: the protocols.

use std::io::{self, BufReader, IsTerminal, Write};

use super::CliError;
use crate::protocol::{self, ENGINE_NAME};

/// Speaks CECP or UCI on standard input and output. A person at a terminal is told so.
pub(super) fn run(out: &mut impl Write) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        // If standard error is closed, nobody can be told.
        let _ = writeln!(io::stderr(), "{ENGINE_NAME}: speaks CECP and UCI; `help` lists the commands, `quit` ends");
    }
    Ok(protocol::run(BufReader::new(io::stdin()), out)?)
}
