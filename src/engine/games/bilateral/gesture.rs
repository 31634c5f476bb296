//! Gestures: for Can(n)ons the player chooses the form, and what Wizards and Can(n)ons do without leaving their square
//! goes to another square and back.

use super::play::{Special, beyond, flipped, special};
use super::{Bilateral, ELEPHANT, WIZARD};
use crate::board::{Board, Gesture};
use crate::types::{Bitboard, Kind, Move, MoveList, Square, Stage};

/// The gesture of a legal move.
pub(super) fn gesture(board: &Board<Bilateral>, m: Move) -> Gesture {
    let (from, to) = (m.from(), m.to());
    match special(m) {
        Some(Special::Flip) => {
            let form = board.piece_at(from).map_or(Kind::new(0), |cannon| flipped(cannon).kind());
            let waypoint = if from == to { waypoints(board, from).first().copied() } else { None };
            waypoint.map_or_else(|| Gesture::direct(from, to, form), |waypoint| Gesture::in_place(from, waypoint, form))
        }
        // The wizard goes to the captured piece and back.
        Some(Special::Kill) => Gesture::in_place(from, to, WIZARD),
        // Written over an empty square, because an ordinary board would remove a piece that the wizard visits.
        Some(Special::Freeze) => {
            let gesture = Gesture::in_place(from, to, WIZARD);
            waypoint_of_freeze(board, m).map_or_else(|| gesture.clone(), |waypoint| gesture.clone().with_via(waypoint))
        }
        Some(Special::Push(promoted)) => {
            let gesture = Gesture::direct(from, to, promoted.unwrap_or(ELEPHANT));
            beyond(from, to).map_or_else(|| gesture.clone(), |beyond| gesture.clone().with_via(beyond))
        }
        None => board.default_gesture(m),
    }
}

fn moves_from(board: &Board<Bilateral>, from: Square) -> MoveList {
    let mut moves = MoveList::new();
    board.generate_from(from.bit(), Stage::All, &mut moves);
    moves
}

/// The empty squares to which the piece on `home` cannot move, the nearest first.
fn waypoints(board: &Board<Bilateral>, home: Square) -> Vec<Square> {
    let targets: Bitboard = moves_from(board, home).into_iter().map(Move::to).collect();
    board.spec().board.without(board.occupied() | targets).by_distance(home)
}

/// The empty square in the text of this freeze, a different one for each freeze of a wizard.
fn waypoint_of_freeze(board: &Board<Bilateral>, freeze: Move) -> Option<Square> {
    let moves = moves_from(board, freeze.from());
    let is_earlier = |m: &&Move| special(**m) == Some(Special::Freeze) && m.to() < freeze.to();
    waypoints(board, freeze.from()).get(moves.iter().filter(is_earlier).count()).copied()
}
