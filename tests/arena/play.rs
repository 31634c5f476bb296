//! What is played, and what is said about it.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::{arguments, fake, own, play, scratch};
use crate::common::client::{output, program, run};

#[test]
fn the_same_seed_gives_the_same_match() {
    let engines = [own("whole", "nodes=300 option.Hash=1"), own("half", "nodes=150 option.Hash=1")];
    let options = "-g 6 -c 2 --opening-plies 4";
    let (games, _) = play("kingsmen39", &format!("{options} --seed 7"), &engines);
    assert_eq!(games, play("kingsmen39", &format!("{options} --seed 7"), &engines).0);
    assert_ne!(games, play("kingsmen39", &format!("{options} --seed 8"), &engines).0);
    let opening = |game: &Value| game["moves"].as_array().map(|moves| moves[..4].to_vec());
    assert_eq!(opening(&games[0]), opening(&games[1]), "both games of a pair begin in the same way");
    assert_ne!(opening(&games[0]), opening(&games[2]));
    for (index, game) in games.iter().enumerate() {
        let names = if index % 2 == 0 { ["whole", "half"] } else { ["half", "whole"] };
        assert_eq!([&game["white"], &game["black"]], names, "{game}");
        assert_eq!(game["termination"], "normal", "{game}");
    }
}

#[test]
fn both_protocols_play_on_boards_with_ten_ranks() {
    let engines = [own("uci", "option.Hash=1 nodes=100"), own("cecp", "proto=cecp option.Hash=1 nodes=100")];
    let options = "-g 2 --opening-plies 7 --max-turns 60";
    let (games, summary) = play("januskamil", options, &engines);
    let none = serde_json::json!({ "time": 0, "broken": 0, "infractions": 0 });
    for failures in summary["failures"].as_array().expect("one for each engine") {
        assert!(["time", "broken", "infractions"].iter().all(|kind| failures[kind] == none[kind]), "{games:?}");
    }
    assert!(games.iter().any(|game| game["moves"].to_string().contains("10")), "the tenth rank is used");
}

#[test]
fn both_protocols_play_games_that_xboard_cannot_draw() {
    let engines = [own("uci", "option.Hash=1 nodes=100"), own("cecp", "proto=cecp option.Hash=1 nodes=100")];
    for variant in ["luotuoqi", "bilateral"] {
        let (games, summary) = play(variant, "-g 2 --opening-plies 4 --max-turns 120", &engines);
        for failures in summary["failures"].as_array().expect("one for each engine") {
            assert!(["broken", "infractions"].iter().all(|kind| failures[kind] == 0), "{games:?}");
        }
        // Of a double turn the referee gets both halves.
        let halves = |game: &Value| game["moves"].to_string().matches("c\"").count();
        assert!(variant != "luotuoqi" || games.iter().all(|game| halves(game) > 0), "{games:?}");
    }
}

