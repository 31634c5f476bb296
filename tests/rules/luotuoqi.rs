//! The rules of Lùotuoqí, one by one, with the published diagrams and the rulings R-LUO-1 to R-LUO-13.

use bactrian::board::{Detail, View, join_turns};
use bactrian::games::luotuoqi::Luotuoqi;
use bactrian::types::Ending;
use bactrian::types::{Color, Kind, Score};

use crate::common::board::{
    self, assert_moves, assert_targets, board, field, moves, played, rank_after, refusal, rights, session, spec, start,
    wins,
};

fn targets(fen: &str, from: &str, expected: &str) {
    assert_targets("luotuoqi", fen, from, expected);
}

fn pieces_after(fen: &str, m: &str) -> String {
    field(&*played("luotuoqi", fen, m), 0)
}

fn moves_of(fen: &str) -> Vec<String> {
    moves(&*board("luotuoqi", fen))
}

#[track_caller]
fn assert_legal(fen: &str, legal: &str, illegal: &str) {
    board::assert_legal("luotuoqi", fen, legal, illegal);
}

/// The Cube as the FEN has it.
fn cube(position: &dyn View) -> String {
    let fen = position.fen();
    fen[fen.find('[').expect("a bracket")..=fen.find(']').expect("a bracket")].to_owned()
}

#[test]
fn white_begins_and_black_has_the_cube() {
    let start = start("luotuoqi");
    assert_eq!((start.side(), cube(&*start)), (Color::White, "[c]".to_owned()));
    assert_moves(
        "luotuoqi",
        spec("luotuoqi").page.start,
        "a2b3 b2a3 b2c3 c2b3 c2d3 d2c3 d2e3 e2d3 e2f3 f2e3 f2g3 g2f3 g2h3 h2g3 b1a3 b1c3 g1f3 g1h3",
    );
}

#[test]
fn the_king_steps_and_castles_as_in_chess() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R[c] w KQ - 4 9";
    targets(fen, "e1", "d1 d2 e2 f2 f1 g1 c1");
    assert_eq!(played("luotuoqi", fen, "e1g1").fen(), "4k3/8/8/8/8/8/8/R4RK1[c] b - - 5 9");
    assert_eq!(played("luotuoqi", fen, "e1c1").fen(), "4k3/8/8/8/8/8/8/2KR3R[c] b - - 5 9");
    assert_legal("r3k2r/8/8/8/8/8/8/4K3[c] b kq - 0 1", "e8g8 e8c8", "");
    assert_eq!(rights("luotuoqi", "4k3/8/8/8/8/8/8/R3K3[c] w KQkq - 0 1"), "Q");
}

#[test]
fn castling_needs_safe_squares_r_luo_6() {
    assert_legal("4kr2/8/8/8/8/8/8/R3K2R[c] w KQ - 0 1", "e1c1", "e1g1");
    assert_legal("3rk3/8/8/8/8/8/8/R3K2R[c] w KQ - 0 1", "e1g1", "e1c1");
    assert_legal("2r1k3/8/8/8/8/8/8/R3K2R[c] w KQ - 0 1", "e1g1", "e1c1");
    // The king does not cross b1.
    assert_legal("1r2k3/8/8/8/8/8/8/R3K2R[c] w KQ - 0 1", "e1g1 e1c1", "");
    assert_legal("4k3/8/8/8/4r3/8/8/R3K2R[c] w KQ - 0 1", "", "e1g1 e1c1");
    // A tower of three stones does not reach the first rank from the fifth.
    assert_legal("4k3/8/8/5t32/8/8/8/R3K2R[c] w KQ - 0 1", "e1g1 e1c1", "");
    assert_legal("4k3/8/8/5t42/8/8/8/R3K2R[c] w KQ - 0 1", "e1c1", "e1g1");
}

#[test]
fn eaglets_go_diagonally_ahead_and_straight_back() {
    targets("4k3/8/8/8/4E3/8/8/4K3[c] w - - 0 1", "e4", "d5 f5 e3");
    targets("4k3/8/8/4e3/8/8/8/4K3[C] b - - 0 1", "e5", "d4 f4 e6");
    targets("4k3/8/8/3m1e2/4E3/4m3/8/4K3[c] w - - 0 1", "e4", "d5 f5 e3");
    // No double step, and no promotion at the end of the board.
    targets("4k3/8/8/8/8/8/E7/4K3[c] w - - 0 1", "a2", "b3 a1");
    targets("E3k3/8/8/8/8/8/8/4K3[c] w - - 0 1", "a8", "a7");
}

