//! The connection to the client and to work on other threads. All input arrives through one queue, so that the protocol
//! loop that reads it owns all state and is the only writer.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::session::{Event, Running, Session, Settings, Task};
use crate::system::{self, JoinHandle, ThreadError};

/// The maximum length of an input line in bytes; longer lines are truncated. A game of thousands of moves is far
/// shorter.
pub(crate) const MAX_INPUT_LINE: u64 = 1 << 22;
/// The maximum size of all lines that wait to be obeyed, in bytes. The longest line fits, even if each of its bytes
/// became a replacement character of three.
const MAX_WAITING: usize = 1 << 24;
/// What a waiting line takes beside its text, in bytes: its place in the queue and what the allocator adds.
const LINE_OVERHEAD: usize = size_of::<Message>() + 64;

/// A message to the protocol loop.
pub(crate) enum Message {
    /// A line from the client, trimmed.
    Line(String),
    /// The end of the input.
    Closed,
    /// An event of the search with this ID.
    Search(u64, Event),
    /// A line of output of the job with this ID.
    Output(u64, String),
    /// The end of the job with this ID.
    Ended(u64),
}

/// A running search and its ID.
pub(crate) struct Search {
    /// Identifies its messages, so that late events of an aborted search can be ignored.
    pub id: u64,
    /// The handle that controls it.
    pub running: Running,
}

/// Work on a thread of its own whose output goes to the client. Dropping it stops the work and waits for its end.
pub(crate) struct Job {
    /// Identifies its messages, so that those of an aborted job can be ignored.
    pub id: u64,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Job {
    /// Asks the work to end; [`Message::Ended`] follows.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // The panic hook has already printed a panic of the job.
            let _ = thread.join();
        }
    }
}

/// The message queue and the output.
pub(crate) struct Link<'o> {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    room: Arc<Room>,
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
    pub fn new(mut input: impl BufRead + Send + 'static, out: &'o mut dyn Write) -> Result<Self, ThreadError> {
        let link = Self::without_input(out);
        let (lines, queue) = (link.sender.clone(), Arc::clone(&link.room));
        let read = move || read_lines(&mut input, &lines, &queue);
        system::start("input", read)?;
        Ok(link)
    }

    /// A link without lines from a client: whoever runs the protocol has them.
    pub fn without_input(out: &'o mut dyn Write) -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, room: Arc::default(), backlog: VecDeque::new(), out, last_id: 0 }
    }

    /// Waits for the next message.
    pub fn next(&mut self) -> Message {
        let message = self.backlog.pop_front().unwrap_or_else(|| self.receive());
        self.take(message)
    }

    /// Waits for the next message, but not longer than this.
    pub fn next_within(&mut self, time: Duration) -> Option<Message> {
        let message = match self.backlog.pop_front() {
            Some(message) => message,
            None => match system::receive_within(&self.receiver, time) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => unreachable!("the link itself keeps a sender"),
            },
        };
        Some(self.take(message))
    }

    /// Gives back the room that a message took in the queue.
    fn take(&self, message: Message) -> Message {
        if let Message::Line(line) = &message {
            self.room.free(line);
        }
        message
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
        system::receive(&self.receiver).expect("the link itself keeps a sender, so the queue stays open")
    }

    /// Writes one line to the client and flushes the output.
    pub fn send_line(&mut self, line: impl Display) -> io::Result<()> {
        log::debug!("< {line}");
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Applies the settings and starts a search. Its events arrive as messages; the last one, and only that, is an
    /// [`Event::Finish`].
    pub fn search(&mut self, session: &mut dyn Session, settings: &mut Settings, task: Task) -> Search {
        settings.apply(session);
        let (id, sender) = (self.next_id(), self.sender.clone());
        // Sending fails only after the protocol loop has ended; the event is then no longer needed.
        let on_event = move |event| drop(sender.send(Message::Search(id, event)));
        Search { id, running: session.search(task, Box::new(on_event)) }
    }

    /// Starts `work` on a thread of its own. The lines that it writes arrive as [`Message::Output`], its end as
    /// [`Message::Ended`]. It should look often whether its switch has become true, and then end.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(&mut self, work: impl FnOnce(&AtomicBool, &mut Output) + Send + 'static) -> Result<Job, ThreadError> {
        let id = self.next_id();
        let stop = Arc::new(AtomicBool::new(false));
        let switch = Arc::clone(&stop);
        let mut output = Output { id, sender: self.sender.clone() };
        let run = move || work(&switch, &mut output);
        let thread = system::start("a job", run)?;
        Ok(Job { id, stop, thread: Some(thread) })
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}

