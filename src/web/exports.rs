//! What the surrounding program calls.

#![allow(unsafe_code)]

use std::cell::RefCell;

use super::{measure, obey, prepare};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Memory for this many bytes, which are the argument of the next function that takes one.
// SAFETY: no other function of the module has this name, as of those below.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    prepare();
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// The bytes that were written to [`input`].
fn take_input() -> Vec<u8> {
    INPUT.take()
}

/// Obeys the request that was written to [`input`]. Returns when it is done, a search too.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    obey(&String::from_utf8_lossy(&take_input()));
}

/// The nodes of the fixed searches of the game that was written to [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn bench() -> f64 {
    measure::bench(&String::from_utf8_lossy(&take_input())) as f64
}

/// The perft count, to this depth, of the game and the FEN that were written to [`input`], each on a line.
#[unsafe(no_mangle)]
pub extern "C" fn perft(depth: u32) -> f64 {
    measure::perft(&String::from_utf8_lossy(&take_input()), depth) as f64
}
