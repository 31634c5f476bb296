//! Janus Kamil Chess, rule by rule, with the rulings that all games share (`R-ALL-*`) and its own (`R-JK-*`).

use bactrian::session::Session;
use bactrian::types::Ending;
use bactrian::types::{Color, MoveKind};

use crate::common::board::{self, field, leaves, moves, sorted, spec, start, targets};

type Board = board::Position;

const START: &str = "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1";

fn board(fen: &str) -> Board {
    board::board("januskamil", fen)
}

fn played(fen: &str, moves: &str) -> Board {
    board::played("januskamil", fen, moves)
}

fn session(fen: &str, moves: &str) -> Box<dyn Session> {
    board::session("januskamil", fen, moves)
}

fn allows(board: &Board, text: &str) -> bool {
    moves(&**board).iter().any(|m| m == text)
}

#[track_caller]
fn assert_targets(fen: &str, from: &str, expected: &str) {
    board::assert_targets("januskamil", fen, from, expected);
}

/// A white piece on f5 with nothing in its way, the kings in corners.
fn assert_open_board(letter: char, expected: &str) {
    assert_targets(&format!("11k/12/12/12/12/5{letter}6/12/12/12/K11 w - - 0 1"), "f5", expected);
}

mod array_and_pieces {
    use super::*;

    #[test]
    fn the_array_is_the_published_one() {
        let start = start("januskamil");
        assert_eq!(start.fen(), START);
        assert_eq!((spec("januskamil").page.files, spec("januskamil").page.ranks), (12, 10));
        assert_eq!(start.side(), Color::White);
    }

    #[test]
    fn the_start_position_has_46_moves() {
        let start = board(START);
        assert_eq!(start.legal_moves().len(), 46);
        for (from, to) in
            [("a1", "b4"), ("c1", "b3 d3"), ("d1", "c3 e3"), ("i1", "h3 j3"), ("j1", "i3 k3"), ("l1", "k4")]
        {
            assert_eq!(targets(&*start, from), sorted(to), "{from}");
        }
        for blocked in ["b1", "e1", "f1", "g1", "h1", "k1"] {
            assert!(targets(&*start, blocked).is_empty(), "{blocked}");
        }
    }

    #[test]
    fn king() {
        assert_targets("11k/12/12/12/12/5K6/12/12/12/12 w - - 0 1", "f5", "e4 e5 e6 f4 f6 g4 g5 g6");
    }

    #[test]
    fn rook() {
        assert_open_board('R', "a5 b5 c5 d5 e5 g5 h5 i5 j5 k5 l5 f1 f2 f3 f4 f6 f7 f8 f9 f10");
    }

    #[test]
    fn bishop() {
        assert_open_board('B', "b1 c2 d3 e4 g6 h7 i8 j9 k10 a10 b9 c8 d7 e6 g4 h3 i2 j1");
    }

    #[test]
    fn queen() {
        assert_open_board(
            'Q',
            "a5 b5 c5 d5 e5 g5 h5 i5 j5 k5 l5 f1 f2 f3 f4 f6 f7 f8 f9 f10 \
             b1 c2 d3 e4 g6 h7 i8 j9 k10 a10 b9 c8 d7 e6 g4 h3 i2 j1",
        );
    }

    #[test]
    fn knight() {
        assert_open_board('N', "d4 d6 e3 e7 g3 g7 h4 h6");
    }

    #[test]
    fn janus_moves_as_bishop_and_knight() {
        assert_open_board('J', "b1 c2 d3 e4 g6 h7 i8 j9 k10 a10 b9 c8 d7 e6 g4 h3 i2 j1 d4 d6 e3 e7 g3 g7 h4 h6");
    }

    #[test]
    fn camel_leaps_one_and_three() {
        assert_open_board('C', "c4 c6 e2 e8 g2 g8 i4 i6");
        assert_targets("C10k/12/12/12/12/12/12/12/12/K11 w - - 0 1", "a10", "b7 d9");
    }

    #[test]
    fn leapers_jump_and_sliders_do_not() {
        let walled = |letter| format!("11k/12/12/12/4PPP5/4P{letter}P5/4PPP5/12/12/K11 w - - 0 1");
        assert_targets(&walled('C'), "f5", "c4 c6 e2 e8 g2 g8 i4 i6");
        assert_targets(&walled('N'), "f5", "d4 d6 e3 e7 g3 g7 h4 h6");
        assert_targets(&walled('J'), "f5", "d4 d6 e3 e7 g3 g7 h4 h6");
        assert_targets(&walled('Q'), "f5", "");
    }

