//! Draws by agreement and resignation: decided from the scores of the engine's last turns and the progress of the game.

use crate::board::View;
use crate::types::Color;
use crate::types::score::{Score, is_mate};

/// No draw is agreed to before this full move.
const DRAW_FROM_MOVE: u32 = 30;
/// A draw is accepted after this many turns of the engine in a row with scores within [`EVEN_SCORE`] or worse.
const ACCEPT_TURNS: usize = 4;
/// A game is even up to this score, in centipawns.
const EVEN_SCORE: Score = 20;
/// Turns of both sides without capture or pawn move after which an even game is not progressing.
const ACCEPT_CLOCK: u16 = 10;
/// Worse than this, in centipawns, a draw is welcome whatever the progress.
const WORSE_SCORE: Score = -150;

/// The engine offers no draw before this full move.
const OFFER_FROM_MOVE: u32 = 40;
/// The engine offers a draw after this many turns of its own in a row with scores within [`DEAD_SCORE`].
const OFFER_TURNS: usize = 8;
/// A game is dead drawn up to this score, in centipawns.
const DEAD_SCORE: Score = 10;
/// Turns of both sides without capture or pawn move before the engine offers a draw.
const OFFER_CLOCK: u16 = 20;
/// Turns of the engine between two offers.
const OFFER_INTERVAL: usize = 20;

/// The engine resigns after this many turns of its own in a row with hopeless scores.
const RESIGN_TURNS: usize = 4;
/// An opponent that has made no progress for so many turns of both sides may not know how to win.
const RESIGN_CLOCK: u16 = 60;

/// What the position says, whatever its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The number of the full move.
    pub full_move: u32,
    /// Turns since the last capture or pawn move.
    pub clock: u16,
    /// Whether the opponent has anything but its king.
    pub can_be_mated: bool,
}

impl Facts {
    /// The facts of a position for the side that the engine plays.
    pub fn of(view: &dyn View, side: Color) -> Self {
        let setup = view.setup();
        let opponents = setup.cells.iter().flatten().filter(|piece| piece.color() != side).count();
        Self { full_move: setup.full_move, clock: setup.clock, can_be_mated: opponents > 1 }
    }
}

/// What to do beside or instead of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Only move.
    Play,
    /// Offer a draw or accept the opponent's offer, and move.
    OfferDraw,
    /// Resign instead of moving.
    Resign,
}

/// What the engine thinks of the game that it plays.
#[derive(Clone, Default, Debug)]
pub struct Judgement {
    /// The engine's side in the turns that it remembers.
    side: Option<Color>,
    /// The scores of the engine's last turns in centipawns from its view, the latest last.
    scores: Vec<Score>,
    /// Turns since the engine's last offer; `None` if it has made none.
    since_offer: Option<usize>,
    /// Whether the opponent has offered a draw that the engine has not answered.
    offered: bool,
}

impl Judgement {
    /// What the engine thinks after turns with these scores, if it made its last offer so many turns ago.
    pub fn of(side: Color, mut scores: Vec<Score>, since_offer: Option<usize>) -> Self {
        let excess = scores.len().saturating_sub(OFFER_TURNS);
        scores.drain(..excess);
        Self { side: Some(side), scores, since_offer, offered: false }
    }

    /// What to do after the turns so far, if the opponent has offered nothing. `hopeless` as in [`Judgement::decide`].
    pub fn verdict(&self, facts: Facts, hopeless: Option<Score>) -> Decision {
        if hopeless.is_some_and(|lead| self.is_hopeless(lead, facts)) {
            Decision::Resign
        } else if self.is_dead_drawn(facts) {
            Decision::OfferDraw
        } else {
            Decision::Play
        }
    }

    /// Forgets the scores after a change of the position or the game, and open offers.
    pub fn forget(&mut self) {
        *self = Self { since_offer: self.since_offer, ..Self::default() };
    }

