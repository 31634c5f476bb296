//! Perft of every game against the counts of a slow implementation, one file for each game in `data/perft`.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bactrian::board::{Board, TableRules, perft};
use bactrian::games;

use crate::common::data::perft_lines;
use crate::common::games::{for_each_game, spec_of};
use crate::common::{Effort, session};

/// Larger counts are left to the deep run.
const QUICK_NODES: u64 = 6_000_000;

for_each_game!(named counts_equal_the_data, divide_has_a_part_for_each_move);

fn counts_equal_the_data(name: &str, effort: Effort) {
    for (fen, counts) in perft_lines(spec_of(name)) {
        let session = session::at(name, &fen);
        for (depth, nodes) in counts {
            if effort == Effort::Deep || nodes <= QUICK_NODES {
                let counted: u64 =
                    session.divide(depth, 1, &|| ()).expect("a thread").iter().map(|&(_, part)| part).sum();
                assert_eq!(counted, nodes, "{fen} at depth {depth}");
            }
        }
    }
}

/// The games that are compiled separately, played from lookup tables as games from files are.
fn check_tables(effort: Effort) {
    let largest = effort.of(50_000, 1_000_000) as u64;
    for spec in games::regular() {
        let rules = TableRules::of(spec);
        for (fen, counts) in perft_lines(spec) {
            let board = Board::from_fen(rules, &fen).expect("a position of the game");
            for (depth, nodes) in counts.into_iter().filter(|&(_, nodes)| nodes <= largest) {
                assert_eq!(perft(&board, depth), nodes, "{fen} at depth {depth}");
            }
        }
    }
}

#[test]
fn tables_count_like_compiled_rules() {
    check_tables(Effort::Quick);
}

#[test]
#[ignore = "takes long: run it in a release build"]
fn tables_count_like_compiled_rules_deeply() {
    check_tables(Effort::Deep);
}

/// On several threads as well.
fn divide_has_a_part_for_each_move(name: &str, effort: Effort) {
    let largest = effort.of(20_000, 10_000_000) as u64;
    for (fen, counts) in perft_lines(spec_of(name)) {
        let session = session::at(name, &fen);
        for (depth, nodes) in counts.into_iter().filter(|&(_, nodes)| nodes <= largest) {
            let finished = AtomicUsize::new(0);
            let parts = session.divide(depth, 3, &|| _ = finished.fetch_add(1, Relaxed)).expect("threads");
            assert_eq!(parts.iter().map(|&(_, part)| part).sum::<u64>(), nodes, "{fen} at depth {depth}");
            let moves: Vec<_> = parts.into_iter().map(|(text, _)| text).collect();
            assert_eq!(moves, session::moves(&*session), "{fen}");
            assert_eq!(finished.into_inner(), moves.len(), "{fen}");
        }
    }
}
