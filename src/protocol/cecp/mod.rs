//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard speak it.

mod clock;
mod flat;
mod game;
pub mod hand;
mod handshake;
pub mod notation;
mod options;
mod pictures;
mod screen;
mod think;

use std::fmt::Display;
use std::io;

use super::link::{Link, Message};
use super::options::defaults;
use super::settings::Settings;
use super::{default_variant, echo, open_listed};
use crate::session::Session;
use crate::types::{Color, Move, Score};
use clock::TimeControl;
use screen::Screen;
use think::Activity;

/// What the engine does of its own accord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nothing: it keeps the board for the client.
    Force,
    /// It plays this side.
    Play(Color),
    /// It searches whatever position there is.
    Analyse,
}

/// The state of the conversation.
pub(super) struct Cecp<'o> {
    link: Link<'o>,
    session: Box<dyn Session>,
    settings: Settings,
    time: TimeControl,
    mode: Mode,
    activity: Option<Activity>,
    /// Who made each move of the game.
    movers: Vec<Color>,
    /// How many of them had been made when the time control began.
    control_start: usize,
    /// Whether the last position that the client set was legal; until it sets another, moves are refused.
    position_valid: bool,
    /// Root moves that the client does not want to be searched.
    excluded: Vec<Move>,
    /// The reply that the engine's last search expects.
    expected: Option<Move>,
    /// The score of the engine's last move, from its view.
    score: Option<Score>,
    /// What the client's board shows.
    screen: Screen,
    /// Pings to be answered after the move under way.
    pings: Vec<String>,
    /// Whether to show the thinking.
    post: bool,
    /// Whether to think on the opponent's time.
    ponder: bool,
}

impl<'o> Cecp<'o> {
    /// The conversation after the word `xboard`.
    pub fn new(link: Link<'o>) -> Self {
        Self {
            link,
            session: open_listed(default_variant()),
            settings: defaults(),
            time: TimeControl::default(),
            mode: Mode::Play(Color::Black),
            activity: None,
            movers: Vec::new(),
            control_start: 0,
            position_valid: true,
            excluded: Vec::new(),
            expected: None,
            score: None,
            screen: Screen::default(),
            pings: Vec::new(),
            post: false,
            ponder: false,
        }
    }

    /// Speaks until the client quits.
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
                    self.resume_analysis();
                }
                Message::Search(id, event) => self.event(id, event)?,
                Message::Perft(..) => {}
            }
        }
    }

    /// Every command but `quit`.
    fn command(&mut self, line: &str, words: &[&str]) -> io::Result<()> {
        match words {
            [] | ["xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "hover", ..] => Ok(()),
            ["computer"] => {
                self.screen.opponent_is_program();
                Ok(())
            }
            ["lift", square] => self.lift(square),
            ["put", square] => self.put(square),
            ["protover", version] => self.protover(version),
            ["ping", number] => self.ping(number),
            ["new"] => self.new_game(),
            ["variant", name] => self.variant(name),
            ["setboard", ..] => self.set_board(rest(line)),
            ["usermove", text] => self.user_move(text),
            ["undo"] => self.take_back(1),
            ["remove"] => self.take_back(2),
            ["result", ..] | ["force"] if self.screen.is_echo(words[0]) => Ok(()),
            ["result", ..] | ["force"] => self.enter(Mode::Force),
            ["go"] => self.go(),
            ["playother"] => self.enter(Mode::Play(!self.session.view().side())),
            ["white"] => self.enter(Mode::Play(Color::Black)),
            ["black"] => self.enter(Mode::Play(Color::White)),
            ["?"] => self.move_now(),
            ["draw"] => self.consider_draw(),
            ["level", moves, base, increment] => {
                let understood = self.time.set_level(moves, base, increment);
                self.control_start = self.movers.len();
                self.expect(understood, "level MOVES MINUTES[:SECONDS] SECONDS", words)
            }
            ["st", time] => {
                let understood = self.time.set_per_move(time);
                self.expect(understood, "st SECONDS", words)
            }
            ["sd", depth] => {
                let understood = self.time.set_depth(depth);
                self.expect(understood, "sd PLIES", words)
            }
            ["nps", nodes] => {
                let understood = self.time.set_nodes_per_second(nodes);
                self.expect(understood, "nps NODES", words)
            }
            ["time", left] => {
                let understood = self.time.set_left(left);
                self.expect(understood, "time CENTISECONDS", words)
            }
            ["otim", _] => Ok(()),
            ["hard"] => self.set_ponder(true),
            ["easy"] => self.set_ponder(false),
            ["post"] => self.set_post(true),
            ["nopost"] => self.set_post(false),
            ["analyze"] => self.enter(Mode::Analyse),
            ["exit"] => self.enter(Mode::Force),
            ["."] => self.tell_progress(),
            ["exclude", text] => self.exclude(text),
            ["include", text] => self.include(text),
            ["hint"] => self.hint(),
            ["bk"] => self.link.say(" There is no opening book.\n"),
            ["memory", size] => self.set_by_command("memory", size, "MEGABYTES"),
            ["cores", count] => self.set_by_command("cores", count, "NUMBER"),
            ["option", ..] => self.set_option(rest(line)),
            [text] if notation::looks_like_move(text) => self.user_move(text),
            [word, ..] => self.error("unknown command", word),
        }
    }

    fn set_post(&mut self, post: bool) -> io::Result<()> {
        self.post = post;
        Ok(())
    }

    /// `Error (why): WORD`, the protocol's answer to what it cannot obey.
    fn error(&mut self, why: impl Display, word: &str) -> io::Result<()> {
        self.link.say(format_args!("Error ({why}): {}", echo(word)))
    }

    /// Complains about arguments that were not understood.
    fn expect(&mut self, understood: bool, form: &str, words: &[&str]) -> io::Result<()> {
        if understood { Ok(()) } else { self.error(format_args!("expected {form}"), words[0]) }
    }
}

/// What follows the first word of a line.
fn rest(line: &str) -> &str {
    line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start())
}
