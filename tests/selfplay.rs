//! Games of the engine against itself: played in shards, broken off and continued, joined, and fitted to.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use bactrian::types::short_hash;

#[cfg(unix)]
use crate::arena::play::interrupt;
use crate::common::client::{output, program, run};
use crate::files::{Folder, refused};

/// The arguments of a command: these words, and a file of the folder.
fn words<'a>(command: &'a str, file: &'a str) -> Vec<&'a str> {
    command.split(' ').chain(["-o", file]).collect()
}

/// Plays games into a file of the folder.
#[track_caller]
fn datagen(folder: &Folder, name: &str, options: &str) -> String {
    let path = folder.path(name).display().to_string();
    output(&words(&format!("datagen {options}"), &path))
}

/// Joins files of the folder.
fn merge(folder: &Folder, parts: &[&str], name: &str, options: &[&str]) -> (i32, String, String) {
    let path = |name: &str| folder.path(name).display().to_string();
    let mut arguments = vec!["merge".to_owned()];
    arguments.extend(parts.iter().map(|part| path(part)));
    arguments.extend(options.iter().map(|&option| option.to_owned()));
    arguments.extend(["-o".to_owned(), path(name)]);
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The canonical bytes of a file of the folder.
#[track_caller]
fn merged(folder: &Folder, parts: &[&str]) -> Vec<u8> {
    let (status, out, errors) = merge(folder, parts, "merged", &[]);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    folder.bytes("merged")
}

const TEN: &str = "-v kingsmen39 -n 60 -g 10";

#[test]
fn a_complete_file_is_left_alone() {
    let folder = Folder::new();
    assert!(datagen(&folder, "games", TEN).starts_with("games 10  turns "));
    assert_eq!(folder.names(), ["games"]);
    let whole = folder.bytes("games");
    assert!(datagen(&folder, "games", TEN).ends_with("games is complete\n"));
    assert!(datagen(&folder, "games", "-v kingsmen39 -n 60 -g 4").ends_with("games is complete\n"), "four of them");
    assert_eq!(folder.bytes("games"), whole);
    let said = datagen(&folder, "games", "-v kingsmen39 -n 60 -g 12");
    assert!(said.starts_with("goes on after 10 games\ngames 12 "), "{said}");
    assert_eq!(folder.names(), ["games"]);
}

#[test]
fn games_do_not_depend_on_shards_or_threads() {
    let folder = Folder::new();
    datagen(&folder, "whole", &format!("{TEN} -t 2"));
    for shard in ["0", "1", "2"] {
        datagen(&folder, shard, &format!("{TEN} --shard {shard} --of 3"));
    }
    let whole = merged(&folder, &["whole"]);
    assert_eq!(merged(&folder, &["2", "0", "1"]), whole);
    assert!(datagen(&folder, "merged", TEN).ends_with("is complete\n"));
    let other = datagen(&folder, "seed", &format!("{TEN} -s 2"));
    assert!(other.starts_with("games 10 "), "{other}");
    assert_ne!(merged(&folder, &["seed"]), whole);
}

#[test]
fn a_run_that_was_killed_or_cut_gives_the_same_games() {
    let folder = Folder::new();
    let many = "-v kingsmen39 -n 20 -g 150";
    datagen(&folder, "whole", many);
    let whole = merged(&folder, &["whole"]);
    let path = folder.path("killed").display().to_string();
    let line = format!("datagen {many}");
    for is_early in [true, false] {
        let mut command = program();
        command.args(words(&line, &path)).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(30));
        while !is_early && fs::metadata(folder.path("killed.partial")).map_or(0, |file| file.len()) == 0 {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().expect("a child can be killed");
        child.wait().expect("a child can be awaited");
    }
    datagen(&folder, "killed", many);
    assert_eq!(merged(&folder, &["killed"]), whole);
    assert_eq!(folder.names(), ["killed", "merged", "whole"]);
    // As if the last chunk had been cut while it was written.
    let bytes = folder.bytes("whole");
    folder.file("whole.partial", &bytes[..bytes.len() - 5]);
    fs::remove_file(folder.path("whole")).expect("it is there");
    let said = datagen(&folder, "whole", many);
    assert!(said.contains("dropped games that were cut: ") && said.contains("goes on after 128 games"), "{said}");
    assert_eq!(merged(&folder, &["whole"]), whole);
}

/// A second process may not write the same file.
#[test]
#[cfg(unix)]
fn an_interrupt_leaves_what_was_played() {
    let folder = Folder::new();
    let many = "datagen -v kingsmen39 -n 60 -g 1000000";
    let path = folder.path("games").display().to_string();
    let mut child = program();
    let mut child = child.args(words(many, &path)).stdout(Stdio::piped()).spawn().expect("the program starts");
    while fs::metadata(folder.path("games.partial")).map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(refused(&words(many, &path)).contains("games.partial: another process writes it"));
    interrupt(&child);
    let ended = child.wait().expect("a child can be awaited");
    let said = std::io::read_to_string(child.stdout.take().expect("a pipe")).expect("it says something");
    assert_eq!(ended.code(), Some(130), "{said}");
    assert!(said.contains("interrupted after ") && said.contains("the same command goes on"), "{said}");
    assert_eq!(folder.names(), ["games.partial"]);
}

#[test]
fn foreign_files_are_refused_and_kept() {
    let folder = Folder::new();
    datagen(&folder, "other", "-v chess -n 10 -g 1");
    let other = folder.bytes("other");
    for (content, expected) in [
        (other.as_slice(), ": games of chess (rules "),
        (b"dear diary\n", ": byte 0 begins no chunk of games, expected a file of `bactrian datagen`"),
    ] {
        for name in ["games", "games.partial"] {
            folder.file(name, content);
            let path = folder.path("games").display().to_string();
            let errors = refused(&words(&format!("datagen {TEN}"), &path));
            assert!(errors.contains(&format!("{name}{expected}")), "{errors}");
            assert_eq!(folder.bytes(name), content);
            fs::remove_file(folder.path(name)).expect("it is there");
        }
    }
    let nowhere = folder.path("no").join("games").display().to_string();
    assert!(refused(&words(&format!("datagen {TEN}"), &nowhere)).contains("games.partial: "));
    assert_eq!(folder.names(), ["other"]);
}

#[test]
fn shards_have_numbers_below_their_count() {
    let folder = Folder::new();
    let path = folder.path("games").display().to_string();
    let errors = refused(&words(&format!("datagen {TEN} --shard 3 --of 3"), &path));
    assert!(errors.contains("--shard: 3, expected 0 to 2"), "{errors}");
    for wrong in ["--shard 1", "--of 3", "--shard 0 --of 0", "--shard x --of 3"] {
        let (status, _, errors) = run(&words(&format!("datagen {TEN} {wrong}"), &path));
        assert!(status == 2 && (errors.contains("--shard") || errors.contains("--of")), "{wrong}: {errors}");
    }
    let errors = refused(&words(&format!("datagen {TEN} --shard 0 --of 11"), &path));
    assert!(errors.contains("--of: 11, expected at most 10: a shard would be empty"), "{errors}");
    assert!(folder.names().is_empty());
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    for shard in ["0", "1"] {
        datagen(&folder, shard, &format!("{TEN} --shard {shard} --of 2"));
    }
    datagen(&folder, "chess", "-v chess -n 10 -g 1");
    let part = folder.bytes("1");
    let mut flipped = part.clone();
    let middle = part.len() * 3 / 4;
    flipped[middle] ^= 0x10;
    folder.file("flipped", &flipped);
    folder.file("cut", &part[..part.len() - 1]);
    folder.file("header", &part[..20]);
    folder.file("empty", "");
    folder.file("diary", "dear diary\n");
    let header = part.iter().position(|&byte| byte == b'\n').expect("a line");
    let text = String::from_utf8_lossy(&part[..header]).replace("kingsmen39", "nochess");
    folder.file("unknown", [with_checksum(&text).as_bytes(), &part[header..]].concat());
    folder.file("renamed", [text.as_bytes(), &part[header..]].concat());
    folder.file("merged", "precious");
    for (parts, expected) in [
        (["0", "0"], "0: game 0 of seed 1 occurs twice"),
        (["0", "flipped"], "flipped: the chunk of games at byte 0 is damaged: "),
        (["0", "cut"], "cut: the chunk of games at byte 0 is truncated"),
        (["0", "header"], "header: the chunk of games at byte 0 is truncated"),
        (["0", "empty"], "empty: byte 0 begins no chunk of games"),
        (["0", "diary"], "diary: byte 0 begins no chunk of games"),
        (["0", "missing"], "missing: "),
        (["0", "chess"], "chess: games of chess (rules "),
        (["chess", "0"], "0: games of kingsmen39 (rules "),
        (["unknown", "0"], "unknown: unknown variant `nochess`"),
        (["renamed", "0"], "renamed: the chunk of games at byte 0 is damaged: the checksum of its header is wrong"),
    ] {
        let (status, out, errors) = merge(&folder, &parts, "merged", &[]);
        assert_eq!((status, out.as_str(), errors.lines().count()), (1, "", 1), "{errors}");
        assert!(errors.contains(expected), "{parts:?}: {errors}");
        assert_eq!(folder.bytes("merged"), b"precious");
    }
    let (status, _, errors) = merge(&folder, &["0", "1"], "1", &[]);
    assert!(status == 1 && errors.contains("1: the output would overwrite the games"), "{errors}");
    assert_eq!(folder.bytes("1"), part);
    assert_eq!(run(&["merge", "-o", "x"]).0, 2);
    assert_eq!(run(&["merge", "x"]).0, 2);
}

/// A header with the checksum that belongs to it.
fn with_checksum(header: &str) -> String {
    let (content, _) = header.rsplit_once(",\"checksum\":").expect("a header has a checksum");
    format!("{content},\"checksum\":\"{}\"}}", short_hash(content))
}

/// A part whose checksums are right but whose games are of other rules.
#[test]
fn games_that_break_the_rules_are_refused() {
    let folder = Folder::new();
    datagen(&folder, "chess", "-v chess -n 10 -g 1");
    datagen(&folder, "gothic", "-v gothic -n 10 -g 1");
    let [chess, gothic] = ["chess", "gothic"].map(|name| folder.bytes(name));
    let end = gothic.iter().position(|&byte| byte == b'\n').expect("a line");
    // The name and the rules in the header.
    let quoted = |bytes: &[u8], number: usize| {
        String::from_utf8_lossy(bytes).split('"').nth(number).expect("quoted texts").to_owned()
    };
    let mut header = String::from_utf8_lossy(&gothic[..end]).into_owned();
    for number in [9, 13, 17] {
        header = header.replace(&quoted(&gothic, number), &quoted(&chess, number));
    }
    assert!(header.contains("\"variant\":\"chess\",\"rules\":"), "{header}");
    folder.file("false", [with_checksum(&header).as_bytes(), &gothic[end..]].concat());
    let (status, _, errors) = merge(&folder, &["false"], "merged", &[]);
    assert!(status == 1 && errors.contains("false: game 0: "), "{errors}");
    assert_eq!(folder.names(), ["chess", "false", "gothic"]);
}

#[test]
fn text_has_a_position_a_line() {
    let folder = Folder::new();
    datagen(&folder, "games", TEN);
    let (status, out, errors) = merge(&folder, &["games"], "text", &["--text"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    let text = String::from_utf8(folder.bytes("text")).expect("text");
    assert!(out.contains(&format!("  positions {}\n", text.lines().count())), "{out}");
    assert!(text.lines().count() > 50, "{text}");
    for line in text.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, score, result] = fields[..] else { panic!("{line}") };
        assert!(score.parse::<i32>().is_ok() && ["0", "0.5", "1"].contains(&result), "{line}");
        let shown = run(&["show", "-v", "kingsmen39", "--fen", fen]).0;
        assert_eq!(shown, 0, "{line}");
        if line.len() % 16 == 0 {
            break;
        }
    }
}

#[test]
fn games_from_files_are_kept_too() {
    let folder = Folder::new();
    let small = "[small:chess]\nmaxRank = 6\nmaxFile = 6\nstartFen = rnbqkr/pppppp/6/6/PPPPPP/RNBQKR w - - 0 1\n";
    let file = folder.file("games.ini", small);
    let rules = folder.file("rules.ini", format!("{small}doubleStep = false\n"));
    let array = folder.file("array.ini", small.replace("qk", "kq").replace("QK", "KQ"));
    let part = folder.path("part").display().to_string();
    let whole = folder.path("whole").display().to_string();
    let play = ["--games", &file, "datagen", "-v", "small", "-n", "30", "-g", "4", "-o", &part];
    output(&play);
    output(&["--games", &file, "merge", &part, "-o", &whole]);
    let errors = refused(&["merge", &part, "-o", &whole]);
    assert!(errors.contains("part: unknown variant `small`"), "{errors}");
    for arguments in [&["merge", &part, "-o", &whole][..], &["datagen", "-v", "small", "-g", "4", "-o", &part]] {
        let errors = refused(&[&["--games", &rules], arguments].concat());
        assert!(errors.contains("part: games of small (rules "), "{errors}");
        let errors = refused(&[&["--games", &array], arguments].concat());
        assert!(errors.contains("part: games of small with another start position than it has now"), "{errors}");
    }
}

#[test]
fn fit_refuses_what_gives_no_weights() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name).display().to_string();
    datagen(&folder, "good", "-v kingsmen39 -n 20 -g 60");
    datagen(&folder, "few", "-v kingsmen39 -n 20 -g 2");
    let part = folder.bytes("good");
    let mut flipped = part.clone();
    *flipped.last_mut().expect("bytes") ^= 1;
    folder.file("flipped", &flipped);
    folder.file("cut", &part[..part.len() - 1]);
    folder.file("text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;20;0.5\n".repeat(1200));
    let weights = folder.file("weights", "precious");
    let fit = |data: &str| ["fit", "-v", "kingsmen39", "--data", &path(data), "--output", &weights].join("\n");
    for (data, expected) in [
        ("few", " positions, expected at least 1000"),
        ("flipped", "the chunk of games at byte 0 is damaged"),
        ("cut", "the chunk of games at byte 0 is truncated"),
        ("text", "byte 0 begins no chunk of games"),
    ] {
        let errors = refused(&fit(data).split('\n').collect::<Vec<_>>());
        assert!(errors.contains(&format!("{data}: ")) && errors.contains(expected), "{errors}");
    }
    let errors = refused(&["fit", "-v", "chess", "--data", &path("good"), "--output", &weights]);
    assert!(errors.contains("good: games of kingsmen39 (rules "), "{errors}");
    for option in ["--scale=0", "--scale=nan", "--scale=inf", "--hold=-1", "--smooth=nan", "--trust=1.1", "--epochs=0"]
    {
        let arguments = fit("good") + "\n" + option;
        let (status, _, errors) = run(&arguments.split('\n').collect::<Vec<_>>());
        assert!(status == 2 && errors.contains(&option[..option.find('=').unwrap()]), "{option}: {errors}");
    }
    for (option, expected) in [
        ("--terms=hanging,hangin", "`hangin` names no terms, expected one of: aimed, "),
        ("--new-terms", "the weights in use lack no terms"),
    ] {
        let errors = refused(&(fit("good") + "\n" + option).split('\n').collect::<Vec<_>>());
        assert!(errors.contains(expected), "{errors}");
    }
    assert_eq!(folder.bytes("weights"), b"precious");
    let nowhere = folder.path("no").join("weights").display().to_string();
    let errors = refused(&["fit", "-v", "kingsmen39", "--data", &path("good"), "--output", &nowhere]);
    assert!(errors.contains("its folder does not exist"), "{errors}");
    output(&(fit("good") + "\n--epochs=1").split('\n').collect::<Vec<_>>());
    output(&["moves", "-v", "kingsmen39", "--weights", &format!("kingsmen39={weights}")]);
    assert_eq!(folder.names(), ["cut", "few", "flipped", "good", "text", "weights"]);
}

