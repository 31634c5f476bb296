//! A game as data: what a game's folder or a user's file says.

use super::Moves;
use super::laws::{CastlingRules, Laws};
use crate::system::{self, BundledNetwork};
use crate::types::{Bitboard, Color, Kind, KindSet, STRIDE, Square};

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
    /// Whether it is a piece that became this by promotion and is written apart, with `~` after the letter in FEN.
    pub promoted: bool,
    /// The name.
    pub name: &'static str,
    /// The name of the piece as which it is drawn; its own if empty.
    pub drawing: &'static str,
    /// The movement in Betza's notation (see [`Moves::betza`]).
    pub betza: &'static str,
    /// The movement as components.
    pub moves: Moves,
    /// The role.
    pub role: Role,
}

/// A piece by letter, name and movement in Betza's notation (see [`Moves::betza`]).
pub const fn piece(letter: char, name: &'static str, betza: &'static str) -> PieceSpec {
    PieceSpec {
        letter,
        crowned: false,
        digit: 0,
        promoted: false,
        name,
        drawing: "",
        betza,
        moves: Moves::betza(betza),
        role: Role::Ordinary,
    }
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

/// A castling: where king and rook start and end, and which squares matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The maximum number of castlings in a game, of both sides together.
pub const MAX_CASTLINGS: usize = 4;
/// The letters of the rights in FEN: White's kingside and queenside, then Black's.
pub const CASTLING_LETTERS: [char; MAX_CASTLINGS] = ['K', 'Q', 'k', 'q'];

impl Castling {
    /// The castling with this number (White's kingside and queenside, then Black's), from the squares before and after and
    /// the kinds of king and rook.
    pub const fn new(
        number: usize,
        (king_from, king_to, king): (Square, Square, Kind),
        (rook_from, rook_to, rook): (Square, Square, Kind),
    ) -> Self {
        let crossed = span(king_from, king_to).0 & !(king_from.bit().0 | king_to.bit().0);
        let path = span(king_from, rook_from).0 | span(king_from, king_to).0 | rook_to.bit().0;
        Self {
            color: if number < 2 { Color::White } else { Color::Black },
            letter: CASTLING_LETTERS[number],
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

/// The squares of a rank from `a` to `b`, both included.
const fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
    Bitboard((high.bit().0 << 1) - low.bit().0)
}

/// What the folder of a built-in game holds besides its data and its rule page: the contents of files that need not be
/// there. Each belongs to the room that reads it.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    /// Fitted weights of the evaluation; without them they are derived from the pieces' movements.
    pub weights: Option<&'static str>,
    /// A network; without it the classical evaluation plays alone.
    pub network: Option<BundledNetwork>,
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

/// The arrays of a game that begins from one of many.
#[derive(Clone, Copy, Debug)]
pub struct Arrays {
    /// How many there are.
    pub count: u32,
    /// White's first rank in the array with a number below [`Arrays::count`], as in FEN.
    pub row: fn(u32) -> String,
}

impl Arrays {
    /// The number of a random array.
    pub fn draw(&self) -> u32 {
        (system::random() % u64::from(self.count)) as u32
    }
}

/// The usual letters of the files.
pub const FILE_LETTERS: &str = "abcdefghijkl";

/// A game as data. Built-in games are constants, which [`Definition::new`] and the methods after it make; the readers of
/// files fill in the same.
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
    /// The arrays from which games begin; `None` if they begin from the start position alone.
    pub arrays: Option<Arrays>,
    /// The piece table. A [`Kind`] is an index into it.
    pub pieces: &'static [PieceSpec],
    /// All that a regular game has beyond these.
    pub laws: Laws,
    /// Whether each side has exactly one royal piece throughout the game. If not, any number of them may stand on the board,
    /// and the kinds of [`Extinction::royals`](super::Extinction::royals) are royal only while their side has few of them.
    pub has_one_royal: bool,
    /// The letters of the pieces to which pawns promote, in the order in which moves list them. Those that are not named
    /// follow by strength.
    pub promotion_order: &'static str,
    /// The castlings: White's kingside and queenside, then Black's.
    pub castlings: [Option<Castling>; MAX_CASTLINGS],
    /// Whether the rules do not tell left and right apart, apart from castling, so that endgame tables hold one of two
    /// positions that mirror each other.
    pub is_mirrored: bool,
    /// Pairs of pieces, as letters, that can mate a bare king with its help but cannot force it, see `bactrian tables`. The
    /// evaluation knows by them that they do not win.
    pub weak_pairs: &'static [&'static str],
    /// The version of the rules that only the code of the game says; 0 if there are none. To be raised with each change of
    /// these rules, because it stands for them in the game's [`Identity`](super::Identity).
    pub own_rules: u32,
    /// The rules as versions wrote them that had no [`Identity`](super::Identity) yet; `None` for games that came later.
    pub earlier_rules: Option<&'static str>,
}

impl Definition {
    /// A game on a board of this size with these pieces, the first royal one being the king, and the laws of chess without
    /// multi-steps, promotions and castlings. Names, pages and the start position are to be filled in.
    pub const fn new(files: u8, ranks: u8, pieces: &'static [PieceSpec]) -> Self {
        let (mut king, mut pawns, mut index) = (Kind::new(0), KindSet(0), pieces.len());
        while index > 0 {
            index -= 1;
            match pieces[index].role {
                Role::Royal => king = Kind::new(index),
                Role::Pawn => pawns = pawns.with(Kind::new(index)),
                Role::Ordinary => {}
            }
        }
        Self {
            name: "",
            summary: "",
            rules: "",
            folder: Folder::EMPTY,
            files,
            file_letters: FILE_LETTERS,
            ranks,
            start: "",
            arrays: None,
            pieces,
            laws: Laws::new(ranks, king, pawns),
            has_one_royal: true,
            promotion_order: "",
            castlings: [None; MAX_CASTLINGS],
            is_mirrored: true,
            weak_pairs: &[],
            own_rules: 0,
            earlier_rules: None,
        }
    }

    /// The files have these letters.
    pub const fn with_file_letters(self, file_letters: &'static str) -> Self {
        Self { file_letters, ..self }
    }

    /// Pawns make steps of up to `longest` squares (2 or 3) from their second rank.
    pub const fn pawns_step(mut self, longest: u8) -> Self {
        self.laws.double_steps = true;
        if longest > 2 {
            self.laws.triple_region = self.laws.double_region;
        }
        self
    }

    /// Pawns promote on the last rank to the pieces with these letters, the best first.
    pub const fn pawns_become(mut self, letters: &'static str) -> Self {
        let (mut kinds, mut index) = (KindSet(0), 0);
        while index < letters.len() {
            kinds = kinds.with(self.kind_of(letters.as_bytes()[index]));
            index += 1;
        }
        self.laws.promotion_kinds = [kinds; 2];
        self.promotion_order = letters;
        self
    }

    /// Each piece that has a crowned form takes it on by a move that starts or ends on this many last ranks.
    pub const fn pieces_are_crowned(mut self, ranks: u8) -> Self {
        let mut index = 0;
        while index < self.pieces.len() {
            if self.pieces[index].crowned {
                let uncrowned = self.kind_of(self.pieces[index].letter as u8);
                self.laws.promoted_forms[uncrowned.index()] = Some(Kind::new(index));
            }
            index += 1;
        }
        self.laws.pieces_must_promote = true;
        let mut rank = 0;
        while rank < ranks {
            self.laws.promotion_region[0].0 |= Bitboard::rank(self.ranks - 1 - rank).0;
            self.laws.promotion_region[1].0 |= Bitboard::rank(rank).0;
            rank += 1;
        }
        self
    }

    /// The pieces with this letter promote by the game's own rules.
    pub const fn promotes_specially(mut self, letter: char) -> Self {
        self.laws.promote_specially = self.kind_of(letter as u8).bit();
        self
    }

    /// Kings `K` castle on their first rank with rooks `R`, kingside and queenside. Each text has the files of a piece
    /// before and after. Black's castlings are the same on the last rank.
    pub const fn castles(mut self, kingside: [&'static str; 2], queenside: [&'static str; 2]) -> Self {
        let (king, rook) = (self.kind_of(b'K'), self.kind_of(b'R'));
        let mut rules = CastlingRules {
            allowed: true,
            king_file: self.file(kingside[0].as_bytes()[0]),
            kings: [king; 2],
            rooks: [rook.bit(); 2],
            ..self.laws.castling
        };
        let sides = [kingside, queenside];
        let mut number = 0;
        while number < MAX_CASTLINGS {
            let side = number % 2;
            let rank = if number < 2 { 0 } else { self.ranks - 1 };
            let [king_files, rook_files] = [sides[side][0].as_bytes(), sides[side][1].as_bytes()];
            let [from, to] = [self.file(king_files[0]), self.file(king_files[1])];
            let [rook_from, rook_to] = [self.file(rook_files[0]), self.file(rook_files[1])];
            assert!(from == rules.king_file && rook_to as i8 == to as i8 + if side == 0 { -1 } else { 1 });
            rules.to_files[side] = to;
            // A rook in the corner is in the corner of a child's larger board too.
            rules.rook_files[side] = if side == 0 && rook_from + 1 == self.files { STRIDE - 1 } else { rook_from };
            self.castlings[number] = Some(Castling::new(
                number,
                (Square::new(from, rank), Square::new(to, rank), king),
                (Square::new(rook_from, rank), Square::new(rook_to, rank), rook),
            ));
            number += 1;
        }
        self.laws.castling = rules;
        self
    }

    /// Kings and rooks castle from any file of their rank, if a position says so (ruling R-ALL-6).
    pub const fn castles_from_any_file(mut self) -> Self {
        self.laws.castling.from_any_file = true;
        self
    }

    /// Castling is written as the king's move to the rook's square.
    pub const fn names_castling_by_rook(mut self) -> Self {
        self.laws.castling.by_rook = true;
        self
    }

    /// The squares of the board.
    pub const fn board(&self) -> Bitboard {
        Bitboard::board(self.files, self.ranks)
    }

    /// The squares of the board, for each colour.
    pub(super) fn colored_squares(&self) -> impl Iterator<Item = (Color, Square)> + use<> {
        let board = self.board();
        Color::BOTH.into_iter().flat_map(move |color| board.into_iter().map(move |square| (color, square)))
    }

    /// Whether [`Components`](super::components::Components) say all about how the pieces move and attack, as a game that is
    /// compiled separately needs it.
    pub const fn has_components(&self) -> bool {
        let laws = &self.laws;
        let has_state = laws.drops.has_hands() || laws.counts_checks;
        let mut holds = laws.kings_may_not_face.is_none() && laws.soldier_rank == 0 && !has_state;
        let mut index = 0;
        while index < self.pieces.len() {
            holds &= self.pieces[index].moves.is_simple;
            let mut side = 0;
            while side < 2 {
                holds &= self.board().0 & !laws.mobility[side][index].0 == 0;
                side += 1;
            }
            index += 1;
        }
        holds
    }

    /// The file with this letter, counted from 0.
    const fn file(&self, letter: u8) -> u8 {
        let mut file = 0;
        while file < self.files {
            if self.file_letters.as_bytes()[file as usize] == letter {
                return file;
            }
            file += 1;
        }
        panic!("a castling names a file that the board does not have")
    }

    /// The kind with this letter that is not crowned.
    pub(super) const fn kind_of(&self, letter: u8) -> Kind {
        let mut index = 0;
        while index < self.pieces.len() {
            let row = &self.pieces[index];
            if row.letter == letter as char && !row.crowned {
                return Kind::new(index);
            }
            index += 1;
        }
        panic!("a letter is not in the piece table")
    }
}
