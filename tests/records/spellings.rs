//! The spellings of moves that are read, whoever sends them.

use bactrian::board::MoveError;

use crate::common::session::at;

/// Checks that these texts are all read as this move.
#[track_caller]
fn assert_read(variant: &str, fen: &str, coordinates: &str, texts: &[&str]) {
    let session = at(variant, fen);
    for text in texts {
        let read = session.view().read_move(text).map(|m| session.view().move_text(m));
        assert_eq!(read.as_deref(), Ok(coordinates), "{fen} {text}");
    }
}

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "1n5k/P7/8/8/8/8/7p/K7 w - - 0 1";

#[test]
fn castling_has_many_names() {
    let short = ["e1g1", "e1h1", "O-O", "0-0", "o-o", "OO", "O-O+", "O–O", "0-0!", "E1G1", "e1-g1", "Kg1", "Ke1-g1"];
    assert_read("chess", CASTLING, "e1g1", &short);
    assert_read("chess", CASTLING, "e1c1", &["e1a1", "O-O-O", "0-0-0", "000", "E1A1"]);
    let capablanca = "r4k3r/10/10/10/10/10/10/R4K3R b KQkq - 0 1";
    assert_read("capablanca", capablanca, "f8i8", &["f8j8", "O-O", "0-0"]);
    assert_read("capablanca", capablanca, "f8c8", &["f8a8", "O-O-O"]);
    // Kings of three files change places with a rook.
    assert_read("kingsmen39", "1k1/1n1/3/3/3/3/3/3/RKR w KQ - 0 1", "b1a1", &["O-O-O", "b1a1"]);
}

#[test]
fn a_king_that_cannot_castle_does_not_take_its_rook() {
    let session = at("chess", "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1");
    assert_eq!(session.view().read_move("e1h1"), Err(MoveError::Illegal("e1h1".to_owned())));
}

#[test]
fn promotions_are_read_in_either_case_and_with_or_without_signs() {
    let texts =
        ["a7a8q", "a7a8Q", "a7a8=q", "a7-a8=Q", "a8Q", "a8=q", "a8(Q)", "a8/Q", "A7A8Q", "a7a8=Q+", "♙a8=♕", "a8q"];
    assert_read("chess", PROMOTION, "a7a8q", &texts);
    assert_read("chess", PROMOTION, "a7b8n", &["axb8N", "a7xb8n", "a7b8N", "ab8=N", "axb8=N+!"]);
    let session = at("chess", PROMOTION);
    let unclear = session.view().read_move("a7a8");
    assert!(matches!(&unclear, Err(MoveError::Ambiguous(_, fits)) if fits.contains("a8=N")), "{unclear:?}");
    let janus = "k11/7P4/12/12/12/12/12/12/12/K11 w - - 0 1";
    assert_read("januskamil", janus, "h9h10j", &["h9h10J", "h9-h10=J", "h10=J", "h10j", "H9H10J"]);
}

#[test]
fn hyphens_capitals_and_captures_do_not_matter_in_coordinates() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_read("chess", fen, "e4e5", &["e4-e5", "e4–e5", "E4E5", "E4-E5", "e5", "Pe5", "e4e5!?", "e4e5+"]);
    assert_read("chess", fen, "e4d5", &["e4xd5", "e4:d5", "E4xD5", "exd5", "ed5", "e4×d5"]);
    let rook = "k11/12/12/12/12/12/12/12/12/K9R1 w - - 0 1";
    assert_read("januskamil", rook, "k1k10", &["k1-k10", "K1K10", "Rk10", "Rk10+"]);
}

#[test]
fn pieces_may_be_figurines_or_in_lower_case_where_that_is_clear() {
    let fen = "4k3/8/8/8/8/8/1N6/4K3 w - - 0 1";
    assert_read("chess", fen, "b2c4", &["Nc4", "nc4", "♘c4", "♞c4", "Nb2-c4", "nb2c4", "N:c4"]);
    // Where a letter is a file, it is one.
    let session = at("chess", "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1");
    assert!(session.view().read_move("bd2").is_err());
    assert_read("chess", "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", "c1d2", &["Bd2", "♗d2"]);
}

