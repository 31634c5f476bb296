//! A game as a record.

use super::Note;
use crate::board::MoveError;
use crate::protocol::{Ending, Session};
use crate::types::Color;

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
    /// The move in coordinate notation.
    pub coordinates: String,
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
    /// The turn that plays this move (coordinate notation) in the session's position, which stays as it is.
    ///
    /// # Errors
    /// When it is no move or not legal.
    pub fn new(session: &dyn Session, coordinates: &str, note: Note) -> Result<Self, MoveError> {
        Ok(Self {
            side: session.side(),
            number: session.full_move(),
            coordinates: coordinates.to_owned(),
            san: session.san(coordinates)?,
            glyphs: Vec::new(),
            note,
            variations: Vec::new(),
        })
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

/// How a game ended, as PGN's movetext does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: still going on, broken off, or not known.
    Unknown,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// The result with this winner.
    pub fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// What White has of it: 1, 0.5 or 0 points.
    pub fn white_points(self) -> Option<f32> {
        match self {
            Self::WhiteWins => Some(1.0),
            Self::BlackWins => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Unknown => None,
        }
    }

    /// As PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result that PGN writes so; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1/2" => Some(Self::Draw),
            _ => Self::ALL.into_iter().find(|result| result.as_str() == text),
        }
    }
}

impl From<Ending> for GameResult {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Checkmate(winner) => Self::won_by(winner),
            _ => Self::Draw,
        }
    }
}

impl std::fmt::Display for GameResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
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
