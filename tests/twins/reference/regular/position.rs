//! A position of a game from a file: reading and writing.

use std::sync::Arc;

use super::pieces::Kind;
use super::reader::{BLACK, Color, Game, WHITE};
use crate::reference::{Square, row_text};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub color: Color,
    pub kind: Kind,
    pub past: Past,
}

/// What a man has been before a promotion, in games that remember it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    None,
    /// A pawn that became what its side chose.
    Pawn,
    /// This kind.
    Piece(Kind),
}

/// A castling that neither king nor rook has spoilt yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    pub color: Color,
    pub kingside: bool,
    pub king: Square,
    pub rook: Square,
}

/// A position.
#[derive(Clone)]
pub struct Position {
    pub game: Arc<Game>,
    /// Rank by rank from a1.
    board: Vec<Option<Man>>,
    pub side: Color,
    pub castlings: Vec<Castling>,
    /// The squares on which the side to move may capture in passing, in the order passed.
    pub passed: Vec<Square>,
    /// The man that passed them; without one, it is the first man behind the square, as its capturer sees it.
    pub passer: Option<Square>,
    /// The kinds in hand, by colour.
    pub hands: [Vec<Kind>; 2],
    /// The checks that each side must still give, if they are counted.
    pub checks: [u32; 2],
    halfmove: u32,
    fullmove: u32,
}

/// The name of a square.
pub fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Reads squares written one after the other, such as `e3e10`.
fn parse_squares(text: &str) -> Vec<Square> {
    let starts = text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at);
    let starts: Vec<usize> = starts.chain([text.len()]).collect();
    let parse = |word: &str| (i32::from(word.as_bytes()[0] - b'a'), word[1..].parse::<i32>().expect("a rank") - 1);
    starts.windows(2).map(|ends| parse(&text[ends[0]..ends[1]])).collect()
}

/// The direction in which a side's ranks count.
pub fn ahead(color: Color) -> i32 {
    if color == WHITE { 1 } else { -1 }
}

/// The board.
impl Position {
    pub fn at(&self, square: Square) -> Option<Man> {
        if self.game.has(square) { self.board[self.index(square)] } else { None }
    }

    pub fn put(&mut self, square: Square, man: Option<Man>) {
        let index = self.index(square);
        self.board[index] = man;
    }

    fn index(&self, (file, rank): Square) -> usize {
        (rank * self.game.files + file) as usize
    }

    /// Whether a square is on the board and empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.game.has(square) && self.at(square).is_none()
    }

    /// Whether a man of this colour stands on a square.
    pub fn is_of(&self, color: Color, square: Square) -> bool {
        self.at(square).is_some_and(|man| man.color == color)
    }

    /// The men of a colour and their squares.
    pub fn men(&self, color: Color) -> Vec<(Square, Man)> {
        let squares = (0..self.game.ranks).flat_map(|rank| (0..self.game.files).map(move |file| (file, rank)));
        squares.filter_map(|square| Some((square, self.at(square).filter(|man| man.color == color)?))).collect()
    }

    /// How many men of a kind a side has.
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        self.men(color).iter().filter(|(_, man)| man.kind == kind).count()
    }

    /// The turn goes to the other side.
    pub fn pass_turn(&mut self, resets_clock: bool) {
        self.halfmove = if resets_clock { 0 } else { self.halfmove + 1 };
        self.fullmove += u32::from(self.side == BLACK);
        self.side = 1 - self.side;
    }
}

/// Reading.
impl Position {
    pub fn start(game: &Arc<Game>) -> Self {
        Self::from_fen(game, &game.start)
    }

    /// Reads a FEN; panics if it does not parse.
    pub fn from_fen(game: &Arc<Game>, fen: &str) -> Self {
        let fields: Vec<&str> =
            fen.split_whitespace().filter(|word| !word.contains('+') || word.contains('/')).collect();
        let field = |index: usize| fields.get(index).copied().unwrap_or("-");
        let mut position = Self::placed(game, fen);
        field(2).chars().filter(|&letter| letter != '-').for_each(|letter| position.read_right(letter));
        if field(3) != "-" {
            position.read_passed(parse_squares(field(3)));
        }
        position
    }

