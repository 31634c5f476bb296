//! The searches of commands, and how their scores are written.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use serde_json::{Value, json};

use super::error::CliError;
use crate::board::View;
use crate::search::{Finish, Report};
use crate::session::{Event, Session, Task};
use crate::types::Score;
use crate::types::score::moves_to_mate;

/// Searches to the end, or until `stop` is set. `report_line` gets each report of the search, and the position that is
/// searched.
pub(super) fn search(
    session: &mut dyn Session,
    task: Task,
    stop: &AtomicBool,
    report_line: &mut dyn FnMut(&Report, &dyn View) -> io::Result<()>,
) -> Result<Finish, CliError> {
    /// Time between two looks at the switch.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    let (sender, events) = mpsc::channel();
    // If this function returns early, dropping `running` stops the search; its last event is not needed.
    let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
    loop {
        if stop.load(Relaxed) {
            running.stop();
        }
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::Report(report)) => report_line(&report, running.root())?,
            Ok(Event::Finish(finish)) => {
                let has_moves = !running.root().legal_moves().is_empty();
                running.wait();
                return if finish.best.is_none() && has_moves { Err(CliError::Search) } else { Ok(finish) };
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(CliError::Search),
        }
    }
}

/// The score in pawns with a sign, or the moves to mate.
pub(super) fn score_text(score: Score) -> String {
    match moves_to_mate(score) {
        Some(moves) if moves > 0 => format!("mate {moves}"),
        Some(moves) => format!("mated {}", -moves),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// `{"cp": centipawns}` or `{"mate": moves}`, negative for the side that is mated.
pub(super) fn score_json(score: Score) -> Value {
    moves_to_mate(score).map_or_else(|| json!({ "cp": score }), |moves| json!({ "mate": moves }))
}
