//! Pictures as SVG: pieces, positions, and diagrams of how pieces move.
//!
//! All colours are attributes, so that a picture is right in any viewer; in a page its style sheet may override them.

mod board;
mod diagram;
mod movements;
mod pieces;
mod tower;

pub use board::{PlayedMove, Style, position};
pub use diagram::movements;
pub use movements::{Effect, Reach, reach_from, reach_of};
pub use pieces::{all_symbols, names, picture_name, symbols};
pub(crate) use tower::{Stone, stones};

use std::fmt::{self, Display};

/// The side of a square.
const SIDE: i32 = 100;
/// The name space of SVG.
const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The light and the dark squares.
const SQUARE_COLORS: [&str; 2] = ["#f0e2c4", "#b3926b"];

/// The colour of a square, as an index to [`SQUARE_COLORS`]: the lower left one is dark.
fn shade(square: crate::types::Square) -> usize {
    1 - usize::from((square.file() + square.rank()) % 2)
}

/// Text with the characters escaped that mean something in markup.
struct Escaped<'t>(&'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            c if c.is_control() => f.write_str(" "),
            c => write!(f, "{c}"),
        })
    }
}

/// A number with at most one digit after the point.
struct Number(f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns -0 into 0.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}
