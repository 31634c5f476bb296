//! The client's board. In variants with moves that XBoard cannot show, the engine corrects XBoard's board after them;
//! in variants that XBoard does not know, the engine highlights the targets of a piece that the user picks up.

use std::io;

use super::hand::{ClientMove, choices, client_move, guess, marks, read, state_marks};
use super::notation::{boards_agree, client_fen, from_client, restore_move_in_place};
use super::pictures::Pictures;
use super::{Cecp, Mode};
use crate::board::{MoveError, ranks_text};
use crate::types::{Bitboard, Move, Square};

/// A null move, which changes nothing on the client's board.
const PASS: &str = "@@@@";

/// The state of the client's board.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Whether it differs from the position.
    out_of_sync: bool,
    /// The occupied squares that are empty on the client's board.
    missing: Bitboard,
    /// Whether the opponent is a program (`computer`). Moves are then sent in coordinate notation, even if XBoard
    /// cannot show them.
    for_program: bool,
    /// How many of the two commands `result *` and `force`, XBoard's response to an engine's `setboard`, are still to
    /// come.
    responses_due: u8,
    /// The square from which the user has picked up a piece.
    lifted: Option<Square>,
    /// The waypoint from which the user continues with that piece.
    waypoint: Option<Square>,
}

impl Screen {
    /// `computer`: the opponent is a program.
    pub fn opponent_is_program(&mut self) {
        self.for_program = true;
    }

    /// Whether the opponent is a program.
    pub fn is_for_program(&self) -> bool {
        self.for_program
    }

    /// Whether a command is part of XBoard's response to the engine's `setboard`: `result *`, then `force`.
    pub fn is_setboard_response(&mut self, word: &str) -> bool {
        let expected = match self.responses_due {
            2 => word == "result",
            1 => word == "force",
            _ => false,
        };
        self.responses_due = if expected { self.responses_due - 1 } else { 0 };
        expected
    }

    /// Records the effect of a move on the client's board.
    pub fn record(&mut self, played: &ClientMove) {
        self.out_of_sync |= !played.in_sync;
        self.missing |= played.missing;
    }

    /// Records that the client's board equals the position.
    pub fn mark_in_sync(&mut self) {
        self.out_of_sync = false;
        self.missing = Bitboard::EMPTY;
    }

    /// Whether the client expects each half of a double turn; XBoard treats both as one turn.
    pub fn wants_each_half(&self) -> bool {
        self.for_program
    }
}

