//! A game as a record.

use super::Note;
use crate::board::View;
use crate::types::{Color, GameResult, Move};

/// A game that was played: every turn is legal in the position that the turns before it lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name of the game that was played (`bactrian variants`).
    pub variant: String,
    /// Where it began, as FEN; the game's start position if `None`.
    pub start: Option<String>,
    /// What else is to be known of it: all tags but those that follow from the other fields (Variant, FEN, SetUp,
    /// Result, Termination, PlyCount).
    pub tags: Tags,
    /// What is said before the first turn.
    pub preface: String,
    /// The turns. Sides need not alternate.
    pub turns: Vec<Turn>,
    /// The result.
    pub result: GameResult,
    /// How it came to its end, if that is known.
    pub termination: Option<Termination>,
}

impl Game {
    /// A game of this name that has not begun.
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

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose turn it is.
    pub side: Color,
    /// The number of the full move.
    pub number: u32,
    /// The move.
    pub m: Move,
    /// The move in algebraic notation.
    pub san: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// What is said about it.
    pub note: Note,
    /// What might have been played instead, each as movetext (see [`super::movetext`]).
    pub variations: Vec<String>,
}

impl Turn {
    /// The turn that plays a legal move in this position.
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
}

/// Tags in their order: names and values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of the tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives the tag of this name a value; a new tag comes last.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Takes a tag away.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// How a game came to its end: the value of PGN's Termination tag.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Termination {
    /// By the rules of the game, by resignation or agreement.
    Normal,
    /// Somebody else decided it.
    Adjudication,
    /// A side ran out of time.
    TimeForfeit,
    /// A side broke the rules, for instance by an illegal move.
    RulesInfraction,
    /// A side went away.
    Abandoned,
    /// It did not end.
    Unterminated,
    /// Another one.
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

    /// The termination with this name; any other text is one of its own.
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
