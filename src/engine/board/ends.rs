//! Ends of the game apart from mate, and what they are worth.

use super::{Board, Rules};
use crate::types::{Color, Verdict};

impl<R: Rules> Board<R> {
    /// The result for the side to move if a rule has ended the game, whatever moves there would be: a lack of pieces, or
    /// a piece that has reached its goal.
    #[inline(always)]
    pub fn ended_early(&self) -> Option<Verdict> {
        if self.spec().ends_early { self.early_end() } else { None }
    }

    fn early_end(&self) -> Option<Verdict> {
        if let Some(verdict) = R::state_verdict(self) {
            return Some(verdict);
        }
        let us = self.side();
        let laws = self.spec().laws();
        let extinction = laws.extinction;
        if let Some(verdict) = extinction.verdict.filter(|_| extinction.counts_pieces()) {
            for color in [!us, us] {
                let needed = extinction.opponent + u32::from(extinction.is_claimed && color == us);
                let is_extinct = self.of_color(color).count() <= extinction.most;
                if is_extinct && self.of_color(!color).count() >= needed {
                    return Some(if color == us { verdict } else { verdict.reversed() });
                }
            }
        }
        let them = us.other();
        let runners = self.of_color(them) & laws.flag_region[them.index()];
        let is_goal =
            |square| self.piece_at(square).is_some_and(|piece| laws.flag_kinds[them.index()].has(piece.kind()));
        runners.into_iter().any(is_goal).then_some(Verdict::Loss)
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

    /// The result of stalemate for the side to move.
    #[inline(always)]
    pub fn stalemate(&self) -> Verdict {
        self.spec().laws().stalemate
    }

    /// The result of a repetition for the side to move.
    #[inline(always)]
    pub fn repetition(&self) -> Verdict {
        let laws = self.spec().laws();
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
