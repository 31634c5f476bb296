//! Counting the leaves of the tree of legal moves.

use rayon::prelude::*;

use super::Board;
use crate::rules::Rules;
use crate::types::Move;

/// The number of lines of `depth` legal moves. The last ply is counted without being played.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_moves(),
        _ => board.legal_moves().into_iter().map(|m| perft(&after(board, m), depth - 1)).sum(),
    }
}

/// The same for each move of the position, on rayon's current threads; `done` is called after every move's reply.
///
/// `depth` is counted from `board` and is at least 1.
pub fn divide<R: Rules>(board: &Board<R>, depth: u32, done: impl Fn() + Sync) -> Vec<(Move, u64)> {
    let count = |&m: &Move| {
        let child = after(board, m);
        let nodes = if depth < 3 {
            perft(&child, depth - 1)
        } else {
            child.legal_moves().par_iter().map(|&reply| perft(&after(&child, reply), depth - 2)).sum()
        };
        done();
        (m, nodes)
    };
    board.legal_moves().par_iter().map(count).collect()
}

#[inline(always)]
fn after<R: Rules>(board: &Board<R>, m: Move) -> Board<R> {
    let mut child = *board;
    child.play(m, &mut ());
    child
}
