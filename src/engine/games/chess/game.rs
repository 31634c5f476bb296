//! Orthodox chess.

use crate::board::{Definition, Spec, piece, regular_game, spec};

regular_game!(
    /// Chess and Chess960. The two games differ only in their arrays and in how castling is written, and share a compilation; the
    /// field is the data with the game's own name and array.
    Chess,
    PAGE,
    shared by the names of SPEC
);

/// The game's page.
pub(in crate::games) const PAGE: Definition = Definition {
    name: "chess",
    summary: "Chess",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, search, xboard),
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    earlier_rules: Some(r#"step 2 LastRank("QRBN")"#),
    weak_pairs: &["NN"],
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
    .castles_from_any_file()
};

/// Chess.
static SPEC: Spec = spec!(PAGE);
