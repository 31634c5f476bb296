//! Kingsmen and the Dark Horde, rule by rule, with their rulings (`R-KM-*`).

use bactrian::types::Ending;
use bactrian::types::{Color, MoveKind};

use crate::common::board::{
    assert_castlings, assert_moves, assert_targets, board, field, moves, played, rank_after, refusal, rights, session,
    spec, start,
};

mod arrays {
    use super::*;

    #[test]
    fn r_km_1_the_array_of_bishops_chess() {
        let start = start("kingsmen");
        assert_eq!(start.fen(), "rnbbkbbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQkq - 0 1");
    }

    #[test]
    fn r_km_3_the_castle_of_three_files() {
        let start = start("kingsmen39");
        assert_eq!(start.fen(), "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1");
        assert_eq!((spec("kingsmen39").page.files, spec("kingsmen39").page.ranks), (3, 9));
    }

    #[test]
    fn the_dark_horde_on_either_side() {
        let black = start("kingsmendh");
        assert_eq!(black.fen(), "vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1");
        let white = start("dhkingsmen");
        assert_eq!(white.fen(), "rnbbkbbnr/9/ppppppppp/9/9/9/GGGGGGGGG/9/VTSSDSSTV w kq - 0 1");
    }
}

mod without_the_horde {
    use super::*;

    /// A white piece on e5 with nothing in its way.
    #[track_caller]
    fn assert_open_board(piece: &str, expected: &str) {
        assert_targets("kingsmen", &format!("7k1/9/9/9/4{piece}4/9/9/9/1K7 w - - 0 1"), "e5", expected);
    }

    #[test]
    fn pawns_step_once_and_capture_diagonally() {
        assert_targets("kingsmen", spec("kingsmen").page.start, "e3", "e4");
        assert_targets("kingsmen", "8k/9/9/9/9/9/9/4P4/K8 w - - 0 1", "e2", "e3");
        assert_targets("kingsmen", "8k/9/9/9/9/3n1n3/4P4/9/K8 w - - 0 1", "e3", "d4 e4 f4");
    }

    #[test]
    fn uncrowned_pieces_move_as_in_chess_and_are_crowned_in_the_zone() {
        assert_open_board("N", "c4 c6 d3 f3 g4 g6 d7+ f7+");
        assert_open_board("B", "a1 b2 c3 d4 f6 d6 f4 g3 h2 i1 g7+ h8+ i9+ c7+ b8+ a9+");
        assert_open_board("R", "a5 b5 c5 d5 f5 g5 h5 i5 e1 e2 e3 e4 e6 e7+ e8+ e9+");
    }

    #[test]
    fn crowned_pieces_move_as_the_king_besides() {
        let king = "d4 d5 d6 e4 e6 f4 f5 f6";
        assert_open_board("+P", king);
        assert_open_board("+N", &format!("{king} c4 c6 d3 f3 g4 g6 d7 f7"));
        assert_open_board("+B", &format!("{king} a1 b2 c3 g3 h2 i1 g7 h8 i9 c7 b8 a9"));
        assert_open_board("+R", &format!("{king} a5 b5 c5 g5 h5 i5 e1 e2 e3 e7 e8 e9"));
    }

    #[test]
    fn r_km_2_crowning_is_automatic() {
        let fen = "8k/9/9/p8/1P7/9/9/9/K8 w - - 0 1";
        assert!(board("kingsmen", fen).read_move("b5b6+").is_err());
        let fen = "8k/9/p8/1P7/9/9/9/9/K8 w - - 0 1";
        assert_targets("kingsmen", fen, "b6", "b7+ a7+");
        // The suffix leaves no choice, so it may be left out.
        assert_eq!(board("kingsmen", fen).read_move("b6b7"), board("kingsmen", fen).read_move("b6b7+"));
        assert_eq!(rank_after("kingsmen", fen, "b6a7+", 7), "+P8");
        let black = "8k/9/9/9/9/1p7/9/9/7K1 b - - 0 1";
        assert_eq!(rank_after("kingsmen", black, "b4b3+", 3), "1+p7");
    }

