//! The conversation with a client: its lines and the events of searches, until one ends it.

use std::io;

use super::Cecp;
use super::commands::{self, Given};
use crate::protocol::link::Message;
use crate::xboard::notation;

impl Cecp<'_> {
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
}

/// The part of a line after its first word.
fn arguments(line: &str) -> &str {
    line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start())
}
