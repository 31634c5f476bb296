//! The positions from which games begin: read from a file, or made by random moves and checked for balance.

use std::io::BufRead;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};

use super::ArenaError;
use crate::board::FenError;
use crate::files::Lines;
use crate::search::Limits;
use crate::session::{Session, Task};
use crate::types::{Move, Score};

/// Nodes of the search that scores a random opening.
const SEARCH_NODES: u64 = 3_000;
/// The most positions of a file.
const MAX_POSITIONS: usize = 1_000_000;
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
    /// Sets the session to the position after the opening.
    pub(crate) fn set_up(&self, session: &mut dyn Session) {
        session.set_position(self.start.as_deref()).expect("openings are checked when they are made");
        for &m in &self.moves {
            session.play(m).expect("openings are checked when they are made");
        }
    }
}

/// Where the openings of a match come from. An opening depends only on the seed and its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Positions of a file. Each pass over the list has a new random order.
    List(Vec<Opening>),
    /// Random moves from the start position.
    Random {
        /// Number of moves, counting both sides.
        plies: u32,
        /// The largest score, in centipawns for either side, that a short search may give the position.
        score: Score,
    },
}

impl Openings {
    /// Reads an EPD or FEN file, one position a line. Text after `;` and lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// When a line is not a position of the game, when the game is over there, or when the file has no position or too
    /// many.
    pub fn read(mut lines: Lines<impl BufRead>, session: &mut dyn Session) -> Result<Self, ArenaError> {
        let mut list = Vec::new();
        while let Some(text) = lines.next_text()? {
            let position = text.trim_start_matches('\u{feff}').split(';').next().unwrap_or_default().trim();
            if position.is_empty() || position.starts_with('#') {
                continue;
            }
            let line = lines.number();
            set_position(session, position).map_err(|error| ArenaError::OpeningPosition { line, error })?;
            if session.ending().is_some() {
                return Err(ArenaError::OpeningIsOver { line });
            }
            list.push(Opening { start: Some(session.view().fen()), moves: Vec::new() });
            if list.len() > MAX_POSITIONS {
                return Err(ArenaError::TooManyOpenings(MAX_POSITIONS));
            }
        }
        if list.is_empty() { Err(ArenaError::NoOpenings) } else { Ok(Self::List(list)) }
    }

    /// The opening with this number, from 0.
    pub(crate) fn get(&self, seed: u64, number: u64, session: &mut dyn Session) -> Opening {
        match self {
            Self::List(list) => {
                let length = list.len() as u64;
                let mut order: Vec<usize> = (0..list.len()).collect();
                order.shuffle(&mut seeded_rng(seed, number / length));
                list[order[(number % length) as usize]].clone()
            }
            &Self::Random { plies, score } => balanced_opening(plies, score, &mut seeded_rng(seed, number), session),
        }
    }
}

fn seeded_rng(seed: u64, number: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(bytes)
}

/// Sets a position from a FEN, or from an EPD: four fields, then operations.
fn set_position(session: &mut dyn Session, text: &str) -> Result<(), FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    session.set_position(Some(text)).or_else(|error| match fields.get(4) {
        Some(operation) if operation.parse::<u32>().is_err() => session.set_position(Some(&fields[..4].join(" "))),
        _ => Err(error),
    })
}

/// Random moves to a position that a short search scores within `most` centipawns. After [`MAX_TRIES`] tries, the most
/// balanced position found.
fn balanced_opening(plies: u32, most: Score, rng: &mut StdRng, session: &mut dyn Session) -> Opening {
    let mut best: Option<(Score, Opening)> = None;
    for _ in 0..MAX_TRIES {
        let Some(opening) = random_moves(plies, rng, session) else { continue };
        let score = search_score(session).abs();
        if best.as_ref().is_none_or(|&(lowest, _)| score < lowest) {
            best = Some((score, opening));
        }
        if score <= most {
            break;
        }
    }
    if best.is_none() {
        log::warn!("{plies} random moves end each game: the game begins at the start position");
    }
    best.map(|(_, opening)| opening).unwrap_or_default()
}

/// Random moves from the start position; `None` if they end the game.
fn random_moves(plies: u32, rng: &mut impl Rng, session: &mut dyn Session) -> Option<Opening> {
    session.set_position(None).expect("the start position is valid");
    for _ in 0..plies {
        // Chosen from sorted texts, so that a seed gives the same opening whatever the order of move generation.
        let text = session.view().move_texts().choose(rng)?.clone();
        session.play_text(&text).expect("the move is one of the legal moves");
    }
    session.ending().is_none().then(|| Opening { start: None, moves: session.moves().to_vec() })
}

/// The score of a short search in centipawns, the same on every machine.
fn search_score(session: &mut dyn Session) -> Score {
    session.configure(1, 1);
    session.clear();
    let limits = Limits { nodes: Some(SEARCH_NODES), ..Limits::default() };
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {}).score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::open;

    #[test]
    fn an_opening_depends_on_seed_and_number_only() {
        let mut session = open("januskamil").expect("a listed game");
        let openings = Openings::Random { plies: 6, score: 100 };
        let mut get = |seed, number| openings.get(seed, number, &mut *session);
        let first = get(1, 0);
        assert_eq!((first.moves.len(), &first.start), (6, &None));
        assert_ne!(first, get(1, 1));
        assert_ne!(first, get(2, 0));
        assert_eq!(first, get(1, 0));
    }

    #[test]
    fn openings_are_balanced() {
        let mut session = open("kingsmen39").expect("a listed game");
        let openings = Openings::Random { plies: 4, score: 40 };
        for number in 0..3 {
            openings.get(7, number, &mut *session).set_up(&mut *session);
            assert!(search_score(&mut *session).abs() <= 40);
        }
    }

    #[test]
    fn files_hold_fens_and_epds() {
        let mut session = open("chess").expect("a listed game");
        let kings = "4k3/8/8/8/8/8/8/4K2R";
        let text = format!("# a comment\n\n{kings} w K - 3 9\n{kings} b - - bm Kd8; id \"x\";\n{kings} w K - ;D1 15\n");
        let Ok(Openings::List(list)) = Openings::read(Lines::new(text.as_bytes()), &mut *session) else {
            panic!("a list")
        };
        let fens: Vec<_> = list.iter().filter_map(|opening| opening.start.clone()).collect();
        let expected = ["w K - 3 9", "b - - 0 1", "w K - 0 1"].map(|fields| format!("{kings} {fields}"));
        assert_eq!(fens, expected);
        let all: Vec<Opening> =
            (0..3).map(|number| Openings::List(list.clone()).get(5, number, &mut *session)).collect();
        assert!(list.iter().all(|opening| all.contains(opening)), "each is used before one is used again");
    }

    #[test]
    fn errors_name_the_line() {
        let mut session = open("chess").expect("a listed game");
        let mut error =
            |text: &str| Openings::read(Lines::new(text.as_bytes()), &mut *session).expect_err(text).to_string();
        assert!(error("\n8/8 w - - 0 1\n").starts_with("line 2: FEN has 2 ranks"));
        assert!(error("k7/8/K7/8/8/8/8/8 w - - 0 1").contains("the game is over"));
        assert!(error("# nothing\n").contains("no position"));
    }
}
