//! What can be wrong with a file of games.

use thiserror::Error;

use crate::board::Spec;
use crate::files::LineError;

/// The longest file, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// The largest number of sections.
pub const MAX_SECTIONS: usize = 500;
/// The longest line, in bytes.
pub const MAX_VALUE: usize = 2_000;
/// The largest number of settings in a section, which is more than there are keys.
pub const MAX_SETTINGS: usize = 400;
/// The longest quotation of a file in a message, in characters.
const MAX_QUOTE: usize = 60;

/// One mistake in a file of games, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text())]
pub struct Problem {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The name of the section; empty before the first.
    pub section: String,
    /// The key; empty if the mistake is in no single setting.
    pub key: String,
    /// What is wrong, and what is expected.
    pub fault: Fault,
}

impl Problem {
    fn text(&self) -> String {
        let section = if self.section.is_empty() { String::new() } else { format!("[{}] ", quoted(&self.section)) };
        let key = if self.key.is_empty() { String::new() } else { format!("{}: ", quoted(&self.key)) };
        format!("{}:{}: {section}{key}{}", self.file, self.line, self.fault)
    }
}

/// What is wrong, and what is expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The file is too long.
    #[error("the file is longer than {MAX_TEXT} bytes")]
    LongFile,
    /// The file has too many sections.
    #[error("the file has more than {MAX_SECTIONS} sections")]
    ManySections,
    /// A section has too many settings.
    #[error("the section has more than {MAX_SETTINGS} settings")]
    ManySettings,
    /// A line is too long.
    #[error("the line is longer than {MAX_VALUE} bytes")]
    LongLine,
    /// A setting comes before the first section.
    #[error("`{0}` is before the first section, expected a section such as `[mygame:chess]`")]
    BeforeSection(String),
    /// A line begins like a section but is none.
    #[error("`{0}` is not a section, expected `[name]` or `[name:parent]`")]
    Header(String),
    /// A line is not a setting.
    #[error("`{0}` is not a setting, expected `key = value`")]
    NoSetting(String),
    /// A setting has no value.
    #[error("there is no value, expected {0}")]
    NoValue(String),
    /// A game's name is not permitted.
    #[error(
        "`{0}` cannot be the name of a game, expected at most 32 of the characters a-z A-Z 0-9 - _, first a letter or digit, and not only digits"
    )]
    Name(String),
    /// A game's name is reserved.
    #[error("`{0}` is reserved and cannot be the name of a game")]
    Reserved(String),
    /// The game has the name of a built-in game.
    #[error("`{0}` is the name of a built-in game, expected another name")]
    BuiltIn(String),
    /// A game of another file has this name.
    #[error("a game of this name is already loaded from {0}, expected another name")]
    Loaded(String),
    /// A section occurs twice.
    #[error("the game is already defined in line {0}, this one counts")]
    TwiceSection(usize),
    /// A key occurs twice in a section.
    #[error("the key is already set in line {0}, this one counts")]
    TwiceKey(usize),
    /// The parent of a game is unknown.
    #[error("the parent `{name}` is unknown, expected a game above, of a file loaded before, or one of: {known}")]
    Parent {
        /// The name of the parent.
        name: String,
        /// The built-in games that can be parents.
        known: String,
    },
    /// The parent of a game is in the file, and cannot be played.
    #[error("its parent `{0}` has problems")]
    BrokenParent(String),
    /// The parent of a game has rules that the format cannot express.
    #[error("`{name}` cannot be a parent: {why}, which no setting describes")]
    OwnRules {
        /// The name of the parent.
        name: String,
        /// What is special about it.
        why: &'static str,
    },
    /// A key of the format that asks for something that is not played.
    #[error("`{found}` is not supported: {rule}; only `{default}` is")]
    Unsupported {
        /// The value.
        found: String,
        /// The rule that is not played, in words.
        rule: &'static str,
        /// The value that does not ask for it.
        default: &'static str,
    },
    /// The key does not exist.
    #[error("there is no such key{}; `bactrian variants --keys` lists what is supported", did_you_mean(*.0))]
    Unknown(Option<&'static str>),
    /// The value does not fit the key.
    #[error("`{found}` does not fit, expected {expected}")]
    Value {
        /// The value, or the part of it that is wrong.
        found: String,
        /// What is expected.
        expected: String,
    },
    /// The settings of a game contradict each other.
    #[error("{0}")]
    Contradiction(String),
}

fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(", did you mean `{near}`"))
}

impl Fault {
    /// The fault of a value.
    pub(super) fn value(found: &str, expected: impl Into<String>) -> Self {
        Self::Value { found: quoted(found), expected: expected.into().replace(char::is_control, "?") }
    }

    /// The fault of settings that do not fit together.
    pub(super) fn contradiction(why: impl Into<String>) -> Self {
        Self::Contradiction(why.into().replace(char::is_control, "?"))
    }
}

/// A part of a file made safe for a message: on one line, and not too long.
pub(super) fn quoted(text: &str) -> String {
    let mut quote: String = text.chars().take(MAX_QUOTE).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MAX_QUOTE).is_some() {
        quote += "...";
    }
    quote
}

/// What a file of games brought. Games that are fine are loaded, the others left out.
#[derive(Debug)]
pub struct LoadedFile {
    /// The games.
    pub specs: Vec<&'static Spec>,
    /// What is wrong with the others, in the order of the lines.
    pub problems: Vec<Problem>,
    /// What is played, but surely not meant.
    pub warnings: Vec<Problem>,
}

impl LoadedFile {
    /// One line about the games that are left out; `None` if there are none.
    pub fn left_out(&self) -> Option<String> {
        /// The most names.
        const MOST: usize = 5;
        let first = self.problems.first()?;
        let mut names: Vec<&str> = self.problems.iter().map(|problem| problem.section.as_str()).collect();
        names.dedup();
        let more = if names.len() > MOST { " .." } else { "" };
        let count = names.len();
        names.truncate(MOST);
        let file = &first.file;
        let plural = if count == 1 { "" } else { "s" };
        Some(format!(
            "{file}: {count} section{plural} left out ({}{more}), see `bactrian variants --check`; the first problem: {first}",
            names.join(" ")
        ))
    }
}

/// Why games were not loaded.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    Read {
        /// The file, as the user named it.
        file: String,
        /// What is wrong.
        error: LineError,
    },
    /// No game of the file can be played. There is at least one problem.
    #[error("{}", summary(.0))]
    Wrong(Vec<Problem>),
}

impl GamesError {
    /// The problems of the file; empty if it could not be read.
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Read { .. } => &[],
            Self::Wrong(problems) => problems,
        }
    }
}

/// The first problem and the number of the others.
fn summary(problems: &[Problem]) -> String {
    match problems {
        [] => "no problem".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => {
            let plural = if rest.len() == 1 { "" } else { "s" };
            format!("{first} (and {} more problem{plural}, see `bactrian variants --check`)", rest.len())
        }
    }
}
