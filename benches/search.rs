//! Benchmarks of the search: to a fixed depth from the start position of each game, with one thread and an empty
//! transposition table.

mod timing;

use bactrian::board::Spec;
use bactrian::games;
use bactrian::search::Limits;
use bactrian::session::{Catalogue, Task};
use timing::bench;

/// In plies.
const DEPTH: u32 = 10;
/// The transposition table's size, in MiB.
const HASH: usize = 16;

/// Searches the start position and returns the number of nodes.
fn search(spec: &'static Spec) -> u64 {
    let mut session = Catalogue::default().open(spec);
    session.configure(HASH, 1);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {}).nodes
}

fn main() {
    for spec in games::built_in() {
        let name = spec.page.name;
        bench(&format!("{name}/search to depth {DEPTH}"), search(spec), || search(spec));
    }
}
