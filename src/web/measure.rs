//! Counts that are the same on every machine, to check a build.

use std::sync::atomic::AtomicBool;

use bactrian::session::{Bench, Catalogue};

/// The nodes of the fixed searches of a game; 0 if there is no such game.
pub fn bench(game: &str) -> u64 {
    let never = AtomicBool::new(false);
    let Ok(mut bench) = Bench::new(&Catalogue::default(), Some(game)) else { return 0 };
    while bench.next(&never).is_some() {}
    bench.nodes()
}

/// The perft count to this depth of a game and a FEN, each on a line; 0 if either is wrong.
pub fn perft(position: &str, depth: u32) -> u64 {
    let (game, fen) = position.split_once('\n').unwrap_or((position, ""));
    let Ok(mut session) = Catalogue::default().open_named(game) else { return 0 };
    match session.set_position(Some(fen)) {
        Ok(()) => session.view().perft(depth, &AtomicBool::new(false)),
        Err(_) => 0,
    }
}
