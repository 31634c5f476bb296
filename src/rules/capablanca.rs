//! Chess on 10x8 with two compound pieces: Capablanca's, Gothic and Janus Chess.

use super::{CastlingFiles, Definition, FILE_LETTERS, Promotion, Rules, Spec, XBoard, piece};
use crate::types::Bitboard;

/// Capablanca Chess.
#[derive(Clone, Copy)]
pub struct Capablanca;

/// Gothic Chess: Capablanca's pieces in another array.
#[derive(Clone, Copy)]
pub struct Gothic;

/// Janus Chess (Werner Schöndorf, 1978): two Januses, and the king castles to b1 or i1.
#[derive(Clone, Copy)]
pub struct Janus;

impl Rules for Capablanca {
    type Sets = [Bitboard; 8];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &CAPABLANCA
    }
}

impl Rules for Gothic {
    type Sets = [Bitboard; 8];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &GOTHIC
    }
}

impl Rules for Janus {
    type Sets = [Bitboard; 7];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &JANUS
    }
}

const CAPABLANCA_PAGE: Definition = Definition {
    name: "capablanca",
    summary: "Capablanca Chess: an Archbishop (B+N) and a Chancellor (R+N) beside the chess pieces",
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
    xboard: XBoard::KNOWN,
};

static CAPABLANCA: Spec = Spec::new(CAPABLANCA_PAGE);

static GOTHIC: Spec = Spec::new(Definition {
    name: "gothic",
    summary: "Gothic Chess: the pieces of Capablanca Chess in another array",
    start: "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
    ..CAPABLANCA_PAGE
});

static JANUS: Spec = Spec::new(Definition {
    name: "janus",
    summary: "Janus Chess: a Janus (B+N) on each wing beside the chess pieces",
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
});
