//! Quick games of the engine against itself, which show what a game is like: who wins, how long it takes, which pieces
//! are captured and promoted. They need no thread and no file.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Session, Task};
use crate::board::View;
use crate::search::{Limits, mix};
use crate::types::{Color, GameResult, Kind, Move};

/// Random moves at the beginning of a game, so that no two games are alike.
const RANDOM_PLIES: u32 = 4;
/// A beginning with a larger score for either side, in centipawns, is thrown away …
const MAX_OPENING_SCORE: i32 = 150;
/// The most nodes of the search that tells it.
const OPENING_NODES: u64 = 1_000;
/// … as long as there have been fewer than this.
const MAX_TRIES: u64 = 20;
/// A game that reaches this number of plies is broken off as a draw.
const MAX_PLIES: u32 = 400;

/// What has happened to a kind of piece, on both sides together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fate {
    /// Pieces in the array.
    pub begun: u64,
    /// Pieces that the other side's moves have taken from the board.
    pub captured: u64,
    /// Pieces that own moves have made, mostly by promotion.
    pub promoted: u64,
}

/// What some games were like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrialCount {
    /// Games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games that were drawn by rule.
    pub draws: u64,
    /// Games that were broken off because they lasted too long.
    pub endless: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Legal moves in all positions together.
    pub choices: u64,
    /// What has happened to each kind.
    pub fates: Vec<Fate>,
}

impl TrialCount {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.white + self.black + self.draws + self.endless
    }
}

/// Games of the engine against itself. Each depends only on its number and the nodes.
pub struct Trial {
    /// Nodes of each search.
    pub nodes: u64,
    /// What the games so far were like.
    pub count: TrialCount,
}

impl Trial {
    /// Games with this many nodes for each search.
    pub fn new(nodes: u64) -> Self {
        Self { nodes, count: TrialCount::default() }
    }

    /// Plays the next game and counts it; `false` if `stop` became true before it was over.
    pub fn play(&mut self, session: &mut dyn Session, stop: &AtomicBool) -> bool {
        let kinds = session.spec().kinds();
        let mut count = TrialCount { fates: vec![Fate::default(); kinds], ..self.count.clone() };
        count.fates[..self.count.fates.len()].copy_from_slice(&self.count.fates);
        session.clear();
        self.set_up(session, stop);
        add_array(&mut count.fates, session.view());
        for _ in 0..MAX_PLIES {
            if let Some(ending) = session.ending() {
                match ending.result() {
                    GameResult::WhiteWins => count.white += 1,
                    GameResult::BlackWins => count.black += 1,
                    GameResult::Draw | GameResult::Unknown => count.draws += 1,
                }
                self.count = count;
                return true;
            }
            let finish = session.think(&self.task(u64::MAX), &mut |_| {});
            let Some(best) = finish.best.filter(|_| !stop.load(Relaxed)) else { return false };
            count.plies += 1;
            count.choices += session.view().legal_moves().len() as u64;
            add_move(&mut count.fates, session.view(), best);
            session.play(best).expect("the search returns a legal move");
        }
        count.endless += 1;
        self.count = count;
        true
    }

    fn task(&self, most: u64) -> Task {
        Task::of(Limits { nodes: Some(self.nodes.min(most)), ..Limits::default() })
    }

    /// Random moves to a position in which neither side is much better, if one is found soon enough.
    fn set_up(&self, session: &mut dyn Session, stop: &AtomicBool) {
        for attempt in 0..=MAX_TRIES {
            session.set_position(None).expect("the start position is valid");
            let seed = self.count.games() * (MAX_TRIES + 1) + attempt;
            for ply in (0..RANDOM_PLIES).filter(|_| attempt < MAX_TRIES) {
                let moves = session.view().legal_moves();
                let lot = mix(seed << 8 | u64::from(ply)) as usize;
                let Some(&m) = moves.get(lot % moves.len().max(1)) else { break };
                session.play(m).expect("the move is one of the legal moves");
            }
            let is_level = |session: &dyn Session| {
                session.think(&self.task(OPENING_NODES), &mut |_| {}).score.abs() <= MAX_OPENING_SCORE
            };
            if stop.load(Relaxed) || session.ending().is_none() && is_level(session) {
                return;
            }
        }
    }
}

/// Adds the pieces on the board.
fn add_array(fates: &mut [Fate], view: &dyn View) {
    for color in Color::BOTH {
        fates.iter_mut().zip(census(view, color)).for_each(|(fate, number)| fate.begun += number);
    }
}

/// Adds what a move does to the pieces of both sides.
fn add_move(fates: &mut [Fate], view: &dyn View, m: Move) {
    let after = view.after(m);
    let mover = view.side();
    let pairs = |color: Color| census(view, color).into_iter().zip(census(&*after, color));
    for (fate, (before, now)) in fates.iter_mut().zip(pairs(!mover)) {
        fate.captured += before.saturating_sub(now);
    }
    for (fate, (before, now)) in fates.iter_mut().zip(pairs(mover)) {
        fate.promoted += now.saturating_sub(before);
    }
}

/// The pieces of a side, by kind.
fn census(view: &dyn View, color: Color) -> Vec<u64> {
    let spec = view.spec();
    let mut numbers = vec![0; spec.kinds()];
    let pieces = spec.board.into_iter().filter_map(|square| view.piece_at(square));
    let own = pieces.filter(|piece| piece.color() == color);
    own.for_each(|piece| numbers[Kind::index(piece.kind())] += 1);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;

    fn play(game: &str, games: u64) -> TrialCount {
        let mut session = Catalogue::default().open_named(game).expect("a listed game");
        session.configure(1, 1);
        let mut trial = Trial::new(40);
        (0..games).for_each(|_| assert!(trial.play(&mut *session, &AtomicBool::new(false))));
        trial.count
    }

    #[test]
    fn games_are_counted_and_are_the_same_again() {
        for game in ["kingsmen39", "luotuoqi", "bilateral"] {
            let count = play(game, 3);
            assert_eq!((count.games(), count.clone()), (3, play(game, 3)), "{game}");
            assert!(count.plies > 3 && count.choices > count.plies, "{game}: {count:?}");
            assert!(count.fates.iter().any(|fate| fate.captured > 0), "{game}: {count:?}");
        }
    }

    #[test]
    fn a_stopped_game_does_not_count() {
        let mut session = Catalogue::default().open_named("chess").expect("a listed game");
        let mut trial = Trial::new(40);
        assert!(!trial.play(&mut *session, &AtomicBool::new(true)));
        assert_eq!(trial.count, TrialCount::default());
    }
}
