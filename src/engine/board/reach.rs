//! Where a kind of piece goes from each square, for games that are known only at run time.

use std::sync::Arc;

use super::betza::{Form, Part, Path, has_paths, paths};
use super::definition::Definition;
use super::laws::ByColor;
use super::walks::{Walks, ride};
use crate::geometry::{bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Kind, SQUARES, Square};

/// By square, a set of squares. Kinds and colours for which it is the same share it, so that all fit into the fastest
/// cache.
type Row = Arc<[Bitboard; SQUARES]>;

/// The rows of a game.
#[derive(Default)]
pub(super) struct Rows(Vec<Row>);

impl Rows {
    fn share(&mut self, row: [Bitboard; SQUARES]) -> Row {
        let known = self.0.iter().find(|known| ***known == row).cloned();
        known.unwrap_or_else(|| {
            let new = Arc::new(row);
            self.0.push(Arc::clone(&new));
            new
        })
    }
}

/// Where a piece goes from a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Targets {
    /// Squares that it leaps to.
    pub leaps: Bitboard,
    /// Squares on its rank and file to which it slides.
    pub straight: Bitboard,
    /// Squares on its diagonals to which it slides.
    pub diagonal: Bitboard,
}

/// How a kind slides along ranks and files, or along diagonals.
enum Slide {
    Never,
    /// As far as it can.
    Open,
    /// Within these squares.
    Within(ByColor<Row>),
}

/// What sliders from a square reach along ranks and files, and along diagonals.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    straight: Bitboard,
    diagonal: Bitboard,
}

impl Slides {
    #[inline(always)]
    pub fn of(from: Square, occupied: Bitboard) -> Self {
        Self { straight: rook_attacks(from, occupied), diagonal: bishop_attacks(from, occupied) }
    }
}

/// The squares that a kind of piece reaches, for captures or for moves without.
pub(super) struct Reach {
    leaps: Option<ByColor<Row>>,
    straight: Slide,
    diagonal: Slide,
    /// By colour and square; empty if there are none.
    walks: Vec<Walks>,
    /// By colour: where the piece may stand.
    region: ByColor<Bitboard>,
    /// Whether the piece hops neither over nor to a piece of its own kind.
    shuns_kin: bool,
}

impl Slide {
    /// What is reached of a line that ends at the first occupied squares.
    #[inline(always)]
    fn along(&self, line: impl FnOnce() -> Bitboard, color: Color, from: Square) -> Bitboard {
        match self {
            Self::Never => Bitboard::EMPTY,
            Self::Open => line(),
            Self::Within(rows) => line() & rows[color.index()][from.index()],
        }
    }
}

impl Reach {
    /// The squares reached, including the first occupied one on each line. They may be off the board. `kin` are the pieces
    /// of the same kind.
    #[inline(always)]
    pub fn from(&self, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        let straight = self.straight.along(|| rook_attacks(from, occupied), color, from);
        let diagonal = self.diagonal.along(|| bishop_attacks(from, occupied), color, from);
        straight | diagonal | self.others(color, from, occupied, kin)
    }

    /// As [`Reach::from`], with what sliders reach from the square.
    #[inline(always)]
    pub fn with_slides(
        &self,
        color: Color,
        from: Square,
        slides: Slides,
        occupied: Bitboard,
        kin: Bitboard,
    ) -> Bitboard {
        let straight = self.straight.along(|| slides.straight, color, from);
        let diagonal = self.diagonal.along(|| slides.diagonal, color, from);
        straight | diagonal | self.others(color, from, occupied, kin)
    }

    /// The squares reached by leaps and along walks.
    #[inline(always)]
    fn others(&self, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        let leaps = self.leaps.as_ref().map_or(Bitboard::EMPTY, |rows| rows[color.index()][from.index()]);
        if self.has_walks() { leaps | self.along_walks(color, from, occupied, kin) } else { leaps }
    }

    /// Whether there are [`Walks`].
    #[inline(always)]
    pub fn has_walks(&self) -> bool {
        !self.walks.is_empty()
    }

    /// The squares reached along walks.
    pub fn along_walks(&self, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        let shunned = if self.shuns_kin { kin } else { Bitboard::EMPTY };
        self.walks[color.index() * SQUARES + from.index()].reached(occupied, shunned)
    }

