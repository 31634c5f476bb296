//! A game as data.

use super::movement::{Component, Moves};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Piece, SQUARES, STRIDE, Square};

/// What sets a piece apart beyond its movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing.
    Ordinary,
    /// Its capture is the aim of the game; it castles.
    Royal,
    /// Promotes on the last rank, makes multi-steps, resets the 50-move clock.
    Pawn,
}

/// One row of a game's piece table.
#[derive(Clone, Copy, Debug)]
pub struct PieceSpec {
    /// The letter in FEN, upper case.
    pub letter: char,
    /// The name.
    pub name: &'static str,
    /// The movement.
    pub moves: Moves,
    /// What sets it apart.
    pub role: Role,
}

/// A piece by letter, name and movement in Betza's notation (see [`Moves::betza`]).
pub const fn piece(letter: char, name: &'static str, betza: &str) -> PieceSpec {
    PieceSpec { letter, name, moves: Moves::betza(betza), role: Role::Ordinary }
}

impl PieceSpec {
    /// The piece as the royal one.
    pub const fn royal(self) -> Self {
        Self { role: Role::Royal, ..self }
    }

    /// The piece as a pawn, which moves as `fmWfcF`.
    pub const fn pawn(self) -> Self {
        Self { role: Role::Pawn, ..self }
    }
}

/// A castling: where king and rook start and end.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// Whose it is.
    pub color: Color,
    /// The letter of the right in FEN, `K` or `Q`, in the owner's case.
    pub letter: char,
    /// The king's square before.
    pub king_from: Square,
    /// The king's square after.
    pub king_to: Square,
    /// The rook's square before.
    pub rook_from: Square,
    /// The rook's square after.
    pub rook_to: Square,
    /// The kind of piece that castles with the king.
    pub rook: Kind,
}

/// White's castling as a game's page states it: files of the king and the rook, before and after.
#[derive(Clone, Copy, Debug)]
pub struct CastlingFiles {
    /// The king's file before and after, e.g. `"gj"`.
    pub king: &'static str,
    /// The rook's file before and after, e.g. `"ki"`.
    pub rook: &'static str,
}

/// What XBoard has to be told to draw and check a game (`setup` and `piece` commands).
#[derive(Clone, Copy, Debug)]
pub struct XBoard {
    /// The variant of XBoard's own on whose rules the game is laid.
    pub parent: &'static str,
    /// One character for each of XBoard's piece pictures, White's half then Black's.
    pub table: &'static str,
    /// One `piece` command each, without the word itself.
    pub pieces: &'static [&'static str],
}

/// A game's page: what a game's file writes down.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name by which users and programs call it.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Files, 1..=12.
    pub files: u8,
    /// Ranks, 1..=10.
    pub ranks: u8,
    /// The start position as FEN.
    pub start: &'static str,
    /// The piece table; a kind is an index into it.
    pub pieces: &'static [PieceSpec],
    /// The longest step, in squares, of a pawn on its second rank.
    pub pawn_step: u8,
    /// Letters of the pieces that a pawn becomes on the last rank, best first.
    pub promotions: &'static str,
    /// White's castlings on the first rank, kingside then queenside; Black's mirror them.
    pub castlings: [Option<CastlingFiles>; 2],
    /// For XBoard.
    pub xboard: XBoard,
}

/// The most castlings of a game, both sides together.
pub const MAX_CASTLINGS: usize = 4;

/// A game as the engine reads it: its page and what follows from it.
#[derive(Debug)]
pub struct Spec {
    /// The game's page.
    pub page: Definition,
    /// The squares of the board.
    pub board: Bitboard,
    /// The kinds that capture by a component, by [`Component::index`].
    pub capturers: [KindSet; Component::COUNT],
    /// The pawns.
    pub pawns: KindSet,
    /// The royal kinds.
    pub royals: KindSet,
    /// What a pawn may become, best first.
    promotions: ([Kind; MAX_KINDS], usize),
    /// Castlings by number: White's kingside and queenside, then Black's.
    pub castlings: [Option<Castling>; MAX_CASTLINGS],
    /// For each square the castlings (bits by number) that a move from or to it ends.
    pub castling_squares: [u8; SQUARES],
}

impl Spec {
    /// Works out a game's page.
    ///
    /// # Panics
    /// When the page contradicts itself; evaluated while compiling.
    pub const fn new(page: Definition) -> Self {
        assert!(page.pieces.len() <= MAX_KINDS && page.files <= STRIDE);
        let mut spec = Self {
            board: Bitboard::board(page.files, page.ranks),
            capturers: [KindSet(0); Component::COUNT],
            pawns: KindSet(0),
            royals: KindSet(0),
            promotions: ([Kind::new(0); MAX_KINDS], page.promotions.len()),
            castlings: [None; MAX_CASTLINGS],
            castling_squares: [0; SQUARES],
            page,
        };
        spec.set_roles();
        let mut index = 0;
        while index < page.promotions.len() {
            spec.promotions.0[index] = spec.kind_of(page.promotions.as_bytes()[index]);
            index += 1;
        }
        spec.set_castlings();
        spec
    }

