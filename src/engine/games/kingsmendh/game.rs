//! Kingsmen against the Dark Horde, whose pieces gain the knight's moves instead of the king's.

use crate::board::{Definition, Spec, piece, regular_game, spec};
use crate::games::kingsmen::{
    BISHOP, CROWNED_BISHOP, CROWNED_KNIGHT, CROWNED_PAWN, CROWNED_ROOK, KING, KNIGHT, PAWN, ROOK,
};

regular_game!(
    /// Kingsmen against the Dark Horde, or the reverse. The two games differ only in name and array, and share a compilation; the
    /// field is the data with the game's own name and array.
    DarkHorde,
    PAGE,
    shared by the names of SPEC
);

/// The game's page.
pub(in crate::games) const PAGE: Definition = Definition {
    name: "kingsmendh",
    summary: "Kingsmen against the Dark Horde, an army of leapers that gain the knight's moves",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1",
    earlier_rules: Some("step 1 Crowning(3)"),
    ..Definition::new(
        9,
        9,
        &[
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
    )
    .pieces_are_crowned(3)
    .castles(["eg", "if"], ["ec", "ad"])
};

/// White's Kingsmen against Black's Dark Horde.
static SPEC: Spec = spec!(PAGE);
