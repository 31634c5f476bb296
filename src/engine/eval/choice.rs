//! With which weights and networks games are played, and what scores are then worth.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::network::Network;
use super::{Chances, Evaluation, Weights, WeightsError};
use crate::board::Spec;
use crate::games::PerGame;

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

/// The evaluations of all games: what was chosen for some, and for the others what comes with them. A clone is cheap, and
/// does not see what is chosen in the other one.
#[derive(Clone, Default)]
pub struct Evaluations {
    chosen: Arc<Chosen>,
    /// What has been in use. Clones share it until something else is chosen in one of them.
    used: Arc<Mutex<Used>>,
}

/// What was chosen, by the name of the game: a game from a file may be loaded again.
#[derive(Clone, Default)]
struct Chosen {
    /// The texts of weights.
    weights: HashMap<&'static str, String>,
    /// `None` for the classical evaluation alone.
    networks: HashMap<&'static str, Option<Arc<Network>>>,
    chances: HashMap<&'static str, Chances>,
}

#[derive(Clone, Default)]
struct Used {
    weights: PerGame<Arc<Weights>>,
    networks: PerGame<Option<Arc<Network>>>,
}

impl Evaluations {
    /// The evaluation with which a game is played.
    pub fn of(&self, spec: &'static Spec) -> Evaluation {
        let weights = self.weights(spec);
        let find = || self.find_network(spec, &weights);
        Evaluation { network: self.used().networks.get_or_make(spec, find).clone(), weights }
    }

    /// The weights with which a game is played: the chosen ones, or else those that come with it.
    pub fn weights(&self, spec: &'static Spec) -> Arc<Weights> {
        let find = || self.find_weights(spec).into();
        Arc::clone(self.used().weights.get_or_make(spec, find))
    }

    /// Makes the evaluation of a game use these weights, in the format of `bactrian fit`, instead of the built-in ones. Terms
    /// that are missing count nothing, which is logged.
    ///
    /// # Errors
    /// If the text is not a list of weights of the game.
    pub fn choose_weights(&mut self, spec: &'static Spec, text: String) -> Result<(), WeightsError> {
        Weights::read(spec, &text)?.warn_of_missing(spec);
        Arc::make_mut(&mut self.chosen).weights.insert(spec.page.name, text);
        self.forget(|used| {
            used.weights.remove(spec.page.name);
            used.networks.remove(spec.page.name);
        });
        Ok(())
    }

    /// Makes the evaluation of a game use what comes with it.
    pub fn choose_own(&mut self, spec: &'static Spec) {
        let (name, chosen) = (spec.page.name, Arc::make_mut(&mut self.chosen));
        chosen.weights.remove(name);
        chosen.networks.remove(name);
        chosen.chances.remove(name);
        self.forget(|used| {
            used.weights.remove(name);
            used.networks.remove(name);
        });
    }

    /// Chooses the network with which a game is played.
    pub fn choose_network(&mut self, spec: &'static Spec, choice: NetworkChoice) {
        let networks = &mut Arc::make_mut(&mut self.chosen).networks;
        match choice {
            NetworkChoice::BuiltIn => networks.remove(spec.page.name),
            NetworkChoice::Classical => networks.insert(spec.page.name, None),
            NetworkChoice::Network(network) => networks.insert(spec.page.name, Some(network)),
        };
        self.forget(|used| used.networks.remove(spec.page.name));
    }

    /// How scores and results of a game are related: as chosen, or else as comes with it.
    pub fn chances(&self, spec: &Spec) -> Chances {
        self.chosen.chances.get(spec.page.name).copied().unwrap_or_else(|| Chances::of(spec))
    }

    /// Chooses how scores and results of a game are related.
    pub fn choose_chances(&mut self, spec: &'static Spec, chances: Chances) {
        Arc::make_mut(&mut self.chosen).chances.insert(spec.page.name, chances);
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        // A panic elsewhere leaves the tables whole.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets something that has been in use here, but not in clones.
    fn forget(&mut self, remove: impl FnOnce(&mut Used)) {
        let mut used = self.used().clone();
        remove(&mut used);
        self.used = Arc::new(Mutex::new(used));
    }

    fn find_weights(&self, spec: &'static Spec) -> Weights {
        let Some(text) = self.chosen.weights.get(spec.page.name) else { return Weights::built_in(spec) };
        Weights::read(spec, text).unwrap_or_else(|error| {
            // They were read before: the game's file has been loaded again, with other pieces.
            log::warn!("the weights of {} do not fit its rules any more: {error}", spec.page.name);
            Weights::derived(spec)
        })
    }

    fn find_network(&self, spec: &'static Spec, weights: &Weights) -> Option<Arc<Network>> {
        let network = match self.chosen.networks.get(spec.page.name) {
            Some(chosen) => chosen.clone(),
            // A built-in network belongs to the built-in weights: whoever plays with others expects that.
            None if self.has_other_weights(spec, weights) => None,
            None => Network::built_in(spec).map(Arc::new),
        }?;
        if !network.fits(spec, weights) {
            log::warn!("{} does not fit the rules and weights of {}", network.name, spec.page.name);
            return None;
        }
        Some(network)
    }

    /// Whether these weights of a game were chosen and are not those that come with it.
    fn has_other_weights(&self, spec: &'static Spec, weights: &Weights) -> bool {
        self.chosen.weights.contains_key(spec.page.name) && weights.name() != Weights::built_in(spec).name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Refitted weights need a new network: the old one is skipped silently.
    #[test]
    fn built_in_networks_fit_the_rules_and_weights_of_their_games() {
        for spec in games::built_in() {
            let bytes =
                spec.page.folder.network.and_then(|network| network.bytes()).expect("each of them has a network");
            let network = Network::for_weights(&bytes, spec, &Weights::built_in(spec));
            assert!(network.is_ok(), "{}: {:?}", spec.page.name, network.err());
            assert!(bytes.len() < 1_500_000, "{}", spec.page.name);
        }
    }
}