#[test]
fn mules_are_knights_and_wazirs() {
    targets("4k3/8/8/8/3M4/8/8/4K3[c] w - - 0 1", "d4", "b3 b5 c2 c6 e2 e6 f3 f5 c4 e4 d3 d5");
}

#[test]
fn rook_camels_slide_and_leap_lamely() {
    let rook = "a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8";
    targets("7k/8/8/8/3R4/8/8/7K[c] w - - 0 1", "d4", &format!("{rook} c7 e7 c1 e1 g5 g3 a5 a3"));
    // A man on the second square of the way, own or enemy, stops both leaps that turn there.
    targets("7k/8/3E4/8/3Rm3/8/8/7K[c] w - - 0 1", "d4", "a4 b4 c4 e4 d1 d2 d3 d5 c1 e1 a5 a3");
    assert_eq!(pieces_after("7k/4e3/8/8/3R4/8/8/7K[c] w - - 0 1", "d4e7"), "7k/4R3/8/8/8/8/8/7K[c]");
}

#[test]
fn lame_camels_give_check_and_are_blocked() {
    assert!(board("luotuoqi", "8/2k5/8/8/3R4/8/8/7K[c] b - - 0 1").in_check());
    for blocked in ["8/2k5/3e4/8/3R4/8/8/7K[c] b - - 0 1", "8/2k5/8/3E4/3R4/8/8/7K[c] b - - 0 1"] {
        assert!(!board("luotuoqi", blocked).in_check(), "{blocked}");
    }
    // The man that lames the camel is pinned.
    targets("8/2k5/3e4/8/3R4/8/8/7K[c] b - - 0 1", "d6", "");
}

const SWEEP: &str = "k5e1/5e1e/4e1e1/3e1e2/2e1e3/1e1e4/1De5/K7[c] w - - 5 1";

#[test]
fn a_bypasser_sweeps_what_stands_beside_its_path() {
    assert_eq!(played("luotuoqi", SWEEP, "b2h8").fen(), "k5eD/7e/8/8/8/1e6/2e5/K7[c] b - - 0 1");
    assert_eq!(pieces_after(SWEEP, "b2e5"), "k5e1/5e1e/4e1e1/3eDe2/4e3/1e6/2e5/K7[c]");
}

#[test]
fn short_slides_capture_nothing_and_are_quiet_r_luo_7() {
    for (m, board) in [
        ("b2c3", "k5e1/5e1e/4e1e1/3e1e2/2e1e3/1eDe4/2e5/K7[c] b - - 6 1"),
        ("b2d4", "k5e1/5e1e/4e1e1/3e1e2/2eDe3/1e1e4/2e5/K7[c] b - - 6 1"),
    ] {
        assert_eq!(played("luotuoqi", SWEEP, m).fen(), board);
    }
    // Own men are not swept, and nothing is captured on the target square.
    assert_eq!(pieces_after("k7/8/8/3E4/2E1E3/3E4/1D6/K7[c] w - - 0 1", "b2f6"), "k7/8/5D2/3E4/2E1E3/3E4/8/K7[c]");
    targets("k7/8/8/4e3/8/8/1D6/K7[c] w - - 0 1", "b2", "a3 c1 c3 d4");
}

#[test]
fn a_bypasser_checks_a_king_that_it_could_sweep() {
    assert!(board("luotuoqi", "8/8/8/3k4/8/8/1D6/7K[c] b - - 0 1").in_check());
    // It has to get past the king by two squares.
    for blocked in ["8/8/5e2/3k4/8/8/1D6/7K[c] b - - 0 1", "8/8/8/3ke3/8/8/1D6/7K[c] b - - 0 1"] {
        assert!(!board("luotuoqi", blocked).in_check(), "{blocked}");
    }
    // So what stands in its way is pinned.
    targets("8/8/5e2/3k4/8/8/1D6/7K[C] b - - 0 1", "f6", "e5");
}

#[test]
fn kings_on_the_edge_are_never_swept_r_luo_13() {
    for bypasser in ["D7", "1D6", "2D5", "3D4", "4D3", "5D2", "6D1", "7D"] {
        for fen in [format!("3k4/8/8/8/{bypasser}/8/8/K7"), format!("8/8/8/k7/8/{bypasser}/8/7K")] {
            assert!(!board("luotuoqi", &format!("{fen}[c] b - - 0 1")).in_check(), "{fen}");
        }
    }
}

