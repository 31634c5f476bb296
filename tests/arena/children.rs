//! What an engine starts ends with it. Each engine here starts a program that holds a pipe open and writes to it if it is
//! still there after a minute: the pipe must end, and empty.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::thread::JoinHandle;

use super::play::interrupt;
use super::records::wait_for_games;
use super::{arguments, begin, scratch};
use crate::common::client::{output, wait};

/// A pipe with a name, and what is written to it.
fn pipe(name: &str) -> (PathBuf, JoinHandle<String>) {
    let path = scratch(name);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo runs").success());
    let opened = path.clone();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let mut pipe = File::open(opened).expect("the pipe is there");
        pipe.read_to_string(&mut text).expect("text is written");
        text
    });
    (path, reader)
}

/// An engine that fails in this way, with a child. It has opened the pipe before it answers.
fn parent(name: &str, mode: &str, pipe: &std::path::Path) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fake_engine.sh");
    let pipe = pipe.display();
    let child = format!("exec 3>{pipe}; (sleep 60; echo survived >&3) & exec sh {script} {mode} 3>&-");
    format!("name={name} cmd='sh -c \"{child}\"' depth=1")
}

#[test]
fn children_end_when_the_match_ends() {
    let (path, reader) = pipe("ended.pipe");
    let engines = [parent("one", "play", &path), parent("two", "crash 2", &path)];
    let output = output(&arguments("chess", "-g 2 --opening-plies 0", &engines));
    // The child holds the output of the engine that crashed, but its end is noticed.
    assert!(output.contains("has ended (exit status: 3)"), "{output}");
    assert_eq!(reader.join().expect("the pipe ends"), "");
}

#[test]
fn a_second_interrupt_ends_all_at_once() {
    let (path, reader) = pipe("interrupted.pipe");
    let pgn = scratch("second.pgn");
    let engines = [parent("one", "play", &path), parent("two", "play", &path)];
    let options = format!("-g 100000 --opening-plies 0 --pgn {}", pgn.display());
    let mut child = begin("chess", &options, &engines);
    wait_for_games(&pgn, 1);
    interrupt(&child);
    interrupt(&child);
    assert_eq!(wait(&mut child).and_then(|status| status.code()), Some(130));
    assert_eq!(reader.join().expect("the pipe ends"), "");
}
