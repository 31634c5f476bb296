//! Networks: made by `train`, and used from files on the command line and in the protocols.

use std::fs;

use bactrian::eval::network::{BUCKETS, Inputs, Network, NetworkError, Numbers, Purpose};
use bactrian::eval::{Evaluation, Weights};
use bactrian::search::Limits;
use bactrian::session::Task;
use serde_json::{Value, json};

use crate::common::client::{Client, PROGRAM, output, run};
use crate::common::games::spec_of;
use crate::common::networks::made_up;
use crate::common::session;
use crate::files::{Folder, refused};

const GAME: &str = "kingsmen39";

/// The file of a made-up network.
fn network(game: &str, purpose: Purpose) -> Vec<u8> {
    let spec = spec_of(game);
    made_up(game, purpose, &Weights::built_in(spec)).to_bytes(spec)
}

/// The file of a network with another value in its header.
fn with(file: &[u8], name: &str, value: Value) -> Vec<u8> {
    let end = file.iter().position(|&byte| byte == b'\n').expect("a line");
    let mut header: Value = serde_json::from_slice(&file[..end]).expect("JSON");
    header[name] = value;
    [header.to_string().as_bytes(), &file[end..]].concat()
}

#[test]
fn wrong_files_are_refused_with_a_reason() {
    let file = network(GAME, Purpose::Correction);
    let other = made_up(GAME, Purpose::Correction, &Weights::derived(spec_of(GAME))).to_bytes(spec_of(GAME));
    let alone = made_up(GAME, Purpose::Alone, &Weights::derived(spec_of(GAME))).to_bytes(spec_of(GAME));
    let read = |bytes: &[u8]| Network::for_weights(bytes, spec_of(GAME), &Weights::built_in(spec_of(GAME)));
    assert!(read(&file).is_ok() && read(&alone).is_ok(), "a network that stands alone fits all weights");
    for (bytes, expected) in [
        (b"dear diary\n".to_vec(), "not a network, expected a file of `bactrian train`"),
        (Vec::new(), "not a network, expected a file"),
        (vec![0; 10_000], "not a network, expected a file"),
        (with(&file, "format", json!("bactrian network 9")), "unknown architecture: `bactrian network 9`, expected `"),
        (with(&file, "color", json!("red")), "not a network, expected a file"),
        (
            with(&file, "rules", json!("1234")),
            "a network for kingsmen39 (rules 1234), expected one for kingsmen39 (rules ",
        ),
        (with(&file, "terms", json!("1234")), "it builds on terms that this program does not have"),
        (with(&file, "hidden", json!(0)), "unknown architecture: 0 hidden neurons"),
        (with(&file, "hidden", json!(17)), "unknown architecture: 17 hidden neurons"),
        (with(&file, "hidden", json!(1_u64 << 40)), "unknown architecture: "),
        (with(&file, "term_hidden", json!(80)), "unknown architecture: "),
        (with(&file, "buckets", json!(9)), "unknown architecture: "),
        (with(&file, "marks", json!(1_u64 << 40)), "unknown architecture: "),
        (with(&file, "hidden", json!(32)), "the network is damaged: "),
        (with(&file, "term_hidden", json!(32)), "the network is damaged: "),
        (with(&file, "marks", json!(1)), "the network is damaged: "),
        (with(&file, "marks", json!(3)), "unknown architecture: "),
        (with(&file, "hash", json!("1234")), "the network is damaged: its hash is wrong"),
        ([&file[..], b"more"].concat(), "the network is damaged: "),
        (other, "a network for the weights classical-"),
    ] {
        let error = read(&bytes).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}, expected {expected}");
    }
    let end = file.iter().position(|&byte| byte == b'\n').expect("a line");
    for cut in (0..file.len()).step_by(file.len() / 40) {
        let error = read(&file[..cut]).expect_err("a cut file");
        let is_right =
            if cut <= end { error == NetworkError::Foreign } else { matches!(error, NetworkError::Damaged(_)) };
        assert!(is_right, "{cut}: {error}");
    }
    for place in (end + 1..file.len()).step_by(file.len() / 60) {
        let mut flipped = file.clone();
        flipped[place] ^= 0x10;
        // Some bits of the compression mean nothing.
        assert!(
            read(&flipped).is_ok_and(|found| Ok(found) == read(&file))
                || matches!(read(&flipped), Err(NetworkError::Damaged(_)))
        );
    }
}

