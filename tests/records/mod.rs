//! Records of games: algebraic notation, PGN in and out, and the commands that read it.

mod annotation;
mod commands;
mod dialect;
mod odd;
mod reading;
mod round_trip;
mod san;
mod spellings;
mod xboard;
