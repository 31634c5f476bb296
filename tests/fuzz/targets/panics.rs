//! Panics in threads of the engine, which it survives, but which must not happen.

use std::panic;
use std::sync::{Mutex, Once, PoisonError};

static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes the panics of all threads but those of tests from now on.
pub fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            // The thread of a test has the test's name.
            if !thread.name().is_some_and(|name| name == "main" || name.contains("::")) {
                SEEN.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
            }
            earlier(info);
        }));
    });
}

/// Panics if a thread did since the last call.
pub fn check() {
    let seen = std::mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner));
    assert!(seen.is_empty(), "a thread panicked: {}", seen.join("; "));
}
