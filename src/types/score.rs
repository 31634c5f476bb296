//! Scores in centipawns, mates by plies.

/// A score in centipawns from the side to move's view; beyond ±[`MATE_BOUND`] the distance to mate.
pub type Score = i32;

/// The score of being mated now is `-MATE`.
pub const MATE: Score = 32_000;
/// Above every score.
pub const INFINITE: Score = 32_500;
/// The deepest line from the root, in plies.
pub const MAX_PLY: usize = 256;
/// Scores of this size and beyond are proven mates.
pub const MATE_BOUND: Score = MATE - 2 * MAX_PLY as Score;
/// Evaluations stay within this size.
pub const EVAL_BOUND: Score = MATE_BOUND - 1;
/// A draw.
pub const DRAW: Score = 0;

/// The score of being mated after `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The score of giving mate after `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether the score says that somebody is mated.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Plies until mate: positive when the side to move mates, negative when it is mated.
pub const fn plies_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        None
    } else if score > 0 {
        Some(MATE - score)
    } else {
        Some(-MATE - score)
    }
}
