//! `tune`: tunes the parameters of the search by games.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::ProgressBar;

use super::common::{Context, progress_style, stop_switch};
use super::error::CliError;
use super::game::find_game;
use crate::games;
use crate::search::{Params, own_values};
use crate::session::Catalogue;
use crate::training::{Plan, Progress, TuneError, Tuned, Tuner, join};

/// The parameters that are tuned if none are named: those that decide most about the size of the tree.
const USUAL: [&str; 8] = [
    "reduction_base",
    "reduction_divisor",
    "reduction_cut",
    "reduction_history",
    "reverse_futility_margin",
    "futility_margin",
    "late_move_growth",
    "history_bonus",
];

/// Tune search parameters by self-play (SPSA)
///
/// Each pair of games is played between two searches whose parameters are changed a little in opposite directions, and
/// its result moves the parameters. The games of -v take turns. OUTPUT logs each batch of pairs; the same command
/// continues an interrupted run. At the end the values are printed as options (`--param`); test them in a match.
///
/// Ctrl-C ends the run with exit status 130; a second Ctrl-C ends it at once.
#[derive(Debug, clap::Args)]
pub(super) struct Tune {
    /// A game to play; may be repeated [default: all built-in games]
    #[arg(short, long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    /// A parameter to tune (--list shows them), or `all` for all but those of the clock; may be repeated [default: the
    /// eight most important]
    #[arg(short, long = "parameter", value_name = "NAME")]
    parameters: Vec<String>,
    /// Nodes per search
    #[arg(short, long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Number of pairs of games
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pairs: u64,
    /// Learning rate of the last pairs: how much of its step a parameter moves for each game won more than lost
    #[arg(long, default_value_t = 0.006, value_parser = read_rate)]
    rate: f64,
    /// Perturbation of the last pairs, in steps of each parameter
    #[arg(long, default_value_t = 1.0, value_name = "STEPS", value_parser = read_rate)]
    change: f64,
    /// Seed of the games
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 32))]
    seed: u64,
    /// Number of pairs to play at the same time [default: one per core]
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The number of this run, from 0: runs with different numbers play different games, for --join
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 32))]
    shard: u64,
    /// The log
    #[arg(short, long, required_unless_present_any = ["join", "list"])]
    output: Option<PathBuf>,
    /// Print the mean of the values in the logs of complete shards, without playing
    #[arg(long, value_name = "LOG", num_args = 1.., conflicts_with = "output")]
    join: Vec<PathBuf>,
    /// List the parameters with value, range and step
    #[arg(long, conflicts_with_all = ["output", "join"])]
    list: bool,
}

/// Reads a number above 0, up to 10.
fn read_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| *rate > 0.0 && *rate <= 10.0);
    rate.ok_or_else(|| "expected a number above 0, up to 10, e.g. 0.006".to_owned())
}