    const fn set_roles(&mut self) {
        let mut index = 0;
        while index < self.page.pieces.len() {
            let kind = Kind::new(index);
            let row = &self.page.pieces[index];
            match row.role {
                Role::Ordinary => {}
                Role::Royal => self.royals = self.royals.with(kind),
                Role::Pawn => self.pawns = self.pawns.with(kind),
            }
            let mut component = 0;
            while component < Component::COUNT {
                if row.moves.captures.has_index(component) {
                    self.capturers[component] = self.capturers[component].with(kind);
                }
                component += 1;
            }
            index += 1;
        }
    }

    const fn set_castlings(&mut self) {
        let mut number = 0;
        while number < MAX_CASTLINGS {
            let (color, side) = if number < 2 { (Color::White, number) } else { (Color::Black, number - 2) };
            if let Some(files) = self.page.castlings[side] {
                let castling = self.castling(color, side, files);
                self.castling_squares[castling.king_from.index()] |= 1 << number;
                self.castling_squares[castling.rook_from.index()] |= 1 << number;
                self.castlings[number] = Some(castling);
            }
            number += 1;
        }
    }

    const fn castling(&self, color: Color, side: usize, files: CastlingFiles) -> Castling {
        let letter = match (color, side) {
            (Color::White, 0) => 'K',
            (Color::White, _) => 'Q',
            (Color::Black, 0) => 'k',
            (Color::Black, _) => 'q',
        };
        Castling {
            color,
            letter,
            king_from: self.home(color, files.king.as_bytes()[0]),
            king_to: self.home(color, files.king.as_bytes()[1]),
            rook_from: self.home(color, files.rook.as_bytes()[0]),
            rook_to: self.home(color, files.rook.as_bytes()[1]),
            rook: self.kind_of(b'R'),
        }
    }

    const fn home(&self, color: Color, file: u8) -> Square {
        let rank = match color {
            Color::White => 0,
            Color::Black => self.page.ranks - 1,
        };
        Square::new(file - b'a', rank)
    }

    const fn kind_of(&self, letter: u8) -> Kind {
        let mut index = 0;
        while index < self.page.pieces.len() {
            if self.page.pieces[index].letter == letter as char {
                return Kind::new(index);
            }
            index += 1;
        }
        panic!("a letter that is not in the piece table");
    }

    /// The row of a kind.
    #[inline(always)]
    pub const fn piece(&self, kind: Kind) -> &PieceSpec {
        &self.page.pieces[kind.index()]
    }

    /// The number of kinds.
    pub const fn kinds(&self) -> usize {
        self.page.pieces.len()
    }

    /// What a pawn may become, best first.
    #[inline(always)]
    pub const fn promotions(&self) -> &[Kind] {
        self.promotions.0.split_at(self.promotions.1).0
    }

    /// The kinds that capture by this component.
    #[inline(always)]
    pub const fn capturers(&self, component: Component) -> KindSet {
        self.capturers[component.index()]
    }

    /// The last rank for pawns of `color`.
    #[inline(always)]
    pub const fn last_rank(&self, color: Color) -> Bitboard {
        self.rank_of(color, self.page.ranks - 1)
    }

    /// The rank that `color` counts as number `rank` from 0.
    #[inline(always)]
    pub const fn rank_of(&self, color: Color, rank: u8) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(rank),
            Color::Black => Bitboard::rank(self.page.ranks - 1 - rank),
        }
    }

    /// The name of a square in coordinate notation, e.g. `a10`.
    pub fn square_name(&self, square: Square) -> String {
        format!("{}{}", (b'a' + square.file()) as char, square.rank() + 1)
    }

    /// The square with a name as [`Spec::square_name`] gives it, and the text after it.
    pub fn read_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = text.bytes().next()?.checked_sub(b'a')?;
        let rest = text.get(1..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rank = rest[..digits].parse::<u8>().ok()?.checked_sub(1)?;
        let on_board = file < self.page.files && rank < self.page.ranks && !rest.starts_with('0');
        on_board.then(|| (Square::new(file, rank), &rest[digits..]))
    }

    /// The text of a piece in FEN: its letter in its side's case.
    pub fn piece_text(&self, piece: Piece) -> char {
        let letter = self.piece(piece.kind()).letter;
        match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The piece that a letter of a FEN stands for.
    pub fn read_piece(&self, letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let kind = self.page.pieces.iter().position(|row| row.letter == letter.to_ascii_uppercase())?;
        Some(Piece::new(color, Kind::new(kind)))
    }
}
