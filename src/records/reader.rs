//! Reads the games of a PGN file.

use std::io::BufRead;

use super::error::{PgnError, PgnProblem};
use super::note::plain_text;
use super::spelling::{read_glyph, read_result, split_annotations, with_hyphens};
use super::tokens::{Token, Tokenizer};
use super::{Note, Tags};
use crate::board::is_null_move;
use crate::types::GameResult;

/// The largest number of moves of a game. The longest possible games of chess have some 12,000 turns.
const MAX_MOVES: usize = 100_000;

/// A game of a PGN file whose moves have not been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of its first tag or move, from 1.
    pub line: usize,
    /// The tags.
    pub tags: Tags,
    /// The comment before the first move.
    pub preface: String,
    /// The moves.
    pub moves: Vec<RawMove>,
    /// The result after the moves; `None` if it is missing.
    pub result: Option<GameResult>,
    /// Texts that mean nothing at their places and are kept as comments, with their lines from 1.
    pub odd: Vec<(usize, String)>,
}

/// A move of a PGN file that has not been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawMove {
    /// Its line, from 1.
    pub line: usize,
    /// The move, without its number.
    pub text: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// The comment.
    pub note: Note,
    /// The variations after the move, without parentheses but with line breaks.
    pub variations: Vec<String>,
}

/// Iterates over the games of a PGN file. After a game with an error it continues with the next game.
///
/// It accepts long comments and variations, glyphs as numbers and as text, lines escaped by `%`, quotes in tags, moves
/// without tags, results in any spelling or missing, and text in Latin-1; what it does not understand becomes a comment.
/// It reads line by line and never holds the whole file.
pub struct Reader<B> {
    tokenizer: Tokenizer<B>,
    /// A token that was read but belongs to the next game.
    ahead: Option<Token>,
    games: usize,
    ended: bool,
}

impl<B: BufRead> Reader<B> {
    /// Reads games from `input`.
    pub fn new(input: B) -> Self {
        Self { tokenizer: Tokenizer::new(input), ahead: None, games: 0, ended: false }
    }

    /// The end of the line on which the last game ended with its result, in bytes from the beginning of the file.
    pub fn line_end(&self) -> u64 {
        self.tokenizer.line_end()
    }

    /// The number of that line, from 1.
    pub fn line_number(&self) -> usize {
        self.tokenizer.line_number()
    }

    fn next_token(&mut self) -> Result<Option<Token>, PgnProblem> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokenizer.next(),
        }
    }

    /// Reads the next game into an empty `raw`; `false` at the end of the file.
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
            if raw.moves.len() > MAX_MOVES {
                return Err(PgnProblem::TooManyMoves(MAX_MOVES));
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
        self.tokenizer.begin_game();
        let mut raw = RawGame::empty(self.games);
        match self.read_into(&mut raw) {
            Ok(true) => Some(Ok(raw)),
            Ok(false) => {
                self.ended = true;
                None
            }
            Err(problem) => {
                let line = self.tokenizer.line_number();
                self.ended = problem.ends_file() || self.tokenizer.skip_game().is_err();
                Some(Err(PgnError { game: self.games, line, problem: Box::new(problem) }))
            }
        }
    }
}

impl RawGame {
    fn empty(number: usize) -> Self {
        let preface = String::new();
        Self { number, line: 1, tags: Tags::default(), preface, moves: Vec::new(), result: None, odd: Vec::new() }
    }

    /// Reads the text of a variation as a game without tags and result.
    pub(super) fn read_variation(text: &str) -> Result<Self, PgnProblem> {
        let mut reader = Reader::new(text.as_bytes());
        let mut raw = Self::empty(1);
        reader.read_into(&mut raw)?;
        let has_more = reader.next_token()?.is_some() || raw.tags.iter().next().is_some();
        match raw.result.take() {
            Some(_) if has_more => Err(PgnProblem::Unexpected("text after a result".to_owned())),
            Some(result) => {
                raw.add_comment(result.as_str());
                Ok(raw)
            }
            None if has_more => Err(PgnProblem::Unexpected("[".to_owned())),
            None => Ok(raw),
        }
    }

    /// Whether the game has neither tags nor moves so far.
    fn is_empty(&self) -> bool {
        self.tags.iter().next().is_none() && self.moves.is_empty()
    }

    /// Whether a tag with this name begins the next game.
    fn is_followed_by(&self, tag: &str) -> bool {
        !self.moves.is_empty() || tag == "Event" && self.tags.get(tag).is_some()
    }

    fn add(&mut self, token: Token, line: usize) {
        match token {
            Token::Tag(name, value) => {
                if self.is_empty() {
                    // Comments between two games belong to neither.
                    self.preface.clear();
                }
                self.tags.set(&name, value);
            }
            Token::Comment(text) => self.add_comment(&text),
            Token::Variation(text) => match self.moves.last_mut() {
                Some(raw_move) => raw_move.variations.push(text),
                None => self.add_comment(&plain_text(&format!("({text})"))),
            },
            Token::Glyph(glyph) => self.moves.last_mut().into_iter().for_each(|raw_move| raw_move.glyphs.push(glyph)),
            Token::Word(word) => self.add_word(&word, line),
            Token::Odd(text) => self.add_odd(text, line),
        }
    }

    fn add_comment(&mut self, comment: &str) {
        let text = match self.moves.last_mut() {
            Some(raw_move) if raw_move.note.is_empty() => {
                raw_move.note = Note::read(comment);
                return;
            }
            Some(raw_move) => return raw_move.note.add_text(comment),
            None => &mut self.preface,
        };
        if !text.is_empty() {
            text.push(' ');
        }
        *text += comment;
    }

    /// Keeps a text that means nothing as a comment.
    fn add_odd(&mut self, text: String, line: usize) {
        self.add_comment(&plain_text(&text));
        self.odd.push((line, text));
    }

    fn add_word(&mut self, word: &str, line: usize) {
        let word = &with_hyphens(word);
        if let Some(result) = read_result(word) {
            self.result = Some(result);
            return;
        }
        let body = without_number(word);
        if let (Some(glyph), Some(last)) = (read_glyph(body), self.moves.last_mut()) {
            return last.glyphs.push(glyph);
        }
        // XBoard writes a null move that leaves the other side in check as `--+`.
        let unmarked = body.trim_end_matches(['+', '#']);
        let (text, glyphs) = if is_null_move(unmarked) { (unmarked, Vec::new()) } else { split_annotations(body) };
        if is_mark(text) {
            self.moves.last_mut().into_iter().for_each(|raw_move| raw_move.glyphs.extend(&glyphs));
        } else if is_null_move(text) || text.contains(char::is_alphanumeric) {
            let (text, note) = (text.to_owned(), Note::default());
            self.moves.push(RawMove { line, text, glyphs, note, variations: Vec::new() });
        } else {
            self.add_odd(text.to_owned(), line);
        }
    }
}

/// Whether a word after a move only says more of it: that it gives check or captures en passant. Nothing says nothing.
fn is_mark(text: &str) -> bool {
    matches!(text, "" | "e.p." | "ep" | "+" | "++" | "#" | "ch" | "ch." | "mate" | "†" | "‡")
}

/// Removes the move number and its dots from the beginning of a word. Zeros are not a number.
pub fn without_number(word: &str) -> &str {
    let is_dot = |c: char| matches!(c, '.' | '…');
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = word[..word.len() - rest.len()].contains(|c| c != '0') || rest.starts_with(is_dot);
    if (rest.is_empty() && is_number) || rest.starts_with(is_dot) { rest.trim_start_matches(is_dot) } else { word }
}
