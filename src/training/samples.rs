//! Reads files of positions for the fit.

use std::io::BufRead;

use rayon::prelude::*;
use thiserror::Error;

use super::store::game_number;
use super::{Sample, Tracer};
use crate::board::FenError;
use crate::files::{LineError, Lines};
use crate::types::Score;

/// The most positions that are read: they are kept in memory.
const MAX_POSITIONS: usize = 100_000_000;
/// Lines that are read before they are processed on all threads.
const CHUNK: usize = 1 << 15;

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum SamplesError {
    /// A line cannot be read.
    #[error("{0}")]
    Line(#[from] LineError),
    /// A line is no position with score and result.
    #[error("line {line} is `{text}`, expected `FEN;score;result`, the result from 0 to 1")]
    Form {
        /// The number of the line, from 1.
        line: usize,
        /// The beginning of the line.
        text: String,
    },
    /// A position is not one of the game.
    #[error("line {line}: {error}")]
    Fen {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// There are too many positions.
    #[error("more than {MAX_POSITIONS} positions")]
    TooMany,
}

/// How positions become samples.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Weight of the game's result in the target, 0 to 1; the search's score has the rest.
    pub trust: f32,
    /// See [`super::FitOptions::scale`].
    pub scale: f32,
    /// Of this many positions in a row only the first is read; 1 to read all.
    pub step: usize,
}

impl Reading {
    /// Reads positions, one a line, with the numbers of their games where a [`super::Store`] wrote the file; other
    /// lines that begin with `#` are comments.
    ///
    /// # Errors
    /// When a line is no position of the game, or cannot be read.
    pub fn read(&self, mut lines: Lines<impl BufRead>, trace: &Tracer) -> Result<Vec<Sample>, SamplesError> {
        let mut samples = Vec::new();
        let (mut ended, mut game, mut count) = (false, 0, 0);
        while !ended {
            let mut chunk = Vec::new();
            while chunk.len() < CHUNK {
                let Some(line) = lines.next_text()? else {
                    ended = true;
                    break;
                };
                if line.starts_with('#') {
                    // Positions are counted anew in each game, so that the order of the games does not matter.
                    (game, count) = game_number(&line).map_or((game, count), |number| (number, number as usize));
                    continue;
                }
                if count % self.step == 0 {
                    chunk.push((lines.number(), game, line));
                }
                count += 1;
            }
            let read = |(number, game, line): &(usize, u64, String)| {
                let mut sample = self.read_sample(*number, line, trace)?;
                sample.game = *game;
                Ok(sample)
            };
            samples.append(&mut chunk.par_iter().map(read).collect::<Result<Vec<Sample>, SamplesError>>()?);
            if samples.len() > MAX_POSITIONS {
                return Err(SamplesError::TooMany);
            }
        }
        Ok(samples)
    }

    fn read_sample(&self, number: usize, line: &str, trace: &Tracer) -> Result<Sample, SamplesError> {
        const LONGEST_QUOTE: usize = 120;
        let wrong = || SamplesError::Form { line: number, text: line.chars().take(LONGEST_QUOTE).collect() };
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, score, result] = fields[..] else { return Err(wrong()) };
        let score: Score = score.parse().map_err(|_| wrong())?;
        let result: f32 = result.parse().map_err(|_| wrong())?;
        if !(0.0..=1.0).contains(&result) {
            return Err(wrong());
        }
        let trace = trace(fen).map_err(|error| SamplesError::Fen { line: number, error })?;
        Ok(Sample::new(&trace, result, score, self.trust, self.scale))
    }
}
