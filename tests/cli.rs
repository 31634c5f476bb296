//! The commands of the command line, through the real program.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use bactrian::board::{RULINGS, Spec};
use bactrian::games::Games;
use serde_json::{Value, json};

use crate::common::client::{DEADLINE, PROGRAM, output, run, wait};
use crate::common::games::all_specs;

const START: &str = "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1";
/// White mates by k1k10, among other moves.
const MATE_IN_ONE: &str = "k11/12/1K10/12/12/12/12/12/12/10R1 w - - 0 1";
const MATED: &str = "k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1";
const STALEMATE: &str = "k11/12/1Q10/2K9/12/12/12/12/12/12 b - - 0 1";

fn show(arguments: &[&str]) -> String {
    output(&[&["show", "-v", "januskamil"], arguments].concat())
}

/// The value behind a label of `show`.
fn field(text: &str, label: &str) -> String {
    let line = text.lines().find(|line| line.starts_with(label)).unwrap_or_else(|| panic!("no {label} in\n{text}"));
    line[label.len()..].trim().to_owned()
}

#[test]
fn variants_lists_name_board_and_summary() {
    let text = output(&["variants"]);
    let line = text.lines().find(|line| line.starts_with("januskamil ")).expect("the game is listed");
    assert!(line.contains(" 12x10 ") && line.contains("Janus Kamil Chess"), "{line}");
    for spec in all_specs() {
        assert!(text.lines().any(|line| line.split_whitespace().next() == Some(spec.page.name)), "{}", spec.page.name);
    }
}

