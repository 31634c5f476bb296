//! All tests that see the engine from outside: one program, so that everything shared is compiled once.
//!
//! What must hold for every game has a test for each (`GAME` in the test's name); most have a second one, `deep`, that
//! takes long: `cargo test --release --test suite -- --include-ignored`.

mod common;

mod agreement;
mod analyse;
mod arena;
mod catalogue;
mod circles;
mod cli;
mod conformance;
mod faults;
mod files;
mod fuzz;
mod game_files;
mod identity;
mod learn;
#[cfg(unix)]
mod manual;
mod mates;
mod names;
mod networks;
mod ownfile;
mod pages;
mod perft;
mod picture;
mod protocol;
mod records;
mod rules;
mod scratch;
mod search;
mod selfplay;
mod serve;
mod skill;
mod tablebase;
mod tactics;
mod tune;