impl Cecp<'_> {
    /// A legal move as sent to the client.
    pub(super) fn client_move(&self, m: Move) -> ClientMove {
        let view = self.session.view();
        if self.screen.for_program { ClientMove::exact(view.move_text(m)) } else { client_move(view, m) }
    }

    /// The text to send for a move of the engine's. XBoard refuses a move of a piece that its board lacks; a null move
    /// is sent instead, and [`Cecp::sync_board`] corrects the board.
    pub(super) fn text_to_send(&self, m: Move, sent: &ClientMove) -> String {
        if self.screen.missing.has(m.from()) { PASS.to_owned() } else { self.client_text(&sent.text) }
    }

    /// Reads a move of the client and determines its effect on the client's board.
    ///
    /// # Errors
    /// When the text is not in coordinate notation, or the move is not legal.
    pub(super) fn read_client_move(&self, text: &str) -> Result<(Move, ClientMove), MoveError> {
        let view = self.session.view();
        let text = from_client(self.session.spec(), text);
        let text = restore_move_in_place(self.session.spec(), &text).unwrap_or(text);
        if self.screen.for_program {
            return Ok((view.read_move(&text)?, ClientMove::exact(text)));
        }
        let as_entered = |m: Move| {
            let sent = self.client_move(m);
            (m, ClientMove { in_sync: sent.in_sync && boards_agree(&sent.text, &text), ..sent })
        };
        if let Some(m) = read(view, &text) {
            return Ok(as_entered(m));
        }
        // A wrong guess leaves the wrong piece on the client's board, which is corrected only in a game. In a move of
        // two legs the letter may be missing because XBoard drops it.
        let may_guess = matches!(self.mode, Mode::Play(_)) || text.contains(',');
        let guessed = guess(view, &text);
        match view.read_move(&text) {
            Ok(m) if guessed != Some(m) => Ok((m, ClientMove::exact(text))),
            result => {
                let refused = result.err().unwrap_or_else(|| MoveError::Illegal(text.clone()));
                guessed.filter(|_| may_guess).map(as_entered).ok_or(refused)
            }
        }
    }

    /// Sends the position if the client's board differs from it. Call this only when it is the user's turn.
    pub(super) fn sync_board(&mut self) -> io::Result<()> {
        if !self.screen.out_of_sync || self.screen.for_program {
            return Ok(());
        }
        self.screen.mark_in_sync();
        self.screen.responses_due = 2;
        let fen = client_fen(self.session.spec(), &self.session.view().setup());
        self.link.send_line(format_args!("setboard {fen}"))
    }

    /// Returns the turn to the opponent in the middle of a double turn, with a null move or the corrected board.
    pub(super) fn send_pass(&mut self) -> io::Result<()> {
        match self.screen {
            Screen { for_program: true, .. } => Ok(()),
            Screen { out_of_sync: true, .. } => self.sync_board(),
            _ => self.link.send_line(format_args!("move {PASS}")),
        }
    }

    /// Highlights the pieces whose state the client's board cannot show.
    pub(super) fn highlight_states(&mut self) -> io::Result<()> {
        let marks = state_marks(self.session.view());
        if marks.is_empty() || self.screen.for_program { Ok(()) } else { self.highlight(&marks) }
    }

    /// Whether the client's FEN describes the current position without the state that XBoard cannot express.
    pub(super) fn is_current_position(&self, fen: &str) -> bool {
        let expected = client_fen(self.session.spec(), &self.session.view().setup());
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let castlings = |text: &&str| text.chars().all(|letter| "KQkq-".contains(letter));
        expected != self.session.view().fen()
            && fields.len() <= 6
            && fields.get(2).is_none_or(castlings)
            && fields.iter().copied().take(2).eq(expected.split_whitespace().take(2))
    }

    /// `lift SQUARE`: the user picks up a piece, or continues from a waypoint; highlights the targets. Does nothing in
    /// variants that XBoard knows, because it finds the targets itself.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        let has_marks = !self.is_thinking() && Pictures::of(self.session.spec()).is_some();
        let Some(square) = self.client_square(square).filter(|_| has_marks) else { return Ok(()) };
        if let Some(marks) = marks(self.session.view(), square, None) {
            self.screen.lifted = Some(square);
            self.screen.waypoint = None;
            return self.highlight(&marks);
        }
        let origin = self.screen.lifted;
        match origin.and_then(|origin| marks(self.session.view(), origin, Some(square))) {
            Some(marks) => {
                self.screen.waypoint = Some(square);
                self.highlight(&marks)
            }
            None => Ok(()),
        }
    }

    /// `put SQUARE`: the user is about to put the piece down; sends the kinds of piece to choose from.
    pub(super) fn put(&mut self, square: &str) -> io::Result<()> {
        let (Some(origin), Some(square)) = (self.screen.lifted, self.client_square(square)) else { return Ok(()) };
        let letters = choices(self.session.view(), origin, self.screen.waypoint, square);
        if letters.is_empty() { Ok(()) } else { self.link.send_line(format_args!("choice {letters}")) }
    }

    fn client_square(&self, text: &str) -> Option<Square> {
        let spec = self.session.spec();
        spec.read_square(&from_client(spec, text)).map(|(square, _)| square)
    }

    fn highlight(&mut self, marks: &[(Square, char)]) -> io::Result<()> {
        let mark = |square| marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| mark.to_string());
        let board = ranks_text(self.session.spec(), mark);
        self.link.send_line(format_args!("highlight {board}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_result_then_force_respond_to_setboard() {
        let mut screen = Screen { responses_due: 2, ..Screen::default() };
        assert!(
            screen.is_setboard_response("result")
                && screen.is_setboard_response("force")
                && !screen.is_setboard_response("force")
        );
        let mut other = Screen { responses_due: 2, ..Screen::default() };
        assert!(!other.is_setboard_response("force") && !other.is_setboard_response("result"));
        assert!(!Screen::default().is_setboard_response("result"));
    }
}
