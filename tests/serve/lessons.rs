//! Lessons: the engine learns a game for a board.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Server, Tab};

/// More hours than any test lasts.
fn lesson() -> Value {
    json!({"game": "kingsmen39", "hours": 1000, "threads": 1})
}

/// Begins a lesson, and waits for the first line of its log.
fn begin(tab: &mut Tab) -> (u64, String) {
    let id = tab.begin("teach", &lesson());
    let line = tab.next();
    assert_eq!((&line["id"], &line["event"]), (&json!(id), &json!("line")), "{line}");
    (id, line["line"].as_str().expect("a text").to_owned())
}

fn folders(parent: &Path) -> Vec<String> {
    let entries = fs::read_dir(parent).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect()
}

#[test]
fn a_lesson_is_stopped_and_goes_on_in_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    let server = Server::with(&["--work", work.to_str().expect("a path")]);
    let mut tab = server.tab();
    let hello = tab.ask("hello", &json!({}))["ok"].clone();
    assert_eq!(hello["abilities"], json!(["trial", "teach"]));
    let (id, line) = begin(&mut tab);
    assert!(line.contains("learns kingsmen39"), "{line}");
    let stop = tab.begin("stop", &json!({}));
    let ended = tab.answer(id);
    assert_eq!(ended["ok"]["ended"], "stopped", "{ended}");
    assert!(ended["ok"]["learned"]["weights"].as_str().is_some_and(|text| text.lines().count() > 3), "{ended}");
    assert_eq!(tab.answer(stop)["ok"], json!({}));
    let names = folders(&work);
    assert!(matches!(&names[..], [name] if name.starts_with("kingsmen39-")), "{names:?}");
    // Nothing beside the folder is written.
    assert_eq!(folders(folder.path()), ["work"]);
    // What the lesson has learned can be used at once.
    let learned = json!({"game": "kingsmen39", "weights": ended["ok"]["learned"]["weights"]});
    assert_eq!(tab.ask("weights", &learned)["ok"], json!({}));
    let (id, _) = begin(&mut tab);
    tab.begin("stop", &json!({}));
    let further = tab.answer(id);
    assert_eq!(further["ok"]["learned"]["weights"], ended["ok"]["learned"]["weights"]);
    assert_eq!(folders(&work), names);
}

#[test]
fn a_lesson_ends_with_its_board_and_its_files_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::in_folder(folder.path(), &[]);
    let mut tab = server.tab();
    begin(&mut tab);
    assert_eq!(folders(folder.path()).len(), 1);
    let school = folder.path().join(&folders(folder.path())[0]);
    assert_eq!(folders(&school).len(), 1);
    drop(tab);
    while !folders(&school).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn lessons_are_few_and_rightly_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::in_folder(folder.path(), &[]);
    let mut tabs: Vec<Tab> = (0..3).map(|_| server.tab()).collect();
    for tab in &mut tabs[..2] {
        begin(tab);
    }
    let refused = tabs[2].ask("teach", &lesson());
    assert_eq!(refused["error"]["code"], "busy", "{refused}");
    for (wrong, expected) in [
        (json!({"game": "chess", "hours": 0}), "`hours` is a number above 0 and up to 10000"),
        (json!({"game": "chess", "hours": -1}), "`hours` is a number above 0"),
        (json!({"game": "chess"}), "missing field `hours`"),
        (json!({"game": "chess", "hours": 1, "threads": 100_000}), "`threads` is a number from 1 to"),
        (json!({"game": "chess", "hours": 1, "output": "/tmp"}), "unknown field `output`"),
        (json!({"game": "../chess", "hours": 1}), "unknown game"),
    ] {
        let answer = tabs[2].ask("teach", &wrong);
        let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(message.contains(expected), "{message}");
    }
}
