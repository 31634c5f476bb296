//! `completions` and `man`: what a shell and a manual need to know of the command line, from its own definition.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::game::GAME_NAME;
use super::{Arguments, CliError};
use crate::games;

/// Print the script that completes commands, options and the names of games in a shell
///
/// With `--games FILE` before the command, the games of the file are completed, too.
///
/// In bash: bactrian completions bash > ~/.local/share/bash-completion/completions/bactrian
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "bactrian", &mut script);
        if self.shell == Shell::Fish {
            script.extend(fish_games(&Arguments::command()).bytes());
        }
        Ok(out.write_all(&script)?)
    }
}

/// The lines with which fish completes games that are named without -v: the generator leaves such arguments out.
fn fish_games(program: &Command) -> String {
    let games: Vec<&str> = games::all().map(|spec| spec.page.name).collect();
    let takes_game = |command: &&Command| command.get_positionals().any(|argument| argument.get_id() == GAME_NAME);
    let line = |command: &Command| {
        let (name, games) = (command.get_name(), games.join(" "));
        format!("complete -c bactrian -n \"__fish_bactrian_using_subcommand {name}\" -f -a \"{games}\"\n")
    };
    program.get_subcommands().filter(takes_game).map(line).collect()
}

/// Print the manual page of the program, or write the pages of all commands
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// Write bactrian.1 and a page for each command to this directory, which is created
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let program = Arguments::command();
        match self.output {
            None => Ok(clap_mangen::Man::new(program).render(out)?),
            Some(directory) => {
                let write = || -> io::Result<()> {
                    std::fs::create_dir_all(&directory)?;
                    clap_mangen::generate_to(program, &directory)
                };
                write().map_err(|error| CliError::file(&directory, error))
            }
        }
    }
}
