//! `rules`: prints the rules of a game.

use std::io::Write;

use super::CliError;
use crate::board::RULINGS;
use crate::games;

/// Print the rules of a game; without a name, the rules that all games share
#[derive(Debug, clap::Args)]
pub(super) struct Rules {
    /// The game (`bactrian variants` lists them)
    #[arg(short, long, value_name = "NAME")]
    variant: Option<String>,
}

impl Rules {
    /// Writes the page.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let page = match self.variant {
            None => RULINGS,
            Some(name) => games::find(&name).ok_or(CliError::UnknownVariant(name))?.page.rules,
        };
        Ok(write!(out, "{page}")?)
    }
}
