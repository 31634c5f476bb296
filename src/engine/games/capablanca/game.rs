//! Chess on 10x8 with compound pieces: Capablanca, Gothic and Janus Chess.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, Promotion, Spec, piece, regular_game};

regular_game!(
    /// Capablanca Chess and Gothic Chess. The two games differ only in name and array, and share a compilation; the field is the
    /// data with the game's own name and array.
    Capablanca,
    CAPABLANCA_PAGE,
    shared by the names of CAPABLANCA
);

regular_game!(
    /// Janus Chess (Werner Schöndorf, 1978): two Januses, and the king castles to b1 or i1.
    Janus,
    JANUS_PAGE
);

const CAPABLANCA_PAGE: Definition = Definition {
    name: "capablanca",
    summary: "Capablanca Chess: an Archbishop (B+N) and a Chancellor (R+N) beside the chess pieces",
    rules: include_str!("page.md"),
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
pub static CAPABLANCA: Spec = Spec::new(CAPABLANCA_PAGE);

/// Gothic Chess: the pieces of Capablanca Chess in another array.
pub static GOTHIC: Spec = Spec::new(Definition {
    name: "gothic",
    summary: "Gothic Chess: the pieces of Capablanca Chess in another array",
    rules: include_str!("../gothic/page.md"),
    start: "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
    ..CAPABLANCA_PAGE
});

const JANUS_PAGE: Definition = Definition {
    name: "janus",
    summary: "Janus Chess: a Janus (B+N) on each wing beside the chess pieces",
    rules: include_str!("../janus/page.md"),
    start: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Knight", "N"),
        piece('B', "Bishop", "B"),
        piece('R', "Rook", "R"),
        piece('J', "Janus", "BN"),
        piece('Q', "Queen", "Q"),
        piece('K', "King", "K").royal(),
    ],
    promotion: Promotion::LastRank("QJRBN"),
    castlings: [Some(CastlingFiles { king: "ei", rook: "jh" }), Some(CastlingFiles { king: "eb", rook: "ac" })],
    ..CAPABLANCA_PAGE
};
