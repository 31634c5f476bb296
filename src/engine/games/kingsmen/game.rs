//! Kingsmen (Albert Lee, 2021): pieces that reach the last three ranks are crowned and gain the king's moves. The
//! pieces of the Dark Horde, the other army, gain the knight's moves instead.

use crate::board::{CastlingFiles, Definition, FILE_LETTERS, PieceSpec, Promotion, Spec, piece, regular_game};

regular_game!(
    /// Kingsmen on 9x9.
    Kingsmen,
    KINGSMEN_PAGE
);

regular_game!(
    /// Kingsmen on 3x9.
    Kingsmen39,
    KINGSMEN_39_PAGE
);

regular_game!(
    /// Kingsmen against the Dark Horde, or the reverse. The two games differ only in name and array, and share a compilation; the
    /// field is the data with the game's own name and array.
    DarkHorde,
    DARK_HORDE_PAGE,
    shared by the names of KINGSMEN_DARK_HORDE
);

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
    rules: include_str!("page.md"),
    files: 9,
    file_letters: FILE_LETTERS,
    ranks: 9,
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQkq - 0 1",
    pieces: &[PAWN, KNIGHT, BISHOP, ROOK, CROWNED_PAWN, CROWNED_KNIGHT, CROWNED_BISHOP, CROWNED_ROOK, KING],
    pawn_step: 1,
    promotion: Promotion::Crowning(3),
    castlings: [Some(CastlingFiles { king: "eg", rook: "if" }), Some(CastlingFiles { king: "ec", rook: "ad" })],
    custom: None,
    own_rules: 0,
};

const KINGSMEN_39_PAGE: Definition = Definition {
    name: "kingsmen39",
    summary: "Kingsmen on a board of three files: the king castles by changing places with a rook",
    rules: include_str!("../kingsmen39/page.md"),
    files: 3,
    start: "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1",
    castlings: [Some(CastlingFiles { king: "bc", rook: "cb" }), Some(CastlingFiles { king: "ba", rook: "ab" })],
    ..KINGSMEN_PAGE
};

const DARK_HORDE_PAGE: Definition = Definition {
    name: "kingsmendh",
    summary: "Kingsmen against the Dark Horde, an army of leapers that gain the knight's moves",
    rules: include_str!("../kingsmendh/page.md"),
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
    ..KINGSMEN_PAGE
};

/// White's Kingsmen against Black's Dark Horde.
pub static KINGSMEN_DARK_HORDE: Spec = Spec::new(DARK_HORDE_PAGE);

/// White's Dark Horde against Black's Kingsmen.
pub static DARK_HORDE_KINGSMEN: Spec = Spec::new(Definition {
    name: "dhkingsmen",
    summary: "The Dark Horde against Kingsmen: the same armies with White's and Black's exchanged",
    rules: include_str!("../dhkingsmen/page.md"),
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/GGGGGGGGG/9/VTSSDSSTV w kq - 0 1",
    ..DARK_HORDE_PAGE
});
