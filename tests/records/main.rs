//! Records of games: algebraic notation, PGN in and out, and the commands that read it.

#[path = "../client/mod.rs"]
mod client;

mod commands;
mod reading;
mod round_trip;
mod san;
