//! How a network is trained, and how its errors fall.

use serde::{Deserialize, Serialize};

use crate::eval::network::Purpose;
use crate::positions::Source;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainOptions {
    /// What the network's score is.
    pub purpose: Purpose,
    /// The hidden neurons of each view: 16, 32, 64, 128 or 256.
    pub hidden: usize,
    /// The hidden neurons of the terms of the classical evaluation.
    pub term_hidden: usize,
    /// Passes over the positions.
    pub epochs: usize,
    /// The first learning rate; it falls like a cosine.
    pub rate: f64,
    /// The decay of weights in 16,384 positions, as a share of the learning rate (Loshchilov and Hutter 2017).
    pub decay: f64,
    /// The same for what an input has beyond what it shares with others, see `Shape` in `model.rs`.
    pub detail_decay: f64,
    /// The weight of the game's result in the target, 0 to 1; the search's score has the rest.
    pub result_share: f32,
    /// The score in centipawns at which 73 % of the points are expected.
    pub scale: f32,
    /// See [`crate::Outlook::persistence`].
    pub persistence: f32,
    /// The positions learned from.
    pub source: Source,
    /// The seed of the first weights and of the order of the positions.
    pub seed: u64,
    /// The share, 0 to 1, that the weights with which it began have in those of the result; the trained ones have the rest.
    ///
    /// The mean of a network and of one that learned from other games after it knows something of both sets of games
    /// ("model soups", Wortsman and others 2022).
    #[serde(default)]
    pub kept_share: f32,
}

/// The mean squared errors of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// Against the target and against the result, on the positions learned from. They are taken while the weights change.
    pub training: [f64; 2],
    /// The same on the held-out positions.
    pub held_back: [f64; 2],
}
