//! `man`: the pages of the manual, from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::common::Context;
use super::error::CliError;
use crate::manual::{self, TOPICS, manual_page};

/// Print the manual page of the program or of a topic, or write the pages of all commands or topics
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// Print the page of this topic (`bactrian help` lists them)
    #[arg(conflicts_with_all = ["output", "section"])]
    topic: Option<String>,
    /// Write bactrian.1 and a page for each command to this directory, which is created
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// 1: the pages of the commands; 7: those of the topics, bactrian-TOPIC.7
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
