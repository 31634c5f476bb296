//! Movetext with what other programs and people write: no odd token loses a game.

use bactrian::records::{PgnGame, Reader, Replayer};
use bactrian::types::GameResult;

/// The only game of a text, and the warnings.
#[track_caller]
fn read(text: &[u8]) -> (PgnGame, Vec<String>) {
    let mut replayer = Replayer::default();
    let mut read = Reader::new(text);
    let raw = read.next().expect("a game").unwrap_or_else(|error| panic!("{error}"));
    assert!(read.next().is_none(), "there is one game");
    let game = replayer.replay(&raw).unwrap_or_else(|error| panic!("{error}"));
    (game, replayer.warnings().iter().map(ToString::to_string).collect())
}

fn moves(game: &PgnGame) -> String {
    game.turns.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn glyphs_are_read_as_text() {
    for (sign, glyph) in [
        ("±", 16),
        ("+/-", 16),
        ("-/+", 17),
        ("+-", 18),
        ("∓", 17),
        ("=", 10),
        ("∞", 13),
        ("⩲", 14),
        ("N", 146),
        ("□", 7),
        ("D", 220),
        ("→", 40),
    ] {
        let (game, warnings) = read(format!("1. e4 e5 {sign} 2. Nf3 *").as_bytes());
        assert_eq!((moves(&game).as_str(), &game.turns[1].glyphs[..]), ("e4 e5 Nf3", &[glyph][..]), "{sign}");
        assert!(warnings.is_empty(), "{warnings:?}");
    }
    let (game, _) = read("1. e4± e5+/- 2. Nf3!? ∓ Nc6?+- 3. d4⩲! *".as_bytes());
    let glyphs: Vec<&[u8]> = game.turns.iter().map(|turn| turn.glyphs.as_slice()).collect();
    assert_eq!(glyphs, [&[16][..], &[16], &[5, 17], &[2, 18], &[14, 1]]);
    let (again, warnings) = read(game.to_string().as_bytes());
    assert_eq!((again.turns, warnings), (game.turns, Vec::new()));
}

#[test]
fn what_means_nothing_becomes_a_comment() {
    for sign in ["$300", "$", "☃", "}", ")", "<reserved>", "[%clk 1]"] {
        let (game, warnings) = read(format!("1. e4 e5 {sign}\n2. Nf3 *").as_bytes());
        assert_eq!((moves(&game).as_str(), game.turns[1].note.text.is_empty()), ("e4 e5 Nf3", false), "{sign}");
        assert_eq!(warnings.len(), 1, "{sign}: {warnings:?}");
    }
}

#[test]
fn results_are_read_in_any_spelling() {
    for (text, result) in [
        ("½-½", GameResult::Draw),
        ("1/2–1/2", GameResult::Draw),
        ("1/2 - 1/2", GameResult::Draw),
        ("½", GameResult::Draw),
        ("1–0", GameResult::WhiteWins),
        ("0 — 1", GameResult::BlackWins),
        ("1:0", GameResult::WhiteWins),
        ("0-1\n\u{1a}", GameResult::BlackWins),
    ] {
        let (game, warnings) = read(format!("1. e4 e5 {text}\n").as_bytes());
        assert_eq!((moves(&game).as_str(), game.result, warnings.len()), ("e4 e5", result, 0), "{text}");
        let tag = text.trim_end_matches(['\n', '\u{1a}']);
        let (game, _) = read(format!("[Result \"{tag}\"]\n\n1. e4 e5\n").as_bytes());
        assert!(game.result == result || text.contains(' '), "{text}");
    }
    // In the character set of Windows.
    let (game, _) = read(b"[White \"Ren\xe9\"]\n\n1. e4 e5 \xb1 \xbd\x96\xbd\r\n\x1a");
    assert_eq!((game.tags.get("White"), game.result), (Some("René"), GameResult::Draw));
}

#[test]
fn figurines_dashes_and_marks_are_read() {
    let text = "1… 1.♙e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. O–O Nge7 5. ♗×c6 d×c6 *";
    let (game, warnings) = read(text.as_bytes());
    assert_eq!((moves(&game).as_str(), warnings.len()), ("e4 e5 Nf3 Nc6 Bb5 a6 O-O Nge7 Bxc6 dxc6", 0));
    let (game, _) = read(b"1. e2-e4 e7-e5 2. Qd1-h5 Nb8-c6 3. Bf1-c4 Ng8-f6?? 4. Qh5xf7 mate 1-0");
    assert_eq!(moves(&game), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
}

#[test]
fn null_moves_stay_in_variations() {
    for null in ["--", "Z0", "@@@@", "0000", "<>"] {
        let text = format!("1. e4 e5 2. Nf3 (2. d4 {null} 3. dxe5 {{a pawn}}) ({null}) 2... Nc6 *");
        let (game, warnings) = read(text.as_bytes());
        assert_eq!((moves(&game).as_str(), warnings.len()), ("e4 e5 Nf3 Nc6", 0), "{null}: {warnings:?}");
        let line = |line: &Vec<bactrian::records::Turn>| {
            line.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(game.turns[2].variations.iter().map(line).collect::<Vec<_>>(), ["d4 -- dxe5", "--"]);
        let (again, warnings) = read(game.to_string().as_bytes());
        assert_eq!((again.turns, warnings), (game.turns, Vec::new()));
    }
    // In check nobody can pass.
    let (game, warnings) = read(b"1. e4 f6 2. d4 g5 (2... h6 3. Qh5+ -- 4. Qf7) 3. Qh5# 1-0");
    assert!(warnings[0].contains("null move") && game.turns[3].variations.is_empty(), "{warnings:?}");
}

#[test]
fn a_null_move_ends_the_main_line_and_the_rest_is_kept() {
    for null in ["--", "Z0", "@@@@", "0000"] {
        let (game, warnings) = read(format!("1. e4 e5 2. Nf3 {null} 3. Nxe5 {{good}} Nc6 1/2-1/2").as_bytes());
        assert_eq!((moves(&game).as_str(), game.result), ("e4 e5 Nf3", GameResult::Draw));
        assert_eq!(game.turns[2].note.text, format!("{null} Nxe5 (good) Nc6"));
        let expected =
            format!("game 1, line 1: 2... `{null}` is a null move: the game is kept up to it, the rest as a comment");
        assert_eq!(warnings, [expected]);
    }
}

#[test]
fn variants_have_their_full_names_too() {
    for (name, variant) in [
        ("Capablanca Chess", "capablanca"),
        ("Capablanca", "capablanca"),
        ("gothic chess", "gothic"),
        ("Janus Chess", "janus"),
        ("Janus Kamil Chess", "januskamil"),
        ("Lùotuoqí", "luotuoqi"),
        ("Bilateral Chess", "bilateral"),
        ("AJAX-CAPABLANCA CHESS", "ajaxcapa"),
        ("Kingsmen on three files", "kingsmen39"),
        ("Standard", "chess"),
        ("Chess", "chess"),
        ("Chess960", "chess960"),
        ("Chess 960", "chess960"),
        ("fischerandom", "chess960"),
        ("Fischer Random Chess", "chess960"),
        ("Fischer Random", "chess960"),
        ("Capablanca Random", "caparandom"),
    ] {
        let (game, _) = read(format!("[Variant \"{name}\"]\n\n*").as_bytes());
        assert_eq!(game.variant, variant, "{name}");
    }
}

#[test]
fn a_castling_right_that_does_not_fit_is_told() {
    let text = "[Variant \"kingsmen\"]\n[FEN \"r3k3r/9/9/9/9/9/9/9/R4K2R w KQkq - 0 1\"]\n\n1. Kg1 O-O *";
    let (game, warnings) = read(text.as_bytes());
    assert_eq!(moves(&game), "Kg1 O-O");
    let expected = "game 1, line 1: castling right `K` needs White's king on e1 and a rook on i1, but the king is on f1; \
        the game is read without it";
    assert_eq!(warnings, [expected]);
}

#[test]
fn castlings_of_other_arrays_are_read_and_written() {
    let text =
        "[Variant \"fischerandom\"]\n[FEN \"1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1\"]\n\n1. O-O O-O-O *";
    let (game, warnings) = read(text.as_bytes());
    assert_eq!((moves(&game).as_str(), game.variant.as_str()), ("O-O O-O-O", "chess960"));
    assert!(warnings.is_empty(), "{warnings:?}");
    let text = "[FEN \"r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w KQkq - 0 1\"]\n\n1. O-O O-O-O *";
    assert_eq!(moves(&read(text.as_bytes()).0), "O-O O-O-O");
}
