//! A position of any game, behind one interface: what everybody but the search works with. Notation is written for it
//! once, not once for each game.

use super::{Board, Gesture, Setup, Spec, Variant, perft};
use crate::types::{Bitboard, Color, Kind, Move, MoveList, Piece, Square};

/// A legal position of some game, to be looked at.
///
/// Text is read and written by the methods of `dyn View`: FEN, diagram, coordinate notation (`move_text`, `read_move`) and
/// algebraic notation (`san`, `read_san`).
pub trait View: Send + Sync {
    /// The game's data.
    fn spec(&self) -> &'static Spec;
    /// Whether the sides always take turns.
    fn alternates(&self) -> bool;
    /// What a FEN says of the position.
    fn setup(&self) -> Setup;
    /// The hash key of everything that decides about the game's future but the clock and the history.
    fn key(&self) -> u64;
    /// The side to move.
    fn side(&self) -> Color;
    /// The number of the full move, which grows after Black's turn.
    fn full_move(&self) -> u32;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// The legal moves.
    fn legal_moves(&self) -> MoveList;
    /// The legal moves of the piece on a square.
    fn moves_from(&self, square: Square) -> MoveList;
    /// Whether `m`, whatever its origin, is a legal move here.
    fn is_legal(&self, m: Move) -> bool;
    /// The kind of piece that a legal move captures, one of them if it captures several.
    fn captured_kind(&self, m: Move) -> Option<Kind>;
    /// Whether a legal move captures or promotes.
    fn is_noisy(&self, m: Move) -> bool;
    /// What stands after the squares of a special move in coordinate notation.
    fn special_suffix(&self, m: Move) -> String;
    /// How a legal move is made by hand. The two halves of a double turn are two gestures, each that of a single turn.
    fn gesture(&self, m: Move) -> Gesture;
    /// The squares whose pieces are in a state that an ordinary board does not show.
    fn marked(&self) -> Bitboard;
    /// The game's own state for people, if there is anything to say: name and state, e.g. `cube` and `Black`.
    fn describe_state(&self) -> Option<(&'static str, String)>;
    /// A copy.
    fn boxed(&self) -> Box<dyn View>;
    /// The position after a legal move.
    fn after(&self, m: Move) -> Box<dyn View>;
    /// The number of lines of `depth` legal moves.
    fn perft(&self, depth: u32) -> u64;
}

impl<R: Variant> Board<R> {
    /// The position behind the interface that knows no game.
    pub fn view(&self) -> &dyn View {
        self
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

    fn legal_moves(&self) -> MoveList {
        self.legal_moves()
    }

    fn moves_from(&self, square: Square) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_from(square.bit(), crate::types::Stage::All, &mut moves);
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        self.is_legal(m)
    }

    fn captured_kind(&self, m: Move) -> Option<Kind> {
        self.captured_kind(m)
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

    fn marked(&self) -> Bitboard {
        crate::board::State::marked(&self.state())
    }

    fn describe_state(&self) -> Option<(&'static str, String)> {
        R::describe_state(self)
    }

    fn boxed(&self) -> Box<dyn View> {
        Box::new(*self)
    }

    fn after(&self, m: Move) -> Box<dyn View> {
        let mut after = *self;
        after.play(m, &mut ());
        Box::new(after)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }
}
