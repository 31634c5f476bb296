//! The rules of Bilateral Chess, one by one, with the published examples and the rulings R-BIL-1 to R-BIL-15.

use bactrian::games::bilateral::Bilateral;
use bactrian::types::Ending;
use bactrian::types::Score;

use crate::common::board::{self, assert_targets, board, field, moves, played, refusal, rights, session, spec, start};

fn targets(fen: &str, from: &str, expected: &str) {
    assert_targets("bilateral", fen, from, expected);
}

fn after(fen: &str, moves: &str) -> String {
    played("bilateral", fen, moves).fen()
}

/// The freezes after some moves.
fn freezes(fen: &str, moves: &str) -> String {
    field(&*played("bilateral", fen, moves), 6)
}

#[track_caller]
fn assert_legal(fen: &str, legal: &str, illegal: &str) {
    board::assert_legal("bilateral", fen, legal, illegal);
}

/// The squares, and the same with a flip to this form.
fn with_flips(squares: &str, form: char) -> String {
    squares.split(' ').map(|square| format!("{square} {square}{form} ")).collect()
}

mod chessmen {
    use super::*;

    #[test]
    fn the_array_and_its_rights() {
        let fen = "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYZIJkqyzij - 0 1 -";
        assert_eq!(start("bilateral").fen(), fen);
        assert_eq!(start("bilateral").legal_moves().len(), 46);
    }

    #[test]
    fn castling_goes_to_g_and_c() {
        let fen = "6k5/12/12/12/12/12/12/2R3K2R2 w KQ - 4 9 -";
        targets(fen, "e1", "d1 d2 e2 f2 f1 g1 c1");
        assert_eq!(after(fen, "e1g1"), "6k5/12/12/12/12/12/12/2R4RK3 b - - 5 9 -");
        assert_eq!(after(fen, "e1c1"), "6k5/12/12/12/12/12/12/4KR3R2 b - - 5 9 -");
    }

    #[test]
    fn a_crossed_square_must_be_safe_from_cannons_and_wizards() {
        // Over the pawn on f4 the cannon would capture on f1.
        assert_legal("6k1c3/12/12/12/12/12/12/2R3K2R2 w KQ - 0 1 -", "e1g1 e1c1", "");
        assert_legal("6kc4/12/12/12/7P4/12/12/2R3K2R2 w KQ - 0 1 -", "e1c1", "e1g1");
        // From e4 a wizard rides to f1 and d1: one step in u, three ranks.
        assert_legal("k11/12/12/12/6w5/12/12/2R3K2R2 w KQ - 0 1 -", "", "e1g1 e1c1");
    }

    #[test]
    fn en_passant_after_a_double_step() {
        let fen = "6k5/12/12/12/4p7/12/3P8/6K5 w - - 0 1 -";
        assert_eq!(after(fen, "b2b4"), "6k5/12/12/12/3Pp7/12/12/6K5 b - b3 0 1 -");
        assert_eq!(after(fen, "b2b4 c4b3"), "6k5/12/12/12/12/3p8/12/6K5 w - - 0 2 -");
    }

    #[test]
    fn r_bil_7_pawns_double_step_from_the_second_rank_and_from_nowhere_else() {
        targets("6k5/12/12/12/12/12/1P10/6K5 w - - 0 1 -", "z2", "z3 z4");
        targets("6k5/12/12/12/12/12/12/1P4K5 w - - 0 1 -", "z1", "z2");
        targets("1p4k5/12/12/12/12/12/12/6K5 b - - 0 1 -", "z8", "z7");
        // A pushed pawn has not stepped: nothing to capture in passing.
        let pushed = after("6k5/12/4p7/4E7/12/12/12/6K5 w - - 0 1 -", "c5c6");
        assert_eq!(pushed, "6k5/4p7/4E7/12/12/12/12/6K5 b - - 1 1 -");
    }

