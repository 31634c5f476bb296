//! Ajax-Capablanca Chess (José Carrillo, 2009): 10x8, and every piece has a king's step without capturing added to what
//! it lacks of one.

use super::{CastlingFiles, Definition, FILE_LETTERS, Promotion, Rules, Spec, XBoard, piece};
use crate::types::Bitboard;

/// Ajax-Capablanca Chess with Archbishop and Chancellor.
#[derive(Clone, Copy)]
pub struct AjaxCapa;

/// Ajax-Capablanca Chess with two Ministers.
#[derive(Clone, Copy)]
pub struct AjaxMinisters;

impl Rules for AjaxCapa {
    type Sets = [Bitboard; 8];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &AJAX_CAPA
    }
}

impl Rules for AjaxMinisters {
    type Sets = [Bitboard; 7];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &AJAX_MINISTERS
    }
}

const AJAX_CAPA_PAGE: Definition = Definition {
    name: "ajaxcapa",
    summary: "Ajax-Capablanca Chess: pieces of Capablanca Chess that also step to neighbouring squares without capturing",
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
    // The Bishop has another picture than XBoard's, which XBoard would take to stay on squares of one colour.
    xboard: XBoard {
        parent: "fairy",
        table: "PN.RQ..AC....BKpn.rq..ac....bk",
        pieces: &["N& NmK", "B& BmW", "R& RmF", "A& BNmW", "C& RNmF", "K& KisO3"],
    },
};

static AJAX_CAPA: Spec = Spec::new(AJAX_CAPA_PAGE);

static AJAX_MINISTERS: Spec = Spec::new(Definition {
    name: "ajaxministers",
    summary: "Ajax-Capablanca Chess with two Ministers, who reach the squares one and two away in all eight directions",
    start: "rnbmqkmbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBMQKMBNR w KQkq - 0 1",
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Ajax Knight", "NmWmF"),
        piece('B', "Ajax Bishop", "BmW"),
        piece('R', "Ajax Rook", "RmF"),
        piece('M', "Ajax Minister", "WFAD"),
        piece('Q', "Queen", "Q"),
        piece('K', "King", "K").royal(),
    ],
    promotion: Promotion::LastRank("QMRBN"),
    xboard: XBoard {
        parent: "fairy",
        table: "PN.RQ...M....BKpn.rq...m....bk",
        pieces: &["N& NmK", "B& BmW", "R& RmF", "M& KAD", "K& KisO3"],
    },
    ..AJAX_CAPA_PAGE
});
