//! Annotates games with scores, best lines, and glyphs for mistakes.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use super::{Note, PgnGame, Turn};
use crate::ENGINE_NAME;
use crate::board::{FenError, MoveError};
use crate::eval::win_draw_loss;
use crate::search::Bound;
use crate::session::{SearchBroken, Session, Task};
use crate::types::score::is_mate;
use crate::types::{Move, Score};

/// The glyphs of mistakes, the worst first: `??`, `?` and `?!`, and the expected points that such a turn loses at least, in
/// thousandths.
const MISTAKES: [(u8, i32); 3] = [(4, 300), (2, 200), (6, 100)];

/// Why a game cannot be annotated.
#[derive(Debug, Error)]
pub enum AnnotationError {
    /// Its start was refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// A search ended without a result.
    #[error("{0}")]
    Search(#[from] SearchBroken),
}

/// Annotates games.
pub struct Annotator<'a> {
    /// The search of each position. It needs a limit.
    pub task: Task,
    /// Ends the annotation when it becomes true.
    pub stop: &'a AtomicBool,
    /// Is called after each position with the number of positions that are done and the number of all.
    pub on_progress: &'a mut dyn FnMut(usize, usize),
}

impl Annotator<'_> {
    /// Gives each turn its score. A turn that loses chances has a glyph, which replaces an earlier one of this sort, and the
    /// best line as a variation. Returns `false` if it was stopped; the last turns of the
    /// game are annotated then.
    ///
    /// `session` must be of the game's variant; its position changes.
    ///
    /// # Errors
    /// When the game is not legal, or a search breaks down. Some turns may be annotated then.
    pub fn annotate(&mut self, game: &mut PgnGame, session: &mut dyn Session) -> Result<bool, AnnotationError> {
        session.set_position(game.start.as_deref())?;
        for turn in &game.turns {
            session.play(turn.m)?;
        }
        let positions = game.turns.len() + 1;
        let Some(mut after) = self.analyse(session)? else { return Ok(false) };
        (self.on_progress)(1, positions);
        game.tags.set("Annotator", ENGINE_NAME);
        // From the last turn to the first, so that the transposition table already knows how the game went on.
        for (number, turn) in game.turns.iter_mut().rev().enumerate() {
            let passed = session.view().side() != turn.side;
            session.undo();
            let Some(before) = self.analyse(session)? else { return Ok(false) };
            annotate_turn(turn, session, &before, &after, passed)?;
            after = before;
            (self.on_progress)(number + 2, positions);
        }
        Ok(true)
    }

    /// Searches the session's position; `None` if it was stopped.
    fn analyse(&self, session: &mut dyn Session) -> Result<Option<Analysis>, AnnotationError> {
        if let Some(score) = session.final_score() {
            return Ok(Some(Analysis::of_finished_game(score)));
        }
        let mut line = Vec::new();
        let mut time = None;
        let finish = session.search_until(self.task.clone(), self.stop, &mut |report, _| {
            time = Some(report.elapsed);
            if report.line.bound == Bound::Exact {
                line.clone_from(&report.line.moves);
            }
            Ok::<(), SearchBroken>(())
        })?;
        if self.stop.load(Relaxed) {
            return Ok(None);
        }
        if line.first().copied() != finish.best {
            line = finish.best.into_iter().chain(finish.ponder).collect();
        }
        let note = Note { depth: Some(finish.depth), nodes: Some(finish.nodes), time, ..Note::default() };
        Ok(Some(Analysis { score: finish.score, note, line }))
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

/// Annotates a turn, which the position of the session is waiting for, by the analyses of the positions before and after
/// it. For `passed` see [`Analysis::score_a_ply_before`].
fn annotate_turn(
    turn: &mut Turn,
    session: &mut dyn Session,
    before: &Analysis,
    after: &Analysis,
    passed: bool,
) -> Result<(), MoveError> {
    let score = after.score_a_ply_before(passed);
    let text = std::mem::take(&mut turn.note.text);
    turn.note = Note { score: Some(score.into()), text, ..after.note.clone() };
    turn.glyphs.retain(|glyph| MISTAKES.iter().all(|(mistake, _)| glyph != mistake));
    if before.line.first().is_some_and(|&best| best != turn.m) {
        let mistake = glyph(session, before.score, score);
        turn.glyphs.extend(mistake);
        let better = variation(session, before)?;
        // An earlier annotation may have found the same line.
        turn.variations.retain(|line| !line.iter().map(|turn| turn.m).eq(better.iter().map(|turn| turn.m)));
        if mistake.is_some() {
            turn.variations.push(better);
        }
    }
    Ok(())
}

/// The glyph of a turn with the score `played` where the best one has the score `best`, from the mover's view; `None` if it
/// is not a mistake.
fn glyph(session: &dyn Session, best: Score, played: Score) -> Option<u8> {
    let points = |score| {
        let [win, draw, _] = win_draw_loss(session.chances(), session.view(), score);
        2 * win as i32 + draw as i32
    };
    let loss = points(best) - points(played);
    MISTAKES.into_iter().find(|&(_, least)| loss >= 2 * least).map(|(glyph, _)| glyph)
}

/// The best line of the session's position; its first turn has the score.
fn variation(session: &mut dyn Session, analysis: &Analysis) -> Result<Vec<Turn>, MoveError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn glyphs_follow_from_the_points_lost() {
        let session = Catalogue::default().open_named("januskamil").expect("a listed game");
        let session = &*session;
        // In thousandths of half a point.
        let expected = |score| {
            let [win, draw, loss] = win_draw_loss(session.chances(), session.view(), score);
            assert_eq!(win + draw + loss, 1_000);
            i64::from(2 * win + draw)
        };
        let mut found = Vec::new();
        for played in (-1500..=50).rev() {
            let sign = glyph(session, 50, played);
            let wanted = match expected(50) - expected(played) {
                loss if loss >= 600 => Some(4),
                loss if loss >= 400 => Some(2),
                loss if loss >= 200 => Some(6),
                _ => None,
            };
            assert_eq!(sign, wanted, "{played}");
            found.push(sign);
        }
        found.dedup();
        assert_eq!(found, [None, Some(6), Some(2), Some(4)]);
        assert_eq!(glyph(session, mate_in(5), mate_in(9)), None);
        assert_eq!(glyph(session, mate_in(5), mated_in(2)), Some(4));
        assert_eq!(glyph(session, -100, 900), None);
    }
}
