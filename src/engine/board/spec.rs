//! A game as data: board, array, piece table, castling and promotion.

use super::betza::{Component, Moves};
use super::custom::Custom;
use crate::geometry::{Leap, leaps};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Piece, SQUARES, STRIDE, Square};

/// The role of a kind of piece, beyond its movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// No special role.
    Ordinary,
    /// The king, or the piece in its place: the one to be mated.
    Royal,
    /// A pawn: makes multi-steps, resets the 50-move clock, and promotes if only pawns do.
    Pawn,
}

/// One row of a game's piece table.
#[derive(Clone, Copy, Debug)]
pub struct PieceSpec {
    /// The letter in FEN, upper case.
    pub letter: char,
    /// Whether it is the crowned form of the piece with the same letter, written with `+` before the letter in FEN.
    pub crowned: bool,
    /// The digit after the letter in FEN, which distinguishes pieces with the same letter; 0 for none.
    pub digit: u8,
    /// The name.
    pub name: &'static str,
    /// The movement in Betza's notation (see [`Moves::betza`]).
    pub betza: &'static str,
    /// The movement as components.
    pub moves: Moves,
    /// The role.
    pub role: Role,
}

/// A piece by letter, name and movement in Betza's notation (see [`Moves::betza`]).
pub const fn piece(letter: char, name: &'static str, betza: &'static str) -> PieceSpec {
    PieceSpec { letter, crowned: false, digit: 0, name, betza, moves: Moves::betza(betza), role: Role::Ordinary }
}

impl PieceSpec {
    /// The same piece in the role of the king.
    pub const fn royal(self) -> Self {
        Self { role: Role::Royal, ..self }
    }

    /// The same piece in the role of a pawn, which must move as `fmWfcF`.
    pub const fn pawn(self) -> Self {
        Self { role: Role::Pawn, ..self }
    }

    /// The same piece with a digit (1..=9) after its letter.
    pub const fn numbered(self, digit: u8) -> Self {
        Self { digit, ..self }
    }

    /// The same piece as the crowned form of the one with its letter.
    pub const fn crowned(self) -> Self {
        Self { crowned: true, ..self }
    }
}

/// How pieces promote.
#[derive(Clone, Copy, Debug)]
pub enum Promotion {
    /// A pawn on the last rank becomes one of the pieces with these letters, in descending order of value.
    LastRank(&'static str),
    /// A piece is crowned by a move that starts or ends on this many last ranks, if it has a crowned form.
    Crowning(u8),
    /// The pieces with these letters promote, by the game's own rules.
    Special(&'static str),
}

/// A castling: where king and rook start and end, and which squares matter.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// The side that castles.
    pub color: Color,
    /// The letter of the right in FEN: `K` or `Q`, in lower case for Black.
    pub letter: char,
    /// The king's square before castling.
    pub king_from: Square,
    /// The king's square after castling.
    pub king_to: Square,
    /// The rook's square before castling.
    pub rook_from: Square,
    /// The rook's square after castling.
    pub rook_to: Square,
    /// The squares that must be empty.
    pub path: Bitboard,
    /// The squares that the king crosses, without its first and last.
    pub crossed: Bitboard,
    /// The kind of the king.
    pub king: Kind,
    /// The kind of the rook.
    pub rook: Kind,
}

/// The letters of the rights in FEN: White's kingside and queenside, then Black's.
const CASTLING_LETTERS: [char; MAX_CASTLINGS] = ['K', 'Q', 'k', 'q'];

impl Castling {
    /// A castling from the squares before and after and the kinds of king and rook.
    pub(super) const fn new(
        color: Color,
        letter: char,
        (king_from, king_to, king): (Square, Square, Kind),
        (rook_from, rook_to, rook): (Square, Square, Kind),
    ) -> Self {
        let crossed = span(king_from, king_to).0 & !(king_from.bit().0 | king_to.bit().0);
        let path = span(king_from, rook_from).0 | span(king_from, king_to).0 | rook_to.bit().0;
        Self {
            color,
            letter,
            king_from,
            king_to,
            rook_from,
            rook_to,
            path: Bitboard(path & !(king_from.bit().0 | rook_from.bit().0)),
            crossed: Bitboard(crossed),
            king,
            rook,
        }
    }
}

/// White's castling as a game's page states it: the files of king and rook before and after.
#[derive(Clone, Copy, Debug)]
pub struct CastlingFiles {
    /// The king's file before and after, e.g. `"gj"`.
    pub king: &'static str,
    /// The rook's file before and after, e.g. `"ki"`.
    pub rook: &'static str,
}

/// What the folder of a built-in game holds besides its data and its rule page: the contents of files that need not be
/// there. Each belongs to the room that reads it.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    /// Fitted weights of the evaluation; without them they are derived from the pieces' movements.
    pub weights: Option<&'static str>,
    /// A network; without it the classical evaluation plays alone.
    pub network: Option<&'static [u8]>,
    /// How scores and results are related; without it as in most games.
    pub chances: Option<&'static str>,
    /// The positions that `bench` searches, a FEN on each line; without them the start position.
    pub bench: Option<&'static str>,
    /// The parameters of the search that are not the usual ones, a name and a value on each line.
    pub search: Option<&'static str>,
    /// What XBoard is told of the game; without it what follows from the game's data.
    pub xboard: Option<&'static str>,
}

