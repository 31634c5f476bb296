//! Without a command: the protocols.

use std::io::{self, BufReader, IsTerminal, Write};

use super::error::CliError;
use crate::ENGINE_NAME;
use crate::protocol;
use crate::session::Catalogue;
use crate::system::ThreadError;

/// Speaks CECP, UCI or JSON on standard input and output. A person at a terminal is told so.
pub(super) fn run(catalogue: Catalogue, out: &mut impl Write) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        let greeting = format!("{ENGINE_NAME}: speaks CECP, UCI and JSON; `help` lists the commands, `quit` ends\n");
        // In one piece, so that what the person types does not come in between. If standard error is closed, nobody can
        // be told.
        let _ = io::stderr().write_all(greeting.as_bytes());
    }
    protocol::run(catalogue, BufReader::new(io::stdin()), out).map_err(|error| match error.downcast::<ThreadError>() {
        Ok(error) => error.into(),
        Err(error) => error.into(),
    })
}
