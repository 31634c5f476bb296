//! PGN files.

use std::cell::RefCell;

use bactrian::records::{PgnGame, RawGame, Reader, Replayer};

/// The longest input in bytes; longer ones take long and show nothing new.
const MAX_INPUT: usize = 1 << 15;

/// Each game is refused with a message, or written as something that is read as the same.
pub fn check(data: &[u8]) -> bool {
    thread_local! {
        static REPLAYER: RefCell<Replayer> = RefCell::default();
    }
    let data = &data[..data.len().min(MAX_INPUT)];
    // After a panic the sessions may be in any state.
    let mut replayer = REPLAYER.take();
    let mut accepted = false;
    for raw in Reader::new(data) {
        match raw.and_then(|raw| replayer.replay(&raw)) {
            Ok(game) => {
                accepted |= !game.turns.is_empty();
                check_game(&game, &mut replayer);
            }
            Err(error) => super::check_message(&error.to_string()),
        }
    }
    REPLAYER.set(replayer);
    accepted
}

/// The game is read as it is written.
pub fn check_game(game: &PgnGame, replayer: &mut Replayer) {
    let text = game.to_string();
    let raw: Vec<RawGame> =
        Reader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(raw.len(), 1, "{text}");
    let again = replayer.replay(&raw[0]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let moves = |game: &PgnGame| game.turns.iter().map(|turn| (turn.side, turn.number, turn.m)).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(game), "{text}");
    assert_eq!((&again.variant, again.result), (&game.variant, game.result), "{text}");
    assert_eq!(again.to_string(), text);
}