    #[test]
    fn r_km_2_a_move_that_starts_in_the_zone_crowns() {
        assert_targets("kingsmen", "8k/9/3N5/9/9/9/9/9/K8 w - - 0 1", "d7", "b6+ b8+ c5+ c9+ e5+ e9+ f6+ f8+");
        assert_targets("kingsmen", "8k/3P5/9/9/9/9/9/9/K8 w - - 0 1", "d8", "d9+");
        // A black piece there is at home.
        assert_targets("kingsmen", "8k/9/3n5/9/9/9/9/9/K8 b - - 0 1", "d7", "b6 b8 c5 c9 e5 e9 f6 f8");
    }

    #[test]
    fn the_king_is_not_crowned_and_crowned_pieces_are_not_royal() {
        assert_targets("kingsmen", "8k/9/9/4K4/9/9/9/9/9 w - - 0 1", "e6", "d5 d6 d7 e5 e7 f5 f6 f7");
        let attacked = "8k/9/9/9/1+P6r/9/9/9/K8 w - - 0 1";
        assert!(!board("kingsmen", attacked).in_check());
        assert_eq!(rank_after("kingsmen", "8k/9/9/9/1+P6r/9/9/9/K8 b - - 0 1", "i5b5", 5), "1r7");
    }

    #[test]
    fn crowned_pieces_give_check_as_the_king_moves() {
        for piece in ["+P", "+N", "+B", "+R"] {
            for rank in [format!("3{piece}5"), format!("4{piece}4"), format!("5{piece}3")] {
                let fen = format!("9/9/9/9/{rank}/4k4/9/9/K8 b - - 0 1");
                assert!(board("kingsmen", &fen).in_check(), "{fen}");
            }
        }
    }

    #[test]
    fn crownings_of_captured_and_pinned_pieces() {
        // The rook on e8 is pinned on the file and is crowned wherever it goes.
        let fen = "4r3k/4R4/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_targets("kingsmen", fen, "e8", "e2+ e3+ e4+ e5+ e6+ e7+ e9+");
        assert_eq!(rank_after("kingsmen", fen, "e8e9+", 9), "4+R3k");
    }

    #[test]
    fn crownings_are_promotions_to_the_crowned_kind() {
        let board = board("kingsmen", "8k/9/9/R8/9/9/9/9/K8 w - - 0 1");
        let m = board.read_move("a6a8+").expect("a legal move");
        let crowned = spec("kingsmen").read_piece("+R").expect("a piece of the game").0.kind();
        assert_eq!((m.kind(), m.promotion()), (MoveKind::Promotion, Some(crowned)));
    }

    #[test]
    fn castling() {
        assert_castlings("kingsmen", "R3K3R", [("eg", "R4RK2"), ("ec", "2KR4R")]);
        assert_eq!(rights("kingsmen", "r3k3r/9/9/9/9/9/9/9/R3K3R w IAia - 0 1"), "KQkq");
    }

    #[test]
    fn a_crowned_rook_does_not_castle() {
        assert_eq!(rights("kingsmen", "r3k3r/9/9/9/9/9/9/9/R3K3+R w KQkq - 0 1"), "Qkq");
    }

    #[test]
    fn the_clock_is_reset_by_captures_pawn_moves_and_crownings() {
        let fen = "8k/9/4+P4/R8/9/7p1/8N/P8/1K7 w - - 7 30";
        for (m, clock) in [("a6a5", 8), ("a6a7+", 0), ("a2a3", 0), ("e7e8", 8), ("e7e6", 8), ("i3g2", 8), ("b1b2", 8)] {
            assert_eq!(played("kingsmen", fen, m).setup().clock, clock, "{m}");
        }
        assert_eq!(played("kingsmen", "8k/9/9/R6n1/9/9/9/9/K8 w - - 7 30", "a6h6").setup().clock, 0);
    }

