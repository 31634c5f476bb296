//! The process of an engine: lines to it and from it, with deadlines.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::protocol::Connection;
use super::spec::EngineSpec;

/// The longest line in bytes; longer ones are cut.
const MAX_LINE_LENGTH: u64 = 1 << 14;
/// Lines that may wait to be read. An engine that writes more blocks until they are.
const MAX_PENDING_LINES: usize = 256;
/// How often a wait checks whether the match was interrupted.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long an engine may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Why an engine cannot continue.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The program cannot be run. Holds the reason.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The program has exited. Holds how.
    #[error("has ended ({0})")]
    Exited(String),
    /// No answer came in time.
    #[error("does not answer")]
    NoResponse,
    /// The engine lacks something that the match needs. Holds what.
    #[error("{0}")]
    Unsupported(String),
    /// The match was interrupted; the engine is not at fault.
    #[error("was interrupted")]
    Interrupted,
}

/// A line that an engine wrote.
#[derive(Debug)]
pub(super) struct Line {
    /// The text, trimmed.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running engine. Dropping it kills the process.
#[derive(Debug)]
pub(super) struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Starts the engine. Setting `stop` ends every wait for it.
    pub fn start(spec: &EngineSpec, stop: Arc<AtomicBool>) -> Result<Self, Fault> {
        let fault = |what: &std::path::Path| {
            let what = what.display().to_string();
            move |error: std::io::Error| Fault::Start(format!("{what}: {error}"))
        };
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        if let Some(path) = &spec.errors {
            let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault(path))?;
            command.stderr(file);
        }
        // A process group of its own: an interrupt at the terminal reaches only this program, and killing the group
        // ends what the engine has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(fault(&spec.program))?;
        let input = child.stdin.take();
        let output = child.stdout.take().expect("the output was just piped");
        let (sender, lines) = sync_channel(MAX_PENDING_LINES);
        let name = spec.name.clone();
        let read = move || read_lines(&name, &mut BufReader::new(output), &sender);
        let process = Self { name: spec.name.clone(), child, input, lines, stop };
        // If the thread cannot be started, `process` is dropped, which kills the engine.
        thread::Builder::new().name("engine output".to_owned()).spawn(read).map_err(fault(&spec.program))?;
        Ok(process)
    }

    /// The fault of an engine that closed its pipes.
    fn ended(&mut self) -> Fault {
        match self.wait(QUIT_TIMEOUT) {
            Some(status) => Fault::Exited(status.to_string()),
            None => Fault::Exited("it closed its input or output".to_owned()),
        }
    }

    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Connection for Process {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        log::debug!("{} < {line}", self.name);
        let input = self.input.as_mut().expect("the input is open until the engine is told to quit");
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| self.ended())
    }

    fn receive(&mut self, until: Instant) -> Result<Line, Fault> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(STOP_POLL_INTERVAL)) {
                // A line that arrived after the deadline does not count.
                Ok(line) if line.at <= until => return Ok(line),
                Ok(_) => return Err(Fault::NoResponse),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Relaxed) => return Err(Fault::Interrupted),
                Err(RecvTimeoutError::Timeout) if left > STOP_POLL_INTERVAL => {}
                Err(RecvTimeoutError::Timeout) => return Err(Fault::NoResponse),
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// If the engine does not quit in time, it is killed.
    fn quit(mut self: Box<Self>) {
        // An engine that has already exited cannot receive it.
        let _ = self.send("quit");
        self.input = None;
        // Read on, so that an engine with much to write is not blocked.
        let until = Instant::now() + QUIT_TIMEOUT;
        let left = || until.saturating_duration_since(Instant::now());
        while !left().is_zero() && self.lines.recv_timeout(left()).is_ok() {}
        self.wait(left());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.is_alive() {
            kill(&mut self.child);
            // Wait for it, so that no zombie process remains.
            let _ = self.child.wait();
        }
    }
}

/// Kills the engine and the processes that it started. If it exits at the same moment this fails, and need not succeed.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

fn read_lines(name: &str, input: &mut dyn BufRead, lines: &SyncSender<Line>) {
    // An error of the pipe is treated as the end of the output.
    while let Ok(Some(text)) = read_line(input) {
        log::debug!("{name} > {text}");
        if lines.send(Line { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

/// The next line; `None` at the end. A last line without a line break is ignored. Invalid UTF-8 becomes replacement
/// characters.
fn read_line(mut input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    (&mut input).take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes)?;
    if bytes.last() != Some(&b'\n') {
        if (bytes.len() as u64) < MAX_LINE_LENGTH {
            return Ok(None);
        }
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_and_bounded() {
        let text = format!("one\n{}\n\u{e9}nd \nhalf", "x".repeat(3 * MAX_LINE_LENGTH as usize));
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next().as_deref(), Some("one"));
        assert_eq!(next().map(|line| line.len() as u64), Some(MAX_LINE_LENGTH));
        assert_eq!(next().as_deref(), Some("\u{e9}nd"));
        assert_eq!(next(), None);
    }
}