impl Folder {
    /// Nothing: the game has the defaults.
    pub const EMPTY: Self =
        Self { weights: None, network: None, chances: None, bench: None, search: None, xboard: None };
}

/// A game's page: the data that define it.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name for users and protocols.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The rule page: the game in words, with its rulings, as Markdown.
    pub rules: &'static str,
    /// What else belongs to the game; [`Folder::EMPTY`] for a game of a file.
    pub folder: Folder,
    /// Files, 1..=12.
    pub files: u8,
    /// The letters of the files from White's left, in lower case; those beyond the last file are not used.
    pub file_letters: &'static str,
    /// Ranks, 1..=10.
    pub ranks: u8,
    /// The start position as FEN.
    pub start: &'static str,
    /// The piece table. A [`Kind`] is an index into it.
    pub pieces: &'static [PieceSpec],
    /// The longest step of a pawn from its second rank, in squares.
    pub pawn_step: u8,
    /// How pieces promote.
    pub promotion: Promotion,
    /// White's castlings on the first rank, kingside then queenside. Black's are the same on the last rank.
    pub castlings: [Option<CastlingFiles>; 2],
    /// What the game has beyond the rules that the other fields can state. Only for games played by
    /// [`Table`](super::Table); it then takes the place of `pawn_step`, `promotion` and `castlings`.
    pub custom: Option<&'static Custom>,
    /// The version of the rules that only the code of the game says; 0 if there are none. To be raised with each change of
    /// these rules, because it stands for them in the game's [`Identity`](super::Identity).
    pub own_rules: u32,
}

/// The usual letters of the files.
pub const FILE_LETTERS: &str = "abcdefghijkl";

/// The maximum number of castlings in a game, of both sides together.
pub const MAX_CASTLINGS: usize = 4;

/// A list of kinds that constants can build.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    kinds: [Kind; MAX_KINDS],
    count: usize,
}

impl Kinds {
    pub const NONE: Self = Self { kinds: [Kind::new(0); MAX_KINDS], count: 0 };

    const fn push(&mut self, kind: Kind) {
        self.kinds[self.count] = kind;
        self.count += 1;
    }

    /// Adds a kind that is not in the list yet.
    pub const fn push_new(&mut self, kind: Kind) {
        let mut index = 0;
        while index < self.count {
            if self.kinds[index].index() == kind.index() {
                return;
            }
            index += 1;
        }
        self.push(kind);
    }
}

/// A game's page and the tables derived from it.
#[derive(Debug)]
pub struct Spec {
    /// The game's page.
    pub page: Definition,
    /// The squares of the board.
    pub board: Bitboard,
    /// The kinds that capture by each component, by [`Component::index`].
    capturers: [KindSet; Component::COUNT],
    /// The kinds that are pawns.
    pub pawns: KindSet,
    /// The royal kinds.
    pub royals: KindSet,
    /// The kinds whose captures stay on squares of one colour.
    pub(crate) color_bound: KindSet,
    /// The kinds that can promote.
    pub promoting: KindSet,
    /// By kind, the kinds to which it promotes, best first. Empty for [`Promotion::Special`].
    promotions: [Kinds; MAX_KINDS],
    /// The number of ranks at the end of the board on which pieces promote.
    promotion_ranks: u8,
    /// The kinds that capture by a leap of two squares along a line: such a check cannot be blocked.
    pub(super) leapers_in_line: KindSet,
    /// By square, the squares from which a piece of either side can capture there by a leap.
    leap_sources: [Bitboard; SQUARES],
    /// The castlings: White's kingside and queenside, then Black's.
    pub castlings: [Option<Castling>; MAX_CASTLINGS],
    /// By square, the castlings (bit `n` for castling `n`) whose right ends with a move from or to it.
    pub(super) castling_squares: [u8; SQUARES],
}

