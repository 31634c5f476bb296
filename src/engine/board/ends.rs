//! Ends of the game apart from mate, and what they are worth.

use std::cmp::Ordering;

use super::homes::held;
use super::{Board, Laws, Rules};
use crate::types::{Bitboard, Color, KindSet, Rule, Verdict};

impl<R: Rules> Board<R> {
    /// The result for the side to move if a rule has ended the game, whatever moves there would be: a lack of pieces, or
    /// a piece that has reached its goal.
    #[inline(always)]
    pub fn ended_early(&self) -> Option<Verdict> {
        if self.spec().ends_early { self.early_end().map(|(verdict, _)| verdict) } else { None }
    }

    /// The result for the side to move and the rule that has ended the game, as in [`Board::ended_early`].
    pub fn early_end(&self) -> Option<(Verdict, Rule)> {
        let by_state = R::state_verdict(self).map(|verdict| (verdict, Rule::Checks));
        let by_extinction = || self.extinction_end().map(|verdict| (verdict, Rule::Extinction));
        let by_goal = || self.goal_end().or_else(|| self.castling_end()).map(|verdict| (verdict, Rule::Goal));
        by_state.or_else(by_extinction).or_else(by_goal)
    }

    /// The result for the side to move if a side lacks pieces, those in hand included. The other side is looked at first.
    fn extinction_end(&self) -> Option<Verdict> {
        let (us, rule) = (self.side(), self.spec().laws().extinction);
        let verdict = rule.verdict.filter(|_| rule.ends_games())?;
        for color in [!us, us] {
            let needed = rule.opponent + u32::from(rule.is_claimed && color == us);
            let is_extinct = |kinds: KindSet| {
                let [own, other] = [color, !color].map(|color| self.count_with_hand(color, kinds));
                own <= rule.most && other >= needed
            };
            let is_lacking = match rule.kinds {
                KindSet::ALL => is_extinct(self.spec().all_kinds()),
                kinds => self.spec().separate(kinds).any(|kind| is_extinct(self.spec().written_as(kind))),
            };
            if is_lacking {
                return Some(if color == us { verdict } else { verdict.reversed() });
            }
        }
        None
    }

    /// How many pieces of some kinds a side has on the board and in hand.
    fn count_with_hand(&self, color: Color, kinds: KindSet) -> u32 {
        let in_hand = KindSet(self.kinds_in_hand(color).0 & kinds.0);
        let on_board = (self.of_kinds(kinds) & self.of_color(color)).count();
        on_board + in_hand.kinds().map(|kind| self.in_hand(color, kind)).sum::<u32>()
    }

    /// The result for the side to move if a side has reached its goal. The side to move has done so before its last answer.
    fn goal_end(&self) -> Option<Verdict> {
        let (us, laws) = (self.side(), self.spec().laws());
        let has_reached = |color| self.has_reached_goal(color, laws);
        if (laws.flag_answered || laws.flag_safe) && has_reached(us) {
            // In a race of kings White, who begins, may still be followed.
            let is_race = laws.flag_answered && us == Color::White && self.runs_with_king(!us, laws);
            let may_draw = is_race || laws.flag_safe && !laws.flag_answered;
            return Some(if may_draw && has_reached(!us) { Verdict::Draw } else { Verdict::Win });
        }
        let is_decided = !laws.flag_answered || laws.flag_safe || self.runs_with_king(us, laws);
        let is_lost = is_decided && has_reached(!us) && !self.king_follows(laws);
        is_lost.then_some(Verdict::Loss)
    }

    /// The pieces of a side that have come to its goal.
    fn pieces_at_goal(&self, color: Color, laws: &Laws) -> Bitboard {
        let there = self.of_color(color) & laws.flag_region[color.index()];
        let counts = |kind| laws.flag_kinds[color.index()].has(kind);
        let is_runner = |&square: &_| self.piece_at(square).is_some_and(|piece| counts(piece.kind()));
        there.into_iter().filter(is_runner).collect()
    }

    /// Whether enough pieces of a side stand at its goal, in safety where that is asked for.
    fn has_reached_goal(&self, color: Color, laws: &Laws) -> bool {
        let there = self.pieces_at_goal(color, laws);
        let is_full = || (laws.flag_region[color.index()] & self.spec().board).without(self.occupied()).is_empty();
        if there.is_empty() || there.count() < laws.flag_count && !(laws.flag_blocked_wins && is_full()) {
            return false;
        }
        // Pieces beyond the number can be lost.
        let must_be_safe = laws.flag_safe && (!laws.flag_answered || color != self.side());
        !must_be_safe || there.count() != laws.flag_count || !self.is_any_attacked(there, !color)
    }

    /// Whether the piece that a side brings to its goal is its king.
    fn runs_with_king(&self, color: Color, laws: &Laws) -> bool {
        let (runners, kings) = (laws.flag_kinds[color.index()], self.spec().royals);
        !kings.is_empty() && runners.0 & self.spec().all_kinds().0 == kings.0
    }

