//! Kingsmen (Albert Lee, 2021): pieces that reach the last three ranks are crowned, and keep their moves and gain the
//! king's. The Dark Horde, an army of its own, gains the knight's instead.

use super::{CastlingFiles, Definition, FILE_LETTERS, PieceSpec, Promotion, Rules, Spec, XBoard, piece};
use crate::types::Bitboard;

/// Kingsmen on 9x9.
#[derive(Clone, Copy)]
pub struct Kingsmen;

/// Kingsmen on 3x9.
#[derive(Clone, Copy)]
pub struct Kingsmen39;

/// White's Kingsmen against Black's Dark Horde.
#[derive(Clone, Copy)]
pub struct KingsmenDarkHorde;

/// White's Dark Horde against Black's Kingsmen.
#[derive(Clone, Copy)]
pub struct DarkHordeKingsmen;

impl Rules for Kingsmen {
    type Sets = [Bitboard; 9];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &KINGSMEN
    }
}

impl Rules for Kingsmen39 {
    type Sets = [Bitboard; 9];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &KINGSMEN_39
    }
}

impl Rules for KingsmenDarkHorde {
    type Sets = [Bitboard; 18];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &KINGSMEN_DARK_HORDE
    }
}

impl Rules for DarkHordeKingsmen {
    type Sets = [Bitboard; 18];
    type Aux = ();

    #[inline(always)]
    fn spec() -> &'static Spec {
        &DARK_HORDE_KINGSMEN
    }
}

const PAWN: PieceSpec = piece('P', "Pawn", "fmWfcF").pawn();
const KNIGHT: PieceSpec = piece('N', "Knight", "N");
const BISHOP: PieceSpec = piece('B', "Bishop", "B");
const ROOK: PieceSpec = piece('R', "Rook", "R");
const CROWNED_PAWN: PieceSpec = piece('P', "Crowned Pawn", "K").crowned();
const CROWNED_KNIGHT: PieceSpec = piece('N', "Crowned Knight", "NK").crowned();
const CROWNED_BISHOP: PieceSpec = piece('B', "Crowned Bishop", "BK").crowned();
const CROWNED_ROOK: PieceSpec = piece('R', "Crowned Rook", "RK").crowned();
const KING: PieceSpec = piece('K', "King", "K").royal();

const KINGSMEN_PAGE: Definition = Definition {
    name: "kingsmen",
    summary: "Kingsmen: four bishops, no queen; on the last three ranks every piece gains the king's moves",
    files: 9,
    file_letters: FILE_LETTERS,
    ranks: 9,
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQkq - 0 1",
    pieces: &[PAWN, KNIGHT, BISHOP, ROOK, CROWNED_PAWN, CROWNED_KNIGHT, CROWNED_BISHOP, CROWNED_ROOK, KING],
    pawn_step: 1,
    promotion: Promotion::Crowning(3),
    castlings: [Some(CastlingFiles { king: "eg", rook: "if" }), Some(CastlingFiles { king: "ec", rook: "ad" })],
    // XBoard crowns only what stands in the first slots of its table, so Knight and Bishop keep theirs, and players need
    // `-materialDraws false` lest XBoard call K+N v K a draw.
    xboard: XBoard {
        parent: "fairy",
        table: "PNBR......^P..^B^R.....^NKpnbr......^p..^b^r.....^nk",
        pieces: &["P& fmWfcF", "N& N", "B& B", "+P& K", "+N& NK", "+B& BW", "+R& RF", "K& KisO2"],
    },
};

static KINGSMEN: Spec = Spec::new(KINGSMEN_PAGE);

static KINGSMEN_39: Spec = Spec::new(Definition {
    name: "kingsmen39",
    summary: "Kingsmen on a board of three files: the king castles by changing places with a rook",
    files: 3,
    start: "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1",
    castlings: [Some(CastlingFiles { king: "bc", rook: "cb" }), Some(CastlingFiles { king: "ba", rook: "ab" })],
    // Only on Chu Shogi's rules XBoard shows the change of places.
    xboard: XBoard {
        parent: "chu",
        pieces: &["P& fmWfcF", "N& N", "B& B", "+P& K", "+N& NK", "+B& BW", "+R& RF", "K& KidW"],
        ..KINGSMEN_PAGE.xboard
    },
    ..KINGSMEN_PAGE
});

const DARK_HORDE_PAGE: Definition = Definition {
    name: "kingsmendh",
    summary: "Kingsmen against the Dark Horde, an army of leapers that gain the knight's moves",
    start: "vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1",
    pieces: &[
        PAWN,
        KNIGHT,
        BISHOP,
        ROOK,
        CROWNED_PAWN,
        CROWNED_KNIGHT,
        CROWNED_BISHOP,
        CROWNED_ROOK,
        piece('G', "Ghoul", "fmWfcF").pawn(),
        piece('S', "Sorcerer", "FA"),
        piece('T', "Serpent", "WD"),
        piece('V', "Void", "Q2"),
        piece('G', "Risen Ghoul", "fmWfcFN").crowned(),
        piece('S', "Risen Sorcerer", "FAN").crowned(),
        piece('T', "Risen Serpent", "WDN").crowned(),
        piece('V', "Risen Void", "Q2N").crowned(),
        KING,
        piece('D', "Dark Knight", "N").royal(),
    ],
    // Each colour has the pictures of its own army.
    xboard: XBoard {
        parent: "fairy",
        table: "PNBR......^P..^B^R.....^NKgstv......^g..^t^v.....^sd",
        pieces: &[
            "P fmWfcF",
            "N N",
            "B B",
            "R R",
            "+P K",
            "+N NK",
            "+B BW",
            "+R RF",
            "K KisO2",
            "g fmWfcF",
            "s FA",
            "t WD",
            "v Q2",
            "+g NfmWfcF",
            "+s FAN",
            "+t WDN",
            "+v Q2N",
            "d N",
        ],
    },
    ..KINGSMEN_PAGE
};

static KINGSMEN_DARK_HORDE: Spec = Spec::new(DARK_HORDE_PAGE);

static DARK_HORDE_KINGSMEN: Spec = Spec::new(Definition {
    name: "dhkingsmen",
    summary: "The Dark Horde against Kingsmen: the same armies with White's and Black's exchanged",
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/GGGGGGGGG/9/VTSSDSSTV w kq - 0 1",
    xboard: XBoard {
        parent: "fairy",
        table: "GSTV......^G..^T^V.....^SDpnbr......^p..^b^r.....^nk",
        pieces: &[
            "p fmWfcF",
            "n N",
            "b B",
            "r R",
            "+p K",
            "+n NK",
            "+b BW",
            "+r RF",
            "k KisO2",
            "G fmWfcF",
            "S FA",
            "T WD",
            "V Q2",
            "+G NfmWfcF",
            "+S FAN",
            "+T WDN",
            "+V Q2N",
            "D N",
        ],
    },
    ..DARK_HORDE_PAGE
});
