//! `pgn`: checks and sums up records of games.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use super::common::{Context, for_each_game, open_games, warn_about};
use super::error::{CliError, complain};
use crate::records::{Dialect, NotedScore, PgnGame, Replayer};
use crate::types::{Color, GameResult};

/// A dialect of PGN for another program
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum OtherDialect {
    /// PGN that XBoard can load
    Xboard,
}

impl From<OtherDialect> for Dialect {
    fn from(dialect: OtherDialect) -> Self {
        match dialect {
            OtherDialect::Xboard => Self::Xboard,
        }
    }
}

/// Check and summarise PGN files
#[derive(Debug, clap::Args)]
pub(super) struct Pgn {
    /// PGN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read only this game, counted from 1, and print it (or, with --fens, its positions)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Print all positions instead, one FEN per line
    #[arg(long)]
    fens: bool,
    /// Print only positions with a score, of games with a result, as `FEN;score;result`
    ///
    /// The score is in centipawns, from White's view. The result is White's points: 1, 0.5 or 0.
    #[arg(long, requires = "fens")]
    scores: bool,
    /// Print the games, or the one of --game, as this program reads them
    #[arg(long, conflicts_with = "fens")]
    dialect: Option<OtherDialect>,
}

impl Pgn {
    /// Reads all files, writes what was asked for, and reports wrong games on standard error.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let mut replayer = Replayer::new(&context.catalogue);
        let mut summary = Summary::default();
        let (mut wrong, mut unfit) = (0, 0);
        for path in &self.files {
            for_each_game(open_games(path)?, path, self.game, |raw| {
                let number = raw.as_ref().map_or(0, |raw| raw.number as u64);
                let complete = raw.as_ref().is_ok_and(|raw| raw.result.is_some());
                let read = raw.and_then(|raw| replayer.replay(&raw));
                if read.is_ok() {
                    warn_about(path, &replayer);
                }
                match read {
                    Ok(game) if self.fens => self.write_positions(&game, &mut replayer, out)?,
                    Ok(game) if self.dialect.is_some() || self.game.is_some() => {
                        let dialect = self.dialect.map_or(Dialect::Own, Into::into);
                        match dialect.write(&game, replayer.session(&game)?) {
                            Ok(text) => write!(out, "{text}")?,
                            Err(why) => {
                                unfit += 1;
                                complain(&CliError::file(path, CliError::Unfit { game: number, unfit: why }));
                            }
                        }
                    }
                    Ok(game) => summary.add(&game, complete),
                    Err(error) => {
                        wrong += 1;
                        complain(&CliError::file(path, error));
                    }
                }
                Ok(())
            })?;
        }
        if !self.fens && self.game.is_none() && self.dialect.is_none() {
            summary.write(wrong, out)?;
        }
        CliError::check_wrong_games(wrong)?;
        if unfit == 0 { Ok(()) } else { Err(CliError::UnfitGames(unfit)) }
    }

    fn write_positions(&self, game: &PgnGame, replayer: &mut Replayer, out: &mut impl Write) -> Result<(), CliError> {
        let session = replayer.session(game)?;
        let points = game.result.white_points();
        for turn in &game.turns {
            match (turn.note.score, points) {
                _ if !self.scores => writeln!(out, "{}", session.view().fen())?,
                (Some(NotedScore::Centipawns(score)), Some(points)) => {
                    let score = if turn.side == Color::White { score } else { -score };
                    writeln!(out, "{};{score};{points}", session.view().fen())?;
                }
                _ => {}
            }
            session.play(turn.m)?;
        }
        if !self.scores {
            writeln!(out, "{}", session.view().fen())?;
        }
        Ok(())
    }
}

/// Counts over some games.
#[derive(Clone, Default)]
struct GameCounts {
    games: u64,
    results: [u64; GameResult::ALL.len()],
    turns: u64,
    shortest: Option<usize>,
    longest: usize,
}

impl GameCounts {
    fn add(&mut self, game: &PgnGame) {
        let turns = game.turns.len();
        self.games += 1;
        for (count, result) in self.results.iter_mut().zip(GameResult::ALL) {
            *count += u64::from(result == game.result);
        }
        self.turns += turns as u64;
        self.shortest = Some(self.shortest.map_or(turns, |shortest| shortest.min(turns)));
        self.longest = self.longest.max(turns);
    }

    fn row(&self, name: &str) -> String {
        let [white, black, draws, unknown] = self.results;
        let mean = self.turns as f64 / self.games.max(1) as f64;
        let (games, shortest, longest) = (self.games, self.shortest.unwrap_or(0), self.longest);
        format!(
            "{name:<14} {games:>7} {white:>7} {black:>7} {draws:>7} {unknown:>7} {shortest:>9} {mean:>7.1} {longest:>7}"
        )
    }
}

#[derive(Default)]
struct Summary {
    all: GameCounts,
    variants: BTreeMap<String, GameCounts>,
    terminations: BTreeMap<String, u64>,
    /// Games whose text ends without a result.
    incomplete: u64,
}

impl Summary {
    fn add(&mut self, game: &PgnGame, complete: bool) {
        self.all.add(game);
        self.variants.entry(game.variant.clone()).or_default().add(game);
        let termination = game.termination.as_ref().map_or_else(|| "not stated".to_owned(), ToString::to_string);
        *self.terminations.entry(termination).or_default() += 1;
        self.incomplete += u64::from(!complete);
    }

    fn write(&self, wrong: u64, out: &mut impl Write) -> io::Result<()> {
        let [white, black, draw, unknown] = GameResult::ALL.map(GameResult::as_str);
        writeln!(
            out,
            "{:<14} {:>7} {white:>7} {black:>7} {draw:>7} {unknown:>7} {:>9} {:>7} {:>7}",
            "variant", "games", "turns min", "mean", "max"
        )?;
        for (name, count) in &self.variants {
            writeln!(out, "{}", count.row(name))?;
        }
        writeln!(out, "{}", self.all.row("all"))?;
        let terminations: Vec<String> =
            self.terminations.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(out, "terminations   {}", terminations.join(", "))?;
        writeln!(out, "broken off     {}", self.incomplete)?;
        writeln!(out, "wrong          {wrong}")
    }
}
