//! Lines that wait until what is in progress has ended by itself, so that a search or count whose input comes from a file
//! or pipe is not cut short by the next line.

use std::collections::VecDeque;
use std::io;

use super::commands;
use super::{Next, Uci};

/// The most bytes of lines that wait. Beyond that the activity is stopped.
const MAX_HELD: usize = 1 << 24;
/// What a line takes beside its text, in bytes.
const LINE_OVERHEAD: usize = 64;

/// Lines in the order in which they came.
#[derive(Default)]
pub(super) struct HeldLines {
    lines: VecDeque<String>,
    /// Their size in bytes.
    size: usize,
}

impl HeldLines {
    fn push(&mut self, line: String) {
        self.size += line.len() + LINE_OVERHEAD;
        self.lines.push_back(line);
    }

    fn pop(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.size -= line.len() + LINE_OVERHEAD;
        Some(line)
    }
}

/// What is done with a line that comes while something is in progress.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Urgency {
    /// It is executed at once, even before lines that wait.
    Now,
    /// As `Now`, and again in its turn, for the search that a waiting line begins.
    NowAndInTurn,
    /// It is executed after the lines that wait.
    AfterThem,
    /// As `AfterThem`, and after the output of a count.
    InTurn,
    /// As `InTurn`, and not before a search that ends by itself has ended.
    WhenIdle,
}

fn urgency(line: &str) -> Urgency {
    let word = line.split_whitespace().next().unwrap_or_default();
    match word {
        "quit" => Urgency::Now,
        "xboard" => Urgency::WhenIdle,
        _ => commands::find(word).map_or(Urgency::InTurn, |command| command.urgency),
    }
}

impl Uci<'_> {
    /// Whether something is in progress that ends by itself.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.activity.as_ref().is_some_and(super::Activity::is_limited)
    }

    /// Executes a line from the client, or holds it.
    pub(super) fn receive(&mut self, line: String) -> io::Result<Next> {
        let urgency = urgency(&line);
        let is_first = self.held.lines.is_empty();
        match urgency {
            Urgency::Now => self.execute(&line),
            Urgency::NowAndInTurn => {
                let next = self.execute(&line)?;
                if !is_first {
                    self.held.push(line);
                }
                Ok(next)
            }
            _ if is_first && self.is_due(urgency) => self.execute(&line),
            Urgency::AfterThem | Urgency::InTurn | Urgency::WhenIdle => {
                self.held.push(line);
                if self.held.size > MAX_HELD {
                    self.stop()?;
                }
                Ok(Next::Line)
            }
        }
    }

    /// The next line that waits, if its turn has come.
    pub(super) fn next_held(&mut self) -> Option<String> {
        self.held.lines.front().filter(|line| self.is_due(urgency(line)))?;
        self.held.pop()
    }

    /// Whether nothing is in progress for which a line waits.
    fn is_due(&self, urgency: Urgency) -> bool {
        match urgency {
            Urgency::Now | Urgency::NowAndInTurn | Urgency::AfterThem => true,
            Urgency::InTurn => !matches!(self.activity, Some(super::Activity::Job(_))),
            Urgency::WhenIdle => !self.ends_by_itself(),
        }
    }
}
