//! The game before the client chooses one, and the files of games and networks that the client names.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::text::sanitize;
use crate::board::{Rules, Spec};
use crate::eval::NetworkChoice;
use crate::eval::network::{Network, NetworkHeader, read_network_file};
use crate::games;
use crate::session::Catalogue;

/// The game before the client selects one: clients expect chess.
pub(super) fn default_game() -> &'static Spec {
    games::chess::RULES.named()
}

/// Loads files with games, separated as the system does; for each file the names of its games, or what is wrong, in one
/// line.
pub(super) fn load_games(catalogue: &mut Catalogue, files: &str) -> Vec<Result<Vec<&'static str>, String>> {
    let files = env::split_paths(files).filter(|file| !file.as_os_str().is_empty() && file.as_os_str() != "<empty>");
    let load = |file: PathBuf| match catalogue.games.load_file(&file) {
        Ok(specs) => Ok(specs.iter().map(|spec| spec.page.name).collect()),
        Err(error) => Err(sanitize(&error.to_string())),
    };
    files.map(load).collect()
}

/// Loads files with networks, separated as the system does, each for all games with the rules for which it was made; `none`
/// for the classical evaluation alone, nothing for the built-in networks. Returns the name of each file's network.
///
/// # Errors
/// When a file is wrong: then everything stays as it was. Tells what is wrong, in one line.
pub(super) fn load_networks(catalogue: &mut Catalogue, files: &str) -> Result<Vec<String>, String> {
    let paths =
        env::split_paths(files).filter(|file| !["", "<empty>", "none"].map(OsStr::new).contains(&file.as_os_str()));
    let read =
        |file: PathBuf| read_network(catalogue, &file).map_err(|why| sanitize(&format!("{}: {why}", file.display())));
    let loaded: Vec<NetworksOfFile> = paths.map(read).collect::<Result<_, _>>()?;
    let first = if files.trim() == "none" { NetworkChoice::Classical } else { NetworkChoice::BuiltIn };
    let Catalogue { games, evaluations, .. } = catalogue;
    games.all().for_each(|spec| evaluations.choose_network(spec, first.clone()));
    let choose = |networks: NetworksOfFile| {
        let names: Vec<&str> = networks.iter().map(|(spec, _)| spec.page.name).collect();
        let name = networks.first().map_or_else(String::new, |(_, network)| network.name.clone());
        let text = format!("{name} for {}", names.join(" "));
        for (spec, network) in networks {
            evaluations.choose_network(spec, NetworkChoice::Network(network));
        }
        text
    };
    Ok(loaded.into_iter().map(choose).collect())
}

/// The games that can be played with the network of a file, and the network for each.
type NetworksOfFile = Vec<(&'static Spec, Arc<Network>)>;

fn read_network(catalogue: &Catalogue, file: &Path) -> Result<NetworksOfFile, String> {
    let bytes = read_network_file(file).map_err(|error| error.to_string())?;
    let header = NetworkHeader::read(&bytes).map_err(|error| error.to_string())?.0;
    let mut why = format!("a network for {} (rules {}), which no game has", header.game, header.rules);
    let mut networks = Vec::new();
    for spec in catalogue.games.all().filter(|spec| spec.has_rules(&header.rules)) {
        match Network::for_weights(&bytes, spec, &catalogue.evaluations.weights(spec)) {
            Ok(network) => networks.push((spec, network.into())),
            Err(error) => why = error.to_string(),
        }
    }
    if networks.is_empty() { Err(why) } else { Ok(networks) }
}
