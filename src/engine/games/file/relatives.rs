//! Games that Fairy-Stockfish has built in and files name as parents.

use super::draft::Draft;
use super::read::{Known, ReadGames, read};

/// The games in the format of files, in our own words.
const TEXT: &str = include_str!("relatives.ini");

/// The game of this name; `None` if there is none. `known` tells what the names of our built-in games stand for.
pub(in crate::games) fn relative(name: &str, known: &dyn Fn(&str) -> Known) -> Option<Draft> {
    // Most names are not among them.
    if !relative_names().any(|known| known == name) {
        return None;
    }
    let ReadGames { games, .. } = read("relatives.ini", TEXT, known, "");
    games.into_iter().map(|read| read.game).find(|game| game.name == name)
}

/// The names of these games.
pub(in crate::games) fn relative_names() -> impl Iterator<Item = &'static str> + Clone {
    let sections = TEXT.lines().filter_map(|line| line.strip_prefix('['));
    sections.filter_map(|rest| rest.split([':', ']']).next())
}

#[cfg(test)]
mod tests {
    use super::super::read::ReadGame;
    use super::*;
    use crate::games::as_parent;
    use crate::games::file::publish;

    #[test]
    fn relatives_can_be_played() {
        let known =
            |parent: &str| as_parent(parent).map_or(Known::Nothing, |found| Known::BuiltIn(found.map(Box::new)));
        let ReadGames { games, problems, warnings } = read("relatives.ini", TEXT, &known, "");
        assert!(problems.is_empty() && warnings.is_empty(), "{problems:?} {warnings:?}");
        assert!(relative_names().eq(games.iter().map(|read| read.game.name.as_str())));
        for ReadGame { game, .. } in &games {
            assert!(publish(game).is_ok(), "{}", game.name);
            assert!(relative(&game.name, &known).is_some());
        }
        assert!(relative("nothing", &known).is_none());
    }
}
