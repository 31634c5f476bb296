//! The games of files that have been loaded.

use std::path::Path;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use super::file::{FileGame, GamesError, Known, Problem, publish, read};
use crate::board::Spec;
use crate::files::read_text;

/// A game of a file.
struct Loaded {
    /// The file, with links and relative parts resolved.
    path: String,
    /// The file, as the user named it.
    file: String,
    game: FileGame,
    spec: &'static Spec,
}

/// The games, in the order in which they were first loaded. No panic can interrupt a change, so that a poisoned lock is
/// ignored.
static LOADED: RwLock<Vec<Loaded>> = RwLock::new(Vec::new());

/// Locked while a file is loaded, so that two files cannot bring the same name.
static LOADING: Mutex<()> = Mutex::new(());

fn loaded() -> RwLockReadGuard<'static, Vec<Loaded>> {
    LOADED.read().unwrap_or_else(PoisonError::into_inner)
}

/// The data of the loaded games.
pub(super) fn specs() -> Vec<&'static Spec> {
    loaded().iter().map(|game| game.spec).collect()
}

/// The data of the loaded game of this name.
pub(super) fn find(name: &str) -> Option<&'static Spec> {
    loaded().iter().find(|game| game.spec.page.name == name).map(|game| game.spec)
}

/// The file from which a game was loaded, as the user named it; `None` for built-in games.
pub fn origin(spec: &Spec) -> Option<String> {
    loaded().iter().find(|game| game.spec.page.name == spec.page.name).map(|game| game.file.clone())
}

/// The file from which a game was loaded, with links and relative parts resolved; `None` for built-in games.
pub fn path_of(spec: &Spec) -> Option<String> {
    loaded().iter().find(|game| game.spec.page.name == spec.page.name).map(|game| game.path.clone())
}

/// Loads the games of a file in the format of Fairy-Stockfish, or loads them again. Games that have changed get new
/// data; positions of the old ones keep theirs. Games that are no longer in the file stay.
///
/// # Errors
/// When the file cannot be read, or anything in it is wrong: then none of its games is loaded or changed.
pub fn load_file(path: &Path) -> Result<Vec<&'static Spec>, GamesError> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(|error| GamesError::Read { file: name.clone(), error })?;
    let resolved = path.canonicalize().map_or_else(|_| name.clone(), |path| path.display().to_string());
    load(&name, &resolved, &text)
}

/// As [`load_file`], with the text of the file.
///
/// # Errors
/// When anything in the text is wrong.
pub fn load_text(file: &str, text: &str) -> Result<Vec<&'static Spec>, GamesError> {
    load(file, file, text)
}

/// Reads the games of a text, with the built-in games and those of other files as parents. Makes no data for the board,
/// so that nothing stays in memory.
///
/// # Errors
/// When anything in the text is wrong.
pub fn read_games(file: &str, text: &str) -> Result<Vec<FileGame>, GamesError> {
    Ok(read_all(file, file, text)?.into_iter().map(|(_, game)| game).collect())
}

fn load(file: &str, path: &str, text: &str) -> Result<Vec<&'static Spec>, GamesError> {
    let _one_at_a_time = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
    let games = read_all(file, path, text)?;
    let specs = publish_all(file, &games)?;
    let mut list = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    for ((_, game), &spec) in games.into_iter().zip(&specs) {
        let entry = Loaded { path: path.to_owned(), file: file.to_owned(), game, spec };
        match list.iter_mut().find(|known| known.game.name == entry.game.name) {
            Some(known) => *known = entry,
            None => list.push(entry),
        }
    }
    Ok(specs)
}

fn read_all(file: &str, path: &str, text: &str) -> Result<Vec<(usize, FileGame)>, GamesError> {
    let known = |name: &str| {
        if let Some(found) = super::as_parent(name) {
            return Known::BuiltIn(found.map(Box::new));
        }
        let list = loaded();
        // The file's own games are read anew.
        let found = list.iter().find(|known| known.game.name == name && known.path != path);
        found.map_or(Known::Nothing, |known| Known::Loaded(Box::new(known.game.clone()), known.file.clone()))
    };
    read(file, text, &known, &super::parent_names()).map_err(GamesError::Wrong)
}

/// The data of games; those of games that have not changed stay the same.
fn publish_all(file: &str, games: &[(usize, FileGame)]) -> Result<Vec<&'static Spec>, GamesError> {
    let data = |game: &FileGame| {
        let known = loaded().iter().find(|known| known.game == *game).map(|known| known.spec);
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