    #[test]
    fn pieces_capture_enemies_and_stop_there() {
        let fen = "11k/12/12/5p6/12/3p1R1P4/12/5n6/12/K11 w - - 0 1";
        assert_targets(fen, "f5", "d5 e5 g5 f3 f4 f6 f7");
        assert_eq!(field(&*played(fen, "f5d5"), 0), "11k/12/12/5p6/12/3R3P4/12/5n6/12/K11");
    }

    #[test]
    fn r_all_5_each_move_is_there_once() {
        let texts = moves(&*board("11k/12/2Q2J6/12/1J3Q6/5J6/2J5Q3/12/12/K11 w - - 0 1"));
        let mut distinct = texts.clone();
        distinct.dedup();
        assert_eq!(texts, distinct);
    }
}

mod pawns {
    use super::*;

    #[test]
    fn from_the_second_rank_one_two_or_three_steps() {
        assert_targets(START, "e2", "e3 e4 e5");
        assert_eq!(targets(&*played(START, "e2e3"), "e9"), sorted("e8 e7 e6"));
    }

    #[test]
    fn only_over_empty_squares() {
        let blocked = |row3, row4, row5| format!("11k/12/12/12/12/{row5}/{row4}/{row3}/4P7/K11 w - - 0 1");
        assert_targets(&blocked("4n7", "12", "12"), "e2", "");
        assert_targets(&blocked("12", "4n7", "12"), "e2", "e3");
        assert_targets(&blocked("12", "12", "4n7"), "e2", "e3 e4");
        assert_targets(&blocked("4N7", "12", "12"), "e2", "");
        assert_targets(&blocked("12", "4N7", "12"), "e2", "e3");
        assert_targets(&blocked("12", "12", "4N7"), "e2", "e3 e4");
    }

    #[test]
    fn black_pawns_go_down_over_empty_squares() {
        assert_targets("11k/4p7/12/12/12/12/12/12/12/K11 b - - 0 1", "e9", "e8 e7 e6");
        assert_targets("11k/4p7/12/4N7/12/12/12/12/12/K11 b - - 0 1", "e9", "e8");
    }

    #[test]
    fn r_jk_1_multi_steps_only_from_the_second_rank() {
        assert_targets("11k/12/12/12/12/12/12/4P7/12/K11 w - - 0 1", "e3", "e4");
        assert_targets("11k/12/12/12/12/12/12/12/12/K3P7 w - - 0 1", "e1", "e2");
        assert_targets("4p6k/12/12/12/12/12/12/12/12/K11 b - - 0 1", "e10", "e9");
    }

    #[test]
    fn capture_one_square_diagonally_ahead() {
        let fen = "11k/12/12/12/3n1n6/3nPn6/3n1n6/12/12/K11 w - - 0 1";
        assert_targets(fen, "e5", "d6 e6 f6");
        assert_targets("11k/12/12/12/3N1N6/4P7/12/12/12/K11 w - - 0 1", "e5", "e6");
        assert_targets("11k/12/12/12/n10n/P10P/12/12/12/5K6 w - - 0 1", "a5", "");
    }

    #[test]
    fn promote_to_six_kinds_and_must() {
        assert_targets("11k/1P10/12/12/12/12/12/12/12/K11 w - - 0 1", "b9", "b10q b10j b10r b10b b10n b10c");
        assert_targets("11k/12/12/12/12/12/12/12/1p10/5K6 b - - 0 1", "b2", "b1q b1j b1r b1b b1n b1c");
    }

    #[test]
    fn promote_by_capture_too() {
        assert_targets(
            "rnr8k/1P10/12/12/12/12/12/12/12/5K6 w - - 0 1",
            "b9",
            "a10q a10j a10r a10b a10n a10c c10q c10j c10r c10b c10n c10c",
        );
    }

    #[test]
    fn become_what_the_move_says() {
        let fen = "11k/1P10/12/12/12/12/12/12/12/K11 w - - 0 1";
        for letter in "qjrbnc".chars() {
            let after = played(fen, &format!("b9b10{letter}"));
            assert_eq!(field(&*after, 0), format!("1{}9k/12/12/12/12/12/12/12/12/K11", letter.to_ascii_uppercase()));
        }
        assert!(board(fen).read_move("b9b10").is_err() && board(fen).read_move("b9b10k").is_err());
    }
}

mod en_passant {
    use super::*;

    const WHITE_STEPS: &str = "11k/12/12/12/12/3p1p6/3p1p6/12/4P7/K11 w - - 0 1";
    const BLACK_STEPS: &str = "11k/4p7/12/3P1P6/3P1P6/12/12/12/12/K11 b - - 0 1";

    fn captures_in_passing(board: &Board) -> Vec<String> {
        let in_passing = board.legal_moves().into_iter().filter(|m| m.kind() == MoveKind::EnPassant);
        let mut texts: Vec<String> = in_passing.map(|m| board.move_text(m)).collect();
        texts.sort_unstable();
        texts
    }

