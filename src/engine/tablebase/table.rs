//! The values of all positions with certain men.

use arrayvec::ArrayVec;

use super::material::{ByMan, Material};
use crate::board::Spec;
use crate::types::{Color, Solved, Square};

/// The longest mate that a table can hold, in plies.
pub(super) const MAX_PLIES: u16 = 253;

/// The numbering of the positions with certain men.
///
/// In a game whose rules do not tell left from right, only positions with the first man on the left half of the board have
/// numbers; mirror images of others count as these. With the first man on a middle file
/// a position and its mirror image have a number each.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    files: usize,
    /// The squares of the board.
    squares: usize,
    /// The files on which the first man may stand.
    first_files: usize,
    /// By man, the number of the first man who is like it.
    first_alike: ByMan<usize>,
    /// Whether there are men who are alike.
    has_twins: bool,
    /// By man, by how much a position's number grows with that of the man's square.
    weights: ByMan<usize>,
    /// The positions with either side to move.
    half: usize,
}

/// The files on which the first man may stand.
fn first_files(spec: &Spec) -> usize {
    let files = usize::from(spec.page.files);
    if spec.page.is_mirrored { files.div_ceil(2) } else { files }
}

impl Layout {
    pub fn new(spec: &Spec, material: &Material) -> Self {
        let men = material.men();
        let first = |man| men.iter().position(|other| other == man).unwrap_or(0);
        let first_alike: ByMan<usize> = men.iter().map(first).collect();
        let (files, ranks, first_files) =
            (usize::from(spec.page.files), usize::from(spec.page.ranks), first_files(spec));
        let squares = files * ranks;
        let has_twins = first_alike.iter().enumerate().any(|(man, &first)| first < man);
        let weights: ByMan<usize> = (0..men.len()).map(|man| squares.pow((men.len() - 1 - man) as u32)).collect();
        let half = first_files * ranks * weights[0];
        Self { files, squares, first_files, first_alike, has_twins, weights, half }
    }

    /// The positions of a table with so many men on this board, those that cannot occur included.
    pub fn size_of(spec: &Spec, men: usize) -> u64 {
        let (files, ranks) = (u64::from(spec.page.files), u64::from(spec.page.ranks));
        2 * first_files(spec) as u64 * ranks * (files * ranks).pow(men as u32 - 1)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        2 * self.half
    }

    /// The number of a square of the board.
    pub fn number_of(&self, square: Square) -> usize {
        usize::from(square.rank()) * self.files + usize::from(square.file())
    }

    /// The squares of the board.
    pub fn squares(&self) -> usize {
        self.squares
    }

    fn square(&self, number: usize, files: usize) -> Square {
        Square::new((number % files) as u8, (number / files) as u8)
    }

    /// The first man who is like this one.
    pub fn first_alike(&self, man: usize) -> usize {
        self.first_alike[man]
    }

    /// The square at the same distance from the other edge of the board.
    pub fn mirrored(&self, square: Square) -> Square {
        Square::new(self.files as u8 - 1 - square.file(), square.rank())
    }

    /// The number of a position's mirror image, if that is another one because the first man stands on the middle file.
    pub fn index_of_mirror(&self, side: Color, squares: &[Square]) -> Option<usize> {
        let is_in_middle = self.has_mirror() && self.mirrored(squares[0]) == squares[0];
        let image = || squares.iter().map(|&square| self.mirrored(square)).collect::<ByMan<Square>>();
        is_in_middle.then(|| self.index(side, &image()))
    }

    /// Whether mirror images count as the same position.
    pub fn has_mirror(&self) -> bool {
        self.first_files < self.files
    }

    /// The number of a position.
    #[inline]
    pub fn index(&self, side: Color, squares: &[Square]) -> usize {
        let is_mirrored = usize::from(squares[0].file()) >= self.first_files;
        let seen = |&square: &Square| if is_mirrored { self.mirrored(square) } else { square };
        let mut numbers: ByMan<usize> = squares.iter().map(|square| self.number_of(seen(square))).collect();
        for man in 1..numbers.len() {
            // Men who are alike stand in ascending order.
            let mut place = man;
            while self.first_alike[man] < place && numbers[place - 1] > numbers[place] {
                numbers.swap(place - 1, place);
                place -= 1;
            }
        }
        let first = seen(&squares[0]);
        numbers[0] = usize::from(first.rank()) * self.first_files + usize::from(first.file());
        let number: usize = numbers.iter().zip(&self.weights).map(|(number, weight)| number * weight).sum();
        side.index() * self.half + number
    }

    /// The number of the position after a man has moved to an empty square, given the number and the squares before, which
    /// are those of [`Layout::position`].
    #[inline]
    pub fn index_after(&self, index: usize, squares: &[Square], man: usize, to: Square) -> usize {
        let (other_side, side) =
            if index < self.half { (index + self.half, Color::White) } else { (index - self.half, Color::Black) };
        if self.has_twins || man == 0 {
            let moved = |(other, &square)| if other == man { to } else { square };
            return self.index(!side, &squares.iter().enumerate().map(moved).collect::<ByMan<Square>>());
        }
        let weight = self.weights[man];
        other_side + self.number_of(to) * weight - self.number_of(squares[man]) * weight
    }

