//! The process of an engine: lines to it and from it, with deadlines.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{Connection, EngineLine, Fault};
use super::group::{Group, Processes};
use super::spec::EngineSpec;
use crate::system::{self, ThreadError};

/// The longest line in bytes; longer ones are cut.
const MAX_LINE_LENGTH: u64 = 1 << 14;
/// Lines that may wait to be read. An engine that writes more blocks until they are.
const MAX_PENDING_LINES: usize = 256;
/// Lines that may wait to be written. An engine that leaves more unread does not answer any more.
const MAX_UNREAD_LINES: usize = 4096;
/// How often a wait checks whether the match was interrupted.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long an engine may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running engine. Dropping it kills the process and those that it started.
#[derive(Debug)]
pub(super) struct Process {
    name: String,
    group: Group,
    /// Lines for the thread that writes them, so that an engine that does not read blocks nobody.
    input: Option<SyncSender<String>>,
    lines: Receiver<EngineLine>,
    /// A line that came after the deadline of the wait that found it.
    late: Option<EngineLine>,
    stop: Arc<AtomicBool>,
    quit_timeout: Duration,
}

impl Process {
    /// Starts the engine. Setting `stop` ends every wait for it.
    pub fn start(spec: &EngineSpec, processes: &Processes, stop: Arc<AtomicBool>) -> Result<Self, Fault> {
        let fault = |what: &Path| {
            let what = what.display().to_string();
            move |error: io::Error| Fault::Start(format!("{what}: {error}"))
        };
        if let Some(directory) = spec.directory.as_ref().filter(|directory| !directory.is_dir()) {
            return Err(Fault::Start(format!("its folder {} does not exist", directory.display())));
        }
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        if let Some(path) = &spec.errors {
            let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault(path))?;
            command.stderr(file);
        }
        let mut group = processes.start(&mut command).map_err(|error| cannot_start(&spec.program, error))?;
        let mut input = group.child().stdin.take().expect("the input was just piped");
        let (unread, to_write) = sync_channel::<String>(MAX_UNREAD_LINES);
        // Without a reader, what is left to write is of no use.
        let write = move || while to_write.recv().is_ok_and(|line| input.write_all(line.as_bytes()).is_ok()) {};
        let output = group.child().stdout.take().expect("the output was just piped");
        let (sender, lines) = sync_channel(MAX_PENDING_LINES);
        let name = spec.name.clone();
        let read = move || read_lines(&name, &mut BufReader::new(output), &sender);
        let quit_timeout = spec.scaled(QUIT_TIMEOUT);
        let process =
            Self { name: spec.name.clone(), group, input: Some(unread), lines, late: None, stop, quit_timeout };
        // If a thread cannot be started, `process` is dropped, which kills the engine.
        let failed = |error: ThreadError| fault(&spec.program)(error.into());
        system::start("engine input", write).map_err(failed)?;
        system::start("engine output", read).map_err(failed)?;
        Ok(process)
    }

    /// The fault of an engine that closed its pipes. What ends the engine may end this program too, as closing the
    /// console does: then the engine is not at fault.
    fn ended(&mut self) -> Fault {
        let status = self.wait(self.quit_timeout);
        if self.stop.load(Relaxed) {
            return Fault::Interrupted;
        }
        match status {
            Some(status) => Fault::Exited(status.to_string()),
            None => Fault::Exited("it closed its input or output".to_owned()),
        }
    }

    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.group.try_wait() {
                Some(status) => return Some(status),
                None if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                None => return None,
            }
        }
    }
}

impl Connection for Process {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        log::debug!("{} < {line}", self.name);
        let input = self.input.as_mut().expect("the input is open until the engine is told to quit");
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::NoResponse),
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    fn receive(&mut self, until: Instant) -> Result<EngineLine, Fault> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.late.take().map_or_else(|| self.lines.recv_timeout(left.min(STOP_POLL_INTERVAL)), Ok);
            match line {
                Ok(line) if line.at <= until => return Ok(line),
                Ok(line) => {
                    // It does not count before the deadline, but for the next wait.
                    self.late = Some(line);
                    return Err(Fault::NoResponse);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Relaxed) => return Err(Fault::Interrupted),
                // An engine that has exited may have left processes that hold its output open; this ends them.
                Err(RecvTimeoutError::Timeout) if left > STOP_POLL_INTERVAL => drop(self.group.try_wait()),
                Err(RecvTimeoutError::Timeout) => return Err(Fault::NoResponse),
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        self.group.try_wait().is_none()
    }

    /// If the engine does not quit in time, it is killed.
    fn quit(mut self: Box<Self>) {
        // An engine that has already exited cannot receive it.
        let _ = self.send("quit");
        self.input = None;
        // Read on, so that an engine with much to write is not blocked.
        let until = Instant::now() + self.quit_timeout;
        let left = || until.saturating_duration_since(Instant::now());
        // Its children may hold the output open after its end.
        while !left().is_zero() && self.is_alive() {
            if self.lines.recv_timeout(left().min(STOP_POLL_INTERVAL)) == Err(RecvTimeoutError::Disconnected) {
                self.wait(left());
            }
        }
    }
}

/// Says why a program could not be started, and what was expected if it was not found.
fn cannot_start(program: &Path, error: io::Error) -> Fault {
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    let why = match program.components().count() {
        1 if is_missing => "not found on PATH; install it, or give its path as cmd=PATH".to_owned(),
        _ if is_missing && !program.exists() => "no such file, expected an engine".to_owned(),
        _ => error.to_string(),
    };
    Fault::Start(format!("{}: {why}", program.display()))
}

fn read_lines(name: &str, input: &mut dyn BufRead, lines: &SyncSender<EngineLine>) {
    // An error of the pipe is treated as the end of the output.
    while let Ok(Some(text)) = read_line(input) {
        log::debug!("{name} > {text}");
        if lines.send(EngineLine { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

/// The next line; `None` at the end. A last line without a line break is ignored. Invalid UTF-8 becomes replacement
/// characters.
fn read_line(mut input: &mut dyn BufRead) -> io::Result<Option<String>> {
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
