//! What must be true of every game: each check for each game of the registry.

mod actions;
mod client;
mod evaluation;
mod exchange;
mod flip;
mod moves;
mod state;
mod text;
