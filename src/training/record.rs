//! A game of the engine against itself as it is kept: moves, scores and result, in some bytes a turn.

use thiserror::Error;

use crate::board::FenError;
use crate::eval::Study;
use crate::search::Bound;
use crate::session::Session;
use crate::types::{GameResult, Move, Score};

/// A game of the engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The number of the game in its series.
    pub number: u64,
    /// The FEN of the first position; `None` for the game's start position.
    pub start: Option<String>,
    /// The turns at the beginning that no search chose.
    pub opening: usize,
    /// Each turn's place in the list of legal moves, sorted by their bits.
    pub turns: Vec<u16>,
    /// The score of the search of each turn after the opening, in centipawns from White's view.
    pub scores: Vec<i16>,
    /// What each of these searches expected after the turn (the rest of its principal variation), numbered like turns.
    /// Empty if that was not kept.
    pub lines: Vec<Vec<u16>>,
    /// Positions of the tree of each of these searches. Empty if none were kept.
    pub trees: Vec<Vec<Branch>>,
    /// The result.
    pub result: GameResult,
    /// Whether a rule ended the game; else it was broken off, and the result is an estimate.
    pub is_by_rule: bool,
}

/// A position of a search's tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// How it is reached from the position searched: turns, numbered like those of the game but from 1; 0 passes the turn.
    pub path: Vec<u16>,
    /// The score of the search from the view of the position's side to move, in centipawns.
    pub score: i16,
    /// What the score says.
    pub bound: Bound,
}

/// Why a record cannot be read or replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// The bytes end too early.
    #[error("a game is truncated")]
    Cut,
    /// The bytes are not a record.
    #[error("a game cannot be decoded")]
    Form,
    /// The first position is wrong.
    #[error("game {0}: {1}")]
    Start(u64, FenError),
    /// A turn is not one of the legal moves.
    #[error("game {number}: turn {turn} is not legal")]
    Turn {
        /// The number of the game.
        number: u64,
        /// The number of the turn, from 1.
        turn: usize,
    },
    /// The end is not what the rules say.
    #[error("game {0}: its end does not follow from its moves")]
    Ending(u64),
}

/// A turn of a game that is replayed.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The move.
    pub m: Move,
    /// The score of the search in centipawns from White's view; `None` in the opening.
    pub score: Option<Score>,
    /// The number of the search, from 0.
    pub search: usize,
}

/// The results by their code in a record.
const RESULTS: [GameResult; 3] = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
/// The bit of the flags that says that a rule ended the game.
const BY_RULE: u64 = 4;
/// The bit of the flags that says that a FEN follows.
const HAS_START: u64 = 8;
/// The bit of the flags that says that lines follow.
const HAS_LINES: u64 = 16;
/// The bit of the flags that says that trees follow.
const HAS_TREES: u64 = 32;
/// What scores say, by their code in a record.
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];
/// The most positions that are kept of a tree.
pub const MAX_BRANCHES: u64 = 1_000;
/// The longest line, and the longest path to a position of a tree.
pub(super) const MAX_LINE: usize = 60;
/// The most turns of a record.
const MAX_TURNS: u64 = 100_000;
/// The longest FEN, in bytes.
const MAX_FEN: u64 = 4_096;

/// Appends a number, seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number that [`put`] wrote.
fn take(bytes: &mut &[u8]) -> Result<u64, RecordError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(RecordError::Cut)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(RecordError::Form)
}

fn take_below(bytes: &mut &[u8], limit: u64) -> Result<usize, RecordError> {
    let number = take(bytes)?;
    if number < limit { Ok(number as usize) } else { Err(RecordError::Form) }
}

