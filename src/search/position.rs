//! What the search knows of a position.

use crate::board::Stage;
use crate::types::{Color, Move, MoveList, Score};

/// A position to be searched. It is copied and changed by [`Position::play`]; nothing is undone.
pub trait Position: Copy + Send + Sync {
    /// The number of values that [`Position::piece_index`] takes.
    const PIECES: usize;
    /// Whether the sides always take turns. If not, the side to move after [`Position::play`] may be the same as before.
    const ALTERNATES: bool;

    /// The side to move.
    fn side(&self) -> Color;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The hash key of everything that decides about the game's future but the clock and the history.
    fn key(&self) -> u64;
    /// A hash key of the pawns alone.
    fn pawn_key(&self) -> u64;
    /// A hash key of a side's other pieces.
    fn piece_key(&self, color: Color) -> u64;
    /// Turns since the last irreversible one; 100 make a draw.
    fn clock(&self) -> u16;
    /// Whether neither side can ever win.
    fn is_dead(&self) -> bool;
    /// Whether a side has so little that passing may be the best move.
    fn is_prone_to_zugzwang(&self, color: Color) -> bool;

    /// Adds the legal moves of a stage to the list.
    fn generate(&self, stage: Stage, moves: &mut MoveList);
    /// Whether a move from elsewhere (the transposition table, another position) is legal here.
    fn is_legal(&self, m: Move) -> bool;
    /// Plays a legal move.
    fn play(&mut self, m: Move);
    /// Passes.
    fn play_null(&mut self);

    /// Whether a legal move belongs to [`Stage::Noisy`].
    fn is_noisy(&self, m: Move) -> bool;
    /// Whether a quiet move is as good as a capture, so that it is neither pruned nor reduced like other quiet moves.
    fn is_forcing(&self, m: Move) -> bool;
    /// What a move wins at once, in centipawns.
    fn gain(&self, m: Move) -> Score;
    /// Whether the exchange begun by a move wins at least `threshold` centipawns.
    fn exchange_at_least(&self, m: Move, threshold: Score) -> bool;
    /// What [`Position::quiet_hint`] needs to know of the position, worked out once for all moves.
    type Hints;
    /// See [`Position::Hints`].
    fn hints(&self) -> Self::Hints;
    /// What the position itself says of a quiet move, for ordering: positive where it gives check or leaves a square on
    /// which the piece is under threat, negative where it goes to such a square. On the scale of history values.
    fn quiet_hint(&self, m: Move, hints: &Self::Hints) -> i32;

    /// A number for the moving piece's side and kind.
    fn piece_index(&self, m: Move) -> usize;
    /// A number for the captured kind, below [`crate::types::MAX_KINDS`]; 0 too if nothing is captured.
    fn captured_index(&self, m: Move) -> usize;

    /// The static evaluation from the side to move's view, in centipawns.
    fn evaluate(&self) -> Score;
}
