//! Direct checks by the side to move, and the replies that they leave.

use super::{Board, Tactics};
use crate::types::{Bitboard, Kind, KindSet, MAX_KINDS, Move, MoveList, Stage};

impl<R: Tactics> Board<R> {
    /// The kinds, not royal, that the side to move has on the board or in hand.
    pub(crate) fn present_kinds(&self) -> KindSet {
        let (spec, in_hand) = (self.spec(), self.kinds_in_hand(self.side()));
        let is_there =
            |kind: &Kind| !spec.royals.has(*kind) && (self.of(self.side(), *kind).any() || in_hand.has(*kind));
        spec.all_kinds().kinds().filter(is_there).fold(KindSet(0), KindSet::with)
    }

    /// Whether a move checks directly, from the square that it reaches, as the kind that it was.
    #[inline]
    pub fn checks_directly(&self, m: Move) -> bool {
        let kind = R::mover(self, m).map(|piece| piece.kind()).filter(|&kind| !self.spec().royals.has(kind));
        kind.is_some_and(|kind| R::checks_from(self, KindSet(0).with(kind))[kind.index()].has(R::arrival(m)))
    }

    /// Whether a legal move checks directly and leaves at most one reply.
    pub fn forces_reply(&self, m: Move) -> bool {
        self.checks_directly(m) && self.leaves_at_most(m, 1)
    }

    /// A legal move that mates at once by a direct check; `None` if there is none.
    pub fn mating_move(&self) -> Option<Move> {
        let kinds = self.present_kinds();
        let checks = R::checks_from(self, kinds);
        let movers = self.checking_squares(kinds, &checks);
        if movers.is_empty() {
            return None;
        }
        let mates = |m: &Move| {
            let kind = R::mover(self, *m).map(|piece| piece.kind());
            kind.is_some_and(|kind| checks[kind.index()].has(R::arrival(*m))) && self.leaves_at_most(*m, 0)
        };
        let mut moves = MoveList::new();
        self.generate_from(movers, Stage::All, &mut moves);
        moves.into_iter().find(mates)
    }

    /// Where the side to move has pieces that may go to one of the squares from which their kinds check, at least, and where it
    /// may drop some with check. Castlings and captures en passant are left out.
    fn checking_squares(&self, kinds: KindSet, checks: &[Bitboard; MAX_KINDS]) -> Bitboard {
        let (us, empty) = (self.side(), !self.occupied());
        let of_any = checks.iter().fold(Bitboard::EMPTY, |all, &squares| all | squares);
        let mut squares = if R::HAS_HANDS { of_any & empty } else { Bitboard::EMPTY };
        for kind in kinds.kinds() {
            for from in self.of(us, kind) {
                let (captures, quiets) = (self.captures_from(kind, us, from), self.quiets_from(kind, us, from));
                let checking = if R::PINS_SUFFICE {
                    (captures & self.of_color(!us) | quiets & empty) & checks[kind.index()]
                } else {
                    // Pieces may become others as they move, onto own ones or in place.
                    (captures | quiets | from.bit()) & of_any
                };
                if checking.any() {
                    squares |= from.bit();
                }
            }
        }
        squares
    }

    /// Whether a legal move checks the side that is to move then and leaves it at most so many replies. The king's are counted
    /// first: often that settles it.
    fn leaves_at_most(&self, m: Move, most: u64) -> bool {
        let after = self.after(m);
        if after.side() == self.side() || !after.in_check() {
            return false;
        }
        let royals = after.royals(after.side());
        let by_royals = after.count_moves_from(royals);
        by_royals <= most && by_royals + after.count_moves_from(!royals) <= most
    }
}
