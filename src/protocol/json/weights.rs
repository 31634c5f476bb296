//! What a client has the engine play a game with: weights, a network, chances.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::request::{Arguments, parse};
use crate::eval::network::Network;
use crate::eval::{Chances, NetworkChoice};

/// The arguments of `weights`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    game: String,
    weights: Option<String>,
    network: Option<String>,
    chances: Option<String>,
}

impl Json<'_> {
    /// Plays a game with these weights in this connection; with its own if there are none.
    pub(super) fn choose_weights(&mut self, arguments: Arguments) -> Result<Value, JsonError> {
        let Given { game, weights, network, chances } = parse(arguments)?;
        let wrong = |what: &str, why: String| JsonError::Weights(format!("{what}: {why}"));
        let mut evaluations = self.catalogue().evaluations.clone();
        let spec = self.catalogue().games.get(&game)?;
        evaluations.choose_own(spec);
        if let Some(text) = weights {
            evaluations.choose_weights(spec, text).map_err(|error| wrong("weights", error.to_string()))?;
        }
        if let Some(text) = network {
            let bytes = BASE64_STANDARD.decode(text).map_err(|error| wrong("network", error.to_string()))?;
            let network = Network::for_weights(&bytes, spec, &evaluations.weights(spec));
            let network = network.map_err(|error| wrong("network", error.to_string()))?;
            evaluations.choose_network(spec, NetworkChoice::Network(network.into()));
        }
        if let Some(text) = chances {
            let read = Chances::read(&text).ok_or_else(|| wrong("chances", "they are no such numbers".to_owned()))?;
            evaluations.choose_chances(spec, read);
        }
        self.finish_work("stopped")?;
        self.settings.catalogue.evaluations = evaluations;
        self.session = None;
        Ok(json!({}))
    }
}
