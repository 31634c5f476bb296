//! Capablanca Chess: chess on 10x8 with two compound pieces.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, Promotion, Spec, piece, regular_game};

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
    files: 10,
    file_letters: FILE_LETTERS,
    ranks: 8,
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Knight", "N"),
        piece('B', "Bishop", "B"),
        piece('R', "Rook", "R"),
        piece('A', "Archbishop", "BN"),
        piece('C', "Chancellor", "RN"),
        piece('Q', "Queen", "Q"),
        piece('K', "King", "K").royal(),
    ],
    pawn_step: 2,
    promotion: Promotion::LastRank("QCARBN"),
    castlings: [Some(CastlingFiles { king: "fi", rook: "jh" }), Some(CastlingFiles { king: "fc", rook: "ad" })],
    custom: None,
    own_rules: 0,
};

/// Capablanca Chess.
static SPEC: Spec = Spec::new(PAGE);