    #[test]
    fn promotion_offers_eight_pieces_r_bil_9() {
        let fen = "6k5/12/12/12/12/12/4p7/11K b - - 3 1 -";
        targets(fen, "c2", "c1q c1r c1b c1n c1l c1c c1e c1w");
        assert_eq!(after(fen, "c2c1c"), "6k5/12/12/12/12/12/12/4c6K w - - 0 2 -");
        // On the squares of the array neither has an opening move.
        assert_eq!(field(&*played("bilateral", fen, "c2c1w"), 2), "-");
    }
}

mod lions {
    use super::*;

    #[test]
    fn lions_leap_two_squares_and_capture_on_the_next() {
        targets("11k/12/12/12/4L7/12/12/11K w - - 0 1 -", "c4", "a4 e4 c2 c6 a2 e2 a6 e6");
        let surrounded = "11k/12/4n7/3pp7/4L7/12/12/11K w - - 0 1 -";
        targets(surrounded, "c4", "a4 e4 c2 a2 e2 a6 e6 b5 c5");
    }

    #[test]
    fn r_bil_13_leapers_leap_over_elephants_and_capture_none() {
        targets("11k/12/12/3eee6/3eLe6/3eee6/12/11K w - - 0 1 -", "c4", "a4 e4 c2 c6 a2 e2 a6 e6");
        targets("11k/12/3e1e6/3eee6/3eNe6/3eee6/12/11K w - - 0 1 -", "c4", "a3 a5 b2 d2 e3 e5");
    }
}

mod cannons {
    use super::*;

    const RANK: &str = "y4 z4 a4 b4 d4 e4 f4 g4 h4 i4 j4";

    #[test]
    fn rook_wise_they_go_as_rooks_and_may_flip_with_every_move() {
        let fen = "11k/12/4p7/12/4C7/12/12/11K w - - 0 1 -";
        targets(fen, "c4", &(with_flips(&format!("{RANK} c1 c2 c3 c5"), 'v') + "c4v"));
    }

    #[test]
    fn they_capture_over_exactly_one_piece() {
        let one = "4r6k/12/4p7/12/4C7/12/12/11K w - - 0 1 -";
        targets(one, "c4", &(with_flips(&format!("{RANK} c1 c2 c3 c5 c8"), 'v') + "c4v"));
        assert_eq!(after(one, "c4c8v"), "4V6k/12/4p7/12/12/12/12/11K b - - 0 1 -");
        let two = "4r6k/4N7/4p7/12/4C7/12/12/11K w - - 0 1 -";
        targets(two, "c4", &(with_flips(&format!("{RANK} c1 c2 c3 c5"), 'v') + "c4v"));
    }

    #[test]
    fn bishop_wise_they_do_the_same_on_diagonals() {
        let open = "y8 z7 a6 b5 d5 e6 f7 g8 b3 a2 z1 d3 e2 f1";
        targets("11k/12/12/12/4V7/12/12/11K w - - 0 1 -", "c4", &(with_flips(open, 'c') + "c4c"));
        let screened = "8r2k/12/6N5/12/4V7/12/12/11K w - - 0 1 -";
        let goals = "y8 z7 a6 b5 d5 g8 b3 a2 z1 d3 e2 f1";
        targets(screened, "c4", &(with_flips(goals, 'c') + "c4c"));
    }

    #[test]
    fn a_flip_in_place_is_a_turn() {
        let fen = "11k/12/12/12/4C7/12/12/11K w - - 7 3 -";
        assert_eq!(after(fen, "c4c4v"), "11k/12/12/12/4V7/12/12/11K b - - 8 3 -");
    }

    #[test]
    fn r_bil_10_elephants_are_screens_for_their_own_side_only() {
        let own = "4r6k/12/4E7/12/4C7/12/12/11K w - - 0 1 -";
        assert_legal(own, "c4c8 c4c8v c4c5", "c4c6");
        let enemy = "4r6k/12/4e7/12/4C7/12/12/11K w - - 0 1 -";
        assert_legal(enemy, "c4c5", "c4c8 c4c8v c4c6");
        // The same with kings: black's cannon hops over black's elephant.
        assert!(board("bilateral", "4k7/12/12/4c7/4e7/12/12/4K7 w - - 0 1 -").in_check());
        assert!(!board("bilateral", "4k7/12/12/4c7/4E7/12/12/4K7 w - - 0 1 -").in_check());
    }

