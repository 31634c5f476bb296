//! Networks that nobody trained.

use bactrian::eval::network::{BUCKETS, Inputs, Network, Numbers, Purpose};
use bactrian::eval::{TERMS, Weights};
use bactrian::session::Catalogue;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A network of random numbers for the game of this name, always the same.
pub fn made_up(name: &str, purpose: Purpose, weights: &Weights) -> Network {
    const HIDDEN: usize = 16;
    let session = Catalogue::default().open_named(name).expect("a listed game");
    let spec = session.spec();
    let inputs = Inputs::new(spec, session.study().mark_kinds());
    let term_hidden = if purpose == Purpose::Correction { 16 } else { 0 };
    let mut rng = SmallRng::seed_from_u64(5);
    let mut shorts =
        |count: usize, most: i16| -> Vec<i16> { (0..count).map(|_| rng.random_range(-most..=most)).collect() };
    let numbers = Numbers {
        rows: shorts(HIDDEN * inputs.len(), 240),
        bias: shorts(HIDDEN, 480),
        term_rows: shorts(2 * TERMS * term_hidden, 160),
        term_bias: shorts(term_hidden, 480),
        output: shorts(BUCKETS * (2 * HIDDEN + term_hidden), 30),
        output_bias: std::array::from_fn(|bucket| 1_000 * bucket as i32),
    };
    Network::new(purpose, spec.rules_hash(), weights.name().to_owned(), inputs, numbers)
}
