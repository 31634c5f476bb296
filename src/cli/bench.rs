//! `bench`: fixed searches. Their number of nodes identifies a version of the search and is the same on every machine.

use std::io::Write;
use std::time::{Duration, Instant};

use super::{CliError, open, speed};
use crate::board::Spec;
use crate::games;
use crate::search::Limits;
use crate::session::Task;

/// Depth of each search, in plies.
const DEPTH: u32 = 9;
/// Size of the transposition table, in mebibytes.
const HASH: usize = 16;

/// Count the nodes of fixed searches and measure their speed
#[derive(Debug, clap::Args)]
pub(super) struct Bench {
    /// Only this game
    #[arg(short, long, value_name = "NAME")]
    variant: Option<String>,
}

/// The positions of each game, a FEN on each line.
const POSITIONS: &[(&str, &str)] = &[
    ("januskamil", include_str!("bench/januskamil.fen")),
    ("kingsmen", include_str!("bench/kingsmen.fen")),
    ("kingsmen39", include_str!("bench/kingsmen39.fen")),
    ("kingsmendh", include_str!("bench/kingsmendh.fen")),
    ("dhkingsmen", include_str!("bench/dhkingsmen.fen")),
    ("ajaxcapa", include_str!("bench/ajaxcapa.fen")),
    ("ajaxministers", include_str!("bench/ajaxministers.fen")),
    ("chess", include_str!("bench/chess.fen")),
    ("capablanca", include_str!("bench/capablanca.fen")),
    ("gothic", include_str!("bench/gothic.fen")),
    ("janus", include_str!("bench/janus.fen")),
    ("luotuoqi", include_str!("bench/luotuoqi.fen")),
    ("bilateral", include_str!("bench/bilateral.fen")),
];

impl Bench {
    /// Searches all positions, and writes the counts.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(name) = self.variant.as_ref().filter(|&name| games::find(name).is_none()) {
            return Err(CliError::UnknownVariant(name.clone()));
        }
        let mut nodes = 0;
        let mut time = Duration::ZERO;
        for spec in games::all().filter(|spec| self.variant.as_deref().is_none_or(|name| name == spec.page.name)) {
            for fen in positions(spec) {
                let start = Instant::now();
                let found = bench_position(spec.page.name, fen)?;
                time += start.elapsed();
                nodes += found;
                writeln!(out, "{found:>10}  {} {fen}", spec.page.name)?;
                out.flush()?;
            }
        }
        let speed = speed(nodes, time);
        writeln!(out, "{nodes} nodes {speed} nps")?;
        Ok(())
    }
}

/// The positions of a game; its start position if it has none in [`POSITIONS`].
fn positions(spec: &'static Spec) -> impl Iterator<Item = &'static str> {
    let chosen = POSITIONS.iter().find(|(name, _)| *name == spec.page.name);
    chosen.map_or(spec.page.start, |(_, fens)| fens).lines()
}

fn bench_position(variant: &str, fen: &str) -> Result<u64, CliError> {
    let mut session = open(variant).ok_or_else(|| CliError::UnknownVariant(variant.to_owned()))?;
    session.configure(HASH, 1);
    session.set_position(Some(fen))?;
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    Ok(session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {}).nodes)
}
