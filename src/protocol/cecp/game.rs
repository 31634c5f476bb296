//! The game: positions, moves and their taking back, results.

use std::io;

use super::notation::{complete_fen, own_fen, to_client};
use super::{Cecp, Mode};
use crate::board::MoveError;
use crate::protocol::{default_variant, echo, one_line};
use crate::types::{Color, Ending, score};

impl Cecp<'_> {
    /// `new`: the engine plays Black of the usual game.
    pub(super) fn new_game(&mut self) -> io::Result<()> {
        self.begin(default_variant())?;
        self.time.forget_depth();
        self.mode = Mode::Play(Color::Black);
        Ok(())
    }

    /// `setboard FEN`. The mode stays; the game's history is lost. The position that is there already keeps what the
    /// client's FEN cannot say.
    pub(super) fn set_board(&mut self, fen: &str) -> io::Result<()> {
        self.halt()?;
        let fen = complete_fen(self.session.spec(), fen);
        let set = if self.is_shown(&fen) {
            Ok(())
        } else {
            self.session.set_position(Some(&own_fen(self.session.spec(), &fen)))
        };
        match set {
            Ok(()) => {
                self.position_valid = true;
                self.position_changed();
                self.screen.is_set();
                self.movers.clear();
                self.control_start = 0;
                Ok(())
            }
            Err(why) => {
                self.position_valid = false;
                self.link.say(format_args!("tellusererror Illegal position: {}", one_line(&why.to_string())))
            }
        }
    }

    /// A move of the opponent, or of either side while the engine does not play.
    pub(super) fn user_move(&mut self, text: &str) -> io::Result<()> {
        if !self.position_valid {
            return self.link.say(format_args!("Illegal move (no position has been set): {}", echo(text)));
        }
        if self.is_thinking() {
            return self.link.say(format_args!("Illegal move (not your turn): {}", echo(text)));
        }
        let mover = self.session.view().side();
        let (played, drawn) = match self.client_turn(text) {
            Ok(turn) => turn,
            Err(MoveError::Unreadable(..)) => {
                return self.link.say(format_args!("Illegal move (not in coordinate notation): {}", echo(text)));
            }
            Err(_) => return self.link.say(format_args!("Illegal move: {}", echo(text))),
        };
        let again = played.with_again();
        let played = if self.settings.move_again && self.session.view().is_legal(again) { again } else { played };
        self.session.play(played).expect("a move that was read is legal");
        self.movers.push(mover);
        self.screen.note(&drawn);
        let hit = self.is_ponder_hit(played) && self.session.ending().is_none();
        if !hit {
            self.halt()?;
        }
        self.position_changed();
        match self.mode {
            Mode::Play(_) if hit => self.ponder_hit(),
            Mode::Play(side) => self.play_on(side),
            Mode::Force | Mode::Analyse => self.show_signs(),
        }
    }

    /// After a move in a game: the result if that was the end, or the engine's move if it is its turn.
    pub(super) fn play_on(&mut self, side: Color) -> io::Result<()> {
        match self.session.ending() {
            Some(ending) => {
                self.repair()?;
                self.tell_result(ending)
            }
            None if self.session.view().side() == side => self.think(),
            None if self.movers.last() == Some(&self.session.view().side()) => self.pass_back(),
            None => Ok(()),
        }
    }

    /// `undo` and `remove`: takes moves back, all of them or none.
    pub(super) fn take_back(&mut self, count: usize) -> io::Result<()> {
        if self.movers.len() < count {
            return self.error("nothing to take back", if count == 1 { "undo" } else { "remove" });
        }
        self.halt()?;
        for _ in 0..count {
            self.session.undo();
            self.movers.pop();
        }
        self.position_changed();
        Ok(())
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
        self.enter(Mode::Play(side))?;
        self.play_on(side)
    }

    /// Stops what is going on and changes the mode.
    pub(super) fn enter(&mut self, mode: Mode) -> io::Result<()> {
        self.halt()?;
        self.mode = mode;
        Ok(())
    }

    /// `draw`: the offer is accepted unless the engine thinks that it is better.
    pub(super) fn consider_draw(&mut self) -> io::Result<()> {
        let playing = matches!(self.mode, Mode::Play(_));
        if playing && self.score.is_some_and(|own| own <= score::DRAW) { self.link.say("offer draw") } else { Ok(()) }
    }

    /// The line that ends a game. It must not contain the word `Draw`, which XBoard takes for a claim of its own.
    pub(super) fn tell_result(&mut self, ending: Ending) -> io::Result<()> {
        self.link.say(format_args!("{} {{{ending}}}", ending.result()))
    }

    /// Forgets what held for the position before only.
    pub(super) fn position_changed(&mut self) {
        self.excluded.clear();
        self.expected = None;
    }

    /// The moves that a side has made since the time control began.
    pub(super) fn moves_made(&self, side: Color) -> u32 {
        let since = self.movers.get(self.control_start..).unwrap_or_default();
        since.iter().filter(|&&mover| mover == side).count() as u32
    }

    /// `exclude MOVE` or `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> io::Result<()> {
        if text == "all" {
            self.excluded = self.session.view().legal_moves().to_vec();
        } else {
            let Ok((named, _)) = self.client_turn(text) else { return self.error("not a legal move", text) };
            if !self.excluded.contains(&named) {
                self.excluded.push(named);
            }
        }
        self.stop_analysis()
    }

    /// `include MOVE` or `include all`.
    pub(super) fn include(&mut self, text: &str) -> io::Result<()> {
        if text == "all" {
            self.excluded.clear();
        } else {
            let Ok((named, _)) = self.client_turn(text) else { return self.error("not a legal move", text) };
            self.excluded.retain(|&excluded| excluded != named);
        }
        self.stop_analysis()
    }

    /// A move in the client's notation.
    pub(super) fn client_text(&self, text: &str) -> String {
        to_client(self.session.spec(), text)
    }
}
