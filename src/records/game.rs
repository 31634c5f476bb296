//! The record of a game.

use indexmap::IndexMap;

use super::Note;
use crate::board::View;
use crate::types::{Color, GameResult, Move};

/// The record of a game. Each turn is legal in the position after the turns before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The name of the variant (`bactrian variants` lists them).
    pub variant: String,
    /// The FEN of the start; `None` for the game's start position.
    pub start: Option<String>,
    /// All tags but those that follow from the other fields (Variant, FEN, SetUp, Result, Termination, PlyCount).
    pub tags: Tags,
    /// The comment before the first turn.
    pub preface: String,
    /// The turns. After a double turn the same side has two in a row.
    pub turns: Vec<Turn>,
    /// The result.
    pub result: GameResult,
    /// How the game ended, if known.
    pub termination: Option<Termination>,
}

impl PgnGame {
    /// A record without turns.
    pub fn new(variant: &str, start: Option<String>) -> Self {
        Self {
            variant: variant.to_owned(),
            start,
            tags: Tags::default(),
            preface: String::new(),
            turns: Vec::new(),
            result: GameResult::Unknown,
            termination: None,
        }
    }
}

/// A null move in movetext.
const NULL_MOVE: &str = "--";

/// One turn, with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The side that moves.
    pub side: Color,
    /// The number of the full move, as in FEN.
    pub number: u32,
    /// The move; [`Move::NONE`] for a null move, which only variations have.
    pub m: Move,
    /// The move in algebraic notation.
    pub san: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// The comment.
    pub note: Note,
    /// Alternatives to the turn and to those after it: lines of turns that begin in the same position. None is empty.
    pub variations: Vec<Vec<Turn>>,
}

impl Turn {
    /// The turn that plays this legal move in this position.
    pub fn new(view: &dyn View, m: Move, note: Note) -> Self {
        Self {
            side: view.side(),
            number: view.full_move(),
            m,
            san: view.san(m),
            glyphs: Vec::new(),
            note,
            variations: Vec::new(),
        }
    }

    /// The turn in which the side to move of this position makes no move.
    pub fn null(view: &dyn View, note: Note) -> Self {
        let (side, number, san) = (view.side(), view.full_move(), NULL_MOVE.to_owned());
        Self { side, number, m: Move::NONE, san, glyphs: Vec::new(), note, variations: Vec::new() }
    }
}

/// Names and values of tags, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(IndexMap<String, String>);

impl Tags {
    /// The value of the tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets the value of the tag with this name. A new tag is added at the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Removes a tag, and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.0.shift_remove(name)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// How a game ended, as PGN's Termination tag says it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Termination {
    /// By the rules, resignation or agreement.
    Normal,
    /// A third party decided it.
    Adjudication,
    /// A side exceeded its time.
    TimeForfeit,
    /// A side broke the rules, for instance by an illegal move.
    RulesInfraction,
    /// A side left the game.
    Abandoned,
    /// The game has not ended.
    Unterminated,
    /// Any other text.
    Other(String),
}

impl Termination {
    const NAMED: [(Self, &'static str); 6] = [
        (Self::Normal, "normal"),
        (Self::Adjudication, "adjudication"),
        (Self::TimeForfeit, "time forfeit"),
        (Self::RulesInfraction, "rules infraction"),
        (Self::Abandoned, "abandoned"),
        (Self::Unterminated, "unterminated"),
    ];

    /// Reads the value of the tag; any text is accepted.
    pub fn read(text: &str) -> Self {
        let named = Self::NAMED.into_iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        named.map_or_else(|| Self::Other(text.to_owned()), |(termination, _)| termination)
    }
}

impl std::fmt::Display for Termination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Other(text) => text,
            known => Self::NAMED.iter().find(|(named, _)| named == known).map_or("", |(_, name)| name),
        };
        f.pad(name)
    }
}
