//! What the tests share. The engine's own interfaces are called here wherever that is possible: `games` and `board` make
//! boards of a game's rules, `session` plays and searches in games known by name, `client` runs the program.

pub mod board;
pub mod client;
pub mod data;
pub mod games;
pub mod networks;
pub mod positions;
pub mod session;

/// How long a check may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A moment: part of every test run.
    Quick,
    /// As long as it takes in a release build: for `--ignored` or `--include-ignored`.
    Deep,
}

impl Effort {
    /// The amount for this effort.
    pub fn of(self, quick: usize, deep: usize) -> usize {
        match self {
            Self::Quick => quick,
            Self::Deep => deep,
        }
    }
}
