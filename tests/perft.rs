//! Perft of every game against the counts of a slow implementation, one file for each game in `data/perft`.
//!
//! All counts, the largest among them: `cargo test --release --test perft -- --include-ignored`.

mod common;

use bactrian::board::{Board, divide, perft};
use bactrian::rules::Rules;
use common::{Effort, for_every_game, perft_lines};

/// Larger counts are left to the deep run.
const QUICK_NODES: u64 = 6_000_000;

for_every_game!(counts_equal_the_data, divide_sums_up_to_perft);

fn board_of<R: Rules>(fen: &str) -> Board<R> {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{} {fen}: {error}", R::spec().page.name))
}

fn counts_equal_the_data<R: Rules>(effort: Effort) {
    for (fen, counts) in perft_lines(R::spec()) {
        let board = board_of::<R>(&fen);
        for (depth, nodes) in counts {
            if effort == Effort::Deep || nodes <= QUICK_NODES {
                assert_eq!(perft(&board, depth), nodes, "{board:?} at depth {depth}");
            }
        }
    }
}

fn divide_sums_up_to_perft<R: Rules>(effort: Effort) {
    let largest = effort.of(20_000, 10_000_000) as u64;
    for (fen, counts) in perft_lines(R::spec()) {
        let board = board_of::<R>(&fen);
        for (depth, nodes) in counts.into_iter().filter(|&(_, nodes)| nodes <= largest) {
            let parts = divide(&board, depth, || ());
            assert_eq!(parts.iter().map(|&(_, part)| part).sum::<u64>(), nodes, "{board:?} at depth {depth}");
            let moves: Vec<_> = parts.iter().map(|&(m, _)| m).collect();
            assert_eq!(moves, board.legal_moves().to_vec(), "{board:?}");
        }
    }
}
