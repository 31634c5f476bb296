//! The arguments of the UCI command `go`.

use std::str::FromStr;
use std::time::Duration;

use crate::board::View;
use crate::protocol::text::quote;
use crate::search::{Clock, Limits};
use crate::session::Settings;
use crate::types::{Color, MAX_MOVES, Move};

/// The time for a move when the clock has run out: enough to find some legal move.
const AT_ONCE: Duration = Duration::from_micros(100);

/// The arguments of a `go` command. Times are in milliseconds, as the client sends them.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    /// `searchmoves`: search only these root moves, if any; see [`Go::resolve`].
    pub only: Vec<Move>,
    /// Think on the opponent's time: the last move of the position is only expected.
    pub ponder: bool,
    /// Search until `stop`.
    pub infinite: bool,
    /// Run a perft of this depth in plies instead of a search.
    pub perft: Option<u32>,
    /// What is wrong with the arguments.
    pub errors: Errors,
    /// The words after `searchmoves`, at most [`MAX_MOVES`].
    listed: Vec<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    move_time: Option<i64>,
    moves_to_go: Option<u32>,
    /// The remaining time of the side to move.
    time: Option<i64>,
    /// The increment of the side to move.
    increment: Option<i64>,
    /// Whether the command gave a time or increment of either side.
    has_clock: bool,
}

/// The errors in one command. Only the first is kept, because one line gets one answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    first: Option<String>,
    more: usize,
    /// What follows from them.
    remark: &'static str,
}

impl Errors {
    fn add(&mut self, describe: impl FnOnce() -> String) {
        match self.first {
            None => self.first = Some(describe()),
            Some(_) => self.more += 1,
        }
    }

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// All of them in one line; `None` if there are none.
    pub fn summary(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        let more = match self.more {
            0 => String::new(),
            1 => " (and 1 more error)".to_owned(),
            more => format!(" (and {more} more errors)"),
        };
        Some(format!("{first}{more}{}", self.remark))
    }
}

impl Go {
    /// Parses the words after `go`; `side` is the side to move.
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
                _ => go.errors.add(|| format!("unknown word {} after go", quote(word))),
            }
        }
        go
    }

    /// Parses the number after a keyword. If it is missing or invalid, the keyword is ignored and reported as an error.
    fn number<N: FromStr>(&mut self, word: &str, words: &mut &[&str]) -> Option<N> {
        let found = words.first().and_then(|text| text.parse().ok());
        if found.is_some() {
            *words = &words[1..];
        } else {
            // Skip an invalid number, but not the next keyword.
            let junk = words.first().filter(|text| !KEYWORDS.contains(text));
            *words = &words[usize::from(junk.is_some())..];
            self.errors.add(|| format!("go {word} needs a number"));
        }
        found
    }

    fn read_moves<'w, 't>(&mut self, words: &'w [&'t str]) -> &'w [&'t str] {
        let end = words.iter().position(|word| KEYWORDS.contains(word)).unwrap_or(words.len());
        if end > MAX_MOVES {
            self.errors.add(|| format!("{end} moves after searchmoves, at most {MAX_MOVES} are supported"));
        }
        self.listed = words[..end.min(MAX_MOVES)].iter().map(|&text| text.to_owned()).collect();
        &words[end..]
    }

    /// Reads the moves after `searchmoves` in the position to search. If none of them is legal, all moves are searched.
    pub fn resolve(&mut self, view: &dyn View) {
        for text in &self.listed {
            match view.read_move(text) {
                Ok(m) => self.only.push(m),
                Err(_) => self.errors.add(|| format!("{} after searchmoves is not a legal move", quote(text))),
            }
        }
        if self.only.is_empty() && !self.listed.is_empty() {
            self.errors.remark = "; no legal move after searchmoves, so all moves are searched";
        }
    }

    /// Whether the command asks for the truth about the position, not for a move in a game.
    pub fn is_analysis(&self) -> bool {
        self.infinite || self.mate.is_some()
    }

    /// The limits of the search. If errors left a command without any limit, the depth is limited to one ply, so that
    /// the search ends.
    pub fn limits(&self, settings: &Settings) -> Limits {
        let node_rate = settings.node_rate();
        let overhead = if node_rate.is_some() { Duration::ZERO } else { settings.overhead() };
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            mate: self.mate,
            node_rate,
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
        let unlimited = Limits { node_rate, overhead, ..Limits::default() };
        if limits == unlimited && !self.infinite && !self.errors.is_empty() {
            limits.depth = Some(1);
        }
        limits
    }
}

/// The keywords of `go`.
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

/// A time of the client in milliseconds; a negative time counts as zero.
fn millis(time: i64) -> Duration {
    Duration::from_millis(time.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;

    fn defaults() -> Settings {
        Settings::new(Catalogue::default())
    }

    fn read(text: &str, side: Color) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>(), side)
    }

    #[test]
    fn everything_can_be_combined() {
        let text = "ponder searchmoves e2e4 d2d4 wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 7 mate 8 movetime 9";
        let go = read(text, Color::Black);
        assert!(go.ponder && !go.infinite && go.errors.is_empty(), "{go:?}");
        assert_eq!(go.listed, ["e2e4", "d2d4"]);
        let limits = go.limits(&defaults());
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(6), Some(7), Some(8)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(9)));
        let clock = limits.clock.expect("a clock was given");
        assert_eq!((clock.remaining.as_millis(), clock.increment.as_millis()), (2000, 20));
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(
            read(text, Color::White).limits(&defaults()).clock.map(|clock| clock.remaining.as_millis()),
            Some(1000)
        );
    }

    #[test]
    fn an_empty_clock_means_move_at_once() {
        for text in ["wtime 0 btime 5000", "wtime -30 btime 5000 winc 100", "btime 5000"] {
            let limits = read(text, Color::White).limits(&defaults());
            assert_eq!(
                (limits.move_time, limits.clock, limits.overhead),
                (Some(AT_ONCE), None, Duration::ZERO),
                "{text}"
            );
        }
    }

    #[test]
    fn invalid_arguments_do_not_search_for_ever() {
        for text in ["depth", "depth x", "depth depth", "nodes -5", "bogus", "movetime 1e9", "wtime"] {
            let go = read(text, Color::White);
            assert!(!go.errors.is_empty(), "{text}");
            let limits = go.limits(&defaults());
            assert!(limits.depth.is_some() || limits.move_time.is_some(), "{text}");
        }
        let go = read("depth x nodes 10", Color::White);
        assert_eq!((go.limits(&defaults()).depth, go.limits(&defaults()).nodes), (None, Some(10)));
        assert_eq!(read("", Color::White).limits(&defaults()).depth, None);
        assert_eq!(read("bogus infinite", Color::White).limits(&defaults()).depth, None);
    }
}
