//! The connection to the client and to running searches. All input arrives through one queue, so that the protocol
//! loop that reads it owns all state and is the only writer.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::open_listed;
use crate::search::Finish;
use crate::session::{Event, Running, Session, Task};
use crate::types::score;

/// The maximum length of an input line in bytes; longer lines are truncated. A game of thousands of moves is far
/// shorter.
const MAX_INPUT_LINE: u64 = 1 << 22;

/// A message to the protocol loop.
pub(super) enum Message {
    /// A line from the client, trimmed.
    Line(String),
    /// The end of the input.
    Closed,
    /// An event of the search with this ID.
    Search(u64, Event),
    /// The result of the perft with this ID: the node count of each root move.
    Perft(u64, Vec<(String, u64)>),
}

/// A running search and its ID.
pub(super) struct Search {
    /// Identifies its messages, so that late events of an aborted search can be ignored.
    pub id: u64,
    /// The handle that controls it.
    pub running: Running,
}

/// The message queue and the output.
pub(super) struct Link<'o> {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    /// Messages that arrived while [`Link::next_event`] waited for another one.
    backlog: VecDeque<Message>,
    out: &'o mut dyn Write,
    last_id: u64,
}

impl<'o> Link<'o> {
    /// Starts a thread that reads the input.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn new(mut input: impl BufRead + Send + 'static, out: &'o mut dyn Write) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let lines = sender.clone();
        let read = move || read_lines(&mut input, &lines);
        thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(Self { sender, receiver, backlog: VecDeque::new(), out, last_id: 0 })
    }

    /// Waits for the next message.
    pub fn next(&mut self) -> Message {
        self.backlog.pop_front().unwrap_or_else(|| self.receive())
    }

    /// Waits for the next event of one search; other messages are kept for [`Link::next`].
    pub fn next_event(&mut self, id: u64) -> Event {
        loop {
            match self.receive() {
                Message::Search(source, event) if source == id => return event,
                other => self.backlog.push_back(other),
            }
        }
    }

    fn receive(&self) -> Message {
        self.receiver.recv().expect("the link itself keeps a sender, so the queue stays open")
    }

    /// Writes one line to the client and flushes the output.
    pub fn send_line(&mut self, line: impl Display) -> io::Result<()> {
        log::debug!("< {line}");
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Starts a search. Its events arrive as messages; the last one, and only that, is an [`Event::Finish`].
    pub fn search(&mut self, session: &mut dyn Session, task: Task) -> Search {
        let mut event_sender = EventSender { id: self.next_id(), sender: self.sender.clone(), finished: false };
        Search { id: event_sender.id, running: session.search(task, Box::new(move |event| event_sender.send(event))) }
    }

    /// Starts a perft of `depth` plies from `fen` on a separate thread and returns its ID. The result arrives as a
    /// [`Message::Perft`].
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn perft(&mut self, variant: &'static str, fen: String, depth: u32, threads: usize) -> io::Result<u64> {
        let id = self.next_id();
        let sender = self.sender.clone();
        let count = move || {
            let mut session = open_listed(variant);
            session.set_position(Some(&fen)).expect("a position of the game is a position of the game");
            // Sending fails only after the protocol loop has ended; the result is then no longer needed.
            let _ = sender.send(Message::Perft(id, session.divide(depth, threads, &|| ())));
        };
        thread::Builder::new().name("perft".to_owned()).spawn(count)?;
        Ok(id)
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}

/// Sends a search's events to the queue.
struct EventSender {
    id: u64,
    sender: Sender<Message>,
    finished: bool,
}

impl EventSender {
    fn send(&mut self, event: Event) {
        self.finished |= matches!(event, Event::Finish(_));
        // Sending fails only after the protocol loop has ended; the event is then no longer needed.
        let _ = self.sender.send(Message::Search(self.id, event));
    }
}

impl Drop for EventSender {
    /// After a panic in the search, sends an [`Event::Finish`] without a move; the protocol loop would otherwise wait
    /// for one for ever.
    fn drop(&mut self) {
        if !self.finished {
            log::error!("search {} ended without a result", self.id);
            self.send(Event::Finish(Finish { best: None, ponder: None, score: score::DRAW, depth: 0, nodes: 0 }));
        }
    }
}

fn read_lines(input: &mut dyn BufRead, lines: &Sender<Message>) {
    loop {
        let message = match read_line(input) {
            Ok(Some(line)) => Message::Line(line),
            Ok(None) => Message::Closed,
            Err(error) => {
                log::warn!("the input cannot be read: {error}");
                Message::Closed
            }
        };
        let last = matches!(message, Message::Closed);
        if lines.send(message).is_err() || last {
            return;
        }
    }
}

/// Reads the next line; `None` at the end of the input. Invalid UTF-8 becomes replacement characters.
fn read_line(mut input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if (&mut input).take(MAX_INPUT_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
    log::debug!("> {line}");
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_overlong_ones_cut() {
        let long = "x".repeat(MAX_INPUT_LINE as usize + 5);
        let text = format!(" a b \r\n\n{long}\nend");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next().as_deref(), Some("a b"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().map(|line| line.len() as u64), Some(MAX_INPUT_LINE));
        assert_eq!(next().as_deref(), Some("end"));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_search_that_panics_still_finishes() {
        let (sender, receiver) = channel();
        let finish = Finish { best: None, ponder: None, score: score::DRAW, depth: 1, nodes: 1 };
        let mut finished = EventSender { id: 1, sender: sender.clone(), finished: false };
        finished.send(Event::Finish(finish));
        drop(finished);
        drop(EventSender { id: 2, sender, finished: false });
        let ids: Vec<u64> = receiver
            .iter()
            .filter_map(|message| match message {
                Message::Search(id, Event::Finish(_)) => Some(id),
                _ => None,
            })
            .collect();
        assert_eq!(ids, [1, 2]);
    }
}
