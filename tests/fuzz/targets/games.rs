//! Files of games.

use bactrian::games::file::{Draft, MAX_PROBLEMS, in_words};
use bactrian::games::{Games, GamesError};

/// A file is refused with its problems, or its games have titles, pages and pieces whose movements have words.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let games = match Games::default().read("file", &text) {
        Ok(games) => games,
        Err(error) => {
            check_error(&error);
            return false;
        }
    };
    games.iter().for_each(check_game);
    !games.is_empty()
}

pub fn check_game(game: &Draft) {
    let title = game.title();
    super::check_message(&title);
    assert!(game.page().starts_with(&format!("# {title}\n\n")));
    super::check_message(&game.summary());
    for slot in game.kinds() {
        assert!(!in_words(game.movement(slot)).is_empty());
    }
}

pub fn check_error(error: &GamesError) {
    super::check_message(&error.to_string());
    let problems = error.problems();
    assert!((1..=MAX_PROBLEMS).contains(&problems.len()));
    problems.iter().for_each(|problem| super::check_message(&problem.to_string()));
    assert!(problems.is_sorted_by_key(|problem| problem.line));
}
