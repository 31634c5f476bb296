//! One game: the referee between two engines, who alone knows the rules.

use std::fmt;
use std::time::Duration;

use super::adjudicate::{Adjudication, Adjudicator, Verdict};
use super::limits::{EngineLimits, GameClock};
use super::openings::Opening;
use super::player::{Answer, MoveRequest, Player, SearchInfo};
use super::process::Fault;
use crate::session::Session;
use crate::types::{Color, Ending, GameResult, Move};

/// The longest text of an engine that is repeated.
const MAX_QUOTE_LENGTH: usize = 80;

/// What holds for all games of a match.
#[derive(Clone, Copy, Debug)]
pub struct RefereeSettings {
    /// Time beyond the clock that is forgiven, for the way between referee and engine.
    pub margin: Duration,
    /// How long an engine may take where no clock limits it, and for any other answer.
    pub patience: Duration,
    /// When games are broken off.
    pub adjudication: Adjudication,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// By the rules of the game.
    Rules(Ending),
    /// This side saw itself far behind for too long.
    AdjudicatedLoss(Color),
    /// Neither side saw a difference.
    AdjudicatedDraw,
    /// The game became too long.
    TooLong,
    /// This side resigned.
    Resigned(Color),
    /// This side ran out of time.
    TimeForfeit(Color),
    /// This side did not answer any more.
    NoResponse(Color),
    /// This side's program ended or could not go on: why.
    EngineFailed(Color, String),
    /// This side made a move that is none: what it said.
    IllegalMove(Color, String),
    /// This side said that the game was over or could not go on, wrongly: what it said.
    WrongClaim(Color, String),
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Self::Rules(Ending::Checkmate(winner)) => Some(winner),
            Self::Rules(_) | Self::AdjudicatedDraw | Self::TooLong => None,
            Self::AdjudicatedLoss(loser)
            | Self::Resigned(loser)
            | Self::TimeForfeit(loser)
            | Self::NoResponse(loser) => Some(!loser),
            Self::EngineFailed(loser, _) | Self::IllegalMove(loser, _) | Self::WrongClaim(loser, _) => Some(!loser),
        }
    }

    /// The result.
    pub fn result(&self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::won_by)
    }

    /// The kind of end, in the words of PGN's tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Resigned(_) => "normal",
            Self::AdjudicatedLoss(_) | Self::AdjudicatedDraw | Self::TooLong => "adjudication",
            Self::TimeForfeit(_) => "time forfeit",
            Self::NoResponse(_) | Self::EngineFailed(..) => "abandoned",
            Self::IllegalMove(..) | Self::WrongClaim(..) => "rules infraction",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = |text: &str| -> String {
            text.chars()
                .take(MAX_QUOTE_LENGTH)
                .map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' })
                .collect()
        };
        match self {
            Self::Rules(ending) => write!(f, "{ending}"),
            Self::AdjudicatedLoss(side) => write!(f, "{} is far behind", side.name()),
            Self::AdjudicatedDraw => f.write_str("draw by level scores"),
            Self::TooLong => f.write_str("draw by length"),
            Self::Resigned(side) => write!(f, "{} resigns", side.name()),
            Self::TimeForfeit(side) => write!(f, "{} loses on time", side.name()),
            Self::NoResponse(side) => write!(f, "{} does not answer", side.name()),
            Self::EngineFailed(side, why) => write!(f, "{} {}", side.name(), quote(why)),
            Self::IllegalMove(side, text) => write!(f, "{} makes an illegal move: {}", side.name(), quote(text)),
            Self::WrongClaim(side, text) => write!(f, "{} claims wrongly: {}", side.name(), quote(text)),
        }
    }
}

/// A turn of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// The move.
    pub m: Move,
    /// The same in coordinate notation, as engines are told it.
    pub text: String,
    /// What the engine told; `None` for moves of the opening.
    pub info: Option<SearchInfo>,
    /// The time that it took.
    pub elapsed: Duration,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The position at the beginning, if it was not the game's start position.
    pub start: Option<String>,
    /// The turns, those of the opening first.
    pub turns: Vec<PlayedTurn>,
    /// How it ended.
    pub outcome: Outcome,
    /// The limits of White and of Black.
    pub limits: [EngineLimits; 2],
}

/// A game going on.
struct Referee<'a> {
    session: &'a mut dyn Session,
    settings: &'a RefereeSettings,
    start: Option<&'a str>,
    /// The moves as engines are told them.
    moves: Vec<String>,
    turns: Vec<PlayedTurn>,
    clocks: [GameClock; 2],
    adjudicator: Adjudicator,
}

