//! Games of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::record::{GameRecord, MAX_LINE, sorted_moves};
use crate::board::View;
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
        lines: Vec::new(),
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
        let (Finish { best, score, .. }, line) = think(session, limits(nodes));
        let white_score = if session.view().side() == Color::White { score } else { -score };
        decided = if score.abs() > RESIGN_SCORE { decided + 1 } else { 0 };
        if decided >= RESIGN_PLIES {
            let winner = if white_score > 0 { Color::White } else { Color::Black };
            return Some(GameRecord { result: GameResult::won_by(winner), ..game });
        }
        let best = best?;
        let (turn, rest) = places_of(session.view(), best, &line);
        game.turns.push(turn);
        game.lines.push(rest);
        game.scores.push(white_score as i16);
        session.play(best).expect("the search returns a legal move");
    }
    Some(game)
}

/// The place of a legal move among all, as a record numbers them.
fn place_of(view: &dyn View, m: Move) -> Option<u16> {
    let moves = sorted_moves(&view.legal_moves());
    moves.iter().position(|&legal| legal == m).map(|place| place as u16)
}

/// The place of a legal move, and those of the moves that a search expected after it.
fn places_of(view: &dyn View, best: Move, line: &[Move]) -> (u16, Vec<u16>) {
    let first = place_of(view, best).expect("the move is legal");
    let mut rest = Vec::new();
    // A search that was stopped may have a line for another move.
    if line.first() == Some(&best) {
        let mut view = view.after(best);
        for &m in line[1..].iter().take(MAX_LINE) {
            let Some(place) = place_of(&*view, m) else { break };
            rest.push(place);
            view = view.after(m);
        }
    }
    (first, rest)
}

/// Random moves to a position that has legal moves and, if one is found soon enough, is not decided.
fn set_up_opening(session: &mut dyn Session, nodes: u64, random: &mut SmallRng) -> Vec<u16> {
    for left in (0..MAX_TRIES).rev() {
        session.set_position(None).expect("the start position is valid");
        let mut turns = Vec::new();
        for _ in 0..random.random_range(RANDOM_PLIES) {
            let Some(&m) = session.view().legal_moves().choose(random) else { break };
            turns.extend(place_of(session.view(), m));
            session.play(m).expect("the move is one of the legal moves");
        }
        let has_moves = !session.view().legal_moves().is_empty();
        if has_moves && (left < MAX_TRIES / 2 || think(session, limits(nodes)).0.score.abs() <= MAX_OPENING_SCORE) {
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

/// Searches with these limits. Returns the principal variation, too.
pub(super) fn think(session: &dyn Session, limits: Limits) -> (Finish, Vec<Move>) {
    let mut line = Vec::new();
    let task = Task { limits, lines: 1, ..Task::default() };
    let finish = session.think(&task, &mut |report| line.clone_from(&report.line.moves));
    (finish, line)
}
