//! `completions`: what a shell needs to know of the command line, from its own definition.

use std::io::Write;

use clap::Command;
use clap_complete::Shell;

use super::common::Context;
use super::error::CliError;
use super::game::GAME_NAME;
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
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut (context.syntax)(), "bactrian", &mut script);
        if self.shell == Shell::Fish {
            script.extend(fish_games(&(context.syntax)()).bytes());
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
