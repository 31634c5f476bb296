//! Scores: centipawns, or plies to mate.

use super::{Solved, Verdict};

/// A score in centipawns from the side to move's view. From ±[`MATE_BOUND`] on it encodes the distance to mate.
pub type Score = i32;

/// A side that is mated now scores `-MATE`.
pub const MATE: Score = 32_000;
/// Greater than every score.
pub const INFINITE: Score = 32_500;
/// The maximum length of a line from the root, in plies.
pub const MAX_PLY: usize = 256;
/// Scores of at least this magnitude are proven mates.
pub const MATE_BOUND: Score = MATE - 2 * MAX_PLY as Score;
/// Static evaluations do not exceed this magnitude.
pub const EVAL_BOUND: Score = MATE_BOUND - 1;
/// The score of a draw.
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

/// The score of a result for the side to move after `ply` plies from the root. A win or loss counts as a mate.
#[inline(always)]
pub const fn score_of(verdict: Verdict, ply: usize) -> Score {
    match verdict {
        Verdict::Loss => mated_in(ply),
        Verdict::Draw => DRAW,
        Verdict::Win => mate_in(ply),
    }
}

/// The score of a solved position after `ply` plies from the root. Mates that are too far away for an exact score are as far as
/// one can be.
pub const fn score_of_solved(solved: Solved, ply: usize) -> Score {
    const LONGEST: usize = 2 * MAX_PLY - 1;
    let (plies, is_won) = match solved {
        Solved::Draw => return DRAW,
        Solved::Win(plies) => (ply + plies as usize, true),
        Solved::Loss(plies) => (ply + plies as usize, false),
    };
    let plies = if plies < LONGEST { plies } else { LONGEST };
    if is_won { mate_in(plies) } else { mated_in(plies) }
}

/// Whether the score is a mate for either side.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Plies until mate: positive if the side to move mates, negative or 0 if it is mated; `None` if the score is not a mate.
pub const fn plies_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        None
    } else if score > 0 {
        Some(MATE - score)
    } else {
        Some(-MATE - score)
    }
}

/// Moves until mate as UCI and CECP count them: `n` if the side to move mates with its `n`th move, `-n` if it is mated
/// after `n` more of its own moves, 0 if it is mated now; `None` if the score is not a mate.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    match plies_to_mate(score) {
        None => None,
        Some(plies) if plies > 0 => Some((plies + 1) / 2),
        Some(plies) => Some(plies / 2),
    }
}

/// The score of a mate in this number of moves, counted as [`moves_to_mate`] counts them. A number that no search of ours
/// reaches becomes the longest mate.
pub fn mate_in_moves(moves: i64) -> Score {
    let plies = if moves > 0 { moves.saturating_mul(2) - 1 } else { moves.saturating_neg().saturating_mul(2) };
    let score = MATE - plies.clamp(0, i64::from(MATE - MATE_BOUND)) as Score;
    if moves > 0 { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_to_move() {
        let cases = [
            (-35, None),
            (mate_in(1), Some(1)),
            (mate_in(5), Some(3)),
            (mated_in(0), Some(0)),
            (mated_in(4), Some(-2)),
        ];
        for (score, moves) in cases {
            assert_eq!(moves_to_mate(score), moves, "{score}");
        }
    }

    #[test]
    fn mates_of_others_become_ours() {
        assert_eq!(mate_in_moves(1), mate_in(1));
        assert_eq!(mate_in_moves(3), mate_in(5));
        assert_eq!(mate_in_moves(0), mated_in(0));
        assert_eq!(mate_in_moves(-2), mated_in(4));
        for moves in [i64::MIN, -100_000, 100_000, i64::MAX] {
            assert!(is_mate(mate_in_moves(moves)), "{moves}");
        }
    }
}
