//! Perft of each move, on several threads.

use std::sync::atomic::AtomicBool;

use super::View;
use crate::system::map;
use crate::types::Move;

/// The perft count of `depth` (at least 1) for each legal move, computed by the threads of the pool in which it runs.
/// `done` is called after each move. When `stop` becomes true, the counts are meaningless and soon returned.
pub fn divide(view: &dyn View, depth: u32, stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Vec<(Move, u64)> {
    let count = |&m: &Move| {
        let child = view.after(m);
        let nodes = if depth < 3 {
            child.perft(depth - 1, stop)
        } else {
            map(&child.legal_moves(), |&reply| child.after(reply).perft(depth - 2, stop)).iter().sum()
        };
        done();
        (m, nodes)
    };
    map(&view.legal_moves(), count)
}
