//! Algebraic notation, rule by rule.

use bactrian::board::MoveError;
use bactrian::session::Session;

use crate::common::session::at;

fn written(session: &dyn Session, coordinates: &str) -> Result<String, MoveError> {
    Ok(session.view().san(session.view().read_move(coordinates)?))
}

fn read(session: &dyn Session, algebraic: &str) -> Result<String, MoveError> {
    Ok(session.view().move_text(session.view().read_move(algebraic)?))
}

/// Checks moves, in coordinate and algebraic notation, both ways.
#[track_caller]
fn assert_written(variant: &str, fen: &str, moves: &[(&str, &str)]) {
    let session = at(variant, fen);
    for &(coordinates, algebraic) in moves {
        assert_eq!(written(&*session, coordinates).as_deref(), Ok(algebraic), "{fen}");
        assert_eq!(read(&*session, algebraic).as_deref(), Ok(coordinates), "{fen}");
    }
}

/// Checks that these texts are all read as this move.
#[track_caller]
fn assert_read(variant: &str, fen: &str, coordinates: &str, texts: &[&str]) {
    let session = at(variant, fen);
    for text in texts {
        assert_eq!(read(&*session, text).as_deref(), Ok(coordinates), "{fen} {text}");
    }
}

const KNIGHTS: &str = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";

#[test]
fn the_origin_is_told_by_file_then_rank_then_both() {
    assert_written("chess", KNIGHTS, &[("b1d2", "Nbd2"), ("f1d2", "Nfd2"), ("b1c3", "Nc3")]);
    assert_written("chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", &[("a1a3", "R1a3"), ("a5a3", "R5a3"), ("a1b1", "Rb1")]);
    let queens = "8/8/k7/8/4Q2Q/8/K7/7Q w - - 0 1";
    assert_written("chess", queens, &[("h4e1", "Qh4e1"), ("e4e1", "Qee1"), ("h1e1", "Q1e1")]);
}

#[test]
fn a_piece_that_cannot_legally_go_there_needs_no_telling_from() {
    assert_written("chess", "4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", &[("a1c2", "Nc2")]);
}

#[test]
fn pawns_have_no_letter_and_name_their_file_when_they_capture() {
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_written("chess", en_passant, &[("e5e6", "e6"), ("e5d6", "exd6")]);
    assert_read("chess", en_passant, "e5d6", &["exd6e.p.", "ed6", "e5xd6", "e5d6", "e:d6", "exd6+!?", "Pexd6"]);
    let ghouls = "vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR b KQ - 0 1";
    assert_written("kingsmendh", ghouls, &[("g7g6", "g6")]);
}

#[test]
fn promotions_after_which_the_same_side_moves_again_name_the_piece_and_say_so() {
    let fen = "7k/8/8/8/2MEM3/8/8/K7[C] w - - 0 1";
    assert_written("luotuoqi", fen, &[("d4d4m", "Ed4=M"), ("d4d4mc", "Ed4=Mc")]);
    assert_read("luotuoqi", fen, "d4d4mc", &["Ed4=mc", "Ed4Mc", "d4d4mc", "Ed4=Mc!?"]);
}

#[test]
fn promotions_name_the_piece() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_written("chess", fen, &[("a7a8q", "a8=Q+"), ("a7a8n", "a8=N")]);
    assert_read("chess", fen, "a7a8n", &["a8N", "a8=n", "a7a8=N", "a7a8n", "Pa8=N"]);
    let tenth = "11k/1P10/12/12/12/12/12/12/12/6K5 w - - 0 1";
    assert_written("januskamil", tenth, &[("b9b10c", "b10=C"), ("b9b10q", "b10=Q+")]);
}

#[test]
fn a_crowning_is_told_from_a_check() {
    let fen = "4k4/9/9/R8/9/9/9/9/4K4 w - - 0 1";
    assert_written("kingsmen", fen, &[("a6a7+", "Ra7=+"), ("a6a9+", "Ra9=++"), ("a6a5", "Ra5")]);
    assert_read("kingsmen", fen, "a6a7+", &["Ra7", "Ra7+", "Ra7=++", "a6a7", "a6a7+"]);
    assert_read("kingsmen", fen, "a6a9+", &["Ra9=+", "Ra9+", "Ra9++", "Ra9"]);
}

#[test]
fn crowned_pieces_have_their_crown() {
    let fen = "4k4/9/9/+R8/9/R8/9/9/4K4 w - - 0 1";
    assert_written("kingsmen", fen, &[("a6b7", "+Rb7"), ("a6a9", "+Ra9+"), ("a6a5", "+Ra5"), ("a4a5", "Ra5")]);
}

#[test]
fn castling_goes_by_the_letter_of_the_right() {
    let twelve = "k11/12/12/12/12/12/12/12/12/1R4K3R1 w KQ - 0 1";
    assert_written("januskamil", twelve, &[("g1j1", "O-O"), ("g1c1", "O-O-O"), ("b1b10", "Rb10+")]);
    assert_read("januskamil", twelve, "g1j1", &["0-0", "o-o", "O-O!", "Kj1", "g1j1"]);
    assert_read("januskamil", twelve, "g1c1", &["0-0-0", "Kc1"]);
    assert_written("kingsmen39", "1k1/1n1/3/3/3/3/3/3/RKR w KQ - 0 1", &[("b1c1", "O-O"), ("b1a1", "O-O-O")]);
}

#[test]
fn mate_is_marked() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    assert_written("chess", fen, &[("d8h4", "Qh4#")]);
    assert_read("chess", fen, "d8h4", &["Qh4", "Qh4+", "Qh4++", "Qh4#!!"]);
}

#[test]
fn a_text_that_is_no_move_is_refused_by_name() {
    let session = at("chess", KNIGHTS);
    assert_eq!(session.view().read_move("Nd2"), Err(MoveError::Ambiguous("Nd2".to_owned(), "Nbd2 Nfd2".to_owned())));
    for text in ["Nd9", "Nd4", "Qe2", "O-O", "e9"] {
        assert_eq!(session.view().read_move(text), Err(MoveError::Illegal(text.to_owned())));
    }
    for text in ["hello", "", "+", "=", "é", "x!"] {
        assert!(matches!(session.view().read_move(text), Err(MoveError::Unreadable(..))), "{text}");
    }
}
