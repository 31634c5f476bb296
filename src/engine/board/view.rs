//! A dynamic interface to a position of any game, for all code but the search and the evaluation. Notation is
//! implemented on it, so that it is compiled once and not for each game.

use std::sync::atomic::AtomicBool;

use super::action::with_article;
use super::perft::perft_until;
use super::{Action, Board, Castling, Detail, FenError, Gesture, Setup, Spec, Statement, Variant};
use crate::types::{Bitboard, Color, Kind, KindSet, Move, MoveKind, MoveList, Piece, Square, Stage};

/// A read-only view of a legal position of any game.
///
/// Text is parsed and written by the methods of `dyn View`: FEN, diagram, moves in coordinate notation (`move_text`) and
/// in algebraic notation (`san`), both read by `read_move`; `action` tells in words what a move does.
pub trait View: Send + Sync {
    /// The game's data.
    fn spec(&self) -> &'static Spec;
    /// Whether the sides always alternate.
    fn alternates(&self) -> bool;
    /// The position as a FEN states it.
    fn setup(&self) -> Setup;
    /// The hash key of the position, without clock, move number and history.
    fn key(&self) -> u64;
    /// The side to move.
    fn side(&self) -> Color;
    /// The full-move number, incremented after Black's turn.
    fn full_move(&self) -> u32;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// How many pieces of a kind a side has in hand.
    fn in_hand(&self, color: Color, kind: Kind) -> u32;
    /// The legal moves.
    fn legal_moves(&self) -> MoveList;
    /// The legal moves of the piece on a square; the legal drops on an empty square.
    fn moves_from(&self, square: Square) -> MoveList;
    /// Whether `m` is a legal move here. It may come from anywhere, e.g. from another position.
    fn is_legal(&self, m: Move) -> bool;
    /// The kind of piece that a legal move captures; one of them if it captures several.
    fn captured_kind(&self, m: Move) -> Option<Kind>;
    /// The squares of all pieces that a legal move captures.
    fn captured_squares(&self, m: Move) -> Bitboard;
    /// The castling that a legal move makes; `None` if it makes none.
    fn castling_of(&self, m: Move) -> Option<Castling>;
    /// The square that names a legal move, see [`Board::named_target`].
    fn named_target(&self, m: Move) -> Square;
    /// Whether a legal move captures or promotes.
    fn is_noisy(&self, m: Move) -> bool;
    /// What follows the two squares of a special move in coordinate notation.
    fn special_suffix(&self, m: Move) -> String;
    /// How a legal move is made by hand. In a double turn each half has its own gesture.
    fn gesture(&self, m: Move) -> Gesture;
    /// What a legal move does, if the piece table does not tell it. See `action`.
    fn special_action(&self, m: Move) -> Option<Action>;
    /// How the game's inventor writes a legal move where that differs from algebraic notation: pairs of the piece's letters
    /// and what follows the target.
    fn inventors_signs(&self, m: Move) -> Vec<(String, String)>;
    /// What is handed over by a move after which the same side moves again, e.g. `Cube`.
    fn token(&self) -> Option<&'static str>;
    /// The squares of the kings in check.
    fn checked_kings(&self) -> Bitboard;
    /// What the position has beyond pieces, castling rights and en passant.
    fn details(&self) -> Vec<Detail>;
    /// The details that another position of the game, even an unfinished one, could have with its pieces, and how a FEN
    /// states each.
    fn possible_details(&self, setup: &Setup) -> Vec<(Detail, Statement)>;
    /// The kinds that move on a folded board, see [`Gestures::folding`](super::Gestures::folding).
    fn folding(&self) -> KindSet;
    /// Another position of the same game.
    ///
    /// # Errors
    /// If it is not a valid position of the game (ruling R-ALL-4).
    fn at(&self, setup: &Setup) -> Result<Box<dyn View>, FenError>;
    /// A copy of the position.
    fn boxed(&self) -> Box<dyn View>;
    /// The position after a legal move.
    fn after(&self, m: Move) -> Box<dyn View>;
    /// The position after passing the turn, which may be against the rules.
    fn after_pass(&self) -> Box<dyn View>;
    /// The number of lines of `depth` legal moves, see [`perft`](super::perft()). When `stop` becomes true, the count
    /// ends early and is meaningless.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> u64;
}

impl<R: Variant> Board<R> {
    /// The position behind the dynamic interface.
    pub fn view(&self) -> &dyn View {
        self
    }
}