    #[test]
    fn after_three_steps_on_either_square_passed() {
        let after = played(WHITE_STEPS, "e2e5");
        assert_eq!(field(&*after, 3), "e3e4");
        assert_eq!(captures_in_passing(&after), sorted("d4e3 f4e3 d5e4 f5e4"));
        let after = played(BLACK_STEPS, "e9e6");
        assert_eq!(field(&*after, 3), "e8e7");
        assert_eq!(captures_in_passing(&after), sorted("d7e8 f7e8 d6e7 f6e7"));
    }

    #[test]
    fn after_two_steps_on_the_one_square_passed() {
        let after = played(WHITE_STEPS, "e2e4");
        assert_eq!(field(&*after, 3), "e3");
        assert_eq!(captures_in_passing(&after), sorted("d4e3 f4e3"));
        let after = played(BLACK_STEPS, "e9e7");
        assert_eq!(field(&*after, 3), "e8");
        assert_eq!(captures_in_passing(&after), sorted("d7e8 f7e8"));
    }

    #[test]
    fn takes_the_pawn_that_passed() {
        let capture = |m| field(&*played(WHITE_STEPS, &format!("e2e5 {m}")), 0);
        assert_eq!(capture("d4e3"), "11k/12/12/12/12/3p1p6/5p6/4p7/12/K11");
        assert_eq!(capture("f5e4"), "11k/12/12/12/12/3p8/3ppp6/12/12/K11");
    }

    #[test]
    fn not_after_a_single_step() {
        let after = played(WHITE_STEPS, "e2e3");
        assert_eq!(field(&*after, 3), "-");
        assert!(captures_in_passing(&after).is_empty());
    }

    #[test]
    fn only_at_the_very_next_turn() {
        let after = played(WHITE_STEPS, "e2e5 l10k10 a1b1");
        assert_eq!(field(&*after, 3), "-");
        assert!(captures_in_passing(&after).is_empty());
        assert_eq!(field(&*played(WHITE_STEPS, "e2e5 l10k10"), 3), "-");
    }

    #[test]
    fn only_by_pawns() {
        let after = played("11k/12/12/12/12/2b1n7/12/12/4P7/K11 w - - 0 1", "e2e4 c5e3");
        assert_eq!(field(&*after, 0), "11k/12/12/12/12/4n7/4P7/4b7/12/K11");
    }

    #[test]
    fn written_after_every_multi_step() {
        assert_eq!(field(&*played(START, "e2e5"), 3), "e3e4");
        assert_eq!(field(&*played(START, "e2e5 l9l7"), 3), "l8");
    }

    #[test]
    fn not_when_it_exposes_the_king_along_the_rank() {
        let rank_6 = |row| format!("11k/12/12/12/{row}/12/12/12/12/12 w - b8b7 0 1");
        assert!(!allows(&board(&rank_6("KpP8r")), "c6b7"));
        assert!(allows(&board(&rank_6("KpP8n")), "c6b7"));
        // The pawn that captures leaves the rank, but a second one stays on it.
        assert!(allows(&board(&rank_6("KpPP7r")), "c6b7"));
    }

    #[test]
    fn not_when_it_exposes_the_king_along_a_diagonal() {
        let rank_7 = |row| format!("11k/12/12/{row}/1pP9/K11/12/12/12/12 w - b8b7 0 1");
        assert!(!allows(&board(&rank_7("2b9")), "c6b7"));
        assert!(allows(&board(&rank_7("2n9")), "c6b7"));
    }

    #[test]
    fn a_pinned_pawn_captures_along_its_pin_only() {
        // The bishop pins the pawn on the diagonal that leads to b7.
        assert!(allows(&board("b10k/12/12/12/1pP9/12/4K7/12/12/12 w - b8b7 0 1"), "c6b7"));
        assert!(!allows(&board("11k/12/12/3b8/1pP9/1K10/12/12/12/12 w - b8b7 0 1"), "c6b7"));
        // On the king's file it is pinned by the rook.
        assert!(!allows(&board("2r8k/12/12/12/1pP9/2K9/12/12/12/12 w - b8b7 0 1"), "c6b7"));
    }

    #[test]
    fn takes_a_pawn_that_gives_check() {
        let after = played("11k/4p7/12/12/3P1P6/3K8/12/12/12/12 b - - 0 1", "e9e6");
        assert!(after.in_check());
        assert_eq!(captures_in_passing(&after), sorted("d6e7 f6e7"));
    }

    #[test]
    fn does_not_answer_the_check_of_another_piece() {
        let after = played("5b5k/4p7/12/12/3P1P6/K11/12/12/12/12 b - - 0 1", "e9e6");
        assert!(after.in_check());
        assert!(captures_in_passing(&after).is_empty());
    }

