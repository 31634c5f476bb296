//! Results of games and how they end.

use super::Color;

/// The result of a game, as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, aborted or unknown.
    Unknown,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// The win of this side.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// White's points: 1, 0.5 or 0; `None` if the result is unknown.
    pub const fn white_points(self) -> Option<f32> {
        match self {
            Self::WhiteWins => Some(1.0),
            Self::BlackWins => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Unknown => None,
        }
    }

    /// The result as PGN and CECP write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Parses a result, `1/2` included; `None` if the text is not a result.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1/2" => Some(Self::Draw),
            _ => Self::ALL.into_iter().find(|result| result.as_str() == text),
        }
    }
}

impl std::fmt::Display for GameResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// What the end of a game means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move has lost.
    Loss,
    /// A draw.
    Draw,
    /// The side to move has won.
    Win,
}

impl Verdict {
    /// The same result as the other side sees it.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The result as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The winner, given the side to move.
    pub const fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Loss => Some(side.other()),
            Self::Draw => None,
            Self::Win => Some(side),
        }
    }
}

/// What a position is worth to the side to move if both sides play as well as they can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// The side to move is mated in this number of plies; 0 is mate on the board.
    Loss(u16),
    /// A draw.
    Draw,
    /// The side to move mates in this number of plies.
    Win(u16),
}

/// How a game ended under its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move is mated; the value is the winner.
    Checkmate(Color),
    /// The side to move has no legal move: a draw.
    Stalemate,
    /// The position has occurred three times: a draw.
    Repetition,
    /// A hundred turns without a capture, pawn move or promotion: a draw.
    FiftyMoves,
    /// Both sides have only their king: a draw.
    BareKings,
    /// The game's limit of turns without a capture or pawn move, if it is not a hundred: a draw.
    MoveLimit,
    /// A rule other than mate has decided the game; the side is the winner.
    Won(Color, Rule),
    /// A rule that can decide games has ended this one as a draw.
    Drawn(Rule),
}

/// A rule that decides a game without mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The side to move has no legal move.
    Stalemate,
    /// The position has been repeated.
    Repetition,
    /// A side has given enough checks.
    Checks,
    /// A side has too few pieces.
    Extinction,
    /// A side, or each, has brought its pieces to its goal.
    Goal,
}

impl Ending {
    /// The result of the game.
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate(winner) | Self::Won(winner, _) => GameResult::won_by(winner),
            _ => GameResult::Draw,
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Checkmate(winner) => write!(f, "{} mates", winner.name()),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Repetition => f.write_str("draw by threefold repetition"),
            Self::FiftyMoves => f.write_str("draw by the 50-move rule"),
            Self::BareKings => f.write_str("draw with bare kings"),
            Self::MoveLimit => f.write_str("draw by the limit of moves without progress"),
            Self::Won(winner, Rule::Stalemate) => write!(f, "{} wins by stalemate", winner.name()),
            Self::Won(winner, Rule::Repetition) => write!(f, "{} wins by repetition", winner.name()),
            Self::Won(winner, Rule::Checks) => write!(f, "{} has given enough checks", winner.name()),
            Self::Won(winner, Rule::Extinction) => write!(f, "{} wins by the number of pieces", winner.name()),
            Self::Won(winner, Rule::Goal) => write!(f, "{} has reached the goal of the game", winner.name()),
            Self::Drawn(Rule::Stalemate) => Self::Stalemate.fmt(f),
            Self::Drawn(Rule::Repetition) => Self::Repetition.fmt(f),
            Self::Drawn(Rule::Extinction) => f.write_str("draw by the number of pieces"),
            Self::Drawn(Rule::Checks | Rule::Goal) => {
                f.write_str("draw, as both sides have reached the goal of the game")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_two_sides() {
        assert_eq!(Verdict::Loss.reversed(), Verdict::Win);
        assert_eq!(Verdict::Draw.reversed(), Verdict::Draw);
        assert_eq!(Verdict::Loss.winner(Color::White), Some(Color::Black));
    }
}
