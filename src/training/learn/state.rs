//! What has been learned so far, in a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::{Deserialize, Serialize};

use super::error::LearnError;
use crate::board::{Identity, Spec};
use crate::files::Output;
use crate::statistics::Tally;

/// The version of the file's format.
const FORMAT: u32 = 4;
/// The version before, which has an outline instead of rules.
const EARLIER_FORMAT: u32 = 3;
/// The most differences of rules that are told.
const MAX_DIFFERENCES: usize = 6;
/// The names of the files in the folder.
const STATE: &str = "state.json";
const LOCK: &str = "lock";
const LOG: &str = "log.txt";
const WEIGHTS: &str = "weights.txt";
const NETWORK: &str = "network.net";
const CHANCES: &str = "chances.txt";

/// A finished round.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Round {
    /// Nodes of each search.
    pub nodes: u64,
    /// Games against itself.
    pub games: u64,
    /// Turns of these games.
    pub positions: u64,
    /// The time of these games, in seconds.
    pub seconds: f64,
    /// The match of the new weights against the best before them.
    pub tally: Tally,
    /// Whether the new weights were kept without a network.
    pub kept: bool,
    /// The match of a new network with its weights against the best before them; `None` if there was none.
    pub network: Option<Trial>,
}

impl Round {
    /// Whether anything of it was kept.
    pub fn is_kept(&self) -> bool {
        self.kept || self.network.is_some_and(|network| network.kept)
    }
}

/// A match, and what came of it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Trial {
    /// The match.
    pub tally: Tally,
    /// Whether what was new was kept.
    pub kept: bool,
}

/// What is to be done next in a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// Games against itself, and the fit to them.
    Games,
    /// The match of these new weights.
    Weights(String),
    /// The training of a network on these weights.
    Training(String),
    /// The match of a new network.
    Network {
        /// The weights on which it builds.
        weights: String,
        /// Its file.
        network: Bytes,
    },
}

/// Bytes, in Base64.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Bytes(pub Vec<u8>);

impl TryFrom<String> for Bytes {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        BASE64_STANDARD.decode(text).map(Self)
    }
}

impl From<Bytes> for String {
    fn from(bytes: Bytes) -> Self {
        BASE64_STANDARD.encode(bytes.0)
    }
}

/// The round that is being played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Current {
    /// What it has so far.
    pub round: Round,
    /// The end of its games, in seconds of the time used.
    pub games_end: f64,
    /// The time of each of its matches, in seconds.
    pub match_time: f64,
    /// What is to be done next.
    pub phase: Phase,
}

/// All that is known. The file is replaced as a whole, so that it is right whenever the program is killed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct State {
    format: u32,
    /// The name of the game.
    pub game: String,
    /// The text of the game's [`Identity`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// [`Spec::piece_order`], in which the games of the folder number the pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    /// What earlier versions have instead: the start position and [`Spec::earlier_outline`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outline: Option<String>,
    /// The seed of all games.
    pub seed: u64,
    /// The time used, in seconds.
    pub used: f64,
    /// The weights at the beginning.
    pub start: String,
    /// The best weights.
    pub best: String,
    /// The file of the network that corrects them; `None` without one.
    pub network: Option<Bytes>,
    /// The finished rounds.
    pub rounds: Vec<Round>,
    /// The round that is being played.
    pub current: Option<Current>,
    /// The match of the best weights against those at the beginning.
    pub last_match: Option<Tally>,
}

impl State {
    fn new(spec: &Spec, seed: u64, start: String) -> Self {
        Self {
            format: FORMAT,
            game: spec.page.name.to_owned(),
            rules: Some(spec.identity().text()),
            pieces: Some(spec.piece_order()),
            outline: None,
            seed,
            used: 0.0,
            best: start.clone(),
            network: None,
            start,
            rounds: Vec::new(),
            current: None,
            last_match: None,
        }
    }

    fn check(&self, spec: &Spec, seed: u64) -> Result<(), String> {
        if ![FORMAT, EARLIER_FORMAT].contains(&self.format) {
            return Err(format!("format {}, expected {FORMAT}", self.format));
        }
        if self.game != spec.page.name {
            return Err(format!("it is for {}, not for {}", self.game, spec.page.name));
        }
        self.check_rules(spec)?;
        if self.seed != seed {
            return Err(format!("it was begun with seed {}, not {seed}", self.seed));
        }
        Ok(())
    }

    fn check_rules(&self, spec: &Spec) -> Result<(), String> {
        let changed = |how: &str| format!("the rules of {} have changed{how}", spec.page.name);
        let Some(text) = &self.rules else {
            let outline = format!("{} {}", spec.page.start, spec.earlier_outline());
            let is_same = self.outline.as_ref() == Some(&outline);
            return if is_same { Ok(()) } else { Err(changed(" since an earlier version of Bactrian began it")) };
        };
        let rules = Identity::read(text).ok_or("it has rules that this version cannot read")?;
        let differences = rules.differences(&spec.identity());
        if differences.is_empty() {
            return self.check_order(spec);
        }
        let more = differences.len().saturating_sub(MAX_DIFFERENCES);
        let told = differences[..differences.len() - more].join("; ");
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        Err(changed(&format!(": {told}{more}")))
    }

