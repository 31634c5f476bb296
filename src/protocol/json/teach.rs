//! Lessons: the engine learns a game.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::Json;
use super::error::JsonError;
use super::request::{Arguments, Id, parse};
use super::teacher::{Lesson, LessonEvent};
use crate::system;

/// The longest lesson, in hours, as on the command line.
const MAX_HOURS: f64 = 10_000.0;

/// The arguments of `teach`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
    hours: f64,
    threads: Option<usize>,
}

impl Json<'_> {
    /// Starts a lesson.
    pub(super) fn teach(&mut self, id: &Id, arguments: Arguments) -> Result<(), JsonError> {
        let Wanted { game, hours, threads } = parse(arguments)?;
        let teacher = self.bounds.teacher.as_ref().map(Arc::clone).ok_or(JsonError::NotOffered("teach"))?;
        if !(hours > 0.0 && hours <= MAX_HOURS) {
            return Err(JsonError::Argument(format!("`hours` is a number above 0 and up to {MAX_HOURS}")));
        }
        let greatest = self.bounds.threads;
        let threads = threads.unwrap_or(greatest);
        if !(1..=greatest).contains(&threads) {
            return Err(JsonError::Argument(format!("`threads` is a number from 1 to {greatest}")));
        }
        let spec = self.catalogue().games.get(&game)?;
        let lesson = Lesson { catalogue: self.catalogue().clone(), spec, hours, threads };
        self.finish_work("replaced")?;
        // It ends by itself; this is for a clock that is set back.
        let longest = Duration::from_secs_f64(2.0 * 3600.0 * hours) + self.bounds.search;
        self.start_errand(id, longest, move |stop, events| {
            system::yield_to_others();
            let mut tell = |event| match event {
                LessonEvent::Line(line) => events.send("line", json!({"line": line})),
                LessonEvent::Progress(line) => events.send("progress", json!({"line": line})),
                LessonEvent::Round { number, used, elo, learned } => {
                    let learned = learned.map(|learned| learned.describe());
                    events.send("round", json!({"number": number, "used": used, "elo": elo, "learned": learned}));
                }
            };
            let (learned, used) = teacher.teach(&lesson, stop, &mut tell)?;
            Ok(json!({"learned": learned.describe(), "used": used}))
        })
    }
}
