//! The games that are data, as the format of games files has them: built-in ones and those of any file.

mod ends;
mod hands;
pub mod pieces;
pub mod position;
pub mod reader;
pub mod rules;