    #[test]
    fn r_bil_10_frozen_pieces_are_screens() {
        assert!(board("bilateral", "4k7/12/12/4c7/3Wn7/12/12/4K7 w - - 0 1 b4c4").in_check());
    }

    #[test]
    fn a_piece_may_not_become_a_screen_nor_leave_one_alone() {
        assert_legal("6k5/12/12/4c7/12/3R8/12/4K7 w - - 0 1 -", "b3b4 c1d1", "b3c3");
        assert_legal("6k5/12/12/4c7/4N7/4B7/12/4K7 w - - 0 1 -", "c1d1", "c4b2 c4a3 c3b2 c3d4");
        // An elephant between king and cannon is none of the cannon's screens.
        assert_legal("6k5/12/12/4c7/12/3E8/12/4K7 w - - 0 1 -", "b3c3", "");
        assert_legal("6k5/12/12/4c7/4N7/4E7/12/4K7 w - - 0 1 -", "c4b2", "c3b3 c3d3");
    }
}

mod elephants {
    use super::*;

    #[test]
    fn they_step_straight_and_never_capture() {
        targets("11k/12/12/12/4E7/12/12/11K w - - 0 1 -", "c4", "b4 d4 c3 c5");
        // Neither own pieces nor what has no room behind it is pushed.
        targets("11k/12/4n7/4p7/3PEe6/4n7/4b7/11K w - - 0 1 -", "c4", "");
        targets("11k/12/12/12/nE10/12/12/11K w - - 0 1 -", "z4", "a4 z3 z5");
    }

    #[test]
    fn they_push_enemies_r_bil_8() {
        let fen = "11k/12/12/4p7/3pEn6/4r7/12/11K w - - 3 5 -";
        targets(fen, "c4", "b4 c3 c5 d4");
        assert_eq!(after(fen, "c4b4"), "11k/12/12/4p7/2pE1n6/4r7/12/11K b - - 4 5 -");
        assert_eq!(after(fen, "c4c5"), "11k/12/4p7/4E7/3p1n6/4r7/12/11K b - - 4 5 -");
        assert_eq!(after(fen, "c4c3"), "11k/12/12/4p7/3p1n6/4E7/4r7/11K b - - 4 5 -");
    }

    #[test]
    fn a_pawn_pushed_to_its_last_rank_promotes_and_keeps_its_colour() {
        let fen = "11k/12/12/12/12/4E6K/4p7/12 w - - 3 5 -";
        targets(fen, "c3", "b3 d3 c4 c2q c2r c2b c2n c2l c2c c2e c2w");
        assert_eq!(after(fen, "c3c2n"), "11k/12/12/12/12/11K/4E7/4n7 b - - 0 5 -");
        // Its first rank is none on which it promotes.
        assert_eq!(after("11k/4p7/4E7/12/12/12/12/11K w - - 3 5 -", "c6c7"), "4p6k/4E7/12/12/12/12/12/11K b - - 4 5 -");
        // The promoted piece may not give check.
        targets("11k/12/12/12/12/4E7/4p7/11K w - - 3 5 -", "c3", "b3 d3 c4 c2b c2n c2l c2c c2e c2w");
    }

    #[test]
    fn only_kings_and_pawns_capture_them() {
        let fen = "11k/12/12/3ppp6/2r1E1q5/2nnbb6/4v7/4c6K b - - 0 1 -";
        let found = moves(&*board("bilateral", fen));
        let captures: Vec<&str> = found.iter().map(String::as_str).filter(|m| m.ends_with("c4")).collect();
        assert_eq!(captures, ["b5c4", "d5c4"]);
        assert_legal("11k/12/12/12/12/12/10e1/11K w - - 0 1 -", "j1i2", "");
        assert_legal("12/12/12/12/12/12/10E1/K8k2 b - - 0 1 -", "h1i2", "");
    }

