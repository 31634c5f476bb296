//! CECP's time controls, and the search limits that follow from them.

use std::num::NonZero;
use std::time::Duration;

use crate::search::{Clock, Limits, time_of_nodes};

/// The time for a move when the clock has run out: enough to find some legal move.
const AT_ONCE: Duration = Duration::from_micros(100);
/// The exclusive upper bound of times from the client, in the unit of the command; it rules out overflow in sums.
const MAX_NUMBER: f64 = 1e9;

/// The kind of time control.
#[derive(Clone, Copy, PartialEq, Debug)]
enum TimeMode {
    /// `level`: a clock.
    Level {
        /// Moves per period; 0 if the time is for the whole game.
        moves: u32,
        /// Time per period.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
    /// `st`: a fixed time per move.
    PerMove(Duration),
}

/// The engine's time control and clock.
#[derive(Clone, Debug)]
pub(super) struct TimeControl {
    mode: TimeMode,
    /// The time on the engine's clock, in milliseconds; it can be negative.
    remaining: i64,
    /// The depth limit in plies.
    depth: Option<u32>,
    node_rate: Option<NonZero<u64>>,
}

impl Default for TimeControl {
    /// Forty moves in five minutes, the default of the protocol.
    fn default() -> Self {
        let base = Duration::from_secs(300);
        let mode = TimeMode::Level { moves: 40, base, increment: Duration::ZERO };
        Self { mode, remaining: millis(base), depth: None, node_rate: None }
    }
}

impl TimeControl {
    /// `level MOVES BASE INCREMENT`: BASE in minutes or MIN:SEC, INCREMENT in seconds. This and the other setters
    /// return `false`, and change nothing, if an argument is invalid.
    pub fn set_level(&mut self, moves: &str, base: &str, increment: &str) -> bool {
        let (Ok(moves), Some(base), Some(increment)) = (moves.parse(), minutes(base), seconds(increment)) else {
            return false;
        };
        self.mode = TimeMode::Level { moves, base, increment };
        self.remaining = millis(if base.is_zero() { increment } else { base });
        true
    }

    /// `st SECONDS`.
    pub fn set_per_move(&mut self, text: &str) -> bool {
        let time = seconds(text);
        self.mode = time.map_or(self.mode, TimeMode::PerMove);
        time.is_some()
    }

    /// `sd DEPTH`, in plies; 0 removes the limit.
    pub fn set_depth(&mut self, text: &str) -> bool {
        let depth = text.parse().ok();
        self.depth = depth.map_or(self.depth, |depth| Some(depth).filter(|&depth| depth > 0));
        depth.is_some()
    }

    /// Removes what lasts for one game only: the depth limit and the measure of time in nodes.
    pub fn clear_limits(&mut self) {
        self.depth = None;
        self.node_rate = None;
    }

    /// `nps NODES`: measures time in nodes, at this many per second. 0, which asks for the time of the processor, and numbers
    /// below it return to the clock.
    pub fn set_nodes_per_second(&mut self, text: &str) -> bool {
        let nodes: Option<i64> = text.parse().ok();
        self.node_rate = nodes.map_or(self.node_rate, |nodes| NonZero::new(nodes.max(0).unsigned_abs()));
        nodes.is_some()
    }

    /// `time CENTISECONDS`.
    pub fn set_remaining(&mut self, text: &str) -> bool {
        let centiseconds = centiseconds(text);
        self.remaining = centiseconds.map_or(self.remaining, |time| (time * 10.0) as i64);
        centiseconds.is_some()
    }

    /// Updates the clock after the engine's `made`th move of this time control, because the client sends no `time`
    /// before the engine ponders. The move took this time and these nodes.
    pub fn update_after_move(&mut self, elapsed: Duration, nodes: u64, made: u32) {
        if let TimeMode::Level { moves, base, increment } = self.mode {
            let used = self.node_rate.map_or(elapsed, |rate| time_of_nodes(nodes, rate));
            self.remaining += millis(increment) - millis(used);
            if moves > 0 && made.is_multiple_of(moves) {
                self.remaining += millis(base);
            }
        }
    }

    /// The limits for the next move, after `made` moves of the engine under this time control.
    pub fn limits(&self, made: u32, overhead: Duration) -> Limits {
        let node_rate = self.node_rate;
        let overhead = if node_rate.is_some() { Duration::ZERO } else { overhead };
        let limits = Limits { depth: self.depth, node_rate, overhead, ..Limits::default() };
        match (self.mode, node_rate) {
            (TimeMode::PerMove(time), None) => Limits { move_time: Some(time), ..limits },
            (TimeMode::PerMove(time), Some(rate)) => Limits { nodes: Some(nodes(time, rate)), ..limits },
            (TimeMode::Level { .. }, _) if self.remaining <= 0 => {
                Limits { move_time: Some(AT_ONCE), overhead: Duration::ZERO, ..limits }
            }
            (TimeMode::Level { moves, increment, .. }, _) => {
                let remaining = Duration::from_millis(self.remaining.unsigned_abs());
                let moves_to_go = (moves > 0).then(|| moves - made % moves);
                Limits { clock: Some(Clock { remaining, increment, moves_to_go }), ..limits }
            }
        }
    }
}

/// Parses the time on a clock, which may be below zero.
pub(super) fn centiseconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|time: &f64| time.abs() < MAX_NUMBER)
}