    /// Decides at the end of a turn of the engine's with this score. `hopeless` is the lead of the opponent at which the
    /// engine resigns, in centipawns; `None` if it does not resign.
    pub fn decide(
        &mut self,
        side: Color,
        score: Score,
        facts: Facts,
        draws: bool,
        hopeless: Option<Score>,
    ) -> Decision {
        if self.side != Some(side) {
            *self = Self { side: Some(side), offered: self.offered, ..Self::default() };
        }
        self.scores.push(score);
        let excess = self.scores.len().saturating_sub(OFFER_TURNS);
        self.scores.drain(..excess);
        self.since_offer = self.since_offer.map(|turns| turns + 1);
        let offered = std::mem::take(&mut self.offered);
        if hopeless.is_some_and(|lead| self.is_hopeless(lead, facts)) {
            return Decision::Resign;
        }
        if draws && offered && self.is_drawish(facts) {
            return Decision::OfferDraw;
        }
        if draws && self.is_dead_drawn(facts) {
            self.since_offer = Some(0);
            return Decision::OfferDraw;
        }
        Decision::Play
    }

    /// The opponent offers a draw; whether to accept at once. Otherwise, and always if the engine is thinking, the next
    /// [`Judgement::decide`] answers.
    pub fn accepts_draw(&mut self, side: Color, facts: Facts, is_thinking: bool) -> bool {
        let accepts = !is_thinking && self.side == Some(side) && self.is_drawish(facts);
        self.offered = !accepts;
        accepts
    }

    /// Whether all of the last `turns` scores satisfy a condition.
    fn last(&self, turns: usize, holds: impl Fn(Score) -> bool) -> bool {
        self.scores.len() >= turns && self.scores.iter().rev().take(turns).all(|&score| holds(score))
    }

    fn is_drawish(&self, facts: Facts) -> bool {
        let is_even = facts.clock >= ACCEPT_CLOCK && self.last(ACCEPT_TURNS, |score| score <= EVEN_SCORE);
        facts.full_move >= DRAW_FROM_MOVE && (is_even || self.last(ACCEPT_TURNS, |score| score <= WORSE_SCORE))
    }

    fn is_dead_drawn(&self, facts: Facts) -> bool {
        facts.full_move >= OFFER_FROM_MOVE
            && facts.clock >= OFFER_CLOCK
            && self.since_offer.is_none_or(|turns| turns >= OFFER_INTERVAL)
            && self.last(OFFER_TURNS, |score| score.abs() <= DEAD_SCORE)
    }

