//! How many royal pieces a game has, and whether a side can lose without.

use super::draft::Draft;
use super::pieces::KING;
use super::start::Start;
use crate::types::{Color, Kind, KindSet, Verdict};

impl Draft {
    /// Whether each side has exactly one royal piece throughout the game: it begins with one, and no promotion makes or
    /// unmakes one. Rules about kings alone tell them from other royal pieces.
    pub fn has_one_royal(&self) -> bool {
        let royals = self.royals();
        let is_king = royals.0 & !Kind::new(KING).bit().0 == 0;
        if !is_king && (self.laws.flag_answered || !self.laws.checks_allowed) {
            return false;
        }
        let has_one =
            |start: Start| Color::BOTH.iter().all(|&color| start.squares_of(color, |kind| royals.has(kind)).len() == 1);
        Start::of(self).is_ok_and(has_one) && !self.is_made(royals) && !self.is_unmade(royals)
    }

    /// Whether a piece of another kind promotes to one of these.
    pub(super) fn is_made(&self, kinds: KindSet) -> bool {
        let makes = |side: usize| {
            let made = kinds.0 & self.laws.promotion_kinds[side].0;
            made != 0 && self.pawns(side).kinds().any(|pawn| self.has(pawn) && !kinds.has(pawn))
        };
        (0..2).any(makes) || self.promotions().iter().any(|&(from, to)| kinds.has(to) && !kinds.has(from))
    }

    /// Whether one of these kinds promotes to another.
    pub(super) fn is_unmade(&self, kinds: KindSet) -> bool {
        (0..2).any(|side| self.laws.promotion_pawns[side].0 & kinds.0 != 0)
            || self.promotions().iter().any(|&(from, to)| kinds.has(from) && !kinds.has(to))
    }

    /// Whether a side can lose by another rule than mate.
    pub(super) fn can_lose_without_mate(&self, color: Color) -> bool {
        let laws = &self.laws;
        let has_goal = (laws.flag_region[color.other().index()] & self.board()).any();
        laws.stalemate != Verdict::Draw || laws.extinction.ends_games() || has_goal
    }
}
