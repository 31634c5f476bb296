//! Benchmarks of the search: to a fixed depth from the start position of each game, with one thread and an empty
//! transposition table.

mod timing;

use bactrian::games;
use bactrian::search::Limits;
use bactrian::session::{Task, open};
use timing::bench;

/// In plies.
const DEPTH: u32 = 10;
/// The transposition table's size, in MiB.
const HASH: usize = 16;

/// Searches the start position and returns the number of nodes.
fn search(variant: &str) -> u64 {
    let mut session = open(variant).expect("a listed game is known");
    session.configure(HASH, 1);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {}).nodes
}

fn main() {
    for spec in games::all() {
        let name = spec.page.name;
        bench(&format!("{name}/search to depth {DEPTH}"), search(name), || search(name));
    }
}