    #[test]
    fn read_in_any_order_and_any_part() {
        let white = "11k/12/12/12/12/3pPp6/3p1p6/12/12/K11 b - {} 0 1";
        let whole = board(&white.replace("{}", "e3e4"));
        for text in ["e4e3", "e3", "e4"] {
            let part = board(&white.replace("{}", text));
            assert_eq!((part.setup(), part.key()), (whole.setup(), whole.key()), "{text}");
            assert_eq!(field(&*part, 3), "e3e4");
        }
        let black = board("11k/12/12/3P1P6/3PpP6/12/12/12/12/K11 w - e7e8 0 1");
        assert_eq!(field(&*black, 3), "e8e7");
        assert_eq!(captures_in_passing(&black), sorted("d7e8 f7e8 d6e7 f6e7"));
    }
}

mod castling {
    use super::*;

    const BARE: &str = "1r4k3r1/12/12/12/12/12/12/12/12/1R4K3R1";

    fn white_to_move() -> String {
        format!("{BARE} w KQkq - 0 1")
    }

    /// The white pieces at home, and this on the fifth rank.
    fn with_fifth_rank(row: &str) -> Board {
        board(&format!("11k/12/12/12/12/{row}/12/12/12/1R4K3R1 w KQ - 0 1"))
    }

    fn with_first_rank(row: &str) -> Board {
        board(&format!("11k/12/12/12/12/12/12/12/12/{row} w KQ - 0 1"))
    }

    /// Whether White may castle to the j- and the c-side.
    fn sides(board: &Board) -> (bool, bool) {
        (allows(board, "g1j1"), allows(board, "g1c1"))
    }

    #[test]
    fn king_goes_to_j_or_c_and_the_rook_beside_it() {
        let fen = white_to_move();
        assert_eq!(played(&fen, "g1j1").fen(), "1r4k3r1/12/12/12/12/12/12/12/12/1R6RK2 b kq - 1 1");
        assert_eq!(played(&fen, "g1c1").fen(), "1r4k3r1/12/12/12/12/12/12/12/12/2KR6R1 b kq - 1 1");
        let fen = format!("{BARE} b KQkq - 0 1");
        assert_eq!(played(&fen, "g10j10").fen(), "1r6rk2/12/12/12/12/12/12/12/12/1R4K3R1 w KQ - 1 2");
        assert_eq!(played(&fen, "g10c10").fen(), "2kr6r1/12/12/12/12/12/12/12/12/1R4K3R1 w KQ - 1 2");
    }

    #[test]
    fn needs_the_right() {
        for (rights, expected) in
            [("K", (true, false)), ("Q", (false, true)), ("-", (false, false)), ("kq", (false, false))]
        {
            assert_eq!(sides(&board(&format!("{BARE} w {rights} - 0 1"))), expected, "{rights}");
        }
    }

    #[test]
    fn blocked_by_any_piece_between_king_and_rook() {
        for piece in ["N", "n"] {
            for row in ["{}3K3R1", "1{}2K3R1", "2{}1K3R1", "3{}K3R1"] {
                let row = format!("1R{}", row.replace("{}", piece));
                let board = with_first_rank(&row);
                assert!(!allows(&board, "g1c1"), "{row}");
            }
            for row in ["{}2R1", "1{}1R1", "2{}R1"] {
                let row = format!("1R4K{}", row.replace("{}", piece));
                let board = with_first_rank(&row);
                assert!(!allows(&board, "g1j1"), "{row}");
            }
        }
        assert_eq!(sides(&with_first_rank("CR4K3RC")), (true, true), "what stands outside does not matter");
    }

    #[test]
    fn not_after_the_king_has_moved() {
        let after = played(&white_to_move(), "g1g2 g10g9 g2g1 g9g10");
        assert_eq!(field(&*after, 2), "-");
        assert_eq!(sides(&after), (false, false));
    }

    #[test]
    fn not_with_a_rook_that_has_moved() {
        let after = played(&white_to_move(), "b1b2 k10k9 b2b1 k9k10");
        assert_eq!(field(&*after, 2), "Kq");
        assert_eq!(sides(&after), (true, false));
        let after = played(&white_to_move(), "k1k2 b10b9 k2k1 b9b10");
        assert_eq!(field(&*after, 2), "Qk");
        assert_eq!(sides(&after), (false, true));
    }

    #[test]
    fn not_out_of_check() {
        assert_eq!(sides(&with_fifth_rank("6r5")), (false, false));
        assert_eq!(sides(&with_fifth_rank("6n5")), (true, true));
    }

    #[test]
    fn not_over_an_attacked_square() {
        for row in ["3r8", "4r7", "5r6"] {
            assert_eq!(sides(&with_fifth_rank(row)), (true, false), "{row}");
        }
        for row in ["7r4", "8r3"] {
            assert_eq!(sides(&with_fifth_rank(row)), (false, true), "{row}");
        }
    }

