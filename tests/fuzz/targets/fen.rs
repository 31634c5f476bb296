//! FENs. Input: the name of a game, and in the next line a FEN.

use std::sync::atomic::AtomicBool;

use bactrian::board::View;
use bactrian::session::Session;
use bactrian::types::Move;
use bactrian::types::score::EVAL_BOUND;
use bactrian::xboard::hand::read;
use bactrian::xboard::notation::{client_fen, from_client, own_fen, to_client};
use bactrian::xboard::plies::plies;

/// The most moves of a position that are tried.
const MAX_MOVES: usize = 6;

/// What is accepted is written as something that is read as the same; what follows from the position can be computed,
/// and what can be played leads to positions of which the same is true.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let (name, fen) = super::first_line(&text);
    super::with_session(super::game(name), |session| {
        let before = session.view().fen();
        match session.set_position(Some(fen)) {
            Ok(()) => {
                check_position(session);
                true
            }
            Err(error) => {
                super::check_message(&error.to_string());
                assert_eq!(session.view().fen(), before, "a refused FEN changes nothing");
                false
            }
        }
    })
}

fn check_position(session: &mut dyn Session) {
    let position = session.view().boxed();
    check_again(session, &*position);
    assert!(session.evaluate().abs() <= EVAL_BOUND);
    let _ = (session.ending(), position.diagram());
    let moves = position.legal_moves();
    // Counted without making a list of them.
    let counted = position.perft(1, &AtomicBool::new(false));
    assert_eq!(counted, moves.len() as u64, "{}", position.fen());
    for &m in moves.iter().step_by(moves.len().div_ceil(MAX_MOVES).max(1)) {
        check_move(&*position, m);
        check_again(session, &*position.after(m));
    }
}

/// The position's FEN is read as the same position, also as XBoard writes it if that says all.
fn check_again(session: &mut dyn Session, position: &dyn View) {
    let fen = position.fen();
    session.set_position(Some(&fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(session.view().fen(), fen);
    assert_eq!(session.view().key(), position.key(), "{fen}");
    let (spec, setup) = (position.spec(), position.setup());
    let shown = own_fen(spec, &client_fen(spec, &setup));
    if position.details().is_empty() {
        session.set_position(Some(&shown)).unwrap_or_else(|error| panic!("{fen} as {shown}: {error}"));
        assert_eq!(session.view().fen(), fen);
    } else {
        // The state that XBoard does not know may be what makes the position legal.
        let _ = session.set_position(Some(&shown));
    }
}

/// A legal move is read as it is written, in every notation.
pub fn check_move(position: &dyn View, m: Move) {
    let spec = position.spec();
    let text = position.move_text(m);
    assert_eq!(position.read_move(&text), Ok(m), "{} {text}", position.fen());
    let san = position.san(m);
    assert_eq!(position.read_move(&san), Ok(m), "{} {text} {san}", position.fen());
    assert_eq!(from_client(spec, &to_client(spec, &text)), text, "{}", position.fen());
    if m.moves_again() {
        return;
    }
    let entries = plies(position, m);
    let first = &entries[0].text;
    let meant = read(position, first).or_else(|| position.read_move(first).ok());
    // Turns of several entries may begin with the same one.
    assert!(meant == Some(m) || meant.is_some() && entries.len() > 1, "{} {first}", position.fen());
}
