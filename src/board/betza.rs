//! How a piece moves, as a sum of components, read from Betza's notation.

use crate::geometry::Leap;

/// One component of movement: a leap, or a slide along the board's lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// A leap or single step.
    Leap(Leap),
    /// Any number of squares straight (R).
    RookSlide,
    /// Any number of squares diagonally (B).
    BishopSlide,
    /// One or two squares straight (R2).
    ShortRookSlide,
    /// One or two squares diagonally (B2).
    ShortBishopSlide,
}

impl Component {
    /// The number of components.
    pub const COUNT: usize = Leap::ALL.len() + 4;

    /// A number for tables, below [`Component::COUNT`].
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

/// A set of components.
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

    /// Whether a piece that moves so never leaves squares of one colour.
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

    /// Whether the movement contains the component with this number.
    pub(super) const fn has_index(self, component: usize) -> bool {
        self.0 >> component & 1 != 0
    }

    /// Whether two movements are the same.
    #[inline(always)]
    pub const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }
}

/// What a piece may do: components on which it captures, and on which it moves without capturing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    /// Components that capture (and give check).
    pub captures: Movement,
    /// Components that move to empty squares.
    pub quiets: Movement,
}

impl Moves {
    /// Reads Betza's notation: atoms `W F D N A C K R B Q`, before each the modifiers `m` (moves only), `c` (captures
    /// only), `f` (ahead only, with W and F) and `b` (back only, with W), and after R, B and Q the range `2`.
    ///
    /// # Panics
    /// On any other letter. It is evaluated while compiling, so a slip in a piece table does not compile.
    pub const fn betza(text: &str) -> Self {
        let text = text.as_bytes();
        let mut moves = Self { captures: Movement::NONE, quiets: Movement::NONE };
        let mut at = 0;
        while at < text.len() {
            let (mut only_moves, mut only_captures, mut way) = (false, false, Direction::Any);
            while text[at].is_ascii_lowercase() {
                match text[at] {
                    b'm' => only_moves = true,
                    b'c' => only_captures = true,
                    b'f' => way = Direction::Ahead,
                    b'b' => way = Direction::Back,
                    _ => panic!("unknown modifier in a piece's movement"),
                }
                at += 1;
            }
            let short = at + 1 < text.len() && text[at + 1] == b'2';
            let atom = atom(text[at], way, short);
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

#[derive(Clone, Copy)]
enum Direction {
    Any,
    Ahead,
    Back,
}

const fn atom(letter: u8, way: Direction, short: bool) -> Movement {
    const NONE: Movement = Movement::NONE;
    let straight = if short { Component::ShortRookSlide } else { Component::RookSlide };
    let diagonal = if short { Component::ShortBishopSlide } else { Component::BishopSlide };
    match (letter, way) {
        (b'W', Direction::Ahead) => NONE.with(Component::Leap(Leap::ForwardWazir)),
        (b'F', Direction::Ahead) => NONE.with(Component::Leap(Leap::ForwardFerz)),
        (b'W', Direction::Back) => NONE.with(Component::Leap(Leap::BackwardWazir)),
        (_, Direction::Ahead | Direction::Back) => panic!("only W and F can be restricted to ahead, only W to back"),
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