    #[test]
    fn not_to_an_attacked_square() {
        assert_eq!(sides(&with_fifth_rank("2r9")), (true, false));
        assert_eq!(sides(&with_fifth_rank("9r2")), (false, true));
    }

    #[test]
    fn attacks_on_the_rook_do_not_matter() {
        assert_eq!(sides(&with_fifth_rank("1r8r1")), (true, true));
    }

    #[test]
    fn leapers_guard_squares_too() {
        // Camels: a4 and c4 bear on b1, c4 on d1, k4 on j1 and l1.
        let with_fourth_rank = |row| board(&format!("11k/12/12/12/12/12/{row}/12/12/1R4K3R1 w KQ - 0 1"));
        assert_eq!(sides(&with_fourth_rank("c11")), (true, true));
        assert_eq!(sides(&with_fourth_rank("2c9")), (true, false));
        assert_eq!(sides(&with_fourth_rank("10c1")), (false, true));
    }

    #[test]
    fn r_all_3_a_rook_on_the_edge_forbids_what_the_own_rook_uncovers() {
        assert_eq!(sides(&with_first_rank("rR4K3R1")), (true, false));
        assert_eq!(sides(&with_first_rank("qR4K3R1")), (true, false));
        assert_eq!(sides(&with_first_rank("1R4K3Rr")), (false, true));
        let black = board("Rr4k3r1/12/12/12/12/12/12/12/12/K11 b kq - 0 1");
        assert!(!allows(&black, "g10c10") && allows(&black, "g10j10"));
    }

    #[test]
    fn r_all_3_other_pieces_on_the_edge_forbid_nothing() {
        for piece in ["b", "n", "c", "j"] {
            assert_eq!(sides(&with_first_rank(&format!("{piece}R4K3R1"))), (true, true), "{piece}");
        }
        // The own piece on a1 shuts the rank.
        assert_eq!(sides(&with_first_rank("NR4K3R1")), (true, true));
    }

    #[test]
    fn the_right_goes_with_a_captured_rook() {
        assert_eq!(field(&*played(&format!("{BARE} b KQkq - 0 1"), "b10b1"), 2), "Kk");
        let bishop = "1r4k3r1/12/12/12/12/12/8b3/12/12/1R4K3R1 b KQkq - 0 1";
        assert_eq!(field(&*played(bishop, "i4k2"), 2), "KQkq");
        let bishop = "1r4k3r1/12/12/12/12/12/12/12/9b2/1R4K3R1 b KQkq - 0 1";
        assert_eq!(field(&*played(bishop, "j2k1"), 2), "Qkq");
    }

    #[test]
    fn rights_are_read_as_the_rooks_files_too() {
        for text in ["KQkq", "KBkb", "bkBK", "qBKk"] {
            assert_eq!(field(&*board(&format!("{BARE} w {text} - 0 1")), 2), "KQkq", "{text}");
        }
        assert_eq!(field(&*board(&format!("{BARE} w Bk - 0 1")), 2), "Qk");
    }

    #[test]
    fn r_all_4_rights_that_the_board_contradicts_are_dropped() {
        for (row, rights) in [
            ("1R4K3R1", "KQ"),
            ("6K3R1", "K"),
            ("1R4K5", "Q"),
            ("1Q4K3B1", "-"),
            ("1r4K3R1", "K"),
            ("1R10/1K10", "-"),
            ("2R3K2R2", "-"),
        ] {
            let above = if row.contains('/') { "" } else { "2P1P1P5/" };
            let fen = format!("11k/12/12/12/12/12/12/5P6/{above}{row} w KQkq - 0 1");
            assert_eq!(field(&*board(&fen), 2), rights, "{row}");
        }
    }

    #[test]
    fn rights_of_another_array_are_refused() {
        for (row, from) in [("1R3K4R1", "f1"), ("2R1K2R4", "e1"), ("R6K3R", "h1")] {
            let fen = format!("11k/12/12/12/12/12/12/5P6/2P1P1P5/{row} w KQkq - 0 1");
            let message = board::refusal("januskamil", &fen);
            assert!(message.contains("White's king on g1") && message.ends_with(&format!("on {from}")), "{message}");
        }
    }
}

mod check_and_ends {
    use super::*;

    #[test]
    fn a_check_must_be_answered() {
        // The bishop steps between, or the king aside.
        let board = board("6r4k/12/12/12/12/12/12/8B3/12/6K5 w - - 0 1");
        assert!(board.in_check());
        assert_eq!(moves(&*board), sorted("g1f1 g1f2 g1h1 g1h2 i3g5"));
    }

