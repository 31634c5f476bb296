//! The protocols: CECP (XBoard and WinBoard), UCI, and JSON for boards and scripts.

mod cecp;
pub mod json;
mod judgement;
pub(crate) mod link;
pub(crate) mod options;
mod text;
mod uci;

use std::io::{self, BufRead, Write};

use crate::ENGINE_NAME;
use crate::session::Catalogue;

use self::link::{Link, Message};
use self::text::{help_line, quote};

/// Runs the protocol that the client's first command selects, until `quit` or the end of the input: `xboard` selects
/// CECP, `json` the JSON protocol, any command of UCI that protocol. Writes nothing before that command. A thread reads
/// `input` to its end.
///
/// # Errors
/// When writing to `out` fails, for instance because the client closed the pipe, or with a
/// [`ThreadError`](crate::system::ThreadError).
pub fn run(catalogue: Catalogue, input: impl BufRead + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let mut link = Link::new(input, out)?;
    while let Message::Line(line) = link.next() {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["xboard", ..] => return cecp::Cecp::new(catalogue, link).run(),
            ["json"] => return json::Json::new(catalogue, link, json::Bounds::default()).run(),
            ["quit", ..] => break,
            ["help", ..] => help().iter().try_for_each(|line| link.send_line(line))?,
            [word, ..] if uci::has_command(word) => {
                return match uci::Uci::new(catalogue, link).run(&line)? {
                    Some((catalogue, link)) => cecp::Cecp::new(catalogue, link).run(),
                    None => Ok(()),
                };
            }
            [word, ..] => {
                let word = quote(word);
                link.send_line(format_args!(
                    "Error (say xboard, uci or json first, or quit; help lists the commands): {word}"
                ))?;
            }
        }
    }
    Ok(())
}

/// What a person can say before a protocol is selected, a line each.
fn help() -> Vec<String> {
    let mut lines = vec![
        format!("{ENGINE_NAME}, an engine for chess variants. It speaks three protocols:"),
        help_line("xboard", "selects CECP; then help lists its commands"),
        help_line("json", "selects the JSON protocol for boards and scripts, one object a line"),
        help_line("uci", "selects UCI, as any of its commands does:"),
    ];
    lines.extend(uci::help().iter().map(|line| format!("  {line}")));
    lines.push(help_line("quit", "ends the program; bactrian --help tells of its command line"));
    lines
}
