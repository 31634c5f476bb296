//! `rules`: prints the rules of a game.

use std::io::Write;

use super::{CliError, VariantArgs};
use crate::board::RULINGS;

/// Print the rules of a game; without a name, the rules that all games share
#[derive(Debug, clap::Args)]
pub(super) struct Rules {
    #[command(flatten)]
    variant: VariantArgs,
}

impl Rules {
    /// Writes the page.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let page = self.variant.chosen()?.map_or(RULINGS, |spec| spec.page.rules);
        Ok(write!(out, "{page}")?)
    }
}
