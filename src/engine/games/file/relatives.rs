//! Games that Fairy-Stockfish has built in and files name as parents.

use std::sync::LazyLock;

use super::draft::Draft;
use super::read::{Known, ReadGames, read};
use crate::board::Folder;
use crate::games::as_parent;

/// The games in the format of files, in our own words.
const TEXT: &str = include_str!("relatives.ini");

/// These games, read.
static GAMES: LazyLock<Vec<Draft>> = LazyLock::new(|| {
    let ReadGames { games, .. } = read("relatives.ini", TEXT, &of_built_in, "");
    games.into_iter().map(|read| read.game).collect()
});

/// What the name of a built-in game stands for in a file.
pub(in crate::games) fn of_built_in(name: &str) -> Known {
    as_parent(name).map_or(Known::Nothing, |found| Known::BuiltIn(found.map(Box::new)))
}

/// The game of this name; `None` if there is none.
pub(in crate::games) fn relative(name: &str) -> Option<&'static Draft> {
    // Most names are not among them.
    if relative_names().any(|known| known == name) { GAMES.iter().find(|game| game.name == name) } else { None }
}

/// What these games have beyond their rules, by name.
static FOLDERS: [(&str, Folder); 1] = [(
    "crazyhouse",
    Folder {
        weights: Some(include_str!("relatives/crazyhouse/weights.txt")),
        xboard: Some(include_str!("relatives/crazyhouse/xboard.txt")),
        ..Folder::EMPTY
    },
)];

/// What a game has beyond its rules; nothing if it is none of these games.
pub(in crate::games) fn folder(game: &Draft) -> Folder {
    let found = FOLDERS.iter().find(|(name, _)| *name == game.name);
    let found = found.filter(|(name, _)| relative(name) == Some(game));
    found.map_or(Folder::EMPTY, |(_, folder)| *folder)
}

/// The names of these games, first those that have a folder.
pub(in crate::games) fn relative_names() -> impl Iterator<Item = &'static str> + Clone {
    let has_folder = |name: &str| FOLDERS.iter().any(|(known, _)| *known == name);
    let sections = TEXT.lines().filter_map(|line| line.strip_prefix('['));
    let names = sections.filter_map(|rest| rest.split([':', ']']).next());
    FOLDERS.iter().map(|(name, _)| *name).chain(names.filter(move |name| !has_folder(name)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::read::ReadGame;
    use super::*;
    use crate::games::file::publish;

    #[test]
    fn relatives_can_be_played() {
        let ReadGames { games, problems, warnings } = read("relatives.ini", TEXT, &of_built_in, "");
        assert!(problems.is_empty() && warnings.is_empty(), "{problems:?} {warnings:?}");
        let names: BTreeSet<&str> = games.iter().map(|read| read.game.name.as_str()).collect();
        assert_eq!(relative_names().collect::<BTreeSet<_>>(), names);
        assert_eq!(relative_names().count(), games.len());
        let folders = games.iter().map(|read| folder(&read.game)).filter(|folder| folder.xboard.is_some());
        assert_eq!(folders.count(), FOLDERS.len());
        for ReadGame { game, .. } in &games {
            assert!(publish(game, Folder::EMPTY).is_ok(), "{}", game.name);
            assert!(relative(&game.name).is_some());
        }
        assert!(relative("nothing").is_none());
    }
}
