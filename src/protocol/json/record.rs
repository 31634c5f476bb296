//! Records of games: PGN in and out, and annotations.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::node::JsonGame;
use super::request::{Arguments, Id, parse};
use crate::records::{Annotator, Reader, Replayer};
use crate::search::Limits;
use crate::session::Task;

/// The most games of an answer.
const MAX_GAMES: usize = 1_000;
/// The most errors of an answer.
const MAX_ERRORS: usize = 100;

/// The arguments of `read`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    pgn: String,
    game: Option<String>,
}

/// The arguments of `write`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    record: JsonGame,
}

/// The arguments of `annotate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    record: JsonGame,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<u64>,
}

impl Json<'_> {
    /// Reads a file of games.
    pub(super) fn read_games(&mut self, arguments: Arguments) -> Result<Value, JsonError> {
        let Text { pgn, game } = parse(arguments)?;
        if let Some(name) = &game {
            self.catalogue().games.get(name)?;
        }
        let (mut games, mut errors) = (Vec::new(), Vec::new());
        let mut replayer = Replayer::new(self.catalogue()).with_unnamed(game);
        for raw in Reader::new(pgn.as_bytes()) {
            if games.len() == MAX_GAMES || errors.len() >= MAX_ERRORS {
                errors.push(format!("the rest of the file is left out, after {} games", games.len()));
                break;
            }
            match raw.and_then(|raw| replayer.replay(&raw)) {
                Ok(game) => {
                    errors.extend(replayer.warnings().iter().map(ToString::to_string));
                    games.push(JsonGame::of(self.catalogue(), &game));
                }
                Err(error) => errors.push(error.to_string()),
            }
        }
        Ok(json!({"games": games, "errors": errors}))
    }

    /// Writes a record as PGN.
    pub(super) fn write_game(&mut self, arguments: Arguments) -> Result<Value, JsonError> {
        let Given { record } = parse(arguments)?;
        Ok(json!({"pgn": record.game(self.catalogue())?.to_string()}))
    }

    /// Starts the annotation of a game.
    pub(super) fn annotate(&mut self, id: &Id, arguments: Arguments) -> Result<(), JsonError> {
        let Order { record, depth, nodes, time } = parse(arguments)?;
        let move_time = time.map(|time| Duration::from_millis(time).min(self.bounds.search));
        let limits = Limits { depth, nodes, move_time, ..Limits::default() };
        if !limits.end_by_themselves() {
            return Err(JsonError::Argument("`depth`, `nodes` or `time` of each position is missing".to_owned()));
        }
        let mut game = record.game(self.catalogue())?;
        self.finish_work("replaced")?;
        self.take_slot()?;
        let mut session = self.catalogue().open_named(&game.variant)?;
        let (hash, threads, catalogue) = (self.settings.hash, self.settings.threads, self.catalogue().clone());
        self.start_errand(id, self.bounds.search, move |stop, events| {
            session.configure(hash, threads);
            let mut on_progress = |done: usize, of: usize| events.send("progress", json!({"done": done, "of": of}));
            let task = Task { limits, tables: true, ..Task::default() };
            let mut annotator = Annotator { task, stop, on_progress: &mut on_progress };
            let annotated = annotator.annotate(&mut game, &mut *session);
            annotated.map_err(|error| JsonError::Broken(error.to_string()))?;
            Ok(json!({"record": JsonGame::of(&catalogue, &game)}))
        })
    }
}
