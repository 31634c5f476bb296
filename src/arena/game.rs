//! One game between two engines. The referee keeps the position and enforces the rules.

use std::fmt;
use std::time::Duration;

use super::Opening;
use super::adjudicate::{Adjudication, AdjudicationReason, Adjudicator};
use super::connection::Fault;
use super::limits::{EngineLimits, GameClock};
use super::player::Player;
use super::protocol::{Answer, MoveRequest, SearchInfo};
use crate::session::Session;
use crate::types::{Color, Ending, GameResult, Move};

/// The largest number of characters quoted from an engine.
const MAX_QUOTE_LENGTH: usize = 80;

/// Settings of the referee, the same for all games of a match.
#[derive(Clone, Copy, Debug)]
pub struct RefereeSettings {
    /// How far an engine may exceed its clock without losing, to allow for the delay of communication.
    pub margin: Duration,
    /// The longest wait for a move where no clock limits it, and for any other answer of an engine.
    pub patience: Duration,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// By the rules of the game.
    Rules(Ending),
    /// This side's scores were too low for too long.
    AdjudicatedLoss(Color),
    /// A draw because both sides' scores were near zero for long enough.
    AdjudicatedDraw,
    /// A draw because the game reached the largest number of turns.
    TooLong,
    /// This side resigned.
    Resigned(Color),
    /// This side exceeded its time.
    TimeForfeit(Color),
    /// This side's engine stopped answering.
    NoResponse(Color),
    /// This side's engine exited or cannot continue. Holds the reason.
    EngineFailed(Color, String),
    /// This side sent a move that is not legal. Holds its text.
    IllegalMove(Color, String),
    /// This side wrongly claimed that the game is over or that a move was illegal. Holds the claim.
    WrongClaim(Color, String),
}

impl Outcome {
    /// The winner; `None` after a draw.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Self::Rules(Ending::Checkmate(winner) | Ending::Won(winner, _)) => Some(winner),
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

    /// The value of PGN's Termination tag.
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

/// A turn of a game, with what the engine reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// The move.
    pub m: Move,
    /// The move in coordinate notation.
    pub text: String,
    /// What the engine reported about its search; `None` for moves of the opening.
    pub info: Option<SearchInfo>,
    /// The time that the engine took.
    pub elapsed: Duration,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The FEN of the start; `None` for the game's start position.
    pub start: Option<String>,
    /// All turns, beginning with those of the opening.
    pub turns: Vec<PlayedTurn>,
    /// How it ended.
    pub outcome: Outcome,
    /// The limits of White and Black.
    pub limits: [EngineLimits; 2],
}

/// The referee of one game.
struct Referee<'a> {
    session: &'a mut dyn Session,
    settings: &'a RefereeSettings,
    start: Option<&'a str>,
    /// The moves so far, in coordinate notation.
    moves: Vec<String>,
    turns: Vec<PlayedTurn>,
    clocks: [GameClock; 2],
    adjudicator: Adjudicator,
}

/// Plays a game between White and Black; `None` if the match is interrupted.
pub(super) fn play(
    session: &mut dyn Session,
    players: [&mut Player; 2],
    opening: &Opening,
    settings: &RefereeSettings,
) -> Option<PlayedGame> {
    let limits = [players[0].limits(), players[1].limits()];
    session.set_position(opening.start.as_deref()).expect("openings are checked when they are made");
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
    Some(PlayedGame { start: opening.start.clone(), turns: referee.turns, outcome: outcome?, limits })
}

impl Referee<'_> {
    /// Plays to the end of the game; `None` if the match is interrupted.
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

    /// Plays one turn. Returns the outcome if the turn ended the game other than by its rules.
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
            // An engine that still answers `stop` only lost on time and can play the next game.
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
        // A move can be written in several ways; records use one.
        let text = view.move_text(m);
        self.session.play(m).expect("reading a move checks that it is legal");
        self.clocks[side.index()].moved(reply.elapsed);
        self.moves.push(text.clone());
        self.turns.push(PlayedTurn { m, text, info: Some(reply.info), elapsed: reply.elapsed });
        if self.session.ending().is_some() {
            return Ok(None);
        }
        let verdict = self.adjudicator.add(side, reply.info.score, move_number);
        if let (None, Some(expected)) = (verdict, reply.expected) {
            self.ponder(side, player, &expected)?;
        }
        Ok(verdict.map(|verdict| match verdict {
            AdjudicationReason::Lost(loser) => Outcome::AdjudicatedLoss(loser),
            AdjudicationReason::Draw => Outcome::AdjudicatedDraw,
            AdjudicationReason::TooLong => Outcome::TooLong,
        }))
    }

    /// Lets an engine that ponders think on, if it is its turn again after the reply that it expects.
    fn ponder(&mut self, side: Color, player: &mut Player, expected: &str) -> Result<(), Fault> {
        let view = self.session.view();
        if !player.ponders() || view.side() == side {
            return Ok(());
        }
        // Nothing forbids to expect what is not legal.
        let Ok(m) = view.read_move(expected) else { return Ok(()) };
        let text = view.move_text(m);
        self.session.play(m).expect("reading a move checks that it is legal");
        let goes_on = self.session.ending().is_none() && self.session.view().side() == side;
        self.session.undo();
        if !goes_on {
            return Ok(());
        }
        let moves: Vec<String> = self.moves.iter().cloned().chain([text]).collect();
        player.ponder(&MoveRequest {
            start: self.start,
            moves: &moves,
            side,
            clocks: [&self.clocks[0], &self.clocks[1]],
            patience: self.settings.patience,
        })
    }
}
