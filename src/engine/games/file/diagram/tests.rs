//! Games written in both formats and read back are the same games.

use super::super::{Draft, Known, ReadGames, publish, read};
use crate::board::Folder;
use crate::games::{as_parent, regular};

/// The first game of a text.
fn read_one(text: &str) -> Draft {
    let known = |parent: &str| as_parent(parent).map_or(Known::Nothing, |found| Known::BuiltIn(found.map(Box::new)));
    let ReadGames { mut games, problems, .. } = read("games.txt", text, &known, "");
    assert!(problems.is_empty(), "{}\n{text}", problems[0]);
    games.remove(0).game
}

/// Checks that a game is the same when it has been written and read back.
fn check(game: &Draft) {
    let identity = |game: &Draft| publish(game, Folder::EMPTY).expect("a legal start position").identity().text();
    let own = identity(game);
    let ini = game.ini("copy");
    assert_eq!(identity(&read_one(&ini)), own, "{ini}");
    match game.diagram("copy") {
        Ok(diagram) => assert_eq!(identity(&read_one(&diagram)), own, "{diagram}"),
        Err(fault) => assert!(!game.has_one_royal(), "{}: {fault}", game.name),
    }
}

#[test]
fn regular_games_are_the_same_after_writing() {
    for spec in regular() {
        check(&Draft::of_spec(spec));
    }
}

#[test]
fn games_of_files_are_the_same_after_writing() {
    let known = |parent: &str| as_parent(parent).map_or(Known::Nothing, |found| Known::BuiltIn(found.map(Box::new)));
    let text = include_str!("../relatives.ini");
    let ReadGames { games, .. } = read("relatives.ini", text, &known, "");
    assert!(games.len() > 20);
    games.iter().for_each(|read| check(&read.game));
}

#[test]
fn movements_are_the_same_after_writing() {
    for movement in [
        "fKbsW",
        "fsQcbhB",
        "R4F3NNK2",
        "pR3gB",
        "mRcpR",
        "nAnNnZ",
        "yafsF",
        "mafsKfafsW",
        "fafsK",
        "flrafsQ",
        "qNzFF",
        "hrNfhCvL",
        "KK",
        "R1B1Q1",
        "W0F0",
        "gQ3",
        "pQ1",
    ] {
        let text = format!(
            "[a]\nmaxRank = 5\nmaxFile = 5\nking = k\ncustomPiece1 = x:{movement}\nstartFen = 5/4k/5/4K/5 w - - 0 1\n"
        );
        check(&read_one(&text));
    }
}
