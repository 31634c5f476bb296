//! An engine in play: its process, and the protocol by which it is asked for moves.

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

/// How long an engine may take to answer a request to move at once.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// What an engine reported about its search for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// The score from the engine's view, in centipawns or as a mate score.
    pub score: Option<Score>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
}

/// An engine's answer to a request for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// A move in coordinate notation. It may be illegal or malformed.
    Move(String),
    /// The engine resigns.
    Resign,
    /// The engine claims that the game is over, or that a move was illegal. Holds the claim.
    Claim(String),
}

/// An answer, with what the engine reported about its search.
#[derive(Clone, Debug)]
pub(super) struct MoveReply {
    pub answer: Answer,
    /// What the engine reported before its answer.
    pub info: SearchInfo,
    /// The time from the request to the answer.
    pub elapsed: Duration,
}

/// A request for a move.
pub(super) struct MoveRequest<'a> {
    /// The FEN of the start; `None` for the game's start position.
    pub start: Option<&'a str>,
    /// All moves since the start, in coordinate notation.
    pub moves: &'a [String],
    /// The side to move.
    pub side: Color,
    /// The clocks of White and Black.
    pub clocks: [&'a GameClock; 2],
    /// The longest wait for the answer.
    pub patience: Duration,
}

/// The protocol of an engine, seen from the referee.
pub(super) trait Protocol: Send + std::fmt::Debug {
    /// Begins a game from this FEN, the start position if `None`. The engine is to forget earlier games.
    fn begin(&mut self, process: &mut Process, start: Option<&str>, limits: &EngineLimits) -> Result<(), Fault>;

    /// Asks for a move.
    fn think(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<MoveReply, Fault>;

    /// Tells the engine to move at once, and waits for its move until then.
    fn stop(&mut self, process: &mut Process, until: Instant) -> Result<(), Fault>;

    /// Tells the engine the result of the game, and the reason.
    fn finish(&mut self, process: &mut Process, result: GameResult, why: &str) -> Result<(), Fault>;
}

/// An engine that was started for a match.
#[derive(Debug)]
pub(super) struct Player {
    process: Process,
    protocol: Box<dyn Protocol>,
    limits: EngineLimits,
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
        Ok(Self { process, protocol, limits, healthy: true })
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

/// A score in centipawns, clamped to the range of evaluations.
pub(super) fn centipawns(number: i64) -> Score {
    number.clamp(-i64::from(EVAL_BOUND), i64::from(EVAL_BOUND)) as Score
}

/// The score of a mate in this number of moves; zero or below: the engine is mated in as many.
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