#[test]
fn cecp_engines_begin_from_positions_and_keep_their_clocks() {
    let file = scratch("kings.epd");
    std::fs::write(&file, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n").expect("the file is written");
    let engines = [own("clock", "proto=cecp tc=40/6+0.05"), own("fixed", "proto=cecp depth=2")];
    let (games, summary) = play("chess", &format!("-g 2 --max-turns 6 --openings {}", file.display()), &engines);
    for game in games {
        assert_eq!(game["start"], "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
        assert_eq!((&game["reason"], &game["termination"]), (&"draw by length".into(), &"adjudication".into()));
    }
    assert_eq!(summary["completion"], "complete");
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn openings_of_a_pgn_are_played_with_their_moves() {
    let file = scratch("knights.pgn");
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 {of the book} Ng8 5. e4 e5 1-0\n";
    let other = "[Variant \"gothic\"]\n\n1. e4 *\n";
    std::fs::write(&file, format!("{knights}\n{other}")).expect("the file is written");
    let pgn = scratch("knights-played.pgn");
    let options = format!("-g 2 --opening-plies 7 --openings {} --pgn {}", file.display(), pgn.display());
    let engines = [fake("one", "play", ""), fake("two", "play", "proto=cecp")];
    let (status, output, errors) = run(&arguments("chess", &options, &engines));
    assert_eq!(status, 0, "{output}{errors}");
    assert!(errors.contains("knights.pgn: no opening: game 2: the variant is gothic, expected chess"), "{errors}");
    // The eighth move repeats the position a second time.
    assert_eq!(output.matches("{draw by threefold repetition} 8 turns").count(), 2, "{output}");
    let games = std::fs::read_to_string(&pgn).expect("the games are recorded");
    assert_eq!((games.matches("{book}").count(), games.matches("[FEN ").count()), (14, 0), "{games}");
    // The record is known again by its moves.
    let again = |file: &std::path::Path, plies| {
        let options = format!("-g 2 --openings {} {plies} --pgn {} --resume", file.display(), pgn.display());
        run(&arguments("chess", &options, &engines))
    };
    assert_eq!(again(&file, "--opening-plies 7").0, 0);
    let (status, _, errors) = again(&file, "--opening-plies 6");
    assert!(status == 0, "the moves of the games begin with fewer, too: {errors}");
    let (status, _, errors) = again(&file, "");
    assert!(status == 1 && errors.contains("it begins otherwise"), "{errors}");
}

#[test]
fn operations_of_an_epd_set_the_clock() {
    let file = scratch("clock.epd");
    let kings = "4k3/8/8/8/8/8/8/4K2R w K -";
    std::fs::write(&file, format!("{kings} bm O-O; hmvc 97; fmvn 60;\n")).expect("the file is written");
    let options = format!("-g 2 --nodes 1 --openings {}", file.display());
    let (games, _) = play("chess", &options, &[own("one", ""), own("two", "proto=cecp depth=1")]);
    for game in games {
        assert_eq!(game["start"], "4k3/8/8/8/8/8/8/4K2R w K - 97 60");
        assert!(game["moves"].as_array().is_some_and(|moves| moves.len() == 3), "{game}");
        assert_eq!(game["reason"], "draw by the 50-move rule");
    }
}

/// What an engine was told while it was its opponent's turn, in a match against one that does not ponder.
fn told(mode: &str, words: &str) -> Vec<String> {
    let errors = scratch(&format!("{mode}-{}.txt", words.len()));
    let words = format!("{words} ponder=on stderr={}", errors.display());
    let (games, _) = play("chess", "-g 2 --opening-plies 0", &[fake("ponders", mode, &words), fake("not", "play", "")]);
    assert!(games.iter().all(|game| game["reason"] == "draw by threefold repetition"), "{games:?}");
    std::fs::read_to_string(&errors).expect("it was told something").lines().map(str::to_owned).collect()
}

#[test]
fn engines_ponder_on_the_reply_that_they_expect() {
    let hits = told("ponder", "");
    assert_eq!(hits, ["go ponder", "ponderhit"].repeat(6));
    let misses = told("mistaken", "");
    assert_eq!(misses[..4], ["go ponder", "stop", "go ponder", "stop"]);
    assert!(misses.iter().all(|line| line != "ponderhit"), "{misses:?}");
    let stops = misses.iter().filter(|line| *line == "stop").count();
    assert_eq!(2 * stops, misses.len(), "every search on the opponent's time was stopped: {misses:?}");
    // Once when it is tried, and once for each game.
    assert_eq!(told("play", "proto=cecp"), ["hard"; 3]);
}

#[test]
fn both_protocols_ponder_in_games_with_and_without_double_turns() {
    let engines = [own("uci", "option.Hash=1 nodes=200"), own("cecp", "proto=cecp option.Hash=1 nodes=200")];
    for variant in ["chess", "luotuoqi"] {
        let (games, summary) = play(variant, "-g 2 --opening-plies 4 --max-turns 50 --ponder", &engines);
        for failures in summary["failures"].as_array().expect("one for each engine") {
            assert!(["time", "broken", "infractions"].iter().all(|kind| failures[kind] == 0), "{games:?}");
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn scores_end_games() {
    let behind = [fake("good", "play", ""), fake("behind", "behind", "")];
    let (games, _) = play("chess", "-g 2 --opening-plies 0 --resign moves=2 score=500", &behind);
    assert_eq!((&games[0]["reason"], &games[0]["result"]), (&"Black is far behind".into(), &"1-0".into()));
    let (games, _) = play("chess", "-g 2 --opening-plies 0 --resign moves=2 score=500 twosided=1", &behind);
    assert_eq!(games[0]["reason"], "draw by threefold repetition");
    let level = [fake("one", "level", ""), fake("two", "level", "")];
    let (games, _) = play("chess", "-g 2 --opening-plies 0 --draw number=2 moves=2", &level);
    assert_eq!(
        (&games[1]["reason"], &games[1]["moves"]),
        (&"draw by level scores".into(), &serde_json::json!(["g1f3", "g8f6", "f3g1", "f6g8"]))
    );
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn a_sequential_test_ends_the_match() {
    let engines = [fake("good", "play", ""), fake("bad", "crash", "")];
    let (games, summary) = play("chess", "-g 400 --opening-plies 0 --sprt elo0=0 elo1=400", &engines);
    assert_eq!(summary["completion"], "H1", "{summary}");
    assert!(games.len() < 100, "{}", games.len());
    assert!(summary["pairings"][0]["llr"].as_f64().is_some_and(|ratio| ratio > 2.94), "{summary}");
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn several_engines_make_a_table() {
    let engines = ["one", "two", "three"].map(|name| fake(name, if name == "two" { "nothing" } else { "play" }, ""));
    let output = output(&arguments("chess", "-g 2 --opening-plies 0", &engines));
    assert!(output.contains("game 6 (1.2): three - two 1-0 {Black makes an illegal move: 0000}"), "{output}");
    let table: Vec<Vec<&str>> =
        output.lines().rev().skip(1).take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(table[0], ["3", "two", "0.0/4", "0.0/2", "0.0/2", "-"], "{output}");
    assert_eq!(table[2], ["1", "one", "3.0/4", "-", "1.0/2", "2.0/2"], "{output}");
    let (_, summary) = play("chess", "-g 2 --opening-plies 0 --gauntlet", &engines);
    let seconds: Vec<_> =
        summary["pairings"].as_array().into_iter().flatten().map(|pairing| &pairing["second"]).collect();
    assert_eq!(seconds, ["two", "three"]);
}

/// Interrupts a program as Ctrl-C at the terminal does.
#[cfg(unix)]
pub fn interrupt(child: &std::process::Child) {
    let status = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(status.expect("sh runs").success());
}

/// An interrupt ends the match with the table so far, and no engine stays behind.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_cleanly() {
    let pgn = scratch("interrupted.pgn");
    let pgn_text = pgn.display().to_string();
    let engines = [fake("one", "play", ""), fake("two", "play", "")];
    let options = format!("-g 100000 --opening-plies 0 --pgn {pgn_text}");
    let child = program()
        .args(arguments("chess", &options, &engines))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    super::records::wait_for_games(&pgn, 2);
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("the program writes text");
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.ends_with("interrupted\n") && text.contains("one - two: "), "{text}");
    let (status, summary, _) = run(&["pgn", &pgn_text]);
    assert_eq!(status, 0, "{summary}");
}
