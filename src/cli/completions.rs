//! `completions`: what a shell needs to know of the command line, from its own definition.

use std::io::Write;

use clap::{Arg, Command};
use clap_complete::Shell;

use super::common::Context;
use super::error::CliError;
use super::game::{GAME_NAME, GAME_NAMES};

/// Print the completion script for a shell
///
/// It completes commands, options and names of games; with `--games FILE` before the command, also the games of the
/// file.
///
/// For bash: bactrian completions bash > ~/.local/share/bash-completion/completions/bactrian
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let games: Vec<&str> = context.catalogue.games.names().collect();
        let mut syntax =
            (context.syntax)().mut_subcommands(|command| command.mut_args(|argument| naming(argument, &games)));
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut syntax, "bactrian", &mut script);
        if self.shell == Shell::Fish {
            script.extend(fish_games(&syntax, &games).bytes());
        }
        Ok(out.write_all(&script)?)
    }
}

/// An argument that, if it names games, has these names as its values: those of files are not known to its definition.
fn naming(argument: Arg, games: &[&'static str]) -> Arg {
    let names_game = GAME_NAMES.iter().any(|name| argument.get_id() == name);
    if names_game { argument.value_parser(games.to_vec()) } else { argument }
}

/// The lines with which fish completes games that are named without -v: the generator leaves such arguments out.
fn fish_games(program: &Command, games: &[&str]) -> String {
    let takes_game = |command: &&Command| command.get_positionals().any(|argument| argument.get_id() == GAME_NAME);
    let line = |command: &Command| {
        let (name, games) = (command.get_name(), games.join(" "));
        format!("complete -c bactrian -n \"__fish_bactrian_using_subcommand {name}\" -f -a \"{games}\"\n")
    };
    program.get_subcommands().filter(takes_game).map(line).collect()
}
