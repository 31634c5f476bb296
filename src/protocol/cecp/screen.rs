//! What the client's board shows. Where a game has moves that XBoard cannot draw, its board is set right afterwards, and
//! its user is shown what may be moved where. For most games there is nothing to do.

use std::io;

use super::hand::{Drawn, choices, drawn, guess, marks, read, signs};
use super::notation::{agree, client_fen, from_client, ungarbled};
use super::pictures::Pictures;
use super::{Cecp, Mode};
use crate::board::{MoveError, ranks_text};
use crate::types::{Bitboard, Move, Square};

/// A turn that changes nothing on the client's board.
const PASS: &str = "@@@@";

/// The state of the client's board.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Whether it differs from the position.
    differs: bool,
    /// Where pieces stand that it does not show.
    lost: Bitboard,
    /// Whether the opponent is a program. Then moves are in coordinate notation, whatever XBoard can draw.
    for_program: bool,
    /// How many of the commands are still to come with which XBoard answers an engine's `setboard` during a game.
    echoes: u8,
    /// Where the user has picked up a piece.
    lifted: Option<Square>,
    /// Where the user has gone on with it.
    way: Option<Square>,
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
    pub fn note(&mut self, drawn: &Drawn) {
        self.differs |= !drawn.shown;
        self.lost |= drawn.lost;
    }

    /// Notes that the client has set its board itself.
    pub fn is_set(&mut self) {
        self.differs = false;
        self.lost = Bitboard::EMPTY;
    }

    /// Whether each half of a double turn is said; to XBoard it is one turn.
    pub fn takes_halves(&self) -> bool {
        self.for_program
    }
}

impl Cecp<'_> {
    /// A legal move as the client is told it.
    pub(super) fn drawn(&self, m: Move) -> Drawn {
        let view = self.session.view();
        if self.screen.for_program { Drawn::right(view.move_text(m)) } else { drawn(view, m) }
    }

    /// The text for a move of the engine's. XBoard refuses one of a piece that it does not show; the board that follows
    /// shows that too.
    pub(super) fn said(&self, m: Move, drawn: &Drawn) -> String {
        if self.screen.lost.has(m.from()) { PASS.to_owned() } else { self.client_text(&drawn.text) }
    }

    /// A move of the client, and what its board shows after it.
    pub(super) fn client_turn(&self, text: &str) -> Result<(Move, Drawn), MoveError> {
        let view = self.session.view();
        let text = from_client(self.session.spec(), text);
        let text = ungarbled(self.session.spec(), &text).unwrap_or(text);
        if self.screen.for_program {
            return Ok((view.read_move(&text)?, Drawn::right(text)));
        }
        let by_hand = |m: Move| {
            let drawn = self.drawn(m);
            (m, Drawn { shown: drawn.shown && agree(&drawn.text, &text), ..drawn })
        };
        if let Some(m) = read(view, &text) {
            return Ok(by_hand(m));
        }
        // Only in a game is the board set right after a guess; else a wrong piece on it must go back. From a turn of two
        // legs XBoard itself may have dropped the letter.
        let may_guess = matches!(self.mode, Mode::Play(_)) || text.contains(',');
        let guessed = guess(view, &text);
        match view.read_move(&text) {
            Ok(m) if guessed != Some(m) => Ok((m, Drawn::right(text))),
            own => {
                let refused = own.err().unwrap_or_else(|| MoveError::Illegal(text.clone()));
                guessed.filter(|_| may_guess).map(by_hand).ok_or(refused)
            }
        }
    }

    /// Sets the client's board right if it differs from the position. For the user's turn only.
    pub(super) fn repair(&mut self) -> io::Result<()> {
        if !self.screen.differs || self.screen.for_program {
            return Ok(());
        }
        self.screen.is_set();
        self.screen.echoes = 2;
        let fen = client_fen(self.session.spec(), &self.session.view().setup());
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
        let signs = signs(self.session.view());
        if signs.is_empty() || self.screen.for_program { Ok(()) } else { self.highlight(&signs) }
    }

    /// Whether this FEN of the client's, which has no place for what its own games have not, is that of the position.
    pub(super) fn is_shown(&self, fen: &str) -> bool {
        let told = client_fen(self.session.spec(), &self.session.view().setup());
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let castlings = |text: &&str| text.chars().all(|letter| "KQkq-".contains(letter));
        told != self.session.view().fen()
            && fields.len() <= 6
            && fields.get(2).is_none_or(castlings)
            && fields.iter().copied().take(2).eq(told.split_whitespace().take(2))
    }

    /// `lift SQUARE`: the user picks up a piece, or goes on with it from a square on its way. In games that XBoard knows it
    /// finds the targets itself.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        let is_answered = !self.is_thinking() && Pictures::of(self.session.spec()).is_some();
        let Some(square) = self.client_square(square).filter(|_| is_answered) else { return Ok(()) };
        if let Some(marks) = marks(self.session.view(), square, None) {
            self.screen.lifted = Some(square);
            self.screen.way = None;
            return self.highlight(&marks);
        }
        let origin = self.screen.lifted;
        match origin.and_then(|origin| marks(self.session.view(), origin, Some(square))) {
            Some(marks) => {
                self.screen.way = Some(square);
                self.highlight(&marks)
            }
            None => Ok(()),
        }
    }

    /// `put SQUARE`: the user is about to put the piece down there, and chooses what becomes of it.
    pub(super) fn put(&mut self, square: &str) -> io::Result<()> {
        let (Some(origin), Some(square)) = (self.screen.lifted, self.client_square(square)) else { return Ok(()) };
        let letters = choices(self.session.view(), origin, self.screen.way, square);
        if letters.is_empty() { Ok(()) } else { self.link.say(format_args!("choice {letters}")) }
    }

    fn client_square(&self, text: &str) -> Option<Square> {
        let spec = self.session.spec();
        spec.read_square(&from_client(spec, text)).map(|(square, _)| square)
    }

    fn highlight(&mut self, marks: &[(Square, char)]) -> io::Result<()> {
        let mark = |square| marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| mark.to_string());
        let board = ranks_text(self.session.spec(), mark);
        self.link.say(format_args!("highlight {board}"))
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
