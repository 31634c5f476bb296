//! What several commands need.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::ProgressStyle;

use super::error::{CliError, INTERRUPTED_STATUS};
use crate::records::{PgnError, RawGame, Reader, Replayer};
use crate::session::Catalogue;
use crate::system::ThreadError;

/// What a command gets beside its own arguments.
pub(super) struct Context {
    /// The known games, and what they are played with.
    pub catalogue: Catalogue,
    /// The options with which another process of this engine knows the same games and plays alike, wherever it runs.
    pub engine_options: Vec<OsString>,
    /// The definition of the command line.
    pub syntax: fn() -> clap::Command,
}

/// A switch that Ctrl-C sets; a second one ends the program.
pub(super) fn stop_switch() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&stop);
    let interrupt = move || {
        if switch.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED_STATUS.into());
        }
    };
    ctrlc::set_handler(interrupt).map_err(|error| ThreadError::new("Ctrl-C", io::Error::other(error)))?;
    Ok(stop)
}

/// The ending of the file in which work is kept until it is complete and gets the name that was asked for.
pub(super) const PARTIAL: &str = "partial";

/// The file beside another, with this ending after its name.
pub(super) fn beside(output: &Path, ending: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// The items, out of `count`, of the shard with this number out of so many. None is without an item.
pub(super) fn shard_range(count: u64, shard: u64, of: u64) -> Result<Range<u64>, CliError> {
    if of > count {
        return Err(CliError::option("of", format!("{of}, expected at most {count}: a shard would be empty")));
    }
    if shard >= of {
        return Err(CliError::option("shard", format!("{shard}, expected 0 to {}", of - 1)));
    }
    Ok(count * shard / of..count * (shard + 1) / of)
}

/// The style of a progress bar.
pub(super) fn progress_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The games of a PGN file.
pub(super) fn open_games(path: &Path) -> Result<Reader<BufReader<File>>, CliError> {
    let file = File::open(path).map_err(|error| CliError::file(path, error))?;
    Ok(Reader::new(BufReader::new(file)))
}

/// Passes each of the games of the PGN file `path` to `handle`, or only the one with the number `wanted`, from 1.
pub(super) fn for_each_game(
    games: Reader<BufReader<File>>,
    path: &Path,
    wanted: Option<u64>,
    mut handle: impl FnMut(Result<RawGame, PgnError>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut found = 0;
    for read in games {
        found += 1;
        if wanted.is_none_or(|wanted| wanted == found) {
            handle(read)?;
        }
        if wanted == Some(found) {
            return Ok(());
        }
    }
    wanted.map_or(Ok(()), |wanted| Err(CliError::NoSuchGame { file: path.display().to_string(), wanted, found }))
}

/// Logs what was wrong with the last game of a file but did not prevent reading it.
pub(super) fn warn_about(path: &Path, replayer: &Replayer) {
    replayer.warnings().iter().for_each(|warning| log::warn!("{}: {warning}", path.display()));
}
