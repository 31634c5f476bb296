//! `learn`: teaches the engine a game by games against itself.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::common::{Context, progress_style, stop_switch};
use super::error::CliError;
use super::game::VariantArgs;
use crate::training::{LearnOptions, Learned, Learner, Lesson, NETWORK_POSITIONS};

/// Without a terminal, progress is printed this often.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);

/// Teach the engine a game by self-play, keeping what wins a match
///
/// Each round plays games, fits weights to them (and, once there are enough positions, trains a network), and plays a
/// match against the best version so far. FOLDER holds the best weights (weights.txt, for `--weights
/// NAME=FOLDER/weights.txt`), perhaps a network (network.net, for `--net NAME=FOLDER/network.net`), and a log
/// (log.txt). The same command continues an interrupted run; with more hours, a finished one.
///
/// Ctrl-C ends the run with exit status 130; a second Ctrl-C ends it at once.
#[derive(Debug, clap::Args)]
pub(super) struct Learn {
    #[command(flatten)]
    variant: VariantArgs,
    /// Hours to learn, including those of earlier runs in the folder, e.g. 8 or 0.5
    #[arg(long, value_name = "HOURS", value_parser = read_hours)]
    hours: f64,
    /// Number of games to play at the same time; one for each core if not given
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Nodes per search [default: 400 at first, more in long rounds]
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the games
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 32))]
    seed: u64,
    /// Start with weights derived from the moves of the pieces, not with those of the game
    #[arg(long)]
    from_scratch: bool,
    /// Stop after this many rounds, even if there is time left
    #[arg(long)]
    rounds: Option<usize>,
    /// Number of self-play games per round [default: as many as fit a share of the time]
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    round_games: Option<u64>,
    /// Number of positions from which on a round also trains a network
    #[arg(long, value_name = "POSITIONS", default_value_t = NETWORK_POSITIONS, hide = true)]
    network_positions: u64,
    /// The folder to learn in; created if missing
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

/// Reads hours, above 0 and up to 10,000.
fn read_hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours: &f64| *hours > 0.0 && *hours <= 10_000.0);
    hours.ok_or_else(|| "expected hours above 0, up to 10000, e.g. 0.5".to_owned())
}

impl Learn {
    /// Learns until the time is used up.
    pub(super) fn run(self, context: &Context, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let Self { variant, hours, threads, nodes, seed, from_scratch, rounds, round_games, network_positions, output } =
            self;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.map_or_else(cores, usize::from);
        let options =
            LearnOptions { hours, threads, nodes, seed, from_scratch, rounds, round_games, network_positions };
        let stop = stop_switch()?;
        let bar = io::stderr().is_terminal().then(|| ProgressBar::no_length().with_style(progress_style("{msg}")));
        let mut reported = Instant::now();
        let mut listener = |lesson: Lesson| match (lesson, &bar) {
            (Lesson::Line(line), Some(bar)) => bar.suspend(|| write_line(out, line)),
            (Lesson::Line(line), None) => write_line(out, line),
            (Lesson::Progress(line), Some(bar)) => {
                bar.set_message(line.to_owned());
                Ok(())
            }
            (Lesson::Progress(line), None) if reported.elapsed() >= REPORT_INTERVAL => {
                reported = Instant::now();
                write_line(out, line)
            }
            (Lesson::Progress(_), None) | (Lesson::Round(_), _) => Ok(()),
        };
        let learned = Learner::open(
            (&context.catalogue, variant.spec(&context.catalogue)?),
            &output,
            options,
            &stop,
            &mut listener,
        )?
        .run()?;
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        match learned {
            Learned::All => Ok(()),
            Learned::Stopped => {
                writeln!(out, "interrupted; the same command goes on")?;
                Err(CliError::Interrupted)
            }
        }
    }
}

/// Writes a line at once.
fn write_line(out: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(out, "{line}").and_then(|()| out.flush())
}
