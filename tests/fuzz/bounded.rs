//! A bounded loop: seeds, and changes of them, through a target.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::mutate::{Pool, seeds};
use super::targets::{TARGETS, Target};

/// Longer than any input takes on any machine.
const HANG: Duration = Duration::from_secs(120);

/// What a loop did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Inputs checked.
    pub runs: u64,
    /// Inputs of which the engine accepted something.
    pub accepted: u64,
    /// The longest time for an input.
    pub slowest: Duration,
}

/// The target of this name.
pub fn target(name: &str) -> Target {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target).expect("a target's name")
}

/// Checks all seeds of a target, and then so many changes of them. An input that fails is written to `folder`.
pub fn run(name: &str, runs: u64, seed: u64, folder: &Path) -> Summary {
    let target = target(name);
    let mut summary = Summary::default();
    let mut rng = SmallRng::seed_from_u64(seed);
    let inputs = seeds(name);
    for input in &inputs {
        check(name, target, input, folder, &mut summary);
    }
    let mut pool = Pool::new(inputs);
    for _ in 0..runs {
        let input = pool.changed(&mut rng);
        if check(name, target, &input, folder, &mut summary) {
            pool.keep(input, &mut rng);
        }
    }
    summary
}

fn check(name: &str, target: Target, input: &[u8], folder: &Path, summary: &mut Summary) -> bool {
    let start = Instant::now();
    let checked = catch_unwind(AssertUnwindSafe(|| target(input)));
    let time = start.elapsed();
    let failed = checked.is_err() || time > HANG;
    if failed {
        std::fs::create_dir_all(folder).expect("the folder for findings can be made");
        let path = folder.join(format!("{name}-{}", summary.runs));
        std::fs::write(&path, input).expect("the finding can be written");
        eprintln!("{name}: input {} fails ({} ms), see {}", summary.runs, time.as_millis(), path.display());
    }
    summary.runs += 1;
    summary.slowest = summary.slowest.max(time);
    let accepted = checked.unwrap_or_else(|panic| resume_unwind(panic));
    summary.accepted += u64::from(accepted);
    assert!(time <= HANG, "{name} hangs");
    accepted
}
