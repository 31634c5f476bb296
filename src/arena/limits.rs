//! Limits of engines: clocks, fixed times, depths, node counts.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::ArenaError;

/// The largest number of seconds accepted. Sums of such times cannot overflow.
const MAX_SECONDS: f64 = 1e8;

/// A time control: time for a number of moves or for the whole game, and an increment for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which the base time is added again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// Time for these moves or for the game.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Reads a positive number of seconds.
///
/// # Errors
/// When the text is not a positive number, or too large.
pub fn read_seconds(text: &str) -> Result<Duration, ArenaError> {
    let time = duration(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| ArenaError::Seconds(text.to_owned()))
}

fn duration(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..MAX_SECONDS).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

impl FromStr for TimeControl {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<Self, ArenaError> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), time),
                None => (None, text),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let control = Self { moves, base: duration(base)?, increment: duration(increment)? };
            (!control.base.is_zero()).then_some(control)
        };
        read().ok_or_else(|| ArenaError::TimeControl(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// The limits of an engine's searches. All that are given apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineLimits {
    /// The time control.
    pub clock: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// Plies of each search.
    pub depth: Option<u32>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
}

impl EngineLimits {
    /// Whether there is no limit.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for EngineLimits {
    /// The form of the command line: `tc=5+0.05 depth=8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("st={}", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// One side's clock during a game.
#[derive(Clone, Debug)]
pub struct GameClock {
    limits: EngineLimits,
    left: Duration,
    made: u32,
}

impl GameClock {
    /// The clock at the beginning of a game.
    pub fn new(limits: EngineLimits) -> Self {
        Self { limits, left: limits.clock.map_or(Duration::ZERO, |clock| clock.base), made: 0 }
    }

    /// The engine's limits.
    pub fn limits(&self) -> &EngineLimits {
        &self.limits
    }

    /// The time left; `None` without a time control.
    pub fn left(&self) -> Option<Duration> {
        self.limits.clock.map(|_| self.left)
    }

    /// Moves until the base time is added again; `None` if it is for the whole game.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.limits.clock?.moves?;
        Some(moves - self.made % moves)
    }

    /// The longest time that the next move may take; `None` if time is not limited.
    pub fn budget(&self) -> Option<Duration> {
        [self.left(), self.limits.move_time].into_iter().flatten().min()
    }

    /// Counts a move that took this time.
    pub fn moved(&mut self, elapsed: Duration) {
        self.made += 1;
        let Some(clock) = self.limits.clock else { return };
        self.left = self.left.saturating_sub(elapsed) + clock.increment;
        if clock.moves.is_some_and(|moves| self.made.is_multiple_of(moves)) {
            self.left += clock.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["5+0.05", "40/60+0.5", "60", "0.1+0.01", "40/300"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        for text in ["", "0", "x", "5+", "+1", "0/5", "-5", "5+-1", "40/", "nan", "inf", "1e99", "5+0.1+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_gains_increments_and_sessions() {
        let clock = "3/10+1".parse().expect("a time control");
        let mut clock = GameClock::new(EngineLimits { clock: Some(clock), ..EngineLimits::default() });
        let mut shown = Vec::new();
        for _ in 0..4 {
            shown.push((clock.left().expect("a clock").as_secs(), clock.moves_to_go().expect("sessions")));
            clock.moved(Duration::from_secs(4));
        }
        assert_eq!(shown, [(10, 3), (7, 2), (4, 1), (11, 3)]);
    }

    #[test]
    fn the_tighter_limit_is_the_budget() {
        let clock = Some("10".parse().expect("a time control"));
        let limits = EngineLimits { clock, move_time: Some(Duration::from_secs(2)), ..EngineLimits::default() };
        assert_eq!(GameClock::new(limits).budget(), Some(Duration::from_secs(2)));
        assert_eq!(GameClock::new(EngineLimits { nodes: Some(5), ..EngineLimits::default() }).budget(), None);
        assert_eq!(limits.to_string(), "tc=10 st=2");
    }
}
