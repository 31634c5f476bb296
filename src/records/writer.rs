//! Writes games as PGN.

use std::fmt::{Display, Formatter, Result};

use super::note::plain_text;
use super::{PgnGame, Turn, UNNAMED_VARIANT};
use crate::types::Color;

/// The longest line of movetext, in columns.
const WIDTH: usize = 80;

/// The tags that every PGN game has (the Seven Tag Roster), in order, with their values when unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A game as a dialect of PGN writes it.
pub(super) struct Page<'g> {
    /// The tags that do not depend on the dialect, the preface and the result.
    pub game: &'g PgnGame,
    /// The tags that say which game it is and from which position, in order.
    pub setup: Vec<(&'static str, String)>,
    /// The words of the turns, with their comments.
    pub words: Vec<String>,
    /// The number of moves, for the tag PlyCount.
    pub plies: usize,
}

impl Display for Page<'_> {
    /// The game as PGN, with an empty line at the end.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let game = self.game;
        for (name, unknown) in ROSTER {
            let value = if name == "Result" { game.result.as_str() } else { game.tags.get(name).unwrap_or(unknown) };
            write_tag(f, name, value)?;
        }
        for (name, value) in &self.setup {
            write_tag(f, name, value)?;
        }
        for (name, value) in game.tags.iter().filter(|(name, _)| ROSTER.iter().all(|(known, _)| known != name)) {
            write_tag(f, name, value)?;
        }
        if let Some(termination) = &game.termination {
            write_tag(f, "Termination", &termination.to_string())?;
        }
        write_tag(f, "PlyCount", &self.plies.to_string())?;
        writeln!(f)?;
        let mut words = comment_words(&game.preface);
        words.extend_from_slice(&self.words);
        words.push(game.result.as_str().to_owned());
        write_filled(f, &words)?;
        writeln!(f)
    }
}

impl Display for PgnGame {
    /// The game as PGN, with an empty line at the end.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut setup = Vec::new();
        if self.variant != UNNAMED_VARIANT {
            setup.push(("Variant", self.variant.clone()));
        }
        if let Some(start) = &self.start {
            setup.extend([("SetUp", "1".to_owned()), ("FEN", start.clone())]);
        }
        Page { game: self, setup, words: turn_words(&self.turns), plies: self.turns.len() }.fmt(f)
    }
}

fn write_tag(f: &mut Formatter<'_>, name: &str, value: &str) -> Result {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The words of turns. A turn of White has its number and a dot; a turn of Black has its number and three
/// dots, unless it directly follows a turn of White. So the side of each turn is clear even after a double turn: `5.
/// Mc3 5. Me4 Dg5 6. Kf1 Ta8 6... Tb8`.
pub(super) fn turn_words(turns: &[Turn]) -> Vec<String> {
    let mut words = Vec::new();
    let mut after_white = false;
    for turn in turns {
        match turn.side {
            Color::White => words.push(format!("{}.", turn.number)),
            Color::Black if !after_white => words.push(format!("{}...", turn.number)),
            Color::Black => {}
        }
        words.push(turn.san.clone());
        words.extend(turn.glyphs.iter().map(|glyph| format!("${glyph}")));
        let bare = words.len();
        words.extend(comment_words(&turn.note.to_string()));
        words.extend(turn.variations.iter().flat_map(|turns| enclosed('(', turn_words(turns), ')')));
        after_white = turn.side == Color::White && words.len() == bare;
    }
    words
}

pub(super) fn comment_words(comment: &str) -> Vec<String> {
    enclosed('{', plain_text(comment).split_whitespace().map(str::to_owned).collect(), '}')
}

/// Puts `open` before the first word and `close` after the last.
fn enclosed(open: char, mut words: Vec<String>, close: char) -> Vec<String> {
    if let Some(first) = words.first_mut() {
        first.insert(0, open);
    }
    if let Some(last) = words.last_mut() {
        last.push(close);
    }
    words
}

/// Writes the words in lines of at most [`WIDTH`] columns, if no word is longer.
fn write_filled(f: &mut Formatter<'_>, words: &[String]) -> Result {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        // A line that begins with one of these would be read as an escape or as a tag.
        let may_begin = !word.starts_with(['%', '[']);
        if column > 0 && column + 1 + length > WIDTH && may_begin {
            writeln!(f)?;
            column = 0;
        } else if column > 0 {
            f.write_str(" ")?;
            column += 1;
        }
        f.write_str(word)?;
        column += length;
    }
    writeln!(f)
}
