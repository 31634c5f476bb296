//! Games from files in the commands of the program.

use super::{CARAVAN, File};
use crate::common::client::{output, run};

#[test]
fn commands_know_the_games_of_files() {
    let file = File::new("commands", CARAVAN);
    let games = ["--games", file.path()];
    let with = |arguments: &[&str]| output(&[arguments, &games[..]].concat());
    let listed = with(&["variants"]);
    let line = listed.lines().find(|line| line.starts_with("caravan ")).expect("it is listed");
    assert!(line.contains(" 10x8 ") && line.contains("Caravan: a Nightrider") && line.contains(file.path()), "{line}");
    assert!(with(&["rules", "-v", "caravan"]).starts_with("# Caravan\n"));
    assert_eq!(with(&["moves", "-v", "caravan"]).lines().count(), 31);
    assert!(with(&["perft", "-v", "caravan", "-d", "2"]).contains("nodes 959 "));
    assert!(with(&["show", "-v", "caravan"]).contains(" in play\n"));
    assert!(with(&["analyse", "-v", "caravan", "-d", "3"]).lines().count() >= 3);
    assert!(with(&["bench", "-v", "caravan"]).contains(" nodes "));
    let xboard = with(&["xboard", "-v", "caravan", "--print"]);
    assert!(
        xboard.contains("--games") && xboard.contains("-variant caravan -saveSettingsOnExit false -testLegality false"),
        "{xboard}"
    );
}

#[test]
fn check_tells_everything() {
    let (good, bad) = (File::new("good", CARAVAN), File::new("bad", "[one:chess]\nfoo = 1\nbar = 2\n[two:caravan]\n"));
    let (status, said, errors) = run(&["variants", "--check", good.path(), "--check", bad.path()]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((status, lines.len()), (1, 4), "{said}{errors}");
    assert!(lines[0].ends_with("no problems, games: caravan"), "{said}");
    assert!(lines[1].contains(":2: [one] foo: ") && lines[2].contains(":3: [one] bar: "), "{said}");
    assert!(lines[3].ends_with("games without problems: two"), "{said}");
    let (status, _, errors) = run(&["variants", "--games", bad.path()]);
    assert!(status == 1 && errors.contains("[one] foo") && errors.contains("and 2 more problems"), "{errors}");
    let all = [good.path(), bad.path()].map(|file| ["--games", file]).concat();
    let (status, said, errors) = run(&[&["variants"], &all[..]].concat());
    assert!(status == 0 && said.lines().any(|line| line.starts_with("two ")), "{said}{errors}");
    assert!(errors.contains("1 section left out (one)") && errors.lines().count() == 1, "{errors}");
    assert!(output(&["variants", "--keys"]).contains("mandatoryPawnPromotion"));
}

/// Weights of a game from a file are read after it.
#[test]
fn weights_can_be_for_games_of_files() {
    let file = File::new("weights", CARAVAN);
    let weights = File::new("weights-of", "value.P 1/1\n");
    let option = format!("caravan={}", weights.path());
    let (status, _, errors) = run(&["show", "-v", "caravan", "--weights", &option, "--games", file.path()]);
    assert!(status == 1 && errors.contains("caravan=") && errors.contains("incomplete"), "{errors}");
}
