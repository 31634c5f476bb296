//! The PGN file of a match. Games are appended when they end; an interrupted match can be resumed from the file.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::ArenaError;
use super::Opening;
use super::tournament::{Failure, FinishedGame, GameScore, Match, ScheduledGame};
use crate::files::{Output, is_free};
use crate::records::{Note, PgnError, PgnGame, RawGame, Reader, Replayer, Termination, Turn};
use crate::session::Session;
use crate::types::{Color, GameResult};

const WHITE_LIMITS: &str = "WhiteLimits";
const BLACK_LIMITS: &str = "BlackLimits";
/// More than the text of any incomplete game, in bytes.
const MAX_CUT_GAME: u64 = 1 << 25;
/// The comment on moves of the opening.
const BOOK: &str = "book";

/// A PGN file to which the games of a match are appended.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    /// For each game, in the order of the file: its number in the match and the length of its text in bytes.
    games: Vec<(u64, u64)>,
}

impl Archive {
    /// Creates the file.
    ///
    /// # Errors
    /// When it exists already, or cannot be created.
    pub fn create(path: &Path) -> Result<Self, ArenaError> {
        match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Ok(file) => {
                lock(path, &file)?;
                Ok(Self { path: path.to_owned(), file, games: Vec::new() })
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(ArenaError::ArchiveExists),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens the file of an interrupted match, and returns it with the scores of its games. An incomplete game at its
    /// end is removed. If there is no file, it is created.
    ///
    /// # Errors
    /// When the file cannot be read or written, or has something that is not of this match; then it stays unchanged.
    pub fn resume(path: &Path, settings: &Match) -> Result<(Self, Vec<GameScore>), ArenaError> {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Self::create(path)?, Vec::new())),
            Err(error) => return Err(error.into()),
            Ok(known) if !known.is_file() => return Err(ArenaError::NoFile),
            Ok(_) => {}
        }
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        lock(path, &file)?;
        let mut checker = ResumeReader::new(settings);
        let mut games = Vec::new();
        let (mut end, mut last_line) = (0, 0);
        let mut reader = Reader::new(BufReader::new(&file));
        while let Some(raw) = reader.next() {
            let first_line = raw.as_ref().map_or(0, |raw| raw.line);
            if let Some(score) = checker.read(raw)? {
                // The empty line between two games belongs to the first, as when it is written.
                if let Some((_, length)) = games.last_mut().filter(|_| first_line > last_line + 1) {
                    *length += 1;
                    end += 1;
                }
                games.push((score.slot.number, reader.line_end() - end));
                (end, last_line) = (reader.line_end(), reader.line_number());
                checker.scores.push(score);
            }
        }
        let mut archive = Self { path: path.to_owned(), file, games };
        archive.cut_behind(end, last_line, settings)?;
        Ok((archive, checker.scores))
    }

    /// Removes an incomplete game behind the last complete one, which ends at `end`, on line `last_line`.
    fn cut_behind(&mut self, end: u64, last_line: usize, settings: &Match) -> Result<(), ArenaError> {
        let mut rest = Vec::new();
        self.file.seek(SeekFrom::Start(end))?;
        (&mut self.file).take(MAX_CUT_GAME).read_to_end(&mut rest)?;
        let rest = String::from_utf8_lossy(&rest);
        let mut kept = rest.len() as u64;
        if !rest.trim().is_empty() {
            if !settings.is_beginning_of_game(rest.trim_start()) {
                let blank = rest[..rest.len() - rest.trim_start().len()].matches('\n').count();
                return Err(ArenaError::ForeignText(last_line + 1 + blank));
            }
            self.file.set_len(end)?;
            kept = 0;
        }
        if let Some((_, length)) = self.games.last_mut() {
            if kept == 0 {
                // The empty line behind a game.
                self.file.seek(SeekFrom::End(0))?;
                self.file.write_all(b"\n")?;
            }
            *length += kept.max(1);
        }
        Ok(())
    }

    /// Appends a game, as PGN with an empty line at its end. When this returns, the operating system has it.
    ///
    /// # Errors
    /// When the game cannot be written.
    pub fn add(&mut self, number: u64, text: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(text.as_bytes())?;
        self.games.push((number, text.len() as u64));
        Ok(())
    }

    /// Sorts the games by number; they were appended in the order in which they ended.
    ///
    /// # Errors
    /// When the file cannot be read or written; no game is lost.
    pub fn finish(mut self) -> Result<(), ArenaError> {
        if self.games.is_sorted() {
            return Ok(());
        }
        let mut end = 0;
        let mut places: Vec<(u64, u64, u64)> = Vec::new();
        for &(number, length) in &self.games {
            places.push((number, end, length));
            end += length;
        }
        places.sort_unstable();
        let mut sorted = Output::create(&self.path)?;
        for (_, start, length) in places {
            self.file.seek(SeekFrom::Start(start))?;
            io::copy(&mut (&mut self.file).take(length), &mut sorted)?;
        }
        // Some systems replace no file that is open.
        drop(self.file);
        Ok(sorted.commit()?)
    }
}

