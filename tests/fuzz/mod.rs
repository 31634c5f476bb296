//! Input that a program has made up: seeds and random changes of them, the same each time.
//!
//! `FUZZ_RUNS` is the number of inputs for each target of the long tests, `FUZZ_SEED` the seed of the changes. The same
//! targets run under `cargo fuzz run --fuzz-dir tests/fuzz TARGET`, which is guided by coverage.

mod bounded;
mod mutate;
mod targets;

use std::path::PathBuf;

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is `{text}`, expected a number")),
        Err(_) => default,
    }
}

/// Checks the seeds of a target and so many changes of them.
fn run(name: &str, runs: u64) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let summary = bounded::run(name, runs, number("FUZZ_SEED", 1), &folder);
    println!("{name}: {summary:?}");
    // Changes too wild would show nothing.
    assert!(50 * summary.accepted > summary.runs, "{name}: most inputs are refused: {summary:?}");
}

/// Makes a test for each target with the number of inputs of a usual test run, and a long one. The long ones are ten
/// million inputs in all, about an hour of a processor.
macro_rules! for_each_target {
    ($($target:ident $runs:literal $long:literal),+ $(,)?) => {
        $(
            #[test]
            fn $target() {
                run(stringify!($target), $runs);
            }
        )+

        mod long {
            $(
                #[test]
                #[ignore = "takes long: run it in a release build"]
                fn $target() {
                    super::run(stringify!($target), super::number("FUZZ_RUNS", $long));
                }
            )+
        }

        #[test]
        fn every_target_has_its_tests() {
            assert_eq!([$(stringify!($target)),+], targets::TARGETS.map(|(name, _)| name));
        }
    };
}

for_each_target!(
    fen 3_000 7_600_000,
    moves 400 400_000,
    pgn 300 400_000,
    weights 100 500_000,
    engine 400 1_000_000,
    uci 20 50_000,
    cecp 20 50_000,
    json 30 50_000,
    games 1_000 1_000_000,
    diagrams 600 500_000,
    networks 100 100_000,
    selfplay 400 500_000,
);
