//! Positions of a search's tree, each with what the search found out about it. A search of a thousand nodes judges some
//! hundred positions besides its root, from which an evaluation can learn ("TreeStrap", Veness and others 2009,
//! <https://proceedings.neurips.cc/paper/2009/hash/389bc7bb1e1c2a5e7e147703232a88f6-Abstract.html>).

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::report::Bound;
use crate::types::{Move, Score};

/// The least depth of a search whose score is worth learning, in plies.
pub(super) const LEAST_DEPTH: i32 = 3;

/// A position of a tree that was searched to at least `LEAST_DEPTH`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSample {
    /// The moves from the root to the position; [`Move::NONE`] passes the turn.
    pub path: Vec<Move>,
    /// The score of the search from the view of the position's side to move, in centipawns; no mate.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
}

/// Keeps some positions of each tree, all with the same probability ("reservoir sampling", Vitter 1985).
#[derive(Debug)]
pub struct Sampler {
    /// The most positions that are kept.
    most: usize,
    found: Mutex<Found>,
}

#[derive(Debug, Default)]
struct Found {
    samples: Vec<TreeSample>,
    /// The positions offered.
    offered: u64,
}

impl Sampler {
    /// Keeps up to `most` positions.
    pub fn new(most: usize) -> Self {
        Self { most, found: Mutex::new(Found::default()) }
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        // A panic leaves nothing half done.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Offers the position with this key; it is made only if it is kept. Which ones are kept depends on the keys and their order alone.
    pub(super) fn offer(&self, key: u64, sample: impl FnOnce() -> TreeSample) {
        let mut found = self.lock();
        let place = if found.samples.len() < self.most {
            found.samples.len()
        } else {
            let lot = (key ^ found.offered).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            ((lot * (found.offered + 1)) >> 32) as usize
        };
        found.offered += 1;
        match found.samples.get_mut(place) {
            Some(old) => *old = sample(),
            None if place < self.most => found.samples.push(sample()),
            None => {}
        }
    }

    /// The positions kept since the last call.
    pub fn take(&self) -> Vec<TreeSample> {
        std::mem::take(&mut *self.lock()).samples
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn every_position_is_as_likely_to_be_kept() {
        let sampler = Sampler::new(10);
        let mut counts = [0u32; 40];
        let mut random = SmallRng::seed_from_u64(1);
        for _ in 0..1_000 {
            for number in 0..40 {
                let score = number as Score;
                sampler.offer(random.random(), || TreeSample { path: Vec::new(), score, bound: Bound::Exact });
            }
            let kept = sampler.take();
            assert_eq!(kept.len(), 10);
            kept.iter().for_each(|sample| counts[sample.score as usize] += 1);
        }
        assert!(counts.iter().all(|count| (180..=320).contains(count)), "{counts:?}");
        Sampler::new(0).offer(1, || unreachable!("nothing is kept"));
    }
}
