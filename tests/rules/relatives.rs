//! Chess and its relatives on 10x8: what sets each apart from the others.

use crate::common::board::{assert_castlings, assert_targets, leaves, played, rank_after, rights, spec, start};

mod arrays {
    use super::*;

    fn assert_start(name: &str, fen: &str, moves: usize) {
        let start = start(name);
        assert_eq!((start.fen().as_str(), start.legal_moves().len()), (fen, moves));
    }

    #[test]
    fn r_cr_1_arrays_have_numbers() {
        let array = |name: &str, number| spec(name).array(number);
        assert_eq!(array("chess960", 518), Some(start("chess").fen()));
        assert_eq!(array("chess960", 960), None);
        let last = "rkrnnabcqb/pppppppppp/10/10/10/10/PPPPPPPPPP/RKRNNABCQB w KQkq - 0 1";
        assert_eq!(array("caparandom", 21_835).as_deref(), Some(last));
        assert_eq!(array("caparandom", 21_836), None);
        assert_eq!(array("capablanca", 0), None);
    }

    #[test]
    fn every_game_begins_with_its_array() {
        assert_start("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20);
        assert_start("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", 28);
        assert_start("gothic", "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", 28);
        assert_start("janus", "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1", 28);
    }

    #[test]
    fn a_position_of_chess_with_everything_in_it() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let counts = [48, 2_039, 97_862, 4_085_603];
        for (depth, nodes) in (1..=3).zip(counts) {
            assert_eq!(leaves("chess", fen, depth), nodes, "depth {depth}");
        }
    }

    #[test]
    #[ignore = "takes long: run it in a release build"]
    fn a_position_of_chess_with_everything_in_it_deep() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
        assert_eq!(leaves("chess", fen, 4), 4_085_603);
    }
}

mod pieces {
    use super::*;

    const BISHOP: &str = "b1 c2 d3 f5 g6 h7 i8 d5 c6 b7 a8 f3 g2 h1";
    const ROOK: &str = "a4 b4 c4 d4 f4 g4 h4 i4 j4 e1 e2 e3 e5 e6 e7 e8";
    const KNIGHT: &str = "c3 c5 d2 d6 f2 f6 g3 g5";

    #[test]
    fn archbishop_and_janus_move_as_bishop_and_knight() {
        let expected = format!("{BISHOP} {KNIGHT}");
        assert_targets("capablanca", "9k/10/10/10/4A5/10/10/K9 w - - 0 1", "e4", &expected);
        assert_targets("gothic", "9k/10/10/10/4A5/10/10/K9 w - - 0 1", "e4", &expected);
        assert_targets("janus", "9k/10/10/10/4J5/10/10/K9 w - - 0 1", "e4", &expected);
    }

    #[test]
    fn chancellor_moves_as_rook_and_knight() {
        let expected = format!("{ROOK} {KNIGHT}");
        assert_targets("capablanca", "9k/10/10/10/4C5/10/10/K9 w - - 0 1", "e4", &expected);
        assert_targets("gothic", "9k/10/10/10/4C5/10/10/K9 w - - 0 1", "e4", &expected);
    }
}

mod pawns {
    use super::*;

    #[test]
    fn one_step_or_two_from_the_second_rank() {
        assert_targets("chess", spec("chess").page.start, "e2", "e3 e4");
        assert_targets("capablanca", spec("capablanca").page.start, "j2", "j3 j4");
        assert_targets("janus", "9k/10/10/10/10/4P5/10/K9 w - - 0 1", "e3", "e4");
    }

    #[test]
    fn en_passant() {
        let after = played("chess", "7k/8/8/8/3p4/8/4P3/K7 w - - 0 1", "e2e4");
        assert_eq!(after.fen(), "7k/8/8/8/3pP3/8/8/K7 b - e3 0 1");
        assert_eq!(rank_after("chess", &after.fen(), "d4e3", 3), "4p3");
        assert_eq!(rank_after("chess", &after.fen(), "d4e3", 4), "8");
        assert_targets("janus", "9k/10/10/8pP/10/10/10/K9 w - i6 0 1", "j5", "j6 i6");
    }

    #[test]
    fn promotions_of_each_game() {
        assert_targets("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7", "a8q a8r a8b a8n");
        assert_targets("chess", "7k/8/8/8/8/8/p7/1N5K b - - 0 1", "a2", "a1q a1r a1b a1n b1q b1r b1b b1n");
        assert_targets("capablanca", "9k/P9/10/10/10/10/10/K9 w - - 0 1", "a7", "a8q a8c a8a a8r a8b a8n");
        assert_targets("gothic", "9k/P9/10/10/10/10/10/K9 w - - 0 1", "a7", "a8q a8c a8a a8r a8b a8n");
        assert_targets("janus", "9k/P9/10/10/10/10/10/K9 w - - 0 1", "a7", "a8q a8j a8r a8b a8n");
    }
}

mod castling {
    use super::*;

    #[test]
    fn geometry_of_each_game() {
        assert_castlings("chess", "R3K2R", [("eg", "R4RK1"), ("ec", "2KR3R")]);
        assert_castlings("capablanca", "R4K3R", [("fi", "R6RK1"), ("fc", "2KR5R")]);
        assert_castlings("gothic", "R4K3R", [("fi", "R6RK1"), ("fc", "2KR5R")]);
        assert_castlings("janus", "R3K4R", [("ei", "R6RK1"), ("eb", "1KR6R")]);
    }