/// Makes sure that no other process writes the file. It stays locked while it is open.
fn lock(path: &Path, file: &File) -> Result<(), ArenaError> {
    if is_free(path, file) { Ok(()) } else { Err(ArenaError::ArchiveInUse) }
}

/// Collects the games of a match from several files.
pub struct Parts<'a>(ResumeReader<'a>);

impl<'a> Parts<'a> {
    /// No games yet.
    pub fn new(settings: &'a Match) -> Self {
        Self(ResumeReader::new(settings))
    }

    /// Adds the games of a file.
    ///
    /// # Errors
    /// When the file cannot be read, has no game, or has something else than complete games of the match that no file
    /// had before.
    pub fn add(&mut self, path: &Path) -> Result<(), ArenaError> {
        let before = self.0.scores.len();
        for raw in Reader::new(BufReader::new(File::open(path)?)) {
            if let Some(score) = self.0.read(raw)? {
                self.0.scores.push(score);
            }
        }
        match self.0.broken.take() {
            Some(error) => Err(error),
            None if self.0.scores.len() == before => Err(ArenaError::NoGames),
            None => Ok(()),
        }
    }

    /// The scores of the games.
    pub fn scores(self) -> Vec<GameScore> {
        self.0.scores
    }
}

/// Reads the games of an interrupted match and checks that they belong to it.
struct ResumeReader<'a> {
    settings: &'a Match,
    session: Box<dyn Session>,
    replayer: Replayer,
    scores: Vec<GameScore>,
    numbers: HashSet<u64>,
    /// The error of an incomplete game. It is reported only if another game follows.
    broken: Option<ArenaError>,
}

impl<'a> ResumeReader<'a> {
    fn new(settings: &'a Match) -> Self {
        let (session, replayer) = (settings.session(), Replayer::new(&settings.catalogue));
        Self { settings, session, replayer, scores: Vec::new(), numbers: HashSet::new(), broken: None }
    }

    /// Checks the next game of the file; `None` if it is incomplete.
    fn read(&mut self, raw: Result<RawGame, PgnError>) -> Result<Option<GameScore>, ArenaError> {
        if let Some(error) = self.broken.take() {
            return Err(error);
        }
        let raw = match raw {
            Ok(raw) => raw,
            Err(error) if error.problem.ends_file() => return Err(error.into()),
            Err(error) => {
                self.broken = Some(error.into());
                return Ok(None);
            }
        };
        let foreign = |why: String| ArenaError::ForeignGame { number: raw.number, why };
        if raw.result.is_none() {
            self.broken = Some(foreign("it has no result".to_owned()));
            return Ok(None);
        }
        let game = self.replayer.replay(&raw)?;
        let slot = self.settings.slot_of(&game).map_err(foreign)?;
        self.check_opening(&slot, &game).map_err(foreign)?;
        if !self.numbers.insert(slot.number) {
            return Err(foreign("its number occurs twice".to_owned()));
        }
        game_score(slot, &game).map(Some).ok_or_else(|| foreign("it has no result".to_owned()))
    }

    fn check_opening(&mut self, slot: &ScheduledGame, game: &PgnGame) -> Result<(), String> {
        let Opening { start, moves } = self.settings.opening(slot, &mut *self.session);
        let begins = game.turns.iter().map(|turn| &turn.m).take(moves.len());
        if game.start == start && begins.eq(&moves) {
            Ok(())
        } else {
            Err("it begins otherwise than the same game of this match (the seed or the openings differ)".to_owned())
        }
    }
}

/// The score of a recorded game; `None` if it has no result.
fn game_score(slot: ScheduledGame, game: &PgnGame) -> Option<GameScore> {
    let winner = match game.result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return None,
    };
    let failure = match game.termination {
        Some(Termination::TimeForfeit) => Some(Failure::Time),
        Some(Termination::Abandoned) => Some(Failure::Broken),
        Some(Termination::RulesInfraction) => Some(Failure::Infraction),
        _ => None,
    };
    Some(GameScore { slot, winner, failure, turns: game.turns.len() as u64 })
}

