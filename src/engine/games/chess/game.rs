//! Orthodox chess.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, Promotion, piece, regular_game};

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
    files: 8,
    file_letters: FILE_LETTERS,
    ranks: 8,
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Knight", "N"),
        piece('B', "Bishop", "B"),
        piece('R', "Rook", "R"),
        piece('Q', "Queen", "Q"),
        piece('K', "King", "K").royal(),
    ],
    pawn_step: 2,
    promotion: Promotion::LastRank("QRBN"),
    castlings: [Some(CastlingFiles { king: "eg", rook: "hf" }), Some(CastlingFiles { king: "ec", rook: "ad" })],
    custom: None,
    own_rules: 0,
};
