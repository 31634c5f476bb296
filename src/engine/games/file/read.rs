//! Reads the games of a file.

use std::collections::{HashMap, HashSet};

use once_cell::sync::Lazy;

use super::check::check;
use super::diagram;
use super::draft::{Draft, Text};
use super::keys::{BOARD_KEYS, KEYS, Key, REFUSED, nearest};
use super::pieces::{CUSTOM, FIRST_CUSTOM, KING, SLOTS, key, movement};
use super::problem::{Fault, Problem, quoted};
use super::sections::{MAX_PROBLEMS, Section, Sections, Setting};
use super::values;
use crate::types::{Bitboard, Color, Kind};

/// The longest name of a game, in bytes.
pub(super) const MAX_NAME: usize = 32;

/// All keys that are supported.
static SUPPORTED: Lazy<HashSet<String>> = Lazy::new(|| {
    let pieces = (0..SLOTS).map(key);
    let mobility = (0..SLOTS).flat_map(|slot| Color::BOTH.map(|color| mobility_key(slot, color)));
    pieces.chain(mobility).chain(BOARD_KEYS.iter().chain(KEYS).map(|key| key.name.to_owned())).collect()
});

/// What a name stands for outside the file.
pub enum Known {
    /// Nothing.
    Nothing,
    /// A built-in game; the reason why it cannot be a parent, or the game.
    BuiltIn(Result<Box<Draft>, &'static str>),
    /// A game that can be a parent, and whose name is free.
    Parent(Box<Draft>),
    /// A game of another file, with that file's name.
    Loaded(Box<Draft>, String),
}

/// A game of a text, without problems.
pub struct ReadGame {
    /// The line where its section or diagram begins.
    pub line: usize,
    /// The game.
    pub game: Draft,
    /// The keys that are set there, as they are named there, and their lines.
    pub lines: HashMap<String, usize>,
    /// How a key of the sections' format is named there; empty if it has no name.
    pub name_of: fn(&str) -> &str,
}

impl ReadGame {
    /// The name and the line of a key of the sections' format.
    pub fn place_of<'k>(&self, key: &'k str) -> (&'k str, usize) {
        let name = (self.name_of)(key);
        (name, self.lines.get(name).copied().unwrap_or(self.line))
    }
}

/// The games of a text, and what is wrong with others.
pub struct ReadGames {
    /// The games without problems.
    pub games: Vec<ReadGame>,
    /// The problems of the others in the order of the lines, at most [`MAX_PROBLEMS`].
    pub problems: Vec<Problem>,
    /// What is read, but surely not meant.
    pub warnings: Vec<Problem>,
}

/// Reads the games of a text, in sections or as diagrams. `file` is its name for messages; `known` tells what a name stands
/// for outside the file, and `parents` names the built-in games that can be parents, for messages.
pub fn read(file: &str, text: &str, known: &dyn Fn(&str) -> Known, parents: &str) -> ReadGames {
    if diagram::is_diagram(text) {
        return diagram::read(file, text, known);
    }
    let Sections { sections, problems, warnings, .. } = Sections::of(file, text);
    let mut reading = Reading { file, known, parents, problems, warnings, games: Vec::new(), broken: HashSet::new() };
    // Settings that could not be read.
    reading.broken.extend(reading.problems.iter().map(|problem| problem.section.clone()));
    for section in &sections {
        if reading.problems.len() >= MAX_PROBLEMS {
            break;
        }
        reading.read_section(section);
    }
    let Reading { mut problems, mut warnings, games, .. } = reading;
    problems.sort_by_key(|problem| problem.line);
    problems.truncate(MAX_PROBLEMS);
    warnings.sort_by_key(|warning| warning.line);
    ReadGames { games, problems, warnings }
}

/// A file whose sections are being read.
struct Reading<'r> {
    file: &'r str,
    known: &'r dyn Fn(&str) -> Known,
    parents: &'r str,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
    /// The games so far.
    games: Vec<ReadGame>,
    /// The names of games that have problems.
    broken: HashSet<String>,
}