fn millis(time: Duration) -> i64 {
    time.as_millis() as i64
}

/// The nodes that stand for a time; at least 1.
fn nodes(time: Duration, rate: NonZero<u64>) -> u64 {
    ((time.as_secs_f64() * rate.get() as f64) as u64).max(1)
}

/// Parses a non-negative time in seconds.
fn seconds(text: &str) -> Option<Duration> {
    let number = text.parse().ok().filter(|number| (0.0..MAX_NUMBER).contains(number))?;
    Some(Duration::from_secs_f64(number))
}

/// Parses a time as `MINUTES` or `MINUTES:SECONDS`.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    Some(seconds(minutes)? * 60 + seconds(rest)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Option<TimeControl> {
        let mut control = TimeControl::default();
        let fields: Vec<&str> = text.split(' ').collect();
        let [moves, base, increment] = fields[..] else { panic!("three fields in {text}") };
        control.set_level(moves, base, increment).then_some(control)
    }

    fn clock(control: &TimeControl, made: u32) -> Clock {
        control.limits(made, Duration::ZERO).clock.expect("a level gives a clock")
    }

    #[test]
    fn level_is_read_in_all_its_forms() {
        let cases = [
            ("40 5 0", 300_000, 0, Some(40)),
            ("0 2 12", 120_000, 12_000, None),
            ("0 0:30 0.1", 30_000, 100, None),
            ("40 5:30 0", 330_000, 0, Some(40)),
            ("0 0.5 .25", 30_000, 250, None),
            ("0 0 3", 3_000, 3_000, None),
        ];
        for (text, remaining, increment, moves_to_go) in cases {
            let clock = clock(&level(text).expect(text), 0);
            assert_eq!(clock.remaining.as_millis(), remaining, "{text}");
            assert_eq!(clock.increment.as_millis(), increment, "{text}");
            assert_eq!(clock.moves_to_go, moves_to_go, "{text}");
        }
        for text in ["x 5 0", "40 y 0", "40 5 z", "-1 5 0", "40 -5 0", "40 5 -1", "40 5: 0", "40 inf 0", "40 nan 0"] {
            assert!(level(text).is_none(), "{text}");
        }
    }

    #[test]
    fn moves_of_a_period_are_counted_over_the_game() {
        let mut control = level("3 1 0").expect("a level");
        let togo: Vec<_> = (0..7).map(|made| clock(&control, made).moves_to_go.expect("sessions")).collect();
        assert_eq!(togo, [3, 2, 1, 3, 2, 1, 3]);
        control.update_after_move(Duration::from_secs(10), 1, 2);
        assert_eq!(clock(&control, 2).remaining, Duration::from_secs(50));
        control.update_after_move(Duration::from_secs(10), 1, 3);
        assert_eq!(clock(&control, 3).remaining, Duration::from_secs(100));
    }

    #[test]
    fn an_empty_clock_means_move_at_once() {
        let mut control = level("0 1 1").expect("a level");
        for text in ["0", "-250", "-1e5"] {
            assert!(control.set_remaining(text), "{text}");
            let limits = control.limits(0, Duration::from_millis(30));
            assert_eq!((limits.move_time, limits.clock, limits.overhead), (Some(AT_ONCE), None, Duration::ZERO));
        }
        assert!(!control.set_remaining("soon"));
    }

    #[test]
    fn nodes_stand_for_time() {
        let mut control = TimeControl::default();
        assert!(control.set_per_move("2") && control.set_nodes_per_second("1500"));
        let limits = control.limits(0, Duration::ZERO);
        assert_eq!((limits.nodes, limits.move_time), (Some(3000), None));
        assert!(control.set_level("10", "1", "0"));
        // The search looks after the clock, with nodes for time; nothing has to be kept back for the client.
        let limits = control.limits(0, Duration::from_millis(30));
        assert_eq!(
            (limits.nodes, limits.node_rate.map(NonZero::get), limits.overhead),
            (None, Some(1500), Duration::ZERO)
        );
        assert!(limits.clock.is_some());
        // A move of 3,000 nodes took two seconds, whatever the clock says.
        control.update_after_move(Duration::from_secs(30), 3_000, 1);
        assert_eq!(control.remaining, 58_000);
        for off in ["0", "-1"] {
            assert!(control.set_nodes_per_second("5") && control.set_nodes_per_second(off));
            assert_eq!(control.limits(0, Duration::ZERO).node_rate, None);
        }
        assert!(control.set_nodes_per_second("5") && !control.set_nodes_per_second("many"));
        control.clear_limits();
        assert_eq!(control.limits(0, Duration::ZERO).node_rate, None);
    }

    #[test]
    fn depth_is_a_cap_beside_the_clock() {
        let mut control = TimeControl::default();
        assert!(control.set_depth("7") && !control.set_depth("deep"));
        let limits = control.limits(0, Duration::ZERO);
        assert_eq!(limits.depth, Some(7));
        assert!(limits.clock.is_some());
        assert!(control.set_depth("0"));
        assert_eq!(control.limits(0, Duration::ZERO).depth, None);
    }
}
