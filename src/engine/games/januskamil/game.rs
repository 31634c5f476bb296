//! Janus Kamil Chess (Jörg Knappen, 2004): chess on 12x10 with camels and a Janus on each wing.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, Promotion, piece, regular_game};

regular_game!(
    /// Janus Kamil Chess.
    JanusKamil,
    PAGE
);

const PAGE: Definition = Definition {
    name: "januskamil",
    summary: "Janus Kamil Chess: camels (1,3) and a Janus (B+N) beside the chess pieces, triple pawn step",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench),
    files: 12,
    file_letters: FILE_LETTERS,
    ranks: 10,
    start: "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Knight", "N"),
        piece('C', "Camel", "C"),
        piece('B', "Bishop", "B"),
        piece('R', "Rook", "R"),
        piece('J', "Janus", "BN"),
        piece('Q', "Queen", "Q"),
        piece('K', "King", "K").royal(),
    ],
    pawn_step: 3,
    promotion: Promotion::LastRank("QJRBNC"),
    castlings: [Some(CastlingFiles { king: "gj", rook: "ki" }), Some(CastlingFiles { king: "gc", rook: "bd" })],
    custom: None,
    own_rules: 0,
};
