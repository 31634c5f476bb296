//! Ajax-Capablanca Chess (José Carrillo, 2009): 10x8; every piece can also step to any neighbouring square without
//! capturing.

use crate::board::{Definition, piece, regular_game};

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
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    earlier_rules: Some(r#"step 2 LastRank("QCARBN")"#),
    ..Definition::new(
        10,
        8,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Ajax Knight", "NmWmF"),
            piece('B', "Ajax Bishop", "BmW"),
            piece('R', "Ajax Rook", "RmF"),
            piece('A', "Ajax Archbishop", "BNmW"),
            piece('C', "Ajax Chancellor", "RNmF"),
            piece('Q', "Queen", "Q"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(2)
    .pawns_become("QCARBN")
    .castles(["fi", "jh"], ["fc", "ad"])
};
