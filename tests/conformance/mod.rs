//! What must be true of every game: each check for each game of the registry.

mod actions;
mod client;
mod evaluation;
mod exchange;
mod flip;
pub mod moves;
pub mod state;
pub mod text;
