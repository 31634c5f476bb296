//! The games of a match: pairings, concurrency, standings.

use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ArenaError;
use super::connection::Fault;
use super::game::{Outcome, PlayedGame, RefereeSettings, play};
use super::group::Processes;
use super::player::Player;
use super::spec::EngineSpec;
use super::statistics::{Decision, Sprt, Tally};
use super::{Opening, Openings};
use crate::board::Spec;
use crate::session::{Catalogue, Session};
use crate::types::Color;

/// Two engines that play each other, as indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The engine from whose view results are counted. It has White in the first game of each pair.
    pub first: usize,
    /// The opponent.
    pub second: usize,
}

/// The settings of a match.
#[derive(Clone)]
pub struct Match {
    /// The available games.
    pub catalogue: Catalogue,
    /// The game.
    pub game: &'static Spec,
    /// The engines, with their limits.
    pub engines: Vec<EngineSpec>,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// The pairs of games in each pairing, by number from 0. A shard of a match has only some of the match's pairs.
    pub pairs: Range<u64>,
    /// How games begin.
    pub openings: Openings,
    /// The seed of the openings.
    pub seed: u64,
    /// The settings of the referee.
    pub referee: RefereeSettings,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The engines that run.
    pub processes: Processes,
    /// A sequential test that ends the match; only for two engines.
    pub sprt: Option<Sprt>,
}

/// The place of a game in the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 0.
    pub number: u64,
    /// The number of the pair in its pairing, from 0.
    pub pair: u64,
    /// Whether it is the second game of the pair, with colours reversed.
    pub reversed: bool,
    /// The index of the pairing.
    pub pairing: usize,
    /// The indices of the engines with White and Black.
    pub players: [usize; 2],
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its place in the match.
    pub slot: ScheduledGame,
    /// The game itself.
    pub record: PlayedGame,
}

/// What the standings need of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameScore {
    /// Its place in the match.
    pub slot: ScheduledGame,
    /// The winner; `None` after a draw.
    pub winner: Option<Color>,
    /// How the loser failed; `None` if it lost by play.
    pub failure: Option<Failure>,
    /// The length in turns.
    pub turns: u64,
}

/// How an engine loses other than by play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It exceeded its time.
    Time,
    /// It exited, hung, or could not continue.
    Broken,
    /// It made an illegal move or a wrong claim.
    Infraction,
}

impl FinishedGame {
    /// What the standings need of the game.
    pub fn score(&self) -> GameScore {
        let failure = match self.record.outcome {
            Outcome::TimeForfeit(_) => Some(Failure::Time),
            Outcome::NoResponse(_) | Outcome::EngineFailed(..) => Some(Failure::Broken),
            Outcome::IllegalMove(..) | Outcome::WrongClaim(..) => Some(Failure::Infraction),
            _ => None,
        };
        let turns = self.record.turns.len() as u64;
        GameScore { slot: self.slot, winner: self.record.outcome.winner(), failure, turns }
    }
}

/// Games that one engine lost other than by play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Failures {
    /// Games lost on time.
    pub time: u64,
    /// Games in which it exited, hung, or could not continue.
    pub broken: u64,
    /// Games lost by illegal moves or wrong claims.
    pub infractions: u64,
}

/// The results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// For each pairing, its results.
    pub tallies: Vec<Tally>,
    /// For each engine, its failures.
    pub failures: Vec<Failures>,
    /// The total length of all games, in turns.
    pub turns: u64,
    /// Half points of the first engine in pairs with one game played; the key is the pairing and the pair.
    open_pairs: HashMap<(usize, u64), usize>,
}

impl Standings {
    fn new(settings: &Match) -> Self {
        Self {
            tallies: vec![Tally::default(); settings.pairings.len()],
            failures: vec![Failures::default(); settings.engines.len()],
            turns: 0,
            open_pairs: HashMap::new(),
        }
    }