impl Match {
    /// The record of a game. `session` is used to replay it.
    pub fn record(&self, game: &FinishedGame, session: &mut dyn Session) -> PgnGame {
        let FinishedGame { slot, record } = game;
        let mut written = PgnGame::new(self.game.page.name, record.start.clone());
        let [white, black] = slot.players.map(|index| self.engines[index].name.as_str());
        let date = chrono::Local::now().format("%Y.%m.%d").to_string();
        let [white_limits, black_limits] = slot.players.map(|index| self.engines[index].conditions());
        let event = self.event();
        let round = Self::round(slot);
        for (name, value) in [("Event", &event), ("Date", &date), ("Round", &round)] {
            written.tags.set(name, value);
        }
        written.tags.set("White", white);
        written.tags.set("Black", black);
        if let [Some(clock), Some(other)] = record.limits.map(|limits| limits.clock)
            && clock == other
        {
            written.tags.set("TimeControl", clock.to_string());
        }
        written.tags.set(WHITE_LIMITS, white_limits);
        written.tags.set(BLACK_LIMITS, black_limits);
        written.result = record.outcome.result();
        written.termination = Some(Termination::read(record.outcome.termination()));
        session.set_position(record.start.as_deref()).expect("the game began in this position");
        for played in &record.turns {
            written.turns.push(Turn::new(session.view(), played.m, engine_note(played)));
            session.play(played.m).expect("the referee accepted the move");
        }
        let outcome = record.outcome.to_string();
        match written.turns.last_mut() {
            Some(turn) => turn.note.text = outcome,
            None => written.preface = outcome,
        }
        written
    }

    /// The Event tag of its games.
    fn event(&self) -> String {
        format!("{} match", self.game.page.name)
    }

    /// Whether a text can be the beginning of a game of this match, as it is recorded.
    fn is_beginning_of_game(&self, text: &str) -> bool {
        let event = format!("[Event \"{}\"]", self.event());
        let Some(rest) = text.strip_prefix(event.as_str()) else { return event.starts_with(text) };
        let tags = rest.lines().take_while(|line| line.is_empty() || line.starts_with('['));
        let players = tags.filter_map(|line| {
            let player = line.strip_prefix("[White \"").or(line.strip_prefix("[Black \""))?;
            player.strip_suffix("\"]")
        });
        let written = |name: &str| name.replace('\\', "\\\\").replace('"', "\\\"");
        let names: Vec<String> = self.engines.iter().map(|engine| written(&engine.name)).collect();
        players.into_iter().all(|player| names.iter().any(|name| name == player))
    }

    /// The slot of a recorded game in this match. The error says why it has none.
    fn slot_of(&self, game: &PgnGame) -> Result<ScheduledGame, String> {
        let ours = self.game.page.name;
        if game.variant != ours {
            return Err(format!("the variant is {}, expected {ours}", game.variant));
        }
        let tag = |name: &str| game.tags.get(name).unwrap_or_default();
        let index = |name: &str| {
            let found = self.engines.iter().position(|engine| engine.name == name);
            found.ok_or_else(|| format!("there is no engine `{name}`"))
        };
        let players = [index(tag("White"))?, index(tag("Black"))?];
        for (side, name) in [WHITE_LIMITS, BLACK_LIMITS].into_iter().enumerate() {
            let expected = self.engines[players[side]].conditions();
            if tag(name) != expected {
                return Err(format!("{name} is `{}`, expected `{expected}`", tag(name)));
            }
        }
        let round = tag("Round");
        let numbers = round.split_once('.').and_then(|(pair, game)| {
            let (pair, game): (u64, u64) = (pair.parse().ok()?, game.parse().ok()?);
            let pair = pair.checked_sub(1).filter(|pair| self.pairs.contains(pair))?;
            (1..=2).contains(&game).then(|| (pair, game - 1))
        });
        let (pair, second) = numbers.ok_or_else(|| format!("there is no round `{round}`"))?;
        let pairings = self.pairings.len() as u64;
        let slots = (0..pairings).map(|pairing| self.slot((pair * pairings + pairing) * 2 + second));
        let mut fitting = slots.filter(|slot| slot.players == players);
        fitting.next().ok_or_else(|| format!("{} does not play {} in round {round}", tag("White"), tag("Black")))
    }
}

/// The comment on a turn.
fn engine_note(played: &super::PlayedTurn) -> Note {
    match played.info {
        None => Note { text: BOOK.to_owned(), ..Note::default() },
        Some(info) => Note {
            score: info.score.map(Into::into),
            depth: info.depth,
            time: Some(played.elapsed),
            nodes: info.nodes,
            text: String::new(),
        },
    }
}
