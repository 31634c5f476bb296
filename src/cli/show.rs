//! `show`: a position for people.

use std::io::Write;

use super::{CliError, PositionArgs};
use crate::protocol::Session;

/// Show a position: board, FEN, side to move, state of the game, legal moves
#[derive(Debug, clap::Args)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
}

impl Show {
    /// Writes it.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let session = self.position.open()?;
        let moves = session.legal_moves();
        write!(out, "{}", session.diagram())?;
        writeln!(out, "FEN     {}", session.fen())?;
        writeln!(out, "side    {}", session.side().name())?;
        if let Some((name, state)) = session.state() {
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
        None if session.in_check() => "check".to_owned(),
        None => "in play".to_owned(),
    }
}
