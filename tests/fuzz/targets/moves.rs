//! Texts of moves. Input: the name of a game, in the next line a FEN or nothing, then one text a line.

use bactrian::board::MoveError;
use bactrian::session::Session;
use bactrian::types::Move;
use bactrian::xboard::hand::{guess, read};
use bactrian::xboard::notation::from_client;

use super::fen::check_move;

/// The most texts of an input that are read.
const MAX_TEXTS: usize = 24;

/// A text is refused and changes nothing, or is a legal move that is written as it is read. Texts that are accepted are
/// played, so that the next ones meet another position.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let (name, rest) = super::first_line(&text);
    let (fen, texts) = super::first_line(rest);
    super::with_session(super::game(name), |session| {
        if !fen.is_empty() && session.set_position(Some(fen)).is_err() {
            return false;
        }
        texts.lines().take(MAX_TEXTS).map(|text| check_text(session, text)).fold(false, |any, ok| any | ok)
    })
}

/// Whether the text was accepted in any notation.
fn check_text(session: &mut dyn Session, text: &str) -> bool {
    let view = session.view();
    let entered = from_client(view.spec(), text);
    let by_hand = read(view, &entered).or_else(|| guess(view, &entered));
    let found = [read_as(view.read_move(text)), by_hand];
    for m in found.into_iter().flatten() {
        assert!(view.is_legal(m), "{} {text:?}", view.fen());
        check_move(view, m);
    }
    let played = check_play(session, text);
    let m = found.into_iter().flatten().next();
    if let Some(m) = m.filter(|_| !played) {
        session.play(m).expect("a legal move can be played");
    }
    played || m.is_some()
}

fn read_as(read: Result<Move, MoveError>) -> Option<Move> {
    read.map_err(|error| super::check_message(&error.to_string())).ok()
}

/// Plays the turns that a text names, takes them back and plays them again; `false` if it is refused.
fn check_play(session: &mut dyn Session, text: &str) -> bool {
    let state = |session: &dyn Session| (session.view().fen(), session.view().key(), session.moves().len());
    let before = state(session);
    if let Err(error) = session.play_text(text) {
        super::check_message(&error.to_string());
        assert_eq!(state(session), before, "{text:?} changes nothing");
        return false;
    }
    let after = state(session);
    while session.moves().len() > before.2 {
        assert!(session.undo());
    }
    assert_eq!(state(session), before, "{text:?} is taken back");
    session.play_text(text).expect("what was played can be played again");
    assert_eq!(state(session), after, "{text:?} is played again");
    true
}
