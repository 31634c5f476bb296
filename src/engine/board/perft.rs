//! Perft: counting the leaf nodes of the tree of legal moves (<https://www.chessprogramming.org/Perft>).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Board, Rules};

/// The greatest depth that can be asked for, in plies. With only four moves in each position, a deeper count would not
/// fit in 64 bits, nor end within a century.
pub const MAX_PERFT_DEPTH: u32 = 32;

/// Subtrees of fewer plies are counted to their end without a look at the switch.
const POLL_DEPTH: u32 = 3;

/// The number of lines of `depth` legal moves. The last ply is counted in bulk, without playing the moves.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    // Nobody stops it.
    perft_until(board, depth, &AtomicBool::new(false))
}

/// [`perft`] that ends early, with a meaningless count, when `stop` becomes true.
pub(super) fn perft_until<R: Rules>(board: &Board<R>, depth: u32, stop: &AtomicBool) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_moves(),
        POLL_DEPTH.. if stop.load(Relaxed) => 0,
        _ => board.legal_moves().into_iter().map(|m| perft_until(&board.after(m), depth - 1, stop)).sum(),
    }
}
