//! Games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::record::{Branch, GameRecord, MAX_LINE, sorted_moves};
use crate::board::View;
use crate::search::{Finish, Limits, Sampler, TreeSample};
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
/// The positions of each search's tree that are kept unless something else is asked for.
pub const KEPT_POSITIONS: u16 = 8;
/// See [`HASHES`].
const SHORT_NODES: u64 = 2_000;

/// The size of the transposition table for searches of this many nodes, in mebibytes.
pub(super) fn hash_for(nodes: u64) -> usize {
    HASHES[usize::from(nodes > SHORT_NODES)]
}

/// Plays a game from a random opening; `None` if `stop` became true before it was over. No search begins an iteration
/// after this many nodes; of its tree, this many positions are kept. The game depends only on these arguments and the
/// evaluation, and its moves do not depend on what is kept.
pub(super) fn play_game(
    session: &mut dyn Session,
    (nodes, kept): (u64, usize),
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
        trees: Vec::new(),
        result: GameResult::Draw,
        is_by_rule: false,
    };
    let sampler = (kept > 0).then(|| Arc::new(Sampler::new(kept)));
    let mut decided = 0;
    while game.turns.len() < MAX_PLIES {
        if stop.load(Relaxed) {
            return None;
        }
        if let Some(ending) = session.ending() {
            return Some(GameRecord { result: ending.result(), is_by_rule: true, ..game });
        }
        let task = Task { sampler: sampler.clone(), ..Task::of(limits(nodes)) };
        let (Finish { best, score, .. }, line) = think(session, &task);
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
        if let Some(sampler) = &sampler {
            game.trees.push(sampler.take().iter().filter_map(|sample| branch(session.view(), sample)).collect());
        }
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

/// A position of the tree of a search of this position, as a record has it; `None` if it is too far away.
fn branch(view: &dyn View, sample: &TreeSample) -> Option<Branch> {
    let mut path = Vec::new();
    let mut view = view.boxed();
    for &m in &sample.path {
        let place = if m.is_some() { place_of(&*view, m)? + 1 } else { 0 };
        path.push(place);
        view = if m.is_some() { view.after(m) } else { view.after_pass() };
    }
    let score = i16::try_from(sample.score).ok()?;
    (path.len() <= MAX_LINE).then_some(Branch { path, score, bound: sample.bound })
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
        if has_moves
            && (left < MAX_TRIES / 2 || think(session, &Task::of(limits(nodes))).0.score.abs() <= MAX_OPENING_SCORE)
        {
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

/// Searches. Returns the principal variation, too.
pub(super) fn think(session: &dyn Session, task: &Task) -> (Finish, Vec<Move>) {
    let mut line = Vec::new();
    let finish = session.think(task, &mut |report| line.clone_from(&report.line.moves));
    (finish, line)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::board::View;
    use crate::eval::Study;
    use crate::search::Bound;
    use crate::session::Catalogue;

    /// Counts the positions of trees of a game by what their scores say, and checks that they are what was sampled.
    fn count_branches(game: &GameRecord, session: &mut dyn Session) -> [usize; 3] {
        let mut counts = [0; 3];
        let count_tree = |board: &dyn Study, turn| {
            for found in game.tree(board, turn) {
                let (position, branch) = found.unwrap();
                assert!(!position.in_check() && position.has_moves(), "{}", (&*position as &dyn View).fen());
                assert!(!branch.path.is_empty());
                counts[branch.bound as usize] += 1;
            }
        };
        game.replay(session, count_tree).unwrap();
        counts
    }

    #[test]
    fn positions_of_trees_are_found_again_and_change_no_game() {
        for name in ["chess", "luotuoqi", "bilateral"] {
            let mut session = Catalogue::default().open_named(name).unwrap();
            let mut play = |kept| {
                let mut random = SmallRng::seed_from_u64(3);
                play_game(&mut *session, (300, kept), 3, &mut random, &AtomicBool::new(false)).unwrap()
            };
            let (game, plain) = (play(6), play(0));
            assert_eq!(GameRecord { trees: Vec::new(), ..game.clone() }, plain, "{name}");
            assert_eq!(game.trees.len(), game.scores.len());
            assert!(game.trees.iter().all(|tree| tree.len() <= 6));
            let counts = count_branches(&game, &mut *session);
            assert!(counts.into_iter().all(|count| count > 0), "{name}: {counts:?}");
        }
    }

    #[test]
    fn a_turn_of_a_tree_that_is_not_legal_is_an_error() {
        let mut session = Catalogue::default().open_named("chess").unwrap();
        let mut random = SmallRng::seed_from_u64(3);
        let mut game = play_game(&mut *session, (300, 6), 3, &mut random, &AtomicBool::new(false)).unwrap();
        game.trees[0] = vec![Branch { path: vec![9_999], score: 0, bound: Bound::Exact }];
        let mut wrong = 0;
        game.replay(&mut *session, |board, turn| wrong += game.tree(board, turn).filter(Result::is_err).count())
            .unwrap();
        assert_eq!(wrong, 1);
    }
}
