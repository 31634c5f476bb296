//! Search windows.

use super::report::Bound;
use crate::types::Score;
use crate::types::score::{INFINITE, mate_in, mated_in};

/// A window of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The score that the side to move already has.
    pub alpha: Score,
    /// The score that the opponent does not allow.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The null window just above `alpha`.
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The null window just below `beta`.
    pub const fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The window from the opponent's view.
    pub const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of the window that is left at a ply (mate distance pruning): no line is worth more than mating with the
    /// next move or less than being mated now.
    pub fn within_mates(self, ply: usize) -> Self {
        Self { alpha: self.alpha.max(mated_in(ply)), beta: self.beta.min(mate_in(ply + 1)) }
    }

    /// Whether no score fits in it.
    pub const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// What a score found with this window says about the true score.
    pub const fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The expected type of a node (Knuth and Moore, 1975).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeType {
    /// It may be on the principal variation: its window is open.
    Pv,
    /// One of its first moves should fail high.
    Cut,
    /// All of its moves should fail low.
    All,
}

impl NodeType {
    /// The type of the children that are searched with a null window.
    pub fn child(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }

    /// The type of a child with the same side to move, from that of a child with the opponent to move.
    pub fn for_same_side(self) -> Self {
        match self {
            Self::Pv => Self::Pv,
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_follow_from_the_window() {
        let window = Window { alpha: -10, beta: 20 };
        let bounds = [-10, -9, 19, 20].map(|score| window.bound(score));
        assert_eq!(bounds, [Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower]);
        assert_eq!(window.reversed(), Window { alpha: -20, beta: 10 });
        assert_eq!(Window::null(19), Window::below(20));
    }

    #[test]
    fn a_shorter_mate_leaves_no_window() {
        let window = Window { alpha: mate_in(3), beta: mate_in(1) };
        assert!(!window.within_mates(1).is_empty());
        assert!(window.within_mates(2).is_empty());
    }
}
