//! The file of games, and matches that go on from it.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use super::{arguments, begin, fake, own, play, refused, scratch};
use crate::common::client::{output, program, run};

/// Waits until so many games are in the file.
pub fn wait_for_games(pgn: &Path, games: usize) {
    for _ in 0..24_000 {
        let text = std::fs::read_to_string(pgn).unwrap_or_default();
        if text.matches("[Result ").count() > games {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{} does not grow", pgn.display());
}

/// The games without what differs from run to run: the date, and times in comments.
fn timeless(pgn: &Path) -> String {
    let text = std::fs::read_to_string(pgn).expect("the games were written");
    let words = text.lines().filter(|line| !line.starts_with("[Date ")).flat_map(|line| line.split([' ', '}']));
    words
        .filter(|word| !(word.contains('.') && word.trim_end_matches(',').ends_with('s')))
        .collect::<Vec<_>>()
        .join(" ")
}

const OPTIONS: &str = "-g 8 -c 2 --opening-plies 4 --seed 3";

fn engines() -> [String; 2] {
    [own("whole", "nodes=200 option.Hash=1"), own("half", "nodes=100 option.Hash=1")]
}

fn with_pgn(pgn: &Path) -> String {
    format!("{OPTIONS} --pgn {}", pgn.display())
}

#[test]
fn games_are_recorded_in_order_and_read_back() {
    let pgn = scratch("recorded.pgn");
    let (games, _) = play("kingsmen", &with_pgn(&pgn), &engines());
    let text = std::fs::read_to_string(&pgn).expect("the games were written");
    let rounds: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("[Round \"")).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2"].map(|round| format!("{round}\"]")));
    assert!(text.contains("[Variant \"kingsmen\"]") && text.contains("[WhiteLimits \"nodes=200\"]"), "{text}");
    assert!(text.contains("{book}") && text.contains("s, n="), "{text}");
    output(&["pgn", &pgn.display().to_string()]);
    let turns: usize = games.iter().filter_map(|game| game["moves"].as_array()).map(Vec::len).sum();
    let (_, positions, _) = run(&["pgn", "--fens", &pgn.display().to_string()]);
    assert_eq!(positions.lines().count(), turns + games.len(), "every move was read");
    let error = refused("kingsmen", &with_pgn(&pgn), &engines());
    assert!(error.contains("the file is there already"), "{error}");
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let (whole, killed) = (scratch("whole.pgn"), scratch("killed.pgn"));
    let (_, summary) = play("kingsmen39", &with_pgn(&whole), &engines());
    let options = with_pgn(&killed);
    let mut child = begin("kingsmen39", &options, &engines());
    wait_for_games(&killed, 2);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // As if the last game had been cut while it was written.
    let text = std::fs::read_to_string(&killed).expect("there are games");
    let (cut, _result) = text.trim_end().rsplit_once(char::is_whitespace).expect("it ends with a result");
    std::fs::write(&killed, cut).expect("the file is written");
    let (games, resumed) = play("kingsmen39", &format!("{options} --resume"), &engines());
    assert!((1..=6).contains(&games.len()), "{} games were left to play", games.len());
    assert_eq!(resumed, summary);
    assert_eq!(timeless(&killed), timeless(&whole));
    let (games, resumed) = play("kingsmen39", &format!("{options} --resume"), &engines());
    assert_eq!((games.len(), resumed), (0, summary), "there is nothing left to do");
}

