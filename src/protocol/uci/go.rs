//! The command `go`.

use std::str::FromStr;
use std::time::Duration;

use crate::protocol::echo;
use crate::search::{Clock, Limits};
use crate::types::Color;

/// The time for a move when the clock has run out: just enough for some move.
const AT_ONCE: Duration = Duration::from_millis(1);

/// What a `go` asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    /// Search only these moves.
    pub only: Vec<String>,
    /// The last move played is only expected.
    pub ponder: bool,
    /// Search until told to stop.
    pub infinite: bool,
    /// Count positions instead.
    pub perft: Option<u32>,
    /// What was not understood.
    pub errors: Vec<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    move_time: Option<i64>,
    moves_to_go: Option<u32>,
    /// The clock and the increment of the side to move, and whether any clock was mentioned.
    time: Option<i64>,
    increment: Option<i64>,
    has_clock: bool,
}

impl Go {
    /// Reads the words after `go` for the side to move.
    pub fn read(mut words: &[&str], side: Color) -> Self {
        let mut go = Self::default();
        let (own_time, own_increment) = match side {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        while let [word, rest @ ..] = words {
            words = rest;
            match *word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => words = go.read_moves(words),
                "depth" => go.depth = go.number(word, &mut words),
                "nodes" => go.nodes = go.number(word, &mut words),
                "mate" => go.mate = go.number(word, &mut words),
                "perft" => go.perft = go.number(word, &mut words).map(|depth: u32| depth.max(1)),
                "movetime" => go.move_time = go.number(word, &mut words),
                "movestogo" => go.moves_to_go = go.number(word, &mut words),
                "wtime" | "btime" | "winc" | "binc" => {
                    go.has_clock = true;
                    let value = go.number(word, &mut words);
                    if *word == own_time {
                        go.time = value;
                    } else if *word == own_increment {
                        go.increment = value;
                    }
                }
                _ => go.errors.push(format!("unknown word {} after go", echo(word))),
            }
        }
        go
    }

    /// The number after a word. A word without one asks for what cannot be known; it is as if it were not there.
    fn number<N: FromStr>(&mut self, word: &str, words: &mut &[&str]) -> Option<N> {
        let found = words.first().and_then(|text| text.parse().ok());
        if found.is_some() {
            *words = &words[1..];
        } else {
            // What stands there instead of a number belongs to no other word.
            let junk = words.first().filter(|text| !KEYWORDS.contains(text));
            *words = &words[usize::from(junk.is_some())..];
            self.errors.push(format!("go {word} needs a number"));
        }
        found
    }

    fn read_moves<'w, 't>(&mut self, words: &'w [&'t str]) -> &'w [&'t str] {
        let end = words.iter().position(|word| KEYWORDS.contains(word)).unwrap_or(words.len());
        self.only = words[..end].iter().map(|&text| text.to_owned()).collect();
        &words[end..]
    }

    /// What the search may spend. A request that was not understood, and would therefore never end, gets one ply.
    pub fn limits(&self, overhead: Duration) -> Limits {
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            mate: self.mate,
            overhead,
            ..Limits::default()
        };
        if let Some(time) = self.move_time {
            limits.move_time = Some(millis(time).max(AT_ONCE));
        }
        if self.has_clock {
            let remaining = millis(self.time.unwrap_or(0));
            let increment = millis(self.increment.unwrap_or(0));
            if remaining.is_zero() {
                limits.move_time = Some(AT_ONCE);
                limits.overhead = Duration::ZERO;
            } else {
                let moves_to_go = self.moves_to_go.filter(|&moves| moves > 0);
                limits.clock = Some(Clock { remaining, increment, moves_to_go });
            }
        }
        let endless = Limits { overhead, ..Limits::default() };
        if limits == endless && !self.infinite && !self.errors.is_empty() {
            limits.depth = Some(1);
        }
        limits
    }
}

/// The words that may follow `go`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// A time that clients may let fall below zero.
fn millis(time: i64) -> Duration {
    Duration::from_millis(time.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, side: Color) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>(), side)
    }

    #[test]
    fn everything_can_be_combined() {
        let text = "ponder searchmoves e2e4 d2d4 wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 7 mate 8 movetime 9";
        let go = read(text, Color::Black);
        assert!(go.ponder && !go.infinite && go.errors.is_empty(), "{go:?}");
        assert_eq!(go.only, ["e2e4", "d2d4"]);
        let limits = go.limits(Duration::ZERO);
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(6), Some(7), Some(8)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(9)));
        let clock = limits.clock.expect("a clock was given");
        assert_eq!((clock.remaining.as_millis(), clock.increment.as_millis()), (2000, 20));
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(
            read(text, Color::White).limits(Duration::ZERO).clock.map(|clock| clock.remaining.as_millis()),
            Some(1000)
        );
    }

    #[test]
    fn an_empty_clock_means_move_at_once() {
        for text in ["wtime 0 btime 5000", "wtime -30 btime 5000 winc 100", "btime 5000"] {
            let limits = read(text, Color::White).limits(Duration::from_millis(30));
            assert_eq!(
                (limits.move_time, limits.clock, limits.overhead),
                (Some(AT_ONCE), None, Duration::ZERO),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_understood_does_not_search_for_ever() {
        for text in ["depth", "depth x", "depth depth", "nodes -5", "bogus", "movetime 1e9", "wtime"] {
            let go = read(text, Color::White);
            assert!(!go.errors.is_empty(), "{text}");
            let limits = go.limits(Duration::ZERO);
            assert!(limits.depth.is_some() || limits.move_time.is_some(), "{text}");
        }
        let go = read("depth x nodes 10", Color::White);
        assert_eq!((go.limits(Duration::ZERO).depth, go.limits(Duration::ZERO).nodes), (None, Some(10)));
        assert_eq!(read("", Color::White).limits(Duration::ZERO).depth, None);
        assert_eq!(read("bogus infinite", Color::White).limits(Duration::ZERO).depth, None);
    }
}
