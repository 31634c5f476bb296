//! Games that XBoard has written: it names castlings and start positions in its own ways.

use bactrian::records::{PgnError, PgnGame, Reader, Replayer};
use bactrian::types::MoveKind;

use crate::common::data::read;

fn replay(text: &str) -> Result<PgnGame, PgnError> {
    let raw = Reader::new(text.as_bytes()).next().expect("a game")?;
    Replayer::default().replay(&raw)
}

/// The castlings of a game in coordinates.
fn castlings(game: &PgnGame) -> String {
    let mut replayer = Replayer::default();
    let session = replayer.session(game).expect("a game that was read");
    let mut texts = Vec::new();
    for turn in &game.turns {
        if turn.m.kind() == MoveKind::Castling {
            texts.push(session.view().move_text(turn.m));
        }
        session.play(turn.m).expect("a game that was read");
    }
    texts.join(" ")
}

/// The castlings are those of XBoard's log of the game.
#[test]
fn games_of_all_shapes_are_read() {
    let cases = [
        ("kingsmen", 37, "e9g9 e1c1"),
        ("kingsmen39", 56, "b1c1 b9a9"),
        ("kingsmendh", 83, ""),
        ("januskamil", 88, "g10c10 g1c1"),
        ("ajaxcapa", 78, "f1c1"),
        ("capablanca", 147, "f8i8 f1i1"),
        ("janus", 93, "e1b1"),
        // Engine against engine, which announce double turns to each other.
        ("luotuoqi", 140, ""),
        ("bilateral", 174, "e8g8"),
    ];
    for (variant, turns, castled) in cases {
        let game = replay(&read(&format!("xboard/{variant}.pgn"))).unwrap_or_else(|error| panic!("{variant} {error}"));
        assert_eq!(game.variant, variant);
        assert_eq!((game.turns.len(), castlings(&game).as_str()), (turns, castled), "{variant}");
        // What we write of it is ours.
        let again = replay(&game.to_string()).unwrap_or_else(|error| panic!("{variant} {error}"));
        assert_eq!(again.turns, game.turns, "{variant}");
    }
}

const BOTH: &str = "[FEN \"4k4/9/9/9/9/9/9/9/R3K3R w KQ - 0 1\"]\n";
const KINGSIDE: &str = "[FEN \"4k4/9/9/9/9/9/9/9/R3K3R w K - 0 1\"]\n";
const BY_XBOARD: &str = "[Event \"Computer Chess Game\"]\n[Variant \"kingsmen\"]\n[VariantMen \"K:KisO2\"]\n";
const BY_OTHERS: &str = "[Event \"a\"]\n[Variant \"kingsmen\"]\n";

/// The castling of the game's first move, or why it is refused.
fn first_castling(text: &str) -> Result<String, String> {
    replay(text).map(|game| castlings(&game)).map_err(|error| error.to_string())
}

#[test]
fn on_nine_files_the_rest_of_the_game_tells_the_castling() {
    // Only one is legal, or only one leaves the later moves legal.
    assert_eq!(first_castling(&format!("{BY_XBOARD}{KINGSIDE}\n1. O-O-O *")).as_deref(), Ok("e1g1"));
    assert_eq!(first_castling(&format!("{BY_XBOARD}{BOTH}\n1. O-O-O Ke8 2. Kh2 *")).as_deref(), Ok("e1g1"));
    assert_eq!(first_castling(&format!("{BY_XBOARD}{BOTH}\n1. O-O-O Ke8 2. Kb2 *")).as_deref(), Ok("e1c1"));
    // A rook on the d-file gives check.
    assert_eq!(first_castling(&format!("{BY_XBOARD}{BOTH}\n1. O-O-O Ke8 2. Rd8+ *")).as_deref(), Ok("e1c1"));
    // Nothing tells.
    let unclear = first_castling(&format!("{BY_XBOARD}{BOTH}\n1. O-O-O Ke8 *")).expect_err("two ways");
    let expected =
        "1. `O-O-O` may be any of O-O O-O-O, which XBoard writes alike, and the game goes on legally after each";
    assert!(unclear.starts_with(&format!("game 1, line 6: {expected}; legal are: ")), "{unclear}");
    // A move that is wrong after each is reported where it stands.
    let wrong = first_castling(&format!("{BY_XBOARD}{BOTH}\n1. O-O-O Ke8\n2. Kh2 Kd8 3. Ka9 *")).expect_err("illegal");
    assert!(wrong.starts_with("game 1, line 7: 3. `Ka9` is not legal here"), "{wrong}");
}

