//! Ways of pieces that are neither leaps nor slides: lame leaps, rides and hops.

use super::betza::{Form, Part, UNLIMITED};
use crate::geometry::{bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Square};

/// A way of a piece that is neither a leap nor a slide.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// To the target unless one of the squares of the path is occupied.
    Lame { path: Bitboard, target: Bitboard },
    /// Along the squares up to the first occupied one.
    Ride(Vec<Square>),
    /// Along these squares of a line, from the one behind the first occupied one up to the next occupied one, or only to
    /// the one just behind.
    Hop { line: Bitboard, is_straight: bool, squares: Vec<Square>, is_short: bool },
}

impl Way {
    /// The way of a part's step from a square; `None` if it leads off the board.
    ///
    /// # Panics
    /// If the step is a leap, see [`is_way`].
    pub fn new(board: Bitboard, part: &Part, color: Color, from: Square, step: (i8, i8)) -> Option<Self> {
        let squares = |range: u8| ride(board, color, from, step, range);
        Some(match part.form {
            Form::Leap => unreachable!("a leap is no way"),
            Form::Hop => {
                let squares = squares(if part.range == 1 { UNLIMITED } else { part.range });
                let line = squares.iter().copied().collect();
                let is_straight = step.0 == 0 || step.1 == 0;
                Self::Hop { line, is_straight, squares, is_short: part.range == 1 }
            }
            Form::Ride => Self::Ride(squares(part.range)),
            Form::LameLeap => {
                let to = step_from(color, from, step).filter(|&to| board.has(to))?;
                Self::Lame { path: lame_path(from, to), target: to.bit() }
            }
        })
    }

    /// The squares reached. Hops go neither over nor to `shunned` squares.
    pub fn reached(&self, from: Square, occupied: Bitboard, shunned: Bitboard) -> Bitboard {
        match self {
            Self::Lame { path, target } if (*path & occupied).is_empty() => *target,
            Self::Lame { .. } => Bitboard::EMPTY,
            Self::Ride(squares) => {
                let mut reached = Bitboard::EMPTY;
                for &square in squares {
                    reached |= square.bit();
                    if occupied.has(square) {
                        break;
                    }
                }
                reached
            }
            Self::Hop { line, is_straight, squares, is_short } => {
                let slide = |occupied| {
                    *line & if *is_straight { rook_attacks(from, occupied) } else { bishop_attacks(from, occupied) }
                };
                let first = slide(occupied);
                let hurdle = first & occupied;
                let behind = slide(occupied ^ hurdle).without(first);
                if (hurdle & shunned).any() || behind.is_empty() || !is_short {
                    return if (hurdle & shunned).any() { Bitboard::EMPTY } else { behind.without(shunned) };
                }
                let at = squares.iter().position(|&square| hurdle.has(square));
                let next = at.and_then(|at| squares.get(at + 1));
                next.map_or(Bitboard::EMPTY, |next| next.bit().without(shunned))
            }
        }
    }

    pub fn potential(&self) -> Bitboard {
        match self {
            Self::Lame { target, .. } => *target,
            Self::Ride(squares) => squares.iter().copied().collect(),
            Self::Hop { squares, .. } => squares.iter().skip(1).copied().collect(),
        }
    }

    /// The number of squares reached, each counted by its chance. `free` is the chance that a square is empty.
    pub fn expected(&self, free: f64) -> f64 {
        match self {
            Self::Lame { path, .. } => free.powi(path.count() as i32),
            Self::Ride(squares) => (0..squares.len() as i32).map(|before| free.powi(before)).sum(),
            Self::Hop { squares, is_short, .. } => {
                // One of the squares before is occupied, the last one if the hop is short, and all others are empty.
                let hurdles = |before: usize| if *is_short { 1.0 } else { before as f64 };
                let chance = |before: usize| hurdles(before) * (1.0 - free) * free.powi(before as i32 - 1);
                (1..squares.len()).map(chance).sum()
            }
        }
    }

    /// Squares whose occupation decides whether the way reaches `target`.
    pub fn decisive(&self, target: Square) -> Bitboard {
        match self {
            Self::Lame { path, target: to } if to.has(target) => *path,
            Self::Ride(squares) | Self::Hop { squares, .. } => {
                squares.iter().take_while(|&&square| square != target).copied().collect()
            }
            Self::Lame { .. } => Bitboard::EMPTY,
        }
    }
}

/// Whether a part's step is a [`Way`]: neither a leap nor a slide.
pub(super) fn is_way(part: &Part, (files, ranks): (i8, i8)) -> bool {
    match part.form {
        Form::Leap => false,
        Form::LameLeap | Form::Hop => true,
        Form::Ride => files.abs() > 1 || ranks.abs() > 1,
    }
}

/// The square one step on, as `color` sees it: Black's steps are White's turned by 180 degrees.
pub(super) fn step_from(color: Color, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    match color {
        Color::White => from.offset(files, ranks),
        Color::Black => from.offset(-files, -ranks),
    }
}

/// The squares of at most `range` steps on a board.
pub(super) fn ride(board: Bitboard, color: Color, from: Square, step: (i8, i8), range: u8) -> Vec<Square> {
    let next = |&at: &Square| step_from(color, at, step).filter(|&square| board.has(square));
    std::iter::successors(next(&from), next).take(range.into()).collect()
}

/// The squares that a lame leap crosses: first diagonally or straight along the longer way, then the rest, so that a
/// knight is blocked on the square beside it.
fn lame_path(from: Square, to: Square) -> Bitboard {
    let mut path = Bitboard::EMPTY;
    let mut at = from;
    while at != to {
        let (files, ranks) = (to.file() as i8 - at.file() as i8, to.rank() as i8 - at.rank() as i8);
        let (along_files, along_ranks) = (files.abs() >= ranks.abs(), ranks.abs() >= files.abs());
        let step = (if along_files { files.signum() } else { 0 }, if along_ranks { ranks.signum() } else { 0 });
        let Some(next) = at.offset(step.0, step.1) else { break };
        at = next;
        if at != to {
            path |= at.bit();
        }
    }
    path
}
