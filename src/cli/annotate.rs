//! `analyse --pgn`: annotates games with scores, best lines, and glyphs for mistakes.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::common::{Context, for_each_game, open_games, progress_style, warn_about};
use super::error::{CliError, complain};
use crate::files::Output;
use crate::records::{Annotator, PgnGame, Reader, Replayer};
use crate::session::{Session, Task};

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
    pub(super) fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let games = open_games(&self.pgn)?;
        let Some(path) = &self.output else { return self.annotate_all(context, games, out) };
        if is_same_file(path, &self.pgn) {
            return Err(CliError::Overwrites(path.display().to_string()));
        }
        let failed = |error| CliError::file(path, error);
        let mut output = Output::create(path).map_err(failed)?;
        let annotated = match self.annotate_all(context, games, &mut output) {
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

    fn annotate_all(
        &self,
        context: &Context,
        games: Reader<BufReader<File>>,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let style = progress_style("{wide_bar} game {prefix}  {pos}/{len} positions  {eta}");
        let bar = ProgressBar::new(0).with_style(style);
        let mut replayer = Replayer::new(&context.catalogue);
        let mut wrong = 0;
        for_each_game(games, &self.pgn, self.game, |raw| {
            match raw.and_then(|raw| Ok((raw.number, replayer.replay(&raw)?))) {
                Ok((number, mut game)) => {
                    bar.suspend(|| warn_about(&self.pgn, &replayer));
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

    fn annotate(&self, game: &mut PgnGame, session: &mut dyn Session, bar: &ProgressBar) -> Result<(), CliError> {
        session.configure(self.hash, self.threads);
        session.clear();
        let mut on_progress = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        };
        on_progress(0, game.turns.len() + 1);
        // The command runs to its end.
        let stop = AtomicBool::new(false);
        Annotator { task: self.task.clone(), stop: &stop, on_progress: &mut on_progress }.annotate(game, session)?;
        Ok(())
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