/// The squares of a rank from `a` to `b`, both included.
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
    /// Derives the tables from a game's page.
    ///
    /// # Panics
    /// If the page contradicts itself. For the built-in games that is a compile-time error.
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
        let has_custom = self.page.custom.is_some();
        assert!(
            has_custom || 1 + self.page.pawn_step < self.page.ranks - self.promotion_ranks,
            "multi-steps do not promote"
        );
        let mut index = 0;
        while index < pieces.len() {
            let row = &pieces[index];
            if let Some(custom) = self.page.custom {
                self.promotions[index] = custom.promotions(Kind::new(index));
                index += 1;
                continue;
            }
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
            assert!(
                row.moves.is_simple || self.page.custom.is_some(),
                "only games from files have movements beyond the components"
            );
            if row.moves.is_color_bound() {
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
            let castling = match (self.page.custom, self.page.castlings[side]) {
                (Some(custom), _) => match custom.castlings[number] {
                    Some(squares) => Some(squares.castling(color, CASTLING_LETTERS[number])),
                    None => None,
                },
                (None, Some(files)) => Some(self.castling(color, CASTLING_LETTERS[number], files)),
                (None, None) => None,
            };
            if let Some(castling) = castling {
                self.castling_squares[castling.king_from.index()] |= 1 << number;
                self.castling_squares[castling.rook_from.index()] |= 1 << number;
                self.castlings[number] = Some(castling);
            }
            number += 1;
        }
    }

    const fn castling(&self, color: Color, letter: char, files: CastlingFiles) -> Castling {
        let (king, rook) = (files.king.as_bytes(), files.rook.as_bytes());
        Castling::new(
            color,
            letter,
            (self.home(color, king[0]), self.home(color, king[1]), self.kind_of(b'K')),
            (self.home(color, rook[0]), self.home(color, rook[1]), self.kind_of(b'R')),
        )
    }

    /// The square on `color`'s back rank on the file with this letter.
    const fn home(&self, color: Color, file: u8) -> Square {
        let rank = match color {
            Color::White => 0,
            Color::Black => self.page.ranks - 1,
        };
        match self.file(file) {
            Some(file) => Square::new(file, rank),
            None => panic!("a castling names a file that the board does not have"),
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

    /// The kind with this letter that is not crowned.
    const fn kind_of(&self, letter: u8) -> Kind {
        let mut index = 0;
        while index < self.page.pieces.len() {
            let row = &self.page.pieces[index];
            if row.letter == letter as char && !row.crowned {
                return Kind::new(index);
            }
            index += 1;
        }
        panic!("a letter is not in the piece table");
    }

    /// The row of a kind in the piece table.
    #[inline(always)]
    pub const fn piece(&self, kind: Kind) -> &PieceSpec {
        &self.page.pieces[kind.index()]
    }

    /// The number of kinds of piece.
    pub const fn kinds(&self) -> usize {
        self.page.pieces.len()
    }

    /// The kinds to which a kind must promote in the promotion zone, best first; empty if it does not promote there.
    #[inline(always)]
    pub const fn promotions(&self, kind: Kind) -> &[Kind] {
        let list = &self.promotions[kind.index()];
        list.kinds.split_at(list.count).0
    }

    /// The squares on which pieces of `color` promote.
    #[inline(always)]
    pub const fn promotion_zone(&self, color: Color) -> Bitboard {
        if let Some(custom) = self.page.custom {
            return custom.promotion_zone[color.index()];
        }
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

    /// The squares from which a piece of either side can capture on `square` by a leap.
    #[inline(always)]
    pub(super) const fn leap_sources(&self, square: Square) -> Bitboard {
        self.leap_sources[square.index()]
    }

    /// The squares of the rank that `color` counts as `rank`, from 0 for its back rank.
    #[inline(always)]
    pub const fn rank_of(&self, color: Color, rank: u8) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(rank),
            Color::Black => Bitboard::rank(self.page.ranks - 1 - rank),
        }
    }

    /// The index of the castling that a letter of a FEN's castling field names: by the letter of the right, or by the
    /// file of its rook; in upper case for White.
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

    /// Parses a square at the start of the text; also returns the rest of the text.
    pub fn read_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = self.file(text.bytes().next()?)?;
        let rest = text.get(1..)?;
        // With fewer than ten ranks a second digit belongs to a move's suffix.
        let longest = if self.page.ranks < 10 { 1 } else { usize::MAX };
        let digits = rest.bytes().take(longest).take_while(u8::is_ascii_digit).count();
        let rank = rest[..digits].parse::<u8>().ok()?.checked_sub(1)?;
        let on_board = rank < self.page.ranks && !rest.starts_with('0');
        on_board.then(|| (Square::new(file, rank), &rest[digits..]))
    }

    /// Parses two squares at the start of the text; also returns the rest of the text.
    pub fn read_squares<'a>(&self, text: &'a str) -> Option<(Square, Square, &'a str)> {
        let (from, rest) = self.read_square(text)?;
        let (to, rest) = self.read_square(rest)?;
        Some((from, to, rest))
    }

    /// The text of a kind: `+` if it is crowned, its letter, and its digit if it has one.
    pub fn kind_text(&self, kind: Kind) -> String {
        let row = self.piece(kind);
        let crown = if row.crowned { "+" } else { "" };
        let digit = if row.digit == 0 { String::new() } else { row.digit.to_string() };
        format!("{crown}{}{digit}", row.letter)
    }

    /// The suffix of a move that promotes to this kind: `+`, its digit, or else its letter in lower case.
    pub(crate) fn promotion_suffix(&self, kind: Kind) -> char {
        match self.piece(kind) {
            PieceSpec { crowned: true, .. } => '+',
            PieceSpec { digit: 0, letter, .. } => letter.to_ascii_lowercase(),
            PieceSpec { digit, .. } => (b'0' + digit) as char,
        }
    }

    /// The suffix of a move by which `mover` becomes `kind`: as [`Spec::promotion_suffix`], or `+` for its promoted form.
    pub(crate) fn suffix_of_promotion(&self, mover: Kind, kind: Kind) -> char {
        let form = self.custom().and_then(|custom| custom.promoted_form[mover.index()]);
        if form == Some(kind) { '+' } else { self.promotion_suffix(kind) }
    }

    /// The length of the longest [`Spec::kind_text`].
    pub(super) fn text_width(&self) -> usize {
        (0..self.kinds()).map(|index| self.kind_text(Kind::new(index)).len()).max().unwrap_or(1)
    }

    /// The text of a piece in FEN: [`Spec::kind_text`], in lower case for Black.
    pub fn piece_text(&self, piece: Piece) -> String {
        let text = self.kind_text(piece.kind());
        match piece.color() {
            Color::White => text,
            Color::Black => text.to_ascii_lowercase(),
        }
    }

    /// Parses a piece at the start of the text, as [`Spec::piece_text`] writes it; also returns the rest of the text. In
    /// games from a file, `+` before a letter also stands for the promoted form of its piece.
    pub fn read_piece<'t>(&self, text: &'t str) -> Option<(Piece, &'t str)> {
        let (crowned, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
        let letter = rest.chars().next()?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rest = &rest[letter.len_utf8()..];
        let digit = rest.bytes().next().filter(u8::is_ascii_digit).map_or(0, |digit| digit - b'0');
        let is_it = |row: &PieceSpec| {
            row.letter == letter.to_ascii_uppercase() && row.crowned == crowned && [0, digit].contains(&row.digit)
        };
        let form = |custom: &'static Custom| {
            let base = self.page.pieces.iter().position(|row| row.letter == letter.to_ascii_uppercase())?;
            custom.promoted_form[base].filter(|_| crowned).map(Kind::index)
        };
        let kind = self.page.pieces.iter().position(is_it).or_else(|| self.custom().and_then(form))?;
        let length = usize::from(self.page.pieces[kind].digit != 0);
        Some((Piece::new(color, Kind::new(kind)), &rest[length..]))
    }
}
