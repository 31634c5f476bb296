//! Replays games of PGN files.

use std::collections::HashMap;

use super::error::{PgnError, PgnProblem};
use super::reader::RawGame;
use super::{Game, Termination, Turn, UNNAMED_VARIANT, xboard};
use crate::board::{MoveError, View};
use crate::games;
use crate::session::{Session, open};
use crate::types::{Color, Ending, GameResult};

/// XBoard counts ranks from 0 on boards of this height.
const ZERO_BASED_HEIGHT: u8 = 10;

/// Replays games, with one session for each variant.
#[derive(Default)]
pub struct Replayer {
    sessions: HashMap<&'static str, Box<dyn Session>>,
}

impl Replayer {
    /// Checks the moves and the result of a game, and makes a record of it.
    ///
    /// The Variant tag names the variant; without it, chess is assumed. On boards of ten ranks, moves count ranks from
    /// 0 if a move names rank 0 or if there is a tag VariantMen, which XBoard writes, unless a move names rank 10. A
    /// missing result after the moves is taken from the Result tag.
    ///
    /// # Errors
    /// When the variant is unknown, the position or a move is refused, or the result contradicts a mate or stalemate on
    /// the board.
    pub fn replay(&mut self, raw: &RawGame) -> Result<Game, PgnError> {
        let at = |line: usize| move |problem| PgnError { game: raw.number, line, problem: Box::new(problem) };
        let name = raw.tags.get("Variant").unwrap_or(UNNAMED_VARIANT);
        let variant = known_variant(name).ok_or_else(|| at(raw.line)(PgnProblem::Variant(name.to_owned())))?;
        let mut game = raw.without_turns(variant);
        let has_entries = games::find(variant).is_some_and(|spec| xboard::has_entries(spec, raw));
        if let Some(spec) = games::find(variant).filter(|_| has_entries) {
            game.start = game.start.map(|fen| xboard::start(spec, &fen));
        }
        let session = self.session(&game).map_err(at(raw.line))?;
        let zero_based = session.spec().page.ranks == ZERO_BASED_HEIGHT && raw.counts_from_zero();
        let words: Vec<&str> = raw.moves.iter().map(|raw_move| raw_move.text.as_str()).collect();
        let mut next = 0;
        while let Some(raw_move) = raw.moves.get(next) {
            let text = if zero_based { counted_from_one(&raw_move.text) } else { raw_move.text.clone() };
            let refuse = |error, view: &dyn View| at(raw_move.line)(refused(view, error));
            let again = game.turns.last().is_some_and(|turn| turn.side == session.view().side());
            let entries = has_entries.then(|| xboard::read_turn(session.view(), &words[next..], again)).flatten();
            let (m, length) = match entries {
                Some(turn) => turn,
                None => (session.view().read_san(&text).map_err(|error| refuse(error, session.view()))?, 1),
            };
            let turn = Turn::new(session.view(), m, raw_move.note.clone());
            session.play(m).map_err(|error| refuse(error, session.view()))?;
            let (glyphs, variations) = (raw_move.glyphs.clone(), raw_move.variations.clone());
            game.turns.push(Turn { glyphs, variations, ..turn });
            next += length;
        }
        let last_line = raw.moves.last().map_or(raw.line, |raw_move| raw_move.line);
        check_result(game.result, session.ending()).map_err(at(last_line))?;
        Ok(game)
    }

    /// A session at the start of the game.
    ///
    /// # Errors
    /// When the variant is unknown, or the position is refused.
    pub fn session(&mut self, game: &Game) -> Result<&mut dyn Session, PgnProblem> {
        let unknown = || PgnProblem::Variant(game.variant.clone());
        let variant = known_variant(&game.variant).ok_or_else(unknown)?;
        if !self.sessions.contains_key(variant) {
            self.sessions.insert(variant, open(variant).ok_or_else(unknown)?);
        }
        let session = self.sessions.get_mut(variant).ok_or_else(unknown)?;
        session.set_position(game.start.as_deref())?;
        Ok(&mut **session)
    }
}

/// Our name for the value of a Variant tag.
fn known_variant(name: &str) -> Option<&'static str> {
    let name = match name.trim().to_ascii_lowercase().as_str() {
        "" | "normal" | "standard" | "orthodox" | "from position" => UNNAMED_VARIANT.to_owned(),
        name => name.to_owned(),
    };
    games::find(&name).map(|spec| spec.page.name)
}

fn refused(view: &dyn View, error: MoveError) -> PgnProblem {
    let dots = if view.side() == Color::White { "." } else { "..." };
    let number = format!("{}{dots}", view.full_move());
    // In the order of coordinate notation, for messages that do not depend on move generation.
    let legal = view.move_texts().iter().filter_map(|text| Some(view.san(view.read_move(text).ok()?))).collect();
    PgnProblem::Move { number, error, legal }
}

/// Checks the recorded result against the end on the board. Only mate and stalemate end a game at once; a game with
/// another end may have another result, for instance a loss on time.
fn check_result(recorded: GameResult, ending: Option<Ending>) -> Result<(), PgnProblem> {
    match ending {
        Some(ending @ (Ending::Checkmate(_) | Ending::Stalemate))
            if ![GameResult::Unknown, ending.result()].contains(&recorded) =>
        {
            Err(PgnProblem::Result { recorded, ending })
        }
        _ => Ok(()),
    }
}

impl RawGame {
    /// The record without its turns.
    fn without_turns(&self, variant: &str) -> Game {
        let mut tags = self.tags.clone();
        let tag_result = tags.take("Result").and_then(|text| GameResult::read(&text));
        let termination = tags.take("Termination").map(|text| Termination::read(&text));
        let mut game = Game::new(variant, tags.take("FEN"));
        for follows in ["Variant", "SetUp", "PlyCount"] {
            tags.take(follows);
        }
        game.result = self.result.or(tag_result).unwrap_or(GameResult::Unknown);
        (game.tags, game.termination, game.preface) = (tags, termination, self.preface.clone());
        game
    }

    fn counts_from_zero(&self) -> bool {
        let named = |rank: &str| self.moves.iter().any(|raw_move| names_rank(&raw_move.text, rank));
        (named("0") || self.tags.get("VariantMen").is_some()) && !named("10")
    }
}

/// Whether a move names this rank: a number after a letter, unlike the zeros of `0-0`.
fn names_rank(text: &str, rank: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|part| {
        let is_digit = |c: char| c.is_ascii_digit();
        let starts_with_digit = part.starts_with(is_digit);
        let mut numbers = part.split(|c| !is_digit(c)).filter(|number| !number.is_empty());
        if starts_with_digit {
            numbers.next();
        }
        numbers.any(|number| number == rank)
    })
}

fn counted_from_one(text: &str) -> String {
    if text.starts_with('0') {
        return text.to_owned();
    }
    text.chars().map(|c| c.to_digit(10).map_or_else(|| c.to_string(), |digit| (digit + 1).to_string())).collect()
}
