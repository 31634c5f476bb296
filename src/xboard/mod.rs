//! XBoard's dialect: how its moves, positions and lists of moves say those of a game, which pictures and movements it shows
//! for pieces, what its mouse enters, and how it is started.

mod drawings;
mod flat;
pub mod hand;
pub mod launch;
mod movement;
pub mod notation;
pub(crate) mod pictures;
pub mod plies;
mod slots;
