//! Counts that run beside the protocol: `go perft` and `bench`.

use std::io;
use std::sync::atomic::AtomicBool;

use super::{Activity, Uci};
use crate::board::MAX_PERFT_DEPTH;
use crate::games::UnknownGame;
use crate::protocol::link::Output;
use crate::protocol::text::quote;
use crate::session::{Bench, divide_texts};

impl Uci<'_> {
    /// `go perft DEPTH`: the count of each move, and the sum.
    pub(super) fn perft(&mut self, depth: u32) -> io::Result<()> {
        if !(1..=MAX_PERFT_DEPTH).contains(&depth) {
            return self.error(format_args!("go perft expects a depth from 1 to {MAX_PERFT_DEPTH}, not {depth}"));
        }
        let root = self.session.view().boxed();
        let threads = self.settings.threads;
        let count = move |stop: &AtomicBool, output: &mut Output| {
            let counts = match divide_texts(&*root, depth, threads, stop, &|| ()) {
                Ok(counts) => counts,
                Err(error) => {
                    return output.line(format!("info string error: no {threads} threads to count with: {error}"));
                }
            };
            for (text, nodes) in &counts {
                output.line(format!("{text}: {nodes}"));
            }
            output.line(format!("\nNodes searched: {}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>()));
        };
        let job = match self.link.start(count) {
            Ok(job) => job,
            Err(error) => return self.error(format_args!("{error}")),
        };
        self.activity = Some(Activity::Job(job));
        Ok(())
    }

    /// `bench [GAME]`: the count of each position, and the sum with the speed.
    pub(super) fn bench(&mut self, words: &[&str]) -> io::Result<()> {
        self.finish_activity()?;
        let mut bench = match Bench::new(&self.settings.catalogue, words.first().copied()) {
            Ok(bench) => bench,
            Err(UnknownGame { name, known, .. }) => {
                return self.error(format_args!("unknown variant {}, known: {known}", quote(&name)));
            }
        };
        let search = move |stop: &AtomicBool, output: &mut Output| {
            while let Some((position, nodes)) = bench.next(stop) {
                output.line(format!("{nodes:>10}  {} {}", position.spec.page.name, position.fen));
            }
            let broken = || "info string error: the search broke down; standard error says why".to_owned();
            output.line(if bench.is_broken() { broken() } else { bench.summary() });
        };
        let job = match self.link.start(search) {
            Ok(job) => job,
            Err(error) => return self.error(format_args!("{error}")),
        };
        self.activity = Some(Activity::Job(job));
        Ok(())
    }

    /// Passes on a line of the job in progress.
    pub(super) fn job_output(&mut self, id: u64, line: &str) -> io::Result<()> {
        match &self.activity {
            Some(activity) if activity.is_job(id) => self.link.send_line(line),
            _ => Ok(()),
        }
    }

    /// Notes that the job in progress has ended.
    pub(super) fn job_ended(&mut self, id: u64) {
        if self.activity.as_ref().is_some_and(|activity| activity.is_job(id)) {
            self.activity = None;
        }
    }
}
