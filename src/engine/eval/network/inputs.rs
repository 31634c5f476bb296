//! The inputs of a network: pieces and marks on squares, as one side sees them.

use crate::board::{Board, Homes, MAX_CASTLINGS, MarkSets, Setup, Spec, Tactics};
use crate::types::{Bitboard, Color, Piece, SQUARES, Square};

/// What a network looks at in a position of any game.
#[derive(Clone, Copy)]
pub struct Seen<'b> {
    /// The game's data.
    pub spec: &'static Spec,
    /// The side to move.
    pub side: Color,
    /// By colour, the king's square.
    pub kings: [Square; 2],
    /// By colour, the pieces.
    pub colors: [Bitboard; 2],
    /// By kind, the pieces of both sides.
    pub kinds: &'b [Bitboard],
    /// By square, the pieces.
    pub cells: &'b [Option<Piece>; SQUARES],
    /// What there is beside pieces.
    pub marks: Marks,
}

impl<'b> Seen<'b> {
    /// What a network looks at on a board.
    #[inline(always)]
    pub fn of<R: Tactics>(board: &'b Board<R>) -> Self {
        Self {
            spec: board.spec(),
            side: board.side(),
            kings: Color::BOTH.map(|color| board.king(color)),
            colors: Color::BOTH.map(|color| board.of_color(color)),
            kinds: board.kind_sets(),
            cells: board.cells(),
            marks: Marks {
                castling_rights: board.castling_rights(),
                homes: Some(*board.homes()),
                sets: R::marks(board),
            },
        }
    }

    /// The squares of all pieces.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }
}

/// How a side sees the board: ranks from its own side, and files from the other end if its king stands there. So a
/// position, its mirror image and both with colours exchanged have the same inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    is_mirrored: bool,
}

impl View {
    /// How `color` sees this position.
    #[inline(always)]
    pub fn of(seen: &Seen, color: Color) -> Self {
        Self { color, is_mirrored: 2 * seen.kings[color.index()].file() >= seen.spec.page.files }
    }

    /// How many views there are.
    pub const COUNT: usize = 4;

    /// The view's number, below [`View::COUNT`].
    #[inline(always)]
    pub fn number(self) -> usize {
        2 * self.color.index() + usize::from(self.is_mirrored)
    }
}

/// A piece or a mark on a square. A mark is a fact about a square beyond its piece, see [`Tactics::marks`]; it has a
/// colour and a number, like a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sign(u16);

impl Sign {
    /// A piece on a square.
    #[inline(always)]
    pub fn piece(piece: Piece, square: Square) -> Self {
        Self::new(piece.color(), piece.kind().index(), square)
    }

    #[inline(always)]
    fn new(color: Color, number: usize, square: Square) -> Self {
        Self(((2 * number + color.index()) * SQUARES + square.index()) as u16)
    }
}

/// The numbering of a game's inputs: by colour, kind or mark, and square, of the side that sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// Kinds of piece, then marks.
    numbers: usize,
    kinds: usize,
    files: u8,
    ranks: u8,
    /// The number of squares.
    squares: usize,
    /// The men at the start.
    men: u32,
    /// By view (side, mirrored) and sign, the input.
    table: Vec<u16>,
}

impl Inputs {
    /// The inputs of a game whose rules have this many kinds of marks.
    pub fn new(spec: &'static Spec, marks: usize) -> Self {
        let (files, ranks) = (spec.page.files, spec.page.ranks);
        let (kinds, squares) = (spec.kinds(), usize::from(files) * usize::from(ranks));
        let numbers = kinds + CASTLING_MARKS + marks;
        let start = Setup::read(spec, spec.page.start).expect("every game's start position is legal, as a test shows");
        let men = start.cells.iter().flatten().count() as u32;
        let mut inputs = Self { numbers, kinds, files, ranks, squares, men, table: Vec::new() };
        for color in Color::BOTH {
            for is_mirrored in [false, true] {
                let view = View { color, is_mirrored };
                for number in 0..numbers {
                    for sign_color in Color::BOTH {
                        let input = |square| inputs.number(view, number, sign_color, square);
                        let row: Vec<u16> = Square::all()
                            .map(|square| if spec.board.has(square) { input(square) } else { 0 })
                            .collect();
                        inputs.table.extend(row);
                    }
                }
            }
        }
        inputs
    }