/// The towers on b7 and d7 of the published diagram.
const TOWERS: &str = "7k/1T41T24/8/8/1e2e3/8/8/7K[c] w - - 3 1";

#[test]
fn the_published_towers_have_45_and_21_moves_r_luo_9() {
    let found = moves_of(TOWERS);
    let count = |wanted: &dyn Fn(&str) -> bool| found.iter().filter(|m| wanted(m)).count();
    assert_eq!(count(&|m| m.starts_with("b7")), 45);
    assert_eq!(count(&|m| m.starts_with("d7") && m.len() == 4), 13);
    assert_eq!(count(&|m| m.starts_with("d7") && m.len() == 5), 8);
    assert_legal(TOWERS, "b7b4 b7b43 b7e4 b7e43 b7d7 b7d73 b7d72", "b7b42 b7b3 b7d71 b7f3 b7b44");
}

#[test]
fn towers_move_whole_split_and_merge() {
    for (m, after) in [
        ("b7d5", "7k/3T24/8/3T44/1e2e3/8/8/7K[c] b - - 4 1"),
        ("b7d52", "7k/1T21T24/8/3T24/1e2e3/8/8/7K[c] b - - 4 1"),
        ("b7d7", "7k/3T64/8/8/1e2e3/8/8/7K[c] b - - 4 1"),
        ("b7d72", "7k/1T21T44/8/8/1e2e3/8/8/7K[c] b - - 4 1"),
        ("b7b4", "7k/3T24/8/8/1T42e3/8/8/7K[c] b - - 0 1"),
        ("b7b43", "7k/1T11T24/8/8/1T32e3/8/8/7K[c] b - - 0 1"),
        ("d7e71", "7k/1T41T1T13/8/8/1e2e3/8/8/7K[c] b - - 4 1"),
    ] {
        assert_eq!(played("luotuoqi", TOWERS, m).fen(), after, "{m}");
    }
}

#[test]
fn what_is_left_of_a_split_tower_stays_behind() {
    for (stones, left) in [(2, "1T21T24"), (3, "1T11T24")] {
        assert_eq!(rank_after("luotuoqi", TOWERS, &format!("b7b5{stones}"), 7), left);
    }
    assert_eq!(rank_after("luotuoqi", TOWERS, "b7b5", 7), "3T24");
}

#[test]
fn a_captured_tower_is_gone_as_a_whole() {
    assert_eq!(pieces_after("7k/8/8/8/8/8/8/K1T1t84[c] w - - 0 1", "c1d1"), "7k/8/8/8/8/8/8/K2T14[c]");
}

#[test]
fn merges_beyond_eight_stones_are_not_allowed_r_luo_5() {
    let fen = "6k1/8/3T34/8/3T64/8/8/7K[c] w - - 0 1";
    assert_legal(fen, "d4d62 d4d65 d6d42 d6d5 d4d5", "d4d6 d6d4");
    assert_eq!(pieces_after(fen, "d6d42"), "6k1/8/3T14/8/3T84/8/8/7K[c]");
}

#[test]
fn a_towers_range_is_the_number_of_stones_that_move() {
    targets("7k/8/8/8/T17/8/8/7K[c] w - - 0 1", "a4", "a5 a3 b3 b4 b5");
    targets("7k/8/8/8/T27/8/8/7K[c] w - - 0 1", "a4", "a5 a51 a6 a3 a31 a2 b3 b31 c2 b4 b41 c4 b5 b51 c6");
    let checks = [("8/8/8/7k/8/8/8/K3T33[c] b - - 0 1", false), ("8/8/8/8/7k/8/8/K3T33[c] b - - 0 1", true)];
    checks.into_iter().for_each(|(fen, check)| assert_eq!(board("luotuoqi", fen).in_check(), check, "{fen}"));
}

#[test]
fn eaglets_become_what_flanks_them() {
    // Of either colour, on opposite sides, orthogonally or diagonally.
    for flanked in [
        "7k/8/8/8/3mEm2/8/8/7K[c] w - - 3 1",
        "7k/8/8/4M3/4E3/4M3/8/7K[c] w - - 3 1",
        "7k/8/8/3M4/4E3/5m2/8/7K[c] w - - 3 1",
        "7k/8/8/5m2/4E3/3M4/8/7K[c] w - - 3 1",
    ] {
        assert_legal(flanked, "e4e4m", "e4e4r e4e4d e4e4e e4e4k e4e4");
        let after = played("luotuoqi", flanked, "e4e4m").fen();
        assert_eq!(after, flanked.replace('E', "M").replace(" w - - 3", " b - - 0"));
    }
    assert_legal("7k/8/8/8/2rEm3/8/8/7K[c] w - - 0 1", "", "d4d4m d4d4r");
    assert_legal("7k/8/8/4m3/2mE4/8/8/7K[c] w - - 0 1", "", "d4d4m");
}