    #[test]
    fn r_bil_13_a_pawn_captures_one_while_promoting() {
        assert_legal("4e6k/3P8/12/12/12/12/12/11K w - - 0 1 -", "b7c8q b7c8w", "");
    }

    #[test]
    fn the_opening_move_is_two_steps() {
        let start = spec("bilateral").page.start;
        targets(start, "z2", "z3 y3 a3 z4");
        assert_eq!(field(&*played("bilateral", start, "z2y3"), 2), "KQYIJkqyzij");
        assert_eq!(field(&*played("bilateral", start, "z2z3 i7i6"), 2), "KQYIJkqyzj");
        // Without the right there is none.
        targets("11k/12/12/12/12/12/1E10/11K w - - 0 1 -", "z2", "y2 a2 z1 z3");
        targets("11k/12/12/12/12/12/1E10/11K w Z - 0 1 -", "z2", "y2 a2 z1 z3 y1 y3 a1 a3 b2 z4");
    }

    #[test]
    fn r_bil_6_the_opening_move_pushes_nobody() {
        targets("11k/12/12/12/1p10/12/1E10/11K w Z - 0 1 -", "z2", "y2 a2 z1 z3 y1 y3 a1 a3 b2");
        targets("11k/12/12/12/12/1p10/1E10/11K w Z - 0 1 -", "z2", "y2 a2 z1 z3 y1 y3 a1 a3 b2");
    }

    #[test]
    fn r_bil_11_pushes_may_expose_either_king() {
        // The pushed knight would be a screen.
        assert_legal("4c6k/12/12/2En8/12/12/12/4K7 w - - 0 1 -", "a5a6", "a5b5");
        assert!(played("bilateral", "4k7/12/12/2En8/12/12/12/4C6K w - - 0 1 -", "a5b5").in_check());
        // The elephant leaves the rook's way.
        assert_legal("11k/12/4n7/r3E2K4/12/12/12/12 w - - 0 1 -", "c5b5 c5d5", "c5c6 c5c4");
        assert!(played("bilateral", "12/12/4n7/R3E2k4/12/12/12/11K w - - 0 1 -", "c5c6").in_check());
    }

    #[test]
    fn r_bil_3_kings_are_pushed_and_lose_their_castlings() {
        let king = "2r2Ek2r2/12/12/12/12/12/12/11K w kq - 0 1 -";
        assert_eq!(after(king, "d8e8"), "2r3Ek1r2/12/12/12/12/12/12/11K b - - 1 1 -");
        let rook = "1Er3k2r2/12/12/12/12/12/12/11K w kq - 0 1 -";
        assert_eq!(after(rook, "z8a8"), "2Er2k2r2/12/12/12/12/12/12/11K b k - 1 1 -");
    }
}

mod wizards {
    use super::*;

    const OPEN: &str = "z4 z6 b4 b6 g5 i5 h4 h6";

    #[test]
    fn the_walks_from_a5() {
        targets("5k6/12/12/2W9/12/12/12/5K6 w - - 0 1 -", "a5", OPEN);
    }

    #[test]
    fn r_bil_1_the_walk_never_captures() {
        targets("5k6/12/1n10/2W9/12/12/12/5K6 w - - 0 1 -", "a5", "z4 b4 b6 g5 i5 h4 h6");
    }

