//! Records for XBoard: `pgn --dialect xboard`, through the real program.

use crate::common::client::{output, run};
use crate::records::commands::Scratch;

/// What the command writes of a game: the tags that set up the board, and the movetext.
fn written(name: &str, games: Option<&str>, text: &str) -> (Vec<String>, String) {
    let file = Scratch::new(name, text);
    let mut arguments = games.map_or(Vec::new(), |games| vec!["--games", games]);
    arguments.extend(["pgn", "--dialect", "xboard", file.path()]);
    let output = output(&arguments);
    let (tags, moves) = output.trim_end().split_once("\n\n").expect("tags and moves");
    let is_setup = |line: &&str| ["[Variant", "[FEN", "[SetUp", "[Bactrian"].iter().any(|tag| line.starts_with(tag));
    (tags.lines().filter(is_setup).map(str::to_owned).collect(), moves.replace('\n', " "))
}

#[test]
fn ten_ranks_are_counted_from_0() {
    let (tags, moves) =
        written("ten", None, "[Variant \"januskamil\"]\n\n1. f5 g7 2. Ck4 {a\nb} (2. e5 $1) Ck7 1/2-1/2");
    let men = "P:fmWifmW3fceF;N:N;C:C;B:B;R:R;J:BN;Q:Q;K:KirjO3iljO4;k:KirjO4iljO3";
    let fen = "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1";
    let expected = [
        "[Variant \"januskamil\"]".to_owned(),
        format!("[VariantMen \"{men}\"]"),
        format!("[FEN \"{fen}\"]"),
        "[SetUp \"1\"]".to_owned(),
    ];
    assert_eq!(tags, expected);
    assert_eq!(moves, "1. f1f4 g8g6 2. l0k3 {a b} {(2. e5 $1)} 2... l9k6 1/2-1/2");
}

#[test]
fn crownings_castlings_and_promotions_are_coordinates() {
    let crown = "[Variant \"kingsmen\"]\n[FEN \"4k4/9/9/P8/9/p8/9/9/R3K3R w KQ - 0 1\"]\n\n1. a7=+ a3=+ 2. O-O +Pb2 *";
    let (tags, moves) = written("crown", None, crown);
    assert_eq!(moves, "1. a6a7+ a4a3+ 2. e1g1 a3b2 *");
    assert_eq!(tags[2], "[FEN \"4k4/9/9/P8/9/p8/9/9/R3K3R w KQ - 0 1\"]");
    // XBoard knows chess, and how it begins.
    let (tags, moves) = written("chess", None, "1. e4 a6 2. Bc4 a5 3. Nf3 a4 4. O-O a3 *");
    assert_eq!((tags.len(), moves.as_str()), (0, "1. e2e4 a7a6 2. f1c4 a6a5 3. g1f3 a5a4 4. e1g1 a4a3 *"));
    let promotion = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 5\"]\n\n5. a8=N Kg8 *";
    let (tags, moves) = written("promotion", None, promotion);
    assert_eq!((tags[0].as_str(), moves.as_str()), ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 5\"]", "5. a7a8n h8g8 *"));
    // Kings that change places with a rook have rights by their files.
    let (tags, moves) = written("swap", None, "[Variant \"kingsmen39\"]\n\n1. O-O *");
    assert_eq!(tags[2], "[FEN \"rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w Bb - 0 1\"]");
    assert_eq!(moves, "1. b1c1 *");
    let black = "[FEN \"7k/8/8/8/8/8/8/K7 b - - 0 1\"]\n\n1... Kg8 2. Kb1 *";
    assert_eq!(written("black", None, black).1, "1... h8g8 2. a1b1 *");
}

#[test]
fn names_that_xboard_would_mistake_are_changed() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/grandchess.ini");
    let file = Scratch::new(
        "grand-ini",
        &std::fs::read_to_string(games).expect("it is there").replace("[grandchess:", "[grand:"),
    );
    let (tags, moves) = written("grand", Some(file.path()), "[Variant \"grand\"]\n\n1. a5 j6 *");
    assert_eq!((tags[0].as_str(), moves.as_str()), ("[Variant \"xgrand\"]", "1. a2a4 j7j5 *"));
}

