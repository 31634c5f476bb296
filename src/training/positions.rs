//! The positions of games of the engine against itself, as training wants them.

use std::io::Write;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::archive::{ArchiveError, Chunk};
use super::fit::Sample;
use super::record::{Branch, GameRecord, RecordError, Turn};
use crate::board::{Spec, View};
use crate::eval::{Study, Weights};
use crate::search::Bound;
use crate::session::Catalogue;
use crate::statistics::expected_points;
use crate::system::share;
use crate::types::score::is_mate;
use crate::types::{Color, Score};

/// What became of a position.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The score of the search in centipawns from White's view.
    pub score: Score,
    /// The points that searches expected for White from here on, 0 to 1, see [`Outlook`].
    pub expected: f32,
    /// White's points, 0 to 1.
    pub result: f32,
    /// The number of the game.
    pub game: u64,
    /// For a position of a tree, what its score says from White's view; it has no result, and is expected what its score
    /// says. `None` for a position of the game.
    pub of_tree: Option<Bound>,
}

/// How the scores of the later searches of a game count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The score in centipawns at which 73 % of the points are expected.
    pub scale: f32,
    /// How much less each later search counts than the one before it, 0 to 1: at 0 the position's own search alone counts.
    /// Later searches see more of what the position leads to ("TD(lambda)", Sutton 1988).
    pub persistence: f32,
}

impl Outlook {
    /// The points that the searches of a game expected for White, from each on.
    fn of_game(&self, game: &GameRecord) -> Vec<f32> {
        let mut later = game.result.white_points().unwrap_or(0.5);
        let mut expected: Vec<f32> = game
            .scores
            .iter()
            .rev()
            .map(|&score| {
                later = self.persistence * later + (1.0 - self.persistence) * expected_points(score.into(), self.scale);
                later
            })
            .collect();
        expected.reverse();
        expected
    }

    /// What became of a position of a tree.
    fn of_branch(&self, position: &dyn Study, branch: &Branch, game: u64) -> Label {
        let score = Score::from(branch.score);
        let (score, bound) = match position.side() {
            Color::White => (score, branch.bound),
            Color::Black => (-score, branch.bound.reversed()),
        };
        let expected = expected_points(score as f32, self.scale);
        Label { score, expected, result: expected, game, of_tree: Some(bound) }
    }
}

/// Whether a position is one to learn from: a search scored it, it is not in check, and neither a capture nor a promotion
/// nor a mate follows, so that a static evaluation can tell its worth.
fn is_quiet(board: &dyn Study, turn: Turn) -> bool {
    turn.score.is_some_and(|score| !is_mate(score)) && !board.in_check() && !board.is_noisy(turn.m)
}

/// Which positions of games are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The quiet positions in which a search was made.
    Roots,
    /// The positions at the ends of the lines that searches expected: an evaluation is asked for such positions.
    Leaves,
    /// Both of them.
    Both,
    /// Both, and the positions of trees that were kept.
    All,
}

/// What `make` makes of positions of games of one variant, in the order of the games. Of each `step` in a game one is taken.
///
/// # Errors
/// When a game cannot be replayed.
pub fn collect<T: Send>(
    (catalogue, spec): (&Catalogue, &'static Spec),
    games: &[GameRecord],
    (source, step): (Source, usize),
    outlook: Outlook,
    make: impl Fn(&dyn Study, Label) -> T + Sync,
) -> Result<Vec<T>, RecordError> {
    let of_game = |game: &GameRecord| {
        let mut session = catalogue.open(spec);
        let (mut made, mut count, mut wrong) = (Vec::new(), game.number as usize, None);
        let mut expected = outlook.of_game(game).into_iter();
        let result = game.result.white_points().unwrap_or(0.5);
        let replayed = game.replay(&mut *session, |board, turn| {
            let Some(score) = turn.score else { return };
            let expected = expected.next().unwrap_or(result);
            let label = Label { score, expected, result, game: game.number, of_tree: None };
            let mut take = |board: &dyn Study, label: Label| {
                if count.is_multiple_of(step) {
                    made.push(make(board, label));
                }
                count += 1;
            };
            if source != Source::Leaves && is_quiet(board, turn) {
                take(board, label);
            }
            if source != Source::Roots && !is_mate(score) {
                match game.leaf(board, turn) {
                    Ok(leaf) => {
                        let calm = leaf.filter(|leaf| !leaf.in_check() && leaf.has_moves());
                        calm.iter().for_each(|leaf| take(&**leaf, label));
                    }
                    Err(error) => wrong = Some(error),
                }
            }
            if source == Source::All {
                for found in game.tree(board, turn) {
                    match found {
                        Ok((position, branch)) => take(&*position, outlook.of_branch(&*position, branch, game.number)),
                        Err(error) => wrong = Some(error),
                    }
                }
            }
        });
        replayed.and(wrong.map_or(Ok(made), Err))
    };
    let made: Vec<Result<Vec<T>, RecordError>> = share(|| games.par_iter().map(of_game).collect());
    let made: Vec<Vec<T>> = made.into_iter().collect::<Result<_, _>>()?;
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
    /// The samples of games of a variant. Some counts depend on the values of pieces, which are those of `weights`.
    ///
    /// # Errors
    /// When a game cannot be replayed.
    pub fn samples(
        &self,
        game: (&Catalogue, &'static Spec),
        chunks: &[Chunk],
        weights: &Weights,
    ) -> Result<Vec<Sample>, RecordError> {
        let Self { trust, scale, step } = *self;
        let sample = |board: &dyn Study, label: Label| {
            Sample::new(&board.trace(weights), label.result, label.score, trust, scale, label.game)
        };
        let outlook = Outlook { scale, persistence: 0.0 };
        let mut samples = Vec::new();
        for chunk in chunks {
            samples.extend(collect(game, &chunk.games, (Source::Roots, step), outlook, sample)?);
        }
        Ok(samples)
    }
}

/// Writes the quiet positions of games of known variants as text, one a line: FEN, score and result from White's view.
/// Returns how many there are.
///
/// # Errors
/// When a game cannot be replayed, or the text cannot be written.
pub fn write_text(catalogue: &Catalogue, chunks: &[Chunk], output: &mut impl Write) -> Result<usize, ArchiveError> {
    let line =
        |board: &dyn Study, label: Label| format!("{};{};{}", (board as &dyn View).fen(), label.score, label.result);
    let outlook = Outlook { scale: 1.0, persistence: 0.0 };
    let mut count = 0;
    for chunk in chunks {
        let Some(spec) = catalogue.games.find(&chunk.series.variant) else { continue };
        for line in collect((catalogue, spec), &chunk.games, (Source::Roots, 1), outlook, line)? {
            writeln!(output, "{line}")?;
            count += 1;
        }
    }
    Ok(count)
}
