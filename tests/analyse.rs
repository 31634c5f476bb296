//! The command `analyse`: test suites, searches for mates, interrupts.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::client::{output, program, run};

/// White mates by a1a8.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

fn scratch(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("analyse");
    std::fs::create_dir_all(&folder).expect("the folder for tests is writable");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the file is written");
    path
}

/// Analyses a file of chess positions; the JSON objects.
fn suite(name: &str, text: &str, options: &[&str]) -> Vec<Value> {
    let path = scratch(name, text).display().to_string();
    let output = output(&[&["analyse", "chess", "--epd", &path, "--json"], options].concat());
    output.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

#[test]
fn positions_of_a_suite_are_solved_or_not() {
    let text = [
        "# a comment".to_owned(),
        format!("{BACK_RANK} bm Ra8#; id \"one; two\";"),
        format!("{BACK_RANK} bm h3 Ra8;"),
        format!("{BACK_RANK} bm h3; id \"wrong\"; hmvc 3; fmvn 30;"),
        format!("{BACK_RANK} am a1a8;"),
        format!("{BACK_RANK} am h3 h4;"),
        format!("{BACK_RANK} dm 1;"),
        format!("{BACK_RANK} bm Ra8; dm 3; am Kf1;"),
        format!("{BACK_RANK} c0 \"nothing is wanted\";"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - dm 2;".to_owned(),
    ];
    let values = suite("mixed.epd", &text.join("\n"), &["-d", "3"]);
    let (sum, positions) = values.split_last().expect("there is a sum");
    let solved: Vec<Option<bool>> = positions.iter().map(|position| position["solved"].as_bool()).collect();
    let [yes, no] = [Some(true), Some(false)];
    assert_eq!(solved, [yes, yes, no, no, yes, yes, yes, None, no]);
    assert_eq!((&sum["positions"], &sum["tests"], &sum["solved"]), (&9.into(), &8.into(), &5.into()));
    let first = &positions[0];
    assert_eq!((&first["id"], &first["line"], &first["bestmove"]), (&"one; two".into(), &2.into(), &"a1a8".into()));
    assert!(first["solution"]["nodes"].as_u64() <= first["nodes"].as_u64() && first["solution"]["time"].is_u64());
    assert!(
        positions[2]["fen"].as_str().is_some_and(|fen| fen.ends_with(" 3 30")) && positions[2]["solution"].is_null()
    );
    let nodes: u64 = positions.iter().filter_map(|position| position["nodes"].as_u64()).sum();
    assert_eq!(sum["nodes"], nodes);
}

#[test]
fn a_suite_is_a_table_for_people() {
    let text = format!("{BACK_RANK} bm Ra8#; id \"back rank\";\n{BACK_RANK} am Ra8#;\n");
    let path = scratch("table.epd", &text).display().to_string();
    let (status, output, _) = run(&["analyse", "-v", "Normal", "--epd", &path, "--nodes", "500"]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!((status, lines.len()), (0, 4), "{output}");
    assert!(lines[1].contains(" yes ") && lines[1].ends_with("  back rank: bm Ra8#"), "{output}");
    assert!(lines[2].contains(" no ") && lines[2].ends_with("  line 2: am Ra8#"), "{output}");
    assert!(lines[3].starts_with("solved 1 of 2 (50.0 %), "), "{output}");
}

#[test]
fn suites_of_other_games_are_read() {
    let start = |game: &str| {
        let (_, output, _) = run(&["show", game]);
        output.lines().find_map(|line| line.strip_prefix("FEN")).expect("a FEN").trim().to_owned()
    };
    for game in ["kingsmen39", "januskamil", "luotuoqi", "bilateral"] {
        let path = scratch(&format!("{game}.epd"), &format!("{} id \"start\";\n", start(game))).display().to_string();
        let (status, output, errors) = run(&["analyse", game, "--epd", &path, "-d", "1"]);
        assert!(status == 0 && output.contains("  start\nsolved 0 of 0"), "{game}: {output}{errors}");
    }
}

#[test]
fn a_wrong_line_of_a_suite_is_named() {
    for (text, message) in [
        (format!("\n{BACK_RANK} bm Rh7;"), "line 2: bm: `Rh7` is not legal here"),
        (format!("{BACK_RANK} am;"), "line 1: am: "),
        (format!("{BACK_RANK} dm soon;"), "line 1: dm is `soon`, expected a number"),
        ("8/8 w - - bm e4;".to_owned(), "line 1: FEN has 2 ranks"),
        ("k7/8/K7/8/8/8/8/8 w - -".to_owned(), "line 1: the game is over there: "),
        ("# nothing".to_owned(), "there is no position in it"),
    ] {
        let path = scratch("wrong.epd", &text).display().to_string();
        let (status, output, errors) = run(&["analyse", "chess", "--epd", &path, "-d", "1"]);
        assert_eq!((status, output.as_str(), errors.lines().count()), (1, "", 1), "{text}: {errors}");
        assert!(errors.contains(message), "{text}: {errors}");
    }
    assert_eq!(run(&["analyse", "chess", "--epd", "/no/such/file"]).0, 1);
    for options in ["--epd a --pgn b", "--epd a --infinite", "--infinite -d 3", "--infinite --mate 2", "--mate 0"] {
        assert_eq!(
            run(&[&["analyse", "chess"], &options.split(' ').collect::<Vec<_>>()[..]].concat()).0,
            2,
            "{options}"
        );
    }
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    for (fen, moves, mate) in [(BACK_RANK, "1", 1), (BACK_RANK, "7", 1), ("k7/8/2K5/8/8/8/8/1R6 w - -", "2", 2)] {
        let output = output(&["analyse", "chess", "--fen", fen, "--mate", moves, "--json"]);
        let last: Value = serde_json::from_str(output.lines().last().expect("lines")).expect("JSON");
        let found = last["score"]["mate"].as_i64().expect("a mate");
        assert!((mate..=moves.parse().expect("a number")).contains(&found), "{fen}: {last}");
    }
    let (status, output, _) = run(&["analyse", "chess", "--mate", "2", "-d", "2"]);
    assert!(status == 0 && output.contains("bestmove "), "{output}");
}

#[test]
fn lines_have_one_limit_everywhere() {
    use crate::common::client::Client;
    assert_eq!(run(&["analyse", "chess", "-d", "1", "--multipv", "256"]).0, 0);
    let (status, _, errors) = run(&["analyse", "chess", "-d", "1", "--multipv", "257"]);
    assert!(status == 2 && errors.contains("1..=256"), "{errors}");
    let mut uci = Client::with(&["uci"]);
    assert!(uci.until("uciok").contains(&"option name MultiPV type spin default 1 min 1 max 256".to_owned()));
    let mut json = Client::with(&["json", r#"{"id": 1, "do": "hello"}"#]);
    assert!(json.line().contains("\"lines\":256"));
}

#[test]
fn an_empty_folder_for_tables_is_none_chosen() {
    let analyse = |tables: &str| {
        let mut command = program();
        command.args(["analyse", "chess", "-d", "1"]).env("BACTRIAN_TABLES", tables).env("RUST_LOG", "info");
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("the log is text")
    };
    let (empty, none) = (analyse(""), analyse("none"));
    assert!(!empty.contains("tables none") && none.contains("tables none"), "{empty}{none}");
    for part in ["game chess", "network ", "threads 1", "hash 64 MiB"] {
        assert!(none.contains(part), "{none}");
    }
}

/// Interrupts `analyse` with these options after its first line; what it has written.
#[cfg(unix)]
fn interrupted(options: &[&str]) -> String {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let mut command = program();
    let mut child = command
        .args([&["analyse", "chess"], options].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut text = String::new();
    output.read_line(&mut text).expect("it writes");
    crate::arena::play::interrupt(&child);
    output.read_to_string(&mut text).expect("it writes text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{text}");
    text
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_tells_its_best_move() {
    for options in [&["--infinite"][..], &["-d", "200"], &["--mate", "5"], &["--infinite", "--threads", "2"]] {
        let text = interrupted(options);
        let last = text.lines().last().expect("lines");
        assert!(last.strip_prefix("bestmove ").is_some_and(|m| m.len() == 4), "{options:?}: {text}");
    }
    let text = interrupted(&["--infinite", "--json", "--multipv", "3"]);
    let last: Value = serde_json::from_str(text.lines().last().expect("lines")).expect("JSON");
    assert!(last["bestmove"].is_string() && last["score"].is_object(), "{text}");
    // Of a suite, the sum so far.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let path = scratch("long.epd", &format!("{start} bm e4;\n")).display().to_string();
    let text = interrupted(&["--epd", &path, "-d", "200"]);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("solved 0 of 0 ")), "{text}");
}
