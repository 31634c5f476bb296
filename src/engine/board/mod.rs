//! The board of any game: position, moves, hash keys and notation.

mod action;
mod attacks;
mod betza;
mod castling;
mod checks;
mod components;
mod definition;
mod detail;
mod divide;
mod drops;
mod edit;
mod ends;
mod error;
mod gesture;
mod hands;
mod homes;
mod identity;
mod insufficient;
mod laws;
mod legality;
mod movegen;
mod names;
mod notation;
mod perft;
mod position;
mod promotion;
mod reach;
mod reading;
mod rights;
mod royals;
mod rules;
mod san;
mod see;
mod setup;
mod sink;
mod spec;
mod state;
mod tables;
mod values;
mod view;
mod walks;
mod zobrist;

pub use action::Action;
pub(crate) use action::with_article;
pub use betza::{
    Bend, BetzaError, Component, Form, Leg, MAX_LEGS, MAX_PARTS, MAX_STEP, Movement, Moves, Part, Steps, UNLIMITED,
    octants,
};
pub(crate) use components::reach;
pub use definition::{
    Arrays, CASTLING_LETTERS, Castling, Definition, FILE_LETTERS, Folder, MAX_CASTLINGS, PieceSpec, Role, piece,
};
pub use detail::{Detail, Statement};
pub use divide::divide;
pub use drops::Hand;
pub use error::quoted;
pub use error::{FenError, MoveError};
pub use gesture::Gesture;
pub use hands::{HandRules, Holdings, MOST_IN_HAND};
pub use homes::Homes;
pub use identity::{IDENTITY_PAGE, Identity};
pub use insufficient::InsufficientMaterial;
pub use laws::{ByColor, ByKind, CastlingRules, DropRules, Extinction, KIND_NUMBERS, Laws, NO_CLOCK_LIMIT};
pub(crate) use legality::Tested;
pub(crate) use names::{squares_text, usual_name, whole_ranks};
pub use notation::join_turns;
pub use perft::{MAX_PERFT_DEPTH, perft};
pub use reading::{castling_name, is_null_move};
pub(crate) use rules::for_each_kind;
pub use rules::{
    Gestures, KindSets, MAX_MARKS, MarkSets, Observer, Rules, TableRules, Tactics, Variant, regular_game, spec,
};
pub use san::{LONG, SHORT};
pub(crate) use see::Exchange;
pub use setup::{Setup, is_dash, ranks_text};
pub use sink::MoveSink;
pub use spec::{Spec, TablesCell};
pub use state::{State, StateText};
pub(crate) use tables::Lookups;
pub use tables::MovementTables;
pub use values::ExchangeValues;
pub use view::View;
pub(crate) use zobrist::piece as hash_piece;
pub use zobrist::special as hash_number;

use crate::geometry::between;
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_MOVES, Move, Piece, SQUARES, Square};

/// The rulings that apply to all games, as Markdown.
pub const RULINGS: &str = include_str!("rulings.md");

/// Zobrist hash keys, updated with every change of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// The whole position: pieces, side to move, castling rights, the game's own state, and en passant if a legal
    /// capture exists.
    pub position: u64,
    /// The pawns of both sides.
    pub pawns: u64,
    /// The pieces that are not pawns, by side.
    pub pieces: [u64; 2],
}

/// The last move was a pawn's multi-step between these squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MultiStep {
    from: Square,
    to: Square,
}

impl MultiStep {
    /// The squares on which the pawn can be captured en passant.
    fn passed(self) -> Bitboard {
        between(self.from, self.to)
    }
}

