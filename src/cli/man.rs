//! `man`: the pages of the manual, from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::common::Context;
use super::error::CliError;
use crate::manual::{self, TOPICS, manual_page};

/// Print a manual page for `man`, or write all of them to a directory
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// The topic to print (`bactrian help` lists them); without one, the page of the program
    #[arg(conflicts_with_all = ["output", "section"])]
    topic: Option<String>,
    /// Write the pages to this directory, which is created if missing
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Section to write: 1 has the program and its commands, 7 the topics (bactrian-TOPIC.7)
    #[arg(long, default_value = "1", requires = "output", value_parser = ["1", "7"])]
    section: String,
}

impl Man {
    /// Prints or writes the pages.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let program = (context.syntax)();
        if let Some(name) = self.topic {
            let topic = manual::find(&name).ok_or(CliError::NoTopic(name))?;
            return Ok(out.write_all(manual_page(topic).as_bytes())?);
        }
        let Some(directory) = self.output else { return Ok(clap_mangen::Man::new(program).render(out)?) };
        let write = || -> io::Result<()> {
            fs::create_dir_all(&directory)?;
            match self.section.as_str() {
                "7" => TOPICS.iter().try_for_each(|topic| {
                    fs::write(directory.join(format!("bactrian-{}.7", topic.name)), manual_page(topic))
                }),
                _ => clap_mangen::generate_to(program, &directory),
            }
        };
        write().map_err(|error| CliError::file(&directory, error))
    }
}