    #[test]
    fn only_the_king_answers_a_double_check() {
        let board = board("6r4k/12/12/12/12/12/3Q3c4/12/12/6K5 w - - 0 1");
        assert!(board.in_check());
        assert_eq!(moves(&*board), sorted("g1f1 g1f2 g1h1 g1h2"));
    }

    #[test]
    fn a_leapers_check_cannot_be_blocked() {
        let board = board("11k/12/12/12/12/12/5c6/R11/R11/6K5 w - - 0 1");
        assert!(board.in_check());
        assert!(!allows(&board, "a3f3") && !allows(&board, "a2f2"));
        assert!(moves(&*board).iter().all(|text| text.starts_with("g1")));
    }

    #[test]
    fn a_pinned_piece_moves_along_its_pin_only() {
        let fen = "6r4k/12/12/12/6R5/12/12/12/12/6K5 w - - 0 1";
        assert_targets(fen, "g6", "g2 g3 g4 g5 g7 g8 g9 g10");
        assert_targets("6r4k/12/12/12/6J5/12/12/12/12/6K5 w - - 0 1", "g6", "");
    }

    #[test]
    fn a_pinned_piece_gives_check_all_the_same() {
        // White's rook on b5 is pinned by the one on l5, yet the black king may not step on its file.
        let board = board("2k9/12/12/12/12/KR9r/12/12/12/12 b - - 0 1");
        assert_eq!(targets(&*board, "c10"), sorted("c9 d9 d10"));
    }

    #[test]
    fn checkmate() {
        let board = board("R10k/1R10/12/12/12/12/12/12/12/K11 b - - 0 1");
        assert!(board.in_check() && board.legal_moves().is_empty());
        let ending = session(&board.fen(), "").ending();
        assert_eq!(ending, Some(Ending::Checkmate(Color::White)));
    }

    #[test]
    fn checkmate_by_a_camel() {
        let board = board("kr10/pp10/12/1C10/12/12/12/12/12/6K5 b - - 0 1");
        assert!(board.in_check() && board.legal_moves().is_empty());
    }

    #[test]
    fn stalemate() {
        let board = board("11k/12/10Q1/12/12/12/12/12/12/K11 b - - 0 1");
        assert!(!board.in_check() && board.legal_moves().is_empty());
        assert_eq!(session(&board.fen(), "").ending(), Some(Ending::Stalemate));
    }

    #[test]
    fn r_all_1_only_bare_kings_are_dead() {
        let bare = "11k/12/12/12/12/12/12/12/12/K11 w - - 0 1";
        assert_eq!(session(bare, "").ending(), Some(Ending::BareKings));
        for piece in ["N", "C", "B", "P", "n", "c", "b", "p"] {
            let fen = format!("11k/12/12/12/12/5{piece}6/12/12/12/K11 w - - 0 1");
            assert_eq!(session(&fen, "").ending(), None, "{piece}");
        }
        let capture = session("11k/12/12/12/12/12/12/12/1n10/K11 w - - 0 1", "a1b2");
        assert_eq!(capture.ending(), Some(Ending::BareKings));
    }

    #[test]
    fn fifty_moves_without_capture_or_pawn_move_are_a_draw() {
        let fen = "11k/12/12/12/12/5R6/12/12/12/K11 w - - 98 90";
        assert_eq!(session(fen, "f5f6").ending(), None);
        assert_eq!(session(fen, "f5f6 l10l9").ending(), Some(Ending::FiftyMoves));
    }

    #[test]
    fn r_all_2_mate_and_stalemate_on_the_100th_turn_count() {
        let mate = session("11k/1R10/12/12/12/R11/12/12/12/1K10 w - - 99 90", "a5a10");
        assert_eq!(mate.ending(), Some(Ending::Checkmate(Color::White)));
        let stalemate = session("11k/12/12/10Q1/12/12/12/12/12/K11 w - - 99 90", "k7k8");
        assert_eq!(stalemate.ending(), Some(Ending::Stalemate));
    }

    #[test]
    fn r_all_2_draws_do_not_shorten_perft() {
        for fen in ["11k/12/12/12/12/12/12/12/12/K11 w - - 0 1", "11k/12/12/12/12/12/12/12/12/K11 w - - 150 1"] {
            assert_eq!(leaves("januskamil", fen, 2), 9, "{fen}");
        }
    }

    #[test]
    fn the_third_occurrence_of_a_position_is_a_draw() {
        let there_and_back = "d1e3 d10e8 e3d1 e8d10";
        let twice = format!("{there_and_back} {there_and_back}");
        assert_eq!(session(START, there_and_back).ending(), None);
        assert_eq!(session(START, &twice).ending(), Some(Ending::Repetition));
    }