/// A legal position of the game `R`.
///
/// Copy-make: the board is copied and [`Board::play`] changes the copy; there is no undo.
#[derive(Clone, Copy)]
pub struct Board<R: Rules> {
    rules: R,
    kinds: R::Sets,
    colors: [Bitboard; 2],
    cells: [Option<Piece>; SQUARES],
    kings: [Square; 2],
    side: Color,
    /// Bit `n` is the right to castling `n` of [`Spec::castlings`].
    castling_rights: u8,
    /// Where they begin, in a game in which positions say so.
    homes: Homes,
    multi_step: Option<MultiStep>,
    /// What en passant adds to the hash key.
    multi_step_key: u64,
    state: R::State,
    /// Turns since the last capture, pawn move or promotion.
    clock: u16,
    /// The full-move number: incremented after Black's turn.
    full_move: u32,
    keys: Keys,
    /// The enemy pieces that give check to the side to move.
    checkers: Bitboard,
    /// The pinned pieces of the side to move; empty in games without [`Rules::PINS_SUFFICE`].
    pinned: Bitboard,
}

impl<R: Rules> Board<R> {
    /// The start position.
    pub fn start(rules: R) -> Self {
        Self::from_fen(rules, rules.named().page.start).expect("every game's start position is legal, as a test shows")
    }

    /// Parses a FEN, see [`Setup::read`].
    ///
    /// # Errors
    /// If the text does not parse or the position is not a valid one of the game (ruling R-ALL-4).
    pub fn from_fen(rules: R, fen: &str) -> Result<Self, FenError> {
        Self::new(rules, &Setup::read(rules.spec(), fen)?)
    }

    /// Builds the position that a setup describes.
    ///
    /// # Errors
    /// If it is not a valid position of the game (ruling R-ALL-4).
    pub fn new(rules: R, setup: &Setup) -> Result<Self, FenError> {
        let mut board = Self::empty(rules);
        for (square, cell) in Square::all().zip(setup.cells) {
            if let Some(piece) = cell {
                board.put(piece, square, &mut ());
            }
        }
        if setup.side == Color::Black {
            board.pass_turn();
        }
        board.homes = setup.homes;
        board.set_castling_rights(setup.castling_rights, &mut ());
        board.set_state(R::read_state(&board, &setup.state)?, &mut ());
        if let Some(multi_step) = setup.multi_step {
            board.set_multi_step(multi_step);
        }
        board.clock = setup.clock;
        board.full_move = setup.full_move;
        if board.is_checked(!board.side) {
            return Err(FenError::OtherSideInCheck((!board.side).name()));
        }
        board.refresh_apart();
        board.check_move_counts()?;
        Ok(board)
    }

    /// Whether each side has no more moves than a list holds, if it is its turn.
    fn check_move_counts(&self) -> Result<(), FenError> {
        let mut passed = *self;
        passed.multi_step = None;
        passed.pass_turn();
        passed.refresh_apart();
        for board in [self, &passed] {
            let found = board.count_moves();
            if found > MAX_MOVES as u64 {
                return Err(FenError::TooManyMoves { color: board.side.name(), found, limit: MAX_MOVES });
            }
        }
        Ok(())
    }

    /// The position with these pieces on different squares, without castling rights, en passant and a state of its own;
    /// `None` if the side not to move is in check. Each side must have one royal piece, unless the game allows for others.
    pub fn of_men(rules: R, men: impl IntoIterator<Item = (Piece, Square)>, side: Color) -> Option<Self> {
        let mut board = Self::empty(rules);
        men.into_iter().for_each(|(piece, square)| board.put(piece, square, &mut ()));
        if side == Color::Black {
            board.pass_turn();
        }
        if board.is_checked(!side) {
            return None;
        }
        board.refresh_apart();
        Some(board)
    }

    /// The position as a FEN states it.
    pub fn setup(&self) -> Setup {
        Setup {
            cells: self.cells,
            side: self.side,
            castling_rights: self.castling_rights,
            homes: self.homes,
            multi_step: self.multi_step,
            clock: self.clock,
            full_move: self.full_move,
            state: R::state_text(self),
        }
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.setup().fen(self.spec())
    }

    /// The game's rules.
    #[inline(always)]
    pub fn rules(&self) -> R {
        self.rules
    }