    #[test]
    fn the_kills_from_a5_pass_two_empty_squares() {
        targets("1n3k6/12/12/2W9/12/12/12/5K6 w - - 0 1 -", "a5", &format!("{OPEN} z8"));
        targets("1n3k6/12/1P10/2W9/12/12/12/5K6 w - - 0 1 -", "a5", &OPEN.replace("z6 ", ""));
        targets("1n3k6/2P9/12/2W9/12/12/12/5K6 w - - 0 1 -", "a5", OPEN);
        targets("5k3n2/12/12/2W9/12/12/12/5K6 w - - 0 1 -", "a5", &format!("{OPEN} h8"));
        targets("5k3n2/12/9P2/2W9/12/12/12/5K6 w - - 0 1 -", "a5", &OPEN.replace(" h6", ""));
        targets("5k3n2/2P9/12/2W9/12/12/12/5K6 w - - 0 1 -", "a5", OPEN);
        // All of them: one step in u or s and three in r, one in r or s and three in u.
        let fen = "1n1n1k3n2/12/5n6/2W9/5n6/12/1n1n5n2/8K3 w - - 0 1 -";
        targets(fen, "a5", &format!("{OPEN} z8 b8 h8 d6 d4 z2 b2 h2"));
        targets("5k6/12/12/2W3n5/12/12/12/5K6 w - - 0 1 -", "a5", &format!("{OPEN} e5"));
    }

    #[test]
    fn a_kill_leaves_the_wizard_where_it_is() {
        let fen = "1n3k6/12/12/2W9/12/12/12/5K6 w - - 8 9 -";
        assert_eq!(after(fen, "a5z8"), "5k6/12/12/2W9/12/12/12/5K6 b - - 0 9 -");
        assert_legal("1e3k6/12/12/2W9/12/12/12/5K6 w - - 8 9 -", "", "a5z8");
        assert!(board("bilateral", "1k10/12/12/2W9/12/12/12/5K6 b - - 0 1 -").in_check());
        assert!(!board("bilateral", "1k10/2p9/12/2W9/12/12/12/5K6 b - - 0 1 -").in_check());
        // So the pawn is pinned.
        targets("1k10/2p9/12/2W9/12/12/12/5K6 b - - 0 1 -", "a7", "");
    }

    #[test]
    fn the_freezes_from_a5() {
        let fen = "5k6/12/2p9/1pWp5p2/2p9/12/12/5K6 w - - 0 1 -";
        targets(fen, "a5", "z4 z6 b4 b6 g5 i5 h4 h6 z5 b5 a4 a6 h5");
        assert_eq!(freezes(fen, "a5a4"), "a5a4");
        assert_eq!(field(&*played("bilateral", fen, "a5a4"), 4), "1");
        targets("5k6/12/2e9/2WP8/12/12/12/5K6 w - - 0 1 -", "a5", OPEN);
    }

    #[test]
    fn r_bil_2_the_geometry_is_the_folded_one_alone() {
        // d5 lies on e5; y5 on j5.
        targets("11k/12/12/5Wn5/12/12/12/11K w - - 0 1 -", "d5", "c4 c6 f5 e4 e6 e5");
        targets("11k/12/12/5W1n4/12/12/12/11K w - - 0 1 -", "d5", "c4 c6 e4 e6");
        targets("5k6/12/12/W10n/12/12/12/5K6 w - - 0 1 -", "y5", "z4 z6 i5 j4 j6 j5");
    }

    #[test]
    fn the_opening_move_is_two_walking_steps_r_bil_6() {
        let start = spec("bilateral").page.start;
        assert_legal(start, "y2z3 y2j3 y2y4 y2a4", "y2y2");
        assert_eq!(field(&*played("bilateral", start, "y2z3"), 2), "KQZIJkqyzij");
        targets("5k6/12/12/12/12/12/W11/5K6 w - - 0 1 -", "y2", "z1 z3 i2 j1 j3");
        // To each other square only by way of empty ones.
        let closed = "5k6/12/12/12/12/1P9P/W9P1/1P3K5P w Y - 0 1 -";
        targets(closed, "y2", "");
    }
}

mod frozen {
    use super::*;

    /// The wizard on a5 holds the knight on a4.
    const HELD: &str = "5k6/12/12/2W9/2n9/12/12/5K6 w - - 0 1 a5a4";