    /// Whether Black to move can bring its king to its goal too, after White's answerable arrival.
    fn king_follows(&self, laws: &Laws) -> bool {
        let us = self.side();
        if !laws.flag_answered || us != Color::Black || !self.runs_with_king(us, laws) || self.in_check() {
            return false;
        }
        let goal = laws.flag_region[us.index()];
        let kings = self.of_kinds(self.spec().royals) & self.of_color(us);
        kings.into_iter().any(|king| self.king_targets(king, goal).any())
    }

    /// The result for the side to move if a side has castled in a way that wins, or can no longer do so. The side that has just
    /// moved is looked at first.
    fn castling_end(&self) -> Option<Verdict> {
        let (us, wins) = (self.side(), self.spec().laws().castling.wins);
        let of_side = |color: Color| wins & 3 << (2 * color.index());
        for color in [!us, us] {
            let winning = of_side(color);
            if winning == 0 || winning & self.castling_rights() != 0 {
                continue;
            }
            let has_castled = held(winning).any(|number| self.has_castled(number));
            return Some(if has_castled == (color == us) { Verdict::Win } else { Verdict::Loss });
        }
        None
    }

    /// Whether king and rook stand where the castling with this number leads to.
    fn has_castled(&self, number: usize) -> bool {
        let (spec, color) = (self.spec(), Color::BOTH[number / 2]);
        let rules = &spec.laws().castling;
        let is_own = |square, kinds: KindSet| {
            self.piece_at(square).is_some_and(|piece| piece.color() == color && kinds.has(piece.kind()))
        };
        spec.castling_goals[number].is_some_and(|(king, rook)| {
            is_own(king, rules.kings[color.index()].bit()) && is_own(rook, rules.rooks[color.index()])
        })
    }

    /// The result for the side to move if the game is over although it has moves, apart from repetition and the clock:
    /// see [`Board::ended_early`] and [`Board::bare_kings`].
    #[inline(always)]
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(verdict) = self.ended_early() {
            return Some(verdict);
        }
        (!self.spec().ends_early && !self.spec().has_hands() && self.bare_kings()).then_some(Verdict::Draw)
    }

    /// Whether neither side can mate by any moves, because of the pieces that are left.
    #[inline(always)]
    pub fn is_dead(&self) -> bool {
        R::IS_PLAIN && self.pawns().is_empty() && self.is_dead_without_pawns()
    }

    #[inline(never)]
    fn is_dead_without_pawns(&self) -> bool {
        let spec = self.spec();
        let others = self.occupied().without(self.of_kinds(spec.royals));
        let Some(piece) = others.first().and_then(|square| self.piece_at(square)) else { return false };
        let insufficient = spec.insufficient_material();
        if others.without(self.of_kinds(insufficient.on_one_color)).is_empty() {
            return (others & Bitboard::LIGHT).is_empty() || (others & Bitboard::DARK).is_empty();
        }
        !others.several() && insufficient.is_helpless(piece.color(), piece.kind())
    }

    /// The result of stalemate for the side to move.
    #[inline(always)]
    pub fn stalemate(&self) -> Verdict {
        let laws = self.spec().laws();
        if laws.stalemate_counts { self.stalemate_by_count(laws.stalemate) } else { laws.stalemate }
    }

    #[inline(never)]
    fn stalemate_by_count(&self, of_fewer: Verdict) -> Verdict {
        let [own, other] = [self.side(), !self.side()].map(|color| self.of_color(color).count());
        match own.cmp(&other) {
            Ordering::Less => of_fewer,
            Ordering::Equal => Verdict::Draw,
            Ordering::Greater => of_fewer.reversed(),
        }
    }

    /// The result of a repetition for the side to move. `checks` tell whether it and the other side have been in check in each
    /// position since.
    #[inline(always)]
    pub fn repetition(&self, checks: [bool; 2]) -> Verdict {
        let laws = self.spec().laws();
        match checks {
            [true, false] if laws.perpetual_check_loses => return Verdict::Win,
            [false, true] if laws.perpetual_check_loses => return Verdict::Loss,
            [true, true] if laws.perpetual_check_loses => return Verdict::Draw,
            _ => {}
        }
        let is_reversed = laws.repetition_for_white && self.side() == Color::Black;
        if is_reversed { laws.repetition.reversed() } else { laws.repetition }
    }

    /// How often a position must occur to end the game; 0 for never.
    #[inline(always)]
    pub fn repetitions(&self) -> u8 {
        self.spec().laws().repetitions
    }

    /// The number of turns without capture or pawn move after which the game is drawn.
    #[inline(always)]
    pub fn clock_limit(&self) -> u16 {
        self.spec().laws().clock_limit
    }
}
