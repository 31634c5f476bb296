//! Lines that wait until what is in progress has ended by itself, so that a search or count whose input comes from a file
//! or pipe is not cut short by the next line.

use std::collections::VecDeque;

/// The most bytes of lines that wait. Beyond that the activity is stopped.
pub(super) const MAX_HELD: usize = 1 << 24;
/// What a line takes beside its text, in bytes.
const LINE_OVERHEAD: usize = 64;

/// Lines in the order in which they came.
#[derive(Default)]
pub(super) struct HeldLines {
    pub lines: VecDeque<String>,
    /// Their size in bytes.
    pub size: usize,
}

impl HeldLines {
    pub fn push(&mut self, line: String) {
        self.size += line.len() + LINE_OVERHEAD;
        self.lines.push_back(line);
    }

    pub fn pop(&mut self) -> Option<String> {
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
