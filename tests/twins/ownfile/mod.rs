//! The slow twin of games from a file: it reads the same format.

pub mod builtin;
pub mod pieces;
pub mod position;
pub mod random;
pub mod reader;
pub mod rules;
