//! Stages of move generation.

/// A stage of move generation: which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Captures and promotions.
    Noisy,
    /// All other moves.
    Quiet,
    /// All moves.
    All,
}
