//! What a game must say of itself, beyond its [`Spec`].
//!
//! Three traits, by what they are about: [`Rules`] (what is legal), [`Tactics`] (what helps the search and the evaluation)
//! and [`Gestures`] (how a person makes a move). Their defaults read the piece table; a game overrides the defaults that
//! do not fit it. A game that is data alone overrides nothing, see [`regular_game!`](crate::board::regular_game).

use super::gesture::Gesture;
use super::state::{State, StateText};
use super::{Board, ExchangeValues, FenError, MoveSink, Observer, Spec};
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, Move, Piece, Score, Square, Stage};

/// One bitboard for each kind of piece: an array as long as the game's piece table, or longer.
pub trait KindSets: Copy + Send + Sync + 'static {
    /// The number of sets.
    const LEN: usize;
    /// All sets empty.
    const EMPTY: Self;
    /// The sets as a slice.
    fn sets(&self) -> &[Bitboard];
    /// The sets as a mutable slice.
    fn sets_mut(&mut self) -> &mut [Bitboard];
}

impl<const N: usize> KindSets for [Bitboard; N] {
    const LEN: usize = N;
    const EMPTY: Self = [Bitboard::EMPTY; N];

    #[inline(always)]
    fn sets(&self) -> &[Bitboard] {
        self
    }

    #[inline(always)]
    fn sets_mut(&mut self) -> &mut [Bitboard] {
        self
    }
}

/// The rules of a game. The board holds them by value: a type without a size for a game that is compiled by itself, so
/// that its data folds into the code; a reference to a table for a game that is known only at run time.
pub trait Rules: Copy + Send + Sync + 'static {
    /// `[Bitboard; N]` with N at least the length of the piece table.
    type Sets: KindSets;

    /// State of the game that is neither piece nor castling right nor en passant; `()` if there is none.
    type State: State;

    /// Whether [`Rules::spec`] is a constant, so that loops over kinds are worth unrolling.
    const IS_COMPILED: bool = true;

    /// Whether checkers and pins along lines tell which moves are legal. A game where they do not generates its moves
    /// itself, see [`Rules::generate`].
    const PINS_SUFFICE: bool = true;

    /// Whether the sides always take turns. Where they do not, a move says so, see [`Move::moves_again`].
    const ALTERNATES: bool = true;

    /// The game's data.
    fn spec(&self) -> &'static Spec;

    /// The game under whose name this one is played: not [`Rules::spec`] where games that differ in name and array only
    /// share a compilation.
    fn named(&self) -> &'static Spec {
        self.spec()
    }

    /// The pieces of `by` that capture on `square`, with this occupancy.
    #[inline(always)]
    fn attackers(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        board.default_attackers(square, by, occupied)
    }

    /// Whether there are any such pieces.
    #[inline(always)]
    fn is_attacked(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> bool {
        board.default_is_attacked(square, by, occupied)
    }

    /// The squares on which a piece of this side and kind captures from `from`, own pieces included.
    #[inline(always)]
    fn captures_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        board.reach(board.spec().piece(kind).moves.captures, color, from, board.occupied())
    }

    /// The squares to which it goes when they are empty.
    #[inline(always)]
    fn quiets_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        board.reach(board.spec().piece(kind).moves.quiets, color, from, board.occupied())
    }

    /// Generates the legal moves of a stage that the side to move has with its pieces on `movers`.
    #[inline(always)]
    fn generate(board: &Board<Self>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        board.generate_by_pins(movers, stage, sink);
    }

    /// The pieces that can neither move nor castle.
    #[inline(always)]
    fn immobile(_board: &Board<Self>) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Moves the pieces for a move of [`crate::types::MoveKind::Special`]. An illegal move may corrupt the board but must
    /// not panic.
    #[inline(always)]
    fn play_special(_board: &mut Board<Self>, _m: Move, _observer: &mut impl Observer<Self>) {}

    /// Whether a move moves or captures pieces, so that castling rights on its squares end.
    #[inline(always)]
    fn affects_castling(_m: Move) -> bool {
        true
    }

    /// Brings [`Rules::State`] up to date when the pieces have moved and before the turn passes.
    #[inline(always)]
    fn update_state(_board: &mut Board<Self>, _m: Move, _observer: &mut impl Observer<Self>) {}

    /// The squares of the pieces that a special move captures.
    #[inline(always)]
    fn captured_squares(_board: &Board<Self>, _m: Move) -> Bitboard {
        Bitboard::EMPTY
    }

    /// What stands after the squares of a special move in coordinate notation.
    fn special_suffix(_board: &Board<Self>, _m: Move) -> String {
        String::new()
    }

    /// Reads what a FEN says of [`Rules::State`].
    ///
    /// # Errors
    /// When the text is malformed or contradicts the board.
    fn read_state(_board: &Board<Self>, text: &StateText) -> Result<Self::State, FenError> {
        text.refuse()?;
        Ok(Self::State::default())
    }

    /// What a FEN says of [`Rules::State`].
    fn state_text(_board: &Board<Self>) -> StateText {
        StateText::default()
    }

    /// [`Rules::State`] for people, if there is anything to say: name and state, e.g. `cube` and `Black`.
    fn describe_state(_board: &Board<Self>) -> Option<(&'static str, String)> {
        None
    }
}

