//! The rules of a game, as far as the search needs them.

use crate::types::{Color, Move, MoveList, Stage, Verdict};

/// A position to search. The search copies it and plays moves on the copy; nothing is undone.
///
/// Moves are played by the [`super::Evaluator`], which observes the changes.
pub trait Position: Copy + Send + Sync + 'static {
    /// Whether the sides always take turns. If not, the same side may be to move again after a move.
    const ALTERNATES: bool;

    /// The number of coloured pieces: the number of values that [`Position::piece_index`] takes.
    fn pieces(&self) -> usize;

    /// The side to move.
    fn side(&self) -> Color;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The hash key of the whole position, without clock and history.
    fn key(&self) -> u64;
    /// The hash key of the position after a move, or another number: for prefetching only.
    fn likely_key_after(&self, m: Move) -> u64;
    /// The hash key of the position after passing the turn.
    fn key_after_null(&self) -> u64;
    /// The hash key of the pawns.
    fn pawn_key(&self) -> u64;
    /// The hash keys of each side's other pieces, by colour.
    fn piece_keys(&self) -> [u64; 2];
    /// Turns since the last irreversible move; the game is drawn at [`Position::clock_limit`].
    fn clock(&self) -> u16;
    /// The number of turns without irreversible moves at which the game is drawn.
    fn clock_limit(&self) -> u16;
    /// Whether the last move cannot be undone by others, so that no earlier position can recur.
    fn is_irreversible(&self) -> bool;
    /// The result for the side to move if a rule has ended the game other than mate, stalemate, repetition and clock.
    fn verdict(&self) -> Option<Verdict>;
    /// Whether no side can win any more, although the rules do not end the game.
    fn is_dead(&self) -> bool;
    /// The result of stalemate for the side to move.
    fn stalemate(&self) -> Verdict;
    /// The result of a repetition for the side to move. `checks` tell whether it and the other side have been in check in each
    /// position since.
    fn repetition(&self, checks: [bool; 2]) -> Verdict;
    /// Whether a side has so few pieces that zugzwang is likely.
    fn is_prone_to_zugzwang(&self, color: Color) -> bool;

    /// Appends the legal moves of a stage to the list.
    fn generate(&self, stage: Stage, moves: &mut MoveList);
    /// Whether a move from the transposition table or another position is legal here.
    fn is_legal(&self, m: Move) -> bool;
    /// Passes the turn.
    fn play_null(&mut self);

    /// Whether a legal move belongs to [`Stage::Noisy`]. An illegal move gets any answer.
    fn is_noisy(&self, m: Move) -> bool;
    /// Whether a quiet move is as forcing as a capture: it is then neither pruned nor reduced like other quiet moves.
    fn is_forcing(&self, m: Move) -> bool;

    /// Whether a move checks directly, from the square that it reaches, as the kind that it was.
    fn checks(&self, m: Move) -> bool;
    /// Whether a legal move is a direct check that leaves at most one reply.
    fn forces_reply(&self, m: Move) -> bool;
    /// A legal move that mates at once by a direct check; `None` if there is none.
    fn mating_move(&self) -> Option<Move>;

    /// A number for the moving piece's kind and colour, below [`Position::pieces`].
    fn piece_index(&self, m: Move) -> usize;
    /// A number for the captured kind, below [`crate::types::MAX_KINDS`]; 0 if nothing is captured.
    fn captured_index(&self, m: Move) -> usize;
}
