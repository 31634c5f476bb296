//! A game in progress: its positions, its moves and its end.

use crate::board::{Board, FenError, MoveError, Variant};
use crate::types::{Ending, Move, Rule, Verdict};

/// A game of one variant, from the start position or a given one.
pub struct Game<R: Variant> {
    rules: R,
    /// All positions of the game; the last is the current one.
    positions: Vec<Board<R>>,
    moves: Vec<Move>,
}

impl<R: Variant> Game<R> {
    /// A game from the start position.
    pub fn new(rules: R) -> Self {
        Self { rules, positions: vec![Board::start(rules)], moves: Vec::new() }
    }

    /// Starts a new game from a FEN; from the start position if `None`.
    ///
    /// # Errors
    /// When the FEN is invalid; the game stays unchanged.
    pub fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let board = fen.map_or_else(|| Ok(Board::start(self.rules)), |fen| Board::from_fen(self.rules, fen))?;
        self.positions.clear();
        self.positions.push(board);
        self.moves.clear();
        Ok(())
    }

    /// The current position.
    pub fn board(&self) -> &Board<R> {
        self.positions.last().expect("a game always has its first position")
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the game stays unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        let board = self.board();
        if !board.is_legal(m) {
            let spec = board.spec();
            return Err(MoveError::Illegal(spec.square_name(m.from()) + &spec.square_name(m.to())));
        }
        let after = board.after(m);
        self.positions.push(after);
        self.moves.push(m);
        Ok(())
    }

    /// Passes the turn, which is recorded as [`Move::NONE`]; `false` if that is not possible: in check, or where the sides do
    /// not alternate.
    pub fn pass(&mut self) -> bool {
        let mut after = *self.board();
        let is_possible = !after.in_check() && after.view().alternates();
        if is_possible {
            after.play_null();
            self.positions.push(after);
            self.moves.push(Move::NONE);
        }
        is_possible
    }

    /// Takes back the last move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.moves.pop().is_some_and(|_| self.positions.pop().is_some())
    }

    /// The keys of the earlier positions since the last irreversible move, oldest first.
    pub fn history(&self) -> Vec<u64> {
        let earlier = &self.positions[..self.positions.len() - 1];
        let reversible = self.board().reversible().min(earlier.len());
        earlier[earlier.len() - reversible..].iter().map(|board| board.keys().position).collect()
    }

    /// How the game has ended; `None` if it goes on. Mate and stalemate take precedence over draws (ruling R-ALL-2).
    pub fn ending(&self) -> Option<Ending> {
        let board = self.board();
        let won = |verdict: Verdict, rule, drawn| {
            Some(verdict.winner(board.side()).map_or(drawn, |winner| Ending::Won(winner, rule)))
        };
        if board.spec().ends_early
            && let Some((verdict, rule)) = board.early_end()
        {
            return won(verdict, rule, Ending::Drawn(rule));
        }
        if !board.has_moves() {
            return match board.in_check() {
                true => Some(Ending::Checkmate(!board.side())),
                false => won(board.stalemate(), Rule::Stalemate, Ending::Stalemate),
            };
        }
        if board.verdict().is_some() {
            Some(Ending::BareKings)
        } else if board.clock() >= board.clock_limit() {
            Some(if board.clock_limit() == 100 { Ending::FiftyMoves } else { Ending::MoveLimit })
        } else if let Some(checks) = self.repetition() {
            won(board.repetition(checks), Rule::Repetition, Ending::Repetition)
        } else {
            None
        }
    }

    /// If the position has occurred so often that the game ends: whether the side to move and the other side have been in check
    /// in each position since the first of these.
    fn repetition(&self) -> Option<[bool; 2]> {
        let board = self.board();
        let others = usize::from(board.repetitions()).checked_sub(1)?;
        let history = self.history();
        let is_same = |key: &&u64| **key == board.keys().position;
        let back = history.iter().rev().enumerate().filter(|(_, key)| is_same(key)).nth(others.checked_sub(1)?)?.0 + 1;
        let since = &self.positions[self.positions.len() - back..];
        let in_check = |skipped: usize| since.iter().rev().skip(skipped).step_by(2).all(Board::in_check);
        Some([in_check(0), in_check(1)])
    }
}
