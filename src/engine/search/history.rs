//! History tables: how moves did, and how wrong evaluations were, in the search so far.
//!
//! Nothing here depends on the game: moves are looked up by plain indices. `piece_to` stands for the moving piece and
//! its target square, see [`piece_to`].
//!
//! Neighbouring threads share the small tables, which the order and the reductions of moves depend on most: only if they
//! reduce alike does one find in the transposition table what it needs of the other. As shared memory that is written at
//! every node would stop many threads, no more than [`SHARING`] do so. The large tables gain nothing by it, and
//! corrections become worse.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use super::memory::prefer_huge_pages;
use super::params::{CONTINUATION_PLIES, CORRECTION_GRAIN, CORRECTION_LIMIT, HISTORY_LIMIT, ORDER_AGAIN};
use super::position::Position;
use crate::types::{Color, MAX_KINDS, Move, SQUARES, Score};

/// The moving piece and the target square as one index.
#[inline(always)]
pub fn piece_to<P: Position>(position: &P, m: Move) -> usize {
    position.piece_index(m) * SQUARES + m.to().index()
}

/// Threads that share tables, at most.
const SHARING: usize = 4;

/// A value with a bonus; the nearer the value is to the limit, the smaller the change.
#[inline(always)]
fn with_gravity(value: i16, bonus: i32, limit: i32) -> i16 {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(value);
    (old + bonus - old * bonus.abs() / limit) as i16
}

/// Values that threads share without locks: of two bonuses at the same time one may be lost.
#[derive(Clone)]
struct SharedValues(Arc<[AtomicI16]>);

impl SharedValues {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| AtomicI16::new(0)).collect())
    }

    #[inline(always)]
    fn get(&self, index: usize) -> i32 {
        i32::from(self.0[index].load(Relaxed))
    }

    #[inline]
    fn update(&self, index: usize, bonus: i32) {
        let value = &self.0[index];
        value.store(with_gravity(value.load(Relaxed), bonus, HISTORY_LIMIT), Relaxed);
    }
}

/// A move played before the current one, as `piece_to`; `None` before the root and after a null move.
pub type Played = Option<u32>;

/// The moves played before a node that its histories depend on, see [`CONTINUATION_PLIES`].
pub type Previous = [Played; CONTINUATION_PLIES.len()];

/// Quiet moves by side, whether the same side moves again, from and to (butterfly history).
#[derive(Clone)]
struct QuietHistory(SharedValues);

impl QuietHistory {
    fn new() -> Self {
        Self(SharedValues::new(4 * SQUARES * SQUARES))
    }

    #[inline(always)]
    fn index(side: Color, m: Move) -> usize {
        let table = 2 * usize::from(m.moves_again()) + side.index();
        (table * SQUARES + m.from().index()) * SQUARES + m.to().index()
    }

    #[inline(always)]
    fn get(&self, side: Color, m: Move) -> i32 {
        self.0.get(Self::index(side, m))
    }

    #[inline]
    fn update(&self, side: Color, m: Move, bonus: i32) {
        self.0.update(Self::index(side, m), bonus);
    }
}

/// Captures and promotions by `piece_to` and captured kind.
#[derive(Clone)]
struct NoisyHistory(SharedValues);

impl NoisyHistory {
    fn new(moves: usize) -> Self {
        Self(SharedValues::new(moves * MAX_KINDS))
    }

    #[inline(always)]
    fn get(&self, piece_to: usize, captured: usize) -> i32 {
        self.0.get(piece_to * MAX_KINDS + captured)
    }

    #[inline]
    fn update(&self, piece_to: usize, captured: usize, bonus: i32) {
        self.0.update(piece_to * MAX_KINDS + captured, bonus);
    }
}

/// Quiet moves by a row, which stands for what the move depends on, and `piece_to`.
struct RowHistory {
    values: Vec<i16>,
    /// The length of a row.
    moves: usize,
}

impl RowHistory {
    fn new(rows: usize, moves: usize) -> Self {
        let mut values = vec![0; rows * moves];
        prefer_huge_pages(&mut values);
        Self { values, moves }
    }

    /// The start of a row.
    #[inline(always)]
    fn row(&self, number: usize) -> usize {
        number * self.moves
    }

