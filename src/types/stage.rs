//! Which moves to generate.

/// A stage of move generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Captures and promotions.
    Noisy,
    /// Everything else.
    Quiet,
    /// Both.
    All,
}