#[test]
fn chances_are_fitted_to_results() {
    let folder = Folder::new();
    datagen(&folder, "games", "-v kingsmen39 -n 20 -g 60");
    datagen(&folder, "other", "-v chess -n 20 -g 40");
    let path = |name: &str| folder.path(name).display().to_string();
    let games = path("games");
    let fit = |rest: &[&str]| output(&[&["fit", "--chances", "--data", &games], rest].concat());
    let text = fit(&["-v", "kingsmen39", "--output", &path("chances")]);
    let losses = text.lines().find_map(|line| line.strip_prefix("loss ")).expect("the losses");
    let words: Vec<&str> = losses.split_whitespace().collect();
    let [after, before] = [words[0], words[4]].map(|word| word.parse::<f64>().expect("a number"));
    assert!(after <= before, "{text}");
    let written = String::from_utf8(folder.bytes("chances")).expect("text");
    let numbers: Vec<f64> = written.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert!(numbers.len() == 5 && numbers[0] > 0.0 && numbers[3] == 60.0, "{written}");
    fit(&["--shape", "--data", &path("other"), "--output", &path("shape")]);
    let shape = String::from_utf8(folder.bytes("shape")).expect("text");
    assert!(
        shape.lines().last().is_some_and(|line| line.starts_with("shape ") && line.split(' ').count() == 5),
        "{shape}"
    );
    let other = path("other");
    let errors = refused(&["fit", "-v", "kingsmen39", "--chances", "-d", &games, "-d", &other, "-o", &path("no")]);
    assert!(errors.contains("other: games of chess"), "{errors}");
}

