//! Games from a file, against their slow twin.

mod counts;
mod diagrams;
mod ends;
mod engine;
