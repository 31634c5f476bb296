//! Drops of pieces in hand: their generation.

use super::{Board, ByKind, MoveSink, Rules, Tested};
use crate::types::{Bitboard, Color, Kind, KindSet, Move, Piece, STRIDE, Square, Stage};

/// By kind, how many pieces a side has in hand.
pub type Hand = ByKind<u8>;

impl<R: Rules> Board<R> {
    /// The kinds that a side has in hand.
    #[inline(always)]
    pub fn kinds_in_hand(&self, color: Color) -> KindSet {
        R::kinds_in_hand(self, color)
    }

    /// How many pieces of a kind a side has in hand.
    #[inline(always)]
    pub fn in_hand(&self, color: Color, kind: Kind) -> u32 {
        R::in_hand(self, color, kind)
    }

    /// The piece that a move moves or drops, as it was before the move.
    #[inline(always)]
    pub fn moved_piece(&self, m: Move) -> Option<Piece> {
        match m.dropped() {
            Some(kind) if R::HAS_HANDS => Some(Piece::new(self.side(), kind)),
            _ => self.piece_at(m.from()),
        }
    }

    /// Generates the legal drops to squares of `among`.
    #[inline(always)]
    pub(super) fn drops(&self, among: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        let (us, rules) = (self.side(), &self.spec().laws().drops);
        let kinds = self.kinds_in_hand(us);
        if !rules.allowed || stage == Stage::Noisy || kinds.is_empty() || self.ended_early().is_some() {
            return;
        }
        if self.spec().laws().must_capture && self.can_capture() {
            return;
        }
        let mandatory = KindSet(kinds.0 & rules.must().0);
        let kinds = if mandatory.is_empty() { kinds } else { mandatory };
        let free = among & self.spec().board.without(self.occupied());
        if !self.pins_suffice() {
            // A dropped piece may stand where another hops over it.
            let risky = self.risky_targets();
            let mut tested = Tested { board: self, risky_from: Bitboard::EMPTY, risky_to: risky, sink };
            return self.drops_of_kinds(kinds, free, &mut tested);
        }
        match self.checkers.first() {
            None => self.drops_of_kinds(kinds, free, sink),
            Some(_) if self.checkers.several() => {}
            Some(checker) => self.drops_of_kinds(kinds, free & self.blocks(checker), sink),
        }
    }

    /// Whether the side to move has a drop that it must prefer to moves on the board.
    pub(super) fn must_drop(&self) -> bool {
        let mandatory = self.spec().laws().drops.must();
        if self.kinds_in_hand(self.side()).0 & mandatory.0 == 0 {
            return false;
        }
        let mut counter = super::sink::Counter(0);
        self.drops(Bitboard::FULL, Stage::Quiet, &mut counter);
        counter.0 > 0
    }

    fn drops_of_kinds(&self, kinds: KindSet, free: Bitboard, sink: &mut impl MoveSink) {
        let (spec, us) = (self.spec(), self.side());
        for kind in kinds.kinds() {
            let mut squares = free & spec.drop_region(us, kind);
            if spec.laws().drops.not_doubled == Some(kind) {
                squares = squares.without(self.full_files(us, kind));
            }
            let form = spec.laws().promoted_forms[kind.index()].filter(|_| spec.laws().drops.promoted);
            for placed in [Some(kind), form].into_iter().flatten() {
                let squares = squares.without(self.dead_ends(placed, us));
                sink.drops(self.permitted_drops(placed, squares), placed);
            }
        }
    }

    /// The files on which a side has as many pieces of a kind as may be there.
    fn full_files(&self, color: Color, kind: Kind) -> Bitboard {
        let (pieces, most) = (self.of(color, kind), self.spec().laws().drops.most_on_file);
        let files = (0..STRIDE).map(Bitboard::file);
        files.filter(|&file| (pieces & file).count() >= u32::from(most)).fold(Bitboard::EMPTY, |full, file| full | file)
    }

    /// Those of the squares on which a kind may be dropped although it gives check or mate there, or takes the place of others.
    fn permitted_drops(&self, kind: Kind, squares: Bitboard) -> Bitboard {
        let rules = &self.spec().laws().drops;
        let mut permitted = squares;
        if !rules.checks {
            permitted = permitted.into_iter().filter(|&to| !self.checks_after(Move::drop(kind, to))).collect();
        }
        if rules.mates_not == Some(kind) {
            let king = self.king(!self.side());
            let checking = permitted & self.captures_from(kind, !self.side(), king);
            let mates = |to: &Square| {
                let after = self.after(Move::drop(kind, *to));
                after.in_check() && !after.has_moves()
            };
            permitted = permitted.without(checking.into_iter().filter(mates).collect());
        }
        if let Some(balanced) = rules.balanced {
            permitted = permitted.into_iter().filter(|to| self.keeps_balance(balanced, kind, *to)).collect();
        }
        permitted
    }

    /// Whether after a drop the pieces of the kind `balanced` can still stand on squares of both colours alike.
    fn keeps_balance(&self, balanced: Kind, kind: Kind, to: Square) -> bool {
        let us = self.side();
        let own = self.of(us, balanced);
        let all = own.count() + self.in_hand(us, balanced);
        let shades = [Bitboard::DARK, Bitboard::LIGHT];
        if kind == balanced {
            let shade = if Bitboard::DARK.has(to) { shades[0] } else { shades[1] };
            return (own & shade).count() < all.div_ceil(2);
        }
        let open = self.spec().drop_region(us, balanced).without(self.occupied() | to.bit());
        shades.into_iter().all(|shade| ((own | open) & shade).count() >= all / 2)
    }
}