/// What helps the search and the evaluation.
pub trait Tactics: Rules {
    /// The squares from which a piece of this kind of the side to move gives check, as a hint for ordering moves.
    #[inline(always)]
    fn checks_from(board: &Board<Self>, kind: Kind) -> Bitboard {
        // From where the king would reach a piece of the kind looking the other way, the piece reaches the king.
        Self::captures_from(board, kind, !board.side(), board.king(!board.side()))
    }

    /// The piece that a move is about, for the tables in which the search remembers moves: what leaves its square.
    #[inline(always)]
    fn mover(board: &Board<Self>, m: Move) -> Option<Piece> {
        board.piece_at(m.from())
    }

    /// Where that piece stands after the move.
    #[inline(always)]
    fn arrival(m: Move) -> Square {
        m.to()
    }

    /// Whether the exchange that a move begins wins at least `threshold` centipawns.
    #[inline(always)]
    fn see_at_least(board: &Board<Self>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        board.default_see_at_least(m, threshold, values)
    }

    /// Counts the terms that the evaluation weighs in this game only: side, number of the term (0..8) and how often the
    /// side has it.
    #[inline(always)]
    fn own_terms(_board: &Board<Self>, _count: impl FnMut(Color, usize, i32)) {}

    /// A bonus for ordering a quiet move, beyond checks and threats, on the scale of the search's histories.
    #[inline(always)]
    fn quiet_hint(_board: &Board<Self>, _m: Move, _values: &ExchangeValues) -> i32 {
        0
    }

    /// Whether a quiet move is as good as a capture, so that it is not pruned or reduced like other quiet moves.
    #[inline(always)]
    fn is_forcing(_board: &Board<Self>, _m: Move) -> bool {
        false
    }
}

/// How a person makes a move.
pub trait Gestures: Rules {
    /// The gesture of a legal move after which the turn passes.
    fn gesture(board: &Board<Self>, m: Move) -> Gesture {
        board.default_gesture(m)
    }
}

/// A game with all that is to be said of it.
pub trait Variant: Tactics + Gestures {}

impl<R: Tactics + Gestures> Variant for R {}

/// Declares a game that its page says all about: a type without a size, compiled by itself.
#[macro_export]
macro_rules! regular_game {
    ($(#[$doc:meta])* $name:ident, $page:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default)]
        pub struct $name;

        impl $crate::board::Rules for $name {
            type Sets = [$crate::types::Bitboard; $page.pieces.len()];
            type State = ();

            #[inline(always)]
            fn spec(&self) -> &'static $crate::board::Spec {
                static SPEC: $crate::board::Spec = $crate::board::Spec::new($page);
                &SPEC
            }
        }

        impl $crate::board::Tactics for $name {}
        impl $crate::board::Gestures for $name {}
    };
}
pub use regular_game;

/// A regular game that is known only at run time, or that is not worth a compilation of its own.
#[derive(Clone, Copy)]
pub struct Table(pub &'static Spec);

impl Rules for Table {
    type Sets = [Bitboard; MAX_KINDS];
    type State = ();

    const IS_COMPILED: bool = false;

    #[inline(always)]
    fn spec(&self) -> &'static Spec {
        self.0
    }
}

impl Tactics for Table {}
impl Gestures for Table {}

/// Runs a block for each kind of a game's pieces. In a compiled game the kind is a constant there, so that what the
/// game's data say of it folds away; a loop over many kinds is not unrolled by the compiler.
macro_rules! for_each_kind {
    ($game:ty, $spec:expr, |$kind:ident| $body:block) => {
        if const { <$game as $crate::board::Rules>::IS_COMPILED } {
            $crate::board::for_each_kind!(
                @($game, $kind, $body) 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
            );
        } else {
            for index in 0..$spec.kinds() {
                let $kind = $crate::types::Kind::new(index);
                $body
            }
        }
    };
    (@($game:ty, $kind:ident, $body:block) $($index:literal)+) => { $(
        if const { $index < <<$game as $crate::board::Rules>::Sets as $crate::board::KindSets>::LEN } {
            let $kind = $crate::types::Kind::new($index);
            $body
        }
    )+ };
}
pub(crate) use for_each_kind;

const _: () = assert!(MAX_KINDS == 24, "`for_each_kind` goes through this many");
