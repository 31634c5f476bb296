//! A connection inside another program, which passes the lines of a client in and calls it as often as there may be news.

use std::io::{self, Write};
use std::time::Duration;

use super::{Bounds, Json};
use crate::protocol::link::{Link, Message};
use crate::session::Catalogue;
use crate::system::Instant;

/// A connection without a thread of its own.
pub struct Embedded<'o>(Json<'o>);

impl<'o> Embedded<'o> {
    /// A connection that writes its answers and events to `out`, and flushes it after each.
    pub fn new(catalogue: Catalogue, out: &'o mut dyn Write, bounds: Bounds) -> Self {
        Self(Json::new(catalogue, Link::without_input(out), bounds))
    }

    /// Obeys a request, which is answered at once, or at its end if it is a search or an errand.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn obey(&mut self, line: &str) -> io::Result<()> {
        self.0.handle(Message::Line(line.trim().to_owned()))
    }

    /// Passes on what has come of work since the last call, and ends what has lasted too long.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn attend(&mut self) -> io::Result<()> {
        while let Some(message) = self.0.link.next_within(Duration::ZERO) {
            self.0.handle(message)?;
        }
        if self.0.next_deadline().is_some_and(|deadline| deadline <= Instant::now()) {
            self.0.keep_time()?;
        }
        Ok(())
    }

    /// Ends the search or the errand that is under way. Its answer follows in [`Embedded::attend`], and gives `why` as
    /// the reason for its end.
    pub fn stop(&mut self, why: &'static str) {
        if let Some(analysis) = &mut self.0.analysis {
            analysis.stop(why);
        }
        if let Some(errand) = &mut self.0.errand {
            errand.stop(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a connection answers to these lines, until the last of them is answered.
    fn talk(lines: &[&str], last: &str) -> String {
        let mut out = Vec::new();
        let mut connection = Embedded::new(Catalogue::default(), &mut out, Bounds::default());
        for line in lines {
            connection.obey(line).expect("memory can be written");
        }
        connection.stop("stopped");
        while connection.0.is_working() {
            connection.attend().expect("memory can be written");
        }
        drop(connection);
        let text = String::from_utf8(out).expect("JSON is UTF-8");
        let answer = text.lines().find(|line| line.contains(last) && !line.contains("event"));
        answer.unwrap_or_else(|| panic!("{last} is answered: {text}")).to_owned()
    }

    #[test]
    fn a_search_is_stopped_and_answers() {
        let answer = talk(&["", r#"{"id": 7, "do": "search", "game": "chess"}"#], r#""id":7"#);
        assert!(answer.contains(r#""ended":"stopped""#) && answer.contains(r#""best":"#), "{answer}");
    }

    #[test]
    fn an_annotation_is_stopped_and_answers() {
        let read = talk(&[r#"{"id": 1, "do": "read", "pgn": "1. e4 e5 2. Nf3 *"}"#], r#""id":1"#);
        let read: serde_json::Value = serde_json::from_str(&read).expect("it is JSON");
        let record = &read["ok"]["games"][0];
        let order = serde_json::json!({"id": 2, "do": "annotate", "record": record, "depth": 60});
        let answer = talk(&[&order.to_string()], r#""id":2"#);
        assert!(answer.contains(r#""ended":"stopped""#), "{answer}");
    }
}
