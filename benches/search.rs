//! Searches to a fixed depth from the start position of every game, one thread, the table emptied before each.

use std::sync::mpsc;

use bactrian::protocol::{Event, Task, open};
use bactrian::rules;
use bactrian::search::Limits;
use criterion::{Criterion, Throughput};

const DEPTH: u32 = 10;
const HASH: usize = 16;

/// Searches the start position; returns the number of nodes.
fn search(variant: &str) -> u64 {
    let mut session = open(variant).expect("a listed game is known");
    session.configure(HASH, 1);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let (sender, events) = mpsc::channel();
    let task = Task { limits, lines: 1, ..Task::default() };
    let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
    running.wait();
    let nodes = |event| if let Event::Finish(finish) = event { Some(finish.nodes) } else { None };
    events.into_iter().find_map(nodes).expect("every search ends with its result")
}

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    for spec in rules::all() {
        let name = spec.page.name;
        let mut group = criterion.benchmark_group(format!("{name}/search"));
        group.throughput(Throughput::Elements(search(name)));
        group.bench_function(format!("depth {DEPTH}"), |bencher| bencher.iter(|| search(name)));
        group.finish();
    }
    criterion.final_summary();
}
