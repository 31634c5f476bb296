//! Random openings, checked for balance by a short search.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::search::Limits;
use crate::session::{Session, Task};
use crate::types::{Move, Score};

/// Nodes of the search that scores a random opening.
const SEARCH_NODES: u64 = 3_000;
/// Nodes of the search before it, and by how many centipawns its score may exceed the bound: openings that are far from equal
/// need no more.
const FIRST_LOOK: (u64, Score) = (150, 150);
/// After this many tries the most balanced opening found is used.
const MAX_TRIES: u32 = 500;

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// A FEN; the game's start position if `None`.
    pub start: Option<String>,
    /// Moves played from that position.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Sets the session to the position after the opening, which must be one of its game.
    pub fn set_up(&self, session: &mut dyn Session) {
        session.set_position(self.start.as_deref()).expect("openings are checked when they are made");
        for &m in &self.moves {
            session.play(m).expect("openings are checked when they are made");
        }
    }
}

/// Openings of random moves from the start position, or from a random array of the game. An opening depends only on the seed and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// Number of moves, counting both sides.
    pub plies: u32,
    /// The largest score, in centipawns for either side, that a short search may give the position.
    pub score: Score,
}

/// The random numbers that belong to a seed and a number.
pub fn seeded_rng(seed: u64, number: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(bytes)
}

impl RandomOpenings {
    /// The opening with this number, from 0: random moves to a position that a short search scores within the bound. After
    /// `MAX_TRIES` tries, the most balanced position found.
    pub fn get(self, seed: u64, number: u64, session: &mut dyn Session) -> Opening {
        let (rng, plies) = (&mut seeded_rng(seed, number), self.plies);
        session.configure(1, 1);
        session.clear();
        let mut best: Option<(Score, Opening)> = None;
        for _ in 0..MAX_TRIES {
            let Some(opening) = random_moves(plies, rng, session) else { continue };
            let score = opening_score(session, self.score);
            if best.as_ref().is_none_or(|&(lowest, _)| score < lowest) {
                best = Some((score, opening));
            }
            if score <= self.score {
                break;
            }
        }
        if best.is_none() {
            log::warn!("{plies} random moves end each game: the game begins at the start position");
        }
        best.map(|(_, opening)| opening).unwrap_or_default()
    }
}

/// Random moves from the start position, or from a random array if the game has several; `None` if they end the game.
fn random_moves(plies: u32, rng: &mut StdRng, session: &mut dyn Session) -> Option<Opening> {
    let spec = session.spec();
    let start = spec.page.arrays.and_then(|arrays| spec.array(rng.random_range(0..arrays.count)));
    session.set_position(start.as_deref()).expect("every start position is valid, as a test shows");
    for _ in 0..plies {
        // Chosen from sorted texts, so that a seed gives the same opening whatever the order of move generation.
        let text = session.view().move_texts().choose(rng)?.clone();
        session.play_text(&text).expect("the move is one of the legal moves");
    }
    session.ending().is_none().then(|| Opening { start, moves: session.moves().to_vec() })
}

/// How far from equal an opening is, in centipawns, which matters only near the bound. The first look goes on with what earlier
/// ones have stored: clearing that costs time (`benches/log/2026-11.md`).
fn opening_score(session: &mut dyn Session, bound: Score) -> Score {
    let (nodes, margin) = FIRST_LOOK;
    let first = search_score(nodes, session).abs();
    if first > bound.saturating_add(margin) {
        return first;
    }
    session.clear();
    search_score(SEARCH_NODES, session).abs()
}

/// The score of a search of so many nodes in centipawns.
fn search_score(nodes: u64, session: &mut dyn Session) -> Score {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {}).score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;

    #[test]
    fn an_opening_depends_on_seed_and_number_only() {
        let mut session = Catalogue::default().open_named("januskamil").expect("a listed game");
        let openings = RandomOpenings { plies: 6, score: 100 };
        let mut get = |seed, number| openings.get(seed, number, &mut *session);
        let first = get(1, 0);
        assert_eq!((first.moves.len(), &first.start), (6, &None));
        assert_ne!(first, get(1, 1));
        assert_ne!(first, get(2, 0));
        assert_eq!(first, get(1, 0));
    }

    #[test]
    fn openings_are_balanced() {
        let mut session = Catalogue::default().open_named("kingsmen39").expect("a listed game");
        let openings = RandomOpenings { plies: 4, score: 40 };
        for number in 0..3 {
            openings.get(7, number, &mut *session).set_up(&mut *session);
            session.clear();
            assert!(search_score(SEARCH_NODES, &mut *session).abs() <= 40);
        }
    }
}
