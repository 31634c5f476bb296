//! Perft: counting the leaf nodes of the tree of legal moves (<https://www.chessprogramming.org/Perft>).

use rayon::prelude::*;

use super::{Board, Rules, View};
use crate::types::Move;

/// The number of lines of `depth` legal moves. The last ply is counted in bulk, without playing the moves.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_moves(),
        _ => board.legal_moves().into_iter().map(|m| perft(&after(board, m), depth - 1)).sum(),
    }
}

fn after<R: Rules>(board: &Board<R>, m: Move) -> Board<R> {
    let mut child = *board;
    child.play(m, &mut ());
    child
}

/// The perft count of `depth` (at least 1) for each legal move, computed in rayon's current thread pool. `done` is
/// called after each move.
pub fn divide(view: &dyn View, depth: u32, done: &(dyn Fn() + Sync)) -> Vec<(Move, u64)> {
    let count = |&m: &Move| {
        let child = view.after(m);
        let nodes = if depth < 3 {
            child.perft(depth - 1)
        } else {
            child.legal_moves().par_iter().map(|&reply| child.after(reply).perft(depth - 2)).sum()
        };
        done();
        (m, nodes)
    };
    view.legal_moves().par_iter().map(count).collect()
}
