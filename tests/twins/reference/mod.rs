//! The slow, obvious mailbox twins of the fast move generator: one for the games that are data, one for each other.
//!
//! They share no code with the engine.

mod bilateral;
mod luotuoqi;
pub mod regular;

use regular::position::Position;
use regular::reader::built_in;

/// File and rank, both counted from 0.
pub type Square = (i32, i32);

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn plus((file, rank): Square, (dx, dy): (i32, i32), times: i32) -> Square {
    (file + times * dx, rank + times * dy)
}

/// A rank as a FEN has it: the men of its squares, and runs of empty ones.
pub(crate) fn row_text(squares: impl Iterator<Item = Option<String>>) -> String {
    let mut text = String::new();
    let mut run = 0;
    for man in squares {
        let Some(man) = man else {
            run += 1;
            continue;
        };
        if run > 0 {
            text += &run.to_string();
        }
        run = 0;
        text += &man;
    }
    if run > 0 { text + &run.to_string() } else { text }
}

/// A position.
pub trait Reference: Clone {
    /// The position in canonical form.
    fn fen(&self) -> String;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The legal moves in coordinate notation, and the positions after them.
    fn legal(&self) -> Vec<(String, Self)>;

    /// The legal moves, sorted.
    fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.legal().into_iter().map(|(text, _)| text).collect();
        texts.sort();
        texts
    }

    /// The position after a legal move; panics on any other.
    fn play(&self, text: &str) -> Self {
        let found = self.legal().into_iter().find(|(legal, _)| legal == text);
        found.unwrap_or_else(|| panic!("{text} is not legal in {}", self.fen())).1
    }

    /// The number of legal sequences of this many moves.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }
}

/// A position of one of the built-in games.
#[derive(Clone)]
pub enum Twin {
    /// Of a game that is data.
    Regular(Position),
    /// Of Lùotuoqí.
    Luotuoqi(luotuoqi::Twin),
    /// Of Bilateral Chess.
    Bilateral(bilateral::Twin),
}

impl Twin {
    /// The start position of a game.
    pub fn start(variant: &str) -> Self {
        match variant {
            "luotuoqi" => Self::from_fen(variant, luotuoqi::START),
            "bilateral" => Self::from_fen(variant, bilateral::START),
            _ => Self::Regular(Position::start(built_in(variant))),
        }
    }

    /// Reads a FEN; panics if it does not parse.
    pub fn from_fen(variant: &str, fen: &str) -> Self {
        match variant {
            "luotuoqi" => Self::Luotuoqi(luotuoqi::Twin::from_fen(fen)),
            "bilateral" => Self::Bilateral(bilateral::Twin::from_fen(fen)),
            _ => Self::Regular(Position::from_fen(built_in(variant), fen)),
        }
    }
}

impl Reference for Twin {
    fn fen(&self) -> String {
        match self {
            Self::Regular(twin) => twin.fen(),
            Self::Luotuoqi(twin) => twin.fen(),
            Self::Bilateral(twin) => twin.fen(),
        }
    }

    fn in_check(&self) -> bool {
        match self {
            Self::Regular(twin) => twin.in_check(),
            Self::Luotuoqi(twin) => twin.in_check(),
            Self::Bilateral(twin) => twin.in_check(),
        }
    }

    fn legal(&self) -> Vec<(String, Self)> {
        fn wrapped<T: Reference>(twin: &T, wrap: fn(T) -> Twin) -> Vec<(String, Twin)> {
            twin.legal().into_iter().map(|(text, next)| (text, wrap(next))).collect()
        }
        match self {
            Self::Regular(twin) => wrapped(twin, Self::Regular),
            Self::Luotuoqi(twin) => wrapped(twin, Self::Luotuoqi),
            Self::Bilateral(twin) => wrapped(twin, Self::Bilateral),
        }
    }
}