#[test]
fn other_programs_name_castlings_rightly() {
    assert_eq!(first_castling(&format!("{BY_OTHERS}{BOTH}\n1. O-O-O Ke8 *")).as_deref(), Ok("e1c1"));
    assert_eq!(first_castling(&format!("{BY_OTHERS}{BOTH}\n1. O-O Ke8 *")).as_deref(), Ok("e1g1"));
    let wrong = first_castling(&format!("{BY_OTHERS}{BOTH}\n1. O-O-O Ke8 2. Ka9 *")).expect_err("illegal");
    assert!(wrong.contains("2. `Ka9` is not legal here"), "{wrong}");
}

#[test]
fn janus_chess_castles_to_b_as_o_o_in_xboard() {
    let board = "[FEN \"4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1\"]\n";
    let by_xboard = "[Event \"Computer Chess Game\"]\n[Variant \"janus\"]\n";
    assert_eq!(first_castling(&format!("{by_xboard}{board}\n1. O-O *")).as_deref(), Ok("e1b1"));
    assert_eq!(first_castling(&format!("{by_xboard}{board}\n1. Ki1 *")).as_deref(), Ok("e1i1"));
    let by_others = "[Event \"a\"]\n[Variant \"janus\"]\n";
    assert_eq!(first_castling(&format!("{by_others}{board}\n1. O-O *")).as_deref(), Ok("e1i1"));
    assert_eq!(first_castling(&format!("{by_others}{board}\n1. O-O-O *")).as_deref(), Ok("e1b1"));
}

/// The turns of a record of Lùotuoqí as XBoard writes it, from this position, or why it is refused.
fn luotuoqi(board: &str, moves: &str) -> Result<String, String> {
    let men = "E:fFbW;M:NW;D:mB;R:R;A:K;B:Q2;C:Q3;F:Q4;G:Q5;H:Q6;I:Q;J:Q";
    let text = format!("[Variant \"luotuoqi\"]\n[VariantMen \"{men}\"]\n[FEN \"{board}\"]\n\n{moves} *");
    let game = replay(&text).map_err(|error| error.to_string())?;
    Ok(game.turns.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>().join(" "))
}

#[test]
fn entries_of_engines_that_play_each_other_are_read() {
    let board = "7k/8/8/8/8/8/8/K2J4[C] w - - 0 1";
    // XBoard drops the letter of what Black's tower becomes on an empty square; what stays behind tells it.
    for (moves, expected) in [
        ("1. Jd3-d3h -- 2. B@d1 Kg8", "T8d36 Kg8"),
        ("1. Jd3 -- 2. B@d1 Kg8", "T8d36 Kg8"),
        ("1. Jd2 -- 2. I@d1 Kg8", "T8d21 Kg8"),
        ("1. Jd3 Kg8", "T8d3 Kg8"),
        // Two null moves announce a double turn, which may begin with a split.
        ("1. -- -- 2. Jd3 -- 3. Jd5 Kh7", "T8d3c T8d5 Kh7"),
        ("1. -- -- 2. Jd3 -- 3. B@d1 -- 4. Hd5 Kh7", "T8d36c T6d5 Kh7"),
        ("1. --+ -- 2. Jd3 --+ 3. Jd5 Kh7", "T8d3c T8d5 Kh7"),
        // A single one ends the reading, as in other games.
        ("1. -- Kg8", ""),
    ] {
        assert_eq!(luotuoqi(board, moves).as_deref(), Ok(expected), "{moves}");
    }
}

#[test]
fn start_positions_of_xboard_are_read_and_written_as_ours() {
    let cases = [
        ("kingsmen39", "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w Bb - 0 1", "KQkq"),
        ("kingsmen39", "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w B - 0 1", "KQ"),
        ("kingsmen39", "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w - 0 1", "KQkq"),
    ];
    for (variant, fen, rights) in cases {
        let text = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n*\n");
        let game = replay(&text).unwrap_or_else(|error| panic!("{fen} {error}"));
        assert_eq!(game.start.as_deref().and_then(|start| start.split(' ').nth(2)), Some(rights), "{fen}");
    }
    let wrong = replay("[Variant \"kingsmen39\"]\n[FEN \"rkr/bnb w Bb - 0 1\"]\n\n*\n").expect_err("two ranks");
    assert!(wrong.to_string().contains("2 ranks, expected 9"), "{wrong}");
}
