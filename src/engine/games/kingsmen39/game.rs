//! Kingsmen on a board of three files.

use crate::board::{CastlingFiles, Definition, regular_game};
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
    files: 3,
    start: "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1",
    castlings: [Some(CastlingFiles { king: "bc", rook: "cb" }), Some(CastlingFiles { king: "ba", rook: "ab" })],
    ..kingsmen::PAGE
};
