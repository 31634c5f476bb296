//! `show`: prints a position.

use std::io::Write;

use super::{CliError, PositionArgs};
use crate::session::Session;

/// Show a position: board, FEN, side to move, status, legal moves
#[derive(Debug, clap::Args)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
}

impl Show {
    /// Writes the position.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let session = self.position.open()?;
        let view = session.view();
        let moves = view.move_texts();
        write!(out, "{}", view.diagram())?;
        writeln!(out, "FEN     {}", view.fen())?;
        writeln!(out, "side    {}", view.side().name())?;
        if let Some((name, state)) = view.describe_state() {
            writeln!(out, "{name:<7} {state}")?;
        }
        writeln!(out, "status  {}", status(&*session))?;
        writeln!(out, "moves   {}", moves.len())?;
        const ROW: usize = 12;
        for row in moves.chunks(ROW) {
            writeln!(out, "        {}", row.join(" "))?;
        }
        Ok(())
    }
}

fn status(session: &dyn Session) -> String {
    match session.ending() {
        Some(ending) => format!("{ending} ({})", ending.result()),
        None if session.view().in_check() => "check".to_owned(),
        None => "in play".to_owned(),
    }
}
