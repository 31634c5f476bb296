//! Kingsmen (Albert Lee, 2021): pieces that reach the last three ranks are crowned and gain the king's moves.

use crate::board::{Definition, PieceSpec, piece, regular_game};

regular_game!(
    /// Kingsmen on 9x9.
    Kingsmen,
    PAGE
);

pub(in crate::games) const PAWN: PieceSpec = piece('P', "Pawn", "fmWfcF").pawn();
pub(in crate::games) const KNIGHT: PieceSpec = piece('N', "Knight", "N");
pub(in crate::games) const BISHOP: PieceSpec = piece('B', "Bishop", "B");
pub(in crate::games) const ROOK: PieceSpec = piece('R', "Rook", "R");
pub(in crate::games) const CROWNED_PAWN: PieceSpec = piece('P', "Crowned Pawn", "K").crowned();
pub(in crate::games) const CROWNED_KNIGHT: PieceSpec = piece('N', "Crowned Knight", "NK").crowned();
pub(in crate::games) const CROWNED_BISHOP: PieceSpec = piece('B', "Crowned Bishop", "BK").crowned();
pub(in crate::games) const CROWNED_ROOK: PieceSpec = piece('R', "Crowned Rook", "RK").crowned();
pub(in crate::games) const KING: PieceSpec = piece('K', "King", "K").royal();

/// The game's page.
pub(in crate::games) const PAGE: Definition = Definition {
    name: "kingsmen",
    summary: "Kingsmen: four bishops, no queen; on the last three ranks every piece gains the king's moves",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQkq - 0 1",
    earlier_rules: Some("step 1 Crowning(3)"),
    ..Definition::new(
        9,
        9,
        &[PAWN, KNIGHT, BISHOP, ROOK, CROWNED_PAWN, CROWNED_KNIGHT, CROWNED_BISHOP, CROWNED_ROOK, KING],
    )
    .pieces_are_crowned(3)
    .castles(["eg", "if"], ["ec", "ad"])
};
