//! The slow, obvious mailbox twins of the fast move generator: one for the games that are data, one for each other.
//!
//! They share no code with the engine, nor with each other.

mod bilateral;
mod luotuoqi;
pub mod regular;

use regular::position::Position;
use regular::reader::built_in;

/// A position of one of the games.
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

    /// The position in canonical form.
    pub fn fen(&self) -> String {
        match self {
            Self::Regular(twin) => twin.fen(),
            Self::Luotuoqi(twin) => twin.fen(),
            Self::Bilateral(twin) => twin.fen(),
        }
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        match self {
            Self::Regular(twin) => twin.in_check(),
            Self::Luotuoqi(twin) => twin.in_check(),
            Self::Bilateral(twin) => twin.in_check(),
        }
    }

    /// The legal moves in coordinate notation, sorted.
    pub fn moves(&self) -> Vec<String> {
        match self {
            Self::Regular(twin) => twin.moves(),
            Self::Luotuoqi(twin) => twin.moves(),
            Self::Bilateral(twin) => twin.moves(),
        }
    }

    /// The position after a legal move; panics on any other.
    pub fn play(&self, m: &str) -> Self {
        match self {
            Self::Regular(twin) => Self::Regular(twin.play(m)),
            Self::Luotuoqi(twin) => Self::Luotuoqi(twin.play(m)),
            Self::Bilateral(twin) => Self::Bilateral(twin.play(m)),
        }
    }

    /// The number of legal sequences of this many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        match self {
            Self::Regular(twin) => twin.perft(depth),
            Self::Luotuoqi(twin) => twin.perft(depth),
            Self::Bilateral(twin) => twin.perft(depth),
        }
    }
}