    /// Reads a FEN without rights and squares passed.
    fn placed(game: &Arc<Game>, fen: &str) -> Self {
        let (checks, fields): (Vec<&str>, Vec<&str>) =
            fen.split_whitespace().partition(|word| word.contains('+') && !word.contains('/'));
        let field = |index: usize| fields.get(index).copied().unwrap_or("-");
        let left =
            |text: &&str| text.split('+').map(|number| number.parse().expect("checks left")).collect::<Vec<u32>>();
        let checks = checks.first().map_or(vec![0; 2], left);
        let mut position = Self {
            game: game.clone(),
            board: vec![None; (game.files * game.ranks) as usize],
            side: if field(1) == "b" { BLACK } else { WHITE },
            castlings: Vec::new(),
            passed: Vec::new(),
            passer: None,
            hands: Default::default(),
            checks: [checks[0], checks[1]],
            halfmove: field(4).parse().unwrap_or(0),
            fullmove: field(5).parse().unwrap_or(1),
        };
        let (board, hand) = field(0).split_once('[').unwrap_or((field(0), ""));
        let rows: Vec<&str> = board.split('/').collect();
        assert_eq!(rows.len(), game.ranks as usize, "{}: ranks of {fen}", game.name);
        for (row, rank) in rows.into_iter().zip((0..game.ranks).rev()) {
            position.read_row(row, rank);
        }
        for letter in hand.chars().filter(char::is_ascii_alphabetic) {
            let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
            let kind = game.kind_of(letter).unwrap_or_else(|| panic!("letter {letter} in {hand}"));
            position.hands[color].push(kind);
        }
        position
    }

    fn read_row(&mut self, row: &str, rank: i32) {
        let (mut file, mut run, mut promoted) = (0, 0, false);
        for letter in row.chars() {
            match letter {
                '0'..='9' => run = 10 * run + i32::from(letter as u8 - b'0'),
                '+' => promoted = true,
                '~' => {
                    let square = (file - 1, rank);
                    let past = if self.game.remembers() { Past::Pawn } else { Past::None };
                    self.put(square, self.at(square).map(|man| Man { past, ..man }));
                }
                _ => {
                    file += std::mem::take(&mut run);
                    let mut kind = self.game.kind_of(letter).unwrap_or_else(|| panic!("letter {letter} in {row}"));
                    let mut past = Past::None;
                    if std::mem::take(&mut promoted) {
                        if self.game.remembers() {
                            past = Past::Piece(kind);
                        }
                        kind = self.game.promoted_kind[kind];
                    }
                    let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
                    self.put((file, rank), Some(Man { color, kind, past }));
                    file += 1;
                }
            }
        }
        assert_eq!(file + run, self.game.files, "{}: length of row {row}", self.game.name);
    }

    /// Whether a man that castles as the rook stands on a square.
    fn is_castling_rook(&self, color: Color, square: Square) -> bool {
        self.at(square).is_some_and(|man| man.color == color && self.game.castling_rooks[color].contains(man.kind))
    }

    /// The king of a castling: the only one on its rank, or else the one on its file.
    fn castling_king(&self, color: Color, rank: i32) -> Option<Square> {
        let king = Man { color, kind: self.game.castling_king[color], past: Past::None };
        let kings: Vec<Square> =
            (0..self.game.files).map(|file| (file, rank)).filter(|&square| self.at(square) == Some(king)).collect();
        match kings[..] {
            [only] => Some(only),
            _ => kings.into_iter().find(|&(file, _)| file == self.game.castling_king_file),
        }
    }

    /// The file of the first rook beyond the king, from the file of the wing's rook inwards.
    fn first_rook(&self, color: Color, kingside: bool) -> Option<(Square, i32)> {
        let king = self.castling_king(color, self.castling_rank(color))?;
        let is_rook = |&file: &i32| self.is_castling_rook(color, (file, king.1));
        let last = self.game.files - 1;
        let file = match kingside {
            true => (king.0 + 1..=self.game.castling_rook_kingside_file.min(last)).rev().find(is_rook),
            false => (self.game.castling_rook_queenside_file..king.0).find(is_rook),
        };
        Some((king, file?))
    }

    /// The rook that the letter of a wing means: the one that the game begins with, if king and rook are where they begin;
    /// or else the first beyond the king.
    fn wing_rook(&self, color: Color, kingside: bool) -> Option<i32> {
        let (king, first) = self.first_rook(color, kingside)?;
        let own = Self::placed(&self.game, &self.game.start).first_rook(color, kingside);
        let own = own.filter(|&(own_king, file)| own_king == king && self.is_castling_rook(color, (file, king.1)));
        Some(own.map_or(first, |(_, file)| file))
    }

