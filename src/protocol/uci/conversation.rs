//! The conversation with a client: which line is executed when, until one ends it.

use std::io;

use super::commands;
use super::held::{MAX_HELD, Urgency};
use super::{Activity, PROGRESS_INTERVAL, Uci};
use crate::protocol::link::{Link, Message};
use crate::protocol::text::quote;
use crate::session::Catalogue;

/// What follows a line.
enum Next {
    /// The next line.
    Line,
    /// The end of the program.
    Quit,
    /// CECP.
    ChangeProtocol,
}

impl<'o> Uci<'o> {
    /// Runs the protocol from its first command until `quit` or the end of the input. Returns the catalogue and the link
    /// if the client changes to CECP. After the end of the input a limited search is finished, an unlimited one stopped, so that each
    /// gives its best move.
    ///
    /// # Errors
    /// When writing to the client fails.
    pub fn run(mut self, first: &str) -> io::Result<Option<(Catalogue, Link<'o>)>> {
        self.execute(first)?;
        loop {
            if let Some(line) = self.next_held() {
                match self.execute(&line)? {
                    Next::Line => continue,
                    Next::Quit => return Ok(None),
                    Next::ChangeProtocol => return Ok(Some((self.settings.catalogue, self.link))),
                }
            }
            if self.input_ended && !self.ends_by_itself() {
                self.stop()?;
            }
            if self.input_ended && self.activity.is_none() {
                return Ok(None);
            }
            let message = match self.activity {
                Some(Activity::Search { .. }) => self.link.next_within(PROGRESS_INTERVAL),
                _ => Some(self.link.next()),
            };
            match message {
                None => self.report_progress()?,
                Some(Message::Closed) => self.input_ended = true,
                Some(Message::Line(line)) => match self.receive(line)? {
                    Next::Line => {}
                    Next::Quit => return Ok(None),
                    Next::ChangeProtocol => return Ok(Some((self.settings.catalogue, self.link))),
                },
                Some(Message::Search(id, event)) => self.event(id, event)?,
                Some(Message::Output(id, line)) => self.job_output(id, &line)?,
                Some(Message::Ended(id)) => self.job_ended(id),
            }
        }
    }

    /// Executes a line.
    fn execute(&mut self, line: &str) -> io::Result<Next> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"quit") => Ok(Next::Quit),
            Some(&"xboard") if !self.is_introduced => self.finish_activity().map(|()| Next::ChangeProtocol),
            _ => self.command(&words).map(|()| Next::Line),
        }
    }

    /// Executes a command other than `quit`.
    fn command(&mut self, words: &[&str]) -> io::Result<()> {
        let Some((&name, arguments)) = words.split_first() else { return Ok(()) };
        match commands::find(name) {
            Some(command) => (command.run)(self, arguments),
            None => self.error(format_args!("unknown command {}", quote(name))),
        }
    }

    /// Whether something is in progress that ends by itself.
    fn ends_by_itself(&self) -> bool {
        self.activity.as_ref().is_some_and(Activity::is_limited)
    }

    /// Executes a line from the client, or holds it.
    fn receive(&mut self, line: String) -> io::Result<Next> {
        let urgency = urgency(&line);
        let is_first = self.held.lines.is_empty();
        match urgency {
            Urgency::Now => self.execute(&line),
            Urgency::NowAndInTurn => {
                let next = self.execute(&line)?;
                if !is_first {
                    self.held.push(line);
                }
                Ok(next)
            }
            _ if is_first && self.is_due(urgency) => self.execute(&line),
            Urgency::AfterThem | Urgency::InTurn | Urgency::WhenIdle => {
                self.held.push(line);
                if self.held.size > MAX_HELD {
                    self.stop()?;
                }
                Ok(Next::Line)
            }
        }
    }

    /// The next line that waits, if its turn has come.
    fn next_held(&mut self) -> Option<String> {
        self.held.lines.front().filter(|line| self.is_due(urgency(line)))?;
        self.held.pop()
    }

    /// Whether nothing is in progress for which a line waits.
    fn is_due(&self, urgency: Urgency) -> bool {
        match urgency {
            Urgency::Now | Urgency::NowAndInTurn | Urgency::AfterThem => true,
            Urgency::InTurn => !matches!(self.activity, Some(Activity::Job(_))),
            Urgency::WhenIdle => !self.ends_by_itself(),
        }
    }
}

fn urgency(line: &str) -> Urgency {
    let word = line.split_whitespace().next().unwrap_or_default();
    match word {
        "quit" => Urgency::Now,
        "xboard" => Urgency::WhenIdle,
        _ => commands::find(word).map_or(Urgency::InTurn, |command| command.urgency),
    }
}
