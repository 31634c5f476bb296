//! Plays many games of the engine against itself at the same time, into a file.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::archive::{Archive, Series};
use super::crew::run_crew;
use super::record::GameRecord;
use super::selfplay::{hash_for, play_game};
use crate::session::Session;

/// Games of a chunk of the file.
const CHUNK: usize = 64;
/// Games that are over are written after this time at the latest.
const WRITE_INTERVAL: Duration = Duration::from_secs(30);

/// What a generation has so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Games.
    pub games: u64,
    /// Turns of these games.
    pub turns: u64,
}

/// Games that are played into a file.
pub struct Generation<'a> {
    series: Series,
    /// The positions kept of each search's tree.
    kept: usize,
    /// The numbers of the games.
    numbers: Range<u64>,
    known: std::collections::HashSet<u64>,
    /// The number of the next game.
    next: AtomicU64,
    games: AtomicU64,
    turns: AtomicU64,
    output: Mutex<Output>,
    /// Whether no further game is to begin.
    over: AtomicBool,
    /// Whether games are to be broken off.
    stop: &'a AtomicBool,
}

struct Output {
    archive: Archive,
    /// Games that are over and not written yet.
    waiting: Vec<GameRecord>,
    written: Instant,
    error: Option<io::Error>,
}

impl Output {
    fn write(&mut self) {
        let mut games = std::mem::take(&mut self.waiting);
        games.sort_unstable_by_key(|game| game.number);
        self.written = Instant::now();
        if let Err(error) = self.archive.add(games) {
            self.error.get_or_insert(error);
        }
    }
}

impl<'a> Generation<'a> {
    /// The games with these numbers that the file does not have yet, with this many positions of each search's tree. `stop`
    /// breaks games off once it is true.
    pub fn new(archive: Archive, series: Series, numbers: Range<u64>, kept: usize, stop: &'a AtomicBool) -> Self {
        let known = archive.games.clone();
        Self {
            numbers: numbers.clone(),
            series,
            kept,
            next: AtomicU64::new(numbers.start),
            games: AtomicU64::new(known.len() as u64),
            turns: AtomicU64::new(archive.turns),
            known,
            output: Mutex::new(Output { archive, waiting: Vec::new(), written: Instant::now(), error: None }),
            over: AtomicBool::new(false),
            stop,
        }
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        // A panic while writing leaves at most a cut chunk, which the next run drops.
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the file has, with the games that are yet to be written.
    pub fn count(&self) -> Count {
        Count { games: self.games.load(Relaxed), turns: self.turns.load(Relaxed) }
    }

    /// Begins no further game.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Plays the games, each session in a thread of its own, and calls `tick` now and then.
    ///
    /// # Errors
    /// When games cannot be written.
    pub fn run(&self, sessions: Vec<Box<dyn Session>>, mut tick: impl FnMut(&Self)) -> io::Result<()> {
        let threads = sessions.len();
        let sessions = Mutex::new(sessions);
        let work = || {
            let session = sessions.lock().unwrap_or_else(PoisonError::into_inner).pop();
            if let Some(mut session) = session {
                session.configure(hash_for(self.series.nodes), 1);
                self.play(&mut *session);
            }
        };
        run_crew(threads, work, || {
            let mut output = self.output();
            if output.written.elapsed() >= WRITE_INTERVAL {
                output.write();
            }
            drop(output);
            tick(self);
        })?;
        let mut output = self.output();
        output.write();
        match output.error.take() {
            Some(error) => Err(error),
            None => output.archive.sync(),
        }
    }

    /// Plays games until there are enough.
    fn play(&self, session: &mut dyn Session) {
        while !self.over.load(Relaxed) {
            let number = self.next.fetch_add(1, Relaxed);
            if !self.numbers.contains(&number) {
                return;
            }
            if self.known.contains(&number) {
                continue;
            }
            let mut random = SmallRng::seed_from_u64(self.series.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
            let searches = (self.series.nodes, self.kept);
            let Some(game) = play_game(session, searches, number, &mut random, self.stop) else { return };
            self.games.fetch_add(1, Relaxed);
            self.turns.fetch_add(game.turns.len() as u64, Relaxed);
            let mut output = self.output();
            output.waiting.push(game);
            if output.waiting.len() >= CHUNK {
                output.write();
            }
            if output.error.is_some() {
                self.end();
            }
        }
    }
}
