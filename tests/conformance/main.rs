//! What must be true of every game: the same checks for each in the registry.
//!
//! Each check has a quick run and a deep one: `cargo test --release --test conformance -- --include-ignored`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../reference/mod.rs"]
mod reference;

mod client;
mod evaluation;
mod exchange;
mod flip;
mod moves;
mod positions;
mod state;
mod text;
