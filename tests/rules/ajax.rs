//! Ajax-Capablanca Chess in both arrays, rule by rule, with its ruling (`R-AJ-*`).

use crate::common::board::{
    assert_castlings, assert_moves, assert_targets, board, field, played, rank_after, rights, spec, start,
};

const STRAIGHT: &str = "d4 f4 e3 e5";
const DIAGONAL: &str = "d3 d5 f3 f5";
const BISHOP: &str = "b1 c2 d3 f5 g6 h7 i8 d5 c6 b7 a8 f3 g2 h1";
const ROOK: &str = "a4 b4 c4 d4 f4 g4 h4 i4 j4 e1 e2 e3 e5 e6 e7 e8";
const KNIGHT: &str = "c3 c5 d2 d6 f2 f6 g3 g5";
const FAR: &str = "c2 c4 c6 e2 e6 g2 g4 g6";

mod pieces {
    use super::*;

    /// Where a white piece on e4 may go with nothing in its way.
    #[track_caller]
    fn assert_open_board(name: &str, letter: char, expected: &[&str]) {
        assert_targets(name, &format!("9k/10/10/10/4{letter}5/10/10/K9 w - - 0 1"), "e4", &expected.join(" "));
    }

    /// The same with black pawns on all squares around e4.
    #[track_caller]
    fn assert_surrounded(name: &str, letter: char, expected: &[&str]) {
        let fen = format!("9k/10/10/3ppp4/3p{letter}p4/3ppp4/10/K9 w - - 0 1");
        assert_targets(name, &fen, "e4", &expected.join(" "));
    }

    #[test]
    fn the_arrays() {
        assert_eq!(start("ajaxcapa").fen(), "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
        assert_eq!(
            start("ajaxministers").fen(),
            "rnbmqkmbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBMQKMBNR w KQkq - 0 1"
        );
    }

    #[test]
    fn rook_steps_diagonally_without_capturing() {
        assert_open_board("ajaxcapa", 'R', &[ROOK, DIAGONAL]);
        assert_surrounded("ajaxcapa", 'R', &[STRAIGHT]);
        assert_open_board("ajaxministers", 'R', &[ROOK, DIAGONAL]);
    }

    #[test]
    fn bishop_steps_straight_without_capturing() {
        assert_open_board("ajaxcapa", 'B', &[BISHOP, STRAIGHT]);
        assert_surrounded("ajaxcapa", 'B', &[DIAGONAL]);
        assert_open_board("ajaxministers", 'B', &[BISHOP, STRAIGHT]);
    }

    #[test]
    fn knight_steps_anywhere_without_capturing() {
        assert_open_board("ajaxcapa", 'N', &[KNIGHT, STRAIGHT, DIAGONAL]);
        assert_surrounded("ajaxcapa", 'N', &[KNIGHT]);
        assert_open_board("ajaxministers", 'N', &[KNIGHT, STRAIGHT, DIAGONAL]);
    }

    #[test]
    fn archbishop_steps_straight_without_capturing() {
        assert_open_board("ajaxcapa", 'A', &[BISHOP, KNIGHT, STRAIGHT]);
        assert_surrounded("ajaxcapa", 'A', &[KNIGHT, DIAGONAL]);
    }

    #[test]
    fn chancellor_steps_diagonally_without_capturing() {
        assert_open_board("ajaxcapa", 'C', &[ROOK, KNIGHT, DIAGONAL]);
        assert_surrounded("ajaxcapa", 'C', &[KNIGHT, STRAIGHT]);
    }

    #[test]
    fn r_aj_1_minister_goes_one_or_two_squares_in_eight_directions() {
        assert_open_board("ajaxministers", 'M', &[STRAIGHT, DIAGONAL, FAR]);
        assert_surrounded("ajaxministers", 'M', &[STRAIGHT, DIAGONAL, FAR]);
        let walled = "9k/10/10/3PPP4/3PMP4/3PPP4/10/K9 w - - 0 1";
        assert_targets("ajaxministers", walled, "e4", FAR);
        let far_enemies = "9k/10/2p1p1p3/10/2p1M1p3/10/2p1p1p3/4K5 w - - 0 1";
        assert_targets("ajaxministers", far_enemies, "e4", &[STRAIGHT, DIAGONAL, FAR].join(" "));
    }

    #[test]
    fn queen_and_king_are_those_of_chess() {
        assert_open_board("ajaxcapa", 'Q', &[ROOK, BISHOP]);
        assert_targets("ajaxcapa", "9k/10/10/10/4K5/10/10/10 w - - 0 1", "e4", &[STRAIGHT, DIAGONAL].join(" "));
    }
}

mod checks {
    use super::*;

