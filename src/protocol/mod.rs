//! The protocols: CECP (XBoard and WinBoard), UCI, and JSON for boards and scripts.

mod cecp;
pub mod json;
pub(crate) mod link;
pub(crate) mod options;
pub(crate) mod settings;
mod uci;

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ENGINE_NAME;
use crate::board::{Rules, Spec};
use crate::eval::NetworkChoice;
use crate::eval::network::{Network, NetworkHeader, read_network_file};
use crate::games;
use crate::session::Catalogue;

use self::link::{Link, Message};

/// What clients are told when a search ends without a move.
const BROKEN: &str = "the search broke down, its move is any legal one; standard error says why";

/// Runs the protocol that the client's first command selects, until `quit` or the end of the input: `xboard` selects
/// CECP, `json` the JSON protocol, any command of UCI that protocol. Writes nothing before that command. A thread reads
/// `input` to its end.
///
/// # Errors
/// When writing to `out` fails, for instance because the client closed the pipe, or with a
/// [`ThreadError`](crate::threads::ThreadError).
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

/// A line of help: a command with its arguments, and what it does.
fn help_line(form: &str, help: &str) -> String {
    format!("{form:<38} {help}")
}

/// The game before the client selects one: clients expect chess.
pub(crate) fn default_game() -> &'static Spec {
    games::chess::RULES.named()
}

/// Loads files with games, separated as the system does; for each file the names of its games, or what is wrong, in one
/// line.
pub(crate) fn load_games(catalogue: &mut Catalogue, files: &str) -> Vec<Result<Vec<&'static str>, String>> {
    let files = env::split_paths(files).filter(|file| !file.as_os_str().is_empty() && file.as_os_str() != "<empty>");
    let load = |file: PathBuf| match catalogue.games.load_file(&file) {
        Ok(specs) => Ok(specs.iter().map(|spec| spec.page.name).collect()),
        Err(error) => Err(sanitize(&error.to_string())),
    };
    files.map(load).collect()
}

/// Loads files with networks, separated as the system does, each for all games with the rules for which it was made; `none`
/// for the classical evaluation alone, nothing for the built-in networks. Returns the name of each file's network.
///
/// # Errors
/// When a file is wrong: then everything stays as it was. Tells what is wrong, in one line.
pub(crate) fn load_networks(catalogue: &mut Catalogue, files: &str) -> Result<Vec<String>, String> {
    let paths =
        env::split_paths(files).filter(|file| !["", "<empty>", "none"].map(OsStr::new).contains(&file.as_os_str()));
    let read =
        |file: PathBuf| read_network(catalogue, &file).map_err(|why| sanitize(&format!("{}: {why}", file.display())));
    let loaded: Vec<NetworksOfFile> = paths.map(read).collect::<Result<_, _>>()?;
    let first = if files.trim() == "none" { NetworkChoice::Classical } else { NetworkChoice::BuiltIn };
    let Catalogue { games, evaluations, .. } = catalogue;
    games.all().for_each(|spec| evaluations.choose_network(spec, first.clone()));
    let choose = |networks: NetworksOfFile| {
        let names: Vec<&str> = networks.iter().map(|(spec, _)| spec.page.name).collect();
        let name = networks.first().map_or_else(String::new, |(_, network)| network.name.clone());
        let text = format!("{name} for {}", names.join(" "));
        for (spec, network) in networks {
            evaluations.choose_network(spec, NetworkChoice::Network(network));
        }
        text
    };
    Ok(loaded.into_iter().map(choose).collect())
}

/// The games that can be played with the network of a file, and the network for each.
type NetworksOfFile = Vec<(&'static Spec, Arc<Network>)>;

fn read_network(catalogue: &Catalogue, file: &Path) -> Result<NetworksOfFile, String> {
    let bytes = read_network_file(file).map_err(|error| error.to_string())?;
    let header = NetworkHeader::read(&bytes).map_err(|error| error.to_string())?.0;
    let mut why = format!("a network for {} (rules {}), which no game has", header.game, header.rules);
    let mut networks = Vec::new();
    for spec in catalogue.games.all().filter(|spec| spec.has_rules(&header.rules)) {
        match Network::for_weights(&bytes, spec, &catalogue.evaluations.weights(spec)) {
            Ok(network) => networks.push((spec, network.into())),
            Err(error) => why = error.to_string(),
        }
    }
    if networks.is_empty() { Err(why) } else { Ok(networks) }
}

/// The most characters that are quoted of a client's word.
const MAX_QUOTE: usize = 40;

/// A client's word made safe for output: truncated, every character but printable ASCII replaced by `?`.
pub(crate) fn quote(word: &str) -> String {
    shortened(word, is_plain)
}

/// A client's word as it came, but truncated, with `?` for control characters and others that show nothing of their own or
/// change how the rest is shown. For clients that read UTF-8.
fn quote_letters(word: &str) -> String {
    shortened(word, |c| is_plain(c) || !c.is_ascii() && c != char::REPLACEMENT_CHARACTER && c.escape_debug().len() == 1)
}

/// A message that may quote the client, made safe for output on one line: truncated, every character but printable ASCII
/// replaced by `?`.
fn sanitize(text: &str) -> String {
    const MAX_CHARS: usize = 300;
    text.chars().take(MAX_CHARS).map(|c| if is_plain(c) { c } else { '?' }).collect()
}

fn is_plain(c: char) -> bool {
    c.is_ascii_graphic() || c == ' '
}

fn shortened(word: &str, is_shown: impl Fn(char) -> bool) -> String {
    let mut text: String = word.chars().take(MAX_QUOTE).map(|c| if is_shown(c) { c } else { '?' }).collect();
    if word.chars().nth(MAX_QUOTE).is_some() {
        text += "...";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_they_came_unless_they_are_not_seen() {
        for text in ["Use NNUE", "Debug Log File", "a\\b \"c\" 'd'", "Größe", "Опция"] {
            assert_eq!(quote_letters(text), text);
            assert_eq!(quote(text), text.replace(|c: char| !c.is_ascii(), "?"));
        }
        for (text, safe) in [
            ("a\u{1b}[2Jb", "a?[2Jb"),
            ("a\r\nb\tc\0", "a??b?c?"),
            ("a\u{202e}b\u{200b}\u{feff}", "a?b??"),
            ("\u{80}\u{2028}\u{301}x", "???x"),
            (&"x".repeat(50), &("x".repeat(40) + "...")),
        ] {
            assert_eq!(quote_letters(text), safe);
            assert_eq!(quote(text), safe);
        }
        assert_eq!(sanitize(&"e\n".repeat(400)), "e?".repeat(150));
    }
}
