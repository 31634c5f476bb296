//! The JSON protocol for boards and scripts, described in `manual/json.md`. One object a line, in both directions.
//!
//! To add a command, add an entry to `commands::COMMANDS`.

mod analysis;
mod catalogue;
mod commands;
mod compose;
mod conversation;
mod define;
mod embedded;
mod errand;
mod error;
mod judge;
mod keys;
mod node;
mod options;
mod place;
mod position;
mod reach;
mod record;
mod request;
mod search;
mod slots;
mod teach;
mod teacher;
mod trial;
mod weights;
mod words;
mod work;

pub use embedded::Embedded;
pub use slots::SearchSlots;
pub use teacher::{Learned, Lesson, LessonEvent, TeachError, Teacher};

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::link::Link;

use self::analysis::Analysis;
use self::errand::Errand;
use self::error::JsonError;
use self::request::Id;
use self::slots::SearchSlot;
use crate::session::{Catalogue, Session, Settings, default_game};
use crate::system::Instant;

/// The version of the protocol.
const VERSION: u32 = 1;
/// The most moves in a request.
const MAX_MOVES: usize = 10_000;
/// A connection that has not searched for this time gives its engine's memory back.
const IDLE: Duration = Duration::from_secs(60);

/// What a connection may use.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The longest search.
    pub search: Duration,
    /// The largest transposition table, in mebibytes.
    pub hash: usize,
    /// The most search threads.
    pub threads: usize,
    /// The searches that all connections together may have.
    pub slots: SearchSlots,
    /// Whether work with limits goes on after the end of the input, until it is done.
    pub outlives_input: bool,
    /// Who teaches the engine games; `None` where that is not offered.
    pub teacher: Option<Arc<dyn Teacher>>,
}

impl Default for Bounds {
    /// The bounds of a program on the other side of a pipe, which has the machine for itself.
    fn default() -> Self {
        let search = Duration::from_secs(24 * 60 * 60);
        Self { search, hash: 65_536, threads: 256, slots: SearchSlots::new(1), outlives_input: true, teacher: None }
    }
}

/// Answers the requests of a client until the end of the input. A thread reads `input` to its end.
///
/// # Errors
/// When writing to `out` fails, for instance because the client is gone.
pub fn run(
    catalogue: Catalogue,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    bounds: Bounds,
) -> io::Result<()> {
    Json::new(catalogue, Link::new(input, out)?, bounds).run()
}

/// A connection.
pub(super) struct Json<'o> {
    link: Link<'o>,
    bounds: Bounds,
    settings: Settings,
    /// The game of the last request; `None` before the first one.
    session: Option<Box<dyn Session>>,
    /// The search that is under way; then there is no errand.
    analysis: Option<Analysis>,
    /// The errand that is under way; then there is no search.
    errand: Option<Errand>,
    /// When the last search ended.
    idle_since: Instant,
    /// Held while the session's engine has memory; given back after it.
    slot: Option<SearchSlot>,
}

impl<'o> Json<'o> {
    /// A connection over this link.
    pub fn new(catalogue: Catalogue, link: Link<'o>, bounds: Bounds) -> Self {
        let mut settings = Settings::new(catalogue);
        settings.hash = settings.hash.min(bounds.hash);
        let idle_since = Instant::now();
        Self { link, bounds, settings, session: None, slot: None, analysis: None, errand: None, idle_since }
    }

    fn answer(&mut self, id: &Id, answer: Value) -> io::Result<()> {
        self.link.send_line(json!({"id": id, "ok": answer}))
    }

    fn refuse(&mut self, id: &Id, error: &JsonError) -> io::Result<()> {
        let message = error.to_string().replace(char::is_control, " ");
        self.link.send_line(json!({"id": id, "error": {"code": error.code(), "message": message}}))
    }

    /// The session of this game, at whatever position the last request left it.
    fn session(&mut self, game: &str) -> Result<&mut dyn Session, JsonError> {
        let spec = self.settings.catalogue.games.get(game)?;
        let session = self.session.take().filter(|session| std::ptr::eq(session.spec(), spec));
        let session = session.unwrap_or_else(|| {
            self.settings.mark_dirty();
            self.settings.catalogue.open(spec)
        });
        Ok(&mut **self.session.insert(session))
    }

    /// The known games, and what they are played with.
    fn catalogue(&self) -> &Catalogue {
        &self.settings.catalogue
    }

    /// The session, whatever its game.
    fn any_session(&mut self) -> &mut dyn Session {
        &mut **self.session.get_or_insert_with(|| self.settings.catalogue.open(default_game()))
    }
}
