//! Trials of a game: quick games of the engine against itself, and what they were like.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::request::{Arguments, Id, parse};
use crate::board::Spec;
use crate::session::{Trial, TrialCount};
use crate::system::{self, Instant};
use crate::types::Kind;

/// Games, unless a client wants another number.
const GAMES: u64 = 50;
/// The most games.
const MAX_GAMES: u64 = 1_000;
/// Nodes of each search, unless a client wants another number.
const NODES: u64 = 400;
/// The most nodes.
const MAX_NODES: u64 = 100_000;
/// The size of the transposition table of such short searches, in mebibytes.
const HASH: usize = 1;
/// The time between two reports.
const PERIOD: Duration = Duration::from_millis(250);

/// The arguments of `trial`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
    games: Option<u64>,
    nodes: Option<u64>,
}

impl Json<'_> {
    /// Starts a trial of a game.
    pub(super) fn try_game(&mut self, id: &Id, arguments: Arguments) -> Result<(), JsonError> {
        let Wanted { game, games, nodes } = parse(arguments)?;
        let (games, nodes) = (games.unwrap_or(GAMES), nodes.unwrap_or(NODES));
        for (name, value, most) in [("games", games, MAX_GAMES), ("nodes", nodes, MAX_NODES)] {
            if !(1..=most).contains(&value) {
                return Err(JsonError::Argument(format!("`{name}` is a number from 1 to {most}")));
            }
        }
        let spec = self.catalogue().games.get(&game)?;
        let mut session = self.catalogue().open(spec);
        self.finish_work("replaced")?;
        self.take_slot()?;
        self.start_errand(id, self.bounds.search, move |stop, events| {
            system::yield_to_others();
            session.configure(HASH, 1);
            let mut trial = Trial::new(nodes);
            let mut told = Instant::now();
            while trial.count.games() < games && trial.play(&mut *session, stop) {
                if told.elapsed() >= PERIOD {
                    told = Instant::now();
                    events.send("progress", describe(spec, &trial.count, games));
                }
            }
            Ok(describe(spec, &trial.count, games))
        })
    }
}

fn describe(spec: &Spec, count: &TrialCount, of: u64) -> Value {
    let pieces = count.fates.iter().enumerate().map(|(index, fate)| {
        let kind = spec.kind_text(Kind::new(index));
        json!({"text": kind, "begun": fate.begun, "captured": fate.captured, "promoted": fate.promoted})
    });
    json!({
        "done": count.games(),
        "of": of,
        "white": count.white,
        "black": count.black,
        "draws": count.draws,
        "endless": count.endless,
        "plies": count.plies,
        "choices": count.choices,
        "pieces": pieces.collect::<Vec<_>>(),
    })
}
