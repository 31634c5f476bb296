//! The game: positions, moves, take-backs and results.

use std::io;

use super::commands::Given;
use super::shown::Opponent;
use super::{Cecp, Mode};
use crate::board::MoveError;
use crate::protocol::text::{quote, sanitize};
use crate::search::SetScore;
use crate::session::default_game;
use crate::types::{Color, Ending, score};
use crate::xboard::notation::{complete_fen, own_fen, to_client};
use crate::xboard::plies::Record;

impl Cecp<'_> {
    /// `new`: the engine plays Black in the default variant.
    pub(super) fn new_game(&mut self) -> io::Result<()> {
        self.begin_game(default_game())?;
        self.time.clear_limits();
        self.mode = Mode::Play(Color::Black);
        Ok(())
    }

    /// `setboard FEN`. The mode stays; the position history is cleared. If the FEN describes the current position, the
    /// position stays, with the state that the client's FEN cannot express.
    pub(super) fn set_board(&mut self, fen: &str) -> io::Result<()> {
        self.screen.put_down();
        if self.goes_to_entry(fen)? {
            return self.answer_entry();
        }
        self.abort_search()?;
        let fen = complete_fen(self.session.spec(), fen);
        if self.is_current_position(&fen) {
            self.position_set();
            return Ok(());
        }
        self.place(&fen)
    }

    /// Sets up the position of a complete FEN of the client's. If it is illegal, moves are refused until the next one.
    pub(super) fn place(&mut self, fen: &str) -> io::Result<()> {
        match self.session.set_position(Some(&own_fen(self.session.spec(), fen))) {
            Ok(()) => {
                self.position_set();
                Ok(())
            }
            Err(why) => {
                self.position_valid = false;
                self.link.send_line(format_args!("tellusererror Illegal position: {}", sanitize(&why.to_string())))
            }
        }
    }

    /// Clears what belongs to the game before a new position.
    fn position_set(&mut self) {
        self.position_valid = true;
        self.position_changed();
        self.judgement.forget();
        self.screen.record = Record::new(self.session.view());
        self.movers.clear();
        self.control_start = 0;
    }

    /// `white` and `black`: it is this side's turn, and the engine plays the other one.
    pub(super) fn set_side(&mut self, side: Color, word: &str) -> io::Result<()> {
        self.set_mode(Mode::Play(!side))?;
        if self.session.view().side() == side || !self.position_valid {
            return Ok(());
        }
        let fen = self.session.view().fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        // Nothing can be captured en passant by the side that has just moved.
        (fields[1], fields[3]) = (if side == Color::White { "w" } else { "b" }, "-");
        match self.session.set_position(Some(&fields.join(" "))) {
            Ok(()) => {
                self.position_set();
                Ok(())
            }
            Err(why) => self.error(why, word),
        }
    }

    /// `setscore SCORE DEPTH`: searches to this depth take this score, in centipawns from the view of the side to move,
    /// for the current position, until the next game.
    pub(super) fn set_score(&mut self, given: &Given) -> io::Result<()> {
        const MAX_SET: usize = 1000;
        let [score, depth] = given.words else { return self.expected(given) };
        let score = score.parse().ok().filter(|score: &i32| score.abs() <= score::EVAL_BOUND);
        let depth = depth.parse().ok().filter(|depth: &i32| (0..=score::MAX_PLY as i32).contains(depth));
        let (Some(score), Some(depth)) = (score, depth) else {
            return self.expected(given);
        };
        let key = self.session.view().key();
        self.set_scores.retain(|set| set.key != key);
        if !self.position_valid || self.set_scores.len() >= MAX_SET {
            let why = if self.position_valid { "too many scores are set" } else { "no position has been set" };
            return self.error(why, "setscore");
        }
        self.set_scores.push(SetScore { key, score, depth });
        self.scores_changed = true;
        self.restart_analysis()
    }

    /// `usermove MOVE`: a move of the opponent, or of either side if the engine plays none.
    pub(super) fn user_move(&mut self, text: &str) -> io::Result<()> {
        if !self.position_valid {
            return self.link.send_line(format_args!("Illegal move (no position has been set): {}", quote(text)));
        }
        if self.is_thinking() {
            return self.link.send_line(format_args!("Illegal move (not your turn): {}", quote(text)));
        }
        if self.is_awaited_entry(text) {
            return self.answer_entry();
        }
        let mover = self.session.view().side();
        let (played, entered) = match self.read_client_move(text) {
            Ok(turn) => turn,
            Err(MoveError::Unreadable(..) | MoveError::NullMove(_) | MoveError::AmbiguousRanks(_)) => {
                return self.link.send_line(format_args!("Illegal move (not understood): {}", quote(text)));
            }
            Err(_) => return self.link.send_line(format_args!("Illegal move: {}", quote(text))),
        };
        let again = played.with_again();
        let wants_again = match self.screen.opponent {
            Opponent::Engine => std::mem::take(&mut self.screen.announced),
            _ => self.settings.move_again,
        };
        let played = if wants_again && self.session.view().is_legal(again) { again } else { played };
        let entries = self.entries(played);
        let by_hand = self.is_by_hand(&entered);
        self.complete_entry(entries, &entered)?;
        self.screen.put_down();
        self.session.play(played).expect("a move that was read is legal");
        self.movers.push(mover);
        let hit = self.is_ponder_hit(played) && self.session.ending().is_none();
        if !hit {
            self.abort_search()?;
        }
        self.position_changed();
        match self.mode {
            Mode::Play(_) if self.screen.opponent == Opponent::Engine => self.answer_entry(),
            Mode::Play(_) if hit => self.ponder_hit(),
            Mode::Play(side) => self.continue_game(side),
            Mode::Force | Mode::Analyse => {
                if by_hand && self.session.view().side() == mover && self.session.ending().is_none() {
                    self.send_pass()?;
                }
                self.highlight_states()
            }
        }
    }

    /// Continues a game in which the engine plays `side`: sends the result if the game has ended, or starts the search
    /// if it is the engine's turn.
    pub(super) fn continue_game(&mut self, side: Color) -> io::Result<()> {
        match self.session.ending() {
            Some(ending) => self.send_result(ending),
            None if self.session.view().side() == side => self.think(),
            None if self.movers.last() == Some(&self.session.view().side()) => self.send_pass(),
            None => Ok(()),
        }
    }

    /// `undo` and, where every turn is one entry of the client's list of moves, `remove`: takes back `count` entries,
    /// or none if there are fewer.
    pub(super) fn take_back(&mut self, count: usize) -> io::Result<()> {
        if self.screen.record.texts().len() < count {
            return self.error("nothing to take back", if count == 1 { "undo" } else { "remove" });
        }
        self.abort_search()?;
        self.screen.put_down();
        let turns = (0..count).filter(|_| self.screen.record.take_back_entry()).count();
        self.undo_turns(turns);
        Ok(())
    }

    /// `remove`: the user takes back a turn and the engine's answer.
    pub(super) fn remove(&mut self) -> io::Result<()> {
        let Mode::Play(engine) = self.mode else { return self.take_back(2) };
        self.abort_search()?;
        match self.take_back_turn(engine) {
            Some(turns) => {
                let turns = turns?;
                self.undo_turns(turns);
                self.highlight_states()
            }
            None => self.take_back(2),
        }
    }

    fn undo_turns(&mut self, count: usize) {
        for _ in 0..count {
            self.session.undo();
            self.movers.pop();
        }
        self.judgement.forget();
        self.position_changed();
    }

    /// `go`: the engine plays the side to move.
    pub(super) fn go(&mut self) -> io::Result<()> {
        if !self.position_valid {
            return self.error("no position has been set", "go");
        }
        let side = self.session.view().side();
        if self.is_thinking() {
            return Ok(());
        }
        if self.screen.opponent == Opponent::Engine {
            return self.begin_answers();
        }
        self.set_mode(Mode::Play(side))?;
        let awaited = self.screen.record.awaited().to_vec();
        self.send_entries(&awaited)?;
        self.screen.record.show(awaited.len());
        self.continue_game(side)
    }

    /// Aborts the search and changes the mode.
    pub(super) fn set_mode(&mut self, mode: Mode) -> io::Result<()> {
        self.abort_search()?;
        self.mode = mode;
        Ok(())
    }

    /// Sends the result and its reason. The line must not contain the word `Draw`, which XBoard reads as a claim.
    pub(super) fn send_result(&mut self, ending: Ending) -> io::Result<()> {
        self.link.send_line(format_args!("{} {{{ending}}}", ending.result()))
    }

    /// Clears what applied only to the previous position.
    pub(super) fn position_changed(&mut self) {
        self.excluded.clear();
        self.expected_reply = None;
    }

    /// The number of moves that a side has made under the current time control.
    pub(super) fn moves_made(&self, side: Color) -> u32 {
        let since = self.movers.get(self.control_start..).unwrap_or_default();
        since.iter().filter(|&&mover| mover == side).count() as u32
    }

    /// `exclude MOVE` or `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> io::Result<()> {
        if text == "all" {
            self.excluded = self.session.view().legal_moves().to_vec();
        } else {
            let Ok((named, _)) = self.read_client_move(text) else { return self.error("not a legal move", text) };
            if !self.excluded.contains(&named) {
                self.excluded.push(named);
            }
        }
        self.restart_analysis()
    }

    /// `include MOVE` or `include all`.
    pub(super) fn include(&mut self, text: &str) -> io::Result<()> {
        if text == "all" {
            self.excluded.clear();
        } else {
            let Ok((named, _)) = self.read_client_move(text) else { return self.error("not a legal move", text) };
            self.excluded.retain(|&excluded| excluded != named);
        }
        self.restart_analysis()
    }

    /// Converts a move from coordinate notation to the client's notation.
    pub(super) fn client_text(&self, text: &str) -> String {
        to_client(self.session.spec(), text)
    }
}
