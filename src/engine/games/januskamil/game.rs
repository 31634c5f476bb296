//! Janus Kamil Chess (Jörg Knappen, 2004): chess on 12x10 with camels and a Janus on each wing.

use crate::board::{Definition, piece, regular_game};

regular_game!(
    /// Janus Kamil Chess.
    JanusKamil,
    PAGE
);

const PAGE: Definition = Definition {
    name: "januskamil",
    summary: "Janus Kamil Chess: camels (1,3) and a Janus (B+N) beside the chess pieces, triple pawn step",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
    earlier_rules: Some(r#"step 3 LastRank("QJRBNC")"#),
    weak_pairs: &["NN", "NC", "CC"],
    ..Definition::new(
        12,
        10,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Knight", "N"),
            piece('C', "Camel", "C"),
            piece('B', "Bishop", "B"),
            piece('R', "Rook", "R"),
            piece('J', "Janus", "BN"),
            piece('Q', "Queen", "Q"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(3)
    .pawns_become("QJRBNC")
    .castles(["gj", "ki"], ["gc", "bd"])
};