impl Reading<'_> {
    fn report(&mut self, section: &Section, line: usize, key: &str, fault: Fault) {
        let problem = self.problem(section, line, key, fault);
        self.broken.insert(problem.section.clone());
        self.problems.push(problem);
    }

    fn problem(&self, section: &Section, line: usize, key: &str, fault: Fault) -> Problem {
        let (file, section) = (self.file.to_owned(), section.name.to_owned());
        Problem { file, line, section, key: quoted(key), fault }
    }

    fn read_section(&mut self, section: &Section) {
        let before = self.problems.len();
        if let (false, Err(fault)) = (section.is_broken, check_name(section.name, self.known)) {
            self.report(section, section.line, "", fault);
        }
        let mut game = match self.parent_of(section) {
            Ok(game) => game,
            // What follows from a missing parent is not told as other problems.
            Err(fault) => return self.report(section, section.line, "", fault),
        };
        game.name = section.name.to_owned();
        game.title = String::new();
        game.parent = section.parent.map(str::to_owned);
        game.comment = section.comment.iter().map(|line| line.replace(char::is_control, " ")).collect();
        self.refuse_keys(section);
        BOARD_KEYS.iter().for_each(|key| self.set(&mut game, section, key));
        (0..SLOTS).for_each(|slot| self.read_piece(&mut game, section, slot));
        KEYS.iter().for_each(|key| self.set(&mut game, section, key));
        // What follows from a mistake is not told as another one.
        if self.problems.len() == before && !self.broken.contains(section.name) {
            for (key, fault) in check(&game) {
                let line = section.settings.get(key.as_str()).map_or(section.line, |setting| setting.line);
                self.report(section, line, &key, fault);
            }
        }
        if self.problems.len() == before && !self.broken.contains(section.name) {
            self.keep(section, game);
        }
    }

    /// Keeps a game without problems. The last section of a name counts, as in Fairy-Stockfish.
    fn keep(&mut self, section: &Section, game: Draft) {
        if let Some(place) = self.games.iter().position(|known| known.game.name == game.name) {
            let first = self.games.remove(place).line;
            self.warnings.push(self.problem(section, section.line, "", Fault::TwiceSection(first)));
        }
        let lines = section.settings.iter().map(|(&key, setting)| (key.to_owned(), setting.line)).collect();
        self.games.push(ReadGame { line: section.line, game, lines, name_of: |key| key });
    }

    /// The game from which a section inherits; the usual one if it names none.
    fn parent_of(&self, section: &Section) -> Result<Draft, Fault> {
        let Some(name) = section.parent else { return Ok(Draft::template()) };
        if let Some(known) = self.games.iter().find(|known| known.game.name == name) {
            return Ok(known.game.clone());
        }
        if self.broken.contains(name) {
            return Err(Fault::BrokenParent(quoted(name)));
        }
        match (self.known)(name) {
            Known::Loaded(game, _) | Known::BuiltIn(Ok(game)) | Known::Parent(game) => Ok(*game),
            Known::BuiltIn(Err(why)) => Err(Fault::OwnRules { name: name.to_owned(), why }),
            Known::Nothing => Err(Fault::Parent { name: quoted(name), known: self.parents.to_owned() }),
        }
    }

    /// Reports keys that are unknown or not supported.
    fn refuse_keys(&mut self, section: &Section) {
        for (&name, setting) in &section.settings {
            if SUPPORTED.contains(name) {
                continue;
            }
            let fault = match REFUSED.iter().find(|key| key.name == name) {
                Some(key) if setting.value == key.default => continue,
                Some(key) => Fault::Unsupported { found: quoted(setting.value), rule: key.rule, default: key.default },
                None => Fault::Unknown(nearest(name)),
            };
            self.report(section, setting.line, name, fault);
        }
    }

    fn set(&mut self, game: &mut Draft, section: &Section, key: &Key) {
        let Some(Setting { line, value }) = section.settings.get(key.name) else { return };
        let set = if value.is_empty() { Err(Fault::NoValue(key.form().to_owned())) } else { key.set(game, value) };
        if let Err(fault) = set {
            self.report(section, *line, key.name, fault);
        }
    }

    /// Reads the letter and the movement of a kind of piece, and where it can move.
    fn read_piece(&mut self, game: &mut Draft, section: &Section, slot: usize) {
        let name = key(slot);
        if let Some(Setting { line, value }) = section.settings.get(name.as_str())
            && let Err(fault) = set_piece(game, slot, value)
        {
            self.report(section, *line, &name, fault);
        }
        for color in Color::BOTH {
            let key = mobility_key(slot, color);
            if let Some(Setting { line, value }) = section.settings.get(key.as_str()) {
                match values::squares(value) {
                    // A region without squares stands for no limit.
                    Ok(squares) => {
                        let region = if squares.is_empty() { Bitboard::FULL } else { squares };
                        game.laws.mobility[color.index()][slot] = region;
                    }
                    Err(fault) => self.report(section, *line, &key, fault),
                }
            }
        }
    }
}

