//! Interactive Diagrams.

use bactrian::games::Games;
use bactrian::games::file::{Draft, Known, read};

use super::games::{check_error, check_game};

/// A diagram is refused with its problems, or its games have names and pages, and can be written in both formats and read
/// back.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let games = match Games::default().read("file.html", &text) {
        Ok(games) => games,
        Err(error) => {
            check_error(&error);
            return false;
        }
    };
    games.iter().for_each(check_game);
    games.iter().for_each(check_written);
    !games.is_empty()
}

fn check_written(game: &Draft) {
    let read_back = |text: &str| read("written", text, &|_| Known::Nothing, "").games.pop().map(|read| read.game);
    let again = read_back(&game.ini("written")).expect("a section that is read");
    assert_eq!((again.files, again.ranks, &again.start), (game.files, game.ranks, &game.start));
    if let Ok(text) = game.diagram("written") {
        let again = read_back(&text).expect("a diagram that is read");
        assert_eq!((again.files, again.ranks, &again.start), (game.files, game.ranks, &game.start), "{text}");
    }
}
