//! Networks on top of the weights that are learned.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::error::LearnError;
use super::is_better;
use super::plan::positions_needed;
use super::state::{Bytes, Phase, State};
use super::{Learner, MIN_SAMPLES, SPRT, tally_text};
use crate::eval::Evaluation;
use crate::eval::network::Purpose;
use crate::network::{Choice, Samples, TrainOptions, Trainer, inputs_of};
use crate::selfplay::KEPT_POSITIONS;
use crate::{Chunk, Outlook, Source, collate, read_archive};

/// The hidden neurons of each view, and of the terms.
const HIDDEN: usize = 64;
/// See [`HIDDEN`].
const TERM_HIDDEN: usize = 64;
/// Positions that a network sees in all: the more there are, the fewer passes over them.
const SEEN: usize = 8_000_000;
/// The fewest and the most passes over the positions.
const EPOCHS: [usize; 2] = [4, 16];
/// A turn gives up to so many positions: its own, the end of the line that its search expected, and those kept of the tree.
const PER_TURN: u64 = 2 + KEPT_POSITIONS as u64;
/// The least and the greatest number of positions that a network learns from, about. Between them it is twice the number of
/// positions that the games of the round give, so that training takes a fraction of the time of the games. One position in
/// one, two, three and so on is taken, so there may be a quarter fewer or half as many more: 12 million take some 5 GB.
const SAMPLE_COUNTS: [u64; 2] = [2_000_000, 8_000_000];
/// So many turns have a decay of 1; the decay falls as turns get more, because they are harder to learn by heart
/// (`benches/log/2026-11.md`).
const DECAY_TURNS: f64 = 900_000.0;
/// The least and the greatest decay.
const DECAYS: [f64; 2] = [0.1, 4.0];
/// The decay of details, as a multiple of the decay.
const DETAIL_DECAY: f64 = 20.0;
/// How positions count.
const OUTLOOK: Outlook = Outlook { scale: 220.0, persistence: 0.8 };

/// How a network is trained on so many positions of so many turns.
fn options(positions: usize, turns: u64, seed: u64) -> TrainOptions {
    let decay = (DECAY_TURNS / turns.max(1) as f64).clamp(DECAYS[0], DECAYS[1]);
    TrainOptions {
        purpose: Purpose::Correction,
        hidden: HIDDEN,
        term_hidden: TERM_HIDDEN,
        epochs: (SEEN / positions.max(1)).clamp(EPOCHS[0], EPOCHS[1]),
        rate: 0.003,
        decay,
        detail_decay: DETAIL_DECAY * decay,
        result_share: 0.1,
        scale: OUTLOOK.scale,
        persistence: OUTLOOK.persistence,
        source: Source::All,
        seed,
        kept_share: 0.0,
    }
}

/// About how many positions a network learns from in a round whose games have so many turns.
fn sample_count(turns: u64) -> u64 {
    (2 * PER_TURN * turns).clamp(SAMPLE_COUNTS[0], SAMPLE_COUNTS[1])
}

/// One in so many positions is taken, to have about so many of those that all these turns give.
fn sample_step(turns: u64, count: u64) -> u64 {
    ((PER_TURN * turns + count / 2) / count).max(1)
}

impl Learner<'_> {
    /// Whether a round trains a network: with enough positions, or if the best weights have one, which new weights can
    /// only replace together with one of their own.
    pub(super) fn wants_network(&self) -> bool {
        let networks = self.state.rounds.iter().filter_map(|round| round.network.as_ref());
        let lost = networks.filter(|network| network.tally.losses > network.tally.wins).count();
        let needed = positions_needed(self.options.network_positions, lost as u32);
        self.state.network.is_some() || self.window().1 >= needed
    }

    /// The positions of the window as a network learns from them.
    fn network_samples(&self, evaluation: &Evaluation) -> Result<Samples, LearnError> {
        let (files, positions) = self.window();
        let round = self.state.current.as_ref().map_or(0, |current| current.round.positions);
        let step = sample_step(positions, sample_count(round)) as usize;
        let mut all: Vec<Chunk> = Vec::new();
        for path in &files {
            let chunks = read_archive(&self.catalogue.games, path)
                .and_then(collate)
                .map_err(|error| LearnError::file(path, error))?;
            all.extend(chunks);
        }
        let choice = Choice { source: Source::All, step, has_terms: true };
        let samples = Samples::read(self.catalogue, &all, evaluation, choice, OUTLOOK);
        samples.map_err(|error| LearnError::file(&self.folder.games(self.number()), error))
    }

    /// Trains a network on these weights.
    pub(super) fn train(&mut self, weights: String) -> Result<(), LearnError> {
        let begun = Instant::now();
        let evaluation = self.read(&weights, None)?;
        let samples = self.network_samples(&evaluation)?;
        let count = samples.samples.len();
        if count < MIN_SAMPLES {
            return self
                .end_round(&format!("too few positions for a network: {count}, expected at least {MIN_SAMPLES}"));
        }
        let inputs = inputs_of(self.catalogue, self.spec);
        let options = options(count, self.window().1, self.round_seed());
        let names = [&self.spec.rules_hash(), evaluation.weights.name()];
        let mut trainer = Trainer::new(inputs, names, options);
        let [before, _] = trainer.held_back_errors(&samples);
        let stop = self.stop;
        let mut outcome = Ok(());
        trainer.run(&samples, |trainer, _| {
            outcome = self.save_sometimes(&format!("trains a network, epoch {}", trainer.epochs.len()));
            if outcome.is_err() || stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        outcome?;
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let network = Bytes(trainer.network().to_bytes(self.spec));
        let after = trainer.epochs.last().map_or(f64::NAN, |epoch| epoch.held_back[0]);
        self.begin_phase(Phase::Network { weights, network })?;
        self.tell(&format!(
            "round {}: network of {HIDDEN} and {TERM_HIDDEN} hidden neurons, {} epochs of {count} positions in {:.0} s, error \
             held out {after:.5}, {before:.5} without it",
            self.number(),
            options.epochs,
            begun.elapsed().as_secs_f64()
        ))
    }

    /// Tests a new network on its weights against the best evaluation, with its network if it has one.
    pub(super) fn test_network(&mut self, weights: String, network: Bytes) -> Result<(), LearnError> {
        let Some(current) = self.state.current.clone() else { return Ok(()) };
        let (new, best) = (self.read(&weights, Some(&network))?, self.best()?);
        let contest = self.contest([&new, &best], &current);
        let keep = |state: &mut State, tally| {
            if let Some(current) = &mut state.current {
                current.round.network.get_or_insert_default().tally = tally;
            }
        };
        let tally = self.play(&contest, current.round.network.unwrap_or_default().tally, keep)?;
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let kept = is_better(&SPRT, &tally);
        if kept {
            (self.state.best, self.state.network) = (weights, Some(network));
        }
        if let Some(network) = self.state.current.as_mut().and_then(|current| current.round.network.as_mut()) {
            network.kept = kept;
        }
        let outcome = if kept { "kept" } else { "not kept" };
        self.end_round(&format!("network against best: {}: {outcome}", tally_text(&tally)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_about_as_many_positions_as_it_is_to_have() {
        for turns in (100_000..20_000_000).step_by(33_333) {
            let taken = (PER_TURN * turns) as f64 / sample_step(turns, SAMPLE_COUNTS[1]) as f64;
            let share = taken / SAMPLE_COUNTS[1] as f64;
            assert!(share < 1.51 && (share > 0.74 || PER_TURN * turns < SAMPLE_COUNTS[1]), "{turns}: {share}");
        }
    }
}
