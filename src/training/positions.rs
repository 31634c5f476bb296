//! The positions of games of the engine against itself, as training wants them.

use std::io::Write;
use std::sync::Arc;

use rayon::prelude::*;

use super::archive::{ArchiveError, Chunk};
use super::fit::Sample;
use super::record::{GameRecord, RecordError, Turn};
use crate::board::{Board, Variant};
use crate::eval::{Weights, trace};
use crate::games::{self, Visitor};
use crate::types::Score;
use crate::types::score::is_mate;

/// What became of a position.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The score of the search in centipawns from White's view.
    pub score: Score,
    /// White's points, 0 to 1.
    pub result: f32,
    /// The number of the game.
    pub game: u64,
}

/// Whether a position is one to learn from: a search scored it, it is not in check, and neither a capture nor a promotion
/// nor a mate follows, so that a static evaluation can tell its worth.
fn is_quiet<R: Variant>(board: &Board<R>, turn: Turn) -> bool {
    turn.score.is_some_and(|score| !is_mate(score)) && !board.in_check() && !board.is_noisy(turn.m)
}

/// What `make` makes of the quiet positions of games, in the order of the games. Of each `step` in a game one is taken.
///
/// # Errors
/// When a game cannot be replayed.
pub fn collect<R: Variant, T: Send>(
    rules: R,
    chunks: &[Chunk],
    step: usize,
    make: impl Fn(&Board<R>, Label) -> T + Sync,
) -> Result<Vec<T>, RecordError> {
    let games: Vec<&GameRecord> = chunks.iter().flat_map(|chunk| &chunk.games).collect();
    let of_game = |game: &&GameRecord| {
        let (mut made, mut count) = (Vec::new(), game.number as usize);
        let result = game.result.white_points().unwrap_or(0.5);
        game.replay(rules, |board, turn| {
            if let Some(score) = turn.score.filter(|_| is_quiet(board, turn)) {
                if count.is_multiple_of(step) {
                    made.push(make(board, Label { score, result, game: game.number }));
                }
                count += 1;
            }
        })?;
        Ok(made)
    };
    let made: Vec<Vec<T>> = games.par_iter().map(of_game).collect::<Result<_, RecordError>>()?;
    Ok(made.into_iter().flatten().collect())
}

/// How positions become samples of the fit.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Weight of the game's result in the target, 0 to 1; the search's score has the rest.
    pub trust: f32,
    /// See [`super::FitOptions::scale`].
    pub scale: f32,
    /// Of this many quiet positions in a row only the first is taken; 1 to take all.
    pub step: usize,
}

impl Reading {
    /// The samples of games of the variant with this name; `None` if there is no such variant. Some counts depend on the
    /// values of pieces, which are those of `weights`.
    ///
    /// # Errors
    /// When a game cannot be replayed.
    pub fn samples(
        &self,
        game: &str,
        chunks: &[Chunk],
        weights: &Arc<Weights>,
    ) -> Option<Result<Vec<Sample>, RecordError>> {
        games::visit_as_table(game, ReadSamples { reading: self, chunks, weights })
    }
}

struct ReadSamples<'a> {
    reading: &'a Reading,
    chunks: &'a [Chunk],
    weights: &'a Weights,
}

impl Visitor for ReadSamples<'_> {
    type Output = Result<Vec<Sample>, RecordError>;

    fn visit<R: Variant>(self, rules: R) -> Self::Output {
        let Reading { trust, scale, step } = *self.reading;
        let sample = |board: &Board<R>, label: Label| {
            Sample::new(&trace(board, self.weights), label.result, label.score, trust, scale, label.game)
        };
        collect(rules, self.chunks, step, sample)
    }
}

/// Writes the quiet positions of games of one variant as text, one a line: FEN, score and result from White's view.
/// Returns how many there are.
///
/// # Errors
/// When a game cannot be replayed, or the text cannot be written.
pub fn write_text(chunks: &[Chunk], output: &mut impl Write) -> Result<usize, ArchiveError> {
    struct Lines<'a>(&'a [Chunk]);
    impl Visitor for Lines<'_> {
        type Output = Result<Vec<String>, RecordError>;
        fn visit<R: Variant>(self, rules: R) -> Self::Output {
            let line = |board: &Board<R>, label: Label| format!("{};{};{}", board.fen(), label.score, label.result);
            collect(rules, self.0, 1, line)
        }
    }
    let mut count = 0;
    for chunk in chunks {
        let lines = games::visit_as_table(&chunk.series.variant, Lines(std::slice::from_ref(chunk)));
        for line in lines.unwrap_or(Ok(Vec::new()))? {
            writeln!(output, "{line}")?;
            count += 1;
        }
    }
    Ok(count)
}
