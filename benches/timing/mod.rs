//! Times functions: each is called for some time before, then in samples of which the shortest and the median count.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The samples of a benchmark.
const SAMPLES: usize = 20;
/// A sample takes about so long; a single call may take longer.
const SAMPLE_TIME: Duration = Duration::from_millis(50);

/// Runs a benchmark and prints the shortest and the median time of a call, and the elements of a call per second. Does
/// nothing if arguments of the program name other benchmarks: each is a part of a name.
pub fn bench<T>(name: &str, elements: u64, mut call: impl FnMut() -> T) {
    let mut wanted = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).peekable();
    if wanted.peek().is_some() && !wanted.any(|part| name.contains(&part)) {
        return;
    }
    let mut timed = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        start.elapsed() / calls
    };
    let first = timed(1).max(Duration::from_nanos(1));
    let calls = (SAMPLE_TIME.as_nanos() / first.as_nanos()).clamp(1, 1 << 24) as u32;
    timed(calls);
    let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| timed(calls)).collect();
    samples.sort_unstable();
    let (shortest, median) = (samples[0], samples[SAMPLES / 2]);
    let rate = elements as f64 / shortest.as_secs_f64() / 1e6;
    println!("{name:<32} shortest {shortest:>10.2?}  median {median:>10.2?}  {rate:>9.2} million/s");
}
