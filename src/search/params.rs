//! Every number of the search that could be tuned. Margins and scores in centipawns, depths in plies, reductions in
//! 1024ths of a ply, history values up to [`HISTORY_LIMIT`].

use crate::types::Score;

/// The bound of history values.
pub const HISTORY_LIMIT: i32 = 16_384;

/// First half-width of the aspiration window.
pub const ASPIRATION_WINDOW: Score = 14;
/// The first iteration that is searched with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: depth up to which, and margin a ply.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// See [`REVERSE_FUTILITY_DEPTH`].
pub const REVERSE_FUTILITY_MARGIN: Score = 75;
/// Razoring: depth up to which, and margin a ply.
pub const RAZORING_DEPTH: i32 = 3;
/// See [`RAZORING_DEPTH`].
pub const RAZORING_MARGIN: Score = 280;
/// Null move: least depth.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a null move's cutoff is verified by a search without null moves.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 12;
/// ProbCut: least depth.
pub const PROBCUT_DEPTH: i32 = 5;
/// ProbCut: how far beyond beta a capture must score in a shallow search.
pub const PROBCUT_MARGIN: Score = 180;
/// Internal iterative reduction: least depth.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility of quiet moves: depth up to which, base margin, and margin a ply.
pub const FUTILITY_DEPTH: i32 = 8;
/// See [`FUTILITY_DEPTH`].
pub const FUTILITY_BASE: Score = 110;
/// See [`FUTILITY_DEPTH`].
pub const FUTILITY_MARGIN: Score = 85;
/// Late move pruning: depth up to which.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Late move pruning: quiet moves that are searched before any pruning.
pub const LATE_MOVE_BASE: i32 = 4;
/// History pruning: depth up to which, and the history a ply below which a quiet move is skipped.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;
/// See [`HISTORY_PRUNING_DEPTH`].
pub const HISTORY_PRUNING_MARGIN: i32 = -4_000;
/// Exchange pruning: depth up to which.
pub const EXCHANGE_DEPTH: i32 = 8;
/// Exchange pruning of quiet moves: loss a ply squared that is accepted.
pub const EXCHANGE_QUIET_MARGIN: Score = -25;
/// Exchange pruning of captures: loss a ply that is accepted.
pub const EXCHANGE_NOISY_MARGIN: Score = -95;

/// Singular extension: least depth.
pub const SINGULAR_DEPTH: i32 = 6;
/// Singular extension: how far below the table's score the other moves must stay, a ply.
pub const SINGULAR_MARGIN: Score = 1;
/// Below the singular bound by so much, a move is extended by two plies.
pub const DOUBLE_EXTENSION_MARGIN: Score = 18;
/// The most double extensions of one line.
pub const DOUBLE_EXTENSIONS: u8 = 8;

/// Late move reduction grows with the logarithms of depth and move number: base and divisor.
pub const REDUCTION_BASE: f64 = 0.55;
/// See [`REDUCTION_BASE`].
pub const REDUCTION_DIVISOR: f64 = 2.1;
/// Reduction less for moves in principal variation nodes.
pub const REDUCTION_PV: i32 = 1_200;
/// Reduction more in nodes that are expected to be cut off.
pub const REDUCTION_CUT: i32 = 1_500;
/// Reduction more when the evaluation has not risen.
pub const REDUCTION_NOT_IMPROVING: i32 = 600;
/// Reduction less for moves that give check.
pub const REDUCTION_CHECK: i32 = 800;
/// Reduction less for killers, countermoves and forcing moves.
pub const REDUCTION_KILLER: i32 = 1_000;
/// Reduction more when the table's move is a capture.
pub const REDUCTION_NOISY_HASH: i32 = 700;
/// Reduction less for captures.
pub const REDUCTION_NOISY: i32 = 1_000;
/// History (the sum of four tables) worth a ply of reduction.
pub const REDUCTION_HISTORY: i32 = 12_000;

/// Reduction more, in plies, for moves after which the same side moves again: there are as many of them as of others,
/// and their second halves multiply them.
pub const REDUCTION_AGAIN: i32 = 1;
/// Where sides do not always take turns, moves after which the same side moves again come so much later.
pub const ORDER_AGAIN: i32 = 24_000;

/// Quiescence: what a capture may fall short of alpha beyond its gain.
pub const DELTA_MARGIN: Score = 160;
/// Quiescence: captures must win at least this by exchange.
pub const QUIESCENCE_EXCHANGE: Score = -20;

/// Continuation history looks back so many plies.
pub const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// Correction of the evaluation: table values for a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;
/// The bound of correction values, in [`CORRECTION_GRAIN`]ths of a centipawn.
pub const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

/// The bonus for a move that was best at a depth.
#[inline(always)]
pub fn history_bonus(depth: i32) -> i32 {
    (150 * depth - 60).clamp(0, 1_700)
}

/// The malus for moves that were tried before the best one.
#[inline(always)]
pub fn history_malus(depth: i32) -> i32 {
    (180 * depth - 60).clamp(0, 1_500)
}

/// Null move: plies by which the search after it is shallower.
#[inline(always)]
pub fn null_move_reduction(depth: i32, above_beta: Score) -> i32 {
    4 + depth / 4 + (above_beta / 200).min(3)
}

/// The number of moves after which quiet ones are skipped.
#[inline(always)]
pub fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = LATE_MOVE_BASE + depth * depth * 3 / 2;
    if improving { count } else { count / 2 }
}
