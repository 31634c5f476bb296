//! What the client's board shows. Where a game has moves that XBoard cannot draw, its board is set right afterwards, and
//! its user is shown what may be moved where. For most games there is nothing to do.

use std::io;

use super::notation::{agree, from_client, ungarbled};
use super::{Cecp, Mode};
use crate::rules::ClientMove;
use crate::types::Square;

/// A turn that changes nothing on the client's board.
const PASS: &str = "@@@@";

/// The state of the client's board.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Whether it differs from the position.
    differs: bool,
    /// Where pieces stand that it does not show.
    lost: Vec<Square>,
    /// Whether the opponent is a program. Then moves are in coordinate notation, whatever XBoard can draw.
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

    /// Notes what the board shows after a move.
    pub fn note(&mut self, drawn: &ClientMove) {
        self.differs |= !drawn.shown;
        self.lost.extend(drawn.lost);
    }

    /// Notes that the client has set its board itself.
    pub fn is_set(&mut self) {
        self.differs = false;
        self.lost.clear();
    }

    /// Whether each half of a double turn is said; to XBoard it is one turn.
    pub fn takes_halves(&self) -> bool {
        self.for_program
    }
}

impl Cecp<'_> {
    /// A legal move as the client is told it.
    pub(super) fn drawn(&self, text: &str) -> ClientMove {
        let drawn = if self.screen.for_program { None } else { self.session.client_move(text) };
        drawn.unwrap_or_else(|| ClientMove::drawn(text.to_owned()))
    }

    /// The text for a move of the engine's. XBoard refuses one of a piece that it does not show; the board that follows
    /// shows that too.
    pub(super) fn said(&self, drawn: &ClientMove) -> String {
        let from = self.session.spec().read_square(&drawn.text).map(|(from, _)| from);
        let is_lost = from.is_some_and(|from| self.screen.lost.contains(&from));
        if is_lost { PASS.to_owned() } else { self.client_text(&drawn.text) }
    }

    /// A move of the client in the engine's notation, and what its board shows after it.
    pub(super) fn client_turn(&self, text: &str) -> (String, ClientMove) {
        let text = from_client(self.session.spec(), text);
        let text = ungarbled(self.session.spec(), &text).unwrap_or(text);
        let read = if self.screen.for_program { None } else { self.session.read_client(&text) };
        let Some(read) = read else { return (text.clone(), ClientMove::drawn(text)) };
        let drawn = self.drawn(&read);
        let shown = drawn.shown && agree(&drawn.text, &text);
        (read, ClientMove { shown, ..drawn })
    }

    /// Sets the client's board right if it differs from the position. For the user's turn only.
    pub(super) fn repair(&mut self) -> io::Result<()> {
        if !self.screen.differs || self.screen.for_program {
            return Ok(());
        }
        self.screen.is_set();
        self.screen.echoes = 2;
        let fen = self.session.client_fen();
        self.link.say(format_args!("setboard {fen}"))
    }

    /// After a move of the opponent's after which it is his turn again: passes, as far as the client is concerned.
    pub(super) fn pass_back(&mut self) -> io::Result<()> {
        match self.screen {
            Screen { for_program: true, .. } => Ok(()),
            Screen { differs: true, .. } => self.repair(),
            _ => self.link.say(format_args!("move {PASS}")),
        }
    }

    /// Marks the pieces whose state the client's board cannot show.
    pub(super) fn show_signs(&mut self) -> io::Result<()> {
        match self.session.client_signs() {
            Some(marks) if !self.screen.for_program => self.link.say(format_args!("highlight {marks}")),
            _ => Ok(()),
        }
    }

    /// Whether this FEN of the client's, which has no place for what its own games have not, is that of the position.
    pub(super) fn is_shown(&self, fen: &str) -> bool {
        let told = self.session.client_fen();
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let castlings = |text: &&str| text.chars().all(|letter| "KQkq-".contains(letter));
        told != self.session.fen()
            && fields.len() <= 6
            && fields.get(2).is_none_or(castlings)
            && fields.iter().copied().take(2).eq(told.split_whitespace().take(2))
    }

    /// `lift SQUARE`: the user picks up a piece, or goes on with it from a square on its way.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        if !matches!(self.mode, Mode::Force | Mode::Play(_)) || self.is_thinking() {
            return Ok(());
        }
        let square = from_client(self.session.spec(), square);
        if let Some(marks) = self.session.client_marks(&square, None) {
            self.screen.lifted = Some(square);
            self.screen.way = None;
            return self.link.say(format_args!("highlight {marks}"));
        }
        let origin = self.screen.lifted.clone();
        match origin.and_then(|origin| self.session.client_marks(&origin, Some(&square))) {
            Some(marks) => {
                self.screen.way = Some(square);
                self.link.say(format_args!("highlight {marks}"))
            }
            None => Ok(()),
        }
    }

    /// `put SQUARE`: the user is about to put the piece down there, and chooses what becomes of it.
    pub(super) fn put(&mut self, square: &str) -> io::Result<()> {
        let Some(origin) = &self.screen.lifted else { return Ok(()) };
        let square = from_client(self.session.spec(), square);
        let letters = self.session.client_choices(origin, self.screen.way.as_deref(), &square);
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
