//! Geometry of the board: lines, leaps and slider attacks.
//!
//! Everything here is computed for 12x10; smaller boards mask the results.

mod leaps;
mod lines;

pub use leaps::{Leap, king_steps, leaps, pawn_attacks, set_pawn_attacks};
pub use lines::{between, bishop_attacks, line, rook_attacks, within_two};
