//! `datagen`: games of the engine against itself, as positions with scores and results for fitting.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;

use super::{CliError, VariantArgs};
use crate::board::Board;
use crate::eval::Evaluated;
use crate::rules::{self, Rules, Visitor};
use crate::search::{Control, Engine, Limits, Position, Request};
use crate::types::score::is_mate;
use crate::types::{Color, Move, Score};

/// Play games against itself and write their quiet positions, one a line: `FEN;score;result`
///
/// The score is the search's, in centipawns from White's view; the result is White's: 1, 0.5 or 0.
#[derive(Debug, clap::Args)]
pub(super) struct Datagen {
    #[command(flatten)]
    variant: VariantArgs,
    /// Games to play
    #[arg(short, long, default_value_t = 100)]
    games: u64,
    /// Nodes a move
    #[arg(short, long, default_value_t = 5000)]
    nodes: u64,
    /// Each number gives other games; the same number the same games
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(short, long, default_value_t = 1)]
    threads: usize,
    /// The file to add the positions to
    #[arg(short, long)]
    output: PathBuf,
}

/// Random moves at the beginning of a game: at least and at most.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=11;
/// Openings with a larger score are not played on, in centipawns.
const BALANCED: Score = 250;
/// A side that is behind by more than this ...
const RESIGN_SCORE: Score = 1800;
/// ... for so many plies has lost.
const RESIGN_PLIES: u32 = 5;
/// Longer games are drawn.
const MOST_PLIES: u32 = 500;
/// The table of each game, in mebibytes.
const HASH: usize = 8;

struct Record {
    fen: String,
    score: Score,
}

impl Datagen {
    /// Plays, and adds to the file game by game.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let name = self.variant.variant.clone();
        rules::visit(&name, Generate { options: self, out }).ok_or(CliError::UnknownVariant(name))?
    }
}

struct Generate<'a, W> {
    options: Datagen,
    out: &'a mut W,
}

impl<W: Write> Visitor for Generate<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Datagen { games, nodes, seed, threads, output, .. } = self.options;
        let opened = OpenOptions::new().create(true).append(true).open(&output);
        let file = opened.map_err(|error| CliError::File(output.display().to_string(), error))?;
        let file = Mutex::new(BufWriter::new(file));
        let bar = ProgressBar::new(games).with_style(
            ProgressStyle::with_template("{wide_bar} {pos}/{len} games {eta}").unwrap_or(ProgressStyle::default_bar()),
        );
        let play = |number: u64| -> Result<usize, CliError> {
            let mut random = SmallRng::seed_from_u64(seed.wrapping_mul(1 << 32).wrapping_add(number));
            let (records, result) = play_game::<R>(nodes, &mut random);
            write_game(&file, &records, result)?;
            bar.inc(1);
            Ok(records.len())
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(CliError::Threads)?;
        let positions: usize =
            pool.install(|| (0..games).into_par_iter().map(play).sum::<Result<usize, CliError>>())?;
        bar.finish_and_clear();
        writeln!(self.out, "games {games}  positions {positions}")?;
        Ok(())
    }
}

/// Writes a game as a whole, so that a run that is broken off leaves whole games.
fn write_game(file: &Mutex<BufWriter<File>>, records: &[Record], result: f32) -> Result<(), CliError> {
    let text: String = records.iter().map(|r| format!("{};{};{result}\n", r.fen, r.score)).collect();
    let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    file.write_all(text.as_bytes())?;
    Ok(file.flush()?)
}

/// A position after random moves that has moves and is not decided.
fn opening<R: Rules>(engine: &Engine, nodes: u64, random: &mut SmallRng) -> Vec<Board<R>> {
    loop {
        let mut boards = vec![Board::<R>::start()];
        for _ in 0..random.random_range(RANDOM_PLIES) {
            let mut board = boards[boards.len() - 1];
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.random_range(0..moves.len())], &mut ());
            boards.push(board);
        }
        if boards[boards.len() - 1].has_moves() && think(engine, &boards, nodes).1.abs() <= BALANCED {
            return boards;
        }
    }
}

/// The engine's move and score, from the side to move's view.
fn think<R: Rules>(engine: &Engine, boards: &[Board<R>], nodes: u64) -> (Move, Score) {
    let (board, earlier) = boards.split_last().expect("a game has its first position");
    let reversible = usize::from(board.clock()).min(earlier.len());
    let request = Request {
        position: Evaluated::new(*board),
        history: earlier[earlier.len() - reversible..].iter().map(|board| board.keys().position).collect(),
        root_moves: board.legal_moves().to_vec(),
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        endless: false,
        lines: 1,
    };
    let finish = engine.run(&request, &Control::new(false), &mut |_| {});
    (finish.best.unwrap_or(Move::NONE), finish.score)
}

/// Plays a game; returns its quiet positions and White's result.
fn play_game<R: Rules>(nodes: u64, random: &mut SmallRng) -> (Vec<Record>, f32) {
    let mut engine = Engine::new();
    engine.configure(HASH, 1);
    let mut boards = opening::<R>(&engine, nodes, random);
    let mut records = Vec::new();
    let mut decided = 0;
    for _ in 0..MOST_PLIES {
        let board = boards[boards.len() - 1];
        if let Some(result) = result(&boards) {
            return (records, result);
        }
        let (best, score) = think(&engine, &boards, nodes);
        let white_score = if board.side() == Color::White { score } else { -score };
        decided = if score.abs() > RESIGN_SCORE { decided + 1 } else { 0 };
        if decided >= RESIGN_PLIES {
            return (records, if white_score > 0 { 1.0 } else { 0.0 });
        }
        let quiet = !board.in_check() && !Evaluated::new(board).is_noisy(best);
        if quiet && !is_mate(score) {
            records.push(Record { fen: board.fen(), score: white_score });
        }
        let mut next = board;
        next.play(best, &mut ());
        boards.push(next);
    }
    (records, 0.5)
}

/// White's result if the game is over.
fn result<R: Rules>(boards: &[Board<R>]) -> Option<f32> {
    let (board, earlier) = boards.split_last()?;
    if !board.has_moves() {
        let mated = if board.side() == Color::White { 0.0 } else { 1.0 };
        return Some(if board.in_check() { mated } else { 0.5 });
    }
    let key = board.keys().position;
    let repeated = earlier.iter().filter(|earlier| earlier.keys().position == key).count() >= 2;
    (repeated || board.clock() >= 100 || board.bare_kings()).then_some(0.5)
}
