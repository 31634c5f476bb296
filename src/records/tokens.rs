//! Splits a PGN file into tokens.

use std::io::BufRead;

use super::error::PgnProblem;
use super::spelling::read_result;
use crate::board::is_dash;
use crate::files::{LineProblem, Lines};

/// The largest size of a game, in bytes of its lines.
const MAX_GAME: usize = 1 << 24;

/// A token of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// `{comment}` or `;comment`. Each run of white space is one space.
    Comment(String),
    /// `(variation)`, with everything in it, line breaks included.
    Variation(String),
    /// `$glyph`
    Glyph(u8),
    /// A move, move number, result or glyph: text between white space and the signs above.
    Word(String),
    /// Text that means nothing at its place.
    Odd(String),
}

/// Reads the tokens of a file, one line at a time.
pub(super) struct Tokenizer<B> {
    lines: Lines<B>,
    line: String,
    /// How many bytes of the line have been read.
    at: usize,
    /// The number of the line on which the last token begins.
    token_line: usize,
    /// The size of the game so far, see [`MAX_GAME`].
    game_size: usize,
    /// The end of the current line in the file, in bytes.
    line_end: u64,
}

impl<B: BufRead> Tokenizer<B> {
    pub(super) fn new(input: B) -> Self {
        Self { lines: Lines::new(input), line: String::new(), at: 0, token_line: 0, game_size: 0, line_end: 0 }
    }

    /// The number of the line on which the last token begins, from 1.
    pub(super) fn line_number(&self) -> usize {
        self.token_line
    }

    /// Begins a new game.
    pub(super) fn begin_game(&mut self) {
        self.game_size = 0;
    }

    /// The end of the current line in the file, in bytes.
    pub(super) fn line_end(&self) -> u64 {
        self.line_end
    }

    fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// Reads the next line that is not escaped by `%`; `false` at the end of the file.
    fn next_line(&mut self) -> Result<bool, LineProblem> {
        loop {
            self.at = 0;
            self.line.clear();
            let Some(bytes) = self.lines.next_bytes()? else { return Ok(false) };
            self.game_size += bytes.len();
            self.line_end += bytes.len() as u64;
            self.line = decode(bytes);
            if self.lines.number() == 1 && self.line.starts_with('\u{feff}') {
                self.line.remove(0);
            }
            if !self.line.starts_with('%') {
                return Ok(true);
            }
        }
    }

    /// Reads the next line of a game, see [`Tokenizer::next_line`].
    fn next_game_line(&mut self) -> Result<bool, PgnProblem> {
        let read = self.next_line();
        let too_long = self.game_size > MAX_GAME;
        if read.is_err() || too_long {
            self.token_line = self.lines.number();
        }
        let found = read?;
        if too_long { Err(PgnProblem::TooLong(MAX_GAME)) } else { Ok(found) }
    }

    /// Whether the current line begins a new game, even inside an unclosed comment.
    fn at_new_game(&self) -> bool {
        self.at == 0 && self.line.starts_with("[Event ")
    }