/// Weights of an earlier version lack terms: they count nothing until they are fitted, alone if the user says so.
#[test]
fn terms_that_weights_lack_are_fitted_alone() {
    let folder = Folder::new();
    datagen(&folder, "games", "-v kingsmen39 -n 20 -g 60");
    let path = |name: &str| folder.path(name).display().to_string();
    let whole = include_str!("../src/engine/games/kingsmen39/weights.txt");
    let is_new = |line: &&str| line.starts_with("hanging.") || line.starts_with("tempo ");
    let old = folder
        .file("old", whole.lines().filter(|line| !is_new(line)).map(|line| format!("{line}\n")).collect::<String>());
    let chosen = format!("kingsmen39={old}");
    let fit = |option: &str, output: &str| {
        let (status, _, errors) = run(&[
            "fit",
            "--weights",
            &chosen,
            "-v",
            "kingsmen39",
            "--data",
            &path("games"),
            "-e",
            "3",
            option,
            "--output",
            output,
        ]);
        assert_eq!(status, 0, "{errors}");
        assert!(errors.contains("the weights of kingsmen39 lack `hanging.P`, and "), "{errors}");
    };
    for (option, is_fitted) in
        [("--new-terms", &is_new as &dyn Fn(&&str) -> bool), ("--terms=tempo", &|line| line.starts_with("tempo "))]
    {
        fit(option, &path("new"));
        let fitted = String::from_utf8(folder.bytes("new")).expect("text");
        assert_eq!(fitted.lines().count(), whole.lines().count(), "{fitted}");
        for (line, before) in fitted.lines().zip(whole.lines()) {
            assert!(
                is_fitted(&line) || is_new(&line) && line.ends_with(" 0/0") || line == before,
                "{option}: {line}, before {before}"
            );
        }
        assert!(fitted.lines().any(|line| is_fitted(&line) && !line.ends_with(" 0/0")), "{option}: {fitted}");
    }
}
