//! An engine that plays: its process, and the language in which it is asked for moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::cecp::Cecp;
use super::limits::{EngineLimits, GameClock};
use super::process::{Fault, Process};
use super::spec::{EngineSpec, Language};
use super::uci::Uci;
use crate::board::Spec;
use crate::types::score::{EVAL_BOUND, MATE, MATE_BOUND};
use crate::types::{Color, GameResult, Score};

/// The time for an engine that was told to move at once.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// What an engine told about its search for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// From the engine's own view.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// What an engine answers when it is its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// A move in the notation of our own, if it is one.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that the game is over, or that it cannot go on.
    Claim(String),
}

/// An answer, with what led to it.
#[derive(Clone, Debug)]
pub(super) struct MoveReply {
    /// The answer.
    pub answer: Answer,
    /// What the engine told before.
    pub info: SearchInfo,
    /// The time that it took.
    pub elapsed: Duration,
}

/// The state of the game when it is an engine's turn.
pub(super) struct MoveRequest<'a> {
    /// The position at the beginning, if it was not the game's start position.
    pub start: Option<&'a str>,
    /// All moves since.
    pub moves: &'a [String],
    /// The side to move.
    pub side: Color,
    /// White's clock and Black's.
    pub clocks: [&'a GameClock; 2],
    /// How long to wait.
    pub patience: Duration,
}

/// The language of an engine.
pub(super) trait Protocol: Send + std::fmt::Debug {
    /// Begins a game from this position, or from the game's start position; what was learned before is forgotten.
    fn begin(&mut self, process: &mut Process, start: Option<&str>, limits: &EngineLimits) -> Result<(), Fault>;

    /// Asks for a move.
    fn think(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<MoveReply, Fault>;

    /// Tells the engine to move at once, and waits for that.
    fn stop(&mut self, process: &mut Process, until: Instant) -> Result<(), Fault>;

    /// Tells the engine how the game has ended, and why.
    fn finish(&mut self, process: &mut Process, result: GameResult, why: &str) -> Result<(), Fault>;
}

/// An engine that plays one of our games.
#[derive(Debug)]
pub(super) struct Player {
    process: Process,
    protocol: Box<dyn Protocol>,
    limits: EngineLimits,
    healthy: bool,
}

impl Player {
    /// Starts an engine for a game; `patience` is the time for each of its answers.
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
        Ok(Self { process, protocol, limits, healthy: true })
    }

    /// The limits under which it plays.
    pub fn limits(&self) -> EngineLimits {
        self.limits
    }

    /// Whether it can play another game.
    pub fn is_healthy(&mut self) -> bool {
        self.healthy && self.process.is_alive()
    }

    /// Begins a game from this position, or from the game's start position.
    pub fn begin(&mut self, start: Option<&str>) -> Result<(), Fault> {
        let begun = self.protocol.begin(&mut self.process, start, &self.limits);
        self.note(begun)
    }

    /// Asks for a move.
    pub fn think(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let reply = self.protocol.think(&mut self.process, request);
        self.note(reply)
    }

    /// Makes an engine that is late leave off, so that it can play the next game. `false` if it does not.
    pub fn stop(&mut self) -> bool {
        self.healthy = self.protocol.stop(&mut self.process, Instant::now() + STOP_TIMEOUT).is_ok();
        self.healthy
    }

    /// Tells the engine how the game has ended.
    pub fn finish(&mut self, result: GameResult, why: &str) {
        if self.healthy {
            self.healthy = self.protocol.finish(&mut self.process, result, why).is_ok();
        }
    }

    /// Tells the engine to quit.
    pub fn quit(self) {
        self.process.quit();
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        self.healthy &= result.is_ok();
        result
    }
}

/// A score in centipawns, within the bounds of evaluations.
pub(super) fn centipawns(number: i64) -> Score {
    number.clamp(-i64::from(EVAL_BOUND), i64::from(EVAL_BOUND)) as Score
}

/// The score of a mate in so many moves; negative, or zero, for being mated.
pub(super) fn mate_in_moves(moves: i64) -> Score {
    let plies = if moves > 0 { moves.saturating_mul(2) - 1 } else { moves.saturating_neg().saturating_mul(2) };
    let score = MATE - plies.clamp(0, i64::from(MATE - MATE_BOUND)) as Score;
    if moves > 0 { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{is_mate, mate_in, mated_in};

    #[test]
    fn mates_of_others_become_ours() {
        assert_eq!(mate_in_moves(1), mate_in(1));
        assert_eq!(mate_in_moves(3), mate_in(5));
        assert_eq!(mate_in_moves(0), mated_in(0));
        assert_eq!(mate_in_moves(-2), mated_in(4));
        for moves in [i64::MIN, -100_000, 100_000, i64::MAX] {
            assert!(is_mate(mate_in_moves(moves)), "{moves}");
        }
        assert!(!is_mate(centipawns(i64::MAX)) && !is_mate(centipawns(i64::MIN)));
    }
}
