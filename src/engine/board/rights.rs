//! Castling rights as a FEN states them: by the letters of the wings (`KQkq`), by the files of the rooks (Shredder-FEN), or, as
//! X-FEN has it, by the file only where another rook stands farther out.

use super::definition::CASTLING_LETTERS;
use super::homes::held;
use super::{Castling, FenError, Setup, Spec};
use crate::types::{Color, Kind, Piece, Square};

/// The castling rights among the fields of a FEN.
const RIGHTS_FIELD: usize = 2;

/// A castling right that fits the pieces: the number of the castling, and the squares of king and rook.
#[derive(Clone, Copy)]
struct Right {
    number: usize,
    king: Square,
    rook: Square,
}

impl Setup {
    /// Sets the castling rights that the text names and the board allows; returns the letters of the others. Letters that
    /// name none are left to the game's own state.
    pub(super) fn read_rights(&mut self, spec: &Spec, text: &str) -> String {
        let mut unfit = String::new();
        for letter in text.chars().filter(|_| text != "-") {
            if !spec.names_castling(letter) {
                self.state.rights.push(letter);
                continue;
            }
            let right = self.right_named(spec, letter);
            match right.filter(|right| !self.has_right(right.number) || self.homes.rooks[right.number] == right.rook) {
                Some(right) => self.set_right(right),
                None => unfit.push(letter),
            }
        }
        unfit
    }

    /// Whether there is a right to the castling with this number.
    pub fn has_right(&self, number: usize) -> bool {
        self.castling_rights >> number & 1 != 0
    }

    /// Gives the right to the castling with this number, if the pieces allow it.
    pub fn grant(&mut self, spec: &Spec, number: usize) {
        if let Some(right) = self.possible_right(spec, number) {
            self.set_right(right);
        }
    }

    fn set_right(&mut self, Right { number, king, rook }: Right) {
        self.castling_rights |= 1 << number;
        self.homes.kings[number / 2] = king;
        self.homes.rooks[number] = rook;
    }

    /// Whether king and rook of a castling are where it begins, so that there may be a right to it.
    pub(super) fn is_at_home(&self, spec: &Spec, number: usize) -> bool {
        self.right_at(spec, number, self.homes.kings[number / 2], self.homes.rooks[number]).is_some()
    }

    /// The castling with this number to which the pieces allow a right.
    pub fn possible_castling(&self, spec: &Spec, number: usize) -> Option<Castling> {
        let Right { king, rook, .. } = self.possible_right(spec, number)?;
        if !spec.castles_from_any_file() {
            return spec.castlings[number];
        }
        let mut homes = self.homes;
        (homes.kings[number / 2], homes.rooks[number]) = (king, rook);
        homes.castling(spec, number, self.cells[rook.index()]?.kind())
    }

    /// The right to the castling with this number that the pieces allow: with the rook that has it, or else as its letter
    /// means it.
    fn possible_right(&self, spec: &Spec, number: usize) -> Option<Right> {
        let [king, rook] = [self.homes.kings[number / 2], self.homes.rooks[number]];
        self.right_at(spec, number, king, rook).or_else(|| self.right_named(spec, CASTLING_LETTERS[number]))
    }

    /// The right with king and rook on these squares.
    fn right_at(&self, spec: &Spec, number: usize, king: Square, rook: Square) -> Option<Right> {
        if !spec.castles_from_any_file() {
            let castling = spec.castlings[number].as_ref()?;
            let is_on = |square: Square, kind| self.cells[square.index()] == Some(Piece::new(castling.color, kind));
            let fits = is_on(castling.king_from, castling.king) && is_on(castling.rook_from, castling.rook);
            return fits.then_some(Right { number, king: castling.king_from, rook: castling.rook_from });
        }
        let color = Color::BOTH[number / 2];
        let fits = spec.castling_goals[number].is_some()
            && self.castling_king(spec, color) == Some(king)
            && self.is_rook(spec, color, rook)
            && rook.rank() == king.rank()
            && (rook.file() > king.file()) == is_kingside(number);
        fits.then_some(Right { number, king, rook })
    }

    /// The right that a letter of the castling field names, if the pieces allow it.
    fn right_named(&self, spec: &Spec, letter: char) -> Option<Right> {
        if !spec.castles_from_any_file() {
            let number = spec.castling_named(letter)?;
            return self.right_at(spec, number, self.homes.kings[number / 2], self.homes.rooks[number]);
        }
        let color = color_of(letter);
        let king = self.castling_king(spec, color)?;
        let (number, rook) = match CASTLING_LETTERS.iter().position(|&known| known == letter) {
            Some(number) => (number, self.outermost_rook(spec, number, king)?),
            None => {
                let file = spec.file(letter.to_ascii_lowercase() as u8)?;
                (2 * color.index() + usize::from(file < king.file()), Square::new(file, king.rank()))
            }
        };
        self.right_at(spec, number, king, rook)
    }

    /// The king that castles: the only one on the rank where it does, or else the one on the king's file.
    fn castling_king(&self, spec: &Spec, color: Color) -> Option<Square> {
        let (rank, rules) = (spec.castling_rank(color)?, &spec.laws().castling);
        let king = Piece::new(color, rules.kings[color.index()]);
        let mut kings = self.squares_of(|piece| piece == king).into_iter().filter(|square| square.rank() == rank);
        match (kings.next(), kings.next()) {
            (only, None) => only,
            (first, second) => {
                first.into_iter().chain(second).chain(kings).find(|square| square.file() == rules.king_file)
            }
        }
    }

    fn is_rook(&self, spec: &Spec, color: Color, square: Square) -> bool {
        let rooks = spec.laws().castling.rooks[color.index()];
        self.cells[square.index()].is_some_and(|piece| piece.color() == color && rooks.has(piece.kind()))
    }

