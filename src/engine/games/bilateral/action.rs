//! What Can(n)ons, Elephants and Wizards do, in words.

use super::play::{Special, beyond, flipped, special};
use super::{Bilateral, CANNONS, SPEC, VAO};
use crate::board::{Action, Board, with_article};
use crate::types::{Kind, Move, Piece, Square};

/// The action of a special move, and of a Can(n)on that keeps its form; `None` for other moves.
pub(super) fn action(board: &Board<Bilateral>, m: Move) -> Option<Action> {
    let mover = board.piece_at(m.from())?;
    let target = board.piece_at(m.to());
    let name = target.map_or("", |piece| SPEC.short_name(piece.kind()));
    let (verb, words, shows, on) = match special(m) {
        Some(Special::Flip) => {
            let cannon = flipped(mover);
            ("flips", format!("flips: {}", form(cannon.kind())), cannon, m.to())
        }
        Some(Special::Kill) => ("kills", format!("kills the {name}"), mover, m.from()),
        Some(Special::Freeze) => ("freezes", format!("freezes the {name}"), target?, m.to()),
        Some(Special::Push(promoted)) => {
            let (words, shows, on) = push(m, mover, target?, promoted);
            ("pushes", words, shows, on)
        }
        None if CANNONS.has(mover.kind()) => {
            let verb = if target.is_some() { "captures" } else { "moves" };
            (verb, format!("stays {}", form(mover.kind())), mover, m.to())
        }
        None => return None,
    };
    Some(Action { verb, words, shows, on })
}

/// How a Can(n)on of this kind moves.
fn form(cannon: Kind) -> &'static str {
    if cannon == VAO { "bishop-wise" } else { "rook-wise" }
}

/// Words, the piece that tells the push from others, and its square.
fn push(m: Move, elephant: Piece, pushed: Piece, promoted: Option<Kind>) -> (String, Piece, Square) {
    let name = SPEC.short_name(pushed.kind());
    match (promoted, beyond(m.from(), m.to())) {
        (Some(kind), Some(beyond)) => {
            let becomes = with_article(SPEC.short_name(kind));
            (format!("pushes the {name}, which becomes {becomes}"), Piece::new(pushed.color(), kind), beyond)
        }
        _ => (format!("pushes the {name}"), elephant, m.to()),
    }
}
