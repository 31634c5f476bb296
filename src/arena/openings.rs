//! The positions from which games begin: read from a file, or made by random moves and checked for balance.

use std::io::BufRead;

use rand::seq::SliceRandom;

use super::ArenaError;
use crate::board::FenError;
use crate::files::Lines;
use crate::session::Session;
use crate::training::{Opening, RandomOpenings, seeded_rng};

/// The most positions of a file.
const MAX_POSITIONS: usize = 1_000_000;

/// Where the openings of a match come from. An opening depends only on the seed and its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Positions of a file. Each pass over the list has a new random order.
    List(Vec<Opening>),
    /// Random moves from the start position.
    Random(RandomOpenings),
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

    /// A position, other than the game's start, from which one of them begins.
    pub(super) fn position(&self) -> Option<&str> {
        match self {
            Self::List(list) => list.iter().find_map(|opening| opening.start.as_deref()),
            Self::Random(_) => None,
        }
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
            Self::Random(openings) => openings.get(seed, number, session),
        }
    }
}

/// Sets a position from a FEN, or from an EPD: four fields, then operations.
fn set_position(session: &mut dyn Session, text: &str) -> Result<(), FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    session.set_position(Some(text)).or_else(|error| match fields.get(4) {
        Some(operation) if operation.parse::<u32>().is_err() => session.set_position(Some(&fields[..4].join(" "))),
        _ => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::open;

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