    #[test]
    fn frozen_pieces_do_not_move() {
        targets("5k6/12/12/2W9/2n9/12/12/5K6 b - - 0 1 a5a4", "a4", "");
        targets("5k6/12/12/2W9/2n9/12/12/5K6 b - - 0 1 -", "a4", "b6 c5 c3 b2 z2 y3 y5 z6");
        // They neither flip nor kill nor freeze.
        for letter in ["c", "v", "w", "l", "p"] {
            targets(&format!("5k6/12/12/2W9/2{letter}9/12/12/5K6 b - - 0 1 a5a4"), "a4", "");
        }
    }

    #[test]
    fn frozen_pieces_give_no_check() {
        assert!(board("bilateral", "5k6/12/12/2W9/2r2K6/12/12/12 w - - 0 1 -").in_check());
        assert!(!board("bilateral", "5k6/12/12/2W9/2r2K6/12/12/12 w - - 0 1 a5a4").in_check());
        // So the wizard may not let go of it.
        targets("5k6/12/12/2W9/2r2K6/12/12/12 w - - 0 1 a5a4", "a5", "z4 b4 h4");
        // To freeze is to answer a check.
        assert_legal("5k6/12/12/2W9/2r2K6/12/12/12 w - - 0 1 -", "a5a4 a5b4", "a5b6");
    }

    #[test]
    fn a_walking_wizard_keeps_what_is_still_adjacent_r_bil_5() {
        assert_eq!(freezes(HELD, "a5z4"), "z4a4");
        assert_eq!(freezes(HELD, "a5h4"), "h4a4");
        assert_eq!(freezes(HELD, "a5b6"), "-");
        let two = "5k6/12/12/1nW9/2n9/12/12/5K6 w - - 0 1 a5a4,a5z5";
        assert_eq!(freezes(two, "a5z4"), "z4a4,z4z5");
    }

    #[test]
    fn freezes_end_with_the_wizard() {
        let capture = "5k6/12/12/2W9/2n9/3n8/12/5K6 b - - 0 1 a5a4";
        assert_eq!(freezes(capture, "b3a5"), "-");
        let push = "5k6/12/12/1eW9/2n9/12/12/5K6 b - - 0 1 a5a4";
        assert_eq!(freezes(push, "z5a5"), "-");
        let frozen = "5k6/12/12/2Ww8/2n9/12/12/5K6 b - - 0 1 a5a4";
        assert_eq!(freezes(frozen, "b5a5"), "b5a5");
        // They do not come back.
        assert_eq!(freezes(frozen, "b5a5 d1e1 b5a6"), "a6a5");
        assert_eq!(freezes(frozen, "b5a5 d1e1 b5c6"), "-");
    }

    #[test]
    fn freezes_end_with_the_victim() {
        assert_eq!(freezes("5k6/12/12/2W9/2n9/1P10/12/5K6 w - - 0 1 a5a4", "z3a4"), "-");
        assert_eq!(freezes("5k6/12/12/2W9/1En9/12/12/5K6 w - - 0 1 a5a4", "z4a4"), "-");
        let killed = "5k6/12/12/2W9/2n9/12/12/1W3K6 w - - 0 1 a5a4";
        assert_legal(killed, "z1a4", "");
        assert_eq!(freezes(killed, "z1a4"), "-");
    }

    #[test]
    fn other_moves_leave_freezes_alone() {
        assert_eq!(freezes(HELD, "d1e1 d8e8"), "a5a4");
        let killing = "1n3k6/12/12/2W9/2n9/12/12/5K6 w - - 0 1 a5a4";
        assert_eq!(freezes(killing, "a5z8"), "a5a4");
        let second = "5k6/12/12/1nW9/2n9/12/12/5K6 w - - 0 1 a5a4";
        assert_eq!(freezes(second, "a5z5"), "a5a4,a5z5");
    }

    #[test]
    fn r_bil_4_two_wizards_may_hold_one_piece_and_one_only_once() {
        let fen = "5k6/12/12/2W9/2n9/2W9/12/5K6 w - - 0 1 a5a4";
        assert_legal(fen, "a3a4", "a5a4");
        assert_eq!(freezes(fen, "a3a4"), "a3a4,a5a4");
        assert_eq!(freezes(fen, "a3a4 d8e8 a5b6"), "a3a4");
    }

