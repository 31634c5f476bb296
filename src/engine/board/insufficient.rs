//! Pieces that are too weak to mate, whatever moves both sides make. With nothing else on the board a position is a draw, but the
//! game goes on (ruling R-ALL-1).

use super::tables::Lookups;
use super::{ByKind, Definition, KIND_NUMBERS, MovementTables};
use crate::types::{Bitboard, Color, Kind, KindSet, Square};

/// What pieces of a game cannot mate a bare king, or each other's.
#[derive(Clone, Copy, Debug)]
pub struct InsufficientMaterial {
    /// The kinds of which any number, of both sides and all on squares of one colour, cannot mate.
    pub(super) on_one_color: KindSet,
    /// By side, the kinds of which one with its king cannot mate a bare king.
    alone: [KindSet; 2],
    /// By kind, those with which it cannot force mate, see [`Definition::weak_pairs`].
    partners: ByKind<KindSet>,
}

/// A bare king, and what can be asked of the movements of its game.
#[derive(Clone, Copy)]
struct Hunt {
    tables: &'static MovementTables,
    board: Bitboard,
    royal: Kind,
    /// The side that is to mate it.
    hunter: Color,
}

impl InsufficientMaterial {
    /// Nothing is known of any piece.
    pub(super) const NONE: Self =
        Self { on_one_color: KindSet(0), alone: [KindSet(0); 2], partners: [KindSet(0); KIND_NUMBERS] };

    /// Finds them among some kinds of a game in which mate alone decides, and whose moves, those of the royal kind included,
    /// depend on nothing but where the pieces stand.
    pub(super) fn of(page: &Definition, tables: &'static MovementTables, royal: Kind, kinds: KindSet) -> Self {
        let hunts = Color::BOTH.map(|hunter| Hunt { tables, board: page.board(), royal, hunter });
        let all =
            |is_it: &dyn Fn(Kind) -> bool| kinds.kinds().filter(|&kind| is_it(kind)).fold(KindSet(0), KindSet::with);
        let needs_both_colors = hunts.iter().all(Hunt::needs_both_colors);
        Self {
            on_one_color: all(&|kind| needs_both_colors && hunts.iter().all(|hunt| hunt.keeps_color(kind))),
            alone: hunts.map(|hunt| all(&|kind| !hunt.can_mate(kind))),
            partners: partners(page),
        }
    }

    /// Whether one piece of this kind and its king cannot mate a bare king.
    pub fn is_helpless(&self, side: Color, kind: Kind) -> bool {
        self.alone[side.index()].has(kind)
    }

    /// Whether these pieces of one side and its king cannot force mate on a bare king.
    pub fn is_weak(&self, side: Color, pieces: &[Kind]) -> bool {
        match *pieces {
            [piece] => self.is_helpless(side, piece),
            [one, other] => self.partners[one.index()].has(other),
            _ => false,
        }
    }
}

fn partners(page: &Definition) -> ByKind<KindSet> {
    let mut partners = [KindSet(0); KIND_NUMBERS];
    for pair in page.weak_pairs {
        let kinds = pair.bytes().map(|letter| page.kind_of(letter));
        let all = kinds.clone().fold(KindSet(0), KindSet::with);
        for kind in kinds {
            let others = if all.kinds().count() == 1 { all } else { KindSet(all.0 & !kind.bit().0) };
            partners[kind.index()] = KindSet(partners[kind.index()].0 | others.0);
        }
    }
    partners
}

impl Hunt {
    fn attacks(&self, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        self.tables.captures(kind, self.hunter, from, occupied, from.bit())
    }

    /// Where the bare king can go if the squares are not attacked.
    fn flights(&self, king: Square, occupied: Bitboard) -> Bitboard {
        let (quiets, captures) = (
            self.tables.quiets(self.royal, !self.hunter, king, occupied, king.bit()),
            self.tables.captures(self.royal, !self.hunter, king, occupied, king.bit()),
        );
        (quiets.without(occupied) | captures & occupied) & self.board
    }

    /// The squares where the other king does not attack this one, each with what it attacks there, through the bare king.
    fn kings(self, king: Square) -> impl Iterator<Item = (Square, Bitboard)> {
        let others = self.board.without(king.bit()).into_iter();
        let attacked = move |other: Square| (other, self.attacks(self.royal, other, other.bit()));
        others.map(attacked).filter(move |(_, attacked)| !attacked.has(king))
    }

    /// Whether the king always has a flight square of the other colour than its own that the other king does not attack.
    /// Pieces on its own colour, which alone can give check, neither attack nor block that.
    fn needs_both_colors(&self) -> bool {
        self.board.into_iter().all(|king| {
            let other_color = if Bitboard::LIGHT.has(king) { Bitboard::DARK } else { Bitboard::LIGHT };
            self.kings(king).all(|(other, attacked)| {
                let flights = self.flights(king, king.bit() | other.bit()) & other_color;
                flights.without(attacked | other.bit()).any()
            })
        })
    }

    /// Whether a kind never leaves the squares of one colour.
    fn keeps_color(&self, kind: Kind) -> bool {
        self.board.into_iter().all(|from| {
            let other_color = if Bitboard::LIGHT.has(from) { Bitboard::DARK } else { Bitboard::LIGHT };
            (self.tables.potential(kind, self.hunter, from) & other_color).is_empty()
        })
    }

    /// Whether there is a position in which a piece of this kind and its king mate the bare king.
    fn can_mate(&self, kind: Kind) -> bool {
        let mates = |king: Square, piece: Square| {
            self.tables.potential(kind, self.hunter, piece).has(king)
                && self.kings(king).any(|(other, attacked)| self.is_mate(kind, [king, piece, other], attacked))
        };
        self.board.into_iter().any(|king| self.board.without(king.bit()).into_iter().any(|piece| mates(king, piece)))
    }

    /// Whether it is mate with the bare king, the piece and the other king on these squares. `by_king` is what the latter
    /// attacks.
    fn is_mate(&self, kind: Kind, [king, piece, other]: [Square; 3], by_king: Bitboard) -> bool {
        let left = piece.bit() | other.bit();
        if piece == other || !self.attacks(kind, piece, left | king.bit()).has(king) {
            return false;
        }
        let flights = self.flights(king, left | king.bit()).without(by_king | other.bit());
        flights.into_iter().all(|to| to != piece && self.attacks(kind, piece, left | to.bit()).has(to))
    }
}
