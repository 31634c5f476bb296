//! PGN files, game by game.

use std::io::{self, BufRead};

use thiserror::Error;

use super::tokens::{Token, Tokenizer};
use super::{Note, Tags};
use crate::board::{FenError, MoveError};
use crate::games::known_names;
use crate::types::{Ending, GameResult};

/// A game as a PGN file has it: nothing is known of its moves but that they are words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The tags.
    pub tags: Tags,
    /// What is said before the first move.
    pub preface: String,
    /// The moves.
    pub moves: Vec<RawMove>,
    /// The result behind the moves; `None` if the text breaks off before it.
    pub result: Option<GameResult>,
}

/// A move as a PGN file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawMove {
    /// The line on which it stands, from 1.
    pub line: usize,
    /// The move, without its number.
    pub text: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// What is said about it.
    pub note: Note,
    /// What stands in parentheses behind it.
    pub variations: Vec<String>,
}

/// What is wrong with a game, and where.
#[derive(Debug, Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PgnError {
    /// The game's number in the file, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// What it is.
    pub problem: Box<PgnProblem>,
}

/// What is wrong with a game.
#[derive(Debug, Error)]
pub enum PgnProblem {
    /// The file cannot be read.
    #[error("{0}")]
    Input(#[from] io::Error),
    /// Something in brackets that is no tag.
    #[error("`{0}` is no tag, expected e.g. `[White \"Name\"]`")]
    Tag(String),
    /// A comment without an end.
    #[error("the comment that begins here has no `}}`")]
    UnclosedComment,
    /// A variation without an end.
    #[error("the variation that begins here has no `)`")]
    UnclosedVariation,
    /// Something that has no meaning where it stands.
    #[error("`{0}` is not expected here, but a move, a comment or a result")]
    Unexpected(String),
    /// A game that there is not.
    #[error("unknown variant `{0}`, expected one of: {known}", known = known_names())]
    Variant(String),
    /// A position that was refused.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move that was refused.
    #[error("{number} {error}; legal are: {}", if .legal.is_empty() { "none, the game is over".to_owned() } else { .legal.join(" ") })]
    Move {
        /// The number that the move has, or would have, with its dots.
        number: String,
        /// Why.
        error: MoveError,
        /// The legal moves in algebraic notation.
        legal: Vec<String>,
    },
    /// A result that cannot follow from the last position.
    #[error("the result is {recorded}, but the last position is: {ending}")]
    Result {
        /// The result in the file.
        recorded: GameResult,
        /// How the game ended on the board.
        ending: Ending,
    },
}

/// The games of a PGN file. After a game that cannot be read it goes on with the next.
///
/// Comments and variations of any length, glyphs, lines escaped by `%`, quotes in tags, moves without tags, missing
/// results and text in Latin-1 are understood. The file is read line by line and never held as a whole.
pub struct Reader<B> {
    tokenizer: Tokenizer<B>,
    /// The part that belongs to the next game.
    ahead: Option<Token>,
    games: usize,
    ended: bool,
}

impl<B: BufRead> Reader<B> {
    /// Reads games from here.
    pub fn new(input: B) -> Self {
        Self { tokenizer: Tokenizer::new(input), ahead: None, games: 0, ended: false }
    }

    fn next_token(&mut self) -> Result<Option<Token>, PgnProblem> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokenizer.next(),
        }
    }

    /// Reads a game into an empty raw; `false` at the end of the file.
    fn read_into(&mut self, raw: &mut RawGame) -> Result<bool, PgnProblem> {
        while let Some(token) = self.next_token()? {
            if raw.is_empty() {
                raw.line = self.tokenizer.line_number();
            }
            if let Token::Tag(name, _) = &token
                && raw.is_followed_by(name)
            {
                self.ahead = Some(token);
                return Ok(true);
            }
            raw.add(token, self.tokenizer.line_number());
            if raw.result.is_some() {
                return Ok(true);
            }
        }
        Ok(!raw.is_empty())
    }
}

impl<B: BufRead> Iterator for Reader<B> {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        self.games += 1;
        let mut raw = RawGame::empty(self.games);
        match self.read_into(&mut raw) {
            Ok(true) => Some(Ok(raw)),
            Ok(false) => {
                self.ended = true;
                None
            }
            Err(problem) => {
                let line = self.tokenizer.line_number();
                self.ended = matches!(problem, PgnProblem::Input(_)) || self.tokenizer.skip_game().is_err();
                Some(Err(PgnError { game: self.games, line, problem: Box::new(problem) }))
            }
        }
    }
}

impl RawGame {
    fn empty(number: usize) -> Self {
        let preface = String::new();
        Self { number, line: 1, tags: Tags::default(), preface, moves: Vec::new(), result: None }
    }

    /// Whether there is nothing but comments so far.
    fn is_empty(&self) -> bool {
        self.tags.iter().next().is_none() && self.moves.is_empty()
    }

    /// Whether the tag of this name belongs to the next game.
    fn is_followed_by(&self, tag: &str) -> bool {
        !self.moves.is_empty() || tag == "Event" && self.tags.get(tag).is_some()
    }

    fn add(&mut self, token: Token, line: usize) {
        match token {
            Token::Tag(name, value) => {
                if self.is_empty() {
                    // What stands between two games belongs to neither.
                    self.preface.clear();
                }
                self.tags.set(&name, value);
            }
            Token::Comment(text) => self.add_comment(&text),
            Token::Variation(text) => match self.moves.last_mut() {
                Some(raw_move) => raw_move.variations.push(text),
                None => self.add_comment(&format!("({text})")),
            },
            Token::Glyph(glyph) => self.moves.last_mut().into_iter().for_each(|raw_move| raw_move.glyphs.push(glyph)),
            Token::Word(word) => self.add_word(&word, line),
        }
    }

    fn add_comment(&mut self, comment: &str) {
        let text = match self.moves.last_mut() {
            Some(raw_move) if raw_move.note.is_empty() => {
                raw_move.note = Note::read(comment);
                return;
            }
            Some(raw_move) => &mut raw_move.note.text,
            None => &mut self.preface,
        };
        if !text.is_empty() {
            text.push(' ');
        }
        *text += comment;
    }

    fn add_word(&mut self, word: &str, line: usize) {
        if let Some(result) = GameResult::read(word) {
            self.result = Some(result);
            return;
        }
        let body = without_number(word);
        let text = body.trim_end_matches(['!', '?']);
        let glyph = suffix_glyph(&body[text.len()..]);
        if !matches!(text, "" | "e.p." | "ep") {
            let (text, note) = (text.to_owned(), Note::default());
            self.moves.push(RawMove { line, text, glyphs: Vec::new(), note, variations: Vec::new() });
        }
        self.moves.last_mut().into_iter().for_each(|raw_move| raw_move.glyphs.extend(glyph));
    }
}

/// A word without the number of the move and the dots in front of it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// The glyph that stands for the signs behind a move.
fn suffix_glyph(signs: &str) -> Option<u8> {
    ["!", "?", "!!", "??", "!?", "?!"].iter().position(|&known| known == signs).map(|index| index as u8 + 1)
}
