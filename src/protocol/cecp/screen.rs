//! What the client's board shows. Where a game has moves that XBoard cannot draw, its board is set right afterwards, and
//! its user is shown what may be moved where. For most games there is nothing to do.

use std::io;

use super::{Cecp, Mode};

/// The state of the client's board.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Whether it differs from the position.
    differs: bool,
    /// Whether the opponent is a program, whose moves go through the client's board too.
    for_program: bool,
    /// How many of the commands are still to come with which XBoard answers an engine's `setboard` during a game.
    echoes: u8,
    /// Where the user has picked up a piece.
    lifted: Option<String>,
    /// Where he has gone on with it.
    way: Option<String>,
}

impl Screen {
    /// `computer`: the opponent is a program.
    pub fn opponent_is_program(&mut self) {
        self.for_program = true;
    }

    /// Whether this command is only XBoard's answer to a board that was set right (`result *` and `force`).
    pub fn is_echo(&mut self, word: &str) -> bool {
        let expected = match self.echoes {
            2 => word == "result",
            1 => word == "force",
            _ => false,
        };
        self.echoes = if expected { self.echoes - 1 } else { 0 };
        expected
    }

    /// Notes whether the board was right after a move.
    pub fn note(&mut self, shown: bool) {
        self.differs |= !shown;
    }
}

impl Cecp<'_> {
    /// Sets the client's board right if it differs from the position. For the user's turn only.
    pub(super) fn repair(&mut self) -> io::Result<()> {
        if !self.screen.differs || self.screen.for_program {
            return Ok(());
        }
        self.screen.differs = false;
        self.screen.echoes = 2;
        let fen = self.session.client_fen();
        self.link.say(format_args!("setboard {fen}"))
    }

    /// After a move of the opponent's after which it is his turn again: passes, as far as the client is concerned.
    pub(super) fn pass_back(&mut self) -> io::Result<()> {
        if self.screen.differs { self.repair() } else { self.link.say("move @@@@") }
    }

    /// `lift SQUARE`: the user picks up a piece, or goes on with it from a square on its way.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        if !matches!(self.mode, Mode::Force | Mode::Play(_)) || self.is_thinking() {
            return Ok(());
        }
        if let Some(marks) = self.session.client_marks(square, None) {
            self.screen.lifted = Some(square.to_owned());
            self.screen.way = None;
            return self.link.say(format_args!("highlight {marks}"));
        }
        let origin = self.screen.lifted.clone();
        match origin.and_then(|origin| self.session.client_marks(&origin, Some(square))) {
            Some(marks) => {
                self.screen.way = Some(square.to_owned());
                self.link.say(format_args!("highlight {marks}"))
            }
            None => Ok(()),
        }
    }

    /// `put SQUARE`: the user is about to put the piece down there, and chooses what becomes of it.
    pub(super) fn put(&mut self, square: &str) -> io::Result<()> {
        let Some(origin) = &self.screen.lifted else { return Ok(()) };
        let letters = self.session.client_choices(origin, self.screen.way.as_deref(), square);
        if letters.is_empty() { Ok(()) } else { self.link.say(format_args!("choice {letters}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_an_own_setboard_is_an_echo() {
        let mut screen = Screen { echoes: 2, ..Screen::default() };
        assert!(screen.is_echo("result") && screen.is_echo("force") && !screen.is_echo("force"));
        let mut other = Screen { echoes: 2, ..Screen::default() };
        assert!(!other.is_echo("force") && !other.is_echo("result"));
        assert!(!Screen::default().is_echo("result"));
    }
}
