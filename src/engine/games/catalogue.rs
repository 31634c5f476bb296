//! The list of the games that can be played: the built-in ones, and those of files.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::file::{
    Draft, Fault, GamesError, Known, LoadedFile, Problem, ReadGames, folder, of_built_in, publish, read, relative,
    relative_names, unmeant,
};
use super::nearest::nearest_name;
use super::{as_parent, built_in, parent_names};
use crate::board::Spec;
use crate::files::read_text;

/// The available games: the built-in ones, then those loaded from files, in the order of their first loading. A clone
/// is cheap and independent: a game loaded into one is not in the other.
///
/// The data of a loaded game stay in memory until the program ends, even if nobody has them any more: positions refer to
/// them by a reference that is copied with each move.
#[derive(Clone, Default)]
pub struct Games {
    loaded: Arc<Vec<Loaded>>,
    /// The data of all games that this list and its clones have loaded. The same game, loaded again, has the same data.
    published: Arc<Mutex<Vec<Published>>>,
    /// The relatives of built-in games that somebody has asked for by name.
    relatives: Arc<Mutex<Vec<&'static Spec>>>,
}

/// A game, and its data, or why the board refuses it.
type Published = (Draft, Result<&'static Spec, Fault>);

/// A game of a file.
#[derive(Clone)]
struct Loaded {
    /// The file, with links and relative parts resolved.
    path: String,
    /// The file, as the user named it.
    file: String,
    game: Draft,
    spec: &'static Spec,
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown variant `{}`, {}expected one of: {known}", .name.escape_debug(), did_you_mean(*.nearest))]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The name of a game that is like it.
    pub nearest: Option<&'static str>,
    /// See [`Games::known_names`].
    pub known: String,
}

/// A question about a name that no game has, if it is like that of one.
fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |near| format!("did you mean `{near}`? "))
}

