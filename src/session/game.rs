//! A game being played: its positions and moves, and how it ends.

use crate::board::{Board, FenError, MoveError, Variant};
use crate::types::{Ending, Move};

/// A game of one variant from some position on.
pub struct Game<R: Variant> {
    rules: R,
    /// Every position of the game; the last is the current one.
    positions: Vec<Board<R>>,
    moves: Vec<Move>,
}

impl<R: Variant> Game<R> {
    /// A game from the start position.
    pub fn new(rules: R) -> Self {
        Self { rules, positions: vec![Board::start(rules)], moves: Vec::new() }
    }

    /// Begins anew from this position, the start position if `None`.
    ///
    /// # Errors
    /// When the FEN is refused; the game goes on unchanged.
    pub fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let board = fen.map_or_else(|| Ok(Board::start(self.rules)), |fen| Board::from_fen(self.rules, fen))?;
        self.positions.clear();
        self.positions.push(board);
        self.moves.clear();
        Ok(())
    }

    /// The position.
    pub fn board(&self) -> &Board<R> {
        self.positions.last().expect("a game always has its first position")
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not legal; nothing changes.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        let mut board = *self.board();
        if !board.is_legal(m) {
            let spec = board.spec();
            return Err(MoveError::Illegal(spec.square_name(m.from()) + &spec.square_name(m.to())));
        }
        board.play(m, &mut ());
        self.positions.push(board);
        self.moves.push(m);
        Ok(())
    }

    /// Takes the last move back; `false` at the beginning.
    pub fn undo(&mut self) -> bool {
        self.moves.pop().is_some_and(|_| self.positions.pop().is_some())
    }

    /// Keys of the earlier positions that can still recur, oldest first.
    pub fn history(&self) -> Vec<u64> {
        let earlier = &self.positions[..self.positions.len() - 1];
        let reversible = usize::from(self.board().clock()).min(earlier.len());
        earlier[earlier.len() - reversible..].iter().map(|board| board.keys().position).collect()
    }

    /// How the game has ended, if it has. Mate and stalemate count before the draws (ruling R-ALL-2).
    pub fn ending(&self) -> Option<Ending> {
        let board = self.board();
        if !board.has_moves() {
            return Some(if board.in_check() { Ending::Checkmate(!board.side()) } else { Ending::Stalemate });
        }
        let key = board.keys().position;
        if board.bare_kings() {
            Some(Ending::BareKings)
        } else if board.clock() >= 100 {
            Some(Ending::FiftyMoves)
        } else if self.history().iter().filter(|&&earlier| earlier == key).count() >= 2 {
            Some(Ending::Repetition)
        } else {
            None
        }
    }
}
