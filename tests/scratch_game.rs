//! A new game is its folder and a line of the registry: one is added to a copy of the sources, built, played and removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the game.
const NAME: &str = "scratch";
/// The line of the registry after which it is added.
const LINE_BEFORE: &str = "        janus,\n";
/// What the program is built from.
const SOURCES: [&str; 8] =
    ["Cargo.toml", "Cargo.lock", "README.md", "benches", "scripts", "src", "tests/main.rs", "tests/twins"];

/// The game's data: chess on nine files with a piece that moves like bishop and camel.
const GAME: &str = r#"//! A game for a test.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, Promotion, piece, regular_game};

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
    files: 9,
    file_letters: FILE_LETTERS,
    ranks: 8,
    start: "rnbqksbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKSBNR w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Knight", "N"),
        piece('B', "Bishop", "B"),
        piece('R', "Rook", "R"),
        piece('Q', "Queen", "Q"),
        piece('S', "Scratcher", "BC"),
        piece('K', "King", "K").royal(),
    ],
    pawn_step: 2,
    promotion: Promotion::LastRank("QSRBN"),
    castlings: [Some(CastlingFiles { king: "eg", rook: "if" }), Some(CastlingFiles { king: "ec", rook: "ad" })],
    custom: None,
    own_rules: 0,
};
"#;

/// The copy of the sources, and the program built from it. They stay, so that the next run builds less.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scratch_game");
        for source in SOURCES {
            copy(&here.join(source), &folder.join(source)).unwrap_or_else(|error| panic!("{source}: {error}"));
        }
        Self(folder)
    }

    fn game(&self) -> PathBuf {
        self.0.join("src/engine/games").join(NAME)
    }

    fn registry(&self) -> PathBuf {
        self.0.join("src/engine/games/mod.rs")
    }

    /// Runs cargo in the copy, with a target folder there.
    fn cargo(&self, words: &[&str]) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(words).args(["--offline", "--target-dir"]).arg(self.0.join("target")).current_dir(&self.0);
        let output = cargo.output().expect("cargo runs");
        assert!(output.status.success(), "cargo {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// What the program prints.
    fn output(&self, words: &[&str]) -> String {
        let program = self.0.join("target/debug").join(format!("bactrian{}", std::env::consts::EXE_SUFFIX));
        let output = Command::new(program).args(words).output().expect("it runs");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

/// Copies a file or folder. Files that are the same keep their time, so that they are not built again.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        return fs::read_dir(from)?.try_for_each(|entry| {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))
        });
    }
    fs::create_dir_all(to.parent().expect("a folder"))?;
    let content = fs::read(from)?;
    if fs::read(to).is_ok_and(|old| old == content) { Ok(()) } else { fs::write(to, content) }
}

#[test]
#[ignore = "takes long: it builds the program"]
fn a_game_is_added_by_its_folder_and_a_line() {
    let copy = Copy::new();
    let registry = fs::read_to_string(copy.registry()).expect("the registry");
    fs::create_dir_all(copy.game()).expect("a folder");
    for (file, text) in [("game.rs", GAME), ("page.md", "# Scratch Chess\n"), ("search.txt", "time_moves 41\n")] {
        fs::write(copy.game().join(file), text).expect("written");
    }
    let with_line = registry.replacen(LINE_BEFORE, &format!("{LINE_BEFORE}        {NAME},\n"), 1);
    assert_ne!(with_line, registry, "the line of another game is there");
    fs::write(copy.registry(), with_line).expect("written");
    copy.cargo(&["build"]);

    assert!(copy.output(&["variants"]).contains(NAME));
    assert_eq!(copy.output(&["rules", "-v", NAME]), "# Scratch Chess\n");
    // 18 moves of pawns, 4 of knights, 2 leaps of the piece that moves like bishop and camel.
    assert!(copy.output(&["perft", "-v", NAME, "-d", "1"]).starts_with("nodes 24 "));
    assert!(copy.output(&["analyse", "-v", NAME, "--nodes", "2000"]).contains("bestmove"));
    assert!(copy.output(&["tune", "--list"]).contains("in scratch, unless chosen by --param: time_moves=41"));
    let bench = copy.output(&["bench", "-v", NAME]);
    assert!(bench.lines().last().is_some_and(|line| line.contains(" nodes ")), "{bench}");

    fs::remove_dir_all(copy.game()).expect("removed");
    fs::write(copy.registry(), registry).expect("written");
    copy.cargo(&["check", "-p", "bactrian-engine"]);
}