#[test]
fn games_are_recorded_for_xboard_and_the_match_goes_on_from_them() {
    for game in ["januskamil", "kingsmen39", "chess"] {
        let (own, other) = (scratch(&format!("own-{game}.pgn")), scratch(&format!("xboard-{game}.pgn")));
        let options = |pgn: &Path| format!("-g 4 --opening-plies 4 --seed 3 --pgn {}", pgn.display());
        play(game, &options(&own), &engines());
        let (_, summary) = play(game, &format!("{} --pgn-dialect xboard", options(&other)), &engines());
        let text = std::fs::read_to_string(&other).expect("the games were written");
        assert_eq!(text.contains("[VariantMen "), game != "chess", "{text}");
        let positions = |pgn: &Path| run(&["pgn", "--fens", &pgn.display().to_string()]);
        assert_eq!(positions(&other), positions(&own));
        let resume = format!("{} --pgn-dialect xboard --resume", options(&other));
        assert_eq!(play(game, &resume, &engines()), (Vec::new(), summary));
    }
    for game in ["luotuoqi", "bilateral"] {
        let pgn = scratch(&format!("refused-{game}.pgn"));
        let error = refused(game, &format!("-g 2 --pgn {} --pgn-dialect xboard", pgn.display()), &engines());
        assert!(error.contains(&format!("--pgn-dialect: XBoard cannot load games of {game}")), "{error}");
        assert!(!pgn.exists());
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn failures_are_remembered() {
    let pgn = scratch("failures.pgn");
    let engines = [fake("good", "play", ""), fake("bad", "crash 2", "")];
    let options = |games: u32| format!("-g {games} --opening-plies 0 --pgn {} --resume", pgn.display());
    play("chess", &options(2), &engines);
    let (games, summary) = play("chess", &options(4), &engines);
    assert_eq!((games.len(), &summary["failures"][1]["broken"]), (2, &4.into()), "{summary}");
}

#[test]
fn a_file_of_another_match_is_refused_and_kept() {
    let pgn = scratch("other.pgn");
    let games = format!("-g 2 --opening-plies 4 --pgn {}", pgn.display());
    play("chess", &format!("{games} --seed 1"), &engines());
    let before = std::fs::read_to_string(&pgn).expect("there are games");
    let [whole, half] = engines();
    let other = own("other", "nodes=100");
    let more = own("half", "nodes=101");
    let cases = [
        ("chess", "--seed 2", [&whole, &half], "begins otherwise"),
        ("chess", "--seed 1", [&whole, &other], "there is no engine `half`"),
        ("chess", "--seed 1", [&whole, &more], "BlackLimits is `nodes=100`, expected `nodes=101`"),
        ("chess", "--seed 1", [&half, &whole], "does not play"),
        ("janus", "--seed 1", [&whole, &half], "the variant is chess, expected janus"),
    ];
    for (variant, seed, engines, expected) in cases {
        let error = refused(variant, &format!("{games} {seed} --resume"), &engines.map(String::clone));
        assert!(error.contains(expected) && error.contains("other.pgn"), "{error}");
        assert_eq!(std::fs::read_to_string(&pgn).expect("there are games"), before);
    }
}

#[test]
fn a_file_that_is_no_record_is_refused_and_kept() {
    let (pgn, new) = (scratch("diary.pgn"), scratch("diary.pgn.new"));
    std::fs::write(&new, "mine").expect("the file is written");
    let resume = format!("-g 2 --opening-plies 4 --resume --pgn {}", pgn.display());
    let own_game = |player: &str| format!("[Event \"chess match\"]\n[Site \"?\"]\n[White \"{player}\"]\n\n1. e4");
    for text in ["dear diary\n", "[Event \"a party\"]\n", "1. e4 e5 {never closed", &own_game("nobody")] {
        std::fs::write(&pgn, text).expect("the file is written");
        let error = refused("chess", &resume, &engines());
        assert!(error.contains("diary.pgn: line 1: not the beginning of a game of this match"), "{error}");
        assert_eq!(std::fs::read_to_string(&pgn).expect("it is there"), text);
    }
    // A game of the match that was cut is dropped, and so is the beginning of its first line.
    for text in [own_game("whole"), "[Eve".to_owned(), String::new()] {
        std::fs::write(&pgn, &text).expect("the file is written");
        let (games, _) = play("chess", &resume, &engines());
        assert_eq!(games.len(), 2, "{text}");
        let written = std::fs::read_to_string(&pgn).expect("it is there");
        assert!(written.starts_with("[Event \"chess match\"]") && written.matches("[Event ").count() == 2, "{written}");
    }
    assert_eq!(std::fs::read_to_string(&new).expect("it is there"), "mine");
}

/// These two zones never have the same date. Zones are named, so that their rules must be found.
#[test]
fn games_are_dated_by_the_local_time_zone() {
    let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
    if cfg!(unix) && !zones.iter().all(|zone| Path::new("/usr/share/zoneinfo").join(zone).exists()) {
        eprintln!("skipped: the system has no time zones");
        return;
    }
    let dates = zones.map(|zone| {
        let pgn = scratch(&format!("{}.pgn", zone.replace('/', "-")));
        let options = format!("-g 2 --max-turns 10 --pgn {}", pgn.display());
        let status =
            program().args(arguments("chess", &options, &engines())).env("TZ", zone).stdout(Stdio::null()).status();
        assert!(status.expect("the program runs").success());
        let text = std::fs::read_to_string(&pgn).expect("the games were written");
        text.lines().find(|line| line.starts_with("[Date ")).map(str::to_owned).expect("games have a date")
    });
    assert_ne!(dates[0], dates[1]);
}