    fn number(&self, view: View, number: usize, color: Color, square: Square) -> u16 {
        let rank = square.rank_for(view.color, self.ranks) as usize;
        let file = if view.is_mirrored { self.files - 1 - square.file() } else { square.file() };
        let is_theirs = usize::from(color != view.color);
        ((is_theirs * self.numbers + number) * self.squares + rank * usize::from(self.files) + usize::from(file)) as u16
    }

    /// The number of inputs.
    pub fn len(&self) -> usize {
        2 * self.numbers * self.squares
    }

    /// Whether there are none, which no game has.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The input that a sign is for a side.
    #[inline(always)]
    pub fn of(&self, view: View, sign: Sign) -> usize {
        usize::from(self.table[view.number() * 2 * self.numbers * SQUARES + usize::from(sign.0)])
    }

    /// The place of an input: the number of its kind or mark, counted on for the other side's, rank and file.
    pub fn place(&self, input: usize) -> (usize, usize, usize) {
        let (number, square) = (input / self.squares, input % self.squares);
        (number, square / usize::from(self.files), square % usize::from(self.files))
    }

    /// The numbers that [`Inputs::place`] gives, of both sides together.
    pub fn numbers(&self) -> usize {
        2 * self.numbers
    }

    /// The men at the start.
    pub fn men(&self) -> u32 {
        self.men
    }

    /// The kinds of marks that the rules have.
    pub fn marks_of_rules(&self) -> usize {
        self.numbers - self.kinds - CASTLING_MARKS
    }

    /// Files and ranks.
    pub fn size(&self) -> (usize, usize) {
        (self.files.into(), self.ranks.into())
    }

    /// Calls `change` with the sign of each mark that only one of two positions has, and whether it is the later one.
    #[inline(always)]
    pub fn mark_changes(&self, earlier: &Marks, later: &Marks, mut change: impl FnMut(Sign, bool)) {
        let rights = earlier.castling_rights ^ later.castling_rights;
        if rights != 0 {
            for right in 0..MAX_CASTLINGS {
                let is_later = later.castling_rights >> right & 1 != 0;
                let homes = if is_later { later.homes } else { earlier.homes };
                if let Some(homes) = homes.filter(|_| rights >> right & 1 != 0) {
                    change(Sign::new(Color::BOTH[right / 2], self.kinds, homes.rook(right)), is_later);
                }
            }
        }
        // A made-up file may have a network that sees fewer marks.
        for number in 0..self.marks_of_rules() {
            for color in Color::BOTH {
                let [before, now] = [earlier, later].map(|marks| marks.sets[number][color.index()]);
                for square in before ^ now {
                    change(Sign::new(color, self.kinds + CASTLING_MARKS + number, square), now.has(square));
                }
            }
        }
    }

    /// Calls `add` with every sign of a position.
    pub fn signs(&self, seen: &Seen, mut add: impl FnMut(Sign)) {
        for square in seen.occupied() {
            if let Some(piece) = seen.cells[square.index()] {
                add(Sign::piece(piece, square));
            }
        }
        self.mark_changes(&Marks::default(), &seen.marks, |sign, _| add(sign));
    }
}

/// All marks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    castling_rights: u8,
    /// `None` in no position, which has no marks.
    homes: Option<Homes>,
    sets: MarkSets,
}

/// The kinds of marks that every game has: the rook's square of a castling right.
const CASTLING_MARKS: usize = 1;
