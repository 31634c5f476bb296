//! The moves of the root.

use super::report::Bound;
use super::window::Window;
use crate::types::score::INFINITE;
use crate::types::{Move, Score};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// The score in the current iteration; `-INFINITE` if the move is only known not to be the best.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The principal variation, the move itself first.
    pub line: Vec<Move>,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

/// The moves of the root, the best first.
pub struct RootMoves {
    /// All of them.
    pub moves: Vec<RootMove>,
    /// Moves before this one are the first moves of better lines already found (MultiPV).
    pub first: usize,
}

impl RootMoves {
    /// Nothing is known of the moves yet.
    pub fn new(moves: &[Move]) -> Self {
        let unknown = |&m: &Move| RootMove { m, score: -INFINITE, bound: Bound::Exact, line: vec![m], nodes: 0 };
        Self { moves: moves.iter().map(unknown).collect(), first: 0 }
    }

    /// The move to search after `searched` others.
    pub fn after(&self, searched: i32) -> Option<Move> {
        self.moves.get(self.first + searched as usize).map(|root| root.m)
    }

    /// The best move of the line being searched.
    pub fn best(&self) -> &RootMove {
        &self.moves[self.first]
    }

    /// Notes the result of a move, the first of the node or a later one. `line` is what follows the move.
    pub fn note(&mut self, m: Move, score: Score, is_first: bool, window: Window, nodes: u64, line: &[Move]) {
        let Some(root) = self.moves[self.first..].iter_mut().find(|root| root.m == m) else { return };
        root.nodes += nodes;
        if is_first || score > window.alpha {
            root.score = score;
            root.bound = if score >= window.beta {
                Bound::Lower
            } else if score <= window.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root.line.clear();
            root.line.push(m);
            root.line.extend_from_slice(line);
        } else {
            root.score = -INFINITE;
        }
    }

    /// Sorts the moves of the line being searched. The sort is stable: moves known only not to be the best keep their
    /// order.
    pub fn sort(&mut self) {
        self.moves[self.first..].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn the_best_move_comes_first_and_the_others_keep_their_order() {
        let moves = [1, 2, 3, 4].map(|file| Move::new(Square::new(file, 1), Square::new(file, 2), MoveKind::Normal, 0));
        let mut root = RootMoves::new(&moves);
        root.first = 1;
        assert_eq!(root.after(0), Some(moves[1]));
        let window = Window { alpha: 0, beta: 100 };
        root.note(moves[1], -5, true, window, 10, &[]);
        root.note(moves[2], 0, false, window, 20, &[]);
        root.note(moves[3], 50, false, window, 30, &[moves[0]]);
        root.sort();
        assert_eq!([0, 1, 2].map(|searched| root.after(searched)), [3, 1, 2].map(|index| Some(moves[index])));
        assert_eq!(root.moves[2].bound, Bound::Upper);
        assert_eq!((root.best().score, root.best().line.as_slice()), (50, [moves[3], moves[0]].as_slice()));
        assert_eq!(root.moves[3].score, -INFINITE);
    }
}