    #[test]
    fn en_passant_tells_positions_apart_only_if_it_can_be_played() {
        let round = "d1e3 d10e8 e3d1 e8d10";
        let idle = session(START, &format!("e2e5 l9l8 {round} {round}"));
        assert_eq!(idle.ending(), Some(Ending::Repetition));
        // After the double step of the e-pawn, Black could capture on e3, but only the first time.
        let fen = "3n7k/12/12/12/12/12/3p8/12/4P7/K2N8 w - - 0 1";
        let round = "d10b9 d1b2 b9d10 b2d1";
        let twice = session(fen, &format!("e2e4 {round} {round}"));
        assert_eq!(twice.ending(), None);
        let thrice = session(fen, &format!("e2e4 {round} {round} {round}"));
        assert_eq!(thrice.ending(), Some(Ending::Repetition));
    }

    #[test]
    fn castling_rights_tell_positions_apart() {
        let fen = "1r4k3r1/12/12/12/12/12/12/12/12/1R4K3R1 w KQkq - 0 1";
        let round = "b1b2 b10b9 b2b1 b9b10";
        assert_eq!(session(fen, &format!("{round} {round}")).ending(), None);
        let thrice = format!("{round} {round} {round}");
        assert_eq!(session(fen, &thrice).ending(), Some(Ending::Repetition));
    }
}

mod counters {
    use super::*;

    fn clock_after(fen: &str, m: &str) -> u16 {
        played(fen, m).setup().clock
    }

    #[test]
    fn the_clock_counts_turns_without_capture_or_pawn_move() {
        let fen = "1r4k3r1/12/12/12/12/5r6/4P7/12/4P7/1R4K3R1 w KQkq - 7 30";
        for m in ["g1f2", "b1b2", "g1j1", "g1c1"] {
            let fen = fen.replace("5r6", "12");
            assert_eq!(clock_after(&fen, m), 8, "{m}");
        }
        for m in ["e2e3", "e4e5", "e4f5", "b1b10"] {
            assert_eq!(clock_after(fen, m), 0, "{m}");
        }
    }

    #[test]
    fn multi_steps_promotions_and_en_passant_reset_the_clock() {
        assert_eq!(clock_after("11k/12/12/12/12/12/12/12/4P7/K11 w - - 7 30", "e2e5"), 0);
        assert_eq!(clock_after("11k/1P10/12/12/12/12/12/12/12/K11 w - - 7 30", "b9b10c"), 0);
        assert_eq!(clock_after("11k/12/12/12/12/3pP7/12/12/12/K11 b - e3e4 7 30", "d5e4"), 0);
    }

    #[test]
    fn the_move_number_grows_after_blacks_turn() {
        let numbers = |moves| field(&*played(START, moves), 5);
        assert_eq!([numbers("e2e3"), numbers("e2e3 e9e8"), numbers("e2e3 e9e8 e3e4")], ["1", "2", "2"]);
    }
}

mod fen {
    use super::*;

    fn assert_refused(fen: &str, words: &[&str]) {
        let text = board::refusal("januskamil", fen);
        for word in words {
            assert!(text.contains(word), "`{word}` is not in the answer to `{fen}`: {text}");
        }
    }

    const KINGS: &str = "11k/12/12/12/12/12/12/12/12/K11";

    #[test]
    fn missing_fields_at_the_end_have_plain_values() {
        assert_eq!(board(&format!("{KINGS} w")).fen(), format!("{KINGS} w - - 0 1"));
    }

    #[test]
    fn r_all_4_missing_and_surplus_fields() {
        assert_refused("", &["no board"]);
        assert_eq!(board(KINGS).fen(), format!("{KINGS} w - - 0 1"));
        assert_refused(&format!("{KINGS} w - - 0 1 extra"), &["extra"]);
    }

