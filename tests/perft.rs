//! Perft of every game against the counts of a slow implementation, one file for each game in `data/perft`.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bactrian::board::{Board, TableRules, perft};
use bactrian::games;

use crate::common::data::{counts_up_to, perft_lines};
use crate::common::games::{for_each_game, spec_of, with_both_efforts};
use crate::common::{Effort, session};

for_each_game!(named counts_equal_the_data, divide_has_a_part_for_each_move);
with_both_efforts!(tables_count_like_compiled_rules: check_tables);

fn counts_equal_the_data(name: &str, effort: Effort) {
    let spec = spec_of(name);
    session::assert_counts(spec, &perft_lines(spec), effort.of(6_000_000, usize::MAX));
}

/// The games that are compiled separately, played from lookup tables as games from files are.
fn check_tables(effort: Effort) {
    for spec in games::regular() {
        for (fen, depth, nodes) in counts_up_to(&perft_lines(spec), effort.of(50_000, 1_000_000)) {
            let board = Board::from_fen(TableRules::of(spec), fen).expect("a position of the game");
            assert_eq!(perft(&board, depth), nodes, "{fen} at depth {depth}");
        }
    }
}

/// On several threads as well.
fn divide_has_a_part_for_each_move(name: &str, effort: Effort) {
    let spec = spec_of(name);
    for (fen, depth, nodes) in counts_up_to(&perft_lines(spec), effort.of(20_000, 10_000_000)) {
        let session = session::at(name, fen);
        let finished = AtomicUsize::new(0);
        let parts = session.divide(depth, 3, &|| _ = finished.fetch_add(1, Relaxed)).expect("threads");
        assert_eq!(parts.iter().map(|&(_, part)| part).sum::<u64>(), nodes, "{fen} at depth {depth}");
        let moves: Vec<_> = parts.into_iter().map(|(text, _)| text).collect();
        assert_eq!(moves, session::moves(&*session), "{fen}");
        assert_eq!(finished.into_inner(), moves.len(), "{fen}");
    }
}