    fn check_order(&self, spec: &Spec) -> Result<(), String> {
        let (was, is) = (self.pieces.as_deref().unwrap_or_default(), spec.piece_order());
        if was == is {
            return Ok(());
        }
        Err(format!(
            "the rules of {} are the same, but the keys of its pieces have another order: it was `{was}`, is `{is}`",
            spec.page.name
        ))
    }

    /// The same in the format of this version, after it was found to be of this game.
    fn renewed(self, spec: &Spec) -> Self {
        let (rules, pieces) = (Some(spec.identity().text()), Some(spec.piece_order()));
        Self { format: FORMAT, rules, pieces, outline: None, ..self }
    }
}

/// The folder of what is learned. It is locked as long as this exists.
pub(super) struct Folder {
    path: PathBuf,
    log: File,
    /// Locked until it is closed.
    _lock: File,
}

impl Folder {
    /// Opens a folder and its state, or begins one whose state has the weights that `start` gives.
    ///
    /// # Errors
    /// When the folder is of another game or of something else, in use, or cannot be written.
    pub fn open(
        path: &Path,
        spec: &Spec,
        seed: u64,
        start: impl FnOnce() -> String,
    ) -> Result<(Self, State), LearnError> {
        let failed = |error: io::Error| LearnError::file(path, error);
        fs::create_dir_all(path).map_err(failed)?;
        let has_state = path.join(STATE).exists();
        if !has_state {
            refuse_foreign(path)?;
        }
        let lock = File::create(path.join(LOCK)).map_err(failed)?;
        lock.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => LearnError::InUse(path.display().to_string()),
            fs::TryLockError::Error(error) => failed(error),
        })?;
        remove_parts(path).map_err(failed)?;
        let state = if has_state {
            let name = path.join(STATE);
            let text = fs::read_to_string(&name).map_err(|error| LearnError::file(&name, error))?;
            let state: State = serde_json::from_str(&text).map_err(|error| LearnError::file(&name, error))?;
            state.check(spec, seed).map_err(|why| LearnError::OtherFolder(path.display().to_string(), why))?;
            state.renewed(spec)
        } else {
            State::new(spec, seed, start())
        };
        let log = File::options().append(true).create(true).open(path.join(LOG)).map_err(failed)?;
        let folder = Self { path: path.to_owned(), log, _lock: lock };
        folder.save(&state)?;
        folder.write_best(&state)?;
        Ok((folder, state))
    }

    /// Replaces the file of the state.
    pub fn save(&self, state: &State) -> Result<(), LearnError> {
        let text =
            serde_json::to_string_pretty(state).map_err(|error| LearnError::file(&self.path.join(STATE), error))?;
        self.replace(STATE, text.as_bytes())
    }

    /// Writes the best weights and their network to their files, if they are not there.
    pub fn write_best(&self, state: &State) -> Result<(), LearnError> {
        let is_there = |path: PathBuf, bytes: &[u8]| fs::read(path).is_ok_and(|found| found == bytes);
        if !is_there(self.weights(), state.best.as_bytes()) {
            self.replace(WEIGHTS, state.best.as_bytes())?;
        }
        match &state.network {
            Some(network) if is_there(self.network(), &network.0) => Ok(()),
            Some(network) => self.replace(NETWORK, &network.0),
            None => Ok(()),
        }
    }

    /// The file of the best weights.
    pub fn weights(&self) -> PathBuf {
        self.path.join(WEIGHTS)
    }

    /// The file of their network.
    pub fn network(&self) -> PathBuf {
        self.path.join(NETWORK)
    }

    /// Replaces the file of the chances that scores stand for. Returns its path.
    pub fn write_chances(&self, text: &str) -> Result<PathBuf, LearnError> {
        self.replace(CHANCES, text.as_bytes())?;
        Ok(self.path.join(CHANCES))
    }

    /// The file of the games of the round with this number, from 1.
    pub fn games(&self, round: usize) -> PathBuf {
        self.path.join(format!("round-{round:03}.games"))
    }

    /// Adds a line to the log.
    pub fn log(&mut self, line: &str) -> Result<(), LearnError> {
        writeln!(self.log, "{line}").map_err(|error| LearnError::file(&self.path.join(LOG), error))
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), LearnError> {
        let path = self.path.join(name);
        let write = || {
            let mut output = Output::create(&path)?;
            output.write_all(bytes)?;
            output.commit()
        };
        write().map_err(|error| LearnError::file(&path, error))
    }
}

/// Refuses a folder without a state that has other files than those of a beginning that was cut off.
fn refuse_foreign(path: &Path) -> Result<(), LearnError> {
    for entry in fs::read_dir(path).map_err(|error| LearnError::file(path, error))? {
        let name = entry.map_err(|error| LearnError::file(path, error))?.file_name();
        let name = name.to_string_lossy();
        if name != LOCK && name != LOG && !name.starts_with(STATE) {
            let why = format!("it has `{}` and no {STATE}, expected an empty or new folder", name.escape_debug());
            return Err(LearnError::OtherFolder(path.display().to_string(), why));
        }
    }
    Ok(())
}

/// Removes what was being written when the program was killed.
fn remove_parts(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if [STATE, WEIGHTS, NETWORK, CHANCES].iter().any(|file| name.starts_with(&format!("{file}.bactrian-"))) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