    #[test]
    fn steps_without_capture_give_no_check() {
        for (letter, square) in [('R', "3R6"), ('A', "4A5"), ('B', "4B5"), ('C', "3C6"), ('N', "4N5")] {
            let fen = format!("10/10/10/4k5/{square}/10/10/K9 b - - 0 1");
            let board = board("ajaxcapa", &fen);
            assert!(!board.in_check(), "{letter}");
            let name = if square.starts_with('3') { "e5d4" } else { "e5e4" };
            assert!(board.read_move(name).is_ok(), "{letter}");
        }
    }

    #[test]
    fn steps_without_capture_stop_a_check() {
        assert_targets("ajaxcapa", "r8k/10/10/10/10/1N8/10/K9 w - - 0 1", "b3", "a2 a3 a4 a5");
    }

    #[test]
    fn a_pinned_piece_steps_along_the_pin() {
        assert_targets("ajaxcapa", "9k/10/10/4b5/10/2R7/10/K9 w - - 0 1", "c3", "b2 d4");
        assert_targets("ajaxcapa", "9k/10/10/10/3b6/2R7/10/K9 w - - 0 1", "c3", "b2");
    }

    #[test]
    fn a_pinned_minister_does_not_leap_over_the_ends_of_the_pin() {
        assert_targets("ajaxministers", "9k/10/10/3b6/2M7/1K8/10/10 w - - 0 1", "c4", "d5");
        assert_targets("ajaxministers", "9k/10/10/4b5/10/2M7/1K8/10 w - - 0 1", "c3", "d4 e5");
    }

    #[test]
    fn nothing_stops_the_check_of_a_minister() {
        let straight = "9k/10/10/10/10/m9/7R2/K9 w - - 0 1";
        assert!(board("ajaxministers", straight).in_check());
        assert_moves("ajaxministers", straight, "a1b1");
        let diagonal = "9k/10/10/10/10/2m7/7R2/K9 w - - 0 1";
        assert!(board("ajaxministers", diagonal).in_check());
        assert_moves("ajaxministers", diagonal, "a1a2 a1b1");
        let capturer = "9k/10/10/10/10/m6R2/10/K9 w - - 0 1";
        assert_moves("ajaxministers", capturer, "a1b1 h3a3");
    }
}

mod pawns {
    use super::*;

    #[test]
    fn double_step_and_en_passant() {
        assert_targets("ajaxcapa", spec("ajaxcapa").page.start, "e2", "e3 e4");
        let after = played("ajaxministers", "9k/10/10/10/3p6/10/4P5/K9 w - - 0 1", "e2e4");
        assert_eq!(field(&*after, 3), "e3");
        assert_eq!(rank_after("ajaxministers", &after.fen(), "d4e3", 4), "10");
    }

    #[test]
    fn promotions_of_each_array() {
        assert_targets("ajaxcapa", "9k/P9/10/10/10/10/10/K9 w - - 0 1", "a7", "a8q a8c a8a a8r a8b a8n");
        assert_targets("ajaxministers", "9k/P9/10/10/10/10/10/K9 w - - 0 1", "a7", "a8q a8m a8r a8b a8n");
    }

    #[test]
    fn the_clock_counts_steps_of_pieces() {
        let fen = "9k/10/10/10/4R5/10/P9/K9 w - - 7 30";
        assert_eq!(played("ajaxcapa", fen, "e4d5").setup().clock, 8);
        assert_eq!(played("ajaxcapa", fen, "a2a3").setup().clock, 0);
    }
}

mod castling {
    use super::*;

    #[test]
    fn geometry() {
        for name in ["ajaxcapa", "ajaxministers"] {
            assert_castlings(name, "R4K3R", [("fi", "R6RK1"), ("fc", "2KR5R")]);
            assert_eq!(rights(name, "r4k3r/10/10/10/10/10/10/R4K3R w JAja - 0 1"), "KQkq");
        }
    }

    #[test]
    fn r_all_3_only_captures_endanger_the_crossed_squares() {
        // The rook on j2 steps to i1, but does not capture there.
        let steps_only = "9k/10/10/10/10/9p/9r/5K3R w K - 0 1";
        assert!(board("ajaxcapa", steps_only).read_move("f1i1").is_ok());
    }
}