#[test]
fn rules_prints_the_page_of_a_game_or_what_all_share() {
    assert_eq!(output(&["rules"]), RULINGS);
    for spec in all_specs() {
        assert_eq!(output(&["rules", "-v", spec.page.name]), spec.page.rules);
    }
    let (status, output, errors) = run(&["rules", "-v", "nochess"]);
    assert_eq!((status, output.as_str()), (1, ""));
    assert!(errors.contains("`nochess`") && errors.trim_end().ends_with(&Games::default().known_names()), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

/// The options that XBoard needs for a game, beside the engine and the game's name.
fn xboard_options(game: &str) -> String {
    let printed = output(&["xboard", "-v", game, "--print", "--plain"]);
    let (_, rest) = printed.trim_end().split_once(" -variant ").expect("a variant is named");
    let (_, options) = rest.split_once(" -saveSettingsOnExit false").expect("it leaves the settings alone");
    options.trim_start().to_owned()
}

#[test]
fn the_manual_names_the_options_that_xboard_needs_for_every_game() {
    let manual = concat!(include_str!("../src/manual/xboard.md"), include_str!("../src/manual/winboard.md"));
    let rows: Vec<Vec<&str>> = manual
        .lines()
        .skip_while(|line| !line.starts_with("| game | in XBoard"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    for spec in all_specs() {
        let name = spec.page.name;
        let row = rows.iter().find(|row| row[1].split(", ").any(|listed| listed == format!("`{name}`")));
        let said = row.map_or("nothing", |row| row[2].trim_matches('`'));
        let needed = xboard_options(name);
        let is_right = if needed.is_empty() { said.starts_with("nothing") } else { said == needed };
        assert!(is_right, "{name} needs {needed:?}, the manual says {said:?}");
    }
    // Every command to copy has them too.
    let is_start = |line: &&str| line.starts_with("xboard -fcp ") || line.starts_with("winboard.exe ");
    let starts: Vec<&str> = manual.lines().map(str::trim).filter(is_start).collect();
    assert!(starts.len() > 4, "{starts:?}");
    for line in starts {
        let is_game = |spec: &&Spec| {
            line.contains(&format!("variant {}", spec.page.name))
                || line.contains(&format!("/variant={}", spec.page.name))
        };
        let longest = all_specs().filter(is_game).max_by_key(|spec| spec.page.name.len()).expect("a game");
        // WinBoard's options as XBoard's are written.
        let line = line.replace(" /", " -").replace('=', " ");
        assert!(line.contains(&xboard_options(longest.page.name)), "{line}");
        assert!(line.contains("-saveSettingsOnExit false"), "{line}");
    }
}

#[test]
fn xboard_is_started_with_the_options_of_the_game_and_its_pictures() {
    let home = std::env::temp_dir().join(format!("bactrian-xboard-{}", std::process::id()));
    let said = Command::new(PROGRAM)
        .args(["xboard", "-v", "luotuoqi", "--program", "echo", "--", "-tc", "5"])
        .env("XDG_CACHE_HOME", &home)
        .env("LOCALAPPDATA", &home)
        .output()
        .expect("the program starts");
    let line = String::from_utf8(said.stdout).expect("a text");
    let folder = home.join("bactrian").join("pictures").join("luotuoqi");
    let pictures = format!("-pieceImageDirectory {} -tc 5\n", folder.display());
    let options = " -variant luotuoqi -saveSettingsOnExit false -testLegality false ";
    assert!(line.contains(options) && line.ends_with(&pictures), "{line}");
    // Towers of one to eight stones for both sides.
    let mut stones: Vec<usize> = std::fs::read_dir(&folder)
        .expect("the pictures")
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a picture").matches("<rect").count())
        .collect();
    stones.sort_unstable();
    assert_eq!(stones, (1..=8).flat_map(|count| [count; 2]).collect::<Vec<_>>());
    std::fs::remove_dir_all(&home).expect("the pictures are removed");
    let (status, _, errors) = run(&["xboard", "-v", "nochess"]);
    assert!(status == 1 && errors.contains("`nochess`"), "{errors}");
    let (status, _, errors) = run(&["xboard", "-v", "chess", "--program", "/nowhere/xboard"]);
    assert!(status == 1 && errors.lines().count() == 1, "{errors}");
    let help = "/nowhere/xboard: not found; install XBoard, or name its program with `--program FILE`";
    assert!(errors.contains(help), "{errors}");
}

#[test]
fn show_tells_everything_about_a_position() {
    let text = show(&[]);
    assert!(text.starts_with(" 10  c r j n b q k b n j r c\n"), "{text}");
    assert_eq!(field(&text, "FEN "), START);
    assert_eq!(field(&text, "side "), "White");
    assert_eq!(field(&text, "status "), "in play");
    assert_eq!(field(&text, "moves "), "46");
    let listed: Vec<&str> =
        text.lines().filter(|line| line.starts_with("        ")).flat_map(str::split_whitespace).collect();
    let moves = output(&["moves", "-v", "januskamil"]);
    assert_eq!(listed, moves.lines().collect::<Vec<_>>());
}

#[test]
fn show_tells_the_state_of_the_game() {
    let cases = [
        ("k9R1/12/3K8/12/12/12/12/12/12/12 b - - 0 1", "check"),
        (MATED, "White mates (1-0)"),
        (STALEMATE, "stalemate (1/2-1/2)"),
        ("k11/12/1K10/12/12/12/12/12/12/12 b - - 0 1", "draw with bare kings (1/2-1/2)"),
        ("k11/12/1K10/12/12/12/12/12/12/9R2 w - - 100 90", "draw by the 50-move rule (1/2-1/2)"),
    ];
    for (fen, status) in cases {
        assert_eq!(field(&show(&["--fen", fen]), "status "), status, "{fen}");
    }
    let shuffle = ["c1d3", "c10d8", "d3c1", "d8c10"].repeat(2);
    let text = show(&[&["--moves"][..], &shuffle].concat());
    assert_eq!(field(&text, "status "), "draw by threefold repetition (1/2-1/2)");
}

#[test]
fn moves_are_played_from_the_position() {
    let fen = "crjnbqkbnjrc/pppppppppppp/12/12/12/5P6/12/12/PPPPP1PPPPPP/CRJNBQKBNJRC b KQkq f3f4 0 1";
    assert_eq!(field(&show(&["--moves", "f2f5"]), "FEN "), fen);
    assert_eq!(field(&show(&["--fen", fen, "--moves", "g9g8", "f5f6"]), "side "), "Black");
}

#[test]
fn moves_come_sorted_one_on_each_line() {
    let text = output(&["moves", "-v", "januskamil", "--fen", MATE_IN_ONE]);
    let moves: Vec<&str> = text.lines().collect();
    assert!(moves.is_sorted() && moves.contains(&"k1k10"), "{text}");
    assert_eq!(output(&["moves", "-v", "januskamil", "--fen", MATED]), "");
}

#[test]
fn perft_counts() {
    for (depth, nodes) in [("0", 1), ("1", 46), ("2", 2116), ("3", 105_282)] {
        let text = output(&["perft", "-v", "januskamil", "-d", depth, "--threads", "2"]);
        assert_eq!(text.lines().count(), 1);
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert!(matches!(fields[..], ["nodes", _, "time", _, "ms", "nps", _]), "{text}");
        assert_eq!(fields[1].parse(), Ok(nodes));
        assert!(fields[3].parse::<u64>().is_ok() && fields[6].parse::<u64>().is_ok(), "{text}");
    }
}

#[test]
fn perft_divides() {
    let text = output(&["perft", "-v", "januskamil", "-d", "3", "--divide"]);
    let (last, moves) =
        text.lines().collect::<Vec<_>>().split_last().map(|(last, rest)| (*last, rest.to_vec())).expect("lines");
    assert!(last.starts_with("nodes 105282 "), "{last}");
    let count =
        |line: &str| line.split_once(' ').and_then(|(_, nodes)| nodes.parse::<u64>().ok()).expect("move and count");
    assert_eq!(moves.iter().map(|line| count(line)).sum::<u64>(), 105_282);
    let names: Vec<&str> = moves.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names.join("\n") + "\n", output(&["moves", "-v", "januskamil"]));
}

#[test]
fn analyse_tells_lines_and_the_best_move() {
    let text = output(&["analyse", "-v", "januskamil", "-d", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    let (last, reports) = lines.split_last().expect("lines");
    assert!(!reports.is_empty());
    for report in reports {
        for label in ["/", "nodes ", "nps ", "time ", "pv "] {
            assert!(report.contains(label), "{report}");
        }
    }
    let best = last.strip_prefix("bestmove ").expect("the last line tells the best move");
    assert!(output(&["moves", "-v", "januskamil"]).lines().any(|text| text == best), "{best}");
}

#[test]
fn analyse_takes_limits() {
    // Without any of them it searches for five seconds, and comes to far more than this. Threads overstep a limit of
    // nodes by what each counts before it tells the others.
    let within: [([&str; 2], &str, u64); 3] =
        [(["--nodes", "20000"], "nodes", 25_000), (["--time", "1"], "time", 1_000), (["-d", "1"], "depth", 1)];
    for (limit, what, most) in within {
        let basis = ["analyse", "-v", "januskamil", "--hash", "1", "--threads", "2", "--json"];
        let text = output(&[&basis[..], &limit].concat());
        let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        let (last, reports) = values.split_last().expect("lines");
        assert!(last["bestmove"].is_string(), "{text}");
        assert!(what == "time" || !reports.is_empty(), "{text}");
        let spent = values.iter().filter_map(|value| value[what].as_u64()).max();
        assert!(spent.is_none_or(|spent| spent <= most), "{what}: {text}");
    }
}

#[test]
fn analyse_writes_json() {
    let text = output(&["analyse", "-v", "januskamil", "-d", "3", "--multipv", "2", "--json"]);
    let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let (last, reports) = values.split_last().expect("lines");
    assert!(last["bestmove"].is_string() && last["nodes"].is_u64(), "{last}");
    for report in reports {
        for key in ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull"] {
            assert!(report[key].is_u64(), "{key} in {report}");
        }
        assert!(report["pv"].is_array() && report["bound"].is_string(), "{report}");
        assert!(report["score"]["cp"].is_i64() || report["score"]["mate"].is_i64(), "{report}");
    }
    let deepest =
        |rank: u64| reports.iter().rev().find(|report| report["multipv"] == rank && report["bound"] == "exact");
    let (first, second) = (deepest(1).expect("a best line"), deepest(2).expect("a second line"));
    assert_eq!(first["pv"][0], last["bestmove"]);
    assert_ne!(first["pv"][0], second["pv"][0]);
}

#[test]
fn analyse_finds_a_mate_and_sees_that_one_is_given() {
    let text = output(&["analyse", "-v", "januskamil", "--fen", MATE_IN_ONE, "-d", "4", "--json"]);
    let last: Value = serde_json::from_str(text.lines().last().expect("lines")).expect("JSON");
    assert_eq!(last["score"]["mate"], 1, "{last}");
    assert_eq!(
        output(&["analyse", "-v", "januskamil", "--fen", MATED]),
        "    0/0   mated 0  White mates\nbestmove 0000\n"
    );
}

#[test]
fn analyse_says_how_a_finished_game_ended() {
    for (game, fen, score, words) in [
        ("januskamil", MATED, json!({"mate": 0}), "White mates"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", json!({"cp": 0}), "stalemate"),
        ("chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", json!({"mate": 0}), "White mates"),
        ("ajaxcapa", "9k/7Q2/8K1/10/10/10/10/10 b - - 0 1", json!({"cp": 0}), "stalemate"),
    ] {
        let text = output(&["analyse", "-v", game, "--fen", fen, "--json"]);
        let last: Value = serde_json::from_str(&text).expect("one line of JSON");
        assert_eq!((&last["bestmove"], &last["score"]), (&Value::Null, &score), "{last}");
        assert_eq!(last["ending"], words, "{last}");
    }
}

#[test]
fn bench_counts_the_same_every_time() {
    let bench = || output(&["bench", "-v", "januskamil"]);
    let counts = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().next().expect("a count").to_owned()).collect()
    };
    let text = bench();
    let numbers: Vec<u64> = counts(&text).iter().map(|count| count.parse().expect(&text)).collect();
    let (total, each) = numbers.split_last().expect("lines");
    assert_eq!(*total, each.iter().sum::<u64>());
    assert!(each.len() >= 10);
    let last: Vec<&str> = text.lines().last().expect("lines").split(' ').collect();
    assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{last:?}");
    assert_eq!(counts(&text), counts(&bench()));
}

#[test]
fn wrong_input_ends_with_status_1_and_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "-v", "nochess"], "expected one of: "),
        (&["show", "-v", "two\nlines"], "januskamil"),
        (&["bench", "-v", "nochess"], "januskamil"),
        (&["moves", "-v", "januskamil", "--fen", ""], "FEN has no board"),
        (&["moves", "-v", "januskamil", "--fen", "8/8 w - - 0 1"], "expected 10"),
        (&["perft", "-v", "januskamil", "-d", "2", "--moves", "f2f5", "f2f5"], "`f2f5` is not legal"),
        (&["analyse", "-v", "januskamil", "--moves", "castles\nshort"], "`castles` is not a move"),
    ];
    for (arguments, message) in cases {
        let (status, output, errors) = run(arguments);
        assert_eq!((status, output.as_str()), (1, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    }
}

#[test]
fn wrong_usage_ends_with_status_2() {
    let cases: &[&[&str]] = &[
        &["dance"],
        &["show"],
        &["perft", "-v", "januskamil"],
        &["perft", "-v", "januskamil", "-d", "x"],
        &["perft", "-v", "januskamil", "-d", "1", "--threads", "0"],
        &["analyse", "-v", "januskamil", "--multipv", "0"],
        &["analyse", "-v", "januskamil", "--hash", "0"],
        &["variants", "januskamil"],
    ];
    for arguments in cases {
        let (status, output, errors) = run(arguments);
        assert_eq!((status, output.as_str()), (2, ""), "{arguments:?}");
        assert!(!errors.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["--help"][..], &["--version"], &["help", "perft"], &["analyse", "--help"]] {
        assert!(!output(arguments).is_empty());
    }
}

#[test]
fn a_closed_output_ends_every_command_quietly() {
    let cases: &[&[&str]] = &[
        &["variants"],
        &["rules"],
        &["show", "-v", "januskamil"],
        &["moves", "-v", "januskamil"],
        &["perft", "-v", "januskamil", "-d", "2", "--divide"],
        &["analyse", "-v", "januskamil", "-d", "30"],
        &["bench"],
        &["--help"],
    ];
    for arguments in cases {
        let mut command = Command::new(PROGRAM);
        command.args(*arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        let status = wait(&mut child).expect("it ends");
        let errors = std::io::read_to_string(child.stderr.take().expect("piped")).expect("text");
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn weights_come_from_a_file_if_the_user_says_so() {
    let file = std::env::temp_dir().join(format!("bactrian-weights-{}.txt", std::process::id()));
    let path = file.display();
    let analyse = ["analyse", "-v", "chess", "-d", "1", "--json"];
    let score = |weights: &str| {
        let text = output(&[&["--weights", weights], analyse.as_slice()].concat());
        let last = text.lines().rfind(|line| line.contains("\"score\"")).expect("a report");
        serde_json::from_str::<Value>(last).expect("JSON")["score"].clone()
    };
    let chess = include_str!("../src/engine/games/chess/weights.txt");
    let with_tempo = |tempo: &str| {
        let lines = chess.lines().map(|line| if line.starts_with("tempo ") { tempo } else { line });
        lines.collect::<Vec<_>>().join("\n")
    };
    std::fs::write(&file, with_tempo("tempo 0/0")).expect("written");
    let even = score(&format!("chess={path}"));
    let others = ["janus=janus", "gothic=capablanca"].map(|other| {
        let file = other.replace('=', concat!("=", env!("CARGO_MANIFEST_DIR"), "/src/engine/games/"));
        score(&(file + "/weights.txt"))
    });
    assert_eq!(others[0], others[1], "other games' weights do not matter");
    std::fs::write(&file, with_tempo("tempo 900/900")).expect("written");
    assert_ne!(score(&format!("chess={path}")), even);

    std::fs::write(&file, "tempo 1/1\nvalues 1/1\n").expect("written");
    for (option, message) in [
        (format!("chess={path}"), "line 2: `values` names no group of weights"),
        (format!("chss={path}"), "unknown variant `chss`, did you mean `chess`? expected one of: "),
        ("chess".to_owned(), "--weights: `chess`: expected GAME=FILE"),
        ("chess=/no/such/file".to_owned(), "/no/such/file: "),
    ] {
        let (status, out, errors) = run(&[&["--weights", &option], analyse.as_slice()].concat());
        assert_eq!((status, out.as_str()), (1, ""), "{option}");
        assert!(errors.contains(message), "{option}: {errors}");
    }
    std::fs::remove_file(&file).expect("removed");
}

#[test]
fn perft_names_the_largest_depth() {
    let (status, _, errors) = run(&["perft", "-v", "januskamil", "-d", "1000"]);
    assert_eq!(status, 2);
    assert!(errors.contains("1000 is not in 0..=32"), "{errors}");
    let mated = ["perft", "-v", "januskamil", "--fen", MATED, "-d", "32"];
    assert!(output(&mated).starts_with("nodes 0 "));
}

/// A person who starts it by hand is told what it is; `script` gives it a terminal.
#[test]
#[cfg(target_os = "linux")]
fn at_a_terminal_it_introduces_itself() {
    let mut command = Command::new("script");
    let command = command.args(["-qec", &format!("exec '{PROGRAM}' 2>&1"), "/dev/null"]);
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        return eprintln!("skipped: there is no program `script`");
    };
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut greeting = String::new();
        output.read_line(&mut greeting).expect("it speaks");
        sender.send((greeting, output)).expect("it is waited for");
    });
    let (greeting, mut output) = receiver.recv_timeout(DEADLINE).expect("it introduces itself");
    // Only now: the terminal shows what is typed at once, wherever the output stands.
    input.write_all(b"quit\n").expect("it listens");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it ends");
    assert!(wait(&mut child).is_some_and(|status| status.success()), "{greeting}{rest}");
    let is_greeting = greeting.starts_with("Bactrian ") && greeting.contains("`help` lists the commands");
    assert!(is_greeting && !rest.contains("lists the commands"), "{greeting}{rest}");
}

#[test]
fn shells_and_manuals_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("multipv"), "{shell}");
    }
    let page = output(&["man"]);
    assert!(page.contains(".TH bactrian 1") && page.contains("bactrian\\-match(1)"), "{page}");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    assert_eq!(output(&["man", "--output", &folder.display().to_string()]), "");
    let page = std::fs::read_to_string(folder.join("bactrian-match.1")).expect("each command has a page");
    assert!(page.contains("gauntlet"), "{page}");
    let (status, _, errors) = run(&["man", "--output", &folder.join("bactrian.1").display().to_string()]);
    assert_eq!((status, errors.lines().count()), (1, 1), "{errors}");
}

