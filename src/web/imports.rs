//! What the surrounding program provides.

#![allow(unsafe_code)]

use log::{LevelFilter, Metadata, Record};

#[link(wasm_import_module = "host")]
// SAFETY: the functions take numbers and return numbers. Of the memory the safe ones only read the range that they are given.
unsafe extern "C" {
    /// Milliseconds since some moment.
    pub safe fn now() -> f64;
    /// A random number from 0 to below 1.
    safe fn random() -> f64;
    /// Whether the search is to end; 0: it goes on.
    pub safe fn stop_asked() -> i32;
    /// Loads the network of the game with this name, in UTF-8. Its length in bytes; 0 if there is none.
    safe fn load_network(name: *const u8, length: usize) -> usize;
    /// Writes the network that was loaded last.
    fn write_network(place: *mut u8);
    /// Takes an answer or an event, in UTF-8.
    safe fn send(text: *const u8, length: usize);
    /// Takes a line for the log, in UTF-8.
    safe fn complain(text: *const u8, length: usize);
}

/// A random number.
pub fn random_number() -> u64 {
    let word = || (random() * f64::from(u32::MAX)) as u64;
    word() << 32 | word()
}

/// The file of a game's network.
pub fn network(game: &str) -> Option<Vec<u8>> {
    let length = load_network(game.as_ptr(), game.len());
    let mut bytes = vec![0; length];
    // SAFETY: the function writes as many bytes as the other one has told.
    unsafe { write_network(bytes.as_mut_ptr()) };
    (length > 0).then_some(bytes)
}

/// Sends an answer or an event.
pub fn send_bytes(text: &[u8]) {
    send(text.as_ptr(), text.len());
}

/// Sends warnings, and what a panic says before it ends the module.
pub struct Log;

impl Log {
    /// From now on there is this log.
    pub fn install() {
        std::panic::set_hook(Box::new(|panic| complain_of(&panic.to_string())));
        if log::set_logger(&Self).is_ok() {
            log::set_max_level(LevelFilter::Warn);
        }
    }
}

impl log::Log for Log {
    fn enabled(&self, _: &Metadata) -> bool {
        true
    }

    fn log(&self, record: &Record) {
        complain_of(&record.args().to_string());
    }

    fn flush(&self) {}
}

fn complain_of(text: &str) {
    complain(text.as_ptr(), text.len());
}
