//! Time management.

use std::time::Duration;

use super::limits::Limits;
use super::params::Params;

/// The remaining time is divided by at most this many moves up to a time control, after which there is new time.
const MOST_TO_GO: u32 = 32;
/// The largest share of the remaining time for one move.
const LARGEST_SHARE: f64 = 0.4;
/// Time kept on the clock against occasional delays; at most a quarter of the remaining time.
const RESERVE: Duration = Duration::from_millis(100);
/// The shortest limit: less than any increment, so that a clock that has nearly run out recovers.
const LEAST: Duration = Duration::from_micros(100);
/// The shortest exact time, unless the client wants a shorter one.
const LEAST_EXACT: Duration = Duration::from_millis(1);
/// A search with a shorter hard limit runs on one thread: helpers would take longer to start than they help, and on
/// busy cores they would delay the main thread.
const LEAST_WITH_HELPERS: Duration = Duration::from_millis(10);
/// A search with a shorter hard limit looks at the clock more often.
const SHORT: Duration = Duration::from_millis(30);

/// The time limits of one search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// No iteration begins after this time, scaled by [`Stability::need`].
    soft: Option<Duration>,
    /// The search ends at this time, in the middle of an iteration.
    hard: Option<Duration>,
}

impl Budget {
    /// The limits that follow from what the search may spend. `full_move` is the number of the game's next move, from 1.
    pub fn new(limits: &Limits, full_move: u32, params: &Params) -> Self {
        let exact = limits.move_time.map(|time| time.saturating_sub(limits.overhead).max(LEAST_EXACT.min(time)));
        let Some(clock) = limits.clock else { return Self { soft: None, hard: exact } };
        let reserve = RESERVE.min(clock.remaining / 4);
        let left = clock.remaining.saturating_sub(limits.overhead + reserve).max(LEAST);
        let [most, least] = [params.time_moves, params.time_least].map(i32::unsigned_abs);
        let ahead = most.saturating_sub(full_move).max(least);
        let moves = clock.moves_to_go.map_or(ahead, |moves| moves.clamp(1, MOST_TO_GO));
        // The last move before the time control may use nearly all of the time.
        let largest = left.mul_f64(if moves == 1 { 0.8 } else { LARGEST_SHARE });
        let soft = (left / moves + clock.increment.mul_f64(hundredths(params.time_increment))).min(largest).max(LEAST);
        let hard = soft.mul_f64(hundredths(params.time_hard)).min(largest).max(LEAST);
        Self { soft: Some(soft), hard: Some(exact.map_or(hard, |exact| exact.min(hard))) }
    }

    /// Whether the search must end now.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// Whether the search has time enough for more than one thread.
    pub fn admits_helpers(&self) -> bool {
        self.hard.is_none_or(|hard| hard >= LEAST_WITH_HELPERS)
    }

    /// Whether the search has so little time that it must look at the clock more often.
    pub fn is_short(&self) -> bool {
        self.hard.is_some_and(|hard| hard < SHORT)
    }

    /// Whether no further iteration should begin. `need` scales the soft limit: 1 for an ordinary move.
    pub fn is_enough(&self, elapsed: Duration, need: f64) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft.mul_f64(need))
    }
}

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// How stable the choice of the best move is.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Iterations in a row with the same best move.
    pub iterations: u32,
    /// The fall of the score since earlier iterations, in centipawns.
    pub fall: i32,
    /// The best move's share of the nodes, 0 to 1.
    pub effort: f64,
}

impl Stability {
    /// The factor for the soft limit.
    pub fn need(&self, params: &Params) -> f64 {
        const BY_ITERATIONS: [f64; 6] = [1.8, 1.3, 1.1, 0.95, 0.85, 0.8];
        let unstable = BY_ITERATIONS[(self.iterations as usize).min(BY_ITERATIONS.len() - 1)];
        let fallen = (1.0 + f64::from(self.fall) / f64::from(params.time_fall)).clamp(0.85, 1.6);
        let doubtful = (hundredths(params.time_effort) - self.effort).clamp(0.7, 1.6);
        unstable * fallen * doubtful
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::Clock;
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), overhead: Duration::from_millis(10), ..Limits::default() };
        Budget::new(&limits, 1, &Params::default())
    }

    #[test]
    fn the_hard_limit_leaves_time_on_the_clock() {
        for remaining in [0, 1, 5, 11, 12, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = budget(remaining, increment, moves_to_go);
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(LEAST <= soft && soft <= hard);
                    assert!(hard <= LEAST.max(Duration::from_millis(remaining.saturating_sub(10)).mul_f64(0.8)));
                }
            }
        }
    }

    #[test]
    fn later_moves_get_a_larger_share() {
        let clock = Clock { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let shares =
            [1, 20, 40, 45, 46, u32::MAX].map(|move_number| Budget::new(&limits, move_number, &Params::default()).soft);
        assert!(shares.is_sorted() && shares[0] < shares[1] && shares[2] < shares[3] && shares[3] == shares[5]);
        assert!(shares[5] < Some(Duration::from_secs(3)));
    }

    #[test]
    fn an_exact_time_is_used_in_full_and_never_exceeded() {
        let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
        let budget = Budget::new(&limits, 1, &Params::default());
        assert!(!budget.is_enough(Duration::from_millis(499), 1.0) && !budget.is_over(Duration::from_millis(499)));
        assert!(budget.is_over(Duration::from_millis(500)));
        assert!(!Budget::new(&Limits::default(), 1, &Params::default()).is_over(Duration::from_secs(1_000_000)));
    }

    #[test]
    fn a_short_search_runs_alone_and_recovers_the_clock() {
        let [full, low] = [60_000, 30].map(|remaining| budget(remaining, 1, None));
        assert!(full.admits_helpers() && !full.is_short());
        assert!(!low.admits_helpers() && low.is_short());
        assert!((0..=10).all(|remaining| budget(remaining, 1, None).hard.unwrap() < Duration::from_millis(1)));
    }

    #[test]
    fn doubt_takes_more_time() {
        let calm = Stability { iterations: 9, fall: 0, effort: 0.9 };
        let doubtful = Stability { iterations: 0, fall: 40, effort: 0.3 };
        let [calm, doubtful] = [calm, doubtful].map(|stability| stability.need(&Params::default()));
        assert!(calm < 0.9 && doubtful > 2.0);
    }
}
