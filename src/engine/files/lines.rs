//! Reads files line by line. A line has a largest length, so that a file without line breaks cannot fill the memory.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use thiserror::Error;

/// The largest length of a line, in bytes.
pub const MAX_LINE: usize = 1 << 22;
/// The largest length of a file that is read as a whole, in bytes.
const MAX_TEXT: usize = 1 << 24;

/// Why a line cannot be read.
#[derive(Debug, Error)]
pub enum LineProblem {
    /// It is longer than [`MAX_LINE`].
    #[error("longer than {MAX_LINE} bytes, expected lines of text")]
    TooLong,
    /// It is not in UTF-8.
    #[error("not in UTF-8, expected text")]
    Encoding,
    /// The file is longer than the largest that is read as a whole.
    #[error("the file is longer than {MAX_TEXT} bytes")]
    TooMuch,
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Why a line cannot be read, and which.
#[derive(Debug, Error)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: LineProblem,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            // An error of the whole file.
            LineProblem::Io(error) => write!(f, "{error}"),
            problem => write!(f, "line {}: {problem}", self.line),
        }
    }
}

/// The lines of an input, numbered.
pub struct Lines<B> {
    input: B,
    number: usize,
}

impl<B: BufRead> Lines<B> {
    /// The lines of `input`.
    pub fn new(input: B) -> Self {
        Self { input, number: 0 }
    }

    /// The number of the line last read, or last tried, from 1; 0 before the first.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next line with its line break; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read, or the line is too long.
    pub fn next_bytes(&mut self) -> Result<Option<Vec<u8>>, LineProblem> {
        let mut bytes = Vec::new();
        self.number += 1;
        let length = (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        match length {
            0 => Ok(None),
            _ if length > MAX_LINE => Err(LineProblem::TooLong),
            _ => Ok(Some(bytes)),
        }
    }

    /// The next line without its line break; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read, or the line is too long or not in UTF-8.
    pub fn next_text(&mut self) -> Result<Option<String>, LineError> {
        let read = self.next_bytes().and_then(|bytes| {
            let text = bytes.map(String::from_utf8).transpose().map_err(|_| LineProblem::Encoding)?;
            Ok(text.map(|mut text| {
                text.truncate(text.trim_end_matches(['\r', '\n']).len());
                text
            }))
        });
        read.map_err(|problem| LineError { line: self.number, problem })
    }
}

impl<B: BufRead> Iterator for Lines<B> {
    type Item = Result<String, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_text().transpose()
    }
}

/// A text file as a whole; at most 16 MiB.
///
/// # Errors
/// When the file cannot be read, is too long, or is not text.
pub fn read_text(path: &Path) -> Result<String, LineError> {
    let file = File::open(path).map_err(|error| LineError { line: 1, problem: error.into() })?;
    let mut lines = Lines::new(BufReader::new(file));
    let mut text = String::new();
    while let Some(line) = lines.next_text()? {
        text += &line;
        text.push('\n');
        if text.len() > MAX_TEXT {
            return Err(LineError { line: lines.number(), problem: LineProblem::TooMuch });
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_bounded() {
        let text = format!("one\r\n\n{}\n{}", "x".repeat(MAX_LINE - 1), "y".repeat(MAX_LINE + 1));
        let mut lines = Lines::new(text.as_bytes());
        let mut next = || lines.next_text().map(|line| line.map(|line| line.len()));
        assert_eq!([next().unwrap(), next().unwrap(), next().unwrap()], [Some(3), Some(0), Some(MAX_LINE - 1)]);
        assert!(next().unwrap_err().to_string().starts_with("line 4: longer than"));
        assert!(Lines::new(BufReader::new(io::repeat(0))).next_text().is_err());
    }

    #[test]
    fn text_is_in_utf_8() {
        let mut lines = Lines::new(&b"ok\n\xFF\n"[..]);
        assert_eq!(lines.next_text().unwrap().as_deref(), Some("ok"));
        assert!(lines.next_text().unwrap_err().to_string().starts_with("line 2: not in UTF-8"));
    }
}
