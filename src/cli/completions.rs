//! `completions` and `man`: what a shell and a manual need to know of the command line, from its own definition.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Arguments, CliError};

/// Print the script that completes commands and options in a shell
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
        Ok(out.write_all(&script)?)
    }
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
