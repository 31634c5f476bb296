//! A match divided into shards, and their parts joined.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::records::wait_for_games;
use super::{arguments, begin, own, play, refused, scratch};
use crate::common::client::run;

const MATCH: &str = "-g 12 --opening-plies 4 --seed 5";

fn engines() -> [String; 2] {
    [own("whole", "nodes=60 option.Hash=1"), own("half", "nodes=30 option.Hash=1")]
}

/// A file for a part; nothing of an earlier run is left.
fn part(name: &str) -> PathBuf {
    let _ = std::fs::remove_file(partial(&scratch(name)));
    scratch(name)
}

fn partial(part: &Path) -> PathBuf {
    part.with_added_extension("partial")
}

/// The options of a shard of the match.
fn shard(number: u64, of: u64, part: &Path) -> String {
    format!("{MATCH} --shard {number} --of {of} --pgn {}", part.display())
}

fn join(parts: &[&Path]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| part.display().to_string()).collect();
    format!("{MATCH} --join {}", parts.join(" "))
}

/// The games without where they were played.
fn moves(games: &[Value]) -> Vec<(u64, Value)> {
    games.iter().map(|game| (game["game"].as_u64().expect("a number"), game["moves"].clone())).collect()
}

#[test]
fn shards_are_the_whole_match() {
    let (whole_games, whole) = play("kingsmen39", MATCH, &engines());
    let parts = ["sum-0.pgn", "sum-1.pgn", "sum-2.pgn", "sum-3.pgn"].map(part);
    let mut games = Vec::new();
    // The last first: shards have no order.
    for number in (0..4).rev() {
        let (played, summary) = play("kingsmen39", &shard(number, 4, &parts[number as usize]), &engines());
        assert_eq!((played.len() % 2, &summary["completion"]), (0, &"complete".into()), "whole pairs: {summary}");
        games.extend(played);
    }
    games.sort_by_key(|game| game["game"].as_u64());
    assert_eq!(moves(&games), moves(&whole_games));
    let paths: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    let (played, joined) = play("kingsmen39", &join(&paths), &engines());
    assert_eq!((played.len(), &joined), (0, &whole));
    let backwards: Vec<&Path> = paths.iter().rev().copied().collect();
    assert_eq!(play("kingsmen39", &join(&backwards), &engines()).1, whole);
    let options = join(&paths) + " --sprt elo0=-900 elo1=-800";
    let (status, text, errors) = run(&arguments("kingsmen39", &options, &engines()));
    assert!(status == 0 && text.contains("SPRT of -800") && text.contains("Elo "), "{text}{errors}");
}

/// The same openings for every pairing, whichever shard it is in.
#[test]
fn several_engines_are_divided_by_pairs() {
    let three = [engines().to_vec(), vec![own("quarter", "nodes=15 option.Hash=1")]].concat();
    let options = "-g 4 --opening-plies 2";
    let (_, whole) = play("kingsmen39", options, &three);
    let parts = ["three-0.pgn", "three-1.pgn"].map(part);
    for (number, part) in parts.iter().enumerate() {
        let options = format!("{options} --shard {number} --of 2 --pgn {}", part.display());
        assert_eq!(play("kingsmen39", &options, &three).0.len(), 6);
    }
    let options = format!("{options} --join {} {}", parts[0].display(), parts[1].display());
    assert_eq!(play("kingsmen39", &options, &three).1, whole);
}

#[test]
fn a_shard_that_was_killed_goes_on() {
    let (whole, killed) = (part("shard-whole.pgn"), part("shard-killed.pgn"));
    let (_, summary) = play("kingsmen39", &shard(1, 2, &whole), &engines());
    let options = shard(1, 2, &killed);
    let mut child = begin("kingsmen39", &options, &engines());
    wait_for_games(&partial(&killed), 1);
    let errors = refused("kingsmen39", &options, &engines());
    assert!(errors.contains("another process writes it"), "{errors}");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(!killed.exists() && partial(&killed).exists());
    let (games, resumed) = play("kingsmen39", &options, &engines());
    assert!((1..=5).contains(&games.len()), "{} games were left to play", games.len());
    assert_eq!(resumed, summary);
    assert!(killed.exists() && !partial(&killed).exists());
    // Complete: no engine is even started.
    let broken = engines().map(|engine| engine.replace("cmd='", "cmd='/no/such/"));
    let (games, again) = play("kingsmen39", &options, &broken);
    assert_eq!((games.len(), again), (0, summary.clone()));
    // A part that has lost games is played on.
    let text = std::fs::read_to_string(&killed).expect("there are games");
    std::fs::write(&killed, &text[..text.len() / 2]).expect("the file is written");
    assert_eq!(play("kingsmen39", &options, &engines()).1, summary);
    assert!(killed.exists() && !partial(&killed).exists());
}