/// Files of the first format have coarser numbers.
#[test]
fn networks_of_the_first_format_are_read() {
    let read = |bytes: &[u8]| Network::from_bytes(bytes, spec_of(GAME)).expect("a network");
    let file = network(GAME, Purpose::Correction);
    let (now, before) = (read(&file), read(&with(&file, "format", json!("bactrian network 1"))));
    let Numbers { rows, bias, term_rows, term_bias, output, output_bias } = now.numbers();
    let finer = |numbers: &[i16]| -> Vec<i16> { numbers.iter().map(|number| 4 * number).collect() };
    let [rows, bias, term_rows, term_bias] = [rows, bias, term_rows, term_bias].map(|numbers| finer(numbers));
    let expected = Numbers { rows, bias, term_rows, term_bias, output: output.clone(), output_bias: *output_bias };
    assert_eq!((before.numbers(), &before.name), (&expected, &now.name));
}

#[test]
fn the_command_line_refuses_what_is_no_network() {
    let folder = Folder::new();
    let mut damaged = network(GAME, Purpose::Correction);
    let last = damaged.len() - 9;
    damaged[last] ^= 1;
    let path = |name: &str| folder.path(name).display().to_string();
    folder.file("good", network(GAME, Purpose::Correction));
    folder.file("damaged", damaged);
    folder.file("diary", "dear diary\n");
    folder.file("chess", network("chess", Purpose::Correction));
    for (game, file, expected) in [
        (GAME, "missing", "missing: "),
        (GAME, "damaged", "damaged: the network is damaged: "),
        (GAME, "diary", "diary: not a network, expected a file of `bactrian train`"),
        (GAME, "chess", "chess: a network for chess (rules "),
        ("nochess", "good", "unknown variant `nochess`"),
        ("", "good", "unknown variant ``"),
    ] {
        let errors = refused(&["moves", "-v", GAME, "--net", &format!("{game}={}", path(file))]);
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
    let errors = refused(&["moves", "-v", GAME, "--net", &path("good")]);
    assert!(errors.contains("expected GAME=FILE or GAME=none"), "{errors}");
    if cfg!(unix) {
        let errors = refused(&["moves", "-v", GAME, "--net", &format!("{GAME}=/dev/zero")]);
        assert!(errors.contains("/dev/zero: not a network"), "{errors}");
    }
    // Weights that it does not build on, whatever the order.
    let weights = folder.file("weights", Weights::derived(spec_of(GAME)).text(spec_of(GAME)));
    let (net, weights) = (format!("{GAME}={}", path("good")), format!("{GAME}={weights}"));
    for options in [["--net", &net, "--weights", &weights], ["--weights", &weights, "--net", &net]] {
        let errors = refused(&[&["moves", "-v", GAME][..], &options].concat());
        assert!(errors.contains("good: a network for the weights classical-"), "{errors}");
    }
    output(&["moves", "-v", GAME, "--net", &net]);
}

/// The score of a short search.
#[track_caller]
fn score(game: &str, options: &[&str]) -> i64 {
    let text = output(&[&["analyse", "-v", game, "-d", "1", "--json"], options].concat());
    let first: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    first["score"].as_i64().or(first["score"]["cp"].as_i64()).unwrap_or_else(|| panic!("no score in {text}"))
}

#[test]
fn commands_and_their_children_play_with_a_network() {
    let folder = Folder::new();
    let nets = [Purpose::Correction, Purpose::Alone].map(|purpose| {
        let file = folder.file(&format!("{purpose:?}"), network(GAME, purpose));
        format!("{GAME}={file}")
    });
    let none = format!("{GAME}=none");
    let classical = score(GAME, &["--net", &none]);
    let scores = [score(GAME, &["--net", &nets[0]]), score(GAME, &["--net", &nets[1]])];
    assert!(scores[0] != classical && scores[1] != classical && scores[0] != scores[1], "{classical} {scores:?}");
    assert_eq!(score(GAME, &["--net", &nets[0], "--net", &none]), classical, "the last one counts");
    // Nonsense against the classical evaluation.
    let engine = |name: &str, net: &str| format!("name={name} cmd='{PROGRAM}' arg=--net arg={net} nodes=300");
    let said = output(&[
        "match",
        "-v",
        GAME,
        "-g",
        "6",
        "--json",
        "-e",
        &engine("nonsense", &nets[1]),
        "-e",
        &engine("sense", &none),
    ]);
    let white = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let wins = |name: &str, result: &str| {
        let is_won = |game: &Value| game["white"] == name && game["result"] == result;
        white.clone().filter(is_won).count()
    };
    assert!(wins("sense", "1-0") + wins("nonsense", "0-1") > wins("nonsense", "1-0") + wins("sense", "0-1"), "{said}");
    let missing = format!("{GAME}={}", folder.path("missing").display());
    let (status, _, errors) =
        run(&["match", "-v", GAME, "-g", "2", "-e", &engine("a", &missing), "-e", &engine("b", &none)]);
    assert!(status == 1 && errors.contains("engine `a` has ended"), "{errors}");
}

/// The lines of the table of the evaluation that begin so.
fn rows(client: &mut Client, start: &str) -> Vec<String> {
    client.answers(&["eval"]).into_iter().filter(|line| line.starts_with(start)).collect()
}

#[test]
fn uci_loads_networks() {
    let folder = Folder::new();
    let good = folder.file("good", network(GAME, Purpose::Correction));
    let alone = folder.file("alone", network(GAME, Purpose::Alone));
    let chess = folder.file("chess", network("chess", Purpose::Correction));
    let cut = folder.file("cut", &network(GAME, Purpose::Correction)[..2_000]);
    let mut client =
        Client::with(&["uci", "setoption name UCI_Variant value kingsmen39", "setoption name EvalFile value none"]);
    client.until("info string variant");
    let set = |file: &str| format!("setoption name EvalFile value {file}");
    let classical = rows(&mut client, "evaluation");
    assert!(rows(&mut client, "network").is_empty());
    let loaded = client.answers(&[&set(&good)]);
    assert!(
        loaded.len() == 1 && loaded[0].starts_with("info string network-") && loaded[0].ends_with(" for kingsmen39"),
        "{loaded:?}"
    );
    let with_good = rows(&mut client, "evaluation");
    assert!(with_good != classical && rows(&mut client, "network").len() == 1, "{with_good:?}");
    // Wrong files change nothing, not even together with a good one.
    let both = std::env::join_paths([&alone, &cut]).expect("paths can be joined").into_string().expect("text");
    for (file, expected) in [
        (cut.clone(), "cut: the network is damaged: "),
        (folder.file("diary", "dear diary\n"), "diary: not a network, expected a file of `bactrian train`"),
        (folder.path("missing").display().to_string(), "missing: "),
        (
            folder.file("unknown", with(&network(GAME, Purpose::Alone), "rules", json!("12"))),
            "(rules 12), which no game has",
        ),
        (both, "cut: the network is damaged: "),
    ] {
        let errors = client.answers(&[&set(&file)]);
        assert!(
            errors.len() == 1 && errors[0].starts_with("info string error: ") && errors[0].contains(expected),
            "{errors:?}"
        );
        assert_eq!(rows(&mut client, "evaluation"), with_good);
    }
    let files = std::env::join_paths([&chess, &alone]).expect("paths can be joined").into_string().expect("text");
    assert_eq!(client.answers(&[&set(&files)]).len(), 2);
    assert_eq!(rows(&mut client, "in place of all: network").len(), 1);
    // A search ends before other networks come.
    client.send_all(&["go infinite", &set("none"), "isready"]);
    let lines = client.until("readyok");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:?}");
    assert_eq!(rows(&mut client, "evaluation"), classical);
    client.answers(&[&set(&good)]);
    let before = score(GAME, &[]);
    assert!(client.answers(&[&set("")]).is_empty());
    client.send("go depth 1");
    let built_in = client.until("bestmove ");
    assert!(built_in.iter().any(|line| line.contains(&format!(" score cp {before} "))), "{built_in:?}");
    client.quit();
}

