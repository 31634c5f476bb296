//! Janus Chess (Werner Schöndorf, 1978): two Januses, and the king castles to b1 or i1.

use crate::board::{Definition, piece, regular_game};

regular_game!(
    /// Janus Chess.
    Janus,
    PAGE
);

const PAGE: Definition = Definition {
    name: "janus",
    summary: "Janus Chess: a Janus (B+N) on each wing beside the chess pieces",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
    earlier_rules: Some(r#"step 2 LastRank("QJRBN")"#),
    weak_pairs: &["NN"],
    ..Definition::new(
        10,
        8,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Knight", "N"),
            piece('B', "Bishop", "B"),
            piece('R', "Rook", "R"),
            piece('J', "Janus", "BN"),
            piece('Q', "Queen", "Q"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(2)
    .pawns_become("QJRBN")
    .castles(["ei", "jh"], ["eb", "ac"])
    .castles_from_any_file()
};