    /// The game's data.
    #[inline(always)]
    pub fn spec(&self) -> &'static Spec {
        self.rules.spec()
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of a side.
    #[inline(always)]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> Bitboard {
        self.kinds.sets()[kind.index()]
    }

    /// By kind, the pieces of both sides.
    #[inline(always)]
    pub fn kind_sets(&self) -> &[Bitboard] {
        &self.kinds.sets()[..self.spec().kinds()]
    }

    /// The pieces of a side and kind.
    #[inline(always)]
    pub fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.of_kind(kind) & self.of_color(color)
    }

    /// The pieces of any of these kinds, of both sides.
    #[inline(always)]
    pub fn of_kinds(&self, kinds: KindSet) -> Bitboard {
        let mut union = Bitboard::EMPTY;
        for_each_kind!(R, kinds, |kind| {
            union |= self.of_kind(kind);
        });
        union
    }

    /// The pawns of both sides.
    #[inline(always)]
    pub fn pawns(&self) -> Bitboard {
        self.of_kinds(self.spec().pawns)
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// By square, the pieces.
    #[inline(always)]
    pub fn cells(&self) -> &[Option<Piece>; SQUARES] {
        &self.cells
    }

    /// The enemy pieces that give check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Turns since the last capture, pawn move or promotion. The game is drawn at 100.
    #[inline(always)]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The full-move number, incremented after Black's turn.
    #[inline(always)]
    pub fn full_move(&self) -> u32 {
        self.full_move
    }

    /// The game's own state.
    #[inline(always)]
    pub fn state(&self) -> R::State {
        self.state
    }

    /// The castling rights: bit `n` is the right to castling `n` of [`Spec::castlings`].
    #[inline(always)]
    pub fn castling_rights(&self) -> u8 {
        self.castling_rights
    }

    /// The squares from which the castlings begin to which there are rights.
    #[inline(always)]
    pub fn homes(&self) -> &Homes {
        &self.homes
    }

    /// The hash keys.
    #[inline(always)]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// How many of the positions before this one could recur at most.
    #[inline(always)]
    pub fn reversible(&self) -> usize {
        let recurs = R::HAS_HANDS && self.spec().laws().drops.captures_to_hand;
        if recurs { usize::MAX } else { self.clock.into() }
    }

    /// The hash key of the position after a move, if that only moves a piece and captures one where it arrives; another
    /// number if it does more.
    #[inline(always)]
    pub(crate) fn plain_key_after(&self, m: Move) -> u64 {
        let arrives = self.moved_piece(m).map_or(0, |piece| zobrist::piece(piece, m.to()));
        self.key_after_turn(true) ^ self.key_of(m.from()) ^ arrives ^ self.key_of(m.to())
    }

    /// The hash key of the position after a turn that changes no piece; `passes` tells whether the other side moves then.
    #[inline(always)]
    pub(crate) fn key_after_turn(&self, passes: bool) -> u64 {
        self.keys.position ^ self.multi_step_key ^ if passes { zobrist::side() } else { 0 }
    }

    /// What the piece on a square is in the hash key.
    #[inline(always)]
    pub(crate) fn key_of(&self, square: Square) -> u64 {
        self.piece_at(square).map_or(0, |piece| zobrist::piece(piece, square))
    }

    /// Whether both sides have only their king (ruling R-ALL-1). Royal pieces of different kinds are not bare kings:
    /// one can mate the other (R-KM-9). In games without kings, or with several, two pieces are no draw.
    pub fn bare_kings(&self) -> bool {
        if !self.spec().has_one_royal() {
            return false;
        }
        let kind = |color| self.piece_at(self.king(color)).map(Piece::kind);
        self.occupied().count() == 2 && kind(Color::White) == kind(Color::Black)
    }
}

impl<R: Rules> PartialEq for Board<R> {
    /// Whether both boards have the same FEN.
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.side == other.side
            && self.castling_rights == other.castling_rights
            && self.homes.agree(&other.homes, self.castling_rights)
            && self.multi_step == other.multi_step
            && self.state == other.state
            && self.clock == other.clock
            && self.full_move == other.full_move
    }
}

impl<R: Rules> std::fmt::Debug for Board<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.rules.named().page.name, self.fen())
    }
}
