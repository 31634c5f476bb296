//! The conversation with a client: its requests and the events of its work, until the end of the input.

use std::io;

use super::error::JsonError;
use super::request::{Id, Request};
use super::{Json, commands};
use crate::protocol::link::{MAX_INPUT_LINE, Message};
use crate::system::Instant;

impl Json<'_> {
    /// Answers requests until the end of the input; a search without limits ends then.
    ///
    /// # Errors
    /// When the output cannot be written, for instance because the client is gone.
    pub fn run(mut self) -> io::Result<()> {
        let mut is_open = true;
        while is_open || self.is_working() {
            match self.next() {
                None => self.keep_time()?,
                Some(Message::Closed) => {
                    is_open = false;
                    if !self.bounds.outlives_input || !self.is_limited() {
                        self.finish_work("stopped")?;
                    }
                }
                Some(message) => self.handle(message)?,
            }
        }
        Ok(())
    }

    /// Obeys a line, or passes on what comes of work.
    pub(super) fn handle(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Line(line) if line.is_empty() => Ok(()),
            Message::Line(line) => self.obey(&line),
            Message::Closed => Ok(()),
            Message::Search(id, event) => self.search_event(id, event),
            Message::Output(id, line) => self.job_output(id, &line),
            Message::Ended(id) => self.job_ended(id),
        }
    }

    /// The next message; `None` if something else is to be done before it comes.
    fn next(&mut self) -> Option<Message> {
        match self.next_deadline() {
            Some(time) => self.link.next_within(time.saturating_duration_since(Instant::now())),
            None => Some(self.link.next()),
        }
    }

    /// Obeys a line, and answers it unless the answer comes later.
    fn obey(&mut self, line: &str) -> io::Result<()> {
        if line.len() as u64 >= MAX_INPUT_LINE - 1 {
            let error = JsonError::Message(format!("the message is longer than {MAX_INPUT_LINE} bytes"));
            return self.refuse(&Id::None, &error);
        }
        let request = match Request::read(line) {
            Ok(request) => request,
            Err((id, error)) => return self.refuse(&id, &error),
        };
        let Request { id, name, arguments } = request;
        let result = match commands::find(&name) {
            Some(command) => (command.run)(self, &id, arguments),
            None => Err(JsonError::UnknownCommand(name)),
        };
        match result {
            Ok(Some(answer)) => self.answer(&id, answer),
            Ok(None) => Ok(()),
            Err(JsonError::Output(error)) => Err(error),
            Err(error) => self.refuse(&id, &error),
        }
    }
}
