//! A new key of the format of games files is a row of its table, a field of the laws with its default, a line of the identity
//! and its use.

use std::fs;

use super::Copy;

/// The row: pawns do not capture.
const ROW: (&str, &str) = (
    "    key(\"castling\", Flag(",
    "    key(\"peacefulPawns\", Flag(|laws| &mut laws.peaceful_pawns), \"pawns do not capture\"),\n",
);
const FIELD: (&str, &str) = (
    "    /// The royal kind of which two may not face",
    "    /// Whether pawns do not capture.\n    pub peaceful_pawns: bool,\n",
);
const DEFAULT: (&str, &str) = ("            kings_may_not_face: None,\n", "            peaceful_pawns: false,\n");
const IDENTITY: (&str, &str) =
    ("        self.flag(\"immobilityIllegal\",", "        self.flag(\"peacefulPawns\", laws.peaceful_pawns);\n");
const USE: (&str, &str) = (
    "        let free = allowed.without(self.occupied());\n",
    "        let allowed = if spec.laws().peaceful_pawns { allowed.without(self.occupied()) } else { allowed };\n",
);

#[test]
#[ignore = "takes long: it builds the program"]
fn a_key_is_added_by_its_row_its_field_and_its_use() {
    let copy = Copy::new("scratch_key");
    for (file, (before, added)) in [
        ("src/engine/games/file/keys.rs", ROW),
        ("src/engine/board/laws.rs", FIELD),
        ("src/engine/board/laws.rs", DEFAULT),
        ("src/engine/board/identity/mod.rs", IDENTITY),
        ("src/engine/board/promotion.rs", USE),
    ] {
        copy.replace(file, before, &format!("{added}{before}"));
    }
    copy.cargo(&["build"]);

    let games = copy.path("peaceful.ini");
    let game = "[peaceful:chess]\npeacefulPawns = true\nstartFen = 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n";
    fs::write(&games, game).expect("written");
    let games = games.display().to_string();
    let moves = |game: &str| {
        let position = ["--fen", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"];
        copy.output(&[&["moves", "--games", &games, "-v", game], &position[..]].concat())
    };
    assert!(moves("chess").lines().any(|line| line == "e4d5"));
    assert!(!moves("peaceful").lines().any(|line| line == "e4d5"), "{}", moves("peaceful"));
    let identity = copy.output(&["rules", "--identity", "--games", &games, "-v", "peaceful"]);
    assert!(identity.lines().any(|line| line == "peacefulPawns true"), "{identity}");
    assert!(copy.output(&["variants", "--keys"]).contains("peacefulPawns"));
}
