//! `serve`: the board in the browser.

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, available_parallelism};
use std::time::Duration;

use super::common::Context;
use super::error::{CliError, INTERRUPTED_STATUS};
use super::game::VariantArgs;
use crate::serve::{Config, School, run};
use crate::system::ThreadError;

/// How long a program that opens a browser is watched: without a browser it fails sooner.
const BROWSER_START: Duration = Duration::from_secs(10);

/// Play and analyse in the browser
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    #[command(flatten)]
    variant: VariantArgs,
    /// The port to listen on; 0 takes any free port
    #[arg(long, value_name = "N", default_value_t = 8420)]
    port: u16,
    /// The address to listen on; clients of other machines need the token in the printed address
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// Serve the page in this folder instead of the built-in page
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Keep what the workshop teaches in this folder, a folder a game; without it, nothing is kept here
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
}

impl Serve {
    /// Serves until the program is ended.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let spec = self.variant.chosen(&context.catalogue)?;
        let threads = available_parallelism().map_or(1, usize::from);
        let game = spec.map(|spec| spec.page.name);
        let bounds = Config::bounds(threads);
        let school = Arc::new(School::new(self.work));
        remove_temporary_files(&school)?;
        let config = Config { address: self.address, port: self.port, game, page: self.page, bounds, school };
        let fragment = game.map_or_else(String::new, |game| format!("#game={game}"));
        let announce = |address: &str| {
            let address = format!("{address}{fragment}");
            // A server whose output is closed serves all the same.
            let _ = writeln!(out, "Bactrian's board: {address}\nCtrl-C ends it.").and_then(|()| out.flush());
            if self.open {
                // The server does not wait for the browser.
                thread::spawn(move || open_in_browser(&address));
            }
        };
        Ok(run(context.catalogue.clone(), config, announce)?)
    }
}

/// Opens an address in the default browser, or warns what is missing.
fn open_in_browser(address: &str) {
    let Err(error) = open::that_detached_with_timeout(address, BROWSER_START) else { return };
    let why = match error.kind() {
        ErrorKind::NotFound => {
            let programs = open::commands(address);
            let names = programs.iter().map(|program| program.get_program().to_string_lossy().into_owned());
            format!("none of these programs was found: {}", names.collect::<Vec<_>>().join(", "))
        }
        _ => {
            log::debug!("{error}");
            "the default browser did not start, or there is none".to_owned()
        }
    };
    log::warn!("--open: {why}; open {address} in a browser yourself");
}

/// Has the school closed when the program is ended by a signal, as it always is.
fn remove_temporary_files(school: &Arc<School>) -> Result<(), CliError> {
    let school = Arc::clone(school);
    let end = move || {
        school.close();
        std::process::exit(INTERRUPTED_STATUS.into());
    };
    Ok(ctrlc::set_handler(end).map_err(|error| ThreadError::new("Ctrl-C", io::Error::other(error)))?)
}