    /// The next token; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Token>, PgnProblem> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.trim_start().chars().next() else {
                if self.next_game_line()? {
                    continue;
                }
                return Ok(None);
            };
            self.at += rest.len() - rest.trim_start().len();
            self.token_line = self.lines.number();
            return match first {
                '[' => self.tag(),
                '{' => {
                    let text = self.enclosed(PgnProblem::UnclosedComment, braces);
                    text.map(|text| Token::Comment(one_line(&text)))
                }
                '(' => {
                    self.enclosed(PgnProblem::UnclosedVariation, Parentheses::default().closer()).map(Token::Variation)
                }
                ';' => Ok(Token::Comment(one_line(&self.take_rest()[1..]))),
                '$' => Ok(self.glyph()),
                _ => Ok(self.word()),
            }
            .map(Some);
        }
    }

    fn take_rest(&mut self) -> String {
        let rest = self.rest().to_owned();
        self.at = self.line.len();
        rest
    }

    fn tag(&mut self) -> Result<Token, PgnProblem> {
        match read_tag(self.rest()) {
            Some((name, value, length)) => {
                self.at += length;
                Ok(Token::Tag(name, value))
            }
            None => {
                let text = self.take_rest();
                let text = text.trim_end();
                // Without these the moves would be read in another game or position.
                let is_needed = ["fen", "variant", "setup"].iter().any(|name| text.to_lowercase().contains(name));
                if is_needed { Err(PgnProblem::Tag(quotable(text))) } else { Ok(Token::Odd(text.to_owned())) }
            }
        }
    }

    /// Reads text between two signs, possibly over several lines. `closes` is called with each character after the
    /// first sign, and returns whether it is the closing one. Line breaks are part of the text.
    fn enclosed(&mut self, unclosed: PgnProblem, mut closes: impl FnMut(char) -> bool) -> Result<String, PgnProblem> {
        let mut text = String::new();
        self.at += 1;
        loop {
            if let Some((length, last)) = self.rest().char_indices().find(|&(_, c)| closes(c)) {
                text += &self.rest()[..length];
                self.at += length + last.len_utf8();
                return Ok(text);
            }
            text += self.rest();
            if !self.next_game_line()? || self.at_new_game() {
                return Err(unclosed);
            }
        }
    }

    fn glyph(&mut self) -> Token {
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = self.rest()[..=digits].to_owned();
        self.at += text.len();
        text[1..].parse().map_or(Token::Odd(text), Token::Glyph)
    }

    /// A word; a result with spaces around its dash is one, too.
    fn word(&mut self) -> Token {
        if let Some(length) = spaced_result(self.rest()) {
            let word: String = self.rest()[..length].split_whitespace().collect();
            self.at += length;
            return Token::Word(word);
        }
        let ends =
            |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' | '<' | '>');
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        if length > 0 {
            let word = self.rest()[..length].to_owned();
            self.at += length;
            return Token::Word(word);
        }
        let sign = self.rest().chars().next().unwrap_or_default();
        // What is in pointed brackets is left to other programs; nothing in them is a null move.
        let end = if sign == '<' { self.rest().find('>').map(|end| end + 1) } else { None };
        let text = self.rest()[..end.unwrap_or(sign.len_utf8())].to_owned();
        self.at += text.len();
        if text == "<>" { Token::Word(text) } else { Token::Odd(text) }
    }

    /// After an error, skips to the next game: to the first tag after other lines, or to an Event tag.
    pub(super) fn skip_game(&mut self) -> Result<(), LineProblem> {
        if self.at_new_game() {
            return Ok(());
        }
        let mut among_tags = self.line.starts_with('[');
        while self.next_line()? {
            let is_tag = self.line.starts_with('[');
            if self.at_new_game() || is_tag && !among_tags {
                return Ok(());
            }
            among_tags = is_tag;
        }
        Ok(())
    }
}

/// Decodes a line: UTF-8, otherwise Latin-1, which the PGN standard prescribes, with the signs that Windows adds to it.
/// Control characters, e.g. the end of a file of DOS, become spaces.
fn decode(bytes: Vec<u8>) -> String {
    let text =
        String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(of_windows).collect());
    let is_space = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(is_space) { text.replace(is_space, " ") } else { text }
}

/// A character of Windows' Latin character set.
fn of_windows(byte: u8) -> char {
    /// The characters 128 to 159; those that are not used are spaces.
    const ADDED: [char; 32] = [
        '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', ' ', '‘', '’', '“', '”', '•',
        '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
    ];
    byte.checked_sub(0x80).and_then(|index| ADDED.get(usize::from(index)).copied()).unwrap_or(char::from(byte))
}

/// The length in bytes of a result with spaces around its dash at the start of a text, e.g. `1/2 - 1/2`.
fn spaced_result(text: &str) -> Option<usize> {
    let first = text.find(char::is_whitespace)?;
    let after = text[first..].trim_start();
    let rest = after.strip_prefix(is_dash)?.trim_start();
    let second = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let length = text.len() - rest.len() + second;
    read_result(&format!("{}-{}", &text[..first], &rest[..second])).map(|_| length)
}

/// Shortens a text for an error message.
fn quotable(text: &str) -> String {
    const LONGEST: usize = 60;
    let end = text.char_indices().nth(LONGEST);
    end.map_or_else(|| text.to_owned(), |(end, _)| format!("{}...", &text[..end]))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn braces(c: char) -> bool {
    c == '}'
}

/// Finds the end of a variation. Parentheses in comments do not count.
#[derive(Default)]
struct Parentheses {
    inner: usize,
    in_comment: bool,
}

impl Parentheses {
    fn closer(mut self) -> impl FnMut(char) -> bool {
        move |c| {
            match c {
                '}' => self.in_comment = false,
                _ if self.in_comment => {}
                '{' => self.in_comment = true,
                '(' => self.inner += 1,
                ')' if self.inner == 0 => return true,
                ')' => self.inner -= 1,
                _ => {}
            }
            false
        }
    }
}

/// Reads a tag at the beginning of a text: name, value, and length in bytes.
fn read_tag(text: &str) -> Option<(String, String, usize)> {
    let body = text.strip_prefix('[')?.trim_start();
    let name_length = body.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = body.split_at(name_length);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => value.push(letters.next()?),
            letter => value.push(letter),
        }
    }
    let rest = letters.as_str().trim_start().strip_prefix(']')?;
    (!name.is_empty()).then(|| (name.to_owned(), value, text.len() - rest.len()))
}
