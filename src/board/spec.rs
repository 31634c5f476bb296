//! A game as data.

use super::betza::{Component, Moves};
use crate::geometry::{Leap, leaps};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Piece, SQUARES, STRIDE, Square};

/// What sets a piece apart beyond its movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing.
    Ordinary,
    /// Its capture is the aim of the game.
    Royal,
    /// Makes multi-steps, resets the 50-move clock, and promotes where only pawns do.
    Pawn,
}

/// One row of a game's piece table.
#[derive(Clone, Copy, Debug)]
pub struct PieceSpec {
    /// The letter in FEN, upper case.
    pub letter: char,
    /// Whether it is the crowned form of the piece with the same letter: `+` and the letter in FEN.
    pub crowned: bool,
    /// The digit after the letter in FEN, which tells pieces with the same letter apart; 0 if there is none.
    pub digit: u8,
    /// The name.
    pub name: &'static str,
    /// The movement in Betza's notation (see [`Moves::betza`]).
    pub betza: &'static str,
    /// The movement as components.
    pub moves: Moves,
    /// What sets it apart.
    pub role: Role,
}

/// A piece by letter, name and movement in Betza's notation (see [`Moves::betza`]).
pub const fn piece(letter: char, name: &'static str, betza: &'static str) -> PieceSpec {
    PieceSpec { letter, crowned: false, digit: 0, name, betza, moves: Moves::betza(betza), role: Role::Ordinary }
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

    /// The piece with a digit (1..=9) after its letter.
    pub const fn numbered(self, digit: u8) -> Self {
        Self { digit, ..self }
    }

    /// The piece as the crowned form of the one with the same letter.
    pub const fn crowned(self) -> Self {
        Self { crowned: true, ..self }
    }
}

/// What becomes of pieces far up the board.
#[derive(Clone, Copy, Debug)]
pub enum Promotion {
    /// A pawn on the last rank becomes one of the pieces with these letters, best first.
    LastRank(&'static str),
    /// Every piece that has a crowned form becomes that by a move that starts or ends on the last so many ranks.
    Crowning(u8),
    /// By the game's own rules only: the pieces with these letters promote.
    Special(&'static str),
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
    /// The squares that must be empty.
    pub path: Bitboard,
    /// The squares that the king crosses.
    pub crossed: Bitboard,
    /// The kind of piece that castles.
    pub king: Kind,
    /// The kind of piece that castles with it.
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

/// A game's page: what a game's file writes down.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name by which users and programs call it.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// The rule page: the game in words, with its rulings, as Markdown.
    pub rules: &'static str,
    /// Files, 1..=12.
    pub files: u8,
    /// The letters of the files from White's left, lower case; there may be more of them than files.
    pub file_letters: &'static str,
    /// Ranks, 1..=10.
    pub ranks: u8,
    /// The start position as FEN.
    pub start: &'static str,
    /// The piece table; a kind is an index into it.
    pub pieces: &'static [PieceSpec],
    /// The longest step, in squares, of a pawn on its second rank.
    pub pawn_step: u8,
    /// What becomes of pieces far up the board.
    pub promotion: Promotion,
    /// White's castlings on the first rank, kingside then queenside; Black's mirror them.
    pub castlings: [Option<CastlingFiles>; 2],
}

/// The letters of the files, where the game has none of its own.
pub const FILE_LETTERS: &str = "abcdefghijkl";

/// The most castlings of a game, both sides together.
pub const MAX_CASTLINGS: usize = 4;

/// A list of kinds.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    kinds: [Kind; MAX_KINDS],
    count: usize,
}

impl Kinds {
    const NONE: Self = Self { kinds: [Kind::new(0); MAX_KINDS], count: 0 };

    const fn push(&mut self, kind: Kind) {
        self.kinds[self.count] = kind;
        self.count += 1;
    }
}

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
    /// The kinds that never leave squares of one colour by captures.
    pub color_bound: KindSet,
    /// The kinds that can become others, far up the board or by the game's own rules.
    pub promoting: KindSet,
    /// By kind, what it may become far up the board, best first.
    promotions: [Kinds; MAX_KINDS],
    /// The number of the last ranks on which pieces promote.
    promotion_ranks: u8,
    /// The kinds that leap over a square in a straight line and capture there.
    pub leapers_in_line: KindSet,
    /// By square, from where any leap of the game captures there, whichever way ahead is.
    leap_sources: [Bitboard; SQUARES],
    /// Castlings by number: White's kingside and queenside, then Black's.
    pub castlings: [Option<Castling>; MAX_CASTLINGS],
    /// For each square the castlings (bits by number) that a move from or to it ends.
    pub castling_squares: [u8; SQUARES],
}

/// The squares of a rank from one to another, both included.
const fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
    Bitboard((high.bit().0 << 1) - low.bit().0)
}

const fn is_in(letter: char, letters: &str) -> bool {
    let mut index = 0;
    while index < letters.len() {
        if letters.as_bytes()[index] == letter as u8 {
            return true;
        }
        index += 1;
    }
    false
}

