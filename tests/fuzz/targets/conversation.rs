//! A client that talks to the engine's protocols in this process.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bactrian::session::Catalogue;

/// The longest wait for an answer; a longer one is a hang.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest line of an input that is sent, in bytes.
const MAX_LINE: usize = 2_000;

/// A running protocol.
pub struct Conversation {
    /// `None` when the input has been closed.
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<String>,
    protocol: Option<JoinHandle<io::Result<()>>>,
    /// What was said, for messages.
    transcript: Vec<String>,
}

impl Conversation {
    /// Starts a protocol with these lines.
    pub fn start(lines: &[&str]) -> Self {
        super::panics::watch();
        let (input, bytes) = channel();
        let (sender, output) = channel();
        let run = move || {
            let input = BufReader::new(Input { bytes, rest: VecDeque::new() });
            bactrian::protocol::run(Catalogue::default(), input, &mut Output { line: Vec::new(), lines: sender })
        };
        let protocol = std::thread::Builder::new().name("protocol".to_owned()).spawn(run).expect("threads can be had");
        let mut conversation =
            Self { input: Some(input), lines: output, protocol: Some(protocol), transcript: Vec::new() };
        lines.iter().for_each(|line| conversation.send(line));
        conversation
    }

    /// Sends a line, which may have any bytes but a line break.
    pub fn send(&mut self, line: &str) {
        let line = &line[..line.floor_char_boundary(MAX_LINE)];
        self.transcript.push(format!("> {line}"));
        if let Some(input) = &self.input {
            // A protocol that has ended does not listen; the wait for its answer will tell.
            let _ = input.send(format!("{line}\n").into_bytes());
        }
    }

    /// The lines before the first one that is `end`.
    pub fn until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    self.transcript.push(format!("< {line}"));
                    if line == end {
                        return lines;
                    }
                    lines.push(line);
                }
                Err(RecvTimeoutError::Timeout) => panic!("no answer\n{}", self.transcript()),
                Err(RecvTimeoutError::Disconnected) => panic!("the protocol has ended\n{}", self.transcript()),
            }
        }
    }

    /// Closes the input and waits for the end; the lines that were said until then.
    pub fn close(mut self) -> Vec<String> {
        self.input = None;
        let lines = self.lines.iter().collect();
        let ended = self.protocol.take().map(JoinHandle::join);
        assert!(matches!(ended, Some(Ok(Ok(())))), "{ended:?}\n{}", self.transcript());
        super::panics::check();
        lines
    }

    /// What was said so far.
    pub fn transcript(&self) -> String {
        self.transcript.join("\n")
    }
}

/// The protocol's input.
struct Input {
    bytes: Receiver<Vec<u8>>,
    rest: VecDeque<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest.extend(self.bytes.recv().unwrap_or_default());
        }
        self.rest.read(buffer)
    }
}

/// The protocol's output, cut into lines.
struct Output {
    line: Vec<u8>,
    lines: Sender<String>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).map_err(io::Error::other)?;
                // After the end of a check nobody listens.
                let _ = self.lines.send(line);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