#[test]
fn parts_of_something_else_are_refused() {
    let [first, second, diary, cut] = ["bad-0.pgn", "bad-1.pgn", "bad-diary.pgn", "bad-cut.pgn"].map(part);
    play("kingsmen39", &shard(0, 2, &first), &engines());
    let error = refused("kingsmen39", &shard(1, 2, &first), &engines());
    assert!(error.contains("bad-0.pgn: game 1 is not of this match: there is no round `1.1`"), "{error}");
    std::fs::write(&diary, "dear diary\n").expect("the file is written");
    let error = refused("kingsmen39", &shard(0, 2, &diary), &engines());
    assert!(error.contains("bad-diary.pgn: line 1: not the beginning of a game"), "{error}");
    assert_eq!(std::fs::read_to_string(&diary).expect("it is there"), "dear diary\n");
    let text = std::fs::read_to_string(&first).expect("there are games");
    let (without_result, _) = text.trim_end().rsplit_once(char::is_whitespace).expect("a result comes after the moves");
    std::fs::write(&cut, without_result).expect("the file is written");
    std::fs::write(&second, "").expect("the file is written");
    let missing = scratch("bad-missing.pgn");
    let cases = [
        (join(&[&first, &first]), "bad-0.pgn: game 1 is not of this match: its number occurs twice"),
        (join(&[&cut]), "bad-cut.pgn: game 6 is not of this match: it has no result"),
        (join(&[&first, &second]), "bad-1.pgn: there is no game in it"),
        (join(&[&first, &diary]), "bad-diary.pgn: "),
        (join(&[&first, &missing]), "bad-missing.pgn: "),
        (
            join(&[&first]).replace("--seed 5", "--seed 6"),
            "bad-0.pgn: game 1 is not of this match: it begins otherwise",
        ),
        (join(&[&first]).replace("-g 12", "-g 4"), "bad-0.pgn: game 5 is not of this match: there is no round `3.1`"),
    ];
    for (options, expected) in &cases {
        let error = refused("kingsmen39", options, &engines());
        assert!(error.contains(expected), "{options}: {error}");
    }
    let error = refused("chess", &join(&[&first]), &engines());
    assert!(error.contains("the variant is kingsmen39, expected chess"), "{error}");
    let (status, text, errors) = run(&arguments("kingsmen39", &join(&[&first]), &engines()));
    assert!(status == 1 && text.contains("6 games "), "{text}");
    assert!(errors.contains("the match is not complete: 6 of 12 games"), "{errors}");
}

#[test]
fn shards_need_numbers_and_a_file() {
    let file = part("usage.pgn");
    let error = refused("kingsmen39", &shard(2, 2, &file), &engines());
    assert!(error.contains("--shard: 2, expected 0 to 1"), "{error}");
    let error = refused("kingsmen39", &shard(0, 7, &file), &engines());
    assert!(error.contains("--of: 7, expected at most 6: a shard would be empty"), "{error}");
    let of = format!("{MATCH} --pgn {} --of 2", file.display());
    let both = format!("{} --join x", shard(0, 2, &file));
    let sprt = format!("{} --sprt elo0=0", shard(0, 2, &file));
    for options in [&format!("{MATCH} --shard 0 --of 2"), &of, &shard(0, 0, &file), &both, &sprt] {
        let (status, _, errors) = run(&arguments("kingsmen39", options, &engines()));
        assert_eq!(status, 2, "{options}: {errors}");
    }
    assert!(!file.exists() && !partial(&file).exists());
}