    /// The rook that the letter of a wing means: that of the game, if king and rook stand as at its start; or else the
    /// outermost one beyond the king.
    fn outermost_rook(&self, spec: &Spec, number: usize, king: Square) -> Option<Square> {
        let color = Color::BOTH[number / 2];
        let of_game = spec.castlings[number].filter(|castling| castling.king_from == king);
        let of_game = of_game.map(|castling| castling.rook_from).filter(|&rook| self.is_rook(spec, color, rook));
        let limit = spec.laws().castling.rook_files[number % 2].min(spec.page.files - 1);
        let is_it = |&file: &u8| self.is_rook(spec, color, Square::new(file, king.rank()));
        let file = if is_kingside(number) {
            (king.file() + 1..=limit).rev().find(is_it)
        } else {
            (limit..king.file()).find(is_it)
        };
        of_game.or_else(|| Some(Square::new(file?, king.rank())))
    }

    /// A FEN without the castling rights that do not fit its pieces. A text that does not parse stays as it is.
    pub fn without_unfit_rights(spec: &'static Spec, fen: &str) -> String {
        let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
        let Some(rights) = fields.get_mut(RIGHTS_FIELD).map(std::mem::take) else { return fen.to_owned() };
        "-".clone_into(&mut fields[RIGHTS_FIELD]);
        let Ok(mut setup) = Self::read_unfinished(spec, &fields.join(" ")) else { return fen.to_owned() };
        let unfit = setup.read_rights(spec, &rights);
        let fitting: String = rights.chars().filter(|&letter| !unfit.contains(letter)).collect();
        fields[RIGHTS_FIELD] = if fitting.is_empty() { "-".to_owned() } else { fitting };
        fields.join(" ")
    }

    /// Whether the king of a castling right stands elsewhere on the rank where it castles, with a rook on the side of the
    /// right: as in another array.
    pub(super) fn is_of_another_array(&self, spec: &Spec, letter: char) -> bool {
        if spec.castles_from_any_file() {
            return false;
        }
        let castling = spec.castling_named(letter).and_then(|number| spec.castlings[number].as_ref());
        castling.is_some_and(|castling| {
            let on_rank = |kind: Kind| {
                let squares = self.squares_of(|piece| piece == Piece::new(castling.color, kind));
                squares.into_iter().filter(|square| square.rank() == castling.king_from.rank())
            };
            let is_beside = |king: Square, rook: Square| {
                (rook.file() > king.file()) == (castling.rook_from.file() > castling.king_from.file())
            };
            let king = on_rank(castling.king).next().filter(|&king| king != castling.king_from);
            king.is_some_and(|king| on_rank(castling.rook).any(|rook| is_beside(king, rook)))
        })
    }

    /// The error for a castling right that does not fit the pieces.
    pub(super) fn unfit_right(&self, spec: &Spec, letter: char) -> FenError {
        let color = color_of(letter);
        let castling = spec.castling_named(letter).and_then(|number| spec.castlings[number].as_ref());
        let name = |square: Square| spec.square_name(square);
        let king_kind = spec.laws().castling.kings[color.index()];
        let kings = self.squares_of(|piece| piece == Piece::new(color, king_kind));
        let castling_king = match (spec.castles_from_any_file(), castling) {
            (true, _) => self.castling_king(spec, color),
            (false, Some(castling)) => Some(castling.king_from).filter(|&square| kings.has(square)),
            (false, None) => return FenError::Castling(letter),
        };
        let (king, rook) = match castling.filter(|_| !spec.castles_from_any_file()) {
            Some(castling) => (name(castling.king_from), name(castling.rook_from)),
            None => {
                let rank = spec.castling_rank(color).map_or(0, |rank| rank + 1);
                (format!("rank {rank}"), rook_words(letter, rank))
            }
        };
        let found = match kings.into_iter().next() {
            _ if self.right_named(spec, letter).is_some() => {
                "the king castles with another rook on that side".to_owned()
            }
            _ if castling_king.is_some() => format!("there is none on {rook}"),
            Some(square) => format!("the king is on {}", name(square)),
            None => "there is no king".to_owned(),
        };
        FenError::UnfitRight { letter, color: color.name(), king, rook, found }
    }

    pub(super) fn rights_text(&self, spec: &Spec) -> String {
        let held = held(self.castling_rights).map(|number| self.letter_of(spec, number));
        let mut letters: Vec<char> = held.chain(self.state.rights.chars()).collect();
        // White's first.
        letters.sort_by_key(char::is_ascii_lowercase);
        if letters.is_empty() { "-".to_owned() } else { letters.into_iter().collect() }
    }

    /// The letter of a right: that of its wing, if that means its rook, or else the rook's file.
    fn letter_of(&self, spec: &Spec, number: usize) -> char {
        let (king, rook) = (self.homes.kings[number / 2], self.homes.rooks[number]);
        let is_clear = !spec.castles_from_any_file() || self.outermost_rook(spec, number, king) == Some(rook);
        match (is_clear, spec.file_letter(rook.file())) {
            (true, _) => CASTLING_LETTERS[number],
            (false, file) if number < 2 => file.to_ascii_uppercase(),
            (false, file) => file,
        }
    }
}

fn is_kingside(number: usize) -> bool {
    number.is_multiple_of(2)
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// Where the rook of a right must stand.
fn rook_words(letter: char, rank: u8) -> String {
    match letter.to_ascii_uppercase() {
        'K' => "its right".to_owned(),
        'Q' => "its left".to_owned(),
        file => format!("{}{rank}", file.to_ascii_lowercase()),
    }
}
