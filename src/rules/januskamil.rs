//! Janus Kamil Chess (Jörg Knappen, 2004): chess on 12x10 with camels and a Janus on each wing.

use super::{CastlingFiles, Definition, FILE_LETTERS, Promotion, Rules, Spec, XBoard, piece};
use crate::types::Bitboard;

/// Janus Kamil Chess.
#[derive(Clone, Copy)]
pub struct JanusKamil;

impl Rules for JanusKamil {
    type Sets = [Bitboard; 8];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &SPEC
    }
}

static SPEC: Spec = Spec::new(Definition {
    name: "januskamil",
    summary: "Janus Kamil Chess: camels (1,3) and a Janus (B+N) beside the chess pieces, triple pawn step",
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
    xboard: XBoard {
        parent: "fairy",
        table: "PNBRQ..J................CKpnbrq..j................ck",
        pieces: &["P& fmWifmW3fceF", "J& BN", "C& C", "K KirjO3iljO4", "k KirjO4iljO3"],
    },
});
