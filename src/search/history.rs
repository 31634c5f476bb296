//! What earlier parts of the search say about moves.

use super::params::{CONTINUATION_PLIES, CORRECTION_GRAIN, CORRECTION_LIMIT, HISTORY_LIMIT, ORDER_AGAIN};
use super::position::Position;
use crate::types::{Color, MAX_KINDS, Move, SQUARES, Score};

/// Moves `value` towards `bonus`, the less the nearer it is to the limit ("gravity").
#[inline(always)]
fn nudge(value: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

const PAWN_STRUCTURES: usize = 512;
const CORRECTIONS: usize = 16_384;

/// A table of evaluation errors by a hash key and the side to move.
struct CorrectionTable(Vec<i16>);

impl CorrectionTable {
    fn new() -> Self {
        Self(vec![0; 2 * CORRECTIONS])
    }

    #[inline(always)]
    fn slot(&mut self, side: Color, key: u64) -> &mut i16 {
        &mut self.0[side.index() * CORRECTIONS + (key % CORRECTIONS as u64) as usize]
    }

    #[inline(always)]
    fn get(&self, side: Color, key: u64) -> i32 {
        i32::from(self.0[side.index() * CORRECTIONS + (key % CORRECTIONS as u64) as usize])
    }
}

/// The place in the continuation tables of a move that was played: side, kind and target. `None` before the root and
/// after a null move.
pub type Played = Option<u32>;

/// The histories of one thread, for a game with a fixed number of pieces.
pub struct Histories {
    pieces: usize,
    /// By side, whether it moves again, from and to.
    quiet: Vec<i16>,
    /// By piece, target and captured kind.
    noisy: Vec<i16>,
    /// By a move played before, and piece and target of this one.
    continuation: Vec<i16>,
    /// By pawn structure, piece and target.
    pawn: Vec<i16>,
    /// By the move played before.
    counter: Vec<Move>,
    pawn_correction: CorrectionTable,
    piece_correction: [CorrectionTable; 2],
}

impl Histories {
    /// Empty histories for a game with this number of coloured pieces.
    pub fn new(pieces: usize) -> Self {
        let moves = pieces * SQUARES;
        Self {
            pieces,
            quiet: vec![0; 4 * SQUARES * SQUARES],
            noisy: vec![0; moves * MAX_KINDS],
            continuation: vec![0; moves * moves],
            pawn: vec![0; PAWN_STRUCTURES * moves],
            counter: vec![Move::NONE; moves],
            pawn_correction: CorrectionTable::new(),
            piece_correction: [CorrectionTable::new(), CorrectionTable::new()],
        }
    }

    /// Whether these are histories for such a game.
    pub fn fits(&self, pieces: usize) -> bool {
        self.pieces == pieces
    }

    /// The place of a move in the tables by piece and target.
    #[inline(always)]
    pub fn place<P: Position>(position: &P, m: Move) -> usize {
        position.piece_index(m) * SQUARES + m.to().index()
    }

    #[inline(always)]
    fn quiet_slot<P: Position>(position: &P, m: Move) -> usize {
        let half = if P::ALTERNATES { 0 } else { 2 * usize::from(m.moves_again()) };
        ((half + position.side().index()) * SQUARES + m.from().index()) * SQUARES + m.to().index()
    }

    #[inline(always)]
    fn noisy_slot<P: Position>(position: &P, m: Move) -> usize {
        Self::place(position, m) * MAX_KINDS + position.captured_index(m)
    }

    #[inline(always)]
    fn continuation_slot(&self, played: u32, place: usize) -> usize {
        played as usize * self.pieces * SQUARES + place
    }

    #[inline(always)]
    fn pawn_slot<P: Position>(&self, position: &P, place: usize) -> usize {
        (position.pawn_key() % PAWN_STRUCTURES as u64) as usize * self.pieces * SQUARES + place
    }

    /// The continuation histories of a move after those played before it.
    #[inline(always)]
    pub fn continuation(&self, before: &[Played; CONTINUATION_PLIES.len()], place: usize) -> i32 {
        let value = |played: u32| i32::from(self.continuation[self.continuation_slot(played, place)]);
        before.iter().flatten().map(|&played| value(played)).sum()
    }

    /// All that is known of a quiet move: the sum of five values up to [`HISTORY_LIMIT`] each.
    #[inline(always)]
    pub fn quiet<P: Position>(&self, position: &P, m: Move, before: &[Played; CONTINUATION_PLIES.len()]) -> i32 {
        let place = Self::place(position, m);
        let again = if !P::ALTERNATES && m.moves_again() { ORDER_AGAIN } else { 0 };
        i32::from(self.quiet[Self::quiet_slot(position, m)])
            + i32::from(self.pawn[self.pawn_slot(position, place)])
            + self.continuation(before, place)
            - again
    }

    /// What is known of a capture or promotion.
    #[inline(always)]
    pub fn noisy<P: Position>(&self, position: &P, m: Move) -> i32 {
        i32::from(self.noisy[Self::noisy_slot(position, m)])
    }

    /// The reply that refuted the last move most recently.
    #[inline(always)]
    pub fn counter(&self, last: Played) -> Move {
        last.map_or(Move::NONE, |played| self.counter[played as usize])
    }

    /// Notes the reply that refuted the last move.
    pub fn set_counter(&mut self, last: Played, reply: Move) {
        if let Some(played) = last {
            self.counter[played as usize] = reply;
        }
    }

    /// Rewards (or, with a negative bonus, punishes) a quiet move.
    pub fn reward_quiet<P: Position>(
        &mut self,
        position: &P,
        m: Move,
        before: &[Played; CONTINUATION_PLIES.len()],
        bonus: i32,
    ) {
        let place = Self::place(position, m);
        nudge(&mut self.quiet[Self::quiet_slot(position, m)], bonus, HISTORY_LIMIT);
        if !P::ALTERNATES && m.moves_again() {
            // Whether to move again says little of the move by itself.
            return;
        }
        let slot = self.pawn_slot(position, place);
        nudge(&mut self.pawn[slot], bonus, HISTORY_LIMIT);
        for &played in before.iter().flatten() {
            let slot = self.continuation_slot(played, place);
            nudge(&mut self.continuation[slot], bonus, HISTORY_LIMIT);
        }
    }

    /// The same for a capture or promotion.
    pub fn reward_noisy<P: Position>(&mut self, position: &P, m: Move, bonus: i32) {
        nudge(&mut self.noisy[Self::noisy_slot(position, m)], bonus, HISTORY_LIMIT);
    }

    /// The evaluation of a position, corrected by the errors seen with its pawns and with each side's pieces.
    pub fn corrected<P: Position>(&self, position: &P, eval: Score) -> Score {
        let side = position.side();
        let mut error = 2 * self.pawn_correction.get(side, position.pawn_key());
        for color in Color::BOTH {
            error += self.piece_correction[color.index()].get(side, position.piece_key(color));
        }
        eval + error / (2 * CORRECTION_GRAIN)
    }

    /// Notes by how much the search found the evaluation wrong, in centipawns.
    pub fn correct<P: Position>(&mut self, position: &P, error: Score, depth: i32) {
        let side = position.side();
        let bonus = (error * depth * CORRECTION_GRAIN / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        nudge(self.pawn_correction.slot(side, position.pawn_key()), bonus, CORRECTION_LIMIT);
        for color in Color::BOTH {
            nudge(self.piece_correction[color.index()].slot(side, position.piece_key(color)), bonus, CORRECTION_LIMIT);
        }
    }
}
