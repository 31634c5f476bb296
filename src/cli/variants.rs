//! `variants`: lists the games.

use std::io::Write;

use super::CliError;
use crate::games;

/// List the games: name, board, one line about each
#[derive(Debug, clap::Args)]
pub(super) struct Variants {}

impl Variants {
    /// Writes the list.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let widest = games::all().map(|spec| spec.page.name.len()).max().unwrap_or(0);
        for spec in games::all() {
            let page = &spec.page;
            let board = format!("{}x{}", page.files, page.ranks);
            writeln!(out, "{:widest$}  {board:>5}  {}", page.name, page.summary)?;
        }
        Ok(())
    }
}
