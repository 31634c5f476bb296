//! The client's board. In variants with moves that XBoard cannot show in one entry of its list of moves, the engine adds
//! the rest; in all variants it highlights the targets of a piece that the user picks up.

use std::io;

use super::shown::Opponent;
use super::{Cecp, Mode};
use crate::board::{MoveError, ranks_text};
use crate::protocol::text::quote;
use crate::types::{Color, Move, Square};
use crate::xboard::hand::{
    CAPTURE_MARK, CHOICE_MARK, MOVE_MARK, VICTIM_MARK, choices, guess, marks, read, state_marks, victims,
};
use crate::xboard::notation::{
    boards_agree, client_fen, counts_from_zero, from_client, is_algebraic, move_text, restore_move_in_place,
};
use crate::xboard::pictures::Pictures;
use crate::xboard::plies::{PASS, Ply, has_drops, plies, plies_for_engine, read_from_engine};

impl Cecp<'_> {
    /// The entries of XBoard's list of moves for a legal move. If it is the second half of a double turn, the
    /// opponent's null move comes first.
    pub(super) fn entries(&self, m: Move) -> Vec<Ply> {
        let view = self.session.view();
        if self.screen.is_plain() {
            return vec![Ply { text: move_text(view, m), position: String::new() }];
        }
        let is_second_half = self.movers.last() == Some(&view.side());
        let pass = is_second_half.then(|| Ply::pass(view));
        if self.screen.opponent != Opponent::Engine {
            return pass.into_iter().chain(plies(view, m)).collect();
        }
        let announcement = m.moves_again().then(|| Ply::announcement(view));
        announcement.into_iter().flatten().chain(pass).chain(plies_for_engine(view, m)).collect()
    }

    /// Reads a move of the client: the move, and its text in coordinate notation.
    ///
    /// # Errors
    /// When the text is not a move, or the move is not legal.
    pub(super) fn read_client_move(&self, text: &str) -> Result<(Move, String), MoveError> {
        let view = self.session.view();
        if counts_from_zero(self.session.spec()) && is_algebraic(self.session.spec(), text) {
            return Err(MoveError::AmbiguousRanks(text.to_owned()));
        }
        let text = from_client(self.session.spec(), text);
        if self.screen.opponent == Opponent::Engine
            && let Some(m) = read_from_engine(view, &text)
        {
            return Ok((m, text));
        }
        let text = restore_move_in_place(self.session.spec(), &text).unwrap_or(text);
        if self.screen.is_plain() {
            return Ok((view.read_move(&text)?, text));
        }
        if let Some(m) = read(view, &text) {
            return Ok((m, text));
        }
        // A wrong guess leaves the wrong piece on the client's board, which is corrected only where the user has made
        // the move. In a move of two legs the letter may be missing because XBoard drops it.
        let may_guess = self.is_by_hand(&text) || text.contains(',');
        let guessed = guess(view, &text);
        match view.read_move(&text) {
            Ok(m) if guessed != Some(m) => Ok((m, text)),
            result => {
                let refused = result.err().unwrap_or_else(|| MoveError::Illegal(text.clone()));
                guessed.filter(|_| may_guess).map(|m| (m, text)).ok_or(refused)
            }
        }
    }

    /// Whether the user has made a move, rather than XBoard having sent it from a record: in a game, or with a piece
    /// that the user has picked up. The text is in coordinate notation.
    pub(super) fn is_by_hand(&self, text: &str) -> bool {
        let from = self.session.spec().read_square(text).map(|(square, _)| square);
        let is_game = matches!(self.mode, Mode::Play(_)) && self.screen.opponent != Opponent::Engine;
        is_game || from.is_some() && self.screen.lifted == from
    }

    /// Whether the client's move is the entry that has to come next in an unfinished turn, and nothing else.
    pub(super) fn is_awaited_entry(&mut self, text: &str) -> bool {
        let text = from_client(self.session.spec(), text);
        let is_next = self.screen.record.awaited().first().is_some_and(|next| boards_agree(&next.text, &text));
        if is_next {
            self.screen.record.show(1);
        }
        is_next
    }

    /// Adds a turn that the client has entered as `text` to its record, and completes it there: sends the entries that
    /// are still to come or, if XBoard's board or record is wrong after what it has, makes it take that back and sends
    /// all of them.
    pub(super) fn complete_entry(&mut self, turn: Vec<Ply>, text: &str) -> io::Result<()> {
        let skipped = turn.iter().take_while(|entry| entry.text == PASS).count();
        let is_exact = boards_agree(&turn[skipped].text, text);
        if self.screen.is_plain() || !self.is_by_hand(text) {
            let shown = if is_exact || self.screen.opponent == Opponent::Engine { skipped + 1 } else { turn.len() };
            self.screen.record.push(turn, shown);
            return Ok(());
        }
        if !is_exact {
            self.refuse_entry("entered again", text)?;
        }
        let rest = skipped + usize::from(is_exact);
        self.send_entries(&turn[rest..])?;
        let shown = turn.len();
        self.screen.record.push(turn, shown);
        Ok(())
    }

    /// Sends entries of XBoard's list of moves. XBoard makes each for the side that is on move by its list, whichever
    /// side the engine plays.
    pub(super) fn send_entries(&mut self, entries: &[Ply]) -> io::Result<()> {
        entries.iter().try_for_each(|entry| {
            let text = self.client_text(&entry.text);
            self.link.send_line(format_args!("move {text}"))
        })
    }

    /// Makes XBoard take back the last entry of its list of moves.
    fn refuse_entry(&mut self, why: &str, text: &str) -> io::Result<()> {
        let text = self.client_text(text);
        self.link.send_line(format_args!("Illegal move ({why}): {}", quote(&text)))
    }

    /// `remove` in a game whose turns are not all one entry: XBoard has taken back two entries of its list. Goes back to
    /// the user's last turn and makes XBoard take back the rest of it; `None` if this is not such a game. If the user
    /// has made no turn yet, the engine's is entered again.
    pub(super) fn take_back_turn(&mut self, engine: Color) -> Option<io::Result<usize>> {
        if self.screen.is_plain() || self.screen.record.is_plain() {
            return None;
        }
        let record = &self.screen.record;
        let texts: Vec<String> = record.texts().into_iter().map(str::to_owned).collect();
        let left = texts.len().checked_sub(2)?;
        let entries = |count: usize| {
            record.entries(count) + usize::from(count > 0 && self.movers[count - 1] == self.movers[count])
        };
        let is_target = |&count: &usize| self.movers[count] != engine && entries(count) <= left;
        let Some(count) = (0..self.movers.len()).rev().find(is_target) else {
            let lost = texts[left..].iter().map(|text| Ply { text: text.clone(), position: String::new() });
            return Some(self.send_entries(&lost.collect::<Vec<_>>()).map(|()| 0));
        };
        let rest = entries(count)..left;
        let is_second_half = count > 0 && self.movers[count - 1] == self.movers[count];
        let removed = self.movers.len() - count;
        let refused = texts[rest].iter().rev().try_for_each(|text| self.refuse_entry("taken back", text));
        self.screen.record.keep(count);
        self.screen.record.set_passed(is_second_half);
        Some(refused.map(|()| removed))
    }

    /// `setboard` of a position in XBoard's list of moves, sent in place of a null move and where XBoard has stepped
    /// back over one: goes to that place. Whether it was such a position.
    pub(super) fn goes_to_entry(&mut self, fen: &str) -> io::Result<bool> {
        let fields: Vec<&str> = fen.split_whitespace().take(2).collect();
        let position = fields.join(" ").replacen("[] ", " ", 1).replacen("[-] ", " ", 1);
        let is_played = matches!(self.mode, Mode::Play(_));
        if is_played && self.screen.opponent != Opponent::Engine || !has_drops(self.session.spec()) {
            return Ok(false);
        }
        let is_next = self.screen.record.awaited().first().is_some_and(|next| next.position == position);
        let view = self.session.view();
        if is_next {
            self.screen.record.show(1);
            return Ok(true);
        }
        if self.movers.last() == Some(&view.side()) && Ply::pass(view).position == position {
            self.screen.record.set_passed(true);
            return Ok(true);
        }
        if self.screen.opponent == Opponent::Engine && Ply::announcement(view)[0].position == position {
            self.screen.announced = true;
            return Ok(true);
        }
        if is_played {
            return Ok(false);
        }
        let Some((turns, shown)) = self.screen.record.find(&position) else { return Ok(false) };
        let is_pass = shown == 1 && turns > 1 && self.movers[turns - 2] == self.movers[turns - 1];
        let kept = if is_pass { turns - 1 } else { turns };
        self.abort_search()?;
        for _ in kept..self.movers.len() {
            self.session.undo();
            self.movers.pop();
        }
        self.position_changed();
        if is_pass {
            self.screen.record.keep(kept);
            self.screen.record.set_passed(true);
        } else {
            self.screen.record.go_to((turns, shown));
        }
        Ok(true)
    }

    /// Returns the turn to the side that has just moved, in the middle of its double turn, with a null move of the
    /// other side.
    pub(super) fn send_pass(&mut self) -> io::Result<()> {
        if self.screen.is_plain() {
            return Ok(());
        }
        self.screen.record.set_passed(true);
        self.link.send_line(format_args!("move {PASS}"))
    }

    /// Highlights the pieces whose state the client's board cannot show.
    pub(super) fn highlight_states(&mut self) -> io::Result<()> {
        let marks = state_marks(self.session.view());
        if marks.is_empty() || self.screen.opponent != Opponent::Person { Ok(()) } else { self.highlight(&marks) }
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

    /// `lift SQUARE`: the user picks up a piece, or continues from a waypoint; highlights the targets.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        let Some(square) = self.client_square(square).filter(|_| !self.is_thinking()) else { return Ok(()) };
        let (origin, waypoint) = match (marks(self.session.view(), square, None), self.screen.lifted) {
            (Some(_), _) => (square, None),
            (None, Some(origin)) => (origin, Some(square)),
            (None, None) => return Ok(()),
        };
        let Some(marks) = self.target_marks(origin, waypoint) else { return Ok(()) };
        (self.screen.lifted, self.screen.waypoint) = (Some(origin), waypoint);
        // Engines play no more: this is a person.
        if self.screen.opponent == Opponent::Engine {
            self.screen.opponent = Opponent::Person;
        }
        self.highlight(&marks)
    }

    /// The marks of a piece's targets. In variants that XBoard knows it asks for the piece of a promotion itself, in the
    /// way that its user has chosen; the mark that asks for a choice would overrule that.
    fn target_marks(&self, origin: Square, waypoint: Option<Square>) -> Option<Vec<(Square, char)>> {
        let view = self.session.view();
        let mut marks = marks(view, origin, waypoint)?;
        if Pictures::of(self.session.spec()).is_none() {
            for (square, mark) in marks.iter_mut().filter(|(_, mark)| *mark == CHOICE_MARK) {
                *mark = if view.piece_at(*square).is_some() { CAPTURE_MARK } else { MOVE_MARK };
            }
        }
        Some(marks)
    }

    /// `hover SQUARE`: the user moves the lifted piece over a target; marks what it would capture on other squares.
    pub(super) fn hover(&mut self, square: &str) -> io::Result<()> {
        let (Some(origin), Some(square)) = (self.screen.lifted, self.client_square(square)) else { return Ok(()) };
        if self.is_thinking() {
            return Ok(());
        }
        let victims = victims(self.session.view(), origin, self.screen.waypoint, square);
        let Some(mut marks) = self.target_marks(origin, self.screen.waypoint).filter(|_| !victims.is_empty()) else {
            return Ok(());
        };
        marks.retain(|(marked, mark)| !victims.has(*marked) || mark.is_ascii_uppercase());
        let is_free = |victim: &Square| marks.iter().all(|(marked, _)| marked != victim);
        let free: Vec<Square> = victims.into_iter().filter(is_free).collect();
        marks.extend(free.into_iter().map(|victim| (victim, VICTIM_MARK)));
        self.highlight(&marks)
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
        let board = ranks_text(self.session.spec().size(), mark);
        self.link.send_line(format_args!("highlight {board}"))
    }
}
