//! Games of the engine against itself, as positions with scores.

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::search::{Finish, Limits};
use crate::session::{Session, Task};
use crate::types::score::is_mate;
use crate::types::{Color, GameResult, Score};

/// Random moves at the beginning of a game: at least and at most.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=11;
/// Openings with a larger score are not played on, in centipawns.
const MAX_OPENING_SCORE: Score = 250;
/// A side that is behind by more than this, in centipawns ...
const RESIGN_SCORE: Score = 1800;
/// ... for so many plies has lost.
const RESIGN_PLIES: u32 = 5;
/// Longer games are drawn.
const MAX_PLIES: u32 = 500;

/// A game that was played.
pub struct SelfPlayGame {
    /// Its quiet positions as FEN, with the search's score in centipawns from White's view.
    pub positions: Vec<(String, Score)>,
    /// The result.
    pub result: GameResult,
}

/// Plays a game of so many nodes a move, from a random opening.
pub fn play_game(session: &mut dyn Session, nodes: u64, random: &mut SmallRng) -> SelfPlayGame {
    session.clear();
    set_up_opening(session, nodes, random);
    let mut positions = Vec::new();
    let mut decided = 0;
    for _ in 0..MAX_PLIES {
        if let Some(ending) = session.ending() {
            return SelfPlayGame { positions, result: ending.result() };
        }
        let Finish { best, score, .. } = think(session, nodes);
        let view = session.view();
        let white_score = if view.side() == Color::White { score } else { -score };
        decided = if score.abs() > RESIGN_SCORE { decided + 1 } else { 0 };
        if decided >= RESIGN_PLIES {
            let winner = if white_score > 0 { Color::White } else { Color::Black };
            return SelfPlayGame { positions, result: GameResult::won_by(winner) };
        }
        let Some(best) = best else { break };
        if !view.in_check() && !view.is_noisy(best) && !is_mate(score) {
            positions.push((view.fen(), white_score));
        }
        session.play(best).expect("the search's move is legal");
    }
    SelfPlayGame { positions, result: GameResult::Draw }
}

/// Random moves to a position that has moves and is not decided.
fn set_up_opening(session: &mut dyn Session, nodes: u64, random: &mut SmallRng) {
    loop {
        session.set_position(None).expect("the start position is a position of the game");
        for _ in 0..random.random_range(RANDOM_PLIES) {
            let Some(&m) = session.view().legal_moves().choose(random) else { break };
            session.play(m).expect("a legal move can be played");
        }
        if !session.view().legal_moves().is_empty() && think(session, nodes).score.abs() <= MAX_OPENING_SCORE {
            return;
        }
    }
}

fn think(session: &dyn Session, nodes: u64) -> Finish {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    session.think(&Task { limits, lines: 1, ..Task::default() }, &mut |_| {})
}
