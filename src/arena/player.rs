//! An engine in play: its process, and the protocol that it speaks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::cecp::Cecp;
use super::limits::EngineLimits;
use super::process::{Fault, Process};
use super::protocol::{MoveReply, MoveRequest, Protocol};
use super::spec::{EngineSpec, Language};
use super::uci::Uci;
use crate::board::Spec;
use crate::types::GameResult;

/// How long an engine may take to answer a request to move at once.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// An engine that was started for a match.
#[derive(Debug)]
pub(super) struct Player {
    process: Process,
    protocol: Box<dyn Protocol>,
    limits: EngineLimits,
    ponders: bool,
    healthy: bool,
}

impl Player {
    /// Starts an engine for a game. `patience` is the longest wait for any answer; setting `stop` ends every wait.
    pub fn start(
        engine: &EngineSpec,
        limits: EngineLimits,
        game: &'static Spec,
        patience: Duration,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        let mut process = Process::start(engine, stop)?;
        let protocol: Box<dyn Protocol> = match engine.language {
            Language::Uci => Box::new(Uci::start(&mut process, engine, game, patience)?),
            Language::Cecp => Box::new(Cecp::start(&mut process, engine, game, &limits, patience)?),
        };
        Ok(Self { process, protocol, limits, ponders: engine.ponders(), healthy: true })
    }

    /// The limits of its searches.
    pub fn limits(&self) -> EngineLimits {
        self.limits
    }

    /// Whether the engine can play another game.
    pub fn is_healthy(&mut self) -> bool {
        self.healthy && self.process.is_alive()
    }

    /// Begins a game from this FEN, the start position if `None`.
    pub fn begin(&mut self, start: Option<&str>) -> Result<(), Fault> {
        let begun = self.protocol.begin(&mut self.process, start, &self.limits);
        self.note(begun)
    }

    /// Asks for a move.
    pub fn think(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let reply = self.protocol.think(&mut self.process, request);
        self.note(reply)
    }

    /// Whether it thinks on the opponent's time.
    pub fn ponders(&self) -> bool {
        self.ponders
    }

    /// Lets the engine think on the opponent's time, see [`Protocol::ponder`].
    pub fn ponder(&mut self, request: &MoveRequest<'_>) -> Result<(), Fault> {
        let begun = self.protocol.ponder(&mut self.process, request);
        self.note(begun)
    }

    /// Stops the search of an engine that exceeded its time; `false` if it does not answer.
    pub fn stop(&mut self) -> bool {
        self.healthy = self.protocol.stop(&mut self.process, Instant::now() + STOP_TIMEOUT).is_ok();
        self.healthy
    }

    /// Tells the engine the result of the game, and the reason.
    pub fn finish(&mut self, result: GameResult, why: &str) {
        if self.healthy {
            self.healthy = self.protocol.finish(&mut self.process, result, why).is_ok();
        }
    }

    /// Tells the engine to quit, and waits until it does.
    pub fn quit(self) {
        self.process.quit();
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        self.healthy &= result.is_ok();
        result
    }
}