/// The score of a search of one ply in CECP.
fn cecp_score(client: &mut Client) -> String {
    client.send_all(&["new", "variant kingsmen39", "force", "post", "sd 1", "go"]);
    let lines = client.until("move ");
    client.send_all(&["force", "nopost"]);
    let line = lines.iter().find(|line| line.trim_start().starts_with("1 ")).expect("a line of depth 1");
    line.split_whitespace().nth(1).expect("a score").to_owned()
}

#[test]
fn cecp_loads_networks() {
    let folder = Folder::new();
    let good = folder.file("good", network(GAME, Purpose::Correction));
    let cut = folder.file("cut", &network(GAME, Purpose::Correction)[..2_000]);
    let mut client = Client::with(&["xboard", "protover 2", "easy"]);
    client.until("feature done=1");
    let built_in = cecp_score(&mut client);
    client.send("option EvalFile=none");
    client.synchronise(&[]);
    let classical = cecp_score(&mut client);
    let set = format!("option EvalFile={good}");
    client.send(&set);
    client.synchronise(&[]);
    let with_good = cecp_score(&mut client);
    assert_ne!(with_good, classical);
    client.send_all(&[&format!("option EvalFile={cut}"), "ping 5"]);
    let lines = client.until("pong 5");
    assert!(
        lines.len() == 2 && lines[0].starts_with("telluser ") && lines[0].contains("cut: the network is damaged"),
        "{lines:?}"
    );
    assert_eq!(cecp_score(&mut client), with_good);
    client.send("option EvalFile=");
    client.synchronise(&[]);
    assert_eq!(cecp_score(&mut client), built_in);
    client.quit();
}

