//! Tuning of the search by games: broken off, continued, joined; and searches with other parameters.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

#[cfg(unix)]
use crate::arena::play::interrupt;
use crate::common::client::{output, program, run};
use crate::files::{Folder, refused};

const SHORT: &str =
    "tune -v kingsmen39 -v chess -p reduction_base -p futility_margin -n 60 --pairs 20 --rate 0.05 --change 3";

/// The arguments of a command: these words, and a file of the folder as its output.
fn words(folder: &Folder, command: &str, file: &str) -> Vec<String> {
    let path = folder.path(file).display().to_string();
    command.split(' ').map(str::to_owned).chain(["-o".to_owned(), path]).collect()
}

fn strings(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[track_caller]
fn tune(folder: &Folder, command: &str, file: &str) -> String {
    output(&strings(&words(folder, command, file)))
}

#[test]
fn a_run_that_was_killed_gives_the_same_values() {
    let folder = Folder::new();
    let whole = tune(&folder, &format!("{SHORT} -t 2"), "whole");
    assert!(whole.starts_with("pairs 20  won "), "{whole}");
    let options = whole.lines().find_map(|line| line.strip_prefix("options: ")).expect("the options to play with");
    assert!(options.starts_with("--param reduction_base=") && options.contains(" --param futility_margin="), "{whole}");
    assert!(
        output(&[&options.split(' ').collect::<Vec<_>>()[..], &["bench", "-v", "chess"]].concat()).contains("nodes")
    );
    assert_eq!(tune(&folder, SHORT, "whole"), format!("goes on after 20 pairs\n{whole}"));

    let mut child = program();
    let child = child.args(words(&folder, SHORT, "killed")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().expect("the program starts");
    while fs::metadata(folder.path("killed")).map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("a child can be killed");
    child.wait().expect("a child can be awaited");
    tune(&folder, SHORT, "killed");
    assert_eq!(folder.bytes("killed"), folder.bytes("whole"));
}

/// A second process may not write the same log.
#[test]
#[cfg(unix)]
fn an_interrupt_tells_how_far_it_came() {
    let folder = Folder::new();
    let many = words(&folder, "tune -v kingsmen39 -n 50 --pairs 1000000", "log");
    let mut child = program();
    let mut child = child.args(&many).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    while fs::read_to_string(folder.path("log")).map_or(0, |log| log.lines().count()) < 2 {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(refused(&strings(&many)).contains("log: another process writes it"));
    interrupt(&child);
    let ended = child.wait().expect("a child can be awaited");
    let said = std::io::read_to_string(child.stdout.take().expect("a pipe")).expect("it says something");
    assert_eq!(ended.code(), Some(130), "{said}");
    assert!(said.contains("reduction_divisor ") && said.contains("; the same command goes on"), "{said}");
}

#[test]
fn shards_are_joined() {
    let folder = Folder::new();
    tune(&folder, SHORT, "0");
    tune(&folder, &format!("{SHORT} --shard 1"), "1");
    let path = |name: &str| folder.path(name).display().to_string();
    let joined = output(&["tune", "--join", &path("0"), &path("1")]);
    assert!(joined.starts_with("pairs 40  won "), "{joined}");
    tune(&folder, &SHORT.replace("--pairs 20", "--pairs 10"), "short");
    let errors = refused(&["tune", "--join", &path("0"), &path("short")]);
    assert!(errors.contains("short: it is the log of a run with another number of pairs"), "{errors}");
    let errors = refused(&["tune", "--join", &path("0"), &path("none")]);
    assert!(errors.contains("none: "), "{errors}");
}

#[test]
fn wrong_input_is_refused_and_files_are_kept() {
    let folder = Folder::new();
    let diary = folder.file("diary", "dear diary\n");
    for (command, expected) in [
        (SHORT, "diary: line 1 is not one of a log of `bactrian tune`"),
        ("tune -v draughts", "unknown variant `draughts`"),
        ("tune -p speed", "--parameter: unknown parameter `speed`, expected one of: aspiration_window, "),
        ("tune -p futility_base -p futility_base", "--parameter: futility_base is named twice"),
    ] {
        let errors = refused(&[&command.split(' ').collect::<Vec<_>>()[..], &["-o", &diary]].concat());
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
        assert_eq!(folder.bytes("diary"), b"dear diary\n");
    }
    for wrong in ["tune", "tune -o x --rate 0", "tune -o x --change 11", "tune --list --join x"] {
        assert_eq!(run(&wrong.split(' ').collect::<Vec<_>>()).0, 2, "{wrong}");
    }
}

#[test]
fn parameters_are_listed_and_chosen() {
    let list = output(&["tune", "--list"]);
    assert!(list.lines().count() > 20 && list.contains("\nreduction_pv "), "{list}");
    let chosen = output(&["--param", "reduction_pv=77", "tune", "--list"]);
    assert_eq!(chosen.lines().zip(list.lines()).filter(|(one, other)| one != other).count(), 1, "{chosen}");
    let nodes = |options: &[&str]| output(&[options, &["analyse", "-v", "chess", "-d", "8", "--json"]].concat());
    let count = |text: &str| text.lines().rfind(|line| line.contains("\"nodes\"")).map(str::to_owned);
    let same = ["--param", "reduction_base=550"];
    let field = |line: Option<String>| -> Option<String> {
        Some(line?.split("\"nodes\":").nth(1)?.split([',', '}']).next()?.to_owned())
    };
    assert_eq!(field(count(&nodes(&same))), field(count(&nodes(&[]))));
    assert_ne!(field(count(&nodes(&["--param", "reduction_base=0"]))), field(count(&nodes(&[]))));
    for (option, expected) in [
        ("reduction_pv", "--param: `reduction_pv`: expected NAME=VALUE"),
        ("reduction_pv=much", "--param: `reduction_pv=much`: expected a whole number after the `=`"),
        ("reduction_pv=-1", "--param: `reduction_pv=-1`: reduction_pv: -1, expected 0 to 3000"),
        ("color=1", "--param: `color=1`: unknown parameter `color`, expected one of: "),
    ] {
        assert!(refused(&["--param", option, "bench"]).contains(expected), "{option}");
    }
}
