//! The movement of a piece, parsed from Betza's notation
//! (<https://www.chessvariants.com/piececlopedia.dir/betzanotation.html>).
//!
//! A movement is a list of [`Part`]s, one for each atom of the notation. The games that are compiled separately use only
//! parts that are [`Component`]s, whose lookups fold away; for all other games [`MovementTables`](super::MovementTables) are made from
//! the parts.

mod component;
mod error;
mod legs;
mod part;
mod paths;
mod reader;
mod steps;

pub use component::{Component, Movement};
pub use error::{BetzaError, MAX_PARTS};
pub use legs::{Bend, Leg, MAX_LEGS, UNLIMITED, octants};
pub use part::{Form, Part};
pub(super) use paths::{Path, Stretch, has_paths, lame, paths};
pub use steps::{MAX_STEP, Steps};

use error::MAX_SQUARES;
use reader::read_part;

use crate::geometry::Leap;

/// How a piece captures and how it moves without capturing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    parts: [Part; MAX_PARTS],
    count: usize,
    /// Components that capture (and give check).
    pub captures: Movement,
    /// Components that move to empty squares.
    pub quiets: Movement,
    /// Whether components say all of the movement.
    pub is_simple: bool,
    /// Whether it captures exactly where it can move without capturing.
    pub is_uniform: bool,
}

impl Moves {
    /// Parses Betza's notation.
    ///
    /// The atoms are `W F D N A H C Z G` (also `L` for C and `J` for Z), `K` (WF) and the riders `R B Q`. An atom that is
    /// doubled (`NN`) rides, with a digit after it (`R4`) as many steps at most. Before an atom stand modifiers: `m`
    /// (moves only), `c` (captures only), `e` (captures en passant too), `i` (moves from the region of double steps only),
    /// `p` (hops over one piece), `g` (lands just behind the piece that it hops over), `n` (blocked on its way), and
    /// directions: `f b l r v s`, in pairs (`fr`, `ff`) where an atom has eight steps.
    ///
    /// `a` between modifiers makes a walk of several legs (XBetza): after the first, directions are relative to the leg
    /// before, in eighths of a turn (`fs`: one eighth to either side, which makes a diagonal step of a straight one), or
    /// to the side of the last turn (`q`) or the other one (`z`); without directions all but back. A leg passes over an
    /// empty square (`m`, the default) or an occupied one (`p`). After `y` and `g` (which also hops) the legs slide if the
    /// atom steps, and step if it slides. `q` and `z` in a single leg are for rides that bend by an eighth to one side, or
    /// a quarter to both sides in turn.
    ///
    /// # Panics
    /// If the text is not such a movement. In the piece table of a compiled game it is evaluated at compile time, so that an
    /// error does not compile.
    pub const fn betza(text: &str) -> Self {
        match Self::read(text) {
            Ok(moves) => moves,
            Err(_) => panic!("a piece's movement is wrong"),
        }
    }

    /// As [`Moves::betza`], for texts from outside.
    ///
    /// # Errors
    /// If the text is not such a movement.
    pub const fn read(text: &str) -> Result<Self, BetzaError> {
        let mut moves = Self {
            parts: [Part::NONE; MAX_PARTS],
            count: 0,
            captures: Movement::NONE,
            quiets: Movement::NONE,
            is_simple: true,
            is_uniform: true,
        };
        let text = text.as_bytes();
        let (mut at, mut squares) = (0, 0u32);
        while at < text.len() {
            let (part, next) = match read_part(text, at) {
                Ok(read) => read,
                Err(error) => return Err(error),
            };
            if moves.count == MAX_PARTS {
                return Err(BetzaError::TooLong);
            }
            moves.add(part);
            squares = squares.saturating_add(part.most_squares());
            if squares > MAX_SQUARES {
                return Err(BetzaError::Squares);
            }
            at = next;
        }
        Ok(moves)
    }

    const fn add(&mut self, part: Part) {
        self.parts[self.count] = part;
        self.count += 1;
        self.is_uniform &= part.captures && part.quiets;
        match part.components() {
            None => self.is_simple = false,
            Some(components) => {
                if part.quiets {
                    self.quiets = self.quiets.and(components);
                }
                if part.captures {
                    self.captures = self.captures.and(components);
                }
            }
        }
    }

    /// The parts of the movement.
    pub const fn parts(&self) -> &[Part] {
        self.parts.split_at(self.count).0
    }

    /// Whether the captures stay on squares of one colour. False if there are none.
    pub const fn is_color_bound(&self) -> bool {
        let (mut bound, mut any) = (true, false);
        let mut index = 0;
        while index < self.count {
            let part = &self.parts[index];
            if part.captures {
                any = true;
                // Of walks it is not found out.
                bound &= Steps::EVEN.includes(part.steps) && !matches!(part.form, Form::Walk);
            }
            index += 1;
        }
        bound && any
    }

