//! What a protocol does for the referee, and what is asked and answered by it.

use std::time::{Duration, Instant};

use super::connection::{Connection, Fault};
use super::limits::{EngineLimits, GameClock};
use crate::types::score::EVAL_BOUND;
use crate::types::{Color, GameResult, Score};

/// How long an engine may take to process what it was sent before it is asked for a move, without using its time.
pub(super) const SYNC_TIMEOUT: Duration = Duration::from_secs(2);

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
    /// The reply that the engine expects, in coordinate notation. It may be illegal or malformed.
    pub expected: Option<String>,
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
    fn begin(&mut self, process: &mut dyn Connection, start: Option<&str>, limits: &EngineLimits) -> Result<(), Fault>;

    /// Asks for a move.
    fn think(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<MoveReply, Fault>;

    /// Lets the engine think on the opponent's time. The last move of the request is the reply that it expects.
    fn ponder(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<(), Fault>;

    /// Tells the engine to move at once, and waits for its move until then.
    fn stop(&mut self, process: &mut dyn Connection, until: Instant) -> Result<(), Fault>;

    /// Tells the engine the result of the game, and the reason.
    fn finish(&mut self, process: &mut dyn Connection, result: GameResult, why: &str) -> Result<(), Fault>;

    /// Whether the engine can play a game more.
    fn can_begin(&self) -> bool;
}

/// A score in centipawns, clamped to the range of evaluations.
pub(super) fn centipawns(number: i64) -> Score {
    number.clamp(-i64::from(EVAL_BOUND), i64::from(EVAL_BOUND)) as Score
}