#[test]
fn cecp_loads_no_network_in_the_middle_of_a_move() {
    let folder = Folder::new();
    let set = format!("option EvalFile={}", folder.file("good", network(GAME, Purpose::Correction)));
    let start = ["new", "variant kingsmen39"];
    let mut client = Client::with(&["xboard", "protover 2", "easy", &set, start[0], start[1], "ping 4"]);
    client.until("pong 4");
    client.send_all(&["st 1000", "go", "option EvalFile=none", "?"]);
    let lines = client.until("move ");
    assert!(lines.contains(&"Error (not while thinking): option".to_owned()), "{lines:?}");
    // Analysis starts again.
    client.send_all(&[start[0], start[1], "force", "post", "analyze", "option EvalFile=none", "exit", "ping 6"]);
    let lines = client.until("pong 6");
    assert!(lines.iter().all(|line| !line.starts_with("Error") && !line.starts_with("telluser")), "{lines:?}");
    client.quit();
}

/// The arguments of a training on the games of a folder.
fn training(folder: &Folder, output: &str, options: &str) -> Vec<String> {
    let path = |name: &str| folder.path(name).display().to_string();
    let words = format!("train -v {GAME} --hidden 16 {options}");
    words.split(' ').map(str::to_owned).chain(["-d".to_owned(), path("games"), "-o".to_owned(), path(output)]).collect()
}

fn train(folder: &Folder, output: &str, options: &str) -> (i32, String, String) {
    run(&training(folder, output, options).iter().map(String::as_str).collect::<Vec<_>>())
}

fn play(folder: &Folder, name: &str, games: &str) {
    let path = folder.path(name).display().to_string();
    output(&["datagen", "-v", GAME, "-n", "20", "-g", games, "-o", &path]);
}

#[test]
fn a_network_is_trained_and_used() {
    let folder = Folder::new();
    play(&folder, "games", "60");
    let (status, out, errors) = train(&folder, "one", "-e 3 -t 1");
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert!(
        out.starts_with("60 games, ") && out.contains("\nepoch   0 ") && out.contains("\nepoch   3  error 0."),
        "{out}"
    );
    assert_eq!(train(&folder, "two", "-e 3 -t 2").0, 0);
    assert_eq!(folder.bytes("one"), folder.bytes("two"), "whatever the number of threads");
    assert_eq!(train(&folder, "seed", "-e 3 -s 2").0, 0);
    assert_ne!(folder.bytes("one"), folder.bytes("seed"));
    assert_eq!(train(&folder, "alone", "-e 2 --purpose alone").0, 0);
    let files =
        ["one", "two", "seed", "alone"].iter().flat_map(|name| ["", ".json", ".svg"].map(|end| format!("{name}{end}")));
    let mut names: Vec<String> = files.chain(["games".to_owned()]).collect();
    names.sort();
    assert_eq!(folder.names(), names, "no checkpoint is left");
    let lineage: Value = serde_json::from_slice(&folder.bytes("one.json")).expect("JSON");
    assert_eq!(
        (&lineage["game"], &lineage["games"], &lineage["options"]["epochs"]),
        (&json!(GAME), &json!(60), &json!(3))
    );
    assert!(out.contains(lineage["network"].as_str().expect("a name")), "{out}");
    assert_eq!(lineage["series"][0]["nodes"], json!(20));
    let from = |name: &str| format!("-e 1 --from {}", folder.path(name).display());
    assert_eq!(train(&folder, "next", &from("one")).0, 0);
    let next: Value = serde_json::from_slice(&folder.bytes("next.json")).expect("JSON");
    assert_eq!((&next["from"], &lineage["from"]), (&lineage["network"], &Value::Null));
    for (name, why) in [
        ("games", "games: not a network, expected a file of `bactrian train`"),
        (
            "alone",
            "alone: a network of 16 hidden neurons, 0 of terms, purpose alone, expected at most 16 hidden neurons, 64 of",
        ),
        ("missing", "missing: "),
    ] {
        let (status, _, errors) = train(&folder, "last", &from(name));
        assert!(status == 1 && errors.contains(why), "{errors}");
    }
    let svg = String::from_utf8(folder.bytes("one.svg")).expect("text");
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("polyline")).count(), 2);
    for name in ["one", "alone"] {
        let net = format!("{GAME}={}", folder.path(name).display());
        output(&["analyse", "-v", GAME, "-d", "3", "--net", &net]);
    }
}