impl Drop for Link<'_> {
    fn drop(&mut self) {
        self.room.close();
    }
}

/// Sends a job's output to the queue, and when it is dropped, even by a panic, that the job has ended.
pub(crate) struct Output {
    id: u64,
    sender: Sender<Message>,
}

impl Output {
    /// Sends a line.
    pub fn line(&mut self, text: String) {
        // Sending fails only after the protocol loop has ended; the output is then no longer needed.
        let _ = self.sender.send(Message::Output(self.id, text));
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // As above.
        let _ = self.sender.send(Message::Ended(self.id));
    }
}

/// The room for lines that wait to be obeyed. A client that sends and never reads has to wait when it is full.
#[derive(Default)]
struct Room {
    /// The size of the waiting lines, in bytes.
    taken: Mutex<usize>,
    freed: Condvar,
    /// Whether no line will be obeyed any more.
    is_closed: AtomicBool,
}

impl Room {
    fn lock(&self) -> MutexGuard<'_, usize> {
        // No panic can interrupt a change of the number.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn size(line: &str) -> usize {
        line.len() + LINE_OVERHEAD
    }

    /// Waits until there is room for a line, and takes it.
    fn take(&self, line: &str) {
        let is_full =
            |taken: &mut usize| !self.is_closed.load(Relaxed) && *taken > 0 && *taken + Self::size(line) > MAX_WAITING;
        let mut taken = self.freed.wait_while(self.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        *taken += Self::size(line);
    }

    /// Frees the room that a line took.
    fn free(&self, line: &str) {
        *self.lock() -= Self::size(line);
        self.freed.notify_one();
    }

    /// Lets the thread that waits for room go on, to find that nobody obeys.
    fn close(&self) {
        let _taken = self.lock();
        self.is_closed.store(true, Relaxed);
        self.freed.notify_all();
    }
}

fn read_lines(input: &mut dyn BufRead, lines: &Sender<Message>, room: &Room) {
    loop {
        let message = match read_line(input) {
            Ok(Some(line)) => {
                room.take(&line);
                Message::Line(line)
            }
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
    fn input_waits_while_the_queue_is_full() {
        let (sender, receiver) = channel();
        let room = Arc::new(Room::default());
        let line = "x".repeat(MAX_INPUT_LINE as usize - 1);
        let lines = 3 * MAX_WAITING / line.len();
        let text = format!("{line}\n").repeat(lines);
        let queue = Arc::clone(&room);
        let reader = std::thread::spawn(move || read_lines(&mut text.as_bytes(), &sender, &queue));
        let mut received = 0;
        while let Ok(Message::Line(line)) = receiver.recv() {
            // What has been sent, this line too, has not been freed yet.
            assert!(*room.lock() <= MAX_WAITING);
            room.free(&line);
            received += 1;
        }
        reader.join().expect("it ends with the input");
        assert_eq!((received, *room.lock()), (lines, 0));
    }

    #[test]
    fn the_thread_that_reads_ends_with_the_link_though_the_queue_is_full() {
        let (sender, receiver) = channel();
        let room = Arc::new(Room::default());
        let queue = Arc::clone(&room);
        let text =
            format!("{}\n", "x".repeat(MAX_INPUT_LINE as usize - 1)).repeat(2 * MAX_WAITING / MAX_INPUT_LINE as usize);
        let reader = std::thread::spawn(move || read_lines(&mut text.as_bytes(), &sender, &queue));
        // It has at least begun to fill the queue.
        assert!(receiver.recv().is_ok());
        drop(receiver);
        room.close();
        reader.join().expect("it ends");
    }
}
