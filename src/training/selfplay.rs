//! Games of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::search::{Finish, Limits};
use crate::session::{Session, Task};
use crate::types::score::is_mate;
use crate::types::{Color, GameResult, Score};

/// Number of random moves at the beginning of a game.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=11;
/// An opening whose score is larger, in centipawns for either side, is not used.
const MAX_OPENING_SCORE: Score = 250;
/// After half as many tries any opening is used that has legal moves, after all the start position.
const MAX_TRIES: u32 = 200;
/// When one side is behind by more than this, in centipawns, for [`RESIGN_PLIES`] plies in a row, it has lost.
const RESIGN_SCORE: Score = 1800;
/// See [`RESIGN_SCORE`].
const RESIGN_PLIES: u32 = 5;
/// A game that reaches this number of plies is drawn.
const MAX_PLIES: u32 = 500;

/// A game of the engine against itself.
pub struct SelfPlayGame {
    /// The quiet positions as FEN, with the score of the search in centipawns from White's view.
    pub positions: Vec<(String, Score)>,
    /// The result.
    pub result: GameResult,
}

/// Plays a game from a random opening. Each search has this number of nodes.
pub fn play_game(session: &mut dyn Session, nodes: u64, random: &mut SmallRng) -> SelfPlayGame {
    let game = play_game_until(session, nodes, random, &AtomicBool::new(false));
    game.expect("nobody stops it")
}

/// As [`play_game`]; `None` if `stop` became true before the game was over.
pub(super) fn play_game_until(
    session: &mut dyn Session,
    nodes: u64,
    random: &mut SmallRng,
    stop: &AtomicBool,
) -> Option<SelfPlayGame> {
    session.clear();
    set_up_opening(session, nodes, random);
    let mut positions = Vec::new();
    let mut decided = 0;
    for _ in 0..MAX_PLIES {
        if stop.load(Relaxed) {
            return None;
        }
        if let Some(ending) = session.ending() {
            return Some(SelfPlayGame { positions, result: ending.result() });
        }
        let Finish { best, score, .. } = think(session, nodes);
        let view = session.view();
        let white_score = if view.side() == Color::White { score } else { -score };
        decided = if score.abs() > RESIGN_SCORE { decided + 1 } else { 0 };
        if decided >= RESIGN_PLIES {
            let winner = if white_score > 0 { Color::White } else { Color::Black };
            return Some(SelfPlayGame { positions, result: GameResult::won_by(winner) });
        }
        let Some(best) = best else { break };
        if !view.in_check() && !view.is_noisy(best) && !is_mate(score) {
            positions.push((view.fen(), white_score));
        }
        session.play(best).expect("the search returns a legal move");
    }
    Some(SelfPlayGame { positions, result: GameResult::Draw })
}

/// Random moves to a position that has legal moves and, if one is found soon enough, is not decided.
fn set_up_opening(session: &mut dyn Session, nodes: u64, random: &mut SmallRng) {
    for left in (0..MAX_TRIES).rev() {
        session.set_position(None).expect("the start position is valid");
        for _ in 0..random.random_range(RANDOM_PLIES) {
            let Some(&m) = session.view().legal_moves().choose(random) else { break };
            session.play(m).expect("the move is one of the legal moves");
        }
        let has_moves = !session.view().legal_moves().is_empty();
        if has_moves && (left < MAX_TRIES / 2 || think(session, nodes).score.abs() <= MAX_OPENING_SCORE) {
            return;
        }
    }
    session.set_position(None).expect("the start position is valid");
}

/// A search with this number of nodes.
pub(super) fn think(session: &dyn Session, nodes: u64) -> Finish {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {})
}
