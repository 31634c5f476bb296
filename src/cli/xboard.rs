//! `xboard`: starts XBoard for a game.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::Command;

use super::common::Context;
use super::error::CliError;
use super::game::VariantArgs;
use crate::board::Spec;
use crate::xboard::launch;

/// XBoard's program.
const XBOARD: &str = if cfg!(windows) { "winboard" } else { "xboard" };

/// Start XBoard with the options that a game needs
#[derive(Debug, clap::Args)]
pub(super) struct Xboard {
    #[command(flatten)]
    variant: VariantArgs,
    /// The program to start instead
    #[arg(long, value_name = "FILE", default_value = XBOARD)]
    program: PathBuf,
    /// Print the command instead of running it
    #[arg(long)]
    print: bool,
    /// Use XBoard's own pictures for all pieces
    #[arg(long)]
    plain: bool,
    /// Further options for XBoard; they override those of the game
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<OsString>,
}

impl Xboard {
    /// Runs XBoard until it ends. The engine gets the options of this process.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let spec = self.variant.spec(&context.catalogue)?;
        let engine = env::current_exe()?;
        let mut words = launch::engine_options(&engine, &context.engine_options);
        words.extend(launch::options(spec).into_iter().map(OsString::from));
        if !self.plain {
            words.extend(self.picture_options(spec)?);
        }
        words.extend(self.options.iter().cloned());
        if self.print {
            let words = words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>();
            return Ok(writeln!(out, "{} {}", quoted(&self.program.to_string_lossy()), words.join(" "))?);
        }
        let status = Command::new(&self.program).args(&words).status();
        let status = status.map_err(|error| self.cannot_start(error))?;
        if status.success() { Ok(()) } else { Err(CliError::file(&self.program, format!("failed ({status})"))) }
    }

    /// Says why XBoard could not be started, and what to do if it was not found.
    fn cannot_start(&self, error: io::Error) -> CliError {
        match error.kind() {
            ErrorKind::NotFound => {
                CliError::file(&self.program, "not found; install XBoard, or name its program with `--program FILE`")
            }
            _ => CliError::file(&self.program, error),
        }
    }

    /// Writes the game's own pictures, and returns the options that make XBoard use them.
    fn picture_options(&self, spec: &Spec) -> Result<Vec<OsString>, CliError> {
        let drawings = launch::pictures(spec);
        if drawings.is_empty() {
            return Ok(Vec::new());
        }
        let folder = pictures_folder(spec.page.name);
        if !self.print {
            fs::create_dir_all(&folder).map_err(|error| CliError::file(&folder, error))?;
            for drawing in drawings {
                let file = folder.join(drawing.name);
                fs::write(&file, drawing.svg).map_err(|error| CliError::file(&file, error))?;
            }
        }
        Ok(vec!["-pieceImageDirectory".into(), folder.into_os_string()])
    }
}

/// The folder for the pictures of a game, among the user's data that can be made again.
fn pictures_folder(game: &str) -> PathBuf {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else {
        set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))
    };
    cache.unwrap_or_else(env::temp_dir).join("bactrian").join("pictures").join(game)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=+,@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
