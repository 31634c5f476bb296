//! Games from a file, and their slow twin: it reads the same format, and shares no code with the engine.

mod builtin;
mod counts;
mod engine;
mod pieces;
mod position;
mod random;
mod reader;
mod rules;