impl dyn View + '_ {
    /// The piece that a legal move moves or drops, as it is before the move.
    pub fn moved_piece(&self, m: Move) -> Option<Piece> {
        m.dropped().map_or_else(|| self.piece_at(m.from()), |kind| Some(Piece::new(self.side(), kind)))
    }

    /// The kinds that a side has in hand, and how many of each, in the order of the game's kinds.
    pub fn hand(&self, color: Color) -> Vec<(Kind, u32)> {
        let counts = (0..self.spec().kinds()).map(Kind::new).map(|kind| (kind, self.in_hand(color, kind)));
        counts.filter(|&(_, count)| count > 0).collect()
    }

    /// What a legal move does. Nothing is said of a second turn, see [`Move::moves_again`] and [`View::token`].
    pub fn action(&self, m: Move) -> Action {
        self.special_action(m).unwrap_or_else(|| self.regular_action(m))
    }

    /// The action of a move as the piece table tells it.
    fn regular_action(&self, m: Move) -> Action {
        let name = |kind| self.spec().short_name(kind);
        let (verb, words) = match (m.kind(), m.promotion(), self.captured_kind(m)) {
            (MoveKind::Castling, ..) => ("castles", "castles".to_owned()),
            (_, Some(kind), _) => ("becomes", format!("becomes {}", with_article(name(kind)))),
            (MoveKind::EnPassant, _, Some(kind)) => ("captures", format!("takes the {} en passant", name(kind))),
            (_, _, Some(kind)) => ("captures", format!("takes the {}", name(kind))),
            _ => ("moves", "moves".to_owned()),
        };
        let mover = self.moved_piece(m).map_or(Kind::new(0), Piece::kind);
        let shows = Piece::new(self.side(), m.promotion().unwrap_or(mover));
        Action { verb, words, shows, on: m.to() }
    }
}

impl<R: Variant> View for Board<R> {
    fn spec(&self) -> &'static Spec {
        self.rules().named()
    }

    fn alternates(&self) -> bool {
        R::ALTERNATES
    }

    fn setup(&self) -> Setup {
        self.setup()
    }

    fn key(&self) -> u64 {
        self.keys().position
    }

    fn side(&self) -> Color {
        self.side()
    }

    fn full_move(&self) -> u32 {
        self.full_move()
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.piece_at(square)
    }

    fn in_hand(&self, color: Color, kind: Kind) -> u32 {
        self.in_hand(color, kind)
    }

    fn legal_moves(&self) -> MoveList {
        self.legal_moves()
    }

    fn moves_from(&self, square: Square) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_from(square.bit(), Stage::All, &mut moves);
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        self.is_legal(m)
    }

    fn captured_kind(&self, m: Move) -> Option<Kind> {
        self.captured_kind(m)
    }

    fn captured_squares(&self, m: Move) -> Bitboard {
        self.captured_squares(m)
    }

    fn castling_of(&self, m: Move) -> Option<Castling> {
        self.castling_of(m)
    }

    fn named_target(&self, m: Move) -> Square {
        self.named_target(m)
    }

    fn is_noisy(&self, m: Move) -> bool {
        self.is_noisy(m)
    }

    fn special_suffix(&self, m: Move) -> String {
        R::special_suffix(self, m)
    }

    fn gesture(&self, m: Move) -> Gesture {
        R::gesture(self, m.without_again())
    }

    fn special_action(&self, m: Move) -> Option<Action> {
        R::special_action(self, m)
    }

    fn inventors_signs(&self, m: Move) -> Vec<(String, String)> {
        R::inventors_signs(self, m)
    }

    fn token(&self) -> Option<&'static str> {
        R::TOKEN
    }

    fn checked_kings(&self) -> Bitboard {
        let is_alone = self.spec().has_one_royal();
        let is_checked = |&square: &Square| is_alone || self.is_attacked(square, !self.side(), self.occupied());
        if self.in_check() {
            self.royals(self.side()).into_iter().filter(is_checked).collect()
        } else {
            Bitboard::EMPTY
        }
    }

    fn details(&self) -> Vec<Detail> {
        R::details(self)
    }

    fn possible_details(&self, setup: &Setup) -> Vec<(Detail, Statement)> {
        R::possible_details(setup)
    }

    fn folding(&self) -> KindSet {
        self.rules().folding()
    }

    fn at(&self, setup: &Setup) -> Result<Box<dyn View>, FenError> {
        Ok(Box::new(Self::new(self.rules(), setup)?))
    }

    fn boxed(&self) -> Box<dyn View> {
        Box::new(*self)
    }

    fn after(&self, m: Move) -> Box<dyn View> {
        Box::new(self.after(m))
    }

    fn after_pass(&self) -> Box<dyn View> {
        let mut after = *self;
        after.play_null();
        Box::new(after)
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> u64 {
        perft_until(self, depth, stop)
    }
}
