//! Gestures: for towers the player chooses the height that arrives, a sweep goes over the captured piece, and a
//! promotion goes to an empty square and back.

use super::movegen::promotions_of;
use super::play::{self, SWEEP, stones};
use super::{BYPASSER, EAGLET, HIGHEST, Luotuoqi, height, tower};
use crate::board::{Board, Gesture};
use crate::types::{Kind, Move, MoveKind, Piece, Square};

/// The gesture of a legal move.
pub(super) fn gesture(board: &Board<Luotuoqi>, m: Move) -> Gesture {
    let (from, to) = (m.from(), m.to());
    match (m.kind(), board.piece_at(from).map(Piece::kind)) {
        (MoveKind::Promotion, _) => promotion(board, m),
        (MoveKind::Special, _) if m.argument() == SWEEP => sweep(board, m),
        (MoveKind::Special | MoveKind::Normal, Some(mover)) if height(mover) > 0 => {
            Gesture::direct(from, to, arrived(board, m, stones(m).unwrap_or(height(mover))))
        }
        _ => board.default_gesture(m),
    }
}

/// The tower on the target square after this many stones have moved there.
pub(super) fn arrived(board: &Board<Luotuoqi>, m: Move, stones: usize) -> Kind {
    let own = board.piece_at(m.to()).filter(|piece| piece.color() == board.side());
    tower((stones + own.map_or(0, |piece| height(piece.kind()))).min(HIGHEST))
}

/// A sweep that captures one piece can be written in two legs, over that piece.
fn sweep(board: &Board<Luotuoqi>, m: Move) -> Gesture {
    let victims = play::captured_squares(board, m);
    let direct = Gesture::direct(m.from(), m.to(), BYPASSER);
    match victims.first() {
        Some(only) if !victims.several() => direct.with_via(only),
        _ => direct,
    }
}

/// An eaglet goes to an empty square and comes back: to a different square for each kind that it may become.
fn promotion(board: &Board<Luotuoqi>, m: Move) -> Gesture {
    let home = m.from();
    let kind = m.promotion().unwrap_or(EAGLET);
    let earlier = promotions_of(board, home).kinds().filter(|&other| other < kind).count();
    match waypoints(board, home).get(earlier) {
        Some(&waypoint) => Gesture::in_place(home, waypoint, kind),
        None => Gesture::direct(home, home, kind),
    }
}

/// The empty squares to which the eaglet cannot move, the nearest first.
fn waypoints(board: &Board<Luotuoqi>, home: Square) -> Vec<Square> {
    let targets = board.captures_from(EAGLET, board.side(), home);
    board.spec().board.without(board.occupied() | targets).by_distance(home)
}