    #[test]
    fn r_km_8_a_pawn_on_its_last_rank_has_no_moves() {
        assert_moves("kingsmen", "P7k/9/9/9/9/9/9/9/K8 w - - 0 1", "a1a2 a1b1 a1b2");
        assert_moves("kingsmen", "8k/9/9/9/9/9/9/9/K7p b - - 0 1", "i9i8 i9h8 i9h9");
    }

    #[test]
    fn crowned_pieces_in_fen() {
        let fen = "1+n6k/9/9/9/+P1+p6/9/9/9/K3+R4 w - - 0 1";
        assert_eq!(board("kingsmen", fen).fen(), fen);
        let cases =
            [("+K7k", "`+K`"), ("+8k", "`+8`"), ("8k+", "`+`"), ("7+k", "`+k`"), ("++R7k", "`++`"), ("7xk", "`x`")];
        for (rank, word) in cases {
            let text = refusal("kingsmen", &format!("{rank}/9/9/9/9/9/9/9/K8 w - - 0 1"));
            assert!(text.contains(word) && text.contains("+R"), "{rank}: {text}");
        }
    }

    #[test]
    fn r_all_1_bare_kings_are_dead_and_a_crowned_pawn_is_something() {
        assert_eq!(session("kingsmen", "8k/9/9/9/9/9/9/9/K8 w - - 0 1", "").ending(), Some(Ending::BareKings));
        assert_eq!(session("kingsmen", "8k/9/9/9/4+P4/9/9/9/K8 w - - 0 1", "").ending(), None);
    }
}

mod three_files {
    use super::*;

    const WHITE: &str = "rkr/3/3/ppp/3/PPP/3/3/RKR w KQkq - 0 1";

    #[test]
    fn castling_changes_places_with_a_rook() {
        assert_eq!(rank_after("kingsmen39", WHITE, "b1a1", 1), "KRR");
        assert_eq!(rank_after("kingsmen39", WHITE, "b1c1", 1), "RRK");
        let black = WHITE.replace(" w ", " b ");
        assert_eq!(rank_after("kingsmen39", &black, "b9a9", 9), "krr");
        assert_eq!(rank_after("kingsmen39", &black, "b9c9", 9), "rrk");
        let after = played("kingsmen39", WHITE, "b1a1");
        assert_eq!((field(&*after, 2).as_str(), after.setup().clock), ("kq", 1));
    }

    #[test]
    fn r_km_4_each_right_belongs_to_its_rook() {
        let allowed = |rights: &str| {
            let board = board("kingsmen39", &WHITE.replace("KQkq", rights));
            moves(&*board).into_iter().filter(|m| m == "b1a1" || m == "b1c1").collect::<Vec<_>>()
        };
        assert_eq!(allowed("KQ"), ["b1a1", "b1c1"]);
        assert_eq!(allowed("K"), ["b1c1"]);
        assert_eq!(allowed("Q"), ["b1a1"]);
        assert!(allowed("-").is_empty());
        assert_eq!(rights("kingsmen39", &WHITE.replace("KQkq", "CAca")), "KQkq");
    }

    #[test]
    fn r_all_3_the_king_is_safe_before_and_after_the_change() {
        let castlings = |fen: &str| {
            let board = board("kingsmen39", fen);
            board.legal_moves().iter().filter(|m| m.kind() == MoveKind::Castling).map(|&m| board.move_text(m)).collect()
        };
        let none: Vec<String> = castlings("1k1/3/3/3/1r1/3/3/3/RKR w KQ - 0 1");
        assert!(none.is_empty(), "{none:?}");
        let kingside: Vec<String> = castlings("1k1/3/3/3/r2/3/3/3/RKR w KQ - 0 1");
        assert_eq!(kingside, ["b1c1"]);
    }

    #[test]
    fn the_enemy_castle_is_the_zone() {
        assert_targets("kingsmen39", "k2/3/3/3/1R1/3/3/3/2K w - - 0 1", "b5", "a5 c5 b1 b2 b3 b4 b6 b7+ b8+ b9+");
        assert_targets(
            "kingsmen39",
            "2k/3/3/3/3/3/r2/3/1K1 b - - 0 1",
            "a3",
            "a1+ a2+ a4+ a5+ a6+ a7+ a8+ a9+ b3+ c3+",
        );
    }
}