impl Tune {
    /// Tunes until all pairs are played, or does what is asked for instead.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        if self.list {
            return list(&context.catalogue, out);
        }
        if let Some((first, others)) = self.join.split_first() {
            let (plan, progress) =
                join(&context.catalogue.games, first, others).map_err(|(path, error)| CliError::file(path, error))?;
            return report(&plan, &progress, out);
        }
        let plan = self.plan(&context.catalogue)?;
        let output = self.output.unwrap_or_default();
        let failed = |error| match error {
            TuneError::UnknownGame(error) => error.into(),
            error => CliError::file(&output, error),
        };
        let threads =
            self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        let mut tuner = Tuner::open(&context.catalogue, &output, plan.clone()).map_err(failed)?;
        if tuner.progress().pairs > 0 {
            writeln!(out, "goes on after {} pairs", tuner.progress().pairs)?;
            out.flush()?;
        }
        let stop = stop_switch()?;
        let bar = ProgressBar::new(plan.pairs).with_style(progress_style("{wide_bar} {pos}/{len} pairs {msg} {eta}"));
        bar.set_position(tuner.progress().pairs);
        bar.reset_eta();
        let tick = |progress: &Progress| {
            bar.set_position(progress.pairs);
            bar.set_message(format!("+{} -{}", progress.won, progress.lost));
        };
        tuner.run(threads, &stop, tick).map_err(failed)?;
        bar.finish_and_clear();
        report(&plan, tuner.progress(), out)?;
        if stop.load(Relaxed) && tuner.progress().pairs < plan.pairs {
            writeln!(out, "interrupted after {} pairs; the same command goes on", tuner.progress().pairs)?;
            return Err(CliError::Interrupted);
        }
        Ok(())
    }

    fn plan(&self, catalogue: &Catalogue) -> Result<Plan, CliError> {
        let games = if self.variants.is_empty() {
            games::built_in().map(|spec| spec.page.name.to_owned()).collect()
        } else {
            let name = |name: &String| Ok(find_game(&catalogue.games, name)?.page.name.to_owned());
            self.variants.iter().map(name).collect::<Result<_, CliError>>()?
        };
        let names: Vec<&str> = match &self.parameters[..] {
            [] => USUAL.to_vec(),
            // Games at a fixed number of nodes know nothing of the clock.
            [all] if all == "all" => {
                Params::LIST.iter().map(|param| param.name).filter(|name| !name.starts_with("time_")).collect()
            }
            names => names.iter().map(String::as_str).collect(),
        };
        let tuned = |name: &&str| {
            let wrong = |why: String| CliError::option("parameter", why);
            let param = Params::find(name).map_err(|error| wrong(error.to_string()))?;
            if names.iter().filter(|other| *other == name).count() > 1 {
                return Err(wrong(format!("{name} is named twice")));
            }
            Ok(Tuned { name: param.name.to_owned(), step: self.change * f64::from(param.step) })
        };
        let params = names.iter().map(tuned).collect::<Result<Vec<_>, _>>()?;
        let Self { nodes, pairs, rate, seed, shard, .. } = *self;
        Ok(Plan { games, params, base: catalogue.params.of_game("").by_names(), nodes, pairs, rate, seed, shard })
    }
}

/// Prints all parameters.
fn list(catalogue: &Catalogue, out: &mut impl Write) -> Result<(), CliError> {
    let present = catalogue.params.of_game("");
    writeln!(out, "{:<26}{:>8}{:>8}{:>8}{:>7}  meaning", "parameter", "value", "least", "most", "step")?;
    for param in Params::LIST {
        let (name, value, meaning) = (param.name, present.get(param), param.meaning.trim());
        writeln!(out, "{name:<26}{value:>8}{:>8}{:>8}{:>7}  {meaning}", param.least, param.most, param.step)?;
    }
    for game in games::built_in().map(|spec| &spec.page) {
        for (name, value) in own_values(game.folder.search.unwrap_or_default()) {
            writeln!(out, "in {}, unless chosen by --param: {name}={value}", game.name)?;
        }
    }
    Ok(())
}

/// Prints the values of a run, and the options by which the engine uses them.
fn report(plan: &Plan, progress: &Progress, out: &mut impl Write) -> Result<(), CliError> {
    let Progress { pairs, won, lost, ref values } = *progress;
    writeln!(out, "pairs {pairs}  won {won}  lost {lost}")?;
    writeln!(out, "{:<26}{:>8}{:>10}{:>14}", "parameter", "start", "value", "moved (steps)")?;
    let mut options = String::new();
    for (tuned, value) in plan.params.iter().zip(values) {
        let moved = (value - plan.start(tuned)) / tuned.step;
        writeln!(out, "{:<26}{:>8}{value:>10.1}{moved:>14.2}", tuned.name, plan.start(tuned))?;
        options += &format!(" --param {}={}", tuned.name, value.round());
    }
    writeln!(out, "options:{options}")?;
    Ok(())
}