/// The path of a new file with this text, in the folder for what tests make.
fn scratch(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

#[test]
fn bench_compares_its_counts_with_a_file() {
    let signature = output(&["bench", "kingsmen39", "--signature"]);
    let nodes = signature.lines().next().and_then(|line| line.strip_prefix("kingsmen39 ")).expect("a count").to_owned();
    assert_eq!(signature, format!("kingsmen39 {nodes}\ntotal {nodes}\n"));
    let same = scratch("same.txt", &signature);
    assert!(output(&["bench", "kingsmen39", "--check", &same]).contains(" nps"));
    let all =
        scratch("all.txt", &format!("chess 5\nkingsmen39 {nodes}\ntotal {}\n", nodes.parse::<u64>().unwrap() + 5));
    output(&["bench", "kingsmen39", "--check", &all]);
    let other = scratch("other.txt", "kingsmen39 7\ntotal 7\n");
    let (status, text, errors) = run(&["bench", "kingsmen39", "--check", &other]);
    assert_eq!((status, errors.as_str()), (1, "bactrian: counts that differ: 1\n"));
    assert!(text.lines().any(|line| line == format!("kingsmen39: {nodes} nodes, expected 7")), "{text}");
    for (wrong, message) in [("kingsmen39", "line 1: expected a game"), ("kingsmen39 7\ntotal 8", "do not add up")] {
        let file = scratch("wrong.txt", wrong);
        let (status, _, errors) = run(&["bench", "kingsmen39", "--check", &file]);
        assert!(status == 1 && errors.contains(message), "{errors}");
    }
    assert_eq!(run(&["bench", "kingsmen39", "--check", "/nowhere/x"]).0, 1);
}

#[test]
fn perft_compares_its_counts_with_files() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let right = scratch("right.epd", &format!("{start} ;D1 20 ;D2 400\n\n"));
    assert_eq!(output(&["perft", "-v", "chess", "--check", &right]), "1 lines, 0 wrong\n");
    let wrong = scratch("wrong.epd", &format!("{start} ;D1 20 ;D2 401\n{start} ;D1 20\n"));
    let (status, text, errors) = run(&["perft", "chess", "--check", &wrong, &right]);
    assert_eq!((status, errors.as_str()), (1, "bactrian: counts that differ: 1\n"));
    assert!(text.contains("depth 2: 400 counted, expected 401\n3 lines, 1 wrong\n"), "{text}");
    // The name of a file is that of the game.
    let files = ["tests/data/perft/kingsmen39.epd"];
    assert!(output(&["perft", "--threads", "2", "--check", files[0]]).ends_with(" 0 wrong\n"));
    let (status, _, errors) = run(&["perft", "--check", &right]);
    assert!(status == 1 && errors.contains("unknown variant"), "{errors}");
    let junk = scratch("junk.epd", "8/8 ;D2\n");
    assert!(run(&["perft", "chess", "--check", &junk]).2.contains("line 1: expected FEN ;D1 COUNT"));
    assert_eq!(run(&["perft", "chess"]).0, 2);
}
