//! Own pictures for pieces that XBoard's set cannot show: towers whose stones can be counted. XBoard finds a picture by
//! the name of its slot, in the directory of its option `-pieceImageDirectory`, and uses its own for the others.

use std::fmt::Write;

use super::pictures::{Pictures, piece_text};
use crate::board::Spec;
use crate::picture::{Stone, stones};
use crate::types::{Color, Kind};

/// The side of a picture, in its own units.
const SIDE: u32 = 100;
/// XBoard's names of the slots with pictures for towers, by the index in its table of pieces.
const SLOTS: [(usize, &str); 8] = [
    (4, "Queen"),
    (5, "Advisor"),
    (25, "Tower"),
    (27, "Hat"),
    (36, "Copper"),
    (37, "Iron"),
    (38, "Viking"),
    (55, "GoldPawn"),
];

/// A picture for XBoard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The file's name.
    pub name: String,
    /// The file's content.
    pub svg: String,
}

/// The pictures of a game's towers, for both sides; empty if it has none.
pub(super) fn of(spec: &Spec) -> Vec<Drawing> {
    let Some(pictures) = Pictures::of(spec) else { return Vec::new() };
    let towers = (0..spec.kinds()).filter_map(|index| {
        let kind = Kind::new(index);
        let stones = spec.kind_text(kind).strip_prefix('T')?.parse().ok()?;
        let letter = piece_text(spec, kind).chars().next()?;
        let slot = pictures.slot(letter)?;
        Some((stones, SLOTS.iter().find(|(index, _)| *index == slot)?.1))
    });
    let both = towers.flat_map(|(stones, slot)| Color::BOTH.map(|color| tower(stones, slot, color)));
    both.collect()
}

/// A tower of this many stones, the lowest the widest.
fn tower(count: usize, slot: &str, color: Color) -> Drawing {
    // XBoard takes the red of a picture for White as the part of White's colour, and of one for Black as white lines.
    let (side, fill, line) = match color {
        Color::White => ("White", "#ffffcc", "#000000"),
        Color::Black => ("Black", "#000000", "#ffffff"),
    };
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIDE}\" height=\"{SIDE}\">\n");
    for Stone { x, y, width, height } in stones(count) {
        // Writing to a text cannot fail.
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{fill}\" \
             stroke=\"{line}\" stroke-width=\"2.5\"/>"
        );
    }
    svg += "</svg>\n";
    Drawing { name: format!("{side}{slot}.svg"), svg }
}
