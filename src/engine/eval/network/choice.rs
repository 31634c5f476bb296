//! The networks with which games are played.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::super::Weights;
use super::Network;
use crate::board::Spec;

/// The built-in networks by game. `bactrian train` writes them; the file with the ending `.json` beside it tells what each was
/// made from.
static BUILT_IN: &[(&str, &[u8])] = &[
    ("januskamil", include_bytes!("../../games/januskamil/network.net")),
    ("kingsmen", include_bytes!("../../games/kingsmen/network.net")),
    ("kingsmen39", include_bytes!("../../games/kingsmen39/network.net")),
    // The same armies with colours exchanged.
    ("kingsmendh", include_bytes!("../../games/kingsmendh/network.net")),
    ("dhkingsmen", include_bytes!("../../games/kingsmendh/network.net")),
    ("ajaxcapa", include_bytes!("../../games/ajaxcapa/network.net")),
    ("ajaxministers", include_bytes!("../../games/ajaxministers/network.net")),
    ("luotuoqi", include_bytes!("../../games/luotuoqi/network.net")),
    ("bilateral", include_bytes!("../../games/bilateral/network.net")),
    ("chess", include_bytes!("../../games/chess/network.net")),
    ("capablanca", include_bytes!("../../games/capablanca/network.net")),
    // The same board and pieces.
    ("gothic", include_bytes!("../../games/capablanca/network.net")),
    ("janus", include_bytes!("../../games/janus/network.net")),
];

/// What has been chosen and found so far.
#[derive(Default)]
struct Choices {
    /// By name of the game; `None` for the classical evaluation alone.
    chosen: HashMap<&'static str, Option<Arc<Network>>>,
    /// Networks that have been in use, by the address of the game's data: a game from a file that is loaded again has
    /// others.
    known: HashMap<usize, Option<Arc<Network>>>,
}

static CHOICES: Lazy<Mutex<Choices>> = Lazy::new(Mutex::default);

fn choices() -> MutexGuard<'static, Choices> {
    // A panic elsewhere leaves the tables whole.
    CHOICES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The network with which a game is played with these weights; `None` if it has none.
pub fn network_of(spec: &'static Spec, weights: &Weights) -> Option<Arc<Network>> {
    let Choices { chosen, known } = &mut *choices();
    let find = || {
        let network = chosen.get(spec.page.name).cloned().unwrap_or_else(|| built_in(spec))?;
        if !network.fits(spec, weights) {
            // A built-in network belongs to the built-in weights: whoever plays with others expects that.
            let level = if chosen.contains_key(spec.page.name) { log::Level::Warn } else { log::Level::Info };
            log::log!(level, "{} does not fit the rules and weights of {}", network.name, spec.page.name);
            return None;
        }
        Some(network)
    };
    known.entry(std::ptr::from_ref(spec).addr()).or_insert_with(find).clone()
}

fn built_in(spec: &'static Spec) -> Option<Arc<Network>> {
    let (_, bytes) = BUILT_IN.iter().find(|(game, _)| *game == spec.page.name)?;
    let network = Network::from_bytes(bytes, spec);
    network.inspect_err(|error| log::warn!("the built-in network of {}: {error}", spec.page.name)).ok().map(Arc::new)
}

/// What a game is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkChoice {
    /// The built-in network, if there is one.
    BuiltIn,
    /// The classical evaluation alone.
    Classical,
    /// This network, which is one for the game, see [`Network::for_weights`].
    Network(Arc<Network>),
}

/// Chooses what a game is played with, from the next search on.
pub fn choose_network(spec: &'static Spec, choice: NetworkChoice) {
    let mut choices = choices();
    choices.known.clear();
    match choice {
        NetworkChoice::BuiltIn => choices.chosen.remove(spec.page.name),
        NetworkChoice::Classical => choices.chosen.insert(spec.page.name, None),
        NetworkChoice::Network(network) => choices.chosen.insert(spec.page.name, Some(network)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Weights that are fitted anew need a new network: the old one is left out without a word.
    #[test]
    fn built_in_networks_fit_the_rules_and_weights_of_their_games() {
        for (game, bytes) in BUILT_IN {
            let spec = games::find(game).expect("a listed game");
            let network = Network::for_weights(bytes, spec, &Weights::of(spec));
            assert!(network.is_ok(), "{game}: {:?}", network.err());
            assert!(bytes.len() < 1_500_000, "{game}");
        }
        assert!(games::built_in().all(|spec| BUILT_IN.iter().any(|(game, _)| *game == spec.page.name)));
    }
}