/// A number that is small if this one is near 0.
fn fold_sign(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

fn unfold_sign(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

impl GameRecord {
    /// Appends the record.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let result = RESULTS.iter().position(|&result| result == self.result).unwrap_or(1) as u64;
        let has_lines = !self.lines.is_empty();
        let has_trees = !self.trees.is_empty();
        let kept = [(has_lines, HAS_LINES), (has_trees, HAS_TREES)];
        let flags = [(self.is_by_rule, BY_RULE), (self.start.is_some(), HAS_START), kept[0], kept[1]];
        put(bytes, self.number);
        put(bytes, flags.into_iter().filter(|(is_set, _)| *is_set).fold(result, |sum, (_, flag)| sum | flag));
        if let Some(fen) = &self.start {
            put(bytes, fen.len() as u64);
            bytes.extend(fen.bytes());
        }
        put(bytes, self.turns.len() as u64);
        put(bytes, self.opening as u64);
        self.turns.iter().for_each(|&turn| put(bytes, turn.into()));
        let mut last = 0;
        for &score in &self.scores {
            put(bytes, fold_sign(i64::from(score) - last));
            last = score.into();
        }
        for line in &self.lines {
            put(bytes, line.len() as u64);
            line.iter().for_each(|&turn| put(bytes, turn.into()));
        }
        for tree in &self.trees {
            put(bytes, tree.len() as u64);
            tree.iter().for_each(|branch| branch.write(bytes));
        }
    }

    /// Reads a record and advances `bytes` past it.
    ///
    /// # Errors
    /// When the bytes are not a record.
    pub fn read(bytes: &mut &[u8]) -> Result<Self, RecordError> {
        let number = take(bytes)?;
        let flags = take(bytes)?;
        let result = *RESULTS.get((flags & 3) as usize).ok_or(RecordError::Form)?;
        if flags > (3 | BY_RULE | HAS_START | HAS_LINES | HAS_TREES) {
            return Err(RecordError::Form);
        }
        let start = if flags & HAS_START != 0 { Some(Self::read_start(bytes)?) } else { None };
        let count = take_below(bytes, MAX_TURNS)?;
        let opening = take_below(bytes, count as u64 + 1)?;
        let turn = |_| take_below(bytes, 1 << 16).map(|turn| turn as u16);
        let turns = (0..count).map(turn).collect::<Result<_, _>>()?;
        let mut last = 0i64;
        let score = |_| {
            last = last.checked_add(unfold_sign(take(bytes)?)).ok_or(RecordError::Form)?;
            i16::try_from(last).map_err(|_| RecordError::Form)
        };
        let scores = (opening..count).map(score).collect::<Result<_, _>>()?;
        let searches = if flags & HAS_LINES != 0 { count - opening } else { 0 };
        let lines = (0..searches).map(|_| Self::read_line(bytes)).collect::<Result<_, _>>()?;
        let searches = if flags & HAS_TREES != 0 { count - opening } else { 0 };
        let tree = |_| {
            let branches = take_below(bytes, MAX_BRANCHES + 1)?;
            (0..branches).map(|_| Branch::read(bytes)).collect()
        };
        let trees = (0..searches).map(tree).collect::<Result<_, _>>()?;
        Ok(Self { number, start, opening, turns, scores, lines, trees, result, is_by_rule: flags & BY_RULE != 0 })
    }

    fn read_line(bytes: &mut &[u8]) -> Result<Vec<u16>, RecordError> {
        let count = take_below(bytes, MAX_LINE as u64 + 1)?;
        (0..count).map(|_| take_below(bytes, 1 << 16).map(|turn| turn as u16)).collect()
    }

    fn read_start(bytes: &mut &[u8]) -> Result<String, RecordError> {
        let length = take_below(bytes, MAX_FEN)?;
        let (fen, rest) = bytes.split_at_checked(length).ok_or(RecordError::Cut)?;
        *bytes = rest;
        String::from_utf8(fen.to_vec()).map_err(|_| RecordError::Form)
    }

    /// Plays the game again, in a session of its variant. `visit` gets each position in which a turn was made, and the turn.
    ///
    /// # Errors
    /// When a turn is not legal, or the end is not the one that the rules say.
    pub fn replay(&self, game: &mut dyn Session, mut visit: impl FnMut(&dyn Study, Turn)) -> Result<(), RecordError> {
        game.set_position(self.start.as_deref()).map_err(|error| RecordError::Start(self.number, error))?;
        for (index, &turn) in self.turns.iter().enumerate() {
            let wrong = || RecordError::Turn { number: self.number, turn: index + 1 };
            let m = *sorted_moves(&game.view().legal_moves()).get(usize::from(turn)).ok_or_else(wrong)?;
            let search = index.saturating_sub(self.opening);
            let score = self.scores.get(search).filter(|_| index >= self.opening);
            visit(game.study(), Turn { m, score: score.map(|&score| score.into()), search });
            game.play(m).map_err(|_| wrong())?;
        }
        let ending = game.ending().map(|ending| ending.result());
        match self.is_by_rule {
            true if ending != Some(self.result) => Err(RecordError::Ending(self.number)),
            _ => Ok(()),
        }
    }
}

impl GameRecord {
    /// The last position of what a search expected; `None` if that was not kept. `board` is the position of the turn.
    ///
    /// # Errors
    /// When the line has a move that is not legal.
    pub fn leaf(&self, board: &dyn Study, turn: Turn) -> Result<Option<Box<dyn Study>>, RecordError> {
        let Some(line) = self.lines.get(turn.search).filter(|_| turn.score.is_some()) else { return Ok(None) };
        let mut board = board.copy();
        board.play(turn.m);
        for &number in line {
            let wrong = RecordError::Turn { number: self.number, turn: self.opening + turn.search + 1 };
            let m = *sorted_moves(&board.legal_moves()).get(usize::from(number)).ok_or(wrong)?;
            board.play(m);
        }
        Ok(Some(board))
    }

    /// The positions of the tree of a search, with what it found out about each. `board` is the position of the turn.
    ///
    /// # Errors
    /// When a path has a move that is not legal.
    pub fn tree<'a>(
        &'a self,
        board: &'a dyn Study,
        turn: Turn,
    ) -> impl Iterator<Item = Result<(Box<dyn Study>, &'a Branch), RecordError>> + 'a {
        let branches = self.trees.get(turn.search).filter(|_| turn.score.is_some());
        branches.into_iter().flatten().map(move |branch| {
            let wrong = RecordError::Turn { number: self.number, turn: self.opening + turn.search + 1 };
            branch.position(board).map(|position| (position, branch)).ok_or(wrong)
        })
    }
}

impl Branch {
    fn write(&self, bytes: &mut Vec<u8>) {
        let bound = BOUNDS.iter().position(|&bound| bound == self.bound).unwrap_or(0) as u64;
        put(bytes, self.path.len() as u64 * BOUNDS.len() as u64 + bound);
        self.path.iter().for_each(|&turn| put(bytes, turn.into()));
        put(bytes, fold_sign(self.score.into()));
    }

    fn read(bytes: &mut &[u8]) -> Result<Self, RecordError> {
        let code = take_below(bytes, (MAX_LINE as u64 + 1) * BOUNDS.len() as u64)?;
        let turn = |_| take_below(bytes, 1 << 16).map(|turn| turn as u16);
        let path = (0..code / BOUNDS.len()).map(turn).collect::<Result<_, _>>()?;
        let score = i16::try_from(unfold_sign(take(bytes)?)).map_err(|_| RecordError::Form)?;
        Ok(Self { path, score, bound: BOUNDS[code % BOUNDS.len()] })
    }

    /// The position; `None` if a turn is not legal. `board` is the position that was searched.
    fn position(&self, board: &dyn Study) -> Option<Box<dyn Study>> {
        let mut board = board.copy();
        for &turn in &self.path {
            match turn.checked_sub(1) {
                None => board.pass(),
                Some(place) => {
                    let m = *sorted_moves(&board.legal_moves()).get(usize::from(place))?;
                    board.play(m);
                }
            }
        }
        Some(board)
    }
}

/// The legal moves in the order in which a record numbers them.
pub(super) fn sorted_moves(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|m| m.bits());
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::View;
    use crate::session::Catalogue;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn record() -> GameRecord {
        let start = "7k/5K2/6Q1/8/8/8/8/8 w - - 0 1";
        let mut game = Catalogue::default().open_named("chess").unwrap();
        game.set_position(Some(start)).unwrap();
        let mate = game.view().read_move("g6g7").unwrap();
        let turn = sorted_moves(&game.view().legal_moves()).iter().position(|&m| m == mate).unwrap() as u16;
        GameRecord {
            number: 300,
            start: Some(start.to_owned()),
            opening: 0,
            turns: vec![turn],
            scores: vec![29_999],
            lines: vec![Vec::new()],
            trees: Vec::new(),
            result: GameResult::WhiteWins,
            is_by_rule: true,
        }
    }

    #[test]
    fn a_game_is_replayed() {
        let mut seen = Vec::new();
        let game = &mut *Catalogue::default().open_named("chess").unwrap();
        let visit = |board: &dyn Study, turn: Turn| seen.push(((board as &dyn View).move_text(turn.m), turn.score));
        record().replay(game, visit).unwrap();
        assert_eq!(seen, [("g6g7".to_owned(), Some(29_999))]);
        let wrong = GameRecord { turns: vec![999], ..record() };
        assert_eq!(wrong.replay(game, |_, _| {}), Err(RecordError::Turn { number: 300, turn: 1 }));
        let wrong = GameRecord { result: GameResult::Draw, ..record() };
        assert_eq!(wrong.replay(game, |_, _| {}), Err(RecordError::Ending(300)));
    }

    #[test]
    fn cut_records_are_errors() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(GameRecord::read(&mut &bytes[..end]), Err(RecordError::Cut));
        }
        let mut rest = &bytes[..];
        assert_eq!(GameRecord::read(&mut rest), Ok(record()));
        assert!(rest.is_empty());
    }

    #[test]
    fn records_are_read_as_written() {
        let rng = &mut SmallRng::seed_from_u64(1);
        for _ in 0..256 {
            let count = rng.random_range(0..300);
            let turns: Vec<u16> = (0..count).map(|_| rng.random()).collect();
            let opening = count / 3;
            let scores: Vec<i16> = (opening..count).map(|_| rng.random()).collect();
            let (result, is_by_rule) = (RESULTS[rng.random_range(0..3)], rng.random());
            let lines = scores.iter().map(|&score| vec![score.unsigned_abs(); score.rem_euclid(5) as usize]).collect();
            let branch = |&score: &i16| {
                let bound = BOUNDS[score.rem_euclid(3) as usize];
                Branch { path: vec![score.unsigned_abs(); score.rem_euclid(7) as usize], score, bound }
            };
            let trees = scores.iter().map(|score| vec![branch(score); score.rem_euclid(4) as usize]).collect();
            let number = rng.random();
            let record = GameRecord { number, start: None, opening, turns, scores, lines, trees, result, is_by_rule };
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            assert_eq!(GameRecord::read(&mut &bytes[..]), Ok(record));
        }
    }

    #[test]
    fn other_bytes_do_not_panic() {
        let rng = &mut SmallRng::seed_from_u64(2);
        for _ in 0..1_024 {
            let mut bytes = vec![0; rng.random_range(0..200)];
            rng.fill(&mut bytes[..]);
            let _ = GameRecord::read(&mut &bytes[..]);
        }
    }
}