impl Games {
    /// The data of all games, in the order in which users see them: the built-in ones, then those of files.
    pub fn all(&self) -> impl Iterator<Item = &'static Spec> + Clone {
        built_in().chain(self.loaded.iter().map(|game| game.spec))
    }

    /// The data of the game of this name, also of one of [`Games::relatives`]; `None` if there is no such game.
    pub fn find(&self, name: &str) -> Option<&'static Spec> {
        self.all().find(|spec| spec.page.name == name).or_else(|| self.relative(name))
    }

    /// The names of all games that are played by name: built-in ones, [`Games::relatives`], and those of files.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        let loaded = self.loaded.iter().map(|game| game.spec.page.name);
        built_in().map(|spec| spec.page.name).chain(self.relatives()).chain(loaded)
    }

    /// The names of the games beside [`Games::all`] that are played by name: those that files can name as parents, but for
    /// those whose names games of files have.
    pub fn relatives(&self) -> impl Iterator<Item = &'static str> + Clone {
        relative_names().filter(|name| self.all().all(|spec| spec.page.name != *name))
    }

    fn relative(&self, name: &str) -> Option<&'static Spec> {
        let mut relatives = self.relatives.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&spec) = relatives.iter().find(|spec| spec.page.name == name) {
            return Some(spec);
        }
        let spec = self.publish(relative(name)?).ok()?;
        relatives.push(spec);
        Some(spec)
    }

    /// The data of the game of this name.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn get(&self, name: &str) -> Result<&'static Spec, UnknownGame> {
        self.find(name).ok_or_else(|| self.unknown(name))
    }

    /// There is no game of this name.
    pub fn unknown(&self, name: &str) -> UnknownGame {
        UnknownGame { name: name.to_owned(), nearest: self.nearest(name), known: self.known_names() }
    }

    /// The name of the game that is most like a word, or begins with it; `None` if none is like it.
    pub fn nearest(&self, word: &str) -> Option<&'static str> {
        nearest_name(word, self.names())
    }

    /// The data of the game that has this title, e.g. `Capablanca Chess`, with or without the word chess and whatever its
    /// signs and case; or the name itself, written so. `None` if there is no such game.
    pub fn find_titled(&self, title: &str) -> Option<&'static Spec> {
        let wanted = plain_letters(title);
        let is_it = |spec: &&'static Spec| {
            let heading = spec.page.rules.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
            let parts = std::iter::once(heading).chain(heading.split(','));
            parts.chain([spec.page.name]).map(plain_letters).any(|name| {
                name == wanted || name.strip_suffix("chess").is_some_and(|short| !short.is_empty() && short == wanted)
            })
        };
        if wanted.is_empty() { None } else { self.find(title).or_else(|| self.all().find(is_it)) }
    }

    /// The game with the rules and the start position of this one that writes castling as the king's move to its rook; the
    /// game itself if there is none.
    pub fn by_rook(&self, spec: &'static Spec) -> &'static Spec {
        let is_it = |other: &&'static Spec| {
            other.laws().castling.by_rook && other.page.start == spec.page.start && spec.has_rules(&other.rules_hash())
        };
        self.all().find(is_it).unwrap_or(spec)
    }

    /// The names of all games, separated by spaces, for messages.
    pub fn known_names(&self) -> String {
        /// The most games of files that are named.
        const MOST: usize = 10;
        let all: Vec<&str> = self.all().map(|spec| spec.page.name).collect();
        let named = (built_in().count() + MOST).min(all.len());
        let others = all.len() - named;
        let end = if others > 0 { format!(" and {others} more") } else { String::new() };
        all[..named].join(" ") + &end
    }

    /// Whether these are the data with which a game of this name is played now. After a file has been loaded again, they may
    /// be those of an earlier version.
    pub fn is_current(&self, spec: &'static Spec) -> bool {
        self.find(spec.page.name).is_some_and(|current| std::ptr::eq(current, spec))
    }

    /// The file from which a game was loaded, as the user named it; `None` for built-in games.
    pub fn origin(&self, spec: &Spec) -> Option<&str> {
        self.entry(spec).map(|game| game.file.as_str())
    }

    /// The file from which a game was loaded, with links and relative parts resolved; `None` for built-in games.
    pub fn path_of(&self, spec: &Spec) -> Option<&str> {
        self.entry(spec).map(|game| game.path.as_str())
    }

    /// The game as a file describes it, so that it can be written to one.
    ///
    /// # Errors
    /// When it has rules of its own, which no file describes: what is special about it.
    pub fn draft(&self, spec: &Spec) -> Result<Draft, &'static str> {
        match self.entry(spec) {
            Some(loaded) => Ok(loaded.game.clone()),
            None => {
                let built_in = as_parent(spec.page.name);
                let relative = || relative(spec.page.name).cloned().ok_or("it is not among the games");
                built_in.unwrap_or_else(relative)
            }
        }
    }

    fn entry(&self, spec: &Spec) -> Option<&Loaded> {
        self.loaded.iter().find(|game| game.spec.page.name == spec.page.name)
    }

    /// Loads the games of a file in the format of Fairy-Stockfish or with diagrams, or loads them again, but for those that have problems.
    /// Games that have changed get new data; positions of the old ones keep theirs. Games that are no longer in the file stay.
    ///
    /// # Errors
    /// When the file cannot be read, or all in it is wrong.
    pub fn load_file(&mut self, path: &Path) -> Result<LoadedFile, GamesError> {
        let name = path.display().to_string();
        let text = read_text(path).map_err(|error| GamesError::Read { file: name.clone(), error })?;
        let resolved = path.canonicalize().map_or_else(|_| name.clone(), |path| path.display().to_string());
        self.load(&name, &resolved, &text)
    }

    /// As [`Games::load_file`], with the text of the file.
    ///
    /// # Errors
    /// When all in the text is wrong.
    pub fn load_text(&mut self, file: &str, text: &str) -> Result<LoadedFile, GamesError> {
        self.load(file, file, text)
    }

    /// As [`Games::load_text`], for a text that somebody sends: its games take the place of those with their names that were
    /// sent before, whatever their files are called.
    ///
    /// # Errors
    /// When all in the text is wrong.
    pub fn define(&mut self, file: &str, text: &str) -> Result<LoadedFile, GamesError> {
        /// The path of no file.
        const SENT: &str = "";
        self.load(file, SENT, text)
    }

    /// Reads the games of a text, with the built-in games and those of other files as parents. Makes no data for the board,
    /// so that nothing stays in memory.
    ///
    /// # Errors
    /// When anything in the text is wrong.
    pub fn read(&self, file: &str, text: &str) -> Result<Vec<Draft>, GamesError> {
        let ReadGames { games, problems, .. } = self.read_all(file, file, text);
        if problems.is_empty() {
            Ok(games.into_iter().map(|read| read.game).collect())
        } else {
            Err(GamesError::Wrong(problems))
        }
    }

    fn load(&mut self, file: &str, path: &str, text: &str) -> Result<LoadedFile, GamesError> {
        let ReadGames { games, mut problems, mut warnings } = self.read_all(file, path, text);
        let mut specs = Vec::new();
        for read in games {
            let problem = |key: &str, fault| {
                let (key, line) = read.place_of(key);
                Problem { file: file.to_owned(), line, section: read.game.name.clone(), key: key.to_owned(), fault }
            };
            match self.publish(&read.game) {
                Ok(spec) => {
                    let unmeant = unmeant(&read.game, spec, |key| read.lines.contains_key(key));
                    warnings.extend(unmeant.into_iter().map(|(key, fault)| problem(&key, fault)));
                    specs.push(spec);
                    self.add(Loaded { path: path.to_owned(), file: file.to_owned(), game: read.game, spec });
                }
                Err(fault) => problems.push(Problem { line: read.line, ..problem("", fault) }),
            }
        }
        problems.sort_by_key(|problem| problem.line);
        warnings.sort_by_key(|warning| warning.line);
        let is_useless = specs.is_empty() && !problems.is_empty();
        if is_useless { Err(GamesError::Wrong(problems)) } else { Ok(LoadedFile { specs, problems, warnings }) }
    }

    /// The data of a game, or why the board refuses it.
    fn publish(&self, game: &Draft) -> Result<&'static Spec, Fault> {
        let mut published = self.published.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = published.iter().find(|(known, _)| known == game) {
            return known.clone();
        }
        let made = publish(game, folder(game));
        published.push((game.clone(), made.clone()));
        made
    }

    /// The number of games, refused ones too, whose data this list and its clones have in memory beside the built-in ones.
    pub fn in_memory(&self) -> usize {
        self.published.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Adds a game, in the place of one that has its name.
    fn add(&mut self, game: Loaded) {
        let list = Arc::make_mut(&mut self.loaded);
        match list.iter_mut().find(|known| known.game.name == game.game.name) {
            Some(known) => *known = game,
            None => list.push(game),
        }
    }

    fn read_all(&self, file: &str, path: &str, text: &str) -> ReadGames {
        let known = |name: &str| {
            // The file's own games are read again.
            let is_it = |known: &&Loaded| known.game.name == name && known.path != path;
            let loaded = || self.loaded.iter().find(is_it);
            let loaded = || loaded().map(|known| Known::Loaded(Box::new(known.game.clone()), known.file.clone()));
            let relative = || relative(name).map(|game| Known::Parent(Box::new(game.clone())));
            match of_built_in(name) {
                Known::Nothing => loaded().or_else(relative).unwrap_or(Known::Nothing),
                built_in => built_in,
            }
        };
        read(file, text, &known, &parent_names())
    }
}

/// The letters and digits of a text in lower case, without accents.
fn plain_letters(text: &str) -> String {
    let plain = |c: char| match c {
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        _ => c,
    };
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).map(plain).collect()
}