/// Plays a game between White and Black. `None` if the match is broken off meanwhile.
pub(super) fn play(
    session: &mut dyn Session,
    players: [&mut Player; 2],
    opening: &Opening,
    settings: &RefereeSettings,
) -> Option<GameRecord> {
    let limits = [players[0].limits(), players[1].limits()];
    session.set_position(opening.start.as_deref()).expect("openings were made with the rules of the game");
    let texts = session.view().line_text(&opening.moves);
    opening.set_up(session);
    let played =
        |(&m, text): (&Move, &String)| PlayedTurn { m, text: text.clone(), info: None, elapsed: Duration::ZERO };
    let turns = opening.moves.iter().zip(&texts).map(played).collect();
    let mut referee = Referee {
        session,
        settings,
        start: opening.start.as_deref(),
        moves: texts,
        turns,
        clocks: limits.map(GameClock::new),
        adjudicator: Adjudicator::new(settings.adjudication),
    };
    let [white, black] = players;
    let outcome = referee.play([&mut *white, &mut *black]);
    let (result, why) = match &outcome {
        Some(outcome) => (outcome.result(), outcome.to_string()),
        None => (GameResult::Unknown, "interrupted".to_owned()),
    };
    white.finish(result, &why);
    black.finish(result, &why);
    Some(GameRecord { start: opening.start.clone(), turns: referee.turns, outcome: outcome?, limits })
}

impl Referee<'_> {
    /// `None` if the match is broken off.
    fn play(&mut self, players: [&mut Player; 2]) -> Option<Outcome> {
        for side in Color::BOTH {
            if let Err(fault) = players[side.index()].begin(self.start) {
                return Self::fault_outcome(side, fault);
            }
        }
        loop {
            if let Some(ending) = self.session.ending() {
                return Some(Outcome::Rules(ending));
            }
            let side = self.session.view().side();
            match self.turn(side, players[side.index()]) {
                Ok(None) => {}
                Ok(Some(outcome)) => return Some(outcome),
                Err(fault) => return Self::fault_outcome(side, fault),
            }
        }
    }

    fn fault_outcome(side: Color, fault: Fault) -> Option<Outcome> {
        match fault {
            Fault::Interrupted => None,
            Fault::NoResponse => Some(Outcome::NoResponse(side)),
            fault => Some(Outcome::EngineFailed(side, fault.to_string())),
        }
    }

    /// One turn of this side; the outcome if it ends the game (by other means than its rules).
    fn turn(&mut self, side: Color, player: &mut Player) -> Result<Option<Outcome>, Fault> {
        let allowed = self.clocks[side.index()].budget().map(|budget| budget + self.settings.margin);
        let request = MoveRequest {
            start: self.start,
            moves: &self.moves,
            side,
            clocks: [&self.clocks[0], &self.clocks[1]],
            patience: allowed.unwrap_or(self.settings.patience),
        };
        let reply = match player.think(&request) {
            // An engine that is merely late can go on playing after that; one that hangs cannot.
            Err(Fault::NoResponse) if player.stop() && allowed.is_some() => {
                return Ok(Some(Outcome::TimeForfeit(side)));
            }
            reply => reply?,
        };
        let text = match reply.answer {
            Answer::Resign => return Ok(Some(Outcome::Resigned(side))),
            Answer::Claim(text) => return Ok(Some(Outcome::WrongClaim(side, text))),
            Answer::Move(text) => text,
        };
        let view = self.session.view();
        let move_number = view.full_move();
        let Ok(m) = view.read_move(&text) else { return Ok(Some(Outcome::IllegalMove(side, text))) };
        // A move may be written in more than one way; the records have one.
        let text = view.move_text(m);
        self.session.play(m).expect("a move that was read is legal");
        self.clocks[side.index()].moved(reply.elapsed);
        self.moves.push(text.clone());
        self.turns.push(PlayedTurn { m, text, info: Some(reply.info), elapsed: reply.elapsed });
        if self.session.ending().is_some() {
            return Ok(None);
        }
        let verdict = self.adjudicator.add(side, reply.info.score, move_number);
        Ok(verdict.map(|verdict| match verdict {
            Verdict::Lost(loser) => Outcome::AdjudicatedLoss(loser),
            Verdict::Draw => Outcome::AdjudicatedDraw,
            Verdict::TooLong => Outcome::TooLong,
        }))
    }
}
