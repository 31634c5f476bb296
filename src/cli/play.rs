//! Without a command: the protocols.

use std::io::{self, BufReader, Write};

use super::CliError;
use crate::protocol;

/// Speaks CECP or UCI on standard input and output.
pub(super) fn run(out: &mut impl Write) -> Result<(), CliError> {
    Ok(protocol::run(BufReader::new(io::stdin()), out)?)
}
