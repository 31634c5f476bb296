//! `perft`: counts positions.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

use super::common::Context;
use super::error::CliError;
use super::game::PositionArgs;
use crate::board::MAX_PERFT_DEPTH;
use crate::files::read_text;
use crate::search::nodes_per_second;
use crate::session::Session;

/// Counts that take less time show no progress bar.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// Count the leaf nodes of the tree of legal moves (perft)
#[derive(Debug, clap::Args)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in plies, at most 32
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    #[arg(required_unless_present = "check")]
    depth: Option<u32>,
    /// Check the deepest count of each line of these files (`FEN ;D1 20 ;D2 400`); a file is named after its game
    /// unless -v names one
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["depth", "divide", "fen", "moves"])]
    check: Vec<PathBuf>,
    /// Print the count of each first move, too
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Perft {
    /// Counts, and writes the result.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        // Without a depth there are files to check.
        let Some(depth) = self.depth else { return self.check_files(context, out) };
        let session = self.position.open(&context.catalogue)?;
        let start = Instant::now();
        let nodes = if depth == 0 {
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
            let counts = session.divide(depth, usize::from(self.threads), &done);
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

    /// Counts the lines of the files, and writes which differ.
    fn check_files(&self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let (mut lines, mut wrong) = (0, 0);
        for path in &self.check {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let mut session = self.position.open_or(&context.catalogue, &stem)?;
            let text = read_text(path).map_err(|error| CliError::file(path, error))?;
            for (number, line) in text.lines().enumerate().filter(|(_, line)| line.contains(";D")) {
                let expected = Expected::read(line)
                    .ok_or_else(|| CliError::file(path, format!("line {}: expected FEN ;D1 COUNT", number + 1)))?;
                lines += 1;
                wrong += usize::from(!expected.check(&mut *session, usize::from(self.threads), path, out)?);
            }
        }
        writeln!(out, "{lines} lines, {wrong} wrong")?;
        if wrong == 0 { Ok(()) } else { Err(CliError::WrongCounts(wrong)) }
    }
}

/// The deepest count of a line.
struct Expected<'t> {
    fen: &'t str,
    /// In plies.
    depth: u32,
    nodes: u64,
}

impl<'t> Expected<'t> {
    fn read(line: &'t str) -> Option<Self> {
        let fen = line.split(';').next()?.trim();
        let (depth, nodes) = line.rsplit(';').next()?.trim().strip_prefix('D')?.split_once(' ')?;
        let depth = depth.parse().ok().filter(|depth| (1..=MAX_PERFT_DEPTH).contains(depth))?;
        Some(Self { fen, depth, nodes: nodes.trim().parse().ok()? })
    }

    /// Counts, and writes a difference; whether there is none.
    fn check(
        &self,
        session: &mut dyn Session,
        threads: usize,
        path: &Path,
        out: &mut impl Write,
    ) -> Result<bool, CliError> {
        session.set_position(Some(self.fen))?;
        let counts = session.divide(self.depth, threads, &|| ())?;
        let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        if nodes != self.nodes {
            let Self { fen, depth, nodes: expected } = self;
            writeln!(out, "{}: {fen} depth {depth}: {nodes} counted, expected {expected}", path.display())?;
        }
        Ok(nodes == self.nodes)
    }
}
