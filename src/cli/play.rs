//! Without a command: the protocols.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};

use super::CliError;
use crate::protocol::{self, ENGINE_NAME};
use crate::serve::json;
use crate::threads::ThreadError;

/// Speaks CECP or UCI on standard input and output. A person at a terminal is told so.
pub(super) fn run(out: &mut impl Write) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        let greeting = format!("{ENGINE_NAME}: speaks CECP, UCI and JSON; `help` lists the commands, `quit` ends\n");
        // In one piece, so that what the person types does not come in between. If standard error is closed, nobody can
        // be told.
        let _ = io::stderr().write_all(greeting.as_bytes());
    }
    speak(BufReader::new(io::stdin()), out).map_err(|error| match error.downcast::<ThreadError>() {
        Ok(error) => error.into(),
        Err(error) => error.into(),
    })
}

/// Runs the protocol that the client's first command selects, until `quit` or the end of the input. Writes nothing before
/// that command. A thread reads `input` to its end.
///
/// # Errors
/// When writing to `out` fails, for instance because the client closed the pipe, or with a [`ThreadError`].
pub fn speak(input: impl BufRead + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    protocol::run(input, out, |link| json::speak(link, json::Bounds::default()))
}
