//! The Wizard's geometry: the board folded so that file y lies on j and d on e.
//!
//! A square has the coordinates (u, r, s): u is the distance of its file from the edge, r its rank, s the half of the
//! board (0 queenside, 1 kingside).

use crate::types::{Bitboard, SQUARES, Square};

const FILES: i8 = 12;
const RANKS: i8 = 8;
/// The number of values of u.
const DEPTH: i8 = FILES / 2;

/// The three coordinates, in the order u, r, s.
type Place = [i8; 3];
const U: usize = 0;
const R: usize = 1;
const S: usize = 2;

const fn place(square: Square) -> Place {
    let (file, rank) = (square.file() as i8, square.rank() as i8);
    if file < DEPTH { [file, rank, 0] } else { [FILES - 1 - file, rank, 1] }
}

const fn square_at(place: Place) -> Option<Square> {
    let [u, r, s] = place;
    if u < 0 || u >= DEPTH || r < 0 || r >= RANKS || s < 0 || s > 1 {
        return None;
    }
    let file = if s == 0 { u } else { FILES - 1 - u };
    Some(Square::new(file as u8, r as u8))
}

const fn on_board(index: usize) -> bool {
    index < (FILES * RANKS) as usize
}

/// By square, the squares reached by changing this many coordinates by one each.
const fn steps(coordinates: i8) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while on_board(index) {
        let [u, r, s] = place(Square::new_unchecked_index(index as u8));
        // All 27 combinations of -1, 0 and 1.
        let mut code: i8 = 0;
        while code < 27 {
            let (du, dr, ds) = (code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
            if du.abs() + dr.abs() + ds.abs() == coordinates
                && let Some(to) = square_at([u + du, r + dr, s + ds])
            {
                table[index].0 |= to.bit().0;
            }
            code += 1;
        }
        index += 1;
    }
    table
}

static WALKS: [Bitboard; SQUARES] = steps(2);
static NEIGHBOURS: [Bitboard; SQUARES] = steps(1);

/// The squares to which a Wizard walks in one step: two coordinates change by one.
#[inline(always)]
pub(super) fn walks(square: Square) -> Bitboard {
    WALKS[square.index()]
}

/// The squares on which a Wizard freezes: one coordinate changes by one.
#[inline(always)]
pub(super) fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square.index()]
}

/// The maximum number of rides from a square: one step in u or s and three in r, or one in r or s and three in u.
const MAX_RIDES: usize = 12;

/// The path of a kill: the victim's square and the two squares that must be empty. They are the same in reverse.
#[derive(Clone, Copy)]
pub(super) struct Ride {
    to: u8,
    passed: [u8; 2],
}

impl Ride {
    /// The square at its end.
    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Square::new_unchecked_index(self.to)
    }

    /// The two squares that it passes.
    #[inline(always)]
    pub(super) fn passed(self) -> Bitboard {
        let [one, other] = self.passed;
        Square::new_unchecked_index(one).bit() | Square::new_unchecked_index(other).bit()
    }
}

struct Rides {
    count: usize,
    rides: [Ride; MAX_RIDES],
    ends: Bitboard,
}

static RIDES: [Rides; SQUARES] = {
    const NONE: Rides = Rides { count: 0, rides: [Ride { to: 0, passed: [0; 2] }; MAX_RIDES], ends: Bitboard::EMPTY };
    // The coordinate that changes once, and the one that changes three times.
    const AXES: [(usize, usize); 4] = [(U, R), (S, R), (R, U), (S, U)];
    let mut table = [NONE; SQUARES];
    let mut index = 0;
    while on_board(index) {
        let mut code = 0;
        while code < 4 * AXES.len() {
            let (once, thrice) = AXES[code / 4];
            let (a, b) = (if code & 1 == 0 { 1 } else { -1 }, if code & 2 == 0 { 1 } else { -1 });
            let start = place(Square::new_unchecked_index(index as u8));
            let (mut first, mut second, mut end) = (start, start, start);
            first[once] += a;
            first[thrice] += b;
            second[thrice] += 2 * b;
            end[once] += a;
            end[thrice] += 3 * b;
            if let (Some(first), Some(second), Some(end)) = (square_at(first), square_at(second), square_at(end)) {
                let rides = &mut table[index];
                rides.rides[rides.count] =
                    Ride { to: end.index() as u8, passed: [first.index() as u8, second.index() as u8] };
                rides.count += 1;
                rides.ends.0 |= end.bit().0;
            }
            code += 1;
        }
        index += 1;
    }
    table
};

/// The rides from a square. Reversed, they are the rides to it.
#[inline(always)]
pub(super) fn rides(square: Square) -> &'static [Ride] {
    let Rides { count, rides, .. } = &RIDES[square.index()];
    &rides[..*count]
}

/// The squares at the ends of the rides from a square.
#[inline(always)]
pub(super) fn ride_ends(square: Square) -> Bitboard {
    RIDES[square.index()].ends
}

/// The direction from a Wizard to a neighbour, as seen on the flat board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    North,
    South,
    East,
    West,
    /// To the square in the other half that lies on this one when folded.
    Across,
}

impl Direction {
    pub(super) const ALL: [Self; 5] = [Self::North, Self::South, Self::East, Self::West, Self::Across];

    /// The direction from one square to a neighbour; `None` if they are not neighbours.
    pub(super) fn between(from: Square, to: Square) -> Option<Self> {
        if !neighbours(from).has(to) {
            return None;
        }
        let (files, ranks) = (to.file().cmp(&from.file()), to.rank().cmp(&from.rank()));
        let across = from.file().abs_diff(to.file()) > 1 || from.file() + to.file() == FILES as u8 - 1;
        Some(match (files, ranks) {
            (_, std::cmp::Ordering::Greater) => Self::North,
            (_, std::cmp::Ordering::Less) => Self::South,
            _ if across => Self::Across,
            (std::cmp::Ordering::Greater, _) => Self::East,
            _ => Self::West,
        })
    }

    const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::East => Self::West,
            Self::West => Self::East,
            Self::Across => Self::Across,
        }
    }

    /// The neighbours of these squares in this direction. All of the squares must have one.
    #[inline(always)]
    pub(super) fn next_to(self, squares: Bitboard) -> Bitboard {
        match self {
            Self::North => Bitboard(squares.0 << FILES),
            Self::South => Bitboard(squares.0 >> FILES),
            Self::East => Bitboard(squares.0 << 1),
            Self::West => Bitboard(squares.0 >> 1),
            Self::Across => squares.into_iter().map(across).collect(),
        }
    }

    /// The square whose neighbour in this direction is `square`; empty if there is none.
    pub(super) fn source(self, square: Square) -> Bitboard {
        let back = self.opposite();
        let next = match back {
            Self::North => square.offset(0, 1),
            Self::South => square.offset(0, -1),
            Self::East => square.offset(1, 0),
            Self::West => square.offset(-1, 0),
            Self::Across => Some(across(square)),
        };
        next.map_or(Bitboard::EMPTY, |next| next.bit() & neighbours(square))
    }
}

/// The square that lies on this one when the board is folded (s changes).
fn across(square: Square) -> Square {
    Square::new(FILES as u8 - 1 - square.file(), square.rank())
}
