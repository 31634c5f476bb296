//! Components of movement: what games that are compiled separately can use, so that lookups fold away.

use crate::geometry::Leap;

/// A component of movement that games compiled separately can use: a leap or a slide along lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// A leap or a single step.
    Leap(Leap),
    /// Any number of squares along a rank or file (R).
    RookSlide,
    /// Any number of squares along a diagonal (B).
    BishopSlide,
    /// One or two squares along a rank or file (R2).
    ShortRookSlide,
    /// One or two squares along a diagonal (B2).
    ShortBishopSlide,
}

impl Component {
    /// The number of components.
    pub const COUNT: usize = Leap::ALL.len() + 4;

    /// An index for tables, below [`Component::COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        match self {
            Self::Leap(leap) => leap as usize,
            Self::RookSlide => Leap::ALL.len(),
            Self::BishopSlide => Leap::ALL.len() + 1,
            Self::ShortRookSlide => Leap::ALL.len() + 2,
            Self::ShortBishopSlide => Leap::ALL.len() + 3,
        }
    }
}

/// A set of movement components.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Movement(u16);

impl Movement {
    /// No movement.
    pub const NONE: Self = Self(0);

    /// Whether the movement contains this component.
    #[inline(always)]
    pub const fn has(self, component: Component) -> bool {
        self.has_index(component.index())
    }

    /// Whether the movement contains the component with this index.
    pub(in super::super) const fn has_index(self, component: usize) -> bool {
        self.0 >> component & 1 != 0
    }

    pub(super) const fn with(self, component: Component) -> Self {
        Self(self.0 | 1 << component.index())
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Movement {
    pub(super) const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }
}
