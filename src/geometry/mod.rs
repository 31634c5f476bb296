//! What squares have to do with each other: lines, leaps and the attacks of sliders.
//!
//! Everything here is about the 12x10 numbering; smaller boards mask the results.

mod leaps;
mod lines;

pub use leaps::{Leap, king_steps, leaps, pawn_attacks, set_pawn_attacks};
pub use lines::{between, bishop_attacks, line, rook_attacks, within_two};
