//! The command `match`, through the real program: the referee, engines that fail, records, reproducibility.

#[cfg(unix)]
mod children;
mod faults;
pub mod play;
mod records;
mod shards;

use std::path::PathBuf;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::common::client::{PROGRAM, output, program, run};

/// An engine of ours, with these words added to its description.
fn own(name: &str, words: &str) -> String {
    format!("name={name} cmd='{}' {words}", PROGRAM)
}

/// An engine that moves its knights out and back, and fails in this way, with these words added to its description.
/// Time is limited only where a test waits for it to run out.
fn fake(name: &str, mode: &str, words: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fake_engine.sh");
    format!("name={name} cmd='sh {script} {mode}' depth=1 {words}")
}

/// A file for a test, in a folder of its own.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena");
    std::fs::create_dir_all(&folder).expect("the folder for tests is writable");
    let path = folder.join(name);
    // What an earlier run of the test has left.
    let _ = std::fs::remove_file(&path);
    path
}

/// The arguments of a match: the game, these words, the engines.
fn arguments<'a>(variant: &'a str, options: &'a str, engines: &'a [String]) -> Vec<&'a str> {
    let mut arguments = vec!["match", "-v", variant];
    arguments.extend(options.split_whitespace());
    for engine in engines {
        arguments.extend(["-e", engine]);
    }
    arguments
}

/// Begins a match whose output nobody reads.
fn begin(variant: &str, options: &str, engines: &[String]) -> Child {
    let mut command = program();
    command.args(arguments(variant, options, engines)).stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Plays a match that must succeed; the JSON objects of its games, in their order, and of its end.
fn play(variant: &str, options: &str, engines: &[String]) -> (Vec<Value>, Value) {
    let options = format!("{options} --json");
    let output = output(&arguments(variant, &options, engines));
    let mut objects: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect();
    let summary = objects.pop().expect("there is an end");
    objects.sort_by_key(|game| game["game"].as_u64());
    (objects, summary)
}

/// A match that cannot be played: what is said about it.
fn refused(variant: &str, options: &str, engines: &[String]) -> String {
    let (status, output, errors) = run(&arguments(variant, options, engines));
    assert_eq!((status, output.as_str()), (1, ""), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}