#[test]
fn towers_of_different_heights_are_different_types() {
    assert_legal("7k/8/8/8/2T4Et43/8/7K/8[c] w - - 0 1", "d4d44", "d4d43 d4d4t");
    assert_legal("7k/8/8/8/2T4Et33/8/7K/8[c] w - - 0 1", "", "d4d44 d4d43");
    assert_eq!(pieces_after("7k/8/8/8/2T4Et43/8/7K/8[c] w - - 0 1", "d4d44"), "7k/8/8/8/2T4T4t43/8/7K/8[c]");
}

#[test]
fn two_flanking_lines_of_one_type_are_one_move_r_all_5() {
    let found = moves_of("7k/8/8/3m4/2mEm3/3m4/8/7K[c] w - - 0 1");
    assert_eq!(found.iter().filter(|m| m.starts_with("d4d4")).count(), 1);
}

#[test]
fn nothing_becomes_a_king_or_an_eaglet_r_luo_4() {
    assert_legal("8/8/8/8/2KEk3/8/8/8[c] w - - 0 1", "d4c5", "d4d4k");
    let eaglets = moves_of("7k/8/8/8/2EEE3/8/8/7K[c] w - - 0 1");
    assert!(eaglets.iter().all(|m| !m.starts_with("d4d4")), "{eaglets:?}");
}

#[test]
fn eaglets_steps_do_not_reset_the_clock_r_luo_8() {
    let fen = "4k3/8/8/3m4/4E3/8/8/4K3[c] w - - 7 1";
    assert_eq!(field(&*played("luotuoqi", fen, "e4f5"), 4), "8");
    assert_eq!(field(&*played("luotuoqi", fen, "e4d5"), 4), "0");
}

/// White has the Cube.
const CUBE: &str = "rmdt8kdmr/eeeeeeee/8/8/8/8/EEEEEEEE/RMDT8KDMR[C] w KQkq - 3 5";

#[test]
fn the_holder_may_hand_the_cube_over_and_move_again() {
    let fen = "rmdt8kdmr/eeeeeeee/8/8/8/2M5/EEEEEEEE/R1DT8KDMR[c] w KQkq - 4 5";
    let after = played("luotuoqi", CUBE, "b1c3c");
    assert_eq!(after.fen(), fen);
    assert_eq!(after.legal_moves(), board("luotuoqi", fen).legal_moves());
    assert!(after.legal_moves().iter().all(|m| !m.moves_again()));
    let next = played("luotuoqi", CUBE, "b1c3c g1f3");
    assert_eq!((next.side(), cube(&*next)), (Color::Black, "[c]".to_owned()));
    assert_eq!(field(&*played("luotuoqi", CUBE, "b1c3"), 0), field(&*after, 0).replace("[c]", "[C]"));
}

#[test]
fn in_the_middle_of_a_double_turn_the_position_is_an_ordinary_one_r_luo_12() {
    let middle = played("luotuoqi", CUBE, "b1c3c");
    let read = board("luotuoqi", &middle.fen());
    assert_eq!((read.setup(), read.key()), (middle.setup(), middle.key()));
}

#[test]
fn captures_and_checks_keep_the_cube() {
    let fen = "7k/8/8/3m4/4E3/8/6K1/R7[C] w - - 0 1";
    assert_legal(fen, "e4d5 e4f5 e4f5c a1a8 a1b1c a1h1", "e4d5c a1a8c a1h1c");
    // A sweep captures, and a tower whose merging makes it reach the king gives check.
    assert_legal(&SWEEP.replace("[c]", "[C]"), "b2e5 b2d4 b2d4c", "b2e5c b2h8c");
    assert_legal("7k/8/8/8/3T34/2T55/8/K7[C] w - - 0 1", "c3d4 d4c3 c3c4c", "c3d4c d4c3c");
}