    #[inline(always)]
    fn get(&self, row: usize, piece_to: usize) -> i32 {
        i32::from(self.values[row + piece_to])
    }

    #[inline]
    fn update(&mut self, row: usize, piece_to: usize, bonus: i32) {
        let value = &mut self.values[row + piece_to];
        *value = with_gravity(*value, bonus, HISTORY_LIMIT);
    }
}

/// Quiet moves by a move played before them. The last row is for no move, and stays zero.
struct ContinuationHistory(RowHistory);

impl ContinuationHistory {
    fn new(moves: usize) -> Self {
        Self(RowHistory::new(moves + 1, moves))
    }

    #[inline(always)]
    fn row(&self, played: Played) -> usize {
        self.0.row(played.map_or(self.0.moves, |played| played as usize))
    }

    #[inline(always)]
    fn get(&self, row: usize, piece_to: usize) -> i32 {
        self.0.get(row, piece_to)
    }

    #[inline]
    fn update(&mut self, row: usize, piece_to: usize, bonus: i32) {
        if row != self.0.row(self.0.moves) {
            self.0.update(row, piece_to, bonus);
        }
    }
}

/// Quiet moves by pawn structure.
struct PawnHistory(RowHistory);

impl PawnHistory {
    const STRUCTURES: usize = 512;

    fn new(moves: usize) -> Self {
        Self(RowHistory::new(Self::STRUCTURES, moves))
    }

    #[inline(always)]
    fn row(&self, pawn_key: u64) -> usize {
        self.0.row((pawn_key % Self::STRUCTURES as u64) as usize)
    }

    #[inline(always)]
    fn get(&self, row: usize, piece_to: usize) -> i32 {
        self.0.get(row, piece_to)
    }

    #[inline]
    fn update(&mut self, row: usize, piece_to: usize, bonus: i32) {
        self.0.update(row, piece_to, bonus);
    }
}

/// The reply that last refuted each move.
#[derive(Clone)]
struct CounterMoves(Arc<[AtomicU32]>);

impl CounterMoves {
    fn new(moves: usize) -> Self {
        Self((0..moves).map(|_| AtomicU32::new(Move::NONE.bits())).collect())
    }

    fn get(&self, played: Played) -> Move {
        played.map_or(Move::NONE, |played| Move::from_bits(self.0[played as usize].load(Relaxed)))
    }

    fn update(&self, played: Played, reply: Move) {
        if let Some(played) = played {
            self.0[played as usize].store(reply.bits(), Relaxed);
        }
    }
}

/// Errors of the static evaluation by side to move and a hash key.
struct CorrectionHistory(Vec<i16>);

impl CorrectionHistory {
    const ENTRIES: usize = 16_384;

    fn new() -> Self {
        Self(vec![0; 2 * Self::ENTRIES])
    }

    #[inline(always)]
    fn index(side: Color, key: u64) -> usize {
        side.index() * Self::ENTRIES + (key % Self::ENTRIES as u64) as usize
    }

    #[inline(always)]
    fn get(&self, side: Color, key: u64) -> i32 {
        i32::from(self.0[Self::index(side, key)])
    }

    #[inline]
    fn update(&mut self, side: Color, key: u64, bonus: i32) {
        let value = &mut self.0[Self::index(side, key)];
        *value = with_gravity(*value, bonus, CORRECTION_LIMIT);
    }
}

/// The keys of a position that its correction depends on.
#[derive(Clone, Copy)]
pub struct CorrectionKeys {
    side: Color,
    pawns: u64,
    pieces: [u64; 2],
}

impl CorrectionKeys {
    /// Of a position.
    #[inline(always)]
    pub fn of<P: Position>(position: &P) -> Self {
        Self { side: position.side(), pawns: position.pawn_key(), pieces: position.piece_keys() }
    }
}

/// Where the quiet moves of one node are found in the tables.
#[derive(Clone, Copy)]
pub struct Context {
    side: Color,
    previous: Previous,
    continuation_rows: [usize; CONTINUATION_PLIES.len()],
    pawn_row: usize,
}

impl Context {
    /// The moves before the node.
    pub fn previous(&self) -> Previous {
        self.previous
    }
}

