//! What can be played, and with what.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::{Game, Session, TypedSession};
use crate::board::{Spec, Variant};
use crate::eval::network::{Network, NetworkHeader, read_network_file};
use crate::eval::{Evaluations, NetworkChoice};
use crate::games::{self, Games, GamesError, LoadedFile, UnknownGame, Visitor};
use crate::search::{ChosenParams, Engine};
use crate::tablebase::Tablebases;

/// The available games with their weights and networks. Sessions are opened from a catalogue and keep what they were
/// opened with.
///
/// A clone is cheap. What is loaded or chosen in it is not seen in the other one; both share what was computed for games
/// that are the same.
#[derive(Clone, Default)]
pub struct Catalogue {
    /// The games.
    pub games: Games,
    /// Their weights and networks.
    pub evaluations: Evaluations,
    /// The parameters of searches.
    pub params: ChosenParams,
    /// The endgame tables.
    pub tablebases: Tablebases,
}

impl Catalogue {
    /// A session of a game at its start position.
    pub fn open(&self, spec: &'static Spec) -> Box<dyn Session> {
        games::visit(spec, Opener(self))
    }

    /// A session of the game of this name at its start position.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn open_named(&self, name: &str) -> Result<Box<dyn Session>, UnknownGame> {
        Ok(self.open(self.games.get(name)?))
    }

    /// Loads files with games, separated as the system does; for each file what it brought, or what is wrong.
    pub fn load_games(&mut self, files: &str) -> Vec<Result<LoadedFile, GamesError>> {
        paths(files).map(|file| self.games.load_file(&file)).collect()
    }

    /// Loads files with networks, separated as the system does, each for all games with the rules for which it was made;
    /// `none` for the classical evaluation alone, nothing for the built-in networks. Returns for each file the name of its
    /// network and the games.
    ///
    /// # Errors
    /// When a file is wrong: then everything stays as it was.
    pub fn load_networks(&mut self, files: &str) -> Result<Vec<String>, NetworkFileError> {
        let is_none = files.trim() == NO_NETWORK;
        let read = |file: PathBuf| {
            let error = |why| NetworkFileError { file: file.display().to_string(), why };
            self.read_network(&file).map_err(error)
        };
        let loaded: Vec<NetworksOfFile> =
            paths(files).filter(|file| file.as_os_str() != NO_NETWORK).map(read).collect::<Result<_, _>>()?;
        let first = if is_none { NetworkChoice::Classical } else { NetworkChoice::BuiltIn };
        let Self { games, evaluations, .. } = self;
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

    fn read_network(&self, file: &Path) -> Result<NetworksOfFile, String> {
        let bytes = read_network_file(file).map_err(|error| error.to_string())?;
        let header = NetworkHeader::read(&bytes).map_err(|error| error.to_string())?.0;
        let mut why = format!("a network for {} (rules {}), which no game has", header.game, header.rules);
        let mut networks = Vec::new();
        for spec in self.games.all().filter(|spec| spec.has_rules(&header.rules)) {
            match Network::for_weights(&bytes, spec, &self.evaluations.weights(spec)) {
                Ok(network) => networks.push((spec, network.into())),
                Err(error) => why = error.to_string(),
            }
        }
        if networks.is_empty() { Err(why) } else { Ok(networks) }
    }
}

/// The word for no network.
const NO_NETWORK: &str = "none";

/// The games that can be played with the network of a file, and the network for each.
type NetworksOfFile = Vec<(&'static Spec, Arc<Network>)>;

/// A file has no network for a game that is known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}: {why}")]
pub struct NetworkFileError {
    file: String,
    why: String,
}

/// A list of files as the system separates them; UCI has a word for an empty one.
fn paths(files: &str) -> impl Iterator<Item = PathBuf> {
    env::split_paths(files).filter(|file| !["", "<empty>"].map(OsStr::new).contains(&file.as_os_str()))
}

/// Opens a session for the game that [`games::visit`] selects.
struct Opener<'c>(&'c Catalogue);

impl Visitor for Opener<'_> {
    type Output = Box<dyn Session>;
    fn visit<R: Variant>(self, rules: R) -> Box<dyn Session> {
        let Catalogue { evaluations, params, tablebases, .. } = self.0;
        let engine = Engine::new(params.of_game(rules.named().page.folder.search.unwrap_or_default()));
        Box::new(TypedSession {
            game: Game::new(rules),
            engine,
            evaluations: evaluations.clone(),
            evaluation: None,
            tablebases: tablebases.clone(),
        })
    }
}