#[test]
fn training_refuses_what_gives_no_network() {
    let folder = Folder::new();
    play(&folder, "games", "2");
    let (status, _, errors) = train(&folder, "net", "-e 1");
    assert!(
        status == 1 && errors.contains("games: ") && errors.contains(" positions, expected at least 1000"),
        "{errors}"
    );
    for (option, named) in [
        ("--hidden 17", "--hidden"),
        ("--term-hidden 65", "--term-hidden"),
        ("--trust 2", "--trust"),
        ("--purpose nothing", "unknown variant `nothing`, expected `correction` or `alone`"),
        ("--source stones", "unknown variant `stones`, expected one of `roots`, `leaves`, `both`"),
        ("-e 0", "--epochs"),
        ("--dump x", "--dump"),
    ] {
        let words = training(&folder, "net", option);
        let words: Vec<&str> =
            words.iter().map(String::as_str).filter(|&word| word != "--hidden" && word != "16").collect();
        let words =
            if option.starts_with("--hidden") { [&words[..3], &["--hidden"], &words[3..]].concat() } else { words };
        let (status, _, errors) = run(&words);
        assert!(status == 2 && errors.contains(named), "{option}: {errors}");
    }
    let games = folder.path("games").display().to_string();
    assert_eq!(run(&["train", "-v", GAME, "-d", &games]).0, 2, "no output");
    let errors = refused(&["train", "-v", "chess", "-d", &games, "-o", "net"]);
    assert!(errors.contains("games: games of kingsmen39 (rules "), "{errors}");
    assert_eq!(folder.names(), ["games"]);
}

#[test]
#[cfg(unix)]
fn an_interrupted_training_goes_on() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use crate::arena::play::interrupt;

    const LONG: &str = "-e 60 -t 1";
    let folder = Folder::new();
    play(&folder, "games", "40");
    assert_eq!(train(&folder, "whole", LONG).0, 0);
    let mut child = Command::new(PROGRAM);
    let mut child =
        child.args(training(&folder, "net", LONG)).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    assert!(lines.any(|line| line.starts_with("epoch   2 ")));
    interrupt(&child);
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().expect("a child can be awaited").code(), Some(130), "{rest:?}");
    assert_eq!(rest.last().map(String::as_str), Some("interrupted; the same command goes on"));
    assert!(folder.path("net.checkpoint").exists() && !folder.path("net").exists());
    let (status, _, errors) = train(&folder, "net", "-e 61 -t 1");
    assert!(status == 1 && errors.contains("net.checkpoint: a checkpoint of other options or positions"), "{errors}");
    let (status, out, errors) = train(&folder, "net", LONG);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert!(out.contains("goes on after epoch "), "{out}");
    assert_eq!(folder.bytes("net"), folder.bytes("whole"));
    assert_eq!(folder.bytes("net.svg"), folder.bytes("whole.svg"));
    assert_eq!(folder.bytes("net.json"), folder.bytes("whole.json"));
    assert!(!folder.path("net.checkpoint").exists());
}

