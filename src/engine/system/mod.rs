//! What depends on the system that runs the program, files aside: time, random numbers, threads, and where networks come from.
//! Where there are no threads, as in a page of a browser, the caller of [`receive`] does the work that [`start`] was given.

#[cfg_attr(not(target_family = "wasm"), path = "native.rs")]
#[cfg_attr(target_family = "wasm", path = "embedded.rs")]
mod platform;

use std::io;

use thiserror::Error;

pub(crate) use platform::bundled_network;
pub use platform::*;

/// The system gave no thread, as it does when a process has too many or too little memory.
#[derive(Debug, Error)]
#[error("no thread for {purpose}: {error}")]
pub struct ThreadError {
    /// What the thread was to do.
    purpose: &'static str,
    /// Why there is none.
    error: io::Error,
}

impl ThreadError {
    /// There is no thread for this purpose.
    pub const fn new(purpose: &'static str, error: io::Error) -> Self {
        Self { purpose, error }
    }
}

impl From<ThreadError> for io::Error {
    fn from(error: ThreadError) -> Self {
        Self::new(error.error.kind(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error passes through where only errors of input and output do.
    #[test]
    fn errors_say_for_what_there_is_no_thread() {
        let error = ThreadError::new("the search", io::ErrorKind::WouldBlock.into());
        assert!(error.to_string().starts_with("no thread for the search: "), "{error}");
        let error = io::Error::from(error);
        assert!(error.downcast::<ThreadError>().is_ok_and(|error| error.purpose == "the search"));
    }
}