    /// Number of games counted.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    fn add(&mut self, score: &GameScore) {
        let ScheduledGame { pairing, pair, reversed, players, .. } = score.slot;
        let white = match score.winner {
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
            None => 1,
        };
        let half_points = if reversed { 2 - white } else { white };
        self.tallies[pairing].add_game(half_points);
        match self.open_pairs.remove(&(pairing, pair)) {
            Some(other) => self.tallies[pairing].add_pair(other + half_points),
            None => drop(self.open_pairs.insert((pairing, pair), half_points)),
        }
        self.turns += score.turns;
        if let (Some(winner), Some(failure)) = (score.winner, score.failure) {
            let failures = &mut self.failures[players[(!winner).index()]];
            match failure {
                Failure::Time => failures.time += 1,
                Failure::Broken => failures.broken += 1,
                Failure::Infraction => failures.infractions += 1,
            }
        }
    }
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// All games were played.
    Complete,
    /// The sequential test has decided.
    Decided(Decision),
    /// It was interrupted.
    Interrupted,
}

/// The result of a match.
#[derive(Debug)]
pub struct MatchResult {
    /// Why it ended.
    pub completion: Completion,
    /// The results.
    pub standings: Standings,
    /// The error that ended it early.
    pub error: Option<ArenaError>,
}

/// Receives each game when it ends.
pub trait Watcher: Send {
    /// A game has ended; `standings` includes it.
    ///
    /// # Errors
    /// When the report cannot be written; that ends the match.
    fn game_finished(&mut self, game: &FinishedGame, standings: &Standings) -> io::Result<()>;
}

impl Match {
    /// Number of games in the match.
    pub fn games(&self) -> u64 {
        let Range { start, end } = self.numbers();
        end - start
    }

    /// The numbers of its games.
    fn numbers(&self) -> Range<u64> {
        let games = 2 * self.pairings.len() as u64;
        self.pairs.start * games..self.pairs.end * games
    }

    /// The slot of the game with this number, from 0. All pairings play their first pair, then their second, and so on.
    pub fn slot(&self, number: u64) -> ScheduledGame {
        let pairings = self.pairings.len() as u64;
        let (round, reversed) = (number / 2, !number.is_multiple_of(2));
        let pairing = (round % pairings) as usize;
        let Pairing { first, second } = self.pairings[pairing];
        let players = if reversed { [second, first] } else { [first, second] };
        ScheduledGame { number, pair: round / pairings, reversed, pairing, players }
    }

    /// The opening of the game in this slot.
    pub fn opening(&self, slot: &ScheduledGame, session: &mut dyn Session) -> Opening {
        self.openings.get(self.seed, slot.pair, session)
    }

    /// A new session of the game.
    pub fn session(&self) -> Box<dyn Session> {
        self.catalogue.open(self.game)
    }

    /// Plays all games but the `earlier` ones, until the test decides or `stop` is set.
    ///
    /// # Errors
    /// When an engine cannot be started or does not know the game, or when the threads cannot be started. Later errors
    /// end the match early and are part of the result.
    pub fn run(
        &self,
        earlier: &[GameScore],
        stop: &Arc<AtomicBool>,
        watcher: &mut dyn Watcher,
    ) -> Result<MatchResult, ArenaError> {
        let standings = self.standings(earlier);
        let decision = self.decision(&standings);
        let is_over = self.completion(&standings) != Completion::Interrupted;
        let played = earlier.iter().map(|score| score.slot.number).collect();
        let state = RunState { next: self.numbers().start, played, standings, decision, error: None, watcher };
        let runner = Runner { settings: self, stop, idle: Mutex::new(Vec::new()), state: Mutex::new(state) };
        if is_over {
            return Ok(runner.shut_down());
        }
        match runner.start_engines() {
            Err(error) if error.is_interruption() => return Ok(runner.shut_down()),
            started => started?,
        }
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.concurrency).build()?;
        threads.broadcast(|_| runner.work());
        Ok(runner.shut_down())
    }

    /// The standings after these games.
    pub fn standings(&self, scores: &[GameScore]) -> Standings {
        let mut standings = Standings::new(self);
        scores.iter().for_each(|score| standings.add(score));
        standings
    }

    /// What the match has come to with these standings; without a decision or all games it counts as interrupted.
    pub fn completion(&self, standings: &Standings) -> Completion {
        match self.decision(standings) {
            Some(decision) => Completion::Decided(decision),
            None if standings.games() < self.games() => Completion::Interrupted,
            None => Completion::Complete,
        }
    }

    fn decision(&self, standings: &Standings) -> Option<Decision> {
        self.sprt.and_then(|sprt| sprt.decision(standings.tallies.first()?))
    }
}