#[test]
fn uncovered_checks_keep_the_cube() {
    // A rook's line, a tower's, a lame camel's way and a bypasser's path are opened.
    assert_legal("7k/8/8/8/7E/8/8/K6R[C] w - - 0 1", "h4g5", "h4g5c");
    assert_legal("8/2k5/3M4/8/3R4/8/8/7K[C] w - - 0 1", "d6f5 d6d5", "d6f5c d6e6c d6d5c");
    assert_legal("8/8/5E2/3k4/8/8/1D6/7K[C] w - - 0 1", "f6g7", "f6g7c");
    // A split leaves something in the way.
    assert_legal("8/7k/8/8/7T2/8/8/K6R[C] w - - 0 1", "h4g51c h4g5", "h4g5c h4f6c");
}

#[test]
fn every_first_turn_is_legal_by_itself_r_luo_1() {
    // The mule is pinned; that it could go back with the second turn does not help.
    assert_legal("4k3/4r3/8/8/8/8/4M3/4K3[C] w - - 0 1", "e1d1c e2e3c", "e2d4c e2d4 e2d2c");
    // In check, a turn that parries may hand the Cube over.
    assert_moves("luotuoqi", "4k3/8/8/8/4r3/8/8/4K3[C] w - - 0 1", "e1d2 e1d2c e1f2 e1f2c");
}

#[test]
fn the_second_turn_may_capture_and_give_check_r_luo_2() {
    let middle = played("luotuoqi", "7k/8/m7/8/8/8/8/R3K3[C] w - - 0 1", "a1a3c");
    assert_legal(&middle.fen(), "a3a6 a3h3", "a3a6c a3h3c a3a4c");
    assert!(played("luotuoqi", &middle.fen(), "a3h3").in_check());
}

#[test]
fn without_a_legal_second_turn_it_is_stalemate_r_luo_3() {
    let session = session("luotuoqi", "7K/8/8/8/8/1T36/7e/k6R[c] b - - 0 1", "h2g1c");
    assert_eq!((session.view().side(), session.ending()), (Color::Black, Some(Ending::Stalemate)));
}

#[test]
fn the_move_number_grows_when_the_turn_passes_to_white_r_luo_10() {
    let fen = "rmdt8kdmr/eeeeeeee/8/8/8/2M5/EEEEEEEE/R1DT8KDMR[c] b KQkq - 1 1";
    assert_eq!(field(&*played("luotuoqi", fen, "b8c6c"), 5), "1");
    assert_eq!(field(&*played("luotuoqi", fen, "b8c6c g8f6"), 5), "2");
    assert_eq!(field(&*played("luotuoqi", CUBE, "b1c3c"), 5), "5");
}

#[test]
fn the_cube_goes_with_castling_merges_splits_and_promotions_r_luo_11() {
    assert_legal("4k3/8/8/8/8/8/8/R3K2R[C] w KQ - 0 1", "e1g1c e1c1c", "");
    assert_legal(&TOWERS.replace("[c]", "[C]"), "b7d7c b7d72c b7d52c", "b7b4c");
    assert_legal("7k/8/8/8/3mEm2/8/8/7K[C] w - - 3 1", "e4e4mc e4e4m", "");
    let session = session("luotuoqi", "4k3/8/8/8/8/8/8/R3K2R[C] w KQ - 0 1", "e1g1c a1b1");
    assert_eq!(session.view().fen(), "4k3/8/8/8/8/8/8/1R3RK1[c] b - - 2 1");
}

#[test]
fn double_turns_are_read_joined() {
    for text in ["b1c3,g1f3", "b1c3c,g1f3"] {
        let mut game = session("luotuoqi", CUBE, "");
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let first = board("luotuoqi", CUBE);
        let line = first.line_text(game.moves());
        assert_eq!(line, ["b1c3c", "g1f3"]);
        assert_eq!(join_turns(&*first, &line), ["b1c3,g1f3"]);
    }
    let mut game = session("luotuoqi", CUBE, "");
    for wrong in ["b1c3,a1a8", "b1b8,g1f3", "b1c3,", ",b1c3", "b1c3,g1f3,a2b3"] {
        assert!(game.play_text(wrong).is_err(), "{wrong}");
        assert_eq!(game.view().fen(), CUBE, "{wrong}");
    }
    let mut without = session("luotuoqi", spec("luotuoqi").page.start, "");
    assert!(without.play_text("b1c3,g1f3").is_err());
    assert_eq!(without.view().fen(), spec("luotuoqi").page.start);
}