    /// The walks from a square; `None` if the kind has none.
    pub fn walks(&self, color: Color, from: Square) -> Option<&Walks> {
        self.walks.get(color.index() * SQUARES + from.index())
    }

    /// Where the piece goes from a square of the board by leaps and slides, if nothing is in its way.
    pub fn targets(&self, color: Color, from: Square) -> Targets {
        let Slides { straight, diagonal } = Slides::of(from, Bitboard::EMPTY);
        let own = self.region[color.index()];
        Targets {
            leaps: self.leaps.as_ref().map_or(Bitboard::EMPTY, |rows| rows[color.index()][from.index()]),
            straight: self.straight.along(|| straight, color, from) & own,
            diagonal: self.diagonal.along(|| diagonal, color, from) & own,
        }
    }

    /// All squares that could be reached along walks with some occupation of the board.
    pub fn potential_of_walks(&self, color: Color, from: Square) -> Bitboard {
        self.walks(color, from).map_or(Bitboard::EMPTY, Walks::potential)
    }

    /// All squares that could be reached with some occupation of the board.
    pub fn potential(&self, color: Color, from: Square) -> Bitboard {
        let Targets { leaps, straight, diagonal } = self.targets(color, from);
        leaps | straight | diagonal | self.potential_of_walks(color, from)
    }

    /// Whether the kind slides as far as it can, along ranks and files or along diagonals.
    pub fn is_open(&self, straight: bool) -> bool {
        matches!(if straight { &self.straight } else { &self.diagonal }, Slide::Open)
    }

    /// The reach of a kind by the parts of its movement that `choose` selects.
    pub fn new(game: &Definition, kind: Kind, choose: fn(&Part) -> bool, rows: &mut Rows) -> Self {
        let (laws, moves) = (&game.laws, &game.pieces[kind.index()].moves);
        let board = game.board();
        let parts: Vec<&Part> = moves.parts().iter().filter(|part| choose(part)).collect();
        let steps = || parts.iter().flat_map(|part| part.steps.iter().map(move |step| (*part, step)));
        let region = Color::BOTH.map(|color| board & laws.mobility[color.index()][kind.index()]);
        let walked: Vec<Path> =
            steps().filter(|(part, step)| has_paths(part, *step)).flat_map(|(part, step)| paths(part, step)).collect();
        let mut walks = if walked.is_empty() { Vec::new() } else { vec![Walks::default(); 2 * SQUARES] };
        let [mut leaps, mut straight, mut diagonal] = [[[Bitboard::EMPTY; SQUARES]; 2]; 3];
        for (color, from) in game.colored_squares() {
            let is_narrow = laws.soldiers.has(kind) && laws.narrow_squares(color, game.ranks).has(from);
            let file = if is_narrow { Bitboard::file(from.file()) } else { Bitboard::FULL };
            let allowed = region[color.index()] & file;
            if !walked.is_empty() {
                let allowed = region[color.index()];
                walks[color.index() * SQUARES + from.index()] = Walks::new(board, color, from, &walked, allowed);
            }
            for (part, step) in steps().filter(|(part, step)| !has_paths(part, *step)) {
                let squares: Bitboard = ride(board, color, from, step, part.range).into_iter().collect();
                let place = match (part.form, step.0 == 0 || step.1 == 0) {
                    (Form::Leap, _) => &mut leaps,
                    (_, true) => &mut straight,
                    (_, false) => &mut diagonal,
                };
                place[color.index()][from.index()] |= squares & allowed;
            }
        }
        let is_empty = |table: &ByColor<[Bitboard; SQUARES]>| table.iter().flatten().all(|squares| squares.is_empty());
        let mut slide = |table: ByColor<[Bitboard; SQUARES]>, line: fn(Square, Bitboard) -> Bitboard| {
            let is_whole = |(color, from): (Color, Square)| {
                table[color.index()][from.index()] == line(from, Bitboard::EMPTY) & board
            };
            match is_empty(&table) {
                true => Slide::Never,
                false if game.colored_squares().all(is_whole) => Slide::Open,
                false => Slide::Within(table.map(|row| rows.share(row))),
            }
        };
        let (straight, diagonal) = (slide(straight, rook_attacks), slide(diagonal, bishop_attacks));
        let leaps = (!is_empty(&leaps)).then(|| leaps.map(|row| rows.share(row)));
        Self { leaps, straight, diagonal, walks, region, shuns_kin: laws.shuns_kin.has(kind) }
    }
}
