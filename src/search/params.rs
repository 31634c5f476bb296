//! The parameters of the search. Margins and scores are in centipawns, depths in plies, reductions in 1024ths of a ply,
//! history values within [`HISTORY_LIMIT`].

use crate::types::Score;

/// The greatest absolute history value.
pub const HISTORY_LIMIT: i32 = 16_384;

/// First half-width of the aspiration window.
pub const ASPIRATION_WINDOW: Score = 14;
/// The first iteration that is searched with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility pruning: greatest depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility pruning: margin a ply.
pub const REVERSE_FUTILITY_MARGIN: Score = 75;
/// Razoring: greatest depth.
pub const RAZORING_DEPTH: i32 = 3;
/// Razoring: margin a ply.
pub const RAZORING_MARGIN: Score = 280;
/// Null move pruning: least depth.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Null move pruning: from this depth on, a cutoff is verified by a search without null moves.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 12;
/// ProbCut: least depth.
pub const PROBCUT_DEPTH: i32 = 5;
/// ProbCut: margin above beta that a capture must reach in the shallow search.
pub const PROBCUT_MARGIN: Score = 180;
/// Internal iterative reduction: least depth.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility pruning of quiet moves: greatest reduced depth.
pub const FUTILITY_DEPTH: i32 = 8;
/// Futility pruning: base margin.
pub const FUTILITY_BASE: Score = 110;
/// Futility pruning: margin a ply.
pub const FUTILITY_MARGIN: Score = 85;
/// Late move pruning: greatest depth.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Late move pruning: number of moves at depth 0.
pub const LATE_MOVE_BASE: i32 = 4;
/// History pruning: greatest reduced depth.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;
/// History pruning: quiet moves with a history below this, a ply, are skipped.
pub const HISTORY_PRUNING_MARGIN: i32 = -4_000;
/// Exchange pruning: greatest depth.
pub const EXCHANGE_DEPTH: i32 = 8;
/// Exchange pruning of quiet moves: accepted loss a ply squared.
pub const EXCHANGE_QUIET_MARGIN: Score = -25;
/// Exchange pruning of captures: accepted loss a ply.
pub const EXCHANGE_NOISY_MARGIN: Score = -95;

/// Singular extension: least depth.
pub const SINGULAR_DEPTH: i32 = 6;
/// Singular extension: margin a ply below the table's score that the other moves must miss.
pub const SINGULAR_MARGIN: Score = 1;
/// Double extension: margin below the singular bound that the other moves must miss.
pub const DOUBLE_EXTENSION_MARGIN: Score = 18;
/// Double extension: greatest number in one line.
pub const DOUBLE_EXTENSIONS: u8 = 8;

/// Late move reduction, base + ln depth * ln number / divisor: the base, in plies.
pub const REDUCTION_BASE: f64 = 0.55;
/// Late move reduction: the divisor, see [`REDUCTION_BASE`].
pub const REDUCTION_DIVISOR: f64 = 2.1;
/// Less reduction in nodes that are or were on a principal variation.
pub const REDUCTION_PV: i32 = 1_200;
/// More reduction in expected cut nodes.
pub const REDUCTION_CUT: i32 = 1_500;
/// More reduction if the static evaluation is not improving.
pub const REDUCTION_NOT_IMPROVING: i32 = 600;
/// Less reduction for moves that give check.
pub const REDUCTION_CHECK: i32 = 800;
/// Less reduction for killers, counter moves and forcing moves.
pub const REDUCTION_KILLER: i32 = 1_000;
/// More reduction if the hash move is a capture or promotion.
pub const REDUCTION_NOISY_HASH: i32 = 700;
/// Less reduction for captures and promotions.
pub const REDUCTION_NOISY: i32 = 1_000;
/// The history value worth a ply of reduction.
pub const REDUCTION_HISTORY: i32 = 12_000;

/// More reduction, in plies, for moves after which the same side moves again: they double the number of moves, and
/// their second halves multiply it.
pub const REDUCTION_AGAIN: i32 = 1;
/// Move ordering: malus for moves after which the same side moves again.
pub const ORDER_AGAIN: i32 = 24_000;

/// Delta pruning in quiescence: margin beyond the captured material.
pub const DELTA_MARGIN: Score = 160;
/// Quiescence: least exchange value of captures.
pub const QUIESCENCE_EXCHANGE: Score = -20;

/// Plies that continuation history looks back.
pub const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// Correction history: table values in a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;
/// Correction history: greatest table value.
pub const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

/// The history bonus for a move that failed high.
#[inline(always)]
pub fn history_bonus(depth: i32) -> i32 {
    (150 * depth - 60).clamp(0, 1_700)
}

/// The history malus for moves searched before the one that failed high.
#[inline(always)]
pub fn history_malus(depth: i32) -> i32 {
    (180 * depth - 60).clamp(0, 1_500)
}

/// The history bonus for a quiet move after which its side's static evaluation is higher by `gain`, for a node below it
/// with this depth.
#[inline(always)]
pub fn evaluation_bonus(depth: i32, gain: Score) -> i32 {
    (8 * depth * gain).clamp(-1_000, 1_000)
}

/// Null move pruning: the reduction, in plies.
#[inline(always)]
pub fn null_move_reduction(depth: i32, above_beta: Score) -> i32 {
    4 + depth / 4 + (above_beta / 200).min(3)
}

/// Late move pruning: the number of moves after which quiet ones are skipped.
#[inline(always)]
pub fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = LATE_MOVE_BASE + depth * depth * 3 / 2;
    if improving { count } else { count / 2 }
}
