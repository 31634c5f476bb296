//! Orthodox chess.

use crate::board::{Definition, piece, regular_game};

regular_game!(
    /// Chess.
    Chess,
    PAGE
);

const PAGE: Definition = Definition {
    name: "chess",
    summary: "Chess",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, search, xboard),
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    earlier_rules: Some(r#"step 2 LastRank("QRBN")"#),
    ..Definition::new(
        8,
        8,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Knight", "N"),
            piece('B', "Bishop", "B"),
            piece('R', "Rook", "R"),
            piece('Q', "Queen", "Q"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(2)
    .pawns_become("QRBN")
    .castles(["eg", "hf"], ["ec", "ad"])
};
