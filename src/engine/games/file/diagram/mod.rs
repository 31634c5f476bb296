//! Interactive Diagrams: games as the authors of chess variants define them on their pages, for a script by H.G. Muller that
//! shows boards there. A definition is a list of settings and of rows with a piece each.
//!
//! A definition becomes a [`Draft`], as a section of the other format does: checks, data for the board, rule page and
//! messages are the same. Keys of appearance are ignored; a rule that is not played is an error that names the line.

mod array;
mod blocks;
mod castling;
mod pieces;
mod promotion;
mod read;
mod rules;
mod steps;
#[cfg(test)]
mod tests;
mod write;
mod xbetza;

pub(super) use blocks::is_diagram;
pub(super) use read::read;
pub(super) use rules::{APPEARANCE, REFUSED, RULE_KEYS};
