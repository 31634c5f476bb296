//! The networks with which games are played.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::super::Weights;
use super::Network;
use crate::board::Spec;

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
    let network = Network::from_bytes(spec.page.folder.network?, spec);
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
        for spec in games::built_in() {
            let bytes = spec.page.folder.network.expect("each of them has a network");
            let network = Network::for_weights(bytes, spec, &Weights::of(spec));
            assert!(network.is_ok(), "{}: {:?}", spec.page.name, network.err());
            assert!(bytes.len() < 1_500_000, "{}", spec.page.name);
        }
    }
}
