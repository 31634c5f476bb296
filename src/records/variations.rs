//! Reads variations: the alternatives to turns, which may have variations in turn.

use super::error::{PgnError, PgnProblem, VariationProblem};
use super::note::plain_text;
use super::reader::{RawGame, RawMove};
use super::{Turn, xboard};
use crate::board::{MoveError, View, is_null_move};
use crate::session::Session;
use crate::types::Move;

/// How deep variations are nested at most: a variation of a turn of the game has depth 1.
const MAX_DEPTH: usize = 16;
/// The largest number of moves in the variations of a game.
const MAX_MOVES: usize = 100_000;

/// Reads the variations of one game. One that cannot be read as moves becomes part of the comment on its turn.
pub(super) struct Variations<'g> {
    raw: &'g RawGame,
    /// Whether moves count ranks from 0.
    zero_based: bool,
    /// Whether castlings are named as XBoard does.
    is_xboards: bool,
    /// How many more moves may be read.
    moves_left: usize,
    /// The variations that became comments.
    warnings: Vec<PgnError>,
}

impl<'g> Variations<'g> {
    pub(super) fn new(raw: &'g RawGame, zero_based: bool, is_xboards: bool) -> Self {
        Self { raw, zero_based, is_xboards, moves_left: MAX_MOVES, warnings: Vec::new() }
    }

    /// Adds the variations to the turns of the game, at whose start the session is. Each turn comes with the number of its
    /// first raw move. Returns the warnings.
    pub(super) fn add_to(mut self, turns: &mut [(usize, Turn)], session: &mut dyn Session) -> Vec<PgnError> {
        for (number, turn) in turns {
            let raw_move = &self.raw.moves[*number];
            self.add(turn, raw_move, raw_move.line, session, 1);
            // It is legal: it has been played before.
            if session.play(turn.m).is_err() {
                break;
            }
        }
        self.warnings
    }

    /// Adds the variations of a raw move to its turn, which the position of the session is waiting for. `line` is the line
    /// for warnings.
    fn add(&mut self, turn: &mut Turn, raw_move: &RawMove, line: usize, session: &mut dyn Session, depth: usize) {
        for text in &raw_move.variations {
            let before = session.moves().len();
            let read = self.read(text, line, session, depth);
            while session.moves().len() > before && session.undo() {}
            match read {
                Ok(turns) => turn.variations.push(turns),
                Err(problem) => {
                    turn.note.add_text(&plain_text(&format!("({text})")));
                    let problem = Box::new(PgnProblem::Variation(problem));
                    self.warnings.push(PgnError { game: self.raw.number, line, problem });
                }
            }
        }
    }

    /// Reads a variation, and plays its turns.
    fn read(
        &mut self,
        text: &str,
        line: usize,
        session: &mut dyn Session,
        depth: usize,
    ) -> Result<Vec<Turn>, VariationProblem> {
        if depth > MAX_DEPTH {
            return Err(VariationProblem::TooDeep(MAX_DEPTH));
        }
        let raw = RawGame::read_variation(text).map_err(|problem| VariationProblem::Text(Box::new(problem)))?;
        let odd = raw.odd.iter().map(|(_, text)| Box::new(PgnProblem::Odd(text.clone())));
        self.warnings.extend(odd.map(|problem| PgnError { game: self.raw.number, line, problem }));
        let mut turns: Vec<Turn> = Vec::new();
        for raw_move in &raw.moves {
            self.moves_left = self.moves_left.checked_sub(1).ok_or(VariationProblem::TooManyMoves(MAX_MOVES))?;
            let is_null = is_null_move(&raw_move.text);
            let mut turn = if is_null {
                Turn::null(session.view(), raw_move.note.clone())
            } else {
                let m = self.read_move(session.view(), &raw_move.text)?;
                Turn::new(session.view(), m, raw_move.note.clone())
            };
            turn.glyphs.clone_from(&raw_move.glyphs);
            if turns.is_empty() && !raw.preface.is_empty() {
                turn.note.text = plain_text(&format!("{} {}", raw.preface, turn.note.text));
            }
            self.add(&mut turn, raw_move, line, session, depth + 1);
            if is_null && !session.pass() {
                return Err(MoveError::NullMove(raw_move.text.clone()).into());
            }
            if !is_null {
                session.play(turn.m)?;
            }
            turns.push(turn);
        }
        if turns.is_empty() { Err(VariationProblem::NoMoves) } else { Ok(turns) }
    }

    /// Reads a move. Of two castlings that XBoard names alike it is the likelier one.
    fn read_move(&self, view: &dyn View, text: &str) -> Result<Move, MoveError> {
        let text = if self.zero_based { xboard::counted_from_one(text) } else { text.to_owned() };
        let castling = xboard::castlings(view, &text, self.is_xboards).first().copied();
        castling.map_or_else(|| view.read_move(&text), Ok)
    }
}