impl Spec {
    /// Works out a game's page.
    ///
    /// # Panics
    /// When the page contradicts itself; evaluated while compiling.
    pub const fn new(page: Definition) -> Self {
        assert!(page.pieces.len() <= MAX_KINDS && page.files <= STRIDE);
        assert!(page.file_letters.len() >= page.files as usize);
        let mut spec = Self {
            board: Bitboard::board(page.files, page.ranks),
            capturers: [KindSet(0); Component::COUNT],
            pawns: KindSet(0),
            royals: KindSet(0),
            color_bound: KindSet(0),
            promoting: KindSet(0),
            promotions: [Kinds::NONE; MAX_KINDS],
            promotion_ranks: 1,
            leapers_in_line: KindSet(0),
            leap_sources: [Bitboard::EMPTY; SQUARES],
            castlings: [None; MAX_CASTLINGS],
            castling_squares: [0; SQUARES],
            page,
        };
        spec.set_roles();
        spec.leapers_in_line =
            KindSet(spec.capturers(Component::Leap(Leap::Dabbaba)).0 | spec.capturers(Component::Leap(Leap::Alfil)).0);
        spec.set_leap_sources();
        spec.set_promotions();
        spec.set_castlings();
        spec
    }

    const fn set_leap_sources(&mut self) {
        let mut number = 0;
        while number < Leap::ALL.len() {
            let leap = Leap::ALL[number];
            let mut index = 0;
            while index < SQUARES && !self.capturers(Component::Leap(leap)).is_empty() {
                let square = Square::new_unchecked_index(index as u8);
                let sources = leaps(leap, Color::White, square).0 | leaps(leap, Color::Black, square).0;
                self.leap_sources[index].0 |= sources;
                index += 1;
            }
            number += 1;
        }
    }

    const fn set_promotions(&mut self) {
        let pieces = self.page.pieces;
        if let Promotion::Crowning(ranks) = self.page.promotion {
            self.promotion_ranks = ranks;
        }
        assert!(1 + self.page.pawn_step < self.page.ranks - self.promotion_ranks, "multi-steps do not promote");
        let mut index = 0;
        while index < pieces.len() {
            let row = &pieces[index];
            match self.page.promotion {
                Promotion::LastRank(letters) if matches!(row.role, Role::Pawn) => {
                    let mut letter = 0;
                    while letter < letters.len() {
                        self.promotions[index].push(self.kind_of(letters.as_bytes()[letter]));
                        letter += 1;
                    }
                }
                Promotion::Crowning(_) if row.crowned => {
                    let uncrowned = self.kind_of(row.letter as u8);
                    self.promotions[uncrowned.index()].push(Kind::new(index));
                }
                Promotion::Special(letters) if is_in(row.letter, letters) => {
                    self.promoting = self.promoting.with(Kind::new(index));
                }
                _ => {}
            }
            index += 1;
        }
        index = 0;
        while index < pieces.len() {
            if self.promotions[index].count > 0 {
                self.promoting = self.promoting.with(Kind::new(index));
            }
            index += 1;
        }
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
            if row.moves.captures.is_color_bound() {
                self.color_bound = self.color_bound.with(kind);
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
        let king_from = self.home(color, files.king.as_bytes()[0]);
        let king_to = self.home(color, files.king.as_bytes()[1]);
        let rook_from = self.home(color, files.rook.as_bytes()[0]);
        let rook_to = self.home(color, files.rook.as_bytes()[1]);
        let crossed = span(king_from, king_to).0 & !(king_from.bit().0 | king_to.bit().0);
        let path = span(king_from, rook_from).0 | span(king_from, king_to).0 | rook_to.bit().0;
        Castling {
            color,
            letter,
            king_from,
            king_to,
            rook_from,
            rook_to,
            path: Bitboard(path & !(king_from.bit().0 | rook_from.bit().0)),
            crossed: Bitboard(crossed),
            king: self.kind_of(b'K'),
            rook: self.kind_of(b'R'),
        }
    }

    const fn home(&self, color: Color, file: u8) -> Square {
        let rank = match color {
            Color::White => 0,
            Color::Black => self.page.ranks - 1,
        };
        match self.file(file) {
            Some(file) => Square::new(file, rank),
            None => panic!("a file that the board has not"),
        }
    }

    /// The file with this letter, counted from 0.
    pub const fn file(&self, letter: u8) -> Option<u8> {
        let mut file = 0;
        while file < self.page.files {
            if self.page.file_letters.as_bytes()[file as usize] == letter {
                return Some(file);
            }
            file += 1;
        }
        None
    }

    /// The letter of a file, counted from 0.
    pub const fn file_letter(&self, file: u8) -> char {
        self.page.file_letters.as_bytes()[file as usize] as char
    }

    const fn kind_of(&self, letter: u8) -> Kind {
        let mut index = 0;
        while index < self.page.pieces.len() {
            let row = &self.page.pieces[index];
            if row.letter == letter as char && !row.crowned {
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

    /// What a kind may, and must, become by a move that promotes, best first; nothing if it never does.
    #[inline(always)]
    pub const fn promotions(&self, kind: Kind) -> &[Kind] {
        let list = &self.promotions[kind.index()];
        list.kinds.split_at(list.count).0
    }

    /// The squares on which pieces of `color` promote.
    #[inline(always)]
    pub const fn promotion_zone(&self, color: Color) -> Bitboard {
        let mut squares = 0;
        let mut rank = self.page.ranks - self.promotion_ranks;
        while rank < self.page.ranks {
            squares |= self.rank_of(color, rank).0;
            rank += 1;
        }
        Bitboard(squares)
    }

    /// The kinds that capture by this component.
    #[inline(always)]
    pub const fn capturers(&self, component: Component) -> KindSet {
        self.capturers[component.index()]
    }

    /// From where any leap of the game captures on `square`, whichever way ahead is.
    #[inline(always)]
    pub const fn leap_sources(&self, square: Square) -> Bitboard {
        self.leap_sources[square.index()]
    }

    /// The rank that `color` counts as number `rank` from 0.
    #[inline(always)]
    pub const fn rank_of(&self, color: Color, rank: u8) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(rank),
            Color::Black => Bitboard::rank(self.page.ranks - 1 - rank),
        }
    }

    /// The number of the castling that a letter of a FEN's rights names: the right's own letter, or the file of its rook,
    /// in the owner's case.
    pub fn castling_named(&self, letter: char) -> Option<usize> {
        let by_file = |castling: &Castling| {
            let file = self.file_letter(castling.rook_from.file());
            letter == if castling.color == Color::White { file.to_ascii_uppercase() } else { file }
        };
        let find = |is_it: &dyn Fn(&Castling) -> bool| {
            self.castlings.iter().position(|castling| castling.as_ref().is_some_and(is_it))
        };
        find(&|castling| castling.letter == letter).or_else(|| find(&by_file))
    }

    /// The name of a square in coordinate notation, e.g. `a10`.
    pub fn square_name(&self, square: Square) -> String {
        format!("{}{}", self.file_letter(square.file()), square.rank() + 1)
    }

    /// The square with a name as [`Spec::square_name`] gives it, and the text after it.
    pub fn read_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = self.file(text.bytes().next()?)?;
        let rest = text.get(1..)?;
        // A digit beyond the board's ranks may be the move's suffix, where these have one digit each.
        let longest = if self.page.ranks < 10 { 1 } else { usize::MAX };
        let digits = rest.bytes().take(longest).take_while(u8::is_ascii_digit).count();
        let rank = rest[..digits].parse::<u8>().ok()?.checked_sub(1)?;
        let on_board = rank < self.page.ranks && !rest.starts_with('0');
        on_board.then(|| (Square::new(file, rank), &rest[digits..]))
    }

    /// Reads two squares; also returns what stands behind them.
    pub fn read_squares<'a>(&self, text: &'a str) -> Option<(Square, Square, &'a str)> {
        let (from, rest) = self.read_square(text)?;
        let (to, rest) = self.read_square(rest)?;
        Some((from, to, rest))
    }

