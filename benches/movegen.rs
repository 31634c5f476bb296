//! Benchmarks of generating, counting and playing moves, in all games.

mod timing;

use std::sync::atomic::AtomicBool;

use bactrian::board::{Spec, View};
use bactrian::games;
use bactrian::session::Catalogue;
use timing::bench;

/// For counts that nobody stops.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The positions of a game's perft file.
fn positions(spec: &'static Spec) -> Vec<Box<dyn View>> {
    let name = spec.page.name;
    let path = format!("{}/tests/data/perft/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut session = Catalogue::default().open(spec);
    let fens = text.lines().filter_map(|line| line.split(';').next());
    let position = |fen: &str| {
        session.set_position(Some(fen)).unwrap_or_else(|error| panic!("{path}: {fen}: {error}"));
        session.view().boxed()
    };
    fens.map(position).collect()
}

fn main() {
    for spec in games::built_in() {
        let name = spec.page.name;
        let positions = positions(spec);
        let moves: u64 = positions.iter().map(|position| position.perft(1, &NEVER)).sum();
        let listed = || positions.iter().map(|position| position.legal_moves().len()).sum::<usize>();
        bench(&format!("{name}/list"), moves, listed);
        let counted = || positions.iter().map(|position| position.perft(1, &NEVER)).sum::<u64>();
        bench(&format!("{name}/count"), moves, counted);
        let played = || {
            let after =
                |position: &dyn View| position.legal_moves().iter().map(|&m| position.after(m).key()).sum::<u64>();
            positions.iter().map(|position| after(&**position)).fold(0, u64::wrapping_add)
        };
        bench(&format!("{name}/list and play"), moves, played);
        let session = Catalogue::default().open(spec);
        let leaves = session.view().perft(3, &NEVER);
        bench(&format!("{name}/perft 3"), leaves, || session.view().perft(3, &NEVER));
    }
}
