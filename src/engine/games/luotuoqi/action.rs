//! What towers, bypassers and eaglets do, in words.

use super::play::{SWEEP, captured_squares, stones};
use super::{BYPASSER, Luotuoqi, SPEC, gesture, height};
use crate::board::{Action, Board, with_article};
use crate::types::{Bitboard, Kind, Move, MoveKind, Piece};

/// The action of a move of a tower or bypasser, of a promotion, and of the capture of a tower; `None` for others.
pub(super) fn action(board: &Board<Luotuoqi>, m: Move) -> Option<Action> {
    let mover = board.piece_at(m.from())?.kind();
    let target = board.piece_at(m.to()).filter(|_| m.from() != m.to());
    let (verb, words, shows) = match (m.promotion(), target) {
        (Some(kind), _) => ("becomes", format!("becomes {}", with_article(&name(kind))), kind),
        _ if height(mover) > 0 => tower_action(board, m, height(mover)),
        _ if m.kind() == MoveKind::Special && m.argument() == SWEEP => {
            ("sweeps", sweep_words(board, captured_squares(board, m)), BYPASSER)
        }
        (None, Some(victim)) if m.kind() != MoveKind::Castling => {
            ("captures", format!("takes the {}", name(victim.kind())), mover)
        }
        _ => return None,
    };
    Some(Action { verb, words, shows: Piece::new(board.side(), shows), on: m.to() })
}

/// Verb, words and the tower that arrives, for a move of a tower of this height.
fn tower_action(board: &Board<Luotuoqi>, m: Move, whole: usize) -> (&'static str, String, Kind) {
    let moved = stones(m).unwrap_or(whole);
    let verb = match board.piece_at(m.to()) {
        Some(met) if met.color() == board.side() => "merges",
        _ if moved < whole => "splits",
        Some(_) => "captures",
        None => "moves",
    };
    let words = match (moved, whole - moved) {
        (1, 0) => "the stone goes".to_owned(),
        (2, 0) => "both stones go".to_owned(),
        (_, 0) => format!("all {whole} stones go"),
        (_, left) => {
            let (goes, stays) = (if moved == 1 { "stone goes" } else { "stones go" }, if left == 1 { "s" } else { "" });
            format!("{moved} {goes}, {left} stay{stays}")
        }
    };
    (verb, words, gesture::arrived(board, m, moved))
}

fn sweep_words(board: &Board<Luotuoqi>, victims: Bitboard) -> String {
    let names: Vec<String> =
        victims.into_iter().filter_map(|square| board.piece_at(square)).map(|piece| name(piece.kind())).collect();
    match &names[..] {
        [only] => format!("sweeps the {only}"),
        [one, other] => format!("sweeps the {one} and the {other}"),
        _ => format!("sweeps {} pieces", names.len()),
    }
}

/// The name of a kind; of a tower with its height.
fn name(kind: Kind) -> String {
    match height(kind) {
        0 => SPEC.short_name(kind).to_owned(),
        stones => format!("Tower of {stones}"),
    }
}