/// Checks the name of a game. `known` tells what a name stands for outside the file.
pub(super) fn check_name(name: &str, known: &dyn Fn(&str) -> Known) -> Result<(), Fault> {
    let permitted = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    let has_letter = name.contains(|c: char| c.is_ascii_alphabetic());
    if name.len() > MAX_NAME || !begins || !has_letter || !name.chars().all(permitted) {
        return Err(Fault::Name(quoted(name)));
    }
    if is_reserved(&name.to_ascii_lowercase()) {
        return Err(Fault::Reserved(name.to_owned()));
    }
    match known(name) {
        Known::Nothing | Known::Parent(_) => Ok(()),
        Known::BuiltIn(_) => Err(Fault::BuiltIn(name.to_owned())),
        Known::Loaded(_, file) => Err(Fault::Loaded(file)),
    }
}

/// Whether a name has a meaning of its own for file systems or clients.
fn is_reserved(name: &str) -> bool {
    let device = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    let is_device = device.is_some_and(|number| number.len() == 1 && number.bytes().all(|c| c.is_ascii_digit()));
    is_device || ["con", "prn", "aux", "nul", "normal", "unknown", "fairy"].contains(&name)
}

/// The key that limits where a kind can move.
pub(super) fn mobility_key(slot: usize, color: Color) -> String {
    let name = key(slot);
    let (first, rest) = name.split_at(1);
    format!("mobilityRegion{}{}{rest}", color.name(), first.to_ascii_uppercase())
}

/// Reads the value of a kind of piece: its letter, or `-`, and the movement where the kind has one of its own.
pub(super) fn set_piece(game: &mut Draft, slot: usize, value: &str) -> Result<(), Fault> {
    let (text, betza) = match value.split_once(':') {
        Some((text, betza)) => (text.trim(), Some(betza.trim())),
        None => (value, None),
    };
    if text == "-" && betza.is_none() {
        game.remove_kind(slot);
        return Ok(());
    }
    let (crowned, text) = text.strip_prefix('+').map_or((false, text), |text| (true, text));
    let mut letters = text.chars();
    let text = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Text { letter: letter.to_ascii_uppercase(), crowned },
        _ => return Err(Fault::value(value, expected_piece(slot))),
    };
    // Even with a wrong movement the game has the piece, so that its letter is known elsewhere.
    game.add_kind(slot, text);
    match (slot, betza) {
        (KING, betza) => {
            betza.map(movement).transpose()?;
            game.movements[CUSTOM] = betza.map(str::to_owned);
        }
        (FIRST_CUSTOM.., Some(betza)) => {
            if movement(betza)?.parts().iter().any(|part| part.en_passant) {
                game.laws.en_passant_kinds = game.laws.en_passant_kinds.map(|kinds| kinds.with(Kind::new(slot)));
            }
            game.movements[slot - FIRST_CUSTOM] = Some(betza.to_owned());
        }
        (FIRST_CUSTOM.., None) | (_, Some(_)) => return Err(Fault::value(value, expected_piece(slot))),
        _ => {}
    }
    Ok(())
}

fn expected_piece(slot: usize) -> &'static str {
    match slot {
        KING => "a letter, a letter and a movement such as `k:KN`, or `-`",
        FIRST_CUSTOM.. => "a letter and a movement such as `c:BN`, or `-`",
        _ => {
            "a letter, or `-` if the game does not have the piece; customPiece1 to customPiece25 have movements of their own"
        }
    }
}