/// The histories of one thread, for a game with a given number of pieces.
pub struct Histories {
    pieces: usize,
    quiet: QuietHistory,
    noisy: NoisyHistory,
    continuation: ContinuationHistory,
    pawn: PawnHistory,
    counter_moves: CounterMoves,
    pawn_correction: CorrectionHistory,
    piece_correction: [CorrectionHistory; 2],
}

impl Histories {
    /// Empty histories for a game with this number of coloured pieces.
    pub fn new(pieces: usize) -> Self {
        let moves = pieces * SQUARES;
        Self {
            pieces,
            quiet: QuietHistory::new(),
            noisy: NoisyHistory::new(moves),
            continuation: ContinuationHistory::new(moves),
            pawn: PawnHistory::new(moves),
            counter_moves: CounterMoves::new(moves),
            pawn_correction: CorrectionHistory::new(),
            piece_correction: [CorrectionHistory::new(), CorrectionHistory::new()],
        }
    }

    /// Empty histories that share the small tables with those of another thread.
    fn beside(other: &Self) -> Self {
        let (quiet, noisy, counter_moves) = (other.quiet.clone(), other.noisy.clone(), other.counter_moves.clone());
        Self { quiet, noisy, counter_moves, ..Self::new(other.pieces) }
    }

    /// Makes `threads` histories for a game with this number of coloured pieces out of those that there are. Each group
    /// of [`SHARING`] shares tables.
    pub fn provide(threads: usize, pieces: usize, histories: &mut Vec<Self>) {
        if histories.first().is_some_and(|first| first.pieces != pieces) {
            histories.clear();
        }
        histories.truncate(threads);
        while histories.len() < threads {
            let first = histories.len() / SHARING * SHARING;
            let new = histories.get(first).map_or_else(|| Self::new(pieces), Self::beside);
            histories.push(new);
        }
    }

    /// The context of a node with this side to move.
    #[inline]
    pub fn context(&self, side: Color, pawn_key: u64, previous: Previous) -> Context {
        let continuation_rows = previous.map(|played| self.continuation.row(played));
        Context { side, previous, continuation_rows, pawn_row: self.pawn.row(pawn_key) }
    }

    /// The sum of the continuation histories of a quiet move.
    #[inline(always)]
    pub fn continuation(&self, context: &Context, piece_to: usize) -> i32 {
        context.continuation_rows.iter().map(|&row| self.continuation.get(row, piece_to)).sum()
    }

    /// The sum of all five histories of a quiet move, each within [`HISTORY_LIMIT`].
    #[inline(always)]
    pub fn quiet(&self, context: &Context, m: Move, piece_to: usize) -> i32 {
        let again = if m.moves_again() { ORDER_AGAIN } else { 0 };
        self.quiet.get(context.side, m)
            + self.pawn.get(context.pawn_row, piece_to)
            + self.continuation(context, piece_to)
            - again
    }

    /// The history of a capture or promotion.
    #[inline(always)]
    pub fn noisy(&self, piece_to: usize, captured: usize) -> i32 {
        self.noisy.get(piece_to, captured)
    }

    /// The reply that last refuted the opponent's last move.
    #[inline]
    pub fn counter_move(&self, context: &Context) -> Move {
        self.counter_moves.get(context.previous[0])
    }

    /// Notes the reply that refuted the opponent's last move.
    pub fn update_counter_move(&mut self, context: &Context, reply: Move) {
        self.counter_moves.update(context.previous[0], reply);
    }

    /// Adds a bonus to a quiet move of a side, wherever it is played.
    pub fn update_everywhere(&mut self, side: Color, m: Move, bonus: i32) {
        self.quiet.update(side, m, bonus);
    }

    /// Adds a bonus to a quiet move as a continuation of the moves before it.
    pub fn update_continuation(&mut self, previous: Previous, piece_to: usize, bonus: i32) {
        for played in previous {
            let row = self.continuation.row(played);
            self.continuation.update(row, piece_to, bonus);
        }
    }

