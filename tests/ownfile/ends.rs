//! Ends of games of files: how they are told, and that a search finds them.

use bactrian::types::score::mate_in;

use super::engine::load;
use crate::common::session::{self, set_position};

/// The end at a position of a game that is played by the rules of a parent.
fn end(parent: &str, fen: &str) -> Option<String> {
    let name = format!("ends-of-{parent}");
    let mut session = session::open(load(&format!("{name}.ini"), &format!("[{name}:{parent}]\n")));
    set_position(&mut *session, fen);
    session.ending().map(|ending| format!("{ending} ({})", ending.result()))
}

#[test]
fn ends_are_told_by_their_rules() {
    for (parent, fen, expected) in [
        ("giveaway", "8/8/8/8/8/8/8/k7 w - - 0 1", Some("White wins by the number of pieces (1-0)")),
        ("giveaway", "8/8/8/8/8/p7/P7/8 w - - 0 1", Some("White wins by stalemate (1-0)")),
        ("suicide", "8/8/8/8/8/p7/P7/8 w - - 0 1", Some("stalemate (1/2-1/2)")),
        ("suicide", "8/8/8/8/p7/P7/P7/8 w - - 0 1", Some("Black wins by stalemate (0-1)")),
        ("suicide", "8/8/8/8/8/p7/P7/n7 w - - 0 1", Some("White wins by stalemate (1-0)")),
        (
            "extinction",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            Some("White wins by the number of pieces (1-0)"),
        ),
        ("extinction", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", None),
        (
            "codrus",
            "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1",
            Some("Black wins by the number of pieces (0-1)"),
        ),
        ("threekings", "k3k3/8/8/8/8/8/8/K3K2K b - - 0 1", Some("White wins by the number of pieces (1-0)")),
        ("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1", Some("Black wins by the number of pieces (0-1)")),
        ("horde", "7k/5PP1/6P1/8/8/8/8/8 b - - 0 1", None),
        ("coregal", "4k3/8/8/8/8/8/8/q3KQ1r w - - 0 1", Some("Black mates (0-1)")),
        ("breakthrough", "P7/8/8/8/8/8/8/p7 b - - 0 1", Some("White has reached the goal of the game (1-0)")),
        ("clobber", "P4/5/5/5/5/4p w - - 0 1", Some("Black wins by stalemate (0-1)")),
        ("jesonmor", "9/9/9/9/4N4/9/9/9/8n b - - 0 1", None),
        ("jesonmor", "9/9/9/9/4N4/9/9/n8/9 w - - 0 1", Some("White has reached the goal of the game (1-0)")),
        // White's king has arrived: Black's follows if it can.
        ("racingkings", "4K3/k7/8/8/8/8/8/8 b - - 0 1", None),
        ("racingkings", "4K3/8/k7/8/8/8/8/8 b - - 0 1", Some("White has reached the goal of the game (1-0)")),
        ("racingkings", "4K3/kQ6/8/8/8/8/8/8 b - - 0 1", Some("White has reached the goal of the game (1-0)")),
        (
            "racingkings",
            "k3K3/8/8/8/8/8/8/8 w - - 0 1",
            Some("draw, as both sides have reached the goal of the game (1/2-1/2)"),
        ),
        ("racingkings", "k7/4K3/8/8/8/8/8/8 w - - 0 1", Some("Black has reached the goal of the game (0-1)")),
        ("shatranj", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Some("White wins by the number of pieces (1-0)")),
    ] {
        assert_eq!(end(parent, fen).as_deref(), expected, "{parent} {fen}");
    }
}

/// Positions with any numbers of royal pieces are played on: none, several of a kind that is royal while there are few.
#[test]
fn any_number_of_royal_pieces_may_stand_there() {
    let text = "[ends-of-few:chess]\nking = -\ncommoner = k\npromotionPieceTypes = qk\nextinctionPieceTypes = k\n\
                extinctionPseudoRoyal = true\nextinctionPieceCount = 1\nstalemateValue = loss\n";
    let spec = load("ends-of-few.ini", text);
    for (fen, check, moves) in [
        // A king made by the pawn could be captured.
        ("8/8/8/8/8/8/p7/4R3 b - - 0 1", false, 1),
        // Both kings are attacked.
        ("4k3/8/8/4k3/8/8/8/R3R3 b - - 0 1", true, 0),
        // Of three kings none is royal.
        ("4k3/k7/8/4k3/8/8/8/R3R3 b - - 0 1", false, 18),
        ("kkkkk3/8/8/8/8/8/8/4R2K b - - 0 1", false, 15),
    ] {
        let mut session = session::open(spec);
        set_position(&mut *session, fen);
        let found = session.view().legal_moves().len();
        assert_eq!((session.view().in_check(), found), (check, moves), "{fen}");
    }
}

#[test]
fn a_search_finds_wins_by_these_rules() {
    for (parent, fen, best, plies) in [
        ("breakthrough", "8/8/2P5/8/8/6p1/8/8 w - - 0 1", "c6b7", 3),
        ("giveaway", "8/8/8/8/8/1p6/8/R7 w - - 0 1", "a1a2", 2),
        ("extinction", "4k2q/8/8/8/8/8/8/4KQ1R w - - 0 1", "h1h8", 1),
    ] {
        let name = format!("wins-of-{parent}");
        let text = match parent {
            "extinction" => format!("[{name}:{parent}]\nextinctionPieceTypes = q\n"),
            _ => format!("[{name}:{parent}]\n"),
        };
        let mut session = session::open(load(&format!("{name}.ini"), &text));
        session.configure(1, 1);
        set_position(&mut *session, fen);
        let (_, found) = session::search(&mut *session, session::to_depth(8));
        assert_eq!((found.best.as_deref(), found.score), (Some(best), mate_in(plies)), "{parent}");
    }
}
