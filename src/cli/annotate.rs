//! `analyse --pgn`: annotates games with scores and best lines.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::{CliError, complain, for_each_game, open_games, progress_style, search};
use crate::files::Output;
use crate::protocol::ENGINE_NAME;
use crate::records::{Game, Note, Reader, Replayer, Turn};
use crate::search::Bound;
use crate::session::{Session, Task};
use crate::types::score::{DRAW, is_mate, mated_in};
use crate::types::{Ending, Move, Score};

/// The games to annotate, and the searches to do.
pub(super) struct Annotation {
    /// The PGN file.
    pub(super) pgn: PathBuf,
    /// If given, annotate only the game with this number, from 1.
    pub(super) game: Option<u64>,
    /// The file to write to; standard output if `None`.
    pub(super) output: Option<PathBuf>,
    /// The search of each position.
    pub(super) task: Task,
    /// The size of the transposition table, in mebibytes.
    pub(super) hash: usize,
    /// Number of search threads.
    pub(super) threads: usize,
}

impl Annotation {
    /// Writes each game when it is annotated, and reports wrong games on standard error. A file of output takes its
    /// place when all are done.
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let games = open_games(&self.pgn)?;
        let Some(path) = &self.output else { return self.annotate_all(games, out) };
        if is_same_file(path, &self.pgn) {
            return Err(CliError::Overwrites(path.display().to_string()));
        }
        let failed = |error| CliError::file(path, error);
        let mut output = Output::create(path).map_err(failed)?;
        let annotated = match self.annotate_all(games, &mut output) {
            Err(CliError::Output(error)) => Err(failed(error)),
            annotated => annotated,
        };
        // The games that are wrong have been reported; the others are kept.
        let is_wanted = match &annotated {
            Ok(()) => true,
            Err(CliError::WrongGames(_)) => !output.is_empty(),
            Err(_) => false,
        };
        if is_wanted {
            output.commit().map_err(failed)?;
        }
        annotated
    }

    fn annotate_all(&self, games: Reader<BufReader<File>>, out: &mut impl Write) -> Result<(), CliError> {
        let style = progress_style("{wide_bar} game {prefix}  {pos}/{len} turns  {eta}");
        let bar = ProgressBar::new(0).with_style(style);
        let mut replayer = Replayer::default();
        let mut wrong = 0;
        for_each_game(games, &self.pgn, self.game, |raw| {
            match raw.and_then(|raw| Ok((raw.number, replayer.replay(&raw)?))) {
                Ok((number, mut game)) => {
                    bar.set_prefix(number.to_string());
                    let session = replayer.session(&game)?;
                    self.annotate(&mut game, session, &bar)?;
                    write!(out, "{game}")?;
                    out.flush()?;
                }
                Err(error) => {
                    wrong += 1;
                    bar.suspend(|| complain(&CliError::file(&self.pgn, error)));
                }
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        CliError::check_wrong_games(wrong)
    }

    /// Annotates from the last turn to the first, so that the transposition table already knows how the game went on.
    fn annotate(&self, game: &mut Game, session: &mut dyn Session, bar: &ProgressBar) -> Result<(), CliError> {
        session.configure(self.hash, self.threads);
        session.clear();
        bar.set_length(game.turns.len() as u64);
        bar.set_position(0);
        for turn in &game.turns {
            session.play(turn.m)?;
        }
        let mut after = self.analyse(session)?;
        for turn in game.turns.iter_mut().rev() {
            let passed = session.view().side() != turn.side;
            session.undo();
            let before = self.analyse(session)?;
            let score = after.score_a_ply_before(passed);
            let text = std::mem::take(&mut turn.note.text);
            turn.note = Note { score: Some(score.into()), text, ..after.note };
            if before.line.first().is_some_and(|&best| best != turn.m) {
                turn.variations.push(variation(session, &before)?);
            }
            after = before;
            bar.inc(1);
        }
        game.tags.set("Annotator", ENGINE_NAME);
        Ok(())
    }

    /// Searches the session's position.
    fn analyse(&self, session: &mut dyn Session) -> Result<Analysis, CliError> {
        match session.ending() {
            Some(Ending::Checkmate(_)) => return Ok(Analysis::of_finished_game(mated_in(0))),
            Some(_) => return Ok(Analysis::of_finished_game(DRAW)),
            None => {}
        }
        let mut line = Vec::new();
        let mut time = None;
        let finish = search(session, self.task.clone(), &mut |report, _| {
            time = Some(report.elapsed);
            if report.line.bound == Bound::Exact {
                line.clone_from(&report.line.moves);
            }
            Ok(())
        })?;
        if line.first().copied() != finish.best {
            line = finish.best.into_iter().chain(finish.ponder).collect();
        }
        let note = Note { depth: Some(finish.depth), nodes: Some(finish.nodes), time, ..Note::default() };
        Ok(Analysis { score: finish.score, note, line })
    }
}

/// The analysis of a position.
struct Analysis {
    /// The score from the side to move's view.
    score: Score,
    /// Depth, nodes and time of the search.
    note: Note,
    /// The best line.
    line: Vec<Move>,
}

impl Analysis {
    /// The analysis of a position in which the game is over.
    fn of_finished_game(score: Score) -> Self {
        Self { score, note: Note::default(), line: Vec::new() }
    }

    /// The score of the turn that led to this position, from its mover's view. `passed` says whether the
    /// other side is to move now; after the first half of a double turn it is not.
    fn score_a_ply_before(&self, passed: bool) -> Score {
        let score = if passed { -self.score } else { self.score };
        if is_mate(score) { score - score.signum() } else { score }
    }
}

/// The best line of the session's position; its first turn has the score.
fn variation(session: &mut dyn Session, analysis: &Analysis) -> Result<Vec<Turn>, CliError> {
    let mut turns = Vec::new();
    for &m in &analysis.line {
        turns.push(Turn::new(session.view(), m, Note::default()));
        session.play(m)?;
    }
    for _ in &analysis.line {
        session.undo();
    }
    if let Some(first) = turns.first_mut() {
        first.note = Note { score: Some(analysis.score.into()), ..analysis.note.clone() };
    }
    Ok(turns)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
