//! Files that are wrong, cut or without end, and output that replaces nothing before it is complete.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::client::{output, run};

/// A folder that is gone with the value.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folders can be made"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file with this text; its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("the folder is writable");
        path.display().to_string()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("it is there")
    }

    /// The names of what is in it.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("it is there").map(|entry| entry.expect("readable"));
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// What is said about input that is wrong.
#[track_caller]
pub fn refused(arguments: &[&str]) -> String {
    let (status, _, errors) = run(arguments);
    assert_eq!(status, 1, "{arguments:?}: {errors}");
    errors
}

#[test]
fn a_line_without_end_is_refused_by_every_reader() {
    let folder = Folder::new();
    let zeros = folder.file("zeros", vec![0; 5_000_000]);
    let mut files = vec![zeros.as_str()];
    if cfg!(unix) {
        files.push("/dev/zero");
    }
    let out = folder.path("out").display().to_string();
    let engines = ["-e", "name=a cmd=a", "-e", "name=b cmd=b"];
    for file in files {
        let weights = format!("chess={file}");
        let cases: [&[&str]; 8] = [
            &["pgn", file],
            &["analyse", "--pgn", file],
            &["fit", "-v", "chess", "--data", file, "--output", &out],
            &["merge", file, "--output", &out],
            &[&["match", "-v", "chess", "--nodes", "1", "--join", file], engines.as_slice()].concat(),
            &["moves", "-v", "chess", "--weights", &weights],
            &[&["match", "-v", "chess", "--nodes", "1", "--openings", file], engines.as_slice()].concat(),
            &[&["match", "-v", "chess", "--nodes", "1", "--resume", "--pgn", file], engines.as_slice()].concat(),
        ];
        for arguments in cases {
            let errors = refused(arguments);
            let expected = match arguments[0] {
                "match" if arguments.contains(&"--resume") && file != zeros => "no ordinary file",
                "fit" | "merge" => "byte 0 begins no chunk of games",
                _ => "line 1: longer than",
            };
            assert!(errors.contains(file) && errors.contains(expected), "{arguments:?}: {errors}");
        }
    }
    assert_eq!(folder.names(), ["zeros"]);
}

#[test]
fn a_game_has_an_end() {
    let folder = Folder::new();
    let moves = folder.file("moves", "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(30_000));
    assert!(refused(&["pgn", &moves]).contains("more than 100000 moves"));
    let comment = folder.file("comment", format!("1. e4 {{\n{}", "word word word word\n".repeat(1_000_000)));
    assert!(refused(&["pgn", &comment]).contains("the game is longer than"));
}

/// So many that a search through all for each would not end.
#[test]
fn many_tags_are_read_in_one_pass() {
    let folder = Folder::new();
    let tags: String = (0..500_000).map(|number| format!("[Tag{number} \"x\"]\n")).collect();
    let file = folder.file("tags", format!("{tags}\n1. e4 e5 *\n"));
    let summary = output(&["pgn", &file]);
    assert!(summary.lines().any(|line| line.split_whitespace().eq(["wrong", "0"])), "{summary}");
}

#[test]
fn weights_that_are_incomplete_are_refused() {
    let folder = Folder::new();
    let whole = include_str!("../src/engine/games/chess/weights.txt");
    let cut = &whole[..whole.len() / 2];
    let cut = &cut[..=cut.rfind('\n').expect("lines")];
    for (text, expected) in [
        ("", "`value.P` is missing, and "),
        (cut, " is missing, and "),
        (&whole[..whole.len() / 2], "line "),
        (&format!("{whole}tempo 1/1\n"), "`tempo` is there a second time"),
    ] {
        let weights = format!("chess={}", folder.file("weights", text));
        let errors = refused(&["moves", "-v", "chess", "--weights", &weights]);
        assert!(errors.contains("weights") && errors.contains(expected), "{errors}");
    }
}

#[test]
fn annotated_games_replace_a_file_only_when_complete() {
    let folder = Folder::new();
    let (games, kept) = (folder.file("games", "1. e4 e5 *\n"), folder.file("kept", "precious"));
    assert!(refused(&["analyse", "--pgn", "/no/such/file", "--output", &kept]).contains("/no/such/file"));
    let errors = refused(&["analyse", "--pgn", &games, "--game", "2", "--output", &kept]);
    assert!(errors.contains("has no game 2"), "{errors}");
    let wrong = folder.file("wrong", "1. e5 *\n");
    assert!(refused(&["analyse", "--pgn", &wrong, "--output", &kept]).contains("`e5` is not legal here"));
    assert_eq!(folder.text("kept"), "precious");
    let link = folder.path("link");
    fs::hard_link(Path::new(&games), &link).expect("links can be made");
    output(&["analyse", "--pgn", &games, "-d", "1", "--output", &link.display().to_string()]);
    assert_eq!(folder.text("games"), "1. e4 e5 *\n");
    assert!(folder.text("link").contains("[Annotator "));
    assert_eq!(folder.names(), ["games", "kept", "link", "wrong"]);
}

#[test]
fn a_search_says_what_it_found_however_short_it_is() {
    for threads in ["1", "2"] {
        for (nodes, most) in [("1", 80), ("500", 600)] {
            let text = output(&["analyse", "-v", "chess", "--nodes", nodes, "--threads", threads, "--json"]);
            let lines: Vec<serde_json::Value> =
                text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect();
            assert!(lines.len() >= 2 && lines[0]["pv"][0].is_string(), "{text}");
            let spent = lines.last().and_then(|last| last["nodes"].as_u64());
            assert!(spent.is_some_and(|spent| spent <= most), "{text}");
        }
    }
}
