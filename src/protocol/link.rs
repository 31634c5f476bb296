//! The way to the client and to the searches: everything that arrives comes through one queue, so that the loop that
//! reads it owns all state and is the only one that writes.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::open_listed;
use crate::search::Finish;
use crate::session::{Event, Running, Session, Task};
use crate::types::score;

/// Longer lines are cut; the longest sensible ones, games of thousands of moves, stay far below.
const LONGEST_LINE: u64 = 1 << 22;

/// Something that arrives.
pub(super) enum Message {
    /// A line from the client, without surrounding blanks.
    Line(String),
    /// The client will say no more.
    Closed,
    /// The search with this number says something.
    Search(u64, Event),
    /// The count with this number has ended: the nodes below each move.
    Perft(u64, Vec<(String, u64)>),
}

/// A search under way, with its number.
pub(super) struct Search {
    /// Marks its messages; those of a search that was given up are thus told from those of the next.
    pub id: u64,
    /// The search.
    pub running: Running,
}

/// The queue of what arrives, and the output.
pub(super) struct Link<'o> {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    /// What arrived while something else was waited for.
    backlog: VecDeque<Message>,
    out: &'o mut dyn Write,
    last_id: u64,
}

impl<'o> Link<'o> {
    /// Starts to read the standard input.
    pub fn new(out: &'o mut dyn Write) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let lines = sender.clone();
        let read = move || read_lines(&mut io::stdin().lock(), &lines);
        thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(Self { sender, receiver, backlog: VecDeque::new(), out, last_id: 0 })
    }

    /// Waits for the next message.
    pub fn next(&mut self) -> Message {
        self.backlog.pop_front().unwrap_or_else(|| self.receive())
    }

    /// Waits for the next message of one search; whatever else arrives is kept for [`Link::next`].
    pub fn next_event(&mut self, id: u64) -> Event {
        loop {
            match self.receive() {
                Message::Search(number, event) if number == id => return event,
                other => self.backlog.push_back(other),
            }
        }
    }

    fn receive(&self) -> Message {
        self.receiver.recv().expect("the link itself keeps a sender, so the queue stays open")
    }

    /// Writes one line at once.
    pub fn say(&mut self, line: impl Display) -> io::Result<()> {
        log::debug!("< {line}");
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Starts a search whose events arrive as messages; exactly one of them, the last, is a [`Event::Finish`].
    pub fn search(&mut self, session: &mut dyn Session, task: Task) -> Search {
        let mut teller = Teller { id: self.next_id(), sender: self.sender.clone(), finished: false };
        Search { id: teller.id, running: session.search(task, Box::new(move |event| teller.tell(event))) }
    }

    /// Counts the positions `depth` plies after `fen` on a thread of its own; the result arrives as a message with
    /// the number returned.
    pub fn perft(&mut self, variant: &'static str, fen: String, depth: u32, threads: usize) -> io::Result<u64> {
        let id = self.next_id();
        let sender = self.sender.clone();
        let count = move || {
            let mut session = open_listed(variant);
            session.set_position(Some(&fen)).expect("a position of the game is a position of the game");
            // The loop has ended when nobody listens; then the result is not wanted either.
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

/// Puts a search's events into the queue.
struct Teller {
    id: u64,
    sender: Sender<Message>,
    finished: bool,
}

impl Teller {
    fn tell(&mut self, event: Event) {
        self.finished |= matches!(event, Event::Finish(_));
        // The loop has ended when nobody listens; then nobody wants to hear either.
        let _ = self.sender.send(Message::Search(self.id, event));
    }
}

impl Drop for Teller {
    /// A search that broke down still ends for the loop, which would wait for it for ever: without a move.
    fn drop(&mut self) {
        if !self.finished {
            log::error!("search {} ended without a result", self.id);
            self.tell(Event::Finish(Finish { best: None, ponder: None, score: score::DRAW, depth: 0, nodes: 0 }));
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

/// The next line, or `None` at the end. Bytes that are not UTF-8 become replacement characters.
fn read_line(mut input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
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
        let long = "x".repeat(LONGEST_LINE as usize + 5);
        let text = format!(" a b \r\n\n{long}\nend");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next().as_deref(), Some("a b"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().map(|line| line.len() as u64), Some(LONGEST_LINE));
        assert_eq!(next().as_deref(), Some("end"));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_search_that_breaks_down_still_ends() {
        let (sender, receiver) = channel();
        let finish = Finish { best: None, ponder: None, score: score::DRAW, depth: 1, nodes: 1 };
        let mut whole = Teller { id: 1, sender: sender.clone(), finished: false };
        whole.tell(Event::Finish(finish));
        drop(whole);
        drop(Teller { id: 2, sender, finished: false });
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
