//! The JSON protocol as a sequence of messages. Input: one message a line.

use serde_json::{Value, json};

use super::conversation::Conversation;

/// The most messages of an input that are sent.
const MAX_MESSAGES: usize = 24;
/// The longest message about a mistake, in bytes: it may list a position's legal moves.
const MAX_MISTAKE: usize = 1 << 13;
/// The most moves of a game that is annotated.
const MAX_ANNOTATED: usize = 3;

/// Every message gets exactly one answer, which is an object, at the latest when it is stopped; mistakes are told on one
/// line.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let mut client = Client { board: Conversation::start(&["json"]), sent: 0, answered: 0, accepted: false };
    for message in text.lines().filter_map(harmless).take(MAX_MESSAGES) {
        client.sent += 1;
        client.board.send(&message);
        client.answers();
    }
    client.finish()
}

/// A message that does not take long nor need much memory.
fn harmless(line: &str) -> Option<String> {
    let Ok(Value::Object(mut message)) = serde_json::from_str(line) else {
        // The protocol leaves out empty lines.
        return (!line.trim().is_empty()).then(|| line.to_owned());
    };
    match message.get("do").and_then(Value::as_str) {
        Some("search") => {
            message.insert("nodes".to_owned(), json!(300));
        }
        Some("annotate") => {
            message.insert("nodes".to_owned(), json!(100));
            let moves = message.get_mut("record").and_then(|record| record.get_mut("moves"));
            moves.and_then(Value::as_array_mut).into_iter().for_each(|moves| moves.truncate(MAX_ANNOTATED));
        }
        Some("set") => {
            let name = message.get("name").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
            if ["hash", "threads"].contains(&name.as_str()) {
                message.insert("value".to_owned(), json!(1));
            }
        }
        _ => {}
    }
    Some(Value::from(message).to_string())
}

/// A client that counts.
struct Client {
    board: Conversation,
    sent: usize,
    answered: usize,
    accepted: bool,
}

impl Client {
    /// Sees what is said until everything that was sent has been read.
    fn answers(&mut self) {
        let synchronise = json!({"id": "synchronise", "do": "evaluate", "x": 0}).to_string();
        self.board.send(&synchronise);
        let end = json!({
            "id": "synchronise",
            "error": {"code": "bad_argument", "message": "missing field `game`"},
        });
        for line in self.board.until(&end.to_string()) {
            self.see(&line);
        }
    }

    fn see(&mut self, line: &str) {
        let said: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        if said.get("event").is_some() {
            return;
        }
        self.answered += 1;
        self.accepted |= said.get("ok").is_some();
        let mistake = said["error"]["message"].as_str().unwrap_or_default();
        let is_plain = mistake.len() <= MAX_MISTAKE && !mistake.contains(char::is_control);
        assert!(said.get("ok").is_some() != said.get("error").is_some() && is_plain, "{line}");
        assert!(self.answered <= self.sent, "too many answers\n{}", self.board.transcript());
    }

    fn finish(mut self) -> bool {
        let accepted = self.accepted;
        self.board.send(&json!({"id": "end", "do": "stop"}).to_string());
        self.sent += 1;
        self.answers();
        assert_eq!(self.answered, self.sent, "each message gets one answer\n{}", self.board.transcript());
        self.board.close();
        accepted
    }
}
