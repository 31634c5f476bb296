//! `perft`: counts positions.

use std::io::Write;
use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

use super::{CliError, PositionArgs};
use crate::board::MAX_PERFT_DEPTH;
use crate::search::nodes_per_second;

/// Counts that take less time show no progress bar.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// Count the sequences of DEPTH legal moves
#[derive(Debug, clap::Args)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Length of the sequences, in plies, at most 32
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
    /// Threads that count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Perft {
    /// Counts, and writes the result.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let session = self.position.open()?;
        let start = Instant::now();
        let nodes = if self.depth == 0 {
            1
        } else {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            bar.set_length(session.view().legal_moves().len() as u64);
            let show_bar = Once::new();
            let done = || {
                bar.inc(1);
                if start.elapsed() > PROGRESS_DELAY {
                    // The bar stays hidden if standard error is not a terminal.
                    show_bar.call_once(|| bar.set_draw_target(ProgressDrawTarget::stderr()));
                }
            };
            let counts = session.divide(self.depth, usize::from(self.threads), &done);
            bar.finish_and_clear();
            let counts = counts?;
            if self.divide {
                for (text, nodes) in &counts {
                    writeln!(out, "{text} {nodes}")?;
                }
            }
            counts.iter().map(|(_, nodes)| nodes).sum::<u64>()
        };
        let time = start.elapsed();
        let speed = nodes_per_second(nodes, time);
        writeln!(out, "nodes {nodes}  time {} ms  nps {speed}", time.as_millis())?;
        Ok(())
    }
}
