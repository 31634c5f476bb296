//! `help`: the manual, or what a command's `--help` tells.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use console::Term;

use super::common::Context;
use super::error::CliError;
use crate::manual::{self, Style, TOPICS, Topic, text_page};

/// The width of lines where no terminal tells its own, and the most that is easy to read.
const WIDTH: usize = 80;
const WIDEST: usize = 110;

/// Print a topic of the manual, or list the topics
#[derive(Debug, clap::Args)]
pub(super) struct Help {
    /// A topic of the manual, or a command
    topic: Option<String>,
}

impl Help {
    /// Prints the list or the page, through a pager if it goes to a terminal.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let Some(name) = self.topic else { return Ok(out.write_all(topics().as_bytes())?) };
        let Some(topic) = manual::find(&name) else { return command_help((context.syntax)(), name, out) };
        let is_terminal = io::stdout().is_terminal();
        let page = text_page(topic, Style { width: width(), marks: is_terminal });
        if is_terminal && let Some(pager) = pager() {
            return Ok(page_through(pager, &page)?);
        }
        Ok(out.write_all(page.as_bytes())?)
    }
}

/// The list of topics.
fn topics() -> String {
    let widest = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or_default();
    let line = |topic: &Topic| format!("  {:widest$}  {}\n", topic.name, topic.title());
    let list: String = TOPICS.iter().map(line).collect();
    format!(
        "Bactrian's manual. `bactrian help TOPIC` prints one of these topics:\n\n{list}\n\
        `bactrian --help` lists the commands, `bactrian COMMAND --help` the options of one, `bactrian rules -v GAME` has \
        the rules of a game.\n"
    )
}

/// What `--help` prints of a command.
fn command_help(mut program: clap::Command, name: String, out: &mut impl Write) -> Result<(), CliError> {
    program.build();
    match program.find_subcommand_mut(&name) {
        Some(command) => Ok(write!(out, "{}", command.render_long_help())?),
        None => Err(CliError::NoTopic(name)),
    }
}

/// The width of the terminal's lines, within what is easy to read.
fn width() -> usize {
    Term::stdout().size_checked().map_or(WIDTH, |(_, columns)| usize::from(columns).min(WIDEST))
}

/// Starts the pager that `PAGER` names, or `less`. `None` if it cannot be started, or is `cat`.
fn pager() -> Option<Child> {
    let chosen = env::var("PAGER").ok();
    let words = shlex::split(chosen.as_deref().unwrap_or("less"))?;
    let (program, arguments) = words.split_first().filter(|(program, _)| *program != "cat")?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Ends at once if all fits on the screen, shows marks, and leaves the page there.
        command.env("LESS", "FRX");
    }
    match command.spawn() {
        Ok(pager) => Some(pager),
        Err(error) => {
            // `less` is only a guess, but what the user has chosen should be there.
            if chosen.is_some() {
                log::warn!("PAGER={program}: {error}; set PAGER to a program that is installed, or to `cat`");
            }
            None
        }
    }
}

/// Shows a page in the pager, and waits for its end.
fn page_through(mut pager: Child, page: &str) -> io::Result<()> {
    // Ctrl-C is the pager's, as long as it runs. Without a handler it would end both.
    if let Err(error) = ctrlc::set_handler(|| {}) {
        log::debug!("Ctrl-C ends the pager: {error}");
    }
    if let Some(mut input) = pager.stdin.take() {
        // A pager that is left early has not read all.
        let _ = input.write_all(page.as_bytes());
    }
    pager.wait().map(drop)
}