#[test]
fn the_cube_is_part_of_the_position() {
    let (white, black) = (board("luotuoqi", CUBE), board("luotuoqi", &CUBE.replace("[C]", "[c]")));
    assert!(white.setup() != black.setup() && white.key() != black.key());
    let fen = "r3k3/8/8/8/8/8/8/R3K3[C] w - - 0 1";
    let once = "a1b1 a8b8 b1a1 b8a8";
    assert_eq!(session("luotuoqi", fen, &format!("{once} {once}")).ending(), Some(Ending::Repetition));
    // The same squares and side, but the Cube has gone over in between.
    assert_eq!(session("luotuoqi", fen, &format!("{once} a1b1c b1c1 a8b8 c1a1 b8a8")).ending(), None);
}

#[test]
fn the_fifty_move_rule_counts_single_turns() {
    let fen = "r3k3/8/8/8/8/8/8/R3K3[C] w - - 97 80";
    assert_eq!(session("luotuoqi", fen, "a1b1c").ending(), None);
    assert_eq!(session("luotuoqi", fen, "a1b1c b1c1").ending(), None);
    assert_eq!(session("luotuoqi", fen, "a1b1c b1c1 a8b8").ending(), Some(Ending::FiftyMoves));
}

#[test]
fn mate_and_stalemate() {
    let mated = session("luotuoqi", "k7/1T36/1K6/8/8/8/8/8[c] b - - 0 1", "");
    assert_eq!(mated.ending(), Some(Ending::Checkmate(Color::White)));
    let stalemated = session("luotuoqi", "k7/8/1T36/8/8/8/8/7K[c] b - - 0 1", "");
    assert_eq!(stalemated.ending(), Some(Ending::Stalemate));
}

#[test]
fn the_cube_stands_in_its_holders_case() {
    let fen = |cube: &str| format!("4k3/8/8/8/8/8/8/4K3{cube} w - - 0 1");
    assert_eq!(cube(&*board("luotuoqi", &fen("[C]"))), "[C]");
    assert_eq!(cube(&*board("luotuoqi", &fen("[c]"))), "[c]");
    assert_eq!(board("luotuoqi", &fen("")).fen(), fen("[c]"));
    assert!(refusal("luotuoqi", &fen("[x]")).contains("Cube"));
    assert!(refusal("luotuoqi", &fen("[c")).contains('['));
    assert!(refusal("luotuoqi", "4k3/8/8/8/8/8/8/4K3[c] w - - 0 1 x").contains('x'));
    assert!(refusal("luotuoqi", "4k3/8/8/8/8/8/8/4K3[c] w x - 0 1").contains('x'));
    for tower in ["T", "T9", "T0"] {
        assert!(refusal("luotuoqi", &fen("[c]").replacen('8', tower, 1)).contains('T'), "{tower}");
    }
}

#[test]
fn the_diagram_shows_heights_and_the_state_the_cubes_holder() {
    let game = session("luotuoqi", spec("luotuoqi").page.start, "");
    assert!(game.view().diagram().starts_with("  8   r  m  d t8  k  d  m  r\n"), "{}", game.view().diagram());
    assert_eq!(game.view().details(), [Detail::Token { name: "Cube", holder: Color::Black }]);
}

/// Values as round as the rules allow: eaglet 100, mule 400, rook-camel 600, bypasser 300, and 200 a stone.
fn value(kind: Kind) -> Score {
    let piece = spec("luotuoqi").piece(kind);
    match piece.letter {
        'E' => 100,
        'M' => 400,
        'R' => 600,
        'D' => 300,
        _ => 200 * Score::from(piece.digit),
    }
}

#[track_caller]
fn assert_exchange(fen: &str, m: &str, value_of_move: Score) {
    for threshold in [value_of_move - 50, value_of_move, value_of_move + 50] {
        assert_eq!(wins(Luotuoqi, fen, m, threshold, value), threshold <= value_of_move, "{fen} {m} {threshold}");
    }
}

#[test]
fn exchanges_count_all_that_is_swept() {
    assert_exchange(SWEEP, "b2e5", 200 - 300);
    // Far from everything that could capture it.
    assert_exchange("k7/8/8/3m4/2e5/8/1D6/K7[c] w - - 0 1", "b2f6", 500);
}

#[test]
fn of_a_tower_only_the_stones_that_go_along_are_at_risk() {
    let fen = "6k1/2m5/8/3e4/3T84/8/8/7K[c] w - - 0 1";
    // What stays behind guards them.
    assert_exchange(fen, "d4d51", 100);
    assert_exchange(fen, "d4d5", 100 - 1600);
    // Black's tower would recapture with one stone, and the mule would lose more by capturing that.
    assert_exchange("7k/8/4t83/3m4/8/2M5/8/7K[c] w - - 0 1", "c3d5", 400 - 400);
}
