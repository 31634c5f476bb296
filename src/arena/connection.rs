//! A connection to an engine: lines to it and from it, and what can go wrong with it.

use std::time::Instant;

use thiserror::Error;

/// Why an engine cannot continue.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The program cannot be run. Holds the reason.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The program has exited. Holds how.
    #[error("has ended ({0})")]
    Exited(String),
    /// No answer came in time.
    #[error("does not answer")]
    NoResponse,
    /// The engine lacks something that the match needs. Holds what.
    #[error("{0}")]
    Unsupported(String),
    /// The match was interrupted; the engine is not at fault.
    #[error("was interrupted")]
    Interrupted,
}

/// A line that an engine wrote.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct EngineLine {
    /// The text, trimmed.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A connection to an engine. Dropping it ends the engine.
pub(super) trait Connection: Send + std::fmt::Debug {
    /// Sends a line.
    fn send(&mut self, line: &str) -> Result<(), Fault>;

    /// Waits for the next line until this instant.
    fn receive(&mut self, until: Instant) -> Result<EngineLine, Fault>;

    /// Whether the engine still runs.
    fn is_alive(&mut self) -> bool;

    /// Tells the engine to quit, and waits until it does.
    fn quit(self: Box<Self>);
}
