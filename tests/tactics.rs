//! Positions with a best move, which a short search must find: `tests/data/tactics/NAME.epd`, a position on each line as
//! `FEN bm MOVE...; id "...";` with moves in coordinate notation, any of which solves it.
//!
//! The node limit makes the outcome the same on every machine. A change of the search or the evaluation may lose a few
//! positions; one that loses many is broken.

use crate::common::{data, session};

/// The nodes of each search.
const NODES: u64 = 10_000;
/// The least share of its positions that must be solved in each game, in per cent.
const LEAST_SOLVED: usize = 85;
/// The least number of positions in a file.
const LEAST_POSITIONS: usize = 20;
/// The games that other programs know by heart have no suite here.
mod best_moves_are_found {
    use super::best_moves_are_found as run;

    crate::common::games::of_all_games! {
        once [
            januskamil kingsmen kingsmen39 kingsmendh dhkingsmen ajaxcapa ajaxministers luotuoqi bilateral
        ]
    }
}

/// A position, its best moves, and its name.
struct Problem {
    fen: String,
    best: Vec<String>,
    id: String,
}

impl Problem {
    fn read(line: &str) -> Self {
        let (fen, operations) = line.split_once(" bm ").unwrap_or_else(|| panic!("no `bm` in `{line}`"));
        let (best, rest) = operations.split_once(';').unwrap_or_else(|| panic!("no `;` after the moves of `{line}`"));
        let id = rest.split_once("id \"").and_then(|(_, text)| text.split_once("\";"));
        let (id, _) = id.unwrap_or_else(|| panic!("no `id` in `{line}`"));
        let best = best.split_whitespace().map(str::to_owned).collect();
        Self { fen: fen.trim().to_owned(), best, id: id.to_owned() }
    }
}

fn problems(name: &str) -> Vec<Problem> {
    let text = data::read(&format!("tactics/{name}.epd"));
    let problems: Vec<Problem> = text.lines().map(Problem::read).collect();
    assert!(problems.len() >= LEAST_POSITIONS, "only {} positions", problems.len());
    problems
}

fn best_moves_are_found(name: &str) {
    let problems = problems(name);
    let mut session = session::start(name);
    session.configure(1, 1);
    let mut missed = Vec::new();
    for Problem { fen, best, id } in &problems {
        session::set_position(&mut *session, fen);
        let legal = session::moves(&*session);
        assert!(!best.is_empty() && best.iter().all(|text| legal.contains(text)), "{id}: {fen}: {best:?}");
        session.clear();
        let found = session::search(&mut *session, session::to_nodes(NODES)).1.best.expect("there are moves");
        if !best.contains(&found) {
            missed.push(format!("{id}: {fen}: {found} instead of {best:?}"));
        }
    }
    let solved = problems.len() - missed.len();
    println!("{name}: {solved} of {} solved\n{}", problems.len(), missed.join("\n"));
    assert!(100 * solved >= LEAST_SOLVED * problems.len(), "{name}: {solved} of {} solved", problems.len());
}
