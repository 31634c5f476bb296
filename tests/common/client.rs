//! A client of the engine: runs the real program, talks to it over pipes, and waits for answers, never for a time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The most that anything may take before it counts as hanging.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_bactrian");

/// The program under test, to be run. It makes no endgame tables unless its arguments say where: their time and place are no
/// part of other tests.
pub fn program() -> Command {
    let mut command = Command::new(PROGRAM);
    command.env("BACTRIAN_TABLES", "none");
    command
}

/// A running engine.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    /// What was said so far, for the messages of failed tests.
    transcript: Vec<String>,
}

impl Client {
    /// Starts the program without arguments.
    pub fn start() -> Self {
        Self::run_with(&[])
    }

    /// Starts the program with arguments.
    pub fn run_with(arguments: &[&str]) -> Self {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("its output is piped");
        let errors = read_all(child.stderr.take().expect("its errors are piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("the engine writes text");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines, errors: Some(errors), transcript: Vec::new() }
    }

    /// Starts the program and says these lines.
    pub fn with(lines: &[&str]) -> Self {
        let mut client = Self::start();
        client.send_all(lines);
        client
    }

    /// Says a line.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Says these lines.
    pub fn send_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.send(line);
        }
    }

    /// Says whatever it is. An engine that has ended does not hear it.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Waits for a line; `None` when the engine has closed its output.
    pub fn next(&mut self) -> Option<String> {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer\n{}", self.transcript()),
        }
    }

    /// Waits for a line.
    pub fn line(&mut self) -> String {
        self.next().unwrap_or_else(|| panic!("the engine has gone\n{}", self.transcript()))
    }

    /// Waits for exactly this line, next.
    pub fn expect(&mut self, expected: &str) {
        let line = self.line();
        assert_eq!(line, expected, "\n{}", self.transcript());
    }

    /// Waits for a line that begins so; returns what was said up to it and itself.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Waits for a line that begins so; returns the rest of it.
    pub fn after(&mut self, start: &str) -> String {
        let lines = self.until(start);
        lines.last().expect("it was found").trim_start_matches(start).trim().to_owned()
    }

    /// Starts the program in UCI, ready to play this game.
    pub fn uci(game: &str) -> Self {
        let mut client = Self::start();
        client.answers(&["uci", &format!("setoption name UCI_Variant value {game}")]);
        client
    }

    /// Says these lines and waits, in UCI, until everything has been obeyed; what is said until then.
    pub fn answers(&mut self, lines: &[&str]) -> Vec<String> {
        self.send_all(lines);
        self.send("isready");
        let mut said = self.until("readyok");
        said.pop();
        said
    }

    /// Waits, in CECP, until everything has been obeyed; what is said until then must be exactly this.
    #[track_caller]
    pub fn synchronise(&mut self, expected: &[&str]) {
        self.send("ping 77");
        let mut lines = self.until("pong 77");
        lines.pop();
        assert_eq!(lines, expected, "\n{}", self.transcript());
    }

    /// Closes the input and waits for the engine's end, which must be a quiet one.
    pub fn close(mut self) -> Vec<String> {
        self.input = None;
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            lines.push(line);
        }
        self.finish();
        lines
    }

    /// Says `quit` and waits for the engine's end, which must be a quiet one.
    pub fn quit(mut self) {
        self.send("quit");
        while self.next().is_some() {}
        self.finish();
    }

    /// Stops listening, and waits for the engine to notice.
    pub fn hang_up(mut self) {
        let (_, nothing) = channel();
        self.lines = nothing;
        // The thread that reads ends with the next line, and closes the pipe.
        self.finish();
    }

    fn finish(&mut self) {
        let status = wait(&mut self.child).unwrap_or_else(|| panic!("it does not end\n{}", self.transcript()));
        let errors = self.errors.take().map(|thread| thread.join().expect("errors are read to the end"));
        assert_eq!(errors.as_deref(), Some(""), "\n{}", self.transcript());
        assert!(status.success(), "{status}\n{}", self.transcript());
    }

    /// Waits until the engine has at most so many threads; Linux only.
    pub fn wait_for_threads(&self, most: usize) {
        let tasks = || std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("the engine runs").count();
        let start = Instant::now();
        while tasks() > most {
            assert!(start.elapsed() < DEADLINE, "{} threads\n{}", tasks(), self.transcript());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The conversation so far, its last lines.
    pub fn transcript(&self) -> String {
        let start = self.transcript.len().saturating_sub(60);
        self.transcript[start..].join("\n")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed must not leave it running; one that has ended cannot be killed, which is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a program's end; `None` when it hangs.
pub fn wait(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < DEADLINE {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// Runs the program to its end: exit status, output, errors.
#[track_caller]
pub fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = program();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let output = read_all(child.stdout.take().expect("its output is piped"));
    let errors = read_all(child.stderr.take().expect("its errors are piped"));
    let Some(status) = wait(&mut child) else {
        let _ = child.kill();
        panic!("{arguments:?} does not end within {DEADLINE:?}");
    };
    let text = |thread: JoinHandle<String>| thread.join().expect("output is read to the end");
    (status.code().expect("it was not killed"), text(output), text(errors))
}

/// The output of a command that must succeed and say nothing on the side.
#[track_caller]
pub fn output(arguments: &[&str]) -> String {
    let (status, output, errors) = run(arguments);
    assert_eq!((status, errors.as_str()), (0, ""), "{arguments:?}: {output}");
    output
}

/// Reads a pipe to its end, on a thread of its own, so that the program never waits for its reader.
fn read_all(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("the program writes text");
        text
    })
}
