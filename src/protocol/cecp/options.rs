//! Settings of the engine that CECP's clients may change.

use std::io;
use std::time::Duration;

use super::Cecp;
use crate::protocol::settings::{HASH, LINES, OVERHEAD, THREADS, in_range};

const MOVE_OVERHEAD: &str = "Move Overhead";
const MULTI_PV: &str = "MultiPV";
const CLEAR_HASH: &str = "Clear Hash";
const MOVE_AGAIN: &str = "Move again";

/// The options beside those for which CECP has commands, as `feature option` describes them.
pub(super) const OPTIONS: [&str; 4] = [
    "Move Overhead -spin 30 0 10000",
    "MultiPV -spin 1 1 64",
    "Clear Hash -button",
    // Where sides do not always take turns: after the user's turns he moves again wherever he may.
    "Move again -check 0",
];

impl Cecp<'_> {
    /// `memory MB`: all of it goes to the transposition table.
    pub(super) fn set_memory(&mut self, size: &str) -> io::Result<()> {
        match size.parse::<usize>() {
            Ok(size) if size > 0 => {
                self.settings.set_hash(size.min(*HASH.end()));
                self.stop_analysis()
            }
            _ => self.error("expected memory MEGABYTES", "memory"),
        }
    }

    /// `cores N`.
    pub(super) fn set_cores(&mut self, count: &str) -> io::Result<()> {
        match count.parse::<usize>() {
            Ok(count) if count > 0 => {
                self.settings.set_threads(count.min(*THREADS.end()));
                self.stop_analysis()
            }
            _ => self.error("expected cores NUMBER", "cores"),
        }
    }

    /// `option NAME=VALUE` or `option NAME`.
    pub(super) fn set_option(&mut self, text: &str) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match name.trim() {
            MOVE_OVERHEAD => match in_range(value, &OVERHEAD) {
                Some(millis) => {
                    self.settings.overhead = Duration::from_millis(millis);
                    Ok(())
                }
                None => self.error(format_args!("expected a number from 0 to {}", OVERHEAD.end()), "option"),
            },
            MULTI_PV => match in_range(value, &LINES) {
                Some(lines) => {
                    self.settings.lines = lines;
                    self.stop_analysis()
                }
                None => self.error(format_args!("expected a number from 1 to {}", LINES.end()), "option"),
            },
            MOVE_AGAIN => {
                self.move_again = value.trim() == "1";
                Ok(())
            }
            CLEAR_HASH if self.is_thinking() => self.error("not while thinking", "option"),
            CLEAR_HASH => {
                self.halt()?;
                self.session.clear();
                Ok(())
            }
            _ => self.error("unknown option", name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_described_with_their_names_and_ranges() {
        let defaults = crate::protocol::settings::Settings::default();
        let millis = defaults.overhead.as_millis();
        assert_eq!(OPTIONS[0], format!("{MOVE_OVERHEAD} -spin {millis} {} {}", OVERHEAD.start(), OVERHEAD.end()));
        assert_eq!(OPTIONS[1], format!("{MULTI_PV} -spin {} {} {}", defaults.lines, LINES.start(), LINES.end()));
        assert_eq!(OPTIONS[2], format!("{CLEAR_HASH} -button"));
        assert_eq!(OPTIONS[3], format!("{MOVE_AGAIN} -check 0"));
    }
}