mod dark_horde {
    use super::*;

    /// A white piece on e5 with nothing in its way.
    #[track_caller]
    fn assert_open_board(piece: &str, expected: &str) {
        let fen = format!("d8/9/9/9/4{piece}4/9/9/9/8K w - - 0 1");
        assert_targets("kingsmendh", &fen, "e5", expected);
        assert_targets("dhkingsmen", &fen, "e5", expected);
    }

    #[test]
    fn the_pieces_before_the_zone() {
        assert_open_board("G", "e6");
        assert_open_board("S", "d4 f4 d6 f6 c3 g3 c7+ g7+");
        assert_open_board("T", "d5 f5 e4 e6 c5 g5 e3 e7+");
        assert_open_board("V", "d5 c5 f5 g5 e4 e3 e6 e7+ d4 c3 f6 g7+ d6 c7+ f4 g3");
    }

    #[test]
    fn the_pieces_after_the_zone_are_knights_too() {
        let knight = "c4 c6 d3 d7 f3 f7 g4 g6";
        assert_open_board("+G", &format!("{knight} e6"));
        assert_open_board("+S", &format!("{knight} d4 f4 d6 f6 c3 g3 c7 g7"));
        assert_open_board("+T", &format!("{knight} d5 f5 e4 e6 c5 g5 e3 e7"));
        assert_open_board("+V", &format!("{knight} d5 c5 f5 g5 e4 e3 e6 e7 d4 c3 f6 g7 d6 c7 f4 g3"));
    }

    #[test]
    fn the_dark_knight_moves_as_a_knight_and_is_not_promoted() {
        assert_targets("dhkingsmen", "8k/9/9/9/4D4/9/9/9/9 w - - 0 1", "e5", "c4 c6 d3 d7 f3 f7 g4 g6");
        assert_targets("kingsmendh", "9/9/9/9/4d4/9/9/9/8K b - - 0 1", "e5", "c4 c6 d3 d7 f3 f7 g4 g6");
    }

    #[test]
    fn r_km_5_the_dark_knight_does_not_castle() {
        assert_eq!(rights("kingsmendh", "r3d3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1"), "KQ");
        assert_eq!(rights("dhkingsmen", "r3k3r/9/9/9/9/9/9/9/R3D3R w KQkq - 0 1"), "kq");
        let white = "1d7/9/9/9/9/9/9/9/R3K3R w KQ - 0 1";
        assert_eq!(rank_after("kingsmendh", white, "e1g1", 1), "R4RK2");
        assert_eq!(rank_after("dhkingsmen", "r3k3r/9/9/9/9/9/9/9/1D7 b kq - 0 1", "e9c9", 9), "2kr4r");
    }

    #[test]
    fn r_km_6_all_leap_but_the_void() {
        let walled = |piece: &str| format!("d8/9/9/3PPP3/3P{piece}P3/3PPP3/9/9/8K w - - 0 1");
        assert_targets("kingsmendh", &walled("S"), "e5", "c3 g3 c7+ g7+");
        assert_targets("kingsmendh", &walled("T"), "e5", "c5 g5 e3 e7+");
        assert_targets("kingsmendh", &walled("V"), "e5", "");
        assert_targets("kingsmendh", &walled("+V"), "e5", "c4 c6 d3 d7 f3 f7 g4 g6");
    }

    #[test]
    fn r_km_6_a_risen_ghoul_keeps_the_pawns_moves() {
        assert_targets("kingsmendh", "d8/9/9/3nnn3/4+G4/9/9/9/8K w - - 0 1", "e5", "c4 c6 d3 d7 f3 f7 g4 g6 d6 f6");
        assert_targets("kingsmendh", "4+G4/9/9/9/9/9/9/9/d7K w - - 0 1", "e9", "c8 d7 f7 g8");
        let black = "d8/9/9/9/9/9/9/9/4+g3K b - - 0 1";
        assert_targets("kingsmendh", black, "e1", "c2 d3 f3 g2");
    }

