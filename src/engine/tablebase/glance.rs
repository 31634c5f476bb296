//! What is seen of a position without making a board: most are decided by it in a tenth of the time.

use super::material::ByMan;
use crate::board::{Rules as _, TableRules as Rules};
use crate::types::{Bitboard, Color, Piece, Square};

/// What is seen of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// The king of the side that is not to move can be captured.
    Illegal,
    /// There are legal moves, and none captures.
    Quiet,
    /// Only the rules can tell.
    Unclear,
}

/// The men of a table. What `is_simple` is asked for must hold for all but [`Glance::targets`].
pub(super) struct Glance<'a> {
    rules: Rules,
    men: &'a [Piece],
    /// By side, the number of the royal man.
    kings: [usize; 2],
    /// Whether the men leap and slide, and nothing but the safety of their kings limits that.
    pub is_simple: bool,
}

impl<'a> Glance<'a> {
    pub fn new(rules: Rules, men: &'a [Piece]) -> Self {
        let is_king = |man: &Piece, color| man.color() == color && rules.spec().royals.has(man.kind());
        let king = |color| men.iter().position(|man| is_king(man, color)).unwrap_or(0);
        let is_simple = rules.is_simple() && men.iter().all(|man| rules.spec().plain.has(man.kind()));
        Self { rules, men, kings: Color::BOTH.map(king), is_simple }
    }

    fn of(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        (0..self.men.len()).filter(move |&man| self.men[man].color() == color)
    }

    fn occupied(squares: &[Square]) -> Bitboard {
        squares.iter().fold(Bitboard::EMPTY, |set, square| set | square.bit())
    }

    /// The pieces of the kind of a man.
    fn kin(&self, squares: &[Square], man: usize) -> Bitboard {
        let is_kin = |(other, _): &(&Piece, &Square)| other.kind() == self.men[man].kind();
        self.men.iter().zip(squares).filter(is_kin).fold(Bitboard::EMPTY, |set, (_, square)| set | square.bit())
    }

    /// The empty squares to which a man moves if that leaves no king in check; `None` if only the rules can tell.
    pub fn targets(&self, squares: &[Square], man: usize) -> Option<Bitboard> {
        let (piece, kin) = (self.men[man], self.kin(squares, man));
        let is_plain = self.rules.spec().plain.has(piece.kind());
        is_plain.then(|| self.rules.quiet_targets(piece, squares[man], Self::occupied(squares), kin))
    }

    /// By square, from where a man arrives there on an empty board.
    pub fn sources(&self, man: usize, mut add: impl FnMut(Square, Square)) {
        for from in self.rules.spec().board {
            let targets = self.rules.quiet_targets(self.men[man], from, Bitboard::EMPTY, from.bit());
            targets.into_iter().for_each(|to| add(from, to));
        }
    }

    fn attacks(&self, squares: &[Square], man: usize, occupied: Bitboard) -> Bitboard {
        self.rules.captures(self.men[man], squares[man], occupied)
    }

    /// Whether a side attacks a man of the other.
    pub fn has_captures(&self, side: Color, squares: &[Square]) -> bool {
        let occupied = Self::occupied(squares);
        let targets = self.of(!side).fold(Bitboard::EMPTY, |set, man| set | squares[man].bit());
        self.of(side).any(|man| (self.attacks(squares, man, occupied) & targets).any())
    }

    /// What is seen of a position.
    pub fn look(&self, side: Color, squares: &ByMan<Square>) -> Sight {
        let occupied = Self::occupied(squares);
        let enemy_king = squares[self.kings[(!side).index()]];
        let own = self.of(side).fold(Bitboard::EMPTY, |set, man| set | self.attacks(squares, man, occupied));
        if own.has(enemy_king) {
            return Sight::Illegal;
        }
        let (king, enemies) = (self.kings[side.index()], self.of(!side));
        let mut enemy = Bitboard::EMPTY;
        for man in enemies {
            if own.has(squares[man]) {
                return Sight::Unclear;
            }
            enemy |= self.attacks(squares, man, occupied.without(squares[king].bit()));
        }
        let flights = self.rules.quiet_targets(self.men[king], squares[king], occupied, Bitboard::EMPTY).without(enemy);
        if flights.any() { Sight::Quiet } else { Sight::Unclear }
    }
}
