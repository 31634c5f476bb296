//! Engine against engine in XBoard, in games whose turns are several entries of its list of moves. XBoard takes an entry
//! only from the engine whose side is on move by its list. So each makes those of its own side: the opponent answers with
//! null moves until the turn is complete, and then thinks. Which entries follow the first one is known to both, since they
//! are the same program. Before the first half of a double turn, both make a null move: the opponent must know that it is
//! not on move afterwards.

use std::io;

use super::shown::Opponent;
use super::{Cecp, Mode};
use crate::xboard::plies::{PASS, Ply};

impl Cecp<'_> {
    /// Sends the first of the entries of the engine's own turn, which has been played. XBoard has the null move before the
    /// second half of a double turn.
    pub(super) fn begin_entries(&mut self, turn: Vec<Ply>) -> io::Result<()> {
        let shown = usize::from(self.screen.record.is_passed());
        self.screen.record.push(turn, shown);
        self.answer_entry()
    }

    /// `go`: the engine's side is on move by XBoard's list, perhaps within a turn.
    pub(super) fn begin_answers(&mut self) -> io::Result<()> {
        let mover = self.session.view().side();
        let side = if self.screen.announced { !mover } else { mover };
        self.set_mode(Mode::Play(side))?;
        self.answer_entry()
    }

    /// Makes the next entry of the engine's side, or moves if the turn is complete. XBoard has just got an entry of the
    /// other side.
    pub(super) fn answer_entry(&mut self) -> io::Result<()> {
        let (Mode::Play(side), Opponent::Engine) = (self.mode, self.screen.opponent) else { return Ok(()) };
        let view_side = self.session.view().side();
        if self.screen.announced {
            return self.link.send_line(format_args!("move {PASS}"));
        }
        if let Some(next) = self.screen.record.awaited().first().cloned() {
            self.send_entries(std::slice::from_ref(&next))?;
            self.screen.record.show(1);
            if !self.screen.record.awaited().is_empty() || self.session.ending().is_none() {
                return Ok(());
            }
        }
        // Within the engine's own double turn the opponent has to make a null move.
        let waits = view_side == side && self.movers.last() == Some(&side) && !self.screen.record.is_passed();
        if waits && self.session.ending().is_none() { Ok(()) } else { self.continue_game(side) }
    }
}
