//! `rules`: prints the rules of a game.

use std::io::Write;

use super::common::Context;
use super::error::CliError;
use super::game::VariantArgs;
use crate::board::{IDENTITY_PAGE, RULINGS};

/// Print the rules of a game; without a game, the rules that all games share
#[derive(Debug, clap::Args)]
pub(super) struct Rules {
    #[command(flatten)]
    variant: VariantArgs,
    /// Print the text, and its hashes, that decides which networks, tables and records belong to the game; without a
    /// game, explain it
    #[arg(long)]
    identity: bool,
}

impl Rules {
    /// Writes the page.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let Some(spec) = self.variant.chosen(&context.catalogue)? else {
            return Ok(write!(out, "{}", if self.identity { IDENTITY_PAGE } else { RULINGS })?);
        };
        if !self.identity {
            return Ok(write!(out, "{}", spec.page.rules)?);
        }
        let identity = spec.identity();
        write!(out, "{}", identity.text())?;
        Ok(writeln!(out, "# identity {}, rules {}", identity.hash(), spec.rules_hash())?)
    }
}