/// Relatives that differ only in their start positions learn from each other's games.
#[test]
fn games_of_a_relative_are_positions_too() {
    let folder = Folder::new();
    let paths = ["kingsmendh", "dhkingsmen", "both"].map(|name| folder.path(name).display().to_string());
    for game in ["kingsmendh", "dhkingsmen"] {
        let output_path = folder.path(game).display().to_string();
        output(&["datagen", "-v", game, "-g", "20", "-n", "20", "-o", &output_path]);
    }
    let count = |data: &[&str]| -> usize {
        let said = output(&[&["train", "-v", "kingsmendh", "--dump", &paths[2], "-d"], data].concat());
        let words: Vec<&str> = said.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
        let place = words.iter().position(|&word| word == "positions").expect("a number of positions");
        words[place - 1].parse().expect("a number")
    };
    let [ours, theirs, both] = [&[&*paths[0]][..], &[&paths[1]], &[&paths[0], &paths[1]]].map(count);
    assert!(ours > 0 && theirs > 0 && both == ours + theirs, "{ours} {theirs} {both}");
    let errors = refused(&["train", "-v", "kingsmen", "--dump", &paths[2], "-d", &paths[0]]);
    assert!(errors.contains("games of kingsmendh (rules "), "{errors}");
}

/// A file can be made up whose network sees fewer marks than the game has.
#[test]
fn marks_that_a_network_does_not_know_are_ignored() {
    let (spec, weights) = (spec_of("luotuoqi"), Weights::built_in(spec_of("luotuoqi")));
    let blind = Network::new(
        Purpose::Alone,
        spec.rules_hash(),
        weights.name().to_owned(),
        Inputs::new(spec, 0),
        Numbers {
            rows: vec![1; 16 * Inputs::new(spec, 0).len()],
            bias: vec![100; 16],
            term_rows: Vec::new(),
            term_bias: Vec::new(),
            output: vec![10; 2 * 16 * BUCKETS],
            output_bias: [0; BUCKETS],
        },
    );
    let blind = Network::from_bytes(&blind.to_bytes(spec), spec).expect("a network");
    let mut session = session::open(spec);
    session.evaluate_with(Evaluation { weights: weights.into(), network: Some(blind.into()) });
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    assert!(session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {}).best.is_some());
    session.set_position(None).expect("the start position is valid");
    assert_ne!(session.evaluate(), 0);
}

#[test]
fn positions_are_dumped() {
    let folder = Folder::new();
    play(&folder, "games", "40");
    let [games, dump] = ["games", "dump"].map(|name| folder.path(name).display().to_string());
    let said = output(&["train", "-v", GAME, "-d", &games, "--dump", &dump]);
    let text = fs::read_to_string(&dump).expect("it was written");
    let (header, lines) = text.split_once('\n').expect("lines");
    let header: Value = serde_json::from_str(header).expect("JSON");
    let fields: Vec<&str> = header["fields"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(header["positions"].as_u64(), Some(lines.lines().count() as u64));
    assert!(said.contains(&format!("{} positions written to {dump}", header["positions"])), "{said}");
    let (mut held_back, mut of_tree) = (0, 0);
    for line in lines.lines() {
        let values: Vec<&str> = line.split(';').collect();
        assert_eq!(values.len(), fields.len(), "{line}");
        let value = |name: &str| values[fields.iter().position(|&field| field == name).expect("a field")];
        let inputs =
            |name: &str| -> Vec<u64> { value(name).split(' ').map(|input| input.parse().expect("a number")).collect() };
        let limit = header["inputs"].as_u64().expect("a number");
        assert!(
            inputs("ours").len() == inputs("theirs").len() && inputs("ours").iter().all(|&input| input < limit),
            "{line}"
        );
        match value("of_tree") {
            "" => assert!(["0", "0.5", "1"].contains(&value("result")), "{line}"),
            bound => {
                assert!(["exact", "lower", "upper"].contains(&bound), "{line}");
                assert_eq!(value("result"), value("expected"), "{line}");
                of_tree += 1;
            }
        }
        held_back += usize::from(value("held_back") == "1");
    }
    assert!(held_back > 0 && held_back < lines.lines().count() / 4, "{held_back}");
    assert!(of_tree > 0, "the games have positions of trees");
    assert_eq!(folder.names(), ["dump", "games"]);
}
