//! Engines whose words are known beforehand, for tests of protocols and referee.

use std::time::Instant;

use super::connection::{Connection, EngineLine, Fault};
use super::game::play;
use super::player::Player;
use super::tournament::{FinishedGame, Match};

/// A line of a script at which the engine says nothing until the wait for it ends.
const SILENCE: &str = "...";

/// An engine that says the lines of a text one after the other, whatever it is told, and then exits. When it is asked
/// whether it is ready, it says so in between.
#[derive(Debug)]
struct Script {
    /// The lines to come, the last first.
    lines: Vec<String>,
}

impl Script {
    fn new(text: &str) -> Self {
        Self { lines: text.lines().rev().map(|line| line.trim().to_owned()).collect() }
    }
}

impl Connection for Script {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        match line.split_once(' ') {
            None if line == "isready" => self.lines.push("readyok".to_owned()),
            Some(("ping", number)) => self.lines.push(format!("pong {number}")),
            _ => {}
        }
        Ok(())
    }

    fn receive(&mut self, _until: Instant) -> Result<EngineLine, Fault> {
        match self.lines.pop() {
            None => Err(Fault::Exited("the script ends".to_owned())),
            Some(text) if text == SILENCE => Err(Fault::NoResponse),
            Some(text) => Ok(EngineLine { text, at: Instant::now() }),
        }
    }

    fn is_alive(&mut self) -> bool {
        !self.lines.is_empty()
    }

    fn quit(self: Box<Self>) {}
}

/// Plays the first game of a match with engines that say these words, White's first: lines, where `...` is
/// silence until the referee's timeout.
///
/// # Errors
/// When an engine cannot play the game, with its fault.
pub fn play_script(settings: &Match, words: [&str; 2]) -> Result<FinishedGame, Fault> {
    let slot = settings.slot(0);
    let mut session = settings.session();
    let opening = settings.opening(&slot, &mut *session);
    let start = |place: usize| {
        let engine = &settings.engines[slot.players[place]];
        let connection = Box::new(Script::new(words[place]));
        Player::connect(connection, engine, settings.game, settings.referee.patience)
    };
    let (mut white, mut black) = (start(0)?, start(1)?);
    let record = play(&mut *session, [&mut white, &mut black], &opening, &settings.referee);
    record.map(|record| FinishedGame { slot, record }).ok_or(Fault::Interrupted)
}
