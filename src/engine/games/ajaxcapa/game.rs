//! Ajax-Capablanca Chess (José Carrillo, 2009): 10x8; every piece can also step to any neighbouring square without
//! capturing.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, Promotion, piece, regular_game};

regular_game!(
    /// Ajax-Capablanca Chess with Archbishop and Chancellor.
    AjaxCapa,
    PAGE
);

/// The game's page.
pub(in crate::games) const PAGE: Definition = Definition {
    name: "ajaxcapa",
    summary: "Ajax-Capablanca Chess: pieces of Capablanca Chess that also step to neighbouring squares without capturing",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    files: 10,
    file_letters: FILE_LETTERS,
    ranks: 8,
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Ajax Knight", "NmWmF"),
        piece('B', "Ajax Bishop", "BmW"),
        piece('R', "Ajax Rook", "RmF"),
        piece('A', "Ajax Archbishop", "BNmW"),
        piece('C', "Ajax Chancellor", "RNmF"),
        piece('Q', "Queen", "Q"),
        piece('K', "King", "K").royal(),
    ],
    pawn_step: 2,
    promotion: Promotion::LastRank("QCARBN"),
    castlings: [Some(CastlingFiles { king: "fi", rook: "jh" }), Some(CastlingFiles { king: "fc", rook: "ad" })],
    custom: None,
    own_rules: 0,
};
