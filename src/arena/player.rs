//! An engine in play: the connection to it, and the protocol that it speaks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::cecp::Cecp;
use super::connection::{Connection, Fault};
use super::group::Processes;
use super::limits::EngineLimits;
use super::process::Process;
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
    connection: Box<dyn Connection>,
    protocol: Box<dyn Protocol>,
    limits: EngineLimits,
    ponders: bool,
    /// How long it may take to answer a request to move at once.
    stop_timeout: Duration,
    healthy: bool,
}

impl Player {
    /// Starts an engine for a game. `patience` is the longest wait for any answer; setting `stop` ends every wait.
    pub fn start(
        engine: &EngineSpec,
        game: &'static Spec,
        patience: Duration,
        processes: &Processes,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        Self::connect(Box::new(Process::start(engine, processes, stop)?), engine, game, patience)
    }

    /// Prepares an engine for a game over a connection that has just been made.
    pub fn connect(
        mut connection: Box<dyn Connection>,
        engine: &EngineSpec,
        game: &'static Spec,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let limits = engine.limits;
        let protocol: Box<dyn Protocol> = match engine.language {
            Language::Uci => Box::new(Uci::start(&mut *connection, engine, game, patience)?),
            Language::Cecp => Box::new(Cecp::start(&mut *connection, engine, game, &limits, patience)?),
        };
        let (ponders, stop_timeout) = (engine.ponders(), engine.scaled(STOP_TIMEOUT));
        Ok(Self { connection, protocol, limits, ponders, stop_timeout, healthy: true })
    }

    /// The limits of its searches.
    pub fn limits(&self) -> EngineLimits {
        self.limits
    }

    /// Whether the engine can play another game.
    pub fn is_healthy(&mut self) -> bool {
        self.healthy && self.protocol.can_begin() && self.connection.is_alive()
    }

    /// Begins a game from this FEN, the start position if `None`.
    pub fn begin(&mut self, start: Option<&str>) -> Result<(), Fault> {
        let begun = self.protocol.begin(&mut *self.connection, start, &self.limits);
        self.note(begun)
    }

    /// Asks for a move.
    pub fn think(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let reply = self.protocol.think(&mut *self.connection, request);
        self.note(reply)
    }

    /// Whether it thinks on the opponent's time.
    pub fn ponders(&self) -> bool {
        self.ponders
    }

    /// Lets the engine think on the opponent's time, see [`Protocol::ponder`].
    pub fn ponder(&mut self, request: &MoveRequest<'_>) -> Result<(), Fault> {
        let begun = self.protocol.ponder(&mut *self.connection, request);
        self.note(begun)
    }

    /// Stops the search of an engine that exceeded its time; `false` if it does not answer.
    pub fn stop(&mut self) -> bool {
        self.healthy = self.protocol.stop(&mut *self.connection, Instant::now() + self.stop_timeout).is_ok();
        self.healthy
    }

    /// Tells the engine the result of the game, and the reason.
    pub fn finish(&mut self, result: GameResult, why: &str) {
        if self.healthy {
            self.healthy = self.protocol.finish(&mut *self.connection, result, why).is_ok();
        }
    }

    /// Tells the engine to quit, and waits until it does.
    pub fn quit(self) {
        self.connection.quit();
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        self.healthy &= result.is_ok();
        result
    }
}
