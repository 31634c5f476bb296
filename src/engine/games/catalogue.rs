//! The list of the games that can be played: the built-in ones, and those of files.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::file::{Draft, GamesError, Known, Problem, publish, read};
use super::nearest::nearest_name;
use super::{as_parent, built_in, parent_names};
use crate::board::Spec;
use crate::files::read_text;

/// The games that there are: the built-in ones, then those that were loaded from files, in the order in which they were
/// first loaded. A clone is cheap, and does not see what is loaded into the other one.
///
/// The data of a loaded game stay in memory until the program ends, even if nobody has them any more: positions refer to
/// them by a reference that is copied with each move.
#[derive(Clone, Default)]
pub struct Games {
    loaded: Arc<Vec<Loaded>>,
}

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

    /// The data of the game of this name; `None` if there is no such game.
    pub fn find(&self, name: &str) -> Option<&'static Spec> {
        self.all().find(|spec| spec.page.name == name)
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
        nearest_name(word, self.all().map(|spec| spec.page.name))
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

    fn entry(&self, spec: &Spec) -> Option<&Loaded> {
        self.loaded.iter().find(|game| game.spec.page.name == spec.page.name)
    }

    /// Loads the games of a file in the format of Fairy-Stockfish, or loads them again. Games that have changed get new
    /// data; positions of the old ones keep theirs. Games that are no longer in the file stay.
    ///
    /// # Errors
    /// When the file cannot be read, or anything in it is wrong: then none of its games is loaded or changed.
    pub fn load_file(&mut self, path: &Path) -> Result<Vec<&'static Spec>, GamesError> {
        let name = path.display().to_string();
        let text = read_text(path).map_err(|error| GamesError::Read { file: name.clone(), error })?;
        let resolved = path.canonicalize().map_or_else(|_| name.clone(), |path| path.display().to_string());
        self.load(&name, &resolved, &text)
    }

    /// As [`Games::load_file`], with the text of the file.
    ///
    /// # Errors
    /// When anything in the text is wrong.
    pub fn load_text(&mut self, file: &str, text: &str) -> Result<Vec<&'static Spec>, GamesError> {
        self.load(file, file, text)
    }

    /// Reads the games of a text, with the built-in games and those of other files as parents. Makes no data for the board,
    /// so that nothing stays in memory.
    ///
    /// # Errors
    /// When anything in the text is wrong.
    pub fn read(&self, file: &str, text: &str) -> Result<Vec<Draft>, GamesError> {
        Ok(self.read_all(file, file, text)?.into_iter().map(|(_, game)| game).collect())
    }

    fn load(&mut self, file: &str, path: &str, text: &str) -> Result<Vec<&'static Spec>, GamesError> {
        let games = self.read_all(file, path, text)?;
        let specs = self.publish_all(file, &games)?;
        let list = Arc::make_mut(&mut self.loaded);
        for ((_, game), &spec) in games.into_iter().zip(&specs) {
            let entry = Loaded { path: path.to_owned(), file: file.to_owned(), game, spec };
            match list.iter_mut().find(|known| known.game.name == entry.game.name) {
                Some(known) => *known = entry,
                None => list.push(entry),
            }
        }
        Ok(specs)
    }

    fn read_all(&self, file: &str, path: &str, text: &str) -> Result<Vec<(usize, Draft)>, GamesError> {
        let known = |name: &str| {
            if let Some(found) = as_parent(name) {
                return Known::BuiltIn(found.map(Box::new));
            }
            // The file's own games are read anew.
            let found = self.loaded.iter().find(|known| known.game.name == name && known.path != path);
            found.map_or(Known::Nothing, |known| Known::Loaded(Box::new(known.game.clone()), known.file.clone()))
        };
        read(file, text, &known, &parent_names()).map_err(GamesError::Wrong)
    }

    /// The data of games; those of games that have not changed stay the same.
    fn publish_all(&self, file: &str, games: &[(usize, Draft)]) -> Result<Vec<&'static Spec>, GamesError> {
        let data = |game: &Draft| {
            let known = self.loaded.iter().find(|known| known.game == *game).map(|known| known.spec);
            known.map_or_else(|| publish(game), Ok)
        };
        let (mut specs, mut problems) = (Vec::new(), Vec::new());
        for (line, game) in games {
            match data(game) {
                Ok(spec) => specs.push(spec),
                Err(fault) => problems.push(Problem {
                    file: file.to_owned(),
                    line: *line,
                    section: game.name.clone(),
                    key: String::new(),
                    fault,
                }),
            }
        }
        if problems.is_empty() { Ok(specs) } else { Err(GamesError::Wrong(problems)) }
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
