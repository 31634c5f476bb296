//! Adjudication: ends games that the engines' scores have decided.

use std::str::FromStr;

use super::ArenaError;
use crate::types::{Color, Score};

/// When a side has lost: its score is low for several moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Moves of that side in a row, at least 1.
    pub moves: u32,
    /// It is behind by at least this, in centipawns.
    pub score: Score,
    /// Whether the opponent must see itself ahead by as much, for as many moves.
    pub two_sided: bool,
}

/// When a game is drawn: the scores of both sides are near zero for several moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The first move number at which a game may be drawn, counted as in FEN.
    pub number: u32,
    /// Moves of each side in a row, at least 1.
    pub moves: u32,
    /// Neither side is ahead by more than this, in centipawns.
    pub score: Score,
}

/// When games are adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When a side has lost.
    pub resign: Option<Resign>,
    /// When a game is drawn by its scores.
    pub draw: Option<Draw>,
    /// A game of this many turns, both sides together, is drawn.
    pub max_turns: Option<u32>,
}

/// Reads words `key=number` into the fields of these names. Numbers are from 0 to 1,000,000.
fn read_numbers(text: &str, fields: &mut [(&str, &mut i64)]) -> Result<(), ArenaError> {
    let expected = fields.iter().map(|(name, _)| format!("{name}=NUMBER")).collect::<Vec<_>>().join(" ");
    for word in text.split_whitespace() {
        let value = word.split_once('=').and_then(|(key, value)| {
            let field = fields.iter_mut().find(|(name, _)| *name == key)?;
            *field.1 = value.parse().ok().filter(|number| (0..=1_000_000).contains(number))?;
            Some(())
        });
        value.ok_or_else(|| ArenaError::InvalidWord { word: word.to_owned(), expected: expected.clone() })?;
    }
    Ok(())
}

impl FromStr for Resign {
    type Err = ArenaError;

    /// Reads `moves=4 score=600 twosided=0`. These are the defaults of what is left out.
    fn from_str(text: &str) -> Result<Self, ArenaError> {
        let (mut moves, mut score, mut two_sided) = (4, 600, 0);
        read_numbers(text, &mut [("moves", &mut moves), ("score", &mut score), ("twosided", &mut two_sided)])?;
        Ok(Self { moves: moves.max(1) as u32, score: score as Score, two_sided: two_sided != 0 })
    }
}

impl FromStr for Draw {
    type Err = ArenaError;

    /// Reads `number=40 moves=8 score=15`. These are the defaults of what is left out.
    fn from_str(text: &str) -> Result<Self, ArenaError> {
        let (mut number, mut moves, mut score) = (40, 8, 15);
        read_numbers(text, &mut [("number", &mut number), ("moves", &mut moves), ("score", &mut score)])?;
        Ok(Self { number: number as u32, moves: moves.max(1) as u32, score: score as Score })
    }
}

/// Watches the scores of a game.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row, for each side, in which it was far behind, far ahead, or level.
    behind: [u32; 2],
    ahead: [u32; 2],
    level: [u32; 2],
    turns: u32,
}

/// Why a game is adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AdjudicationReason {
    /// This side has lost.
    Lost(Color),
    /// A draw because the scores are near zero.
    Draw,
    /// A draw because of the number of turns.
    TooLong,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, behind: [0; 2], ahead: [0; 2], level: [0; 2], turns: 0 }
    }

    /// Adds a turn of this side: its score (`None` if the engine reported none) and the move number.
    pub fn add(&mut self, side: Color, score: Option<Score>, move_number: u32) -> Option<AdjudicationReason> {
        self.turns += 1;
        let count = |counter: &mut u32, more: bool| *counter = if more { *counter + 1 } else { 0 };
        let own = side.index();
        if let Some(resign) = self.rules.resign {
            count(&mut self.behind[own], score.is_some_and(|score| score <= -resign.score));
            count(&mut self.ahead[own], score.is_some_and(|score| score >= resign.score));
            let lost = |side: Color| {
                self.behind[side.index()] >= resign.moves
                    && (!resign.two_sided || self.ahead[(!side).index()] >= resign.moves)
            };
            if let Some(loser) = Color::BOTH.into_iter().find(|&side| lost(side)) {
                return Some(AdjudicationReason::Lost(loser));
            }
        }
        if let Some(draw) = self.rules.draw {
            count(&mut self.level[own], score.is_some_and(|score| score.abs() <= draw.score));
            if move_number >= draw.number && self.level.iter().all(|&moves| moves >= draw.moves) {
                return Some(AdjudicationReason::Draw);
            }
        }
        self.rules.max_turns.filter(|&max_turns| self.turns >= max_turns).map(|_| AdjudicationReason::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn adjudicator(resign: Option<&str>, draw: Option<&str>, max_turns: Option<u32>) -> Adjudicator {
        let resign = resign.map(|text| text.parse().expect("a rule"));
        let draw = draw.map(|text| text.parse().expect("a rule"));
        Adjudicator::new(Adjudication { resign, draw, max_turns })
    }

    #[test]
    fn a_side_that_is_far_behind_has_lost() {
        let mut game = adjudicator(Some("moves=2 score=500"), None, None);
        assert_eq!(game.add(White, Some(-500), 1), None);
        assert_eq!(game.add(Black, Some(100), 1), None);
        assert_eq!(game.add(White, Some(-499), 2), None);
        assert_eq!(game.add(White, Some(-500), 2), None);
        assert_eq!(game.add(White, Some(-31_000), 3), Some(AdjudicationReason::Lost(White)));
    }

    #[test]
    fn the_other_side_may_have_to_agree() {
        let mut game = adjudicator(Some("moves=1 score=500 twosided=1"), None, None);
        assert_eq!(game.add(Black, Some(-900), 1), None);
        assert_eq!(game.add(White, Some(499), 2), None);
        assert_eq!(game.add(White, Some(501), 2), Some(AdjudicationReason::Lost(Black)));
    }

    #[test]
    fn a_level_game_is_drawn_from_some_move_on() {
        let mut game = adjudicator(None, Some("number=3 moves=1 score=10"), None);
        assert_eq!(game.add(White, Some(10), 2), None);
        assert_eq!(game.add(Black, Some(-10), 2), None);
        assert_eq!(game.add(White, None, 3), None);
        assert_eq!(game.add(Black, Some(0), 3), None);
        assert_eq!(game.add(White, Some(0), 4), Some(AdjudicationReason::Draw));
    }

    #[test]
    fn a_game_may_be_too_long() {
        let mut game = adjudicator(None, None, Some(2));
        assert_eq!(game.add(White, None, 1), None);
        assert_eq!(game.add(Black, None, 1), Some(AdjudicationReason::TooLong));
    }

    #[test]
    fn rules_that_are_not_understood_are_refused() {
        let usual = "".parse::<Resign>().expect("nothing is required");
        assert_eq!(usual, Resign { moves: 4, score: 600, two_sided: false });
        for text in ["moves", "moves=x", "moves=-1", "speed=3"] {
            assert!(text.parse::<Resign>().is_err() && text.parse::<Draw>().is_err(), "{text}");
        }
    }
}