    #[test]
    fn r_all_4_board_of_another_size() {
        assert_refused("11k/12/12/12/12/12/12/12/K11 w - - 0 1", &["9 ranks", "10"]);
        assert_refused("11k/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", &["11 ranks", "10"]);
        assert_refused("11k/12/12/12/11/12/12/12/12/K11 w - - 0 1", &["rank 6", "11 squares", "12"]);
        assert_refused("11k/12/12/12/12/12/12/12/12p/K11 w - - 0 1", &["rank 2", "13 squares", "12"]);
        assert_refused("11k/12/12/12/12/12/12/12/99999999999999999999/K11 w - - 0 1", &["rank 2", "12"]);
        assert_refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["8 ranks"]);
    }

    #[test]
    fn r_all_4_unknown_letters() {
        assert_refused("11k/12/12/12/12/5x6/12/12/12/K11 w - - 0 1", &["`x`", "PNCBRJQK"]);
        assert_refused("11k/12/12/12/12/5é6/12/12/12/K11 w - - 0 1", &["`é`"]);
        assert_refused(&format!("{KINGS} white - - 0 1"), &["`white`", "`w`", "`b`"]);
        assert_refused(&format!("{KINGS} w KX - 0 1"), &["`X`", "castling"]);
    }

    #[test]
    fn counters_stop_at_the_largest_numbers_of_a_fen() {
        let fen = format!("{KINGS} b - - 9999 999999");
        let board = board(&fen);
        let after = board.after(board.legal_moves()[0]);
        assert!(after.fen().ends_with(" w - - 9999 999999"), "{}", after.fen());
        assert_eq!(super::board(&after.fen()).fen(), after.fen());
    }

    #[test]
    fn r_all_4_counters() {
        assert_refused(&format!("{KINGS} w - - x 1"), &["halfmove", "`x`"]);
        assert_refused(&format!("{KINGS} w - - -1 1"), &["halfmove", "`-1`"]);
        assert_refused(&format!("{KINGS} w - - 10000 1"), &["halfmove", "9999"]);
        assert_refused(&format!("{KINGS} w - - 0 one"), &["move number", "`one`"]);
        assert_refused(&format!("{KINGS} w - - 0 9999999999999"), &["move number"]);
    }

    #[test]
    fn r_all_4_each_side_has_one_king() {
        assert_refused("11k/12/12/12/12/12/12/12/12/12 w - - 0 1", &["White", "0 royal"]);
        assert_refused("12/12/12/12/12/12/12/12/12/K11 w - - 0 1", &["Black", "0 royal"]);
        assert_refused("11k/12/12/12/12/12/12/12/12/KK10 w - - 0 1", &["White", "2 royal"]);
        assert_refused("9k1k/12/12/12/12/12/12/12/12/K11 w - - 0 1", &["Black", "2 royal"]);
    }

    #[test]
    fn r_all_4_the_side_not_to_move_is_not_in_check() {
        assert_refused("R10k/12/12/12/12/12/12/12/12/K11 w - - 0 1", &["Black", "in check"]);
        assert_refused("11k/12/12/12/12/12/1c10/12/12/K11 b - - 0 1", &["White", "in check"]);
        assert_refused("12/12/12/12/12/4kK6/12/12/12/12 b - - 0 1", &["White", "in check"]);
        assert!(board("R10k/12/12/12/12/12/12/12/12/K11 b - - 0 1").in_check());
    }

    #[test]
    fn r_all_4_en_passant_squares_that_are_none() {
        for text in ["e", "3", "e3e", "e3-", "m3", "e11", "e0", "e03", "E3", "é3", "e3,e4", "e99999999999"] {
            let fen = format!("11k/12/12/12/12/4P7/12/12/12/K11 b - {text} 0 1");
            assert_refused(&fen, &[&format!("`{text}`"), "en-passant"]);
        }
    }

    #[test]
    fn r_all_4_en_passant_squares_fit_a_multi_step() {
        let after_e2e5 = "11k/12/12/12/12/4P7/12/12/12/K11";
        let refused = [
            // No pawn has passed there, or not both squares, or not on this file, or it stands there.
            (after_e2e5, "b", "d3"),
            (after_e2e5, "b", "e3d4"),
            (after_e2e5, "b", "e5"),
            (after_e2e5, "b", "e2"),
            (after_e2e5, "b", "e3e4e5"),
            // The other side's turn.
            (after_e2e5, "w", "e3"),
            (after_e2e5, "w", "e8"),
            // It went on, or not so far.
            ("11k/12/12/12/4P7/12/12/12/12/K11", "b", "e3"),
            ("11k/12/12/12/12/12/4P7/12/12/K11", "b", "e4"),
            ("11k/12/12/12/12/12/4P7/12/12/K11", "b", "e3e4"),
            ("11k/12/12/12/12/12/12/4P7/12/K11", "b", "e3"),
            // Another piece, or another's pawn.
            ("11k/12/12/12/12/4N7/12/12/12/K11", "b", "e3e4"),
            ("11k/12/12/12/12/4p7/12/12/12/K11", "b", "e3e4"),
            // Something stands in its way, or where it came from.
            ("11k/12/12/12/12/4P7/4N7/12/12/K11", "b", "e3"),
            ("11k/12/12/12/12/4P7/12/4n7/12/K11", "b", "e4"),
            ("11k/12/12/12/12/4P7/12/12/4N7/K11", "b", "e3e4"),
        ];
        for (pieces, side, text) in refused {
            assert_refused(&format!("{pieces} {side} - {text} 0 1"), &[&format!("`{text}`"), "passed"]);
        }
    }

    #[test]
    fn runs_of_empty_squares_have_one_digit_or_two() {
        let fen = "k11/1p10/10P1/12/12/12/12/12/12/11K w - - 0 1";
        assert_eq!(board(fen).fen(), fen);
    }
}