    #[test]
    fn r_all_3_crossed_squares_are_safe_and_the_rooks_path_need_not_be() {
        // b1 is crossed by the rook only; d1 by the king.
        assert_targets("chess", "1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "c1 d1 d2 e2 f1 f2");
        assert_targets("chess", "3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "e2 f1 f2");
        // The king of Janus Chess crosses h1 and reaches i1.
        assert_targets("janus", "k6r2/10/10/10/10/10/10/4K4R w K - 0 1", "e1", "d1 d2 e2 f1 f2");
        assert_targets("janus", "k7r1/10/10/10/10/10/10/4K4R w K - 0 1", "e1", "d1 d2 e2 f1 f2");
        assert_targets("janus", "k8r/10/10/10/10/10/10/4K4R w K - 0 1", "e1", "i1 d1 d2 e2 f1 f2");
    }

    #[test]
    fn rights_are_read_by_letter_or_rooks_file() {
        assert_eq!(rights("chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), "KQkq");
        assert_eq!(rights("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w JAja - 0 1"), "KQkq");
        assert_eq!(rights("gothic", "r4k3r/10/10/10/10/10/10/R4K3R w Ja - 0 1"), "Kq");
        assert_eq!(rights("janus", "r3k4r/10/10/10/10/10/10/R3K4R w JAja - 0 1"), "KQkq");
    }

    #[test]
    fn r_all_4_rights_that_the_board_contradicts_are_dropped() {
        assert_eq!(rights("chess", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"), "Qkq");
        assert_eq!(rights("chess", "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1"), "kq");
        assert_eq!(rights("capablanca", "3k6/10/10/10/10/10/10/R4K3R w KQkq - 0 1"), "KQ");
        assert_eq!(rights("janus", "r8r/4k5/10/10/10/10/10/R3K5 w KQkq - 0 1"), "Q");
        // A file without a rook, and a second rook on the same side.
        assert_eq!(rights("chess", "4k3/8/8/8/8/8/8/4K1RR w FGH - 0 1"), "G");
    }

    #[test]
    fn r_all_6_kings_and_rooks_castle_from_any_file() {
        // Embassy Chess.
        assert_castlings("capablanca", "R3K4R", [("ei", "R6RK1"), ("ec", "2KR5R")]);
        assert_castlings("gothic", "R3K4R", [("ei", "R6RK1"), ("ec", "2KR5R")]);
        assert_castlings("janus", "R4K3R", [("fi", "R6RK1"), ("fb", "1KR6R")]);
        assert_castlings("chess", "R2K3R", [("dg", "R4RK1"), ("da", "2KR3R")]);
        // King and rook exchange places, one of them stays, or they pass each other.
        for (row, m, after) in [
            ("1R3KR1", "f1g1", "1R3RK1"),
            ("1R3KR1", "f1b1", "2KR2R1"),
            ("2RK1R2", "d1f1", "2R2RK1"),
            ("2RK1R2", "d1c1", "2KR1R2"),
            ("R1K4R", "c1h1", "R4RK1"),
            ("R1K4R", "c1a1", "2KR3R"),
            ("RK5R", "b1h1", "R4RK1"),
            ("RK5R", "b1a1", "2KR3R"),
            ("R5KR", "g1h1", "R4RK1"),
            ("R5KR", "g1a1", "2KR3R"),
        ] {
            let fen = format!("8/4k3/8/8/8/8/8/{row} w KQ - 0 1");
            assert_eq!(rank_after("chess960", &fen, m, 1), after, "{row} {m}");
        }
    }

    #[test]
    fn r_all_6_the_ways_of_both_are_empty() {
        // The rook comes from a1 over b1 to d1; the king from g1 over d1 to c1.
        assert_targets("chess960", "7k/8/8/8/8/8/8/RN4K1 w Q - 0 1", "g1", "f1 f2 g2 h1 h2");
        assert_targets("chess960", "7k/8/8/8/8/8/8/R3N1K1 w Q - 0 1", "g1", "f1 f2 g2 h1 h2");
        assert_targets("chess960", "7k/8/8/8/8/8/8/R5KN w Q - 0 1", "g1", "a1 f1 f2 g2 h2");
    }

    #[test]
    fn r_all_3_a_castling_rook_that_shields_its_king_stays() {
        // The rook on b1 leaves the king on c1 to the queen on a1.
        assert_targets("chess960", "7k/8/8/8/8/8/8/qRK5 w B - 0 1", "c1", "c2 d1 d2");
        assert_targets("chess960", "7k/8/8/8/8/8/8/1RK5 w B - 0 1", "c1", "b1 b2 c2 d1 d2");
    }

    #[test]
    fn rights_are_those_of_x_fen() {
        let rook = "4k3/8/8/8/8/8/8/";
        for (row, sent, written) in [
            ("1RR1KR1R", "KQ", "KQ"),
            ("1RR1KR1R", "FC", "FC"),
            ("1RR1KR1R", "HB", "KQ"),
            ("1RR1KR1R", "KC", "KC"),
            ("R3K2R", "KQ", "KQ"),
        ] {
            assert_eq!(rights("chess", &format!("{rook}{row} w {sent} - 0 1")), written, "{row} {sent}");
        }
    }
}