    fn is_hopeless(&self, lead: Score, facts: Facts) -> bool {
        let is_lost = |score: Score| score <= -lead || is_mate(score) && score < 0;
        facts.can_be_mated && facts.clock < RESIGN_CLOCK && self.last(RESIGN_TURNS, is_lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    const LATE: Facts = Facts { full_move: 60, clock: 30, can_be_mated: true };

    /// The decisions after these scores, in positions with these facts.
    fn decisions(scores: &[Score], facts: Facts) -> Vec<Decision> {
        let mut judgement = Judgement::default();
        scores.iter().map(|&score| judgement.decide(Color::White, score, facts, true, Some(1_000))).collect()
    }

    /// Whether a draw is accepted after these scores.
    fn accepts(scores: &[Score], facts: Facts) -> bool {
        let mut judgement = Judgement::default();
        for &score in scores {
            judgement.decide(Color::White, score, facts, true, None);
        }
        judgement.accepts_draw(Color::White, facts, false)
    }

    #[test]
    fn draws_are_accepted_late_in_even_games_without_progress() {
        assert!(accepts(&[0, 20, -5, 10], LATE));
        assert!(!accepts(&[0, 20, -5], LATE), "too few scores");
        assert!(!accepts(&[0, 21, -5, 10], LATE), "better");
        assert!(!accepts(&[0, 0, 0, mate_in(5)], LATE), "winning");
        assert!(accepts(&[500, 0, 0, 0, 0], LATE), "no longer better");
        assert!(!accepts(&[0; 8], Facts { full_move: 29, ..LATE }), "too early");
        assert!(!accepts(&[0; 8], Facts { clock: 9, ..LATE }), "in progress");
    }

    #[test]
    fn a_side_that_is_worse_accepts_whatever_the_progress() {
        let facts = Facts { clock: 0, ..LATE };
        assert!(accepts(&[-150, -200, -900, mated_in(6)], facts));
        assert!(!accepts(&[-149, -200, -900, -900], facts));
        assert!(!accepts(&[-900; 8], Facts { full_move: 29, ..facts }));
    }

    #[test]
    fn an_offer_during_thought_is_answered_with_the_move() {
        let mut judgement = Judgement::default();
        let facts = Facts { full_move: 35, clock: 12, ..LATE };
        for _ in 0..3 {
            assert_eq!(judgement.decide(Color::Black, 0, facts, true, None), Decision::Play);
        }
        assert!(!judgement.accepts_draw(Color::Black, facts, true));
        assert_eq!(judgement.decide(Color::Black, 0, facts, true, None), Decision::OfferDraw);
        assert_eq!(judgement.decide(Color::Black, 0, facts, true, None), Decision::Play, "the offer was answered");
        assert!(judgement.accepts_draw(Color::Black, facts, false));
        judgement.accepts_draw(Color::Black, facts, true);
        assert_eq!(judgement.decide(Color::Black, 0, facts, false, None), Decision::Play, "draws are not wanted");
    }

    #[test]
    fn offers_are_made_in_dead_drawn_games_and_seldom_repeated() {
        let made = decisions(&[0; 60], LATE);
        let offers: Vec<usize> = (0..60).filter(|&turn| made[turn] == Decision::OfferDraw).collect();
        assert_eq!(offers, [7, 27, 47]);
        for facts in [Facts { full_move: 39, ..LATE }, Facts { clock: 19, ..LATE }] {
            assert!(decisions(&[0; 20], facts).iter().all(|&decision| decision == Decision::Play));
        }
        assert!(decisions(&[0, 0, 0, 11, 0, 0, 0, 0, 0, 0], LATE).iter().all(|&decision| decision == Decision::Play));
    }

    #[test]
    fn hopeless_games_are_resigned_after_several_turns() {
        use Decision::{Play, Resign};
        let facts = Facts { full_move: 12, clock: 3, can_be_mated: true };
        assert_eq!(decisions(&[-1_000, -1_200, mated_in(8), -3_000], facts), [Play, Play, Play, Resign]);
        assert_eq!(decisions(&[-1_000, -999, -1_200, -1_200, -3_000], facts), [Play; 5]);
        assert_eq!(decisions(&[-3_000, -3_000, -3_000, 0], facts), [Play; 4], "stalemate or perpetual check");
        for fact in [Facts { can_be_mated: false, ..facts }, Facts { clock: RESIGN_CLOCK, ..facts }] {
            assert_eq!(decisions(&[-3_000; 4], fact), [Play; 4]);
        }
        let mut stubborn = Judgement::default();
        assert!((0..9).all(|_| stubborn.decide(Color::White, -5_000, facts, true, None) == Play));
    }

    #[test]
    fn scores_of_another_side_or_game_do_not_count() {
        let mut judgement = Judgement::default();
        let mut decide = |side| judgement.decide(side, -5_000, LATE, true, Some(1_000));
        assert!((0..3).all(|_| decide(Color::White) == Decision::Play));
        assert!((0..3).all(|_| decide(Color::Black) == Decision::Play));
        assert!(!judgement.accepts_draw(Color::White, LATE, false));
        judgement.forget();
        assert_eq!(judgement.decide(Color::Black, -5_000, LATE, true, Some(1_000)), Decision::Play);
    }
}