    #[test]
    fn r_km_7_each_side_has_its_own_royal_piece() {
        assert!(board("kingsmendh", "d8/9/9/9/9/9/9/9/R7K b - - 0 1").in_check());
        assert!(board("kingsmendh", "d8/9/9/9/9/9/6s2/9/8K w - - 0 1").in_check());
        // The Dark Knight's way out at c8 is guarded, and b7 too.
        let mated = session("kingsmendh", "d8/7R1/8R/9/9/9/9/9/1R6K w - - 0 1", "b1a1");
        assert_eq!(mated.ending(), Some(Ending::Checkmate(Color::White)));
        let stuck = session("kingsmendh", "d8/7R1/8R/9/9/9/9/9/8K b - - 0 1", "");
        assert_eq!(stuck.ending(), Some(Ending::Stalemate));
        for (fen, word) in [
            ("dk7/9/9/9/9/9/9/9/8K w - - 0 1", "Black has 2 royal"),
            ("d8/9/9/9/9/9/9/9/D7K w - - 0 1", "White has 2 royal"),
            ("9/9/9/9/9/9/9/9/8K w - - 0 1", "Black has 0 royal"),
        ] {
            assert!(refusal("kingsmendh", fen).contains(word), "{fen}");
        }
    }

    #[test]
    fn nothing_stops_the_check_of_a_leaper() {
        // The Sorcerer on c3 and the Serpent on a3 leap over what would stand between; the Void on c3 does not.
        assert_moves("kingsmendh", "8d/9/9/9/9/9/2s6/7R1/K8 w - - 0 1", "a1a2 a1b1");
        assert_moves("kingsmendh", "8d/9/9/9/9/9/t8/7R1/K8 w - - 0 1", "a1b1 a1b2");
        assert_moves("kingsmendh", "8d/9/9/9/9/9/2v6/7R1/K8 w - - 0 1", "a1a2 a1b1 h2b2");
    }

    #[test]
    fn a_void_pins_within_two_squares() {
        assert_targets("kingsmendh", "8d/9/9/9/9/9/v8/N8/K8 w - - 0 1", "a2", "");
        assert_targets("kingsmendh", "8d/9/9/9/9/v8/9/N8/K8 w - - 0 1", "a2", "b4 c1 c3");
    }

    #[test]
    fn r_km_8_ghouls_are_pawns_for_the_clock_until_they_rise() {
        let fen = "8d/9/9/+G8/9/9/G8/S8/K8 w - - 7 30";
        for (m, clock) in [("a3a4", 0), ("a6a7", 8), ("a6b8", 8), ("a2b1", 8), ("a1b1", 8)] {
            assert_eq!(played("kingsmendh", fen, m).setup().clock, clock, "{m}");
        }
        assert_eq!(played("kingsmendh", "8d/9/9/G8/9/9/9/9/K8 w - - 7 30", "a6a7+").setup().clock, 0);
        assert_moves("kingsmendh", "G7d/9/9/9/9/9/9/9/K8 w - - 0 1", "a1a2 a1b1 a1b2");
    }

    #[test]
    fn r_km_9_letters_of_both_armies_in_either_colour() {
        let fen = "rnbb1bbnr/9/pppp+pgggg/4d4/9/4K4/PPPPGGGGG/+S+T+V6/VTSS1SSTV w - - 0 1";
        assert_eq!(board("kingsmendh", fen).fen(), fen);
        assert_eq!(board("dhkingsmen", fen).fen(), fen);
    }

    #[test]
    fn r_km_9_king_and_dark_knight_alone_are_not_dead() {
        assert_eq!(session("kingsmendh", "d8/9/9/9/9/9/9/9/8K w - - 0 1", "").ending(), None);
        let mated = session("kingsmendh", "d8/1K7/9/9/9/9/9/9/9 b - - 0 1", "");
        assert_eq!(mated.ending(), Some(Ending::Checkmate(Color::White)));
        assert_eq!(session("dhkingsmen", "8k/9/9/9/9/9/9/9/K8 w - - 0 1", "").ending(), Some(Ending::BareKings));
    }
}
