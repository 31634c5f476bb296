//! What a stranger may send: one function for each kind of input, which panics if a property does not hold. The bounded
//! loops of `cargo test` and the targets of `cargo fuzz` both call them.
//!
//! Inputs are text, because texts are what the engine reads; any bytes will do. What the engine reads as bytes comes as the
//! text of its header and the bytes that follow before they are compressed: changes of compressed bytes would only show that
//! the decompressor notices them.

pub mod cecp;
pub mod conversation;
pub mod diagrams;
pub mod engine;
pub mod fen;
pub mod games;
pub mod json;
pub mod moves;
pub mod networks;
pub mod panics;
pub mod pgn;
pub mod selfplay;
pub mod uci;
pub mod weights;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use bactrian::board::Spec;
use bactrian::session::{Catalogue, Session};

/// Checks one input; `true` if the engine accepted some of it. Inputs of that kind are good ones to change further.
pub type Target = fn(&[u8]) -> bool;

/// All targets, by name.
pub const TARGETS: [(&str, Target); 12] = [
    ("fen", fen::check),
    ("moves", moves::check),
    ("pgn", pgn::check),
    ("weights", weights::check),
    ("engine", engine::check),
    ("uci", uci::check),
    ("cecp", cecp::check),
    ("json", json::check),
    ("games", games::check),
    ("diagrams", diagrams::check),
    ("networks", networks::check),
    ("selfplay", selfplay::check),
];

/// The longest message about an input, in bytes. Lists of legal moves are in it.
const MAX_MESSAGE: usize = 1 << 14;

/// The input as text.
fn text(data: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(data)
}

/// The first line of a text and the rest.
fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// The game that a word names; any other word stands for some game, too.
fn game(word: &str) -> &'static Spec {
    let games: Vec<&'static Spec> = bactrian::games::built_in().collect();
    let named = games.iter().find(|spec| spec.page.name == word);
    named.copied().unwrap_or_else(|| games[word.bytes().map(usize::from).sum::<usize>() % games.len()])
}

/// Calls `see` with a session of a game at its start. Sessions are kept, because opening one takes time.
fn with_session<T>(spec: &'static Spec, see: impl FnOnce(&mut dyn Session) -> T) -> T {
    thread_local! {
        static SESSIONS: RefCell<HashMap<&'static str, Box<dyn Session>>> = RefCell::default();
    }
    let name = spec.page.name;
    let kept = SESSIONS.with(|sessions| sessions.borrow_mut().remove(name));
    let mut session = kept.unwrap_or_else(|| Catalogue::default().open(spec));
    session.set_position(None).expect("the start position is legal");
    let result = see(&mut *session);
    SESSIONS.with(|sessions| sessions.borrow_mut().insert(name, session));
    result
}

/// A message is one line of a bearable length, without control characters.
#[track_caller]
fn check_message(message: &str) {
    assert!(!message.is_empty() && message.len() <= MAX_MESSAGE, "{} bytes: {message:?}", message.len());
    assert!(!message.contains(char::is_control), "{message:?}");
}
