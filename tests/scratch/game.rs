//! A new game is its folder and a line of the registry: one is added to a copy of the sources, built, played and removed.

use std::fs;

use super::Copy;

/// The name of the game.
const NAME: &str = "scratch";
/// The line of the registry after which it is added.
const LINE_BEFORE: &str = "        janus,\n";

/// The game's data: chess on nine files with a piece that moves like bishop and camel.
const GAME: &str = r#"//! A game for a test.

use crate::board::{Definition, piece, regular_game};

regular_game!(
    /// The game.
    Scratch,
    PAGE
);

const PAGE: Definition = Definition {
    name: "scratch",
    summary: "Scratch Chess",
    rules: include_str!("page.md"),
    folder: folder!(search),
    start: "rnbqksbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKSBNR w KQkq - 0 1",
    ..Definition::new(
        9,
        8,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Knight", "N"),
            piece('B', "Bishop", "B"),
            piece('R', "Rook", "R"),
            piece('Q', "Queen", "Q"),
            piece('S', "Scratcher", "BC"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(2)
    .pawns_become("QSRBN")
    .castles(["eg", "if"], ["ec", "ad"])
};
"#;

#[test]
#[ignore = "takes long: it builds the program"]
fn a_game_is_added_by_its_folder_and_a_line() {
    let copy = Copy::new("scratch_game");
    let game = copy.path("src/engine/games").join(NAME);
    let registry_path = copy.path("src/engine/games/mod.rs");
    let registry = fs::read_to_string(&registry_path).expect("the registry");
    fs::create_dir_all(&game).expect("a folder");
    for (file, text) in [("game.rs", GAME), ("page.md", "# Scratch Chess\n"), ("search.txt", "time_moves 41\n")] {
        fs::write(game.join(file), text).expect("written");
    }
    let with_line = registry.replacen(LINE_BEFORE, &format!("{LINE_BEFORE}        {NAME},\n"), 1);
    assert_ne!(with_line, registry, "the line of another game is there");
    fs::write(&registry_path, with_line).expect("written");
    copy.cargo(&["build"]);

    assert!(copy.output(&["variants"]).contains(NAME));
    assert_eq!(copy.output(&["rules", "-v", NAME]), "# Scratch Chess\n");
    // 18 moves of pawns, 4 of knights, 2 leaps of the piece that moves like bishop and camel.
    assert!(copy.output(&["perft", "-v", NAME, "-d", "1"]).starts_with("nodes 24 "));
    assert!(copy.output(&["analyse", "-v", NAME, "--nodes", "2000"]).contains("bestmove"));
    assert!(copy.output(&["tune", "--list"]).contains("in scratch, unless chosen by --param: time_moves=41"));
    let bench = copy.output(&["bench", "-v", NAME]);
    assert!(bench.lines().last().is_some_and(|line| line.contains(" nodes ")), "{bench}");

    fs::remove_dir_all(&game).expect("removed");
    fs::write(&registry_path, registry).expect("written");
    copy.cargo(&["check", "-p", "bactrian-engine"]);
}
