//! `serve`: the board in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::thread::available_parallelism;

use super::common::Context;
use super::error::CliError;
use super::game::VariantArgs;
use crate::serve::{Config, run};

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
}

impl Serve {
    /// Serves until the program is ended.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let spec = self.variant.chosen(&context.catalogue)?;
        let threads = available_parallelism().map_or(1, usize::from);
        let game = spec.map(|spec| spec.page.name);
        let bounds = Config::bounds(threads);
        let config = Config { address: self.address, port: self.port, game, page: self.page, bounds };
        let fragment = game.map_or_else(String::new, |game| format!("#game={game}"));
        let announce = |address: &str| {
            let address = format!("{address}{fragment}");
            // A server whose output is closed serves all the same.
            let _ = writeln!(out, "Bactrian's board: {address}\nCtrl-C ends it.").and_then(|()| out.flush());
            if self.open
                && let Err(error) = open::that_detached(&address)
            {
                log::warn!("no browser could be started ({error}): open {address} in one yourself");
            }
        };
        Ok(run(context.catalogue.clone(), config, announce)?)
    }
}
