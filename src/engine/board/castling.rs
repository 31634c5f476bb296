//! The castlings of a position. Those of most games begin on fixed squares; in others, as in Chess960, each position says
//! where its kings and rooks castle from, and where they go is fixed.

use super::definition::{Castling, MAX_CASTLINGS};
use super::homes::{Homes, held};
use super::{Board, Rules, Spec, zobrist};
use crate::types::{Color, Kind, Move, MoveKind, Piece, Square};

impl Homes {
    /// The castling with this number, with a rook of this kind; `None` if the game does not have it.
    #[inline(always)]
    pub(super) fn castling(&self, spec: &Spec, number: usize, rook: Kind) -> Option<Castling> {
        let (king_to, rook_to) = spec.castling_goals[number]?;
        let king = (self.kings[number / 2], king_to, spec.laws().castling.kings[number / 2]);
        Some(Castling::new(number, king, (self.rooks[number], rook_to, rook)))
    }

    /// What these squares add to the hash key of a position with these rights; nothing for the squares of the game.
    #[inline(always)]
    pub(super) fn key(&self, spec: &Spec, rights: u8) -> u64 {
        if rights == 0 || *self == spec.homes { 0 } else { self.unusual_key(spec, rights) }
    }

    #[inline(never)]
    fn unusual_key(&self, spec: &Spec, rights: u8) -> u64 {
        let unusual = held(rights).filter(|&number| self.rooks[number] != spec.homes.rooks[number]);
        unusual.fold(0, |key, number| key ^ zobrist::rook_home(number, self.rooks[number]))
    }
}

impl<R: Rules> Board<R> {
    /// The castling with this number to which there is a right.
    #[inline(always)]
    pub(super) fn castling(&self, number: usize) -> Option<Castling> {
        let spec = self.spec();
        let usual = spec.castlings[number];
        if self.castles_as_usual() && (usual.is_some() || !spec.castles_from_any_file()) {
            return usual;
        }
        self.unusual_castling(number)
    }

    /// Whether kings and rooks castle from where they do in the start position.
    #[inline(always)]
    pub(super) fn castles_as_usual(&self) -> bool {
        !self.spec().castles_from_any_file() || self.homes == self.spec().homes
    }

    /// [`Board::castling`] where a king or a rook castles from elsewhere than in the start position.
    #[inline(never)]
    fn unusual_castling(&self, number: usize) -> Option<Castling> {
        let rook = self.piece_at(self.homes.rooks[number])?.kind();
        self.homes.castling(self.spec(), number, rook)
    }

    /// The castling that a legal move makes; `None` if it makes none.
    #[inline(always)]
    pub fn castling_of(&self, m: Move) -> Option<Castling> {
        if m.kind() == MoveKind::Castling { self.castling(usize::from(m.argument()) % MAX_CASTLINGS) } else { None }
    }

    /// The square that names a legal move: its target. Of a castling it is the square of the rook in games that write it so,
    /// and where the king's move would read like another one, or like none.
    pub fn named_target(&self, m: Move) -> Square {
        let Some(castling) = self.castling_of(m) else { return m.to() };
        let own = |square| self.piece_at(square).map(Piece::color) == Some(self.side());
        let is_unclear = self.rules().named().laws().castling.by_rook
            || own(m.to())
            || self.is_legal(Move::new(m.from(), m.to(), MoveKind::Normal, 0));
        if is_unclear { castling.rook_from } else { m.to() }
    }
}

impl Spec {
    /// Whether castlings begin on any file, as positions say, rather than on the squares of the game alone.
    #[inline(always)]
    pub const fn castles_from_any_file(&self) -> bool {
        self.page.laws.castling.allowed && self.page.laws.castling.from_any_file
    }

    /// Whether the game has the castling with this number.
    pub(super) fn has_castling(&self, number: usize) -> bool {
        self.castlings[number].is_some() || self.castles_from_any_file() && self.castling_goals[number].is_some()
    }

    /// Where king and rook go in the castling with this number, if the board has the squares.
    pub(super) const fn castling_goal(&self, number: usize) -> Option<(Square, Square)> {
        let rules = &self.page.laws.castling;
        let (to, is_kingside) = (rules.to_files[number % 2], number.is_multiple_of(2));
        if !rules.allowed || rules.rank >= self.page.ranks || to >= self.page.files {
            return None;
        }
        let (Some(rook_to), rank) = (
            if is_kingside { to.checked_sub(1) } else { Some(to + 1) },
            if number < 2 { rules.rank } else { self.page.ranks - 1 - rules.rank },
        ) else {
            return None;
        };
        if rook_to < self.page.files { Some((Square::new(to, rank), Square::new(rook_to, rank))) } else { None }
    }

    /// The rank on which a side castles.
    pub(super) fn castling_rank(&self, color: Color) -> Option<u8> {
        let rank = self.laws().castling.rank;
        let own = if color == Color::White { Some(rank) } else { self.page.ranks.checked_sub(rank + 1) };
        own.filter(|&rank| rank < self.page.ranks)
    }
}