    #[test]
    fn r_bil_3_frozen_pieces_keep_rights_that_they_cannot_use() {
        let fen = "1Wr3k2r2/12/12/12/12/12/12/6K5 w kq - 0 1 -";
        assert_eq!(rights("bilateral", fen), "kq");
        let frozen = played("bilateral", fen, "z8a8");
        assert_eq!(frozen.fen(), "1Wr3k2r2/12/12/12/12/12/12/6K5 b kq - 1 1 z8a8");
        assert_legal(&frozen.fen(), "e8g8", "e8c8");
        assert_legal(&fen.replace(" w ", " b "), "e8g8 e8c8", "");
        // A king that is frozen does not castle.
        let king = "2r3k2r2/6W5/12/12/12/12/12/6K5 b kq - 0 1 e7e8";
        assert_legal(king, "", "e8g8 e8c8 e8d8");
        // A wizard that kills, freezes or is frozen keeps its opening move, one that is pushed loses it.
        let freeze = "5k6/12/12/12/12/n11/W11/1e3K6 w Y - 0 1 -";
        assert_eq!(field(&*played("bilateral", freeze, "y2y3"), 2), "Y");
        let kill = "5k6/12/12/1n10/12/12/W11/5K6 w Y - 0 1 -";
        assert_eq!(field(&*played("bilateral", kill, "y2z5"), 2), "Y");
        let push = "5k6/12/12/12/12/12/We10/5K6 b Y - 0 1 -";
        assert_legal(push, "", "z2y2");
        let pushed = "5k6/12/12/12/12/e11/W11/5K6 b Y - 0 1 -";
        assert_eq!(after(pushed, "y3y2"), "5k6/12/12/12/12/12/e11/W4K6 w - - 1 2 -");
    }

    #[test]
    fn r_bil_14_a_frozen_king_guards_nothing() {
        let fen = "5k6/5W6/3K8/12/12/12/12/12 w - - 0 1 d7d8";
        assert_legal(fen, "b6c7", "");
        assert_legal(&fen.replace("d7d8", "-"), "", "b6c7");
        let stalemate = session("bilateral", "5k6/5W6/12/12/12/12/12/5K6 w - - 0 1 -", "d7d8");
        assert_eq!(stalemate.ending(), Some(Ending::Stalemate));
    }

    #[test]
    fn frozen_pawns_capture_nothing_in_passing() {
        let fen = "5k6/12/12/12/2pP8/2W9/12/5K6 b - b3 0 1 ";
        assert_legal(&format!("{fen}-"), "a4b3", "");
        assert_legal(&format!("{fen}a3a4"), "", "a4b3");
    }
}

mod text {
    use super::*;

    #[test]
    fn r_bil_15_freezes_are_sorted_and_rights_in_order() {
        let fen = "5k6/12/12/1nWn8/2n6W2/12/12/5K6 w - - 0 1 a5b5,h4a4,a5z5,a5a4";
        assert_eq!(field(&*board("bilateral", fen), 6), "h4a4,a5a4,a5z5,a5b5");
        let start = spec("bilateral").page.start.replace("KQYZIJkqyzij", "jizyqkJIZYQK");
        assert_eq!(board("bilateral", &start).fen(), spec("bilateral").page.start);
    }

    #[test]
    fn rights_that_the_board_contradicts_are_dropped() {
        assert_eq!(rights("bilateral", "5k6/12/12/12/12/12/W9E1/5K6 w KQYZIJkqyzij - 0 1 -"), "YI");
        assert_eq!(rights("bilateral", "5k6/12/12/12/12/12/E9W1/5K6 w YZIJ - 0 1 -"), "-");
    }