    /// The side to move and the squares of the men of a position; `None` if they do not differ, or men who are alike do not
    /// stand in ascending order.
    pub fn position(&self, index: usize) -> Option<(Color, ByMan<Square>)> {
        let (side, mut rest) =
            if index < self.half { (Color::White, index) } else { (Color::Black, index - self.half) };
        let mut squares: ByMan<Square> = ArrayVec::new();
        for (man, weight) in self.weights.iter().enumerate() {
            let square = self.square(rest / weight, if man == 0 { self.first_files } else { self.files });
            rest %= weight;
            let is_before = self.first_alike[man] < man && squares[man - 1] > square;
            if is_before || squares.contains(&square) {
                return None;
            }
            squares.push(square);
        }
        Some((side, squares))
    }
}

/// The value of a position in a byte: 0 for a draw, else the plies to mate and 1. The sides alternate, so that the mate is for
/// the side to move if the plies are odd.
pub(super) fn solved(byte: u8) -> Solved {
    match (byte.checked_sub(1), byte % 2) {
        (None, _) => Solved::Draw,
        (Some(plies), 0) => Solved::Win(plies.into()),
        (Some(plies), _) => Solved::Loss(plies.into()),
    }
}

/// All positions with certain men, solved.
#[derive(Clone, Debug)]
pub struct EndgameTable {
    layout: Layout,
    /// By position, see [`solved`].
    values: Vec<u8>,
    /// By side, whether it wins some position.
    wins: [bool; 2],
    /// By side, whether it gives up its win with every move that resets the clock, or the other side ends it with one. It must
    /// then mate before the limit of moves without progress.
    pub(super) wins_by_mate: [bool; 2],
}

impl EndgameTable {
    pub(super) fn new(layout: Layout, values: Vec<u8>) -> Self {
        let (white, black) = values.split_at(values.len() / 2);
        // The side to move wins if the byte is even, see `solved`.
        let any = |values: &[u8], parity| values.iter().any(|&value| value != 0 && value % 2 == parity);
        let wins = [any(white, 0) || any(black, 1), any(white, 1) || any(black, 0)];
        Self { layout, values, wins, wins_by_mate: [false; 2] }
    }

    /// Whether a side wins some position.
    pub(super) fn wins(&self, side: Color) -> bool {
        self.wins[side.index()]
    }

    /// The value of a position, given the squares of the men.
    #[inline]
    pub(super) fn get(&self, side: Color, squares: &[Square]) -> Solved {
        solved(self.values[self.layout.index(side, squares)])
    }

    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// What the positions are worth.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for (index, &value) in self.values.iter().enumerate() {
            let side = usize::from(index >= self.values.len() / 2);
            let winner = match solved(value) {
                Solved::Draw => continue,
                Solved::Win(_) => side,
                Solved::Loss(_) => 1 - side,
            };
            summary.wins[winner] += 1;
            let plies = u16::from(value - 1);
            if plies > summary.longest[winner].0 {
                summary.longest[winner] = (plies, index);
            }
        }
        summary
    }

    /// The side to move and the squares of the men of a position.
    pub(super) fn position(&self, index: usize) -> Option<(Color, ByMan<Square>)> {
        self.layout.position(index)
    }
}

/// What the positions of a table are worth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// By winner, the positions that are won, with either side to move.
    pub wins: [u64; 2],
    /// By winner, the plies of the longest mate, and the number of a position with it.
    pub longest: [(u16, usize); 2],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn positions_have_one_number_each() {
        let spec = games::Games::default().find("kingsmen39").expect("a built-in game");
        let material = Material::read(spec, "KRRvK").expect("men of an ending");
        let layout = Layout::new(spec, &material);
        assert_eq!(layout.len() as u64, Layout::size_of(spec, 4));
        let mut legal = 0;
        for index in 0..layout.len() {
            let Some((side, squares)) = layout.position(index) else { continue };
            legal += 1;
            let mirrored: ByMan<Square> = squares.iter().map(|&square| layout.mirrored(square)).collect();
            assert!(squares[0].file() == 1 || layout.index(side, &mirrored) == index);
            let to = Square::new(1, 4);
            if !squares.contains(&to) {
                let moved = [squares[0], to, squares[2], squares[3]];
                assert_eq!(layout.index_after(index, &squares, 1, to), layout.index(!side, &moved));
            }
            assert_eq!(layout.index(side, &squares), index);
            let exchanged = [squares[0], squares[2], squares[1], squares[3]];
            assert_eq!(layout.index(side, &exchanged), index);
        }
        assert_eq!(legal, 18 * 26 * 25 * 24, "the king stands on one of two files, the rooks in order");
    }
}
