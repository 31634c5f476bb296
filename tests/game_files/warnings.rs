//! Warnings of what a game allows, but surely does not mean.

use bactrian::games::{Games, built_in};

use super::File;
use crate::common::client::run;
use crate::common::data::{self, game_files};

/// The warnings of a text whose games can be played.
fn warnings(text: &str) -> Vec<String> {
    let loaded = Games::default().load_text("f.ini", text).unwrap_or_else(|error| panic!("{text}: {error}"));
    loaded.warnings.iter().map(ToString::to_string).collect()
}

fn assert_warned(text: &str, warning: &str) {
    let found = warnings(text);
    assert!(found.iter().any(|found| found.contains(warning)), "{text}: {found:?}");
}

#[test]
fn what_is_surely_not_meant_is_warned_of() {
    for (text, warning) in [
        (
            "[a:chess]\nmaxRank = 6\nmaxFile = 6\nstartFen = rbqknr/pppppp/6/6/PPPPPP/RBQKNR w - - 0 1\npromotionRank = 6\n",
            "doubleStepRegionBlack: Black's region of double steps is not on the board",
        ),
        ("[a:chess]\ndoubleStepRegionBlack = *6\n", "doubleStepRegionBlack: White has double steps and Black has none"),
        ("[a:chess]\npromotionPieceTypesBlack = -\n", "White has promotions and Black has none"),
        (
            "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\n",
            "White has castlings and Black",
        ),
        ("[a:chess]\npromotionRegionWhite = *9\n", "White's region of promotions is not on the board"),
        (
            "[a:chess]\nrook = s\npromotionPieceTypes = q\nstartFen = snbqkbns/pppppppp/8/8/8/8/PPPPPPPP/SNBQKBNS w KQAHkq - 0 1\n",
            "fits no king and rook",
        ),
        (
            "[a:chess]\nmaxRank = 9\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ndoubleStepRegionBlack = *8\n",
            "promotionRegionBlack: the squares where pieces promote are not Black's as White's",
        ),
        (
            "[a:chess]\ndoubleStepRegionBlack = a7 b7\n",
            "doubleStepRegionBlack: the pawns that can make double steps are not Black's as White's",
        ),
    ] {
        assert_warned(text, warning);
    }
    for name in built_in().map(|spec| spec.page.name).filter(|name| !["luotuoqi", "bilateral"].contains(name)) {
        assert_eq!(warnings(&format!("[a:{name}]\n")), [""; 0], "{name}");
    }
}

#[test]
fn initial_moves_that_are_never_made_are_warned_of() {
    // The region of double steps is the second rank, the knights stand on the first.
    assert_warned(
        "[a:chess]\ncustomPiece1 = n:NimA\npromotionPieceTypes = q\n",
        "[a] customPiece1: White's Piece N begins where it has no initial move (`i`): doubleStepRegionWhite says",
    );
    assert_warned(
        "[a:chess]\ncustomPiece1 = p:mfWcfFimfnD\npawnTypes = p\ndoubleStep = false\n",
        "customPiece1: White's Pawn never has its initial move (`i`), because White has no double steps",
    );
    let regions = "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *8 *7\n";
    assert_eq!(warnings(&format!("[a:chess]\ncustomPiece1 = n:NimA\npromotionPieceTypes = q\n{regions}")), [""; 0]);
}

#[test]
fn pieces_that_never_leave_their_squares_are_warned_of() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_warned(
        &format!("[a:chess]\ncustomPiece1 = r:bR\npromotionPieceTypes = q\nstartFen = {board}\n"),
        "startFen: White's Piece R on a1 h1 can never leave its square",
    );
    let confined = "mobilityRegionBlackBishop = *1";
    assert_warned(&format!("[a:chess]\n{confined}\n"), "startFen: Black's Bishop on c8 f8 can never leave its square");
    // Hurdles may come, a castling moves a rook, and what has no movement at all is meant to stay.
    for text in ["customPiece1 = r:pR\ncastlingRookPieces = r", "immobile = b"] {
        assert_eq!(warnings(&format!("[a:chess]\n{text}\npromotionPieceTypes = q\n")), [""; 0], "{text}");
    }
}

#[test]
fn regions_that_are_never_reached_are_warned_of() {
    let third = "startFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1";
    assert_warned(
        &format!("[a:chess]\n{third}\ndoubleStepRegionWhite = *2\n"),
        "[a] doubleStepRegionWhite: no pawn of White ever makes a double step from this region",
    );
    // The regions of chess are not set here, and harm nobody.
    assert_eq!(warnings(&format!("[a:chess]\n{third}\n")), [""; 0]);
    assert_warned(
        "[a:chess]\ntripleStepRegionBlack = *8\n",
        "tripleStepRegionBlack: no pawn of Black ever makes a triple step from this region",
    );
    assert_warned(
        "[a:chess]\nmobilityRegionWhitePawn = *2 *3 *4 *5\n",
        "promotionRegionWhite: no piece of White that could promote ever comes to this region",
    );
    assert_warned(
        "[a:chess]\nflagPiece = b\nflagRegionWhite = h6\nflagRegionBlack = *1\nmobilityRegionBlackBishop = c8 d7 e7 f8\npromotionPieceTypes = q\n",
        "flagRegionBlack: no piece of Black that could win ever comes to this region",
    );
}

#[test]
fn games_that_end_at_once_are_warned_of() {
    for (text, warning) in [
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "startFen: the game is over at the start"),
        ("[a:chess]\nflagRegionBlack = *8\n", "the game is over at the start"),
        ("[a:chess]\nflagRegionWhite = *1\n", "White wins with its first move, "),
        ("[a:chess]\nstartFen = 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1\n", "White wins with its first move, b1b8"),
        ("[a:chess]\nstartFen = 7k/8/8/8/8/8/1r6/K7 w - - 0 1\n", "the game is over after the first move"),
    ] {
        assert_warned(text, warning);
    }
}

#[test]
fn all_games_of_the_data_are_without_warnings() {
    for file in game_files() {
        let text = file.text.replacen('[', "[warned-", 1);
        assert_eq!(warnings(&text), [""; 0], "{}", file.name);
    }
    assert_eq!(warnings(&data::read("own_games.ini")), [""; 0]);
    // The relatives can be parents, and their children are without warnings too.
    let relatives = include_str!("../../src/engine/games/file/relatives.ini");
    let names = relatives.lines().filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next());
    for name in names {
        assert_eq!(warnings(&format!("[warned:{name}]\n")), [""; 0], "{name}");
    }
}

#[test]
fn check_shows_warnings() {
    let file = File::new("warned", "[a:chess]\nflagPiece = k\nflagRegionWhite = *9\npromotionRegionWhite = *9\n");
    let (status, said, errors) = run(&["variants", "--check", file.path()]);
    assert!(status == 0 && said.contains(":4: [a] promotionRegionWhite: "), "{said}{errors}");
    assert!(said.lines().next().is_some_and(|line| line.ends_with(" (a warning)")), "{said}");
}