    #[test]
    fn impossible_freezes_are_refused() {
        let pieces = "5k6/12/12/1PWn8/2e9/1wN9/12/5K6";
        for freezes in ["a5a4", "a5z5", "a5a6", "a5c5", "b5a5", "a5", "a5b5,", "x", "a5b5c5", "a5n9"] {
            let fen = format!("{pieces} w - - 0 1 {freezes}");
            assert!(refusal("bilateral", &fen).contains("freezes that can be"), "{fen}");
        }
        // A frozen wizard freezes nobody.
        let chain = "5k6/12/12/1nWw8/12/12/12/5K6 w - - 0 1";
        assert!(refusal("bilateral", &format!("{chain} b5a5,a5z5")).contains("a5"));
        board("bilateral", &format!("{chain} b5a5"));
        assert!(refusal("bilateral", "5k6/12/12/12/12/12/12/5K6 w B - 0 1 -").contains("KQYZIJkqyzij"));
    }

    #[test]
    fn the_seventh_field_may_be_missing() {
        let setup = |fen| board("bilateral", fen).setup();
        assert_eq!(setup("5k6/12/12/12/12/12/12/4RK6 w - - 0 1"), setup("5k6/12/12/12/12/12/12/4RK6 w - - 0 1 -"));
    }

    #[test]
    fn turns_that_stay_are_told_apart_in_algebraic_notation() {
        let game = board("bilateral", "5k6/12/12/2Wn8/12/12/12/2C2K6 w - - 0 1 -");
        for text in ["a5b5", "a1a1v", "a1a4v", "a1a4"] {
            let m = game.read_move(text).expect("a legal move");
            assert_eq!(game.read_move(&game.san(m)), Ok(m), "{text} {}", game.san(m));
        }
    }
}

mod exchanges {
    use super::*;

    fn wins(fen: &str, m: &str, threshold: Score) -> bool {
        board::wins(Bilateral, fen, m, threshold, |kind| 100 * (1 + kind.index() as Score))
    }

    #[test]
    fn a_wizard_that_kills_is_not_recaptured() {
        // The knight is guarded; wizards are worth 1000, knights 200.
        let fen = "1nr2k6/12/12/2W9/12/12/12/5K6 w - - 0 1 -";
        assert!(wins(fen, "a5z8", 200) && !wins(fen, "a5z8", 201));
    }

    #[test]
    fn freezes_and_flips_win_and_lose_nothing() {
        let fen = "5k6/12/12/2Wn8/12/12/12/2C2K6 w - - 0 1 -";
        for m in ["a5b5", "a1a1v"] {
            assert!(wins(fen, m, 0) && !wins(fen, m, 1), "{m}");
        }
    }

    #[test]
    fn elephants_are_lost_to_pawns_and_kings_alone() {
        let fen = "r4k6/12/1p10/12/E11/12/12/5K6 w - - 0 1 -";
        assert!(wins(fen, "y4z4", 0) && !wins(fen, "y4y5", -899) && wins(fen, "y4y5", -900));
        let rook = "r4k6/12/12/12/E11/12/12/5K6 w - - 0 1 -";
        assert!(wins(rook, "y4y5", 0));
    }

    #[test]
    fn a_wizard_that_captures_back_is_not_captured_for_it() {
        // The wizard kills the rook from afar, so that the queen has nothing to capture.
        let fen = "1n7R2/12/12/2w9/12/11k/12/1Q5K4 w - - 0 1 -";
        assert!(wins(fen, "h8z8", 200 - 400) && !wins(fen, "h8z8", 200 - 400 + 1));
    }

    #[test]
    fn cannons_capture_back_over_screens_alone() {
        let screened = "1n1n1c6/12/12/12/12/11k/12/1R5K4 w - - 0 1 -";
        assert!(wins(screened, "z1z8", 200 - 400) && !wins(screened, "z1z8", 200 - 400 + 1));
        let open = "1n3c6/12/12/12/12/11k/12/1R5K4 w - - 0 1 -";
        assert!(wins(open, "z1z8", 200) && !wins(open, "z1z8", 201));
    }
}
