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

/// The positions after this many plies from the start of a game, counted by lines; 0 if there is no such game.
pub fn perft(game: &str, depth: u32) -> u64 {
    let Ok(session) = Catalogue::default().open_named(game) else { return 0 };
    session.view().perft(depth, &AtomicBool::new(false))
}
