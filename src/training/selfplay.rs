//! Games of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::record::{GameRecord, sorted_moves};
use crate::search::{Finish, Limits};
use crate::session::{Session, Task};
use crate::types::{Color, GameResult, Move, Score};

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
const MAX_PLIES: usize = 500;
/// A search ends after this many times the nodes after which it begins no iteration.
const HARD_FACTOR: u64 = 8;
/// The size of the transposition table for searches of up to [`SHORT_NODES`], and for longer ones, in mebibytes.
const HASHES: [usize; 2] = [1, 8];
/// See [`HASHES`].
const SHORT_NODES: u64 = 2_000;

/// The size of the transposition table for searches of this many nodes, in mebibytes.
pub(super) fn hash_for(nodes: u64) -> usize {
    HASHES[usize::from(nodes > SHORT_NODES)]
}

/// Plays a game from a random opening; `None` if `stop` became true before it was over. No search begins an iteration
/// after this many nodes. The game depends only on these arguments and the evaluation.
pub(super) fn play_game(
    session: &mut dyn Session,
    nodes: u64,
    number: u64,
    random: &mut SmallRng,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    session.clear();
    let opening = set_up_opening(session, nodes, random);
    let mut game = GameRecord {
        number,
        start: None,
        opening: opening.len(),
        turns: opening,
        scores: Vec::new(),
        result: GameResult::Draw,
        is_by_rule: false,
    };
    let mut decided = 0;
    while game.turns.len() < MAX_PLIES {
        if stop.load(Relaxed) {
            return None;
        }
        if let Some(ending) = session.ending() {
            return Some(GameRecord { result: ending.result(), is_by_rule: true, ..game });
        }
        let Finish { best, score, .. } = think(session, limits(nodes));
        let white_score = if session.view().side() == Color::White { score } else { -score };
        decided = if score.abs() > RESIGN_SCORE { decided + 1 } else { 0 };
        if decided >= RESIGN_PLIES {
            let winner = if white_score > 0 { Color::White } else { Color::Black };
            return Some(GameRecord { result: GameResult::won_by(winner), ..game });
        }
        let best = best?;
        game.turns.push(place_of(session, best));
        game.scores.push(white_score as i16);
        session.play(best).expect("the search returns a legal move");
    }
    Some(game)
}

/// The place of a legal move among all, as a record numbers them.
fn place_of(session: &dyn Session, m: Move) -> u16 {
    let moves = sorted_moves(&session.view().legal_moves());
    moves.iter().position(|&legal| legal == m).expect("the move is legal") as u16
}

/// Random moves to a position that has legal moves and, if one is found soon enough, is not decided.
fn set_up_opening(session: &mut dyn Session, nodes: u64, random: &mut SmallRng) -> Vec<u16> {
    for left in (0..MAX_TRIES).rev() {
        session.set_position(None).expect("the start position is valid");
        let mut turns = Vec::new();
        for _ in 0..random.random_range(RANDOM_PLIES) {
            let Some(&m) = session.view().legal_moves().choose(random) else { break };
            turns.push(place_of(session, m));
            session.play(m).expect("the move is one of the legal moves");
        }
        let has_moves = !session.view().legal_moves().is_empty();
        if has_moves && (left < MAX_TRIES / 2 || think(session, limits(nodes)).score.abs() <= MAX_OPENING_SCORE) {
            return turns;
        }
    }
    session.set_position(None).expect("the start position is valid");
    Vec::new()
}

/// The limits of a search that begins no iteration after this many nodes.
fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes * HARD_FACTOR), soft_nodes: Some(nodes), ..Limits::default() }
}

/// Searches with these limits.
pub(super) fn think(session: &dyn Session, limits: Limits) -> Finish {
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {})
}
