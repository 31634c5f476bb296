//! Capablanca Chess: chess on 10x8 with two compound pieces.

use crate::board::{Definition, Spec, piece, regular_game, spec};

regular_game!(
    /// Capablanca Chess and Gothic Chess. The two games differ only in name and array, and share a compilation; the field is the
    /// data with the game's own name and array.
    Capablanca,
    PAGE,
    shared by the names of SPEC
);

/// The game's page.
pub(in crate::games) const PAGE: Definition = Definition {
    name: "capablanca",
    summary: "Capablanca Chess: an Archbishop (B+N) and a Chancellor (R+N) beside the chess pieces",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    earlier_rules: Some(r#"step 2 LastRank("QCARBN")"#),
    weak_pairs: &["NN"],
    ..Definition::new(
        10,
        8,
        &[
            piece('P', "Pawn", "fmWfcF").pawn(),
            piece('N', "Knight", "N"),
            piece('B', "Bishop", "B"),
            piece('R', "Rook", "R"),
            piece('A', "Archbishop", "BN"),
            piece('C', "Chancellor", "RN"),
            piece('Q', "Queen", "Q"),
            piece('K', "King", "K").royal(),
        ],
    )
    .pawns_step(2)
    .pawns_become("QCARBN")
    .castles(["fi", "jh"], ["fc", "ad"])
    .castles_from_any_file()
};

/// Capablanca Chess.
static SPEC: Spec = spec!(PAGE);
