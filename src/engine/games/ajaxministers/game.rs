//! Ajax-Capablanca Chess with two Ministers in place of Archbishop and Chancellor.

use crate::board::{Definition, piece, regular_game};

regular_game!(
    /// Ajax-Capablanca Chess with two Ministers.
    AjaxMinisters,
    PAGE
);

const PAGE: Definition = Definition {
    name: "ajaxministers",
    summary: "Ajax-Capablanca Chess with two Ministers, who reach the squares one and two away in all eight directions",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "rnbmqkmbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBMQKMBNR w KQkq - 0 1",
    earlier_rules: Some(r#"step 2 LastRank("QMRBN")"#),
    ..Definition::new(
        10,
        8,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Ajax Knight", "NmWmF"),
            piece('B', "Ajax Bishop", "BmW"),
            piece('R', "Ajax Rook", "RmF"),
            piece('M', "Ajax Minister", "WFAD"),
            piece('Q', "Queen", "Q"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(2)
    .pawns_become("QMRBN")
    .castles(["fi", "jh"], ["fc", "ad"])
};
