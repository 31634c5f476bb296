//! Games that are broken off because the engines' scores leave no doubt.

use std::str::FromStr;

use super::ArenaError;
use crate::types::{Color, Score};

/// Resignation: a side that sees itself far behind, move after move, has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// So many moves of a side in a row.
    pub moves: u32,
    /// Behind by at least this, in centipawns.
    pub score: Score,
    /// Whether the other side has to see it as well.
    pub two_sided: bool,
}

/// A draw: both sides see no difference, move after move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Not before this move number, counted as in FEN from the beginning of the game.
    pub number: u32,
    /// So many moves of each side in a row.
    pub moves: u32,
    /// Ahead or behind by at most this, in centipawns.
    pub score: Score,
}

/// When games are broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Resignation.
    pub resign: Option<Resign>,
    /// Draw.
    pub draw: Option<Draw>,
    /// Games of more turns, both sides' counted, are drawn.
    pub max_turns: Option<u32>,
}

/// Reads words `key=value`, each key with its place to put the number.
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

    /// `moves=4 score=600 twosided=1`; what is left out has these values, but `twosided=0`.
    fn from_str(text: &str) -> Result<Self, ArenaError> {
        let (mut moves, mut score, mut two_sided) = (4, 600, 0);
        read_numbers(text, &mut [("moves", &mut moves), ("score", &mut score), ("twosided", &mut two_sided)])?;
        Ok(Self { moves: moves.max(1) as u32, score: score as Score, two_sided: two_sided != 0 })
    }
}

impl FromStr for Draw {
    type Err = ArenaError;

    /// `number=40 moves=8 score=15`; what is left out has these values.
    fn from_str(text: &str) -> Result<Self, ArenaError> {
        let (mut number, mut moves, mut score) = (40, 8, 15);
        read_numbers(text, &mut [("number", &mut number), ("moves", &mut moves), ("score", &mut score)])?;
        Ok(Self { number: number as u32, moves: moves.max(1) as u32, score: score as Score })
    }
}

/// What the scores of a game so far amount to.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row on which each side saw itself far behind, far ahead, and level.
    behind: [u32; 2],
    ahead: [u32; 2],
    level: [u32; 2],
    turns: u32,
}

/// Why a game is broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// This side has lost.
    Lost(Color),
    /// A draw by the scores.
    Draw,
    /// A draw by the number of turns.
    TooLong,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, behind: [0; 2], ahead: [0; 2], level: [0; 2], turns: 0 }
    }

    /// Takes in a turn of a side with its score (`None` if it told none), at this move number of the game.
    pub fn add(&mut self, side: Color, score: Option<Score>, move_number: u32) -> Option<Verdict> {
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
                return Some(Verdict::Lost(loser));
            }
        }
        if let Some(draw) = self.rules.draw {
            count(&mut self.level[own], score.is_some_and(|score| score.abs() <= draw.score));
            if move_number >= draw.number && self.level.iter().all(|&moves| moves >= draw.moves) {
                return Some(Verdict::Draw);
            }
        }
        self.rules.max_turns.filter(|&max_turns| self.turns >= max_turns).map(|_| Verdict::TooLong)
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
        assert_eq!(game.add(White, Some(-31_000), 3), Some(Verdict::Lost(White)));
    }

    #[test]
    fn the_other_side_may_have_to_agree() {
        let mut game = adjudicator(Some("moves=1 score=500 twosided=1"), None, None);
        assert_eq!(game.add(Black, Some(-900), 1), None);
        assert_eq!(game.add(White, Some(499), 2), None);
        assert_eq!(game.add(White, Some(501), 2), Some(Verdict::Lost(Black)));
    }

    #[test]
    fn a_level_game_is_drawn_from_some_move_on() {
        let mut game = adjudicator(None, Some("number=3 moves=1 score=10"), None);
        assert_eq!(game.add(White, Some(10), 2), None);
        assert_eq!(game.add(Black, Some(-10), 2), None);
        assert_eq!(game.add(White, None, 3), None);
        assert_eq!(game.add(Black, Some(0), 3), None);
        assert_eq!(game.add(White, Some(0), 4), Some(Verdict::Draw));
    }

    #[test]
    fn a_game_may_be_too_long() {
        let mut game = adjudicator(None, None, Some(2));
        assert_eq!(game.add(White, None, 1), None);
        assert_eq!(game.add(Black, None, 1), Some(Verdict::TooLong));
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
