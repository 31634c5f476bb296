//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard implement it.

mod activity;
mod clock;
mod commands;
mod conversation;
mod edit;
mod editing;
mod game;
mod handshake;
mod options;
mod pause;
mod screen;
mod shown;
mod think;
mod two_machines;

use std::fmt::Display;
use std::io;

use super::link::Link;
use super::text::quote;
use crate::protocol::judgement::Judgement;
use crate::search::SetScore;
use crate::session::{Catalogue, Session, Settings, default_game};
use crate::types::{Color, Move};
use crate::xboard::plies;
use activity::Activity;
use clock::TimeControl;
use edit::Edit;
use shown::{Opponent, Screen};

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
            settings: Settings::new(catalogue),
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

    fn set_post(&mut self, post: bool) -> io::Result<()> {
        self.post = post;
        Ok(())
    }

    /// Sends `Error (WHY): WORD`, the protocol's reply to a command that cannot be executed.
    fn error(&mut self, why: impl Display, word: &str) -> io::Result<()> {
        self.link.send_line(format_args!("Error ({why}): {}", quote(word)))
    }
}
