//! The array of a diagram.

use super::super::draft::{Draft, Text};
use super::super::problem::Fault;
use super::pieces::Piece;
use super::rules::{Rules, Symmetry};
use crate::board::{ranks_text, usual_name};
use crate::types::{Bitboard, Color, SQUARES, Square};

/// The pieces on the board, by the numbers of their kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Array {
    files: u8,
    ranks: u8,
    cells: [Option<(usize, Color)>; SQUARES],
    /// Squares on which two pieces were put, with the line of the second.
    pub twice: Vec<(usize, String)>,
}

impl Array {
    /// Puts the pieces on the board. The sizes are those of a board that we have.
    pub(super) fn of(pieces: &[Piece], rules: &Rules) -> Result<Self, (usize, Fault)> {
        let (files, ranks) = (rules.files as u8, rules.ranks as u8);
        let mut array = Self { files, ranks, cells: [None; SQUARES], twice: Vec::new() };
        for (number, piece) in pieces.iter().enumerate() {
            array.put(number, piece, rules).map_err(|fault| (piece.line, fault))?;
        }
        Ok(array)
    }

    fn put(&mut self, number: usize, piece: &Piece, rules: &Rules) -> Result<(), Fault> {
        if piece.squares == "0" {
            return Ok(());
        }
        let mut color = Color::White;
        for entry in piece.squares.split(',').map(str::trim) {
            if entry.len() < 2 {
                // What follows an empty entry is Black's.
                color = Color::Black;
                continue;
            }
            let (first, last) = entry.split_once('-').unwrap_or((entry, entry));
            let corner = |text: &str| self.square(text.trim(), rules.first_rank);
            let (Some((left, bottom)), Some((right, top))) = (corner(first), corner(last)) else {
                let (files, ranks) = (self.files, self.ranks);
                return Err(Fault::value(
                    entry,
                    format!("squares of the {files}x{ranks} board such as `b1,g1` or `a2-h2`"),
                ));
            };
            for (file, rank) in (left..=right).flat_map(|file| (bottom..=top).map(move |rank| (file, rank))) {
                self.put_one(file, rank, (number, color), piece);
                let partner = match (color, rules.symmetry) {
                    (Color::White, Symmetry::Mirror) => Some(file),
                    (Color::White, Symmetry::Rotate) => Some(self.files - 1 - file),
                    _ => None,
                };
                if let Some(file) = partner {
                    self.put_one(file, self.ranks - 1 - rank, (number, Color::Black), piece);
                }
            }
        }
        Ok(())
    }

    fn put_one(&mut self, file: u8, rank: u8, piece: (usize, Color), row: &Piece) {
        let square = Square::new(file, rank);
        let cell = &mut self.cells[square.index()];
        if cell.is_some_and(|known| known != piece) {
            self.twice.push((row.line, usual_name(square)));
        }
        *cell = Some(piece);
    }

    /// The file and rank, from 0, of a square of the board.
    fn square(&self, text: &str, first_rank: u32) -> Option<(u8, u8)> {
        let file = text.bytes().next()?.checked_sub(b'a').filter(|&file| file < self.files)?;
        let rank: u32 = text.get(1..)?.parse().ok()?;
        let rank = rank.checked_sub(first_rank).filter(|&rank| rank < self.ranks.into())?;
        Some((file, rank as u8))
    }

    /// The number of the kind on a square, and its side.
    pub(super) fn at(&self, file: u8, rank: u8) -> Option<(usize, Color)> {
        self.cells[Square::new(file, rank).index()]
    }

    /// The squares of a side's pieces of a kind.
    pub(super) fn squares_of(&self, number: usize, color: Color) -> Bitboard {
        Square::all().filter(|square| self.cells[square.index()] == Some((number, color))).collect()
    }

    /// The first field of the FEN of the array.
    pub(super) fn fen(&self, game: &Draft, pieces: &[Piece]) -> String {
        ranks_text((self.files, self.ranks), |square| {
            let (number, color) = self.cells[square.index()]?;
            // All kinds have been added to the game.
            let Text { letter, crowned } = game.texts[pieces[number].slot].unwrap_or(pieces[number].text);
            let letter = if color == Color::White { letter } else { letter.to_ascii_lowercase() };
            Some(format!("{}{letter}", if crowned { "+" } else { "" }))
        })
    }
}