/// A match in progress, shared by the threads that play it.
struct Runner<'a> {
    settings: &'a Match,
    stop: &'a Arc<AtomicBool>,
    /// Engines without a game, with their indices.
    idle: Mutex<Vec<(usize, Player)>>,
    state: Mutex<RunState<'a>>,
}

struct RunState<'a> {
    /// The number of the next game.
    next: u64,
    /// Games of an earlier run.
    played: HashSet<u64>,
    standings: Standings,
    decision: Option<Decision>,
    /// The error that ends the match early.
    error: Option<ArenaError>,
    watcher: &'a mut dyn Watcher,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic leaves the data consistent: no update is interrupted by code that can panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runner<'_> {
    /// Starts each engine once, and checks that it knows the game and can begin it.
    fn start_engines(&self) -> Result<(), ArenaError> {
        for index in 0..self.settings.engines.len() {
            let mut player = self.start_player(index)?;
            player.begin(self.settings.openings.position()).map_err(|fault| self.engine_error(index, fault))?;
            if player.is_healthy() {
                lock(&self.idle).push((index, player));
            }
        }
        Ok(())
    }

    fn start_player(&self, index: usize) -> Result<Player, ArenaError> {
        let Match { engines, game, referee, processes, .. } = self.settings;
        let player = Player::start(&engines[index], game, referee.patience, processes, Arc::clone(self.stop));
        player.map_err(|fault| self.engine_error(index, fault))
    }

    fn engine_error(&self, index: usize, fault: Fault) -> ArenaError {
        ArenaError::Engine { name: self.settings.engines[index].name.clone(), fault }
    }

    /// Plays games until none is left.
    fn work(&self) {
        let mut session = self.settings.session();
        while let Some(slot) = self.next() {
            if let Err(error) = self.play_game(slot, &mut *session) {
                self.stop.store(true, Relaxed);
                lock(&self.state).error.get_or_insert(error);
            }
        }
    }

    fn next(&self) -> Option<ScheduledGame> {
        let mut state = lock(&self.state);
        while !self.stop.load(Relaxed) && state.next < self.settings.numbers().end {
            let number = state.next;
            state.next += 1;
            if !state.played.contains(&number) {
                return Some(self.settings.slot(number));
            }
        }
        None
    }

    fn play_game(&self, slot: ScheduledGame, session: &mut dyn Session) -> Result<(), ArenaError> {
        let opening = self.settings.opening(&slot, session);
        let [white, black] = slot.players;
        let players = self.take_player(white).and_then(|first| Ok((first, self.take_player(black)?)));
        let (mut first, mut second) = match players {
            Err(error) if error.is_interruption() => return Ok(()),
            players => players?,
        };
        let record = play(session, [&mut first, &mut second], &opening, &self.settings.referee);
        for (index, mut player) in [(white, first), (black, second)] {
            if player.is_healthy() {
                lock(&self.idle).push((index, player));
            }
        }
        record.map_or(Ok(()), |record| self.add_result(&FinishedGame { slot, record }))
    }

    /// An engine without a game, or a new process.
    fn take_player(&self, index: usize) -> Result<Player, ArenaError> {
        loop {
            let mut idle = lock(&self.idle);
            let Some(place) = idle.iter().position(|&(other, _)| other == index) else { break };
            let (_, mut player) = idle.swap_remove(place);
            drop(idle);
            if player.is_healthy() {
                return Ok(player);
            }
        }
        self.start_player(index)
    }

    fn add_result(&self, game: &FinishedGame) -> Result<(), ArenaError> {
        let mut state = lock(&self.state);
        let state = &mut *state;
        state.standings.add(&game.score());
        state.watcher.game_finished(game, &state.standings).map_err(ArenaError::Output)?;
        if state.decision.is_none() {
            state.decision = self.settings.decision(&state.standings);
            if state.decision.is_some() {
                self.stop.store(true, Relaxed);
            }
        }
        Ok(())
    }

    /// Quits the engines and sums up the match.
    fn shut_down(self) -> MatchResult {
        let idle = self.idle.into_inner().unwrap_or_else(PoisonError::into_inner);
        idle.into_iter().for_each(|(_, player)| player.quit());
        let RunState { standings, decision, error, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let completion = decision.map_or_else(|| self.settings.completion(&standings), Completion::Decided);
        MatchResult { completion, standings, error }
    }
}
