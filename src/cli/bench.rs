//! `bench`: fixed searches. Their number of nodes identifies a version of the search and is the same on every machine.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::common::Context;
use super::error::CliError;
use super::game::VariantArgs;
use crate::files::read_text;
use crate::session::{self, SearchBroken};

/// The name of the sum in a [`Signature`].
const TOTAL: &str = "total";

/// Search fixed positions of all built-in games, or of one, and print node counts and speed
#[derive(Debug, clap::Args)]
pub(super) struct Bench {
    #[command(flatten)]
    variant: VariantArgs,
    /// Print only the node count of each game, for --check
    #[arg(long, conflicts_with = "check")]
    signature: bool,
    /// Compare the node counts with those in this file, written by --signature
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

impl Bench {
    /// Searches all positions, and writes the counts.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let name = self.variant.chosen(&context.catalogue)?.map(|spec| spec.page.name);
        let expected = self.check.as_deref().map(Signature::read).transpose()?;
        let mut bench = session::Bench::new(&context.catalogue, name)?;
        let never = AtomicBool::new(false);
        let mut counted = Signature::default();
        while let Some((position, nodes)) = bench.next(&never) {
            let game = position.spec.page.name;
            *counted.0.entry(game.to_owned()).or_default() += nodes;
            if !self.signature {
                writeln!(out, "{nodes:>10}  {game} {}", position.fen)?;
                out.flush()?;
            }
        }
        if bench.is_broken() {
            return Err(SearchBroken.into());
        }
        if self.signature {
            return counted.write(out);
        }
        writeln!(out, "{}", bench.summary())?;
        expected.map_or(Ok(()), |expected| expected.compare(&counted, name, out))
    }
}

/// The nodes of each game.
#[derive(Default)]
struct Signature(BTreeMap<String, u64>);

impl Signature {
    /// Reads lines of a game and its count, the last of them the sum.
    fn read(path: &Path) -> Result<Self, CliError> {
        let wrong = |why: String| CliError::file(path, why);
        let text = read_text(path).map_err(|error| CliError::file(path, error))?;
        let mut counts = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let count = line.split_once(' ').and_then(|(game, nodes)| Some((game, nodes.parse::<u64>().ok()?)));
            let (game, nodes) =
                count.ok_or_else(|| wrong(format!("line {}: expected a game and its nodes", number + 1)))?;
            counts.insert(game.to_owned(), nodes);
        }
        let total = counts.remove(TOTAL);
        if total != Some(counts.values().sum()) {
            return Err(wrong("the counts of the games do not add up to that of the total".to_owned()));
        }
        Ok(Self(counts))
    }

    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        for (game, nodes) in &self.0 {
            writeln!(out, "{game} {nodes}")?;
        }
        Ok(writeln!(out, "{TOTAL} {}", self.0.values().sum::<u64>())?)
    }

    /// Writes where the `counted` nodes differ from these, in all games or only in one.
    ///
    /// # Errors
    /// When they differ.
    fn compare(&self, counted: &Self, only: Option<&str>, out: &mut impl Write) -> Result<(), CliError> {
        let is_asked = |game: &&String| only.is_none_or(|only| only == *game);
        let games = self.0.keys().filter(is_asked).chain(counted.0.keys().filter(|&game| !self.0.contains_key(game)));
        let mut wrong = 0;
        for game in games {
            let [expected, found] = [self, counted].map(|signature| signature.0.get(game));
            if expected != found {
                let text = |nodes: Option<&u64>| nodes.map_or_else(|| "none".to_owned(), u64::to_string);
                writeln!(out, "{game}: {} nodes, expected {}", text(found), text(expected))?;
                wrong += 1;
            }
        }
        if wrong == 0 { Ok(()) } else { Err(CliError::WrongCounts(wrong)) }
    }
}