    /// Adds a bonus (a malus if negative) to a quiet move.
    pub fn update_quiet(&mut self, context: &Context, m: Move, piece_to: usize, bonus: i32) {
        self.quiet.update(context.side, m, bonus);
        if m.moves_again() {
            // Whether the same side should move again depends little on piece and square.
            return;
        }
        self.pawn.update(context.pawn_row, piece_to, bonus);
        self.update_continuation(context.previous, piece_to, bonus);
    }

    /// Adds a bonus (a malus if negative) to a capture or promotion.
    pub fn update_noisy(&mut self, piece_to: usize, captured: usize, bonus: i32) {
        self.noisy.update(piece_to, captured, bonus);
    }

    /// A static evaluation, corrected by the errors seen with these pawns and with each side's pieces.
    pub fn corrected(&self, keys: &CorrectionKeys, eval: Score) -> Score {
        let mut error = 2 * self.pawn_correction.get(keys.side, keys.pawns);
        for (table, key) in self.piece_correction.iter().zip(keys.pieces) {
            error += table.get(keys.side, key);
        }
        eval + error / (2 * CORRECTION_GRAIN)
    }

    /// Notes the error of the corrected evaluation that a search to `depth` found, in centipawns.
    pub fn update_correction(&mut self, keys: &CorrectionKeys, error: Score, depth: i32, rate: i32) {
        let bonus = (error * depth * rate).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        self.pawn_correction.update(keys.side, keys.pawns, bonus);
        for (table, key) in self.piece_correction.iter_mut().zip(keys.pieces) {
            table.update(keys.side, key, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn values_stay_within_the_limit() {
        let value = (0..1_000).fold(0, |value, _| with_gravity(value, 2 * HISTORY_LIMIT, HISTORY_LIMIT));
        assert_eq!(i32::from(value), HISTORY_LIMIT);
        let value = with_gravity(value, -100, HISTORY_LIMIT);
        assert!(i32::from(value) < HISTORY_LIMIT - 100);
    }

    #[test]
    fn no_previous_move_means_no_continuation_history() {
        let mut histories = Histories::new(2);
        let m = Move::new(Square::new(1, 2), Square::new(3, 4), MoveKind::Normal, 0);
        let none = histories.context(Color::White, 5, [None; 3]);
        histories.update_quiet(&none, m, 7, 1_000);
        histories.update_counter_move(&none, m);
        assert_eq!((histories.continuation(&none, 7), histories.quiet(&none, m, 7)), (0, 2_000));
        let one = histories.context(Color::White, 6, [Some(9), None, None]);
        histories.update_quiet(&one, m, 7, 1_000);
        histories.update_counter_move(&one, m);
        assert_eq!(histories.continuation(&one, 7), 1_000);
        assert_eq!((histories.counter_move(&none), histories.counter_move(&one)), (Move::NONE, m));
    }

    #[test]
    fn threads_share_what_orders_moves_with_their_neighbours() {
        let mut all = Vec::new();
        Histories::provide(2, 2, &mut all);
        Histories::provide(SHARING + 1, 2, &mut all);
        let m = Move::new(Square::new(1, 2), Square::new(3, 4), MoveKind::Normal, 0);
        let context = all[0].context(Color::White, 5, [Some(9), None, None]);
        all[0].update_quiet(&context, m, 7, 1_000);
        all[1].update_noisy(7, 0, 500);
        all[2].update_counter_move(&context, m);
        let seen = |histories: &Histories| {
            (histories.quiet.get(Color::White, m), histories.noisy(7, 0), histories.counter_move(&context))
        };
        for (thread, histories) in all.iter().enumerate() {
            let is_neighbour = thread < SHARING;
            let expected = if is_neighbour { (1_000, 500, m) } else { (0, 0, Move::NONE) };
            assert_eq!(seen(histories), expected, "{thread}");
            let own = if thread == 0 { 1_000 } else { 0 };
            assert_eq!(histories.continuation(&context, 7), own, "{thread}");
        }
        // Another game forgets everything, another number of threads nothing.
        Histories::provide(1, 2, &mut all);
        assert_eq!((all.len(), seen(&all[0])), (1, (1_000, 500, m)));
        Histories::provide(1, 3, &mut all);
        assert_eq!(seen(&all[0]), (0, 0, Move::NONE));
    }
}
