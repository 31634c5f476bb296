//! Files that are wrong, cut or without end, and output that replaces nothing before it is complete.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::client::run;

/// A folder that is gone with the value.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folders can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file with this text; its path.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("the folder is writable");
        path.display().to_string()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("it is there").map(|entry| entry.expect("readable"));
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// What is said about input that is wrong.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let (status, _, errors) = run(arguments);
    assert_eq!(status, 1, "{arguments:?}: {errors}");
    errors
}

/// The output of a command that must succeed.
#[track_caller]
fn output(arguments: &[&str]) -> String {
    let (status, output, errors) = run(arguments);
    assert_eq!((status, errors.as_str()), (0, ""), "{arguments:?}");
    output
}

/// A line of positions, as `fit` reads it.
const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;20;0.5\n";

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
        let cases: [&[&str]; 6] = [
            &["pgn", file],
            &["analyse", "--pgn", file],
            &["fit", "-v", "chess", "--data", file, "--output", &out],
            &["moves", "-v", "chess", "--weights", &weights],
            &[&["match", "-v", "chess", "--nodes", "1", "--openings", file], engines.as_slice()].concat(),
            &[&["match", "-v", "chess", "--nodes", "1", "--resume", "--pgn", file], engines.as_slice()].concat(),
        ];
        for arguments in cases {
            let errors = refused(arguments);
            let is_device = arguments.contains(&"--resume") && file != zeros;
            let expected = if is_device { "no ordinary file" } else { "line 1: longer than" };
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
fn fit_refuses_what_gives_no_weights() {
    let folder = Folder::new();
    let good = folder.file("good", POSITION.repeat(1200));
    let few = folder.file("few", POSITION.repeat(500));
    let lines = |wrong: &str| [POSITION.repeat(699), wrong.to_owned(), POSITION.repeat(500)].concat();
    let nan = folder.file("nan", lines(&POSITION.replace("0.5", "NaN")));
    let two = folder.file("two", lines(&POSITION.replace("0.5", "2")));
    let fen = folder.file("fen", lines("8/8 w - - 0 1;0;1\n"));
    let weights = folder.file("weights", "precious");
    let fit = |data: &str| ["fit", "-v", "chess", "--data", data, "--output", &weights].join("\n");
    for (data, expected) in [
        (&few, "few: 500 positions, expected at least 1000"),
        (&nan, "nan: line 700 is "),
        (&two, "two: line 700 is "),
        (&fen, "fen: line 700: "),
    ] {
        let errors = refused(&fit(data).split('\n').collect::<Vec<_>>());
        assert!(errors.contains(expected), "{errors}");
    }
    for option in ["--scale=0", "--scale=nan", "--scale=inf", "--hold=-1", "--smooth=nan", "--trust=1.1", "--epochs=0"]
    {
        let arguments = fit(&good) + "\n" + option;
        let (status, _, errors) = run(&arguments.split('\n').collect::<Vec<_>>());
        assert!(status == 2 && errors.contains(&option[..option.find('=').unwrap()]), "{option}: {errors}");
    }
    assert_eq!(folder.text("weights"), "precious");
    let nowhere = folder.path("no").join("weights").display().to_string();
    let errors = refused(&["fit", "-v", "chess", "--data", &good, "--output", &nowhere]);
    assert!(errors.contains("its folder does not exist"), "{errors}");
    output(&(fit(&good) + "\n--epochs=1").split('\n').collect::<Vec<_>>());
    output(&["moves", "-v", "chess", "--weights", &format!("chess={weights}")]);
    assert_eq!(folder.names(), ["fen", "few", "good", "nan", "two", "weights"]);
}

#[test]
fn weights_that_are_incomplete_are_refused() {
    let folder = Folder::new();
    let whole = include_str!("../src/eval/weights/chess.txt");
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

fn datagen(folder: &Folder, arguments: &str) -> (i32, String, String) {
    let path = folder.path("games").display().to_string();
    let mut words = vec!["datagen", "-n", "60", "-o", &path];
    words.extend(arguments.split(' '));
    run(&words)
}

#[test]
fn datagen_goes_on_where_it_was_cut() {
    let folder = Folder::new();
    let (status, ..) = datagen(&folder, "-v kingsmen39 -g 3");
    assert_eq!(status, 0);
    let whole = folder.text("games");
    assert_eq!(whole.lines().filter(|line| line.starts_with("# kingsmen39 seed 1 nodes 60 game ")).count(), 3);
    folder.file("games", &whole[..whole.len() - 5]);
    let (status, out, _) = datagen(&folder, "-v kingsmen39 -g 3");
    assert!(status == 0 && out.contains("dropped an incomplete game"), "{out}");
    assert_eq!(folder.text("games"), whole);
    let (_, out, _) = datagen(&folder, "-v kingsmen39 -g 3");
    assert!(out.contains("has 3 of the games") && out.contains("games 0 "), "{out}");
    let (_, out, _) = datagen(&folder, "-v kingsmen39 -g 1 -s 2");
    assert!(out.contains("games 1 "), "{out}");
    assert!(folder.text("games").starts_with(&whole) && folder.text("games").len() > whole.len());
    let (status, _, errors) = datagen(&folder, "-v chess -g 1");
    assert!(status == 1 && errors.contains("games: line 1: positions of kingsmen39, expected chess"), "{errors}");
    folder.file("games", "dear diary\n");
    let (status, _, errors) = datagen(&folder, "-v chess -g 1");
    assert!(status == 1 && errors.contains("line 1 is `dear diary`"), "{errors}");
    assert_eq!(folder.text("games"), "dear diary\n");
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
