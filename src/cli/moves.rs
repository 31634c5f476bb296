//! `moves`: lists the legal moves.

use std::io::Write;

use super::common::Context;
use super::error::CliError;
use super::game::PositionArgs;

/// List the legal moves of a position, sorted, one per line
#[derive(Debug, clap::Args)]
pub(super) struct Moves {
    #[command(flatten)]
    position: PositionArgs,
}

impl Moves {
    /// Writes the list.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        for text in self.position.open(&context.catalogue)?.view().move_texts() {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}