    /// Whether some part is for initial moves (`i`).
    pub const fn has_initial(&self) -> bool {
        let mut index = 0;
        while index < self.count {
            if self.parts[index].initial {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether some move without capture could be taken back by another one, initial moves apart.
    pub const fn can_return(&self) -> bool {
        let (mut steps, mut index) = (Steps::NONE, 0);
        while index < self.count {
            let part = &self.parts[index];
            if part.quiets && !part.initial {
                // Of walks it is not found out.
                if matches!(part.form, Form::Walk) {
                    return true;
                }
                steps = steps.and(part.steps);
            }
            index += 1;
        }
        steps.has_opposites()
    }

    /// Whether the movement is a pawn's: one square straight ahead, captures one square diagonally ahead.
    pub const fn is_pawn(&self) -> bool {
        let quiets = Movement::NONE.with(Component::Leap(Leap::ForwardWazir));
        let captures = Movement::NONE.with(Component::Leap(Leap::ForwardFerz));
        self.is_simple && self.quiets.same(quiets) && self.captures.same(captures)
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
            assert_eq!(Moves::betza(betza).is_color_bound(), bound, "{betza}");
        }
    }

    fn steps(betza: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = Moves::read(betza).unwrap().parts().iter().flat_map(|part| part.steps.iter()).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn directions_name_steps() {
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("frF"), [(1, 1)]);
        assert_eq!(steps("bK"), [(-1, -1), (0, -1), (1, -1)]);
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("hrN"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(steps("vN"), [(-1, -2), (-1, 2), (1, -2), (1, 2)]);
        assert_eq!(steps("C").len(), 8);
    }

    #[test]
    fn parts_keep_their_letters() {
        let moves = Moves::betza("fmWfceFLbsN");
        let [step, capture, camel, knight] = moves.parts() else { panic!("{moves:?}") };
        assert_eq!((step.letter, step.directions(), step.en_passant), ('W', &[(b'f', b'f')][..], false));
        assert_eq!((capture.letter, capture.en_passant), ('F', true));
        assert_eq!((camel.letter, camel.directions(), knight.directions()), ('C', &[][..], &[(b'b', b's')][..]));
    }

    #[test]
    fn forms_and_ranges() {
        let part = |betza| Moves::read(betza).unwrap().parts()[0];
        assert_eq!((part("R").form, part("R").range), (Form::Ride, UNLIMITED));
        assert_eq!((part("NN").form, part("NN").range), (Form::Ride, UNLIMITED));
        assert_eq!((part("R4").form, part("R4").range), (Form::Ride, 4));
        assert_eq!((part("W3").form, part("W3").range), (Form::Ride, 3));
        assert_eq!((part("nN").form, part("pR").form, part("gQ").form), (Form::LameLeap, Form::Hop, Form::Hop));
        assert_eq!((part("pR").range, part("gQ").range, part("pR3").range), (UNLIMITED, 1, 3));
        assert!(part("imN").initial && !part("imN").captures);
        assert!(Moves::betza("Q2N").is_simple && !Moves::betza("R4").is_simple && Moves::betza("fmWfceF").is_pawn());
    }

    #[test]
    fn errors_say_where() {
        for (betza, error) in [
            ("E", BetzaError::Letter(0)),
            ("NX", BetzaError::NotPlayed(1, "leaps of more than three squares")),
            ("NxW", BetzaError::NotPlayed(1, "moves lent by other pieces")),
            ("isO2", BetzaError::NotPlayed(2, "castling")),
            ("KcabK", BetzaError::NotPlayed(2, "a walk that goes on after a capture")),
            ("mabK", BetzaError::NotPlayed(3, "a walk back to where it began")),
            ("mayW", BetzaError::Modifiers(3, "the last leg of a walk has none of `e`, `i`, `n` and `y`")),
            ("pqN", BetzaError::Modifiers(2, "`q` and `z` bend a single leg that does not hop")),
            ("aaaaaaaaW", BetzaError::Legs(7)),
            ("aaaaW", BetzaError::Squares),
            ("mQaQ", BetzaError::Squares),
            ("Nf", BetzaError::Unfinished),
            ("hN", BetzaError::Directions(1)),
            ("pN", BetzaError::Modifiers(1, "`p` and `g` are for R, B and Q")),
            ("npR", BetzaError::Modifiers(2, "only one of `n`, `p` and `g`")),
            ("emF", BetzaError::Modifiers(2, "`e` is for captures")),
            ("W10", BetzaError::Letter(2)),
        ] {
            assert_eq!(Moves::read(betza), Err(error), "{betza}");
        }
        assert_eq!(Moves::read(&"WF".repeat(9)), Err(BetzaError::TooLong));
    }
}