#[test]
fn what_xboard_cannot_load_is_named() {
    let head = "[Variant \"luotuoqi\"]\n[FEN \"7k/8/8/8/8/8/8/K2T84 w - - 0 1\"]\n\n";
    let file = Scratch::new("unfit", &format!("{head}1. T8d3 Kg7 *\n\n{head}1. T8d36 *\n\n[Event \"a\"]\n\n1. e4 *"));
    let (status, output, errors) = run(&["pgn", "--dialect", "xboard", file.path()]);
    assert_eq!(status, 1, "{errors}");
    assert!(output.contains("1. d1d3 h8g7 *") && output.contains("1. e2e4 *"), "{output}");
    let said: Vec<&str> = errors.lines().collect();
    assert_eq!(said.len(), 2, "{errors}");
    let expected =
        "game 2: XBoard cannot load the turn 1. T8d36, which is not a move of one piece from one square to another";
    assert!(said[0].ends_with(expected), "{errors}");
    assert_eq!(said[1], "bactrian: games that XBoard cannot load: 1");
    // It knows no capture en passant straight ahead.
    let berolina = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/berolinachess.ini");
    let head = "[Variant \"berolinachess\"]\n[FEN \"4k3/4p3/8/5P2/8/8/8/4K3 b - - 0 1\"]\n\n";
    let file = Scratch::new("berolina", &format!("{head}1... e7g5 2. f5f6 *"));
    let (status, _, errors) = run(&["--games", berolina, "pgn", "--dialect", "xboard", file.path()]);
    assert!(status == 1 && errors.contains("game 1: XBoard cannot load the turn 2. "), "{errors}");
    // XBoard reads an `x` as the sign of a capture.
    let ini = "[exes:chess]\nqueen = -\nchancellor = x\nstartFen = rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1\n\
        promotionPieceTypes = xrbn\n";
    let games = Scratch::new("exes", ini);
    let file = Scratch::new("exes-game", "[Variant \"exes\"]\n\n1. e4 *");
    let (status, output, errors) = run(&["--games", games.path(), "pgn", "--dialect", "xboard", file.path()]);
    let expected = "game 1: XBoard cannot load games of exes: after a move it does not read `x` as a promotion";
    assert!(status == 1 && output.is_empty() && errors.contains(expected), "{errors}");
}

#[test]
fn state_that_xboards_fen_lacks_is_kept() {
    // White has the Cube, which Black has at the start.
    let text = "[Variant \"luotuoqi\"]\n[FEN \"7k/8/8/8/8/8/8/K2T84[C] w - - 0 1\"]\n\n1. T8d3c 1. T8d5 Kh7 *";
    let (tags, moves) = written("cube", None, text);
    assert_eq!(
        tags[2..],
        [
            "[FEN \"7k/8/8/8/8/8/8/K2J4 w - - 0 1\"]",
            "[SetUp \"1\"]",
            "[BactrianFEN \"7k/8/8/8/8/8/8/K2T84[C] w - - 0 1\"]"
        ]
    );
    assert_eq!(moves, "1. d1d3 -- 2. d3d5 h8h7 *");
    let file = Scratch::new("cube-again", &format!("{}\n\n{moves}", tags.join("\n")));
    let (status, again, errors) = run(&["pgn", "--game", "1", file.path()]);
    assert!(status == 0 && again.contains("1. T8d3c 1. T8d5 Kh7 *"), "{again}{errors}");
    assert!(!again.contains("BactrianFEN"), "{again}");
    // Null moves announce a double turn whose second half is missing.
    let half = text.replace(" 1. T8d5 Kh7", "");
    assert_eq!(written("half", None, &half).1, "1. -- -- 2. d1d3 *");
}
