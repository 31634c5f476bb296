//! `bench`: fixed searches. Their number of nodes identifies a version of the search and is the same on every machine.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::{CliError, VariantArgs};
use crate::session::Bench;

/// Count the nodes of fixed searches of all built-in games, or of one, and measure their speed
#[derive(Debug, clap::Args)]
pub(super) struct BenchArgs {
    #[command(flatten)]
    variant: VariantArgs,
}

impl BenchArgs {
    /// Searches all positions, and writes the counts.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let name = self.variant.chosen()?.map(|spec| spec.page.name);
        let mut bench =
            Bench::new(name).ok_or_else(|| CliError::UnknownVariant(name.unwrap_or_default().to_owned()))?;
        let never = AtomicBool::new(false);
        while let Some((position, nodes)) = bench.next(&never) {
            writeln!(out, "{nodes:>10}  {} {}", position.game, position.fen)?;
            out.flush()?;
        }
        if bench.is_broken() {
            return Err(CliError::Search);
        }
        writeln!(out, "{}", bench.summary())?;
        Ok(())
    }
}
