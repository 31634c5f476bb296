//! The movement of a piece as a set of components, parsed from Betza's notation.

use crate::geometry::Leap;

/// A component of movement: a leap or a slide along lines.
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
        self.0 >> component.index() & 1 != 0
    }

    const fn with(self, component: Component) -> Self {
        Self(self.0 | 1 << component.index())
    }

    /// Whether a piece with this movement stays on squares of one colour. False for [`Movement::NONE`].
    pub const fn is_color_bound(self) -> bool {
        use crate::geometry::Leap::{Alfil, Camel, Dabbaba, Ferz, ForwardFerz};
        const BOUND: [Component; 7] = [
            Component::BishopSlide,
            Component::ShortBishopSlide,
            Component::Leap(Ferz),
            Component::Leap(Dabbaba),
            Component::Leap(Alfil),
            Component::Leap(Camel),
            Component::Leap(ForwardFerz),
        ];
        let mut rest = self;
        let mut index = 0;
        while index < BOUND.len() {
            rest = rest.without(BOUND[index]);
            index += 1;
        }
        rest.same(Movement::NONE) && !self.same(Movement::NONE)
    }

    const fn without(self, component: Component) -> Self {
        Self(self.0 & !(1 << component.index()))
    }

    /// Whether the movement contains the component with this index.
    pub(super) const fn has_index(self, component: usize) -> bool {
        self.0 >> component & 1 != 0
    }

    /// Whether two movements are equal; `==` is not available in constants.
    #[inline(always)]
    pub const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }
}

/// How a piece captures and how it moves without capturing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    /// Components that capture (and give check).
    pub captures: Movement,
    /// Components that move to empty squares.
    pub quiets: Movement,
}

impl Moves {
    /// Parses Betza's notation (<https://www.chessvariants.com/piececlopedia.dir/betzanotation.html>), as far as our
    /// games use it: the atoms `W F D N A C K R B Q`; before an atom the modifiers `m` (moves only), `c` (captures
    /// only), `f` (forward only, with W and F) and `b` (backward only, with W); after R, B and Q the range `2`.
    ///
    /// # Panics
    /// On any other letter. In the piece table of a game it is evaluated at compile time, so that an error does not
    /// compile.
    pub const fn betza(text: &str) -> Self {
        let text = text.as_bytes();
        let mut moves = Self { captures: Movement::NONE, quiets: Movement::NONE };
        let mut at = 0;
        while at < text.len() {
            let (mut only_moves, mut only_captures, mut direction) = (false, false, Direction::Any);
            while text[at].is_ascii_lowercase() {
                match text[at] {
                    b'm' => only_moves = true,
                    b'c' => only_captures = true,
                    b'f' => direction = Direction::Ahead,
                    b'b' => direction = Direction::Back,
                    _ => panic!("unknown modifier in a piece's movement"),
                }
                at += 1;
            }
            let short = at + 1 < text.len() && text[at + 1] == b'2';
            let atom = atom(text[at], direction, short);
            if !only_captures {
                moves.quiets = Movement(moves.quiets.0 | atom.0);
            }
            if !only_moves {
                moves.captures = Movement(moves.captures.0 | atom.0);
            }
            at += if short { 2 } else { 1 };
        }
        moves
    }
}

/// The directions to which a modifier restricts an atom.
#[derive(Clone, Copy)]
enum Direction {
    Any,
    Ahead,
    Back,
}

/// The movement of one atom, `short` if the range 2 follows it.
const fn atom(letter: u8, direction: Direction, short: bool) -> Movement {
    const NONE: Movement = Movement::NONE;
    let straight = if short { Component::ShortRookSlide } else { Component::RookSlide };
    let diagonal = if short { Component::ShortBishopSlide } else { Component::BishopSlide };
    match (letter, direction) {
        (b'W', Direction::Ahead) => NONE.with(Component::Leap(Leap::ForwardWazir)),
        (b'F', Direction::Ahead) => NONE.with(Component::Leap(Leap::ForwardFerz)),
        (b'W', Direction::Back) => NONE.with(Component::Leap(Leap::BackwardWazir)),
        (_, Direction::Ahead | Direction::Back) => panic!("the modifier `f` needs W or F, and `b` needs W"),
        (b'W', _) => NONE.with(Component::Leap(Leap::Wazir)),
        (b'F', _) => NONE.with(Component::Leap(Leap::Ferz)),
        (b'D', _) => NONE.with(Component::Leap(Leap::Dabbaba)),
        (b'N', _) => NONE.with(Component::Leap(Leap::Knight)),
        (b'A', _) => NONE.with(Component::Leap(Leap::Alfil)),
        (b'C', _) => NONE.with(Component::Leap(Leap::Camel)),
        (b'K', _) => atom(b'W', Direction::Any, false).with(Component::Leap(Leap::Ferz)),
        (b'R', _) => NONE.with(straight),
        (b'B', _) => NONE.with(diagonal),
        (b'Q', _) => NONE.with(straight).with(diagonal),
        _ => panic!("unknown atom in a piece's movement"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_bound_movements() {
        for (betza, bound) in
            [("B", true), ("C", true), ("FAD", true), ("BN", false), ("N", false), ("CN", false), ("R", false)]
        {
            assert_eq!(Moves::betza(betza).captures.is_color_bound(), bound, "{betza}");
        }
    }
}
