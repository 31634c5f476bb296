//! `edit`, the protocol's old way to set up a position, one piece a line.

use std::io;

use super::Cecp;
use super::edit::Edit;
use crate::types::Color;
use crate::xboard::notation::{client_board, complete_fen};

impl Cecp<'_> {
    /// `edit`: begins to change the position.
    pub(super) fn begin_edit(&mut self) -> io::Result<()> {
        self.abort_search()?;
        let setup = self.session.view().setup();
        self.edit = Some(Edit { cells: setup.cells, color: Color::White, side: setup.side });
        Ok(())
    }

    /// Executes a line while the client edits the position; `false` if it is a command that is not part of the edit.
    /// A new game or position ends the edit without effect.
    pub(super) fn edit_command(&mut self, line: &str, words: &[&str]) -> io::Result<bool> {
        let Some(mut edit) = self.edit.take() else { return Ok(false) };
        match words {
            ["new"] | ["variant" | "setboard", _, ..] => return Ok(false),
            ["."] => return self.finish_edit(&edit).map(|()| true),
            ["ping", number] => self.ping(number)?,
            _ => {
                if let Err(why) = edit.apply(self.session.spec(), line) {
                    self.error(why, line)?;
                }
            }
        }
        self.edit = Some(edit);
        Ok(true)
    }

    /// Sets up the edited position: kings and rooks on their home squares may castle, and the counters start again.
    fn finish_edit(&mut self, edit: &Edit) -> io::Result<()> {
        let spec = self.session.spec();
        let side = if edit.side == Color::White { 'w' } else { 'b' };
        let fen = complete_fen(spec, &format!("{} {side}", client_board(spec, &edit.cells)));
        self.place(&fen)
    }
}
