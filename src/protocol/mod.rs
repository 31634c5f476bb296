//! The engine protocols CECP (XBoard and WinBoard) and UCI.

pub mod cecp;
mod link;
mod options;
mod settings;
mod uci;

use std::io::{self, BufRead, Write};

use crate::games;
use crate::session::{Session, open};

use link::{Link, Message};

/// The engine's name and version.
pub(crate) const ENGINE_NAME: &str = concat!("Bactrian ", env!("CARGO_PKG_VERSION"));

/// Runs the protocol that the client's first command (`xboard` or `uci`) selects, until `quit` or the end of the input.
/// Writes nothing before that command. A thread reads `input` to its end.
///
/// # Errors
/// When writing to `out` fails, for instance because the client closed the pipe.
pub fn run(input: impl BufRead + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let mut link = Link::new(input, out)?;
    while let Message::Line(line) = link.next() {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["xboard", ..] => return cecp::Cecp::new(link).run(),
            ["uci", ..] => return uci::Uci::new(link).run(),
            ["quit", ..] => break,
            [word, ..] => {
                let word = quote(word);
                link.send_line(format_args!(
                    "Error (say xboard or uci first, or quit; the option --help tells more): {word}"
                ))?;
            }
        }
    }
    Ok(())
}

/// The variant before the client selects one: chess if the engine has it, because clients expect it.
fn default_variant() -> &'static str {
    let first = games::all().next().expect("there is at least one game");
    games::find("chess").unwrap_or(first).page.name
}

/// A session for a game of the registry.
fn open_listed(name: &'static str) -> Box<dyn Session> {
    open(name).expect("a listed game can be opened")
}

/// A client's word made safe for output: truncated, every character but visible ASCII replaced by `?`.
fn quote(word: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut text: String = word.chars().take(MAX_CHARS).map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect();
    if word.chars().nth(MAX_CHARS).is_some() {
        text += "...";
    }
    text
}

/// A message that may quote the client, made safe for output on one line: truncated, every character but printable
/// ASCII replaced by `?`.
fn sanitize(text: &str) -> String {
    const MAX_CHARS: usize = 300;
    text.chars().take(MAX_CHARS).map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}