#[test]
fn crownings_and_towers_keep_their_suffixes() {
    let crowning = "4k4/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    assert_read("kingsmen", crowning, "a1a7+", &["a1a7+", "Ra7=+", "a1-a7+", "Ra7", "A1A7+"]);
    let tower = "4k3/8/8/8/3T34/8/8/4K3[C] w - - 0 1";
    for text in at("luotuoqi", tower).view().move_texts().into_iter().filter(|text| text.starts_with('d')) {
        let (from, to) = text.split_at(2);
        assert_read("luotuoqi", tower, &text, &[&text, &format!("{from}-{to}"), &text.to_uppercase()]);
    }
}

#[test]
fn a_null_move_is_refused_as_such() {
    let session = at("chess", CASTLING);
    for text in ["0000", "--", "Z0", "@@@@", "<>", "null"] {
        assert_eq!(session.view().read_move(text), Err(MoveError::NullMove(text.to_owned())));
    }
}

/// In Bilateral Chess a rook-wise Can(n)on is a `P`, and a stroke turns it.
#[test]
fn the_inventor_of_bilateral_chess_is_understood() {
    let start = "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYZIJkqyzij - 0 1 -";
    assert_read("bilateral", start, "z1z1v", &["Pz1/", "Pz1-z1/", "Cz1/", "Cz1v", "Pz1/!"]);
    assert_read("bilateral", start, "e2e4", &["e4", "Pe4", "Pe2-e4"]);
    let open = "5k6/12/12/4p7/12/4p7/12/1C2VK6 w - - 0 1 -";
    assert_read("bilateral", open, "z1z5v", &["Pz5/", "Pz1-z5/", "Cz5/", "Pzz5/"]);
    assert_read("bilateral", open, "z1z5", &["Pz5", "Pz1-z5", "Cz5"]);
    assert_read("bilateral", open, "c1a3c", &["Va3/", "Vc1-a3/"]);
    assert_read("bilateral", open, "c1a3", &["Va3", "Vc1-a3"]);
    assert_read("bilateral", "5k6/7P4/12/12/12/12/12/5K6 w - - 0 1 -", "f7f8c", &["f8=P", "f8=C", "f7-f8=P"]);
    // A pawn or a Can(n)on: not the likelier one, but none.
    let unclear = at("bilateral", "5k6/12/12/12/2C9/6P5/12/5K6 w - - 0 1 -").view().read_move("Pe4");
    assert_eq!(unclear, Err(MoveError::Ambiguous("Pe4".to_owned(), "e4 Ce4".to_owned())));
}

/// In Lùotuoqí the number behind the tower's letter is that of the stones that move, and a merged tower stands behind.
#[test]
fn the_committee_of_luotuoqi_is_understood() {
    let towers = "7k/1T41T24/8/8/1e2e3/8/8/7K[C] w - - 3 1";
    assert_read("luotuoqi", towers, "b7d7", &["T4b7-d7=T6", "T4b7-d7", "T4d7=T6", "T4d7"]);
    assert_read("luotuoqi", towers, "b7d72", &["T2b7-d7=T4", "T2b7d7", "T4d72"]);
    assert_read("luotuoqi", towers, "b7d52", &["T2b7-d5", "T2bd5", "T4d52"]);
    assert_read("luotuoqi", towers, "b7b43", &["T3b7xb4", "T3b7-b4", "T4xb43"]);
    assert_read("luotuoqi", towers, "b7d7c", &["T4b7-d7=T6c", "T4d7c"]);
    assert_read("luotuoqi", towers, "d7b7", &["T2b7", "T2d7-b7=T6"]);
    let eaglet = "7k/8/8/8/2T4Et43/8/8/K7[c] w - - 0 1";
    assert_read("luotuoqi", eaglet, "d4d44", &["Ed4=T4", "Ed4=4", "Ed4-d4=T4"]);
    let session = at("luotuoqi", towers);
    let read = |text: &str| session.view().read_move(text);
    assert_eq!(read("T4b7-d7=T5"), Err(MoveError::Illegal("T4b7-d7=T5".to_owned())));
    // One stone from either tower.
    assert_eq!(read("T1c7"), Err(MoveError::Ambiguous("T1c7".to_owned(), "T2c71 T4c71".to_owned())));
}
