//! Pressure on kings: [it costs more the more there is](super::super::tally::cost_of_pressure). All terms of this file count
//! towards it.

use super::super::tally::{Attacks, Tally};
use super::Size::{One, Table};
use super::structure::SHELTER_STEPS;
use crate::board::{Board, Rules, for_each_kind};
use crate::geometry::king_steps;
use crate::types::{Bitboard, Color};

terms! { of pieces
    /// On the enemy king: it attacks squares around it.
    ATTACKER: "attacker", One, |piece, _| [piece.danger(), piece.danger() / 2];
    /// On the enemy king: a square around it that the piece attacks.
    AIMED: "aimed", One, |piece, _| [piece.danger() / 3, piece.danger() / 6];
    /// On the enemy king: a square from which the piece can give check without being captured.
    SAFE_CHECK: "safe_check", One, |piece, _| [piece.danger(), piece.danger() / 2];
    /// On the enemy king: a piece in hand, counted by [`super::hands`].
    HAND_DANGER: "hand_danger", One, |piece, _| if piece.is_held { [piece.danger(), piece.danger() / 2] } else { [0, 0] };
    /// On the own king: the piece stands near it.
    DEFENDER: "defender", One, |_, _| [-8, -8];
}

terms! { of positions
    /// A constant.
    PRESSURE: "pressure", One, |_| [20, 10];
    /// A square around the king that the enemy attacks and at most the king defends.
    WEAK: "weak", One, |_| [20, 15];
    /// A square from which an enemy piece can give check but be captured.
    UNSAFE_CHECK: "unsafe_check", One, |_| [8, 4];
    /// A square within three steps that the enemy attacks; counts twice if two pieces attack it.
    BESIEGED: "besieged", One, |_| [4, 2];
    /// A square within three steps that its own side attacks.
    GUARDED: "guarded", One, |_| [-3, -2];
    /// The nearest own pawn ahead on each of three files, by distance, see [`SHELTER_STEPS`].
    OPEN_KING: "open_king", Table(SHELTER_STEPS), |step| [[-20, -10, 0, 20][step.number], 0];
}

/// Counts the pressure on a side's king, except for the aims of [`super::pieces`] and the pieces in hand. `own` is the king's side.
#[inline(always)]
pub(in crate::eval) fn count<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    tally: &mut Tally<LISTED>,
) {
    if !board.has_king(color) {
        return;
    }
    let spec = board.spec();
    let king = board.king(color);
    let near = king_steps(king) & spec.board;
    let count = |set: Bitboard| set.count() as i32;
    tally.add_pressure(PRESSURE, 1);
    tally.add_pressure(WEAK, count((near & enemy.all).without(own.by_others)));
    let flank = king.bit().grown().grown().grown() & spec.board;
    tally.add_pressure(BESIEGED, count(flank & enemy.all) + count(flank & enemy.twice));
    tally.add_pressure(GUARDED, count(flank & own.all));
    let zone = king_zone(board, color);
    let safe = spec.board.without(own.by_others | near.without(enemy.twice));
    // By symmetry, a piece checks from where the king would attack if it moved like the piece. All kinds first: the compiler
    // then looks up once what several of them share.
    let checked_from = R::captures_of_kinds(board, spec.pieces, color, king);
    for_each_kind!(R, spec.all_kinds(), |kind| {
        if !spec.royals.has(kind) {
            if !spec.pawns.has(kind) {
                let reached = enemy.by_kind[kind.index()].without(board.of_color(!color));
                let checks = checked_from[kind.index()] & reached;
                if checks.any() {
                    let safe = checks & safe;
                    tally.add_pressure(SAFE_CHECK.of(kind), count(safe));
                    tally.add_pressure(UNSAFE_CHECK, count(checks ^ safe));
                }
            }
            tally.add_pressure(DEFENDER.of(kind), count(zone & board.of(color, kind)));
        }
    });
}

/// The king's square, its neighbours, and the squares one rank ahead of these; nothing without a king.
pub(super) fn king_zone<R: Rules>(board: &Board<R>, color: Color) -> Bitboard {
    if !board.has_king(color) {
        return Bitboard::EMPTY;
    }
    let near = king_steps(board.king(color)) | board.king(color).bit();
    (near | near.forward(color)) & board.spec().board
}
