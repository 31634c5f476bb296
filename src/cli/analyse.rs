//! `analyse`: searches a position.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde_json::{Value, json};

use super::annotate::Annotation;
use super::common::{Context, stop_switch};
use super::error::CliError;
use super::game::{SetupArgs, VariantArgs};
use super::score::{score_json, score_text};
use super::suite::Suite;
use crate::board::{View, join_turns};
use crate::search::{Bound, Finish, Limits, MAX_LINES, Report};
use crate::session::{Session, Task};
use crate::types::score::DRAW;
use crate::types::{Ending, Move};

/// Analyse a position, a test suite (--epd) or the games of a PGN file (--pgn)
///
/// Without a limit a position is searched for five seconds; in suites and games, for one second each. Ctrl-C ends the
/// search and prints what it has found, with exit status 130.
#[derive(Debug, clap::Args)]
pub(super) struct Analyse {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    setup: SetupArgs,
    /// Annotate the games of this PGN file: add a score to each turn, and the best line where another move was played
    ///
    /// Mistakes are marked `?!`, `?` or `??` if they lower the expected score by 0.1, 0.2 or 0.3 points. These marks
    /// replace those in the file.
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["variant", "game_name", "fen", "moves", "multipv", "json", "epd", "mate", "infinite"])]
    pgn: Option<PathBuf>,
    /// Search the positions of this EPD file, and print which are solved and when (operations bm, am and dm)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "infinite"])]
    epd: Option<PathBuf>,
    /// Annotate only this game, counted from 1
    #[arg(long, value_name = "NUMBER", requires = "pgn", conflicts_with_all = ["variant", "game_name"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Write the annotated games to this file instead of standard output; the file is replaced when all are done
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["variant", "game_name"])]
    output: Option<PathBuf>,
    /// Stop at this depth, in plies
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this time, in milliseconds
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Stop after this many nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for a mate in at most this many moves, until it is found or another limit is reached
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    mate: Option<u32>,
    /// Search until interrupted
    #[arg(long, conflicts_with_all = ["depth", "time", "nodes", "mate"])]
    infinite: bool,
    /// Number of best lines to report
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_LINES as i64))]
    multipv: u16,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table, in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Write JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Analyses positions or annotates games.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        const DEFAULT_TIME: Duration = Duration::from_secs(1);
        match (&self.pgn, &self.epd) {
            (Some(pgn), _) => self.annotation(pgn).run(context, out),
            (None, Some(path)) => {
                let mut session = self.variant.open(&context.catalogue)?;
                session.configure(self.hash as usize, usize::from(self.threads));
                let (task, json) = (self.task(DEFAULT_TIME), self.json);
                self.log_settings(context, &*session);
                Suite { path, session, task, json, stop: &*stop_switch()? }.run(out)
            }
            (None, None) => self.analyse(context, out),
        }
    }

    /// The search that the options ask for; `default_time` if there is no limit among them.
    fn task(&self, default_time: Duration) -> Task {
        let (limits, lines) = (self.limits(default_time), usize::from(self.multipv));
        Task { limits, lines, infinite: self.infinite, tables: true, ..Task::default() }
    }

    /// Tells the log what searches and with what.
    fn log_settings(&self, context: &Context, session: &dyn Session) {
        let (game, evaluation) = (session.spec().page.name, session.evaluation());
        let network = evaluation.network.as_ref().map_or("none, classical evaluation", |network| &network.name);
        let tables = context.catalogue.tablebases.folder().path();
        let tables = tables.map_or_else(|| "none".to_owned(), |folder| folder.display().to_string());
        let (threads, hash) = (self.threads, self.hash);
        log::info!("game {game}, network {network}, tables {tables}, threads {threads}, hash {hash} MiB");
    }

    fn annotation(&self, pgn: &Path) -> Annotation {
        const DEFAULT_TIME: Duration = Duration::from_secs(1);
        Annotation {
            pgn: pgn.to_owned(),
            game: self.game,
            output: self.output.clone(),
            task: Task { limits: self.limits(DEFAULT_TIME), tables: true, ..Task::default() },
            hash: self.hash as usize,
            threads: usize::from(self.threads),
        }
    }

    /// Searches the position, and writes each report as it comes.
    fn analyse(&self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        const DEFAULT_TIME: Duration = Duration::from_secs(5);
        let mut session = self.setup.open(&context.catalogue, &self.variant)?;
        self.log_settings(context, &*session);
        let stop = stop_switch()?;
        let ending = session.ending().filter(|_| session.view().legal_moves().is_empty());
        let finish = if let Some(ending) = ending {
            let score = session.final_score().unwrap_or(DRAW);
            if !self.json {
                writeln!(out, "{:>7} {:>9}  {ending}", "0/0", score_text(score))?;
            }
            Finish::without_move(score)
        } else {
            session.configure(self.hash as usize, usize::from(self.threads));
            session.search_until(self.task(DEFAULT_TIME), &stop, &mut |report, root| -> Result<(), CliError> {
                let moves = root.line_text(&report.line.moves);
                let line = if self.json {
                    report_json(report, &moves).to_string()
                } else {
                    self.report_line(report, &join_turns(root, &moves))
                };
                writeln!(out, "{line}")?;
                Ok(out.flush()?)
            })?
        };
        log::info!("searched {} nodes to depth {}", finish.nodes, finish.depth);
        self.write_finish(&finish, ending, session.view(), out)?;
        out.flush()?;
        if stop.load(Relaxed) { Err(CliError::Interrupted) } else { Ok(()) }
    }

    /// The limits of the options; if there are none, `default_time`.
    fn limits(&self, default_time: Duration) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.mate.is_none() && !self.infinite;
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            move_time: self.time.map(Duration::from_millis).or_else(|| unlimited.then_some(default_time)),
            ..Limits::default()
        }
    }

    fn report_line(&self, report: &Report, moves: &[String]) -> String {
        let rank = if self.multipv > 1 { format!("{:>3}. ", report.rank) } else { String::new() };
        let depth = format!("{}/{}", report.depth, report.selective_depth);
        let bound = match report.line.bound {
            Bound::Exact => "",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        };
        let score = format!("{bound}{}", score_text(report.line.score));
        let (nodes, speed, time) = (report.nodes, report.nodes_per_second(), report.elapsed.as_millis());
        let line = moves.join(" ");
        format!("{rank}{depth:>7} {score:>9}  nodes {nodes:<10} nps {speed:<9} time {time:<6} pv {line}")
    }

    /// Writes the last line; `ending` is how the game has ended, if there is no move.
    fn write_finish(
        &self,
        finish: &Finish,
        ending: Option<Ending>,
        root: &dyn View,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let line: Vec<Move> = finish.best.into_iter().chain(finish.ponder).collect();
        let texts = root.line_text(&line);
        if self.json {
            let mut last = json!({
                "bestmove": texts.first(),
                "ponder": texts.get(1),
                "score": score_json(finish.score),
                "depth": finish.depth,
                "nodes": finish.nodes,
            });
            if let Some(ending) = ending {
                last["ending"] = ending.to_string().into();
            }
            writeln!(out, "{last}")
        } else {
            writeln!(out, "bestmove {}", texts.first().map_or("0000", String::as_str))
        }
    }
}

fn report_json(report: &Report, moves: &[String]) -> Value {
    let bound = match report.line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "depth": report.depth,
        "seldepth": report.selective_depth,
        "multipv": report.rank,
        "score": score_json(report.line.score),
        "bound": bound,
        "nodes": report.nodes,
        "nps": report.nodes_per_second(),
        "time": report.elapsed.as_millis() as u64,
        "hashfull": report.hash_full,
        "tbhits": report.table_hits,
        "pv": moves,
    })
}
