//! Mates from games of the engine against itself: `tests/data/mates.txt`, a position on each line as
//! `GAME | FEN | mate N | MOVE | ...`, in which MOVE mates with at most N moves of the side to move (each half of a double
//! turn is one).
//!
//! They are proven without the engine's search, against all replies; and the search must see most of them within a node
//! limit, which makes the outcome the same on every machine.

use std::collections::HashMap;

use bactrian::board::View;
use bactrian::types::score::plies_to_mate;
use bactrian::types::{Color, Move};

use crate::common::{data, session};

/// The nodes of each search.
const NODES: u64 = 10_000;
/// The least share of a game's positions whose mate must be seen, in per cent.
const LEAST_SEEN: usize = 75;
/// The least number of positions of a game.
const LEAST_POSITIONS: usize = 20;

/// A position, the number of moves within which its side to move mates, and the first of them.
struct Problem {
    fen: String,
    mate: u32,
    first: String,
}

fn problems(name: &str) -> Vec<Problem> {
    let text = data::read("mates.txt");
    let fields = text.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let problems: Vec<Problem> = fields
        .filter(|fields| fields[0] == name)
        .map(|fields| Problem {
            fen: fields[1].to_owned(),
            mate: fields[2].trim_start_matches("mate ").parse().expect("a number of moves"),
            first: fields[3].to_owned(),
        })
        .collect();
    assert!(problems.len() >= LEAST_POSITIONS, "only {} positions", problems.len());
    problems
}

/// A proof that a side mates: of its own moves some are tried, of the replies all.
struct Proof {
    winner: Color,
    /// By position: the most moves known not to suffice, and the fewest that do.
    known: HashMap<u64, (u32, u32)>,
}

impl Proof {
    /// Whether the winner mates with at most `left` more moves.
    fn mates(&mut self, view: &dyn View, left: u32) -> bool {
        let (too_few, enough) = self.known.get(&view.key()).copied().unwrap_or((0, u32::MAX));
        if left >= enough || left < too_few {
            return left >= enough;
        }
        let mates = if view.side() == self.winner { self.attacks(view, left) } else { self.is_lost(view, left) };
        let known = self.known.entry(view.key()).or_insert((0, u32::MAX));
        *known = if mates { (known.0, left) } else { (left + 1, known.1) };
        mates
    }

    fn is_lost(&mut self, view: &dyn View, left: u32) -> bool {
        let replies = view.legal_moves();
        match replies.is_empty() {
            true => view.in_check(),
            false => left > 0 && replies.iter().all(|&m| self.mates(&*view.after(m), left)),
        }
    }

    /// Checks that leave few replies come first; what neither checks nor keeps the turn is tried only where two moves are left.
    fn attacks(&mut self, view: &dyn View, left: u32) -> bool {
        let tried = |&m: &Move| {
            let after = view.after(m);
            let (again, checks) = (after.side() == self.winner, after.in_check());
            let replies = if checks { after.legal_moves().len() } else { usize::MAX };
            (left > 0 && (checks || left > 1 && (again || left == 2))).then_some((replies, after))
        };
        let mut children: Vec<_> = view.legal_moves().iter().filter_map(tried).collect();
        children.sort_by_key(|&(replies, _)| replies);
        children.iter().any(|(_, after)| self.mates(&**after, left - 1))
    }
}

mod mates_are_proven_and_seen {
    use super::mates_are_proven_and_seen as run;

    crate::common::games::of_all_games! { once [luotuoqi bilateral] }
}

fn mates_are_proven_and_seen(name: &str) {
    let problems = problems(name);
    let mut session = session::start(name);
    session.configure(1, 1);
    let mut missed = Vec::new();
    for Problem { fen, mate, first } in &problems {
        session::set_position(&mut *session, fen);
        let view = session.view();
        let first = view.read_move(first).unwrap_or_else(|error| panic!("{fen} {first}: {error}"));
        let mut proof = Proof { winner: view.side(), known: HashMap::new() };
        assert!(proof.mates(&*view.after(first), mate - 1), "{fen}: no mate in {mate}");
        session.clear();
        let (lines, _) = session::search(&mut *session, session::to_nodes(NODES));
        if !lines.iter().any(|line| plies_to_mate(line.score).is_some_and(|plies| plies > 0)) {
            missed.push(fen);
        }
    }
    let seen = problems.len() - missed.len();
    assert!(100 * seen >= LEAST_SEEN * problems.len(), "{name}: {seen} of {} seen, not {missed:#?}", problems.len());
}
