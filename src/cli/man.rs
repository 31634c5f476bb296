//! `man`: the pages of the manual, from the definition of the command line.

use std::io::{self, Write};
use std::path::PathBuf;

use super::common::Context;
use super::error::CliError;

/// Print the manual page of the program, or write the pages of all commands
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// Write bactrian.1 and a page for each command to this directory, which is created
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let program = (context.syntax)();
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
