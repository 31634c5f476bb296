//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard implement it.

mod clock;
mod commands;
mod edit;
mod game;
mod handshake;
mod judgement;
mod options;
mod pause;
mod screen;
mod think;
mod two_machines;

use std::fmt::Display;
use std::io;

use super::link::{Link, Message};
use super::options::defaults;
use super::settings::Settings;
use super::{default_game, quote};
use crate::search::SetScore;
use crate::session::{Catalogue, Session};
use crate::types::{Color, Move};
use crate::xboard::{notation, plies};
use clock::TimeControl;
use commands::Given;
use edit::Edit;
use judgement::Judgement;
use screen::{Opponent, Screen};
use think::Activity;

/// The engine's mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// `force`: it plays neither side and only follows the moves.
    Force,
    /// It plays this side.
    Play(Color),
    /// It analyses the current position.
    Analyse,
}

/// The protocol's state.
pub(super) struct Cecp<'o> {
    link: Link<'o>,
    session: Box<dyn Session>,
    settings: Settings,
    time: TimeControl,
    mode: Mode,
    activity: Option<Activity>,
    /// The side that made each move of the game; in double turns the sides do not alternate.
    movers: Vec<Color>,
    /// The number of moves made before the current time control.
    control_start: usize,
    /// Whether the last `setboard` was legal; if not, moves are refused until the next one.
    position_valid: bool,
    /// Root moves excluded from the search.
    excluded: Vec<Move>,
    /// The position that the client is editing (`edit`).
    edit: Option<Edit>,
    /// Scores that the client has set for positions of this game.
    set_scores: Vec<SetScore>,
    /// Whether they have changed since the last search began.
    scores_changed: bool,
    /// Whether search and clock stand still (`pause`).
    paused: bool,
    /// The opponent's reply that the last search expects.
    expected_reply: Option<Move>,
    /// What the engine thinks of the game, for draws and resignation.
    judgement: Judgement,
    /// What the client's board and its list of moves show.
    screen: Screen,
    /// Whether the client shows the game on a board of its own, as XBoard does, which takes highlights.
    has_board: bool,
    /// Pings to be answered after the engine's move.
    pings: Vec<String>,
    /// Whether to send lines of thinking (`post`).
    post: bool,
    /// Whether to ponder (`hard`).
    ponder: bool,
}

impl<'o> Cecp<'o> {
    /// The state after the command `xboard`.
    pub fn new(catalogue: Catalogue, link: Link<'o>) -> Self {
        let session = catalogue.open(default_game());
        Self {
            link,
            screen: Screen::new(session.view()),
            session,
            settings: defaults(catalogue),
            time: TimeControl::default(),
            mode: Mode::Play(Color::Black),
            activity: None,
            movers: Vec::new(),
            control_start: 0,
            position_valid: true,
            excluded: Vec::new(),
            edit: None,
            set_scores: Vec::new(),
            scores_changed: false,
            paused: false,
            expected_reply: None,
            judgement: Judgement::default(),
            has_board: false,
            pings: Vec::new(),
            post: false,
            ponder: false,
        }
    }

    /// Runs the protocol until `quit` or the end of the input.
    ///
    /// # Errors
    /// When writing to the client fails.
    pub fn run(mut self) -> io::Result<()> {
        loop {
            match self.link.next() {
                Message::Closed => return Ok(()),
                Message::Line(line) => {
                    let words: Vec<&str> = line.split_whitespace().collect();
                    if words.first() == Some(&"quit") {
                        return Ok(());
                    }
                    self.command(&line, &words)?;
                    self.release_held()?;
                    self.resume_analysis();
                }
                Message::Search(id, event) => self.event(id, event)?,
                Message::Output(..) | Message::Ended(_) => {}
            }
        }
    }

    /// Executes a command other than `quit`.
    fn command(&mut self, line: &str, words: &[&str]) -> io::Result<()> {
        if self.edit_command(line, words)? {
            return Ok(());
        }
        let [name, words @ ..] = words else { return Ok(()) };
        let command = commands::find(name);
        let is_move = words.is_empty() && notation::looks_like_move(name);
        if self.paused && (is_move || command.is_some_and(|command| command.ends_pause)) {
            self.resume()?;
        }
        match command.filter(|command| command.takes(words.len())) {
            Some(command) => (command.run)(self, &Given { command, words, rest: arguments(line) }),
            None if is_move => self.user_move(name),
            None => self.error("unknown command", name),
        }
    }

    /// `accepted FEATURE`: only XBoard, which has a board, takes highlights.
    fn accepted(&mut self, words: &[&str]) -> io::Result<()> {
        self.has_board |= words == ["highlight"];
        Ok(())
    }

    /// `computer`: the opponent is a program.
    fn meet_computer(&mut self) -> io::Result<()> {
        let shows_entries = self.has_board && plies::has_drops(self.session.spec());
        self.screen.opponent = if shows_entries { Opponent::Engine } else { Opponent::Program };
        Ok(())
    }

    /// `level MOVES MINUTES[:SECONDS] SECONDS`: the time control begins with the next move.
    fn level(&mut self, given: &Given) -> io::Result<()> {
        let [moves, base, increment] = given.words else { return self.expected(given) };
        let is_valid = self.time.set_level(moves, base, increment);
        self.control_start = self.movers.len();
        self.check(is_valid, given)
    }

    fn set_post(&mut self, post: bool) -> io::Result<()> {
        self.post = post;
        Ok(())
    }

    /// Sends `Error (WHY): WORD`, the protocol's reply to a command that cannot be executed.
    fn error(&mut self, why: impl Display, word: &str) -> io::Result<()> {
        self.link.send_line(format_args!("Error ({why}): {}", quote(word)))
    }

    /// Reports that the arguments of a command are not what it takes.
    fn expected(&mut self, given: &Given) -> io::Result<()> {
        self.error(format_args!("expected {}", given.command.form()), given.command.name)
    }

    /// Reports an error unless the arguments of a command are valid.
    fn check(&mut self, is_valid: bool, given: &Given) -> io::Result<()> {
        if is_valid { Ok(()) } else { self.expected(given) }
    }
}

/// The part of a line after its first word.
fn arguments(line: &str) -> &str {
    line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start())
}
