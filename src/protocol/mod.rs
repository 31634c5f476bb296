//! How programs talk to the engine: CECP (XBoard and WinBoard) and UCI, on standard input and output.

pub mod cecp;
mod link;
mod options;
mod settings;
mod uci;

use std::io::{self, Write};

use crate::games;
use crate::session::{Session, open};

use link::{Link, Message};

/// The engine's name and version.
pub(crate) const ENGINE_NAME: &str = concat!("Bactrian ", env!("CARGO_PKG_VERSION"));

/// Speaks the protocol that the client's first line names, until it says `quit` or goes away. Nothing is written
/// before the client has spoken.
///
/// # Errors
/// When the output cannot be written, for instance because the client closed it.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let mut link = Link::new(out)?;
    while let Message::Line(line) = link.next() {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["xboard", ..] => return cecp::Cecp::new(link).run(),
            ["uci", ..] => return uci::Uci::new(link).run(),
            ["quit", ..] => break,
            [word, ..] => {
                let word = echo(word);
                link.say(format_args!(
                    "Error (say xboard or uci first, or quit; the option --help tells more): {word}"
                ))?;
            }
        }
    }
    Ok(())
}

/// The game that is played before the client names one: chess where it is known, since programs take it for granted.
fn default_variant() -> &'static str {
    let first = games::all().next().expect("there is at least one game");
    games::find("chess").unwrap_or(first).page.name
}

/// A session for a game that is listed.
fn open_listed(name: &'static str) -> Box<dyn Session> {
    open(name).expect("a listed game can be opened")
}

/// A word of the client as far as it may be repeated to it: short, and nothing but visible ASCII.
fn echo(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut text: String = word.chars().take(LONGEST).map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect();
    if word.chars().nth(LONGEST).is_some() {
        text += "...";
    }
    text
}

/// A message that may quote the client, made fit for one line.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    text.chars().take(LONGEST).map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}