    fn castling_rank(&self, color: Color) -> i32 {
        if color == WHITE { self.game.castling_rank } else { self.game.ranks - 1 - self.game.castling_rank }
    }

    /// `K` and `Q` mean the rook of a wing; other letters are the rook's file. A right that the board contradicts is dropped.
    fn read_right(&mut self, letter: char) {
        if !self.game.castling {
            return;
        }
        let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let rank = self.castling_rank(color);
        let is_rook = |&file: &i32| self.is_castling_rook(color, (file, rank));
        let rook = match letter.to_ascii_uppercase() {
            'K' => self.wing_rook(color, true),
            'Q' => self.wing_rook(color, false),
            other => Some(i32::from(other as u8 - b'A')).filter(is_rook),
        };
        let (Some(file), Some(king)) = (rook, self.castling_king(color, rank)) else { return };
        let kingside = king.0 < file;
        self.castlings.retain(|castling| castling.color != color || castling.kingside != kingside);
        self.castlings.push(Castling { color, kingside, king, rook: (file, rank) });
    }

    /// Of squares that are occupied the one farthest on, as the man that passed sees it, is that man's.
    fn read_passed(&mut self, mut squares: Vec<Square>) {
        squares.retain(|square| self.game.en_passant_region[self.side].contains(square));
        let order = ahead(1 - self.side);
        squares.sort_by_key(|&(file, rank)| (order * rank, order * file));
        self.passer = squares.iter().rev().copied().find(|&square| self.at(square).is_some());
        if let Some(passer) = self.passer {
            squares.sort_by_key(|&square| -distance(square, passer));
        }
        self.passed = squares.into_iter().filter(|&square| Some(square) != self.passer).collect();
    }
}

/// King's steps between two squares.
pub fn distance(a: Square, b: Square) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// Writing.
impl Position {
    /// The position in canonical form. The squares passed stand in the order passed; the man that passed them stands
    /// behind them, if it is no pawn.
    pub fn to_fen(&self) -> String {
        let rows: Vec<String> = (0..self.game.ranks).rev().map(|rank| self.row_text(rank)).collect();
        let right = |(letter, color, kingside): (char, Color, bool)| {
            let castling = self.castlings.iter().find(|c| c.color == color && c.kingside == kingside)?;
            let file = char::from(b'a' + castling.rook.0 as u8);
            Some(match self.wing_rook(color, kingside) == Some(castling.rook.0) {
                true => letter,
                false if color == WHITE => file.to_ascii_uppercase(),
                false => file,
            })
        };
        let rights = [('K', WHITE, true), ('Q', WHITE, false), ('k', BLACK, true), ('q', BLACK, false)];
        let passed = self.passed.iter().chain(&self.passer).map(|&square| name(square)).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let held = |color: Color| {
            let mut letters: Vec<char> = self.hands[color].iter().map(|&kind| self.game.letters[kind]).collect();
            letters.sort_unstable();
            let text: String = letters.into_iter().collect();
            if color == WHITE { text } else { text.to_ascii_lowercase() }
        };
        let hands = if self.game.has_hands() { format!("[{}{}]", held(WHITE), held(BLACK)) } else { String::new() };
        let [white, black] = self.checks;
        let checks = if self.game.drops.counts_checks { format!(" {white}+{black}") } else { String::new() };
        format!(
            "{}{hands} {} {} {}{checks} {} {}",
            rows.join("/"),
            if self.side == WHITE { 'w' } else { 'b' },
            or_dash(rights.into_iter().filter_map(right).collect()),
            or_dash(passed),
            self.halfmove,
            self.fullmove
        )
    }

    fn row_text(&self, rank: i32) -> String {
        let text = |man: Man| {
            let sign = match man.past {
                Past::None => self.game.sign(man.kind),
                Past::Pawn => format!("{}~", self.game.letters[man.kind]),
                Past::Piece(kind) => format!("+{}", self.game.letters[kind]),
            };
            if man.color == WHITE { sign } else { sign.to_ascii_lowercase() }
        };
        row_text((0..self.game.files).map(|file| self.at((file, rank)).map(text)))
    }
}
