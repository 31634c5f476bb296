//! Kingsmen on a board of three files.

use crate::board::{Definition, regular_game};
use crate::games::kingsmen;

regular_game!(
    /// Kingsmen on 3x9.
    Kingsmen39,
    PAGE
);

const PAGE: Definition = Definition {
    name: "kingsmen39",
    summary: "Kingsmen on a board of three files: the king castles by changing places with a rook",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1",
    earlier_rules: Some("step 1 Crowning(3)"),
    ..Definition::new(3, 9, kingsmen::PAGE.pieces).pieces_are_crowned(3).castles(["bc", "cb"], ["ba", "ab"])
};