    /// The text of a kind: its letter, after `+` if it is crowned, and before its digit if it has one.
    pub fn kind_text(&self, kind: Kind) -> String {
        let row = self.piece(kind);
        let crown = if row.crowned { "+" } else { "" };
        let digit = if row.digit == 0 { String::new() } else { row.digit.to_string() };
        format!("{crown}{}{digit}", row.letter)
    }

    /// What stands for a kind at the end of a move that promotes to it: its letter in lower case, or what tells it
    /// apart from the pieces with the same letter.
    pub fn promotion_suffix(&self, kind: Kind) -> char {
        match self.piece(kind) {
            PieceSpec { crowned: true, .. } => '+',
            PieceSpec { digit: 0, letter, .. } => letter.to_ascii_lowercase(),
            PieceSpec { digit, .. } => (b'0' + digit) as char,
        }
    }

    /// The width of the widest piece as text.
    pub fn text_width(&self) -> usize {
        (0..self.kinds()).map(|index| self.kind_text(Kind::new(index)).len()).max().unwrap_or(1)
    }

    /// The text of a piece in FEN: its kind's in its side's case.
    pub fn piece_text(&self, piece: Piece) -> String {
        let text = self.kind_text(piece.kind());
        match piece.color() {
            Color::White => text,
            Color::Black => text.to_ascii_lowercase(),
        }
    }

    /// The piece that the text begins with, written as [`Spec::piece_text`] does, and the text after it.
    pub fn read_piece<'t>(&self, text: &'t str) -> Option<(Piece, &'t str)> {
        let (crowned, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
        let letter = rest.chars().next()?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rest = &rest[letter.len_utf8()..];
        let digit = rest.bytes().next().filter(u8::is_ascii_digit).map_or(0, |digit| digit - b'0');
        let is_it = |row: &PieceSpec| {
            row.letter == letter.to_ascii_uppercase() && row.crowned == crowned && [0, digit].contains(&row.digit)
        };
        let kind = self.page.pieces.iter().position(is_it)?;
        let length = usize::from(self.page.pieces[kind].digit != 0);
        Some((Piece::new(color, Kind::new(kind)), &rest[length..]))
    }
}
