//! The traits that a game implements, beyond its [`Spec`].
//!
//! There are three: [`Rules`] (what is legal), [`Tactics`] (what helps the search and the evaluation) and [`Gestures`]
//! (how a person makes a move and sees the position). Their defaults read the piece table; a game overrides the defaults
//! that do not fit it. A regular game is data alone and overrides nothing, see
//! [`regular_game!`](crate::board::regular_game).

use super::action::Action;
use super::components::Components;
use super::detail::{Detail, Statement};
use super::gesture::Gesture;
use super::state::{State, StateText};
use super::{Board, ExchangeValues, FenError, Lookups, MoveSink, MovementTables, Setup, Spec};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Move, Piece, Score, Square, Stage, Verdict};

/// Is told about every change of a board, e.g. to update an evaluation incrementally.
pub trait Observer<R: Rules> {
    /// A piece appears on a square.
    fn put(&mut self, piece: Piece, square: Square);
    /// A piece disappears from a square.
    fn take(&mut self, piece: Piece, square: Square);
    /// Castling rights change. Bit `n` is the right to castling `n` of [`Spec::castlings`](super::Spec::castlings).
    #[inline(always)]
    fn change_castling_rights(&mut self, _before: u8, _after: u8) {}
    /// The game's own state changes.
    #[inline(always)]
    fn change_state(&mut self, _before: &R::State, _after: &R::State) {}
}

/// Ignores all changes.
impl<R: Rules> Observer<R> for () {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn take(&mut self, _: Piece, _: Square) {}
}

/// One bitboard per kind of piece: an array at least as long as the game's piece table.
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

/// Runs a block for each kind of a set. In a compiled game this unrolls the loop, which the compiler does not do by itself:
/// the kind is a constant in the block, and lookups in the game's data fold away.
macro_rules! for_each_kind {
    ($game:ty, $kinds:expr, |$kind:ident| $body:block) => {
        let kinds: $crate::types::KindSet = $kinds;
        if const { <$game as $crate::board::Rules>::IS_COMPILED } {
            $crate::board::for_each_kind!(
                @($game, kinds, $kind, $body) 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
            );
        } else {
            for $kind in kinds.kinds() {
                $body
            }
        }
    };
    (@($game:ty, $kinds:ident, $kind:ident, $body:block) $($index:literal)+) => { $(
        if const { $index < <<$game as $crate::board::Rules>::Sets as $crate::board::KindSets>::LEN } {
            let $kind = $crate::types::Kind::new($index);
            if $kinds.has($kind) {
                $body
            }
        }
    )+ };
}
/// The rules of a game. The board holds them by value. A game that is compiled separately is a zero-sized type, so that
/// its data are constants; a game that is known only at run time is a reference to its data ([`TableRules`]).
pub trait Rules: Copy + Send + Sync + 'static {
    /// `[Bitboard; N]` with N at least the length of the piece table.
    type Sets: KindSets;

    /// The state of the game beyond pieces, castling rights and en passant; `()` if there is none.
    type State: State;

    /// Whether [`Rules::spec`] is a constant, so that it pays to unroll loops over kinds.
    const IS_COMPILED: bool = true;

    /// Whether checkers and pins along lines decide which moves are legal. If not, the game overrides
    /// [`Rules::generate`].
    const PINS_SUFFICE: bool = true;

    /// Whether the sides always alternate. If not, [`Move::moves_again`] tells after which moves they do not.
    const ALTERNATES: bool = true;

    /// Whether pieces, castling rights, en passant and the side to move are all of a position, and sides alternate.
    const IS_PLAIN: bool = size_of::<Self::State>() == 0 && Self::ALTERNATES;

    /// Whether there can be pieces in hand.
    const HAS_HANDS: bool = false;

    /// The data with which the game is compiled.
    fn spec(&self) -> &'static Spec;

    /// The lookups of movements.
    #[inline(always)]
    fn lookups(&self) -> impl Lookups + use<Self> {
        Components(self.spec())
    }

    /// The data with the game's own name, array and rule page. It differs from [`Rules::spec`] if several games that
    /// differ only in these share a compilation.
    fn named(&self) -> &'static Spec {
        self.spec()
    }

    /// The pieces of `by` that attack `square`, given this occupancy.
    #[inline(always)]
    fn attackers(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        board.default_attackers(square, by, occupied)
    }

    /// Whether any piece of `by` attacks `square`, given this occupancy.
    #[inline(always)]
    fn is_attacked(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> bool {
        board.default_is_attacked(square, by, occupied)
    }

    /// The squares that a piece of this side and kind attacks from `from`, including those of own pieces.
    #[inline(always)]
    fn captures_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        board.captures_over(kind, color, from, board.occupied())
    }

    /// By kind, [`Rules::captures_from`] of several kinds.
    #[inline(always)]
    fn captures_of_kinds(board: &Board<Self>, kinds: KindSet, color: Color, from: Square) -> [Bitboard; MAX_KINDS] {
        let mut attacked = [Bitboard::EMPTY; MAX_KINDS];
        for_each_kind!(Self, kinds, |kind| {
            attacked[kind.index()] = Self::captures_from(board, kind, color, from);
        });
        attacked
    }

    /// The squares to which a piece of this side and kind moves from `from` if they are empty.
    #[inline(always)]
    fn quiets_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        board.quiets_over(kind, color, from, board.occupied())
    }

    /// Generates the legal moves of a stage for the side to move's pieces on `movers`, which are not
    /// [`Rules::immobile`].
    #[inline(always)]
    fn generate(board: &Board<Self>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        board.generate_by_pins(movers, stage, sink);
    }

    /// Generates the legal drops of a stage to squares of `among`.
    #[inline(always)]
    fn generate_drops(_board: &Board<Self>, _among: Bitboard, _stage: Stage, _sink: &mut impl MoveSink) {}

    /// The kinds that a side has in hand.
    #[inline(always)]
    fn kinds_in_hand(_board: &Board<Self>, _color: Color) -> KindSet {
        KindSet(0)
    }

    /// How many pieces of a kind a side has in hand.
    #[inline(always)]
    fn in_hand(_board: &Board<Self>, _color: Color, _kind: Kind) -> u32 {
        0
    }

    /// Updates [`Rules::State`] after a piece was captured.
    #[inline(always)]
    fn was_captured(_board: &mut Board<Self>, _piece: Piece, _observer: &mut impl Observer<Self>) {}

    /// Updates [`Rules::State`] after a piece came from the hand to the board.
    #[inline(always)]
    fn was_dropped(_board: &mut Board<Self>, _piece: Piece, _observer: &mut impl Observer<Self>) {}

    /// Updates [`Rules::State`] after a move, when the turn has passed and checks are known.
    #[inline(always)]
    fn turn_passed(_board: &mut Board<Self>, _observer: &mut impl Observer<Self>) {}

    /// The result for the side to move if the game's own state ends the game; asked where [`Spec::ends_early`].
    #[inline(always)]
    fn state_verdict(_board: &Board<Self>) -> Option<Verdict> {
        None
    }

    /// The pieces of both sides that can neither move nor castle.
    #[inline(always)]
    fn immobile(_board: &Board<Self>) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Moves the pieces for a [special](crate::types::MoveKind::Special) move. An illegal move may corrupt the board
    /// but must not panic.
    #[inline(always)]
    fn play_special(_board: &mut Board<Self>, _m: Move, _observer: &mut impl Observer<Self>) {}

    /// Whether a move ends the castling rights that belong to its squares.
    #[inline(always)]
    fn affects_castling(_m: Move) -> bool {
        true
    }

    /// Updates [`Rules::State`] after the pieces have moved and before the turn passes.
    #[inline(always)]
    fn update_state(_board: &mut Board<Self>, _m: Move, _observer: &mut impl Observer<Self>) {}

    /// The squares of the pieces that a special move captures.
    #[inline(always)]
    fn captured_squares(_board: &Board<Self>, _m: Move) -> Bitboard {
        Bitboard::EMPTY
    }

    /// What follows the two squares of a special move in coordinate notation.
    fn special_suffix(_board: &Board<Self>, _m: Move) -> String {
        String::new()
    }

    /// Parses [`Rules::State`] as a FEN states it.
    ///
    /// # Errors
    /// If the text is malformed or contradicts the board.
    fn read_state(_board: &Board<Self>, text: &StateText) -> Result<Self::State, FenError> {
        text.refuse()?;
        Ok(Self::State::default())
    }

    /// [`Rules::State`] as a FEN states it.
    fn state_text(_board: &Board<Self>) -> StateText {
        StateText::default()
    }
}

/// The most kinds of marks that a game has.
pub const MAX_MARKS: usize = 2;

/// By kind of mark and side that it concerns, the marked squares.
pub type MarkSets = [[Bitboard; 2]; MAX_MARKS];

/// What helps the search and the evaluation.
pub trait Tactics: Rules {
    /// By kind, the squares from which the side to move's pieces of these kinds give check, as a hint for move ordering.
    #[inline(always)]
    fn checks_from(board: &Board<Self>, kinds: KindSet) -> [Bitboard; MAX_KINDS] {
        // By symmetry, these are the squares that a piece of the other colour attacks from the king's square.
        let them = !board.side();
        if board.has_king(them) {
            Self::captures_of_kinds(board, kinds, them, board.king(them))
        } else {
            [Bitboard::EMPTY; MAX_KINDS]
        }
    }

    /// The moving piece, as the history tables of the search index it: the piece that leaves its square, or the hand.
    #[inline(always)]
    fn mover(board: &Board<Self>, m: Move) -> Option<Piece> {
        board.moved_piece(m)
    }

    /// Where [`Tactics::mover`] stands after the move.
    #[inline(always)]
    fn arrival(m: Move) -> Square {
        m.to()
    }

    /// The hash key of the position after a move, or another number: for prefetching only.
    #[inline(always)]
    fn likely_key_after(board: &Board<Self>, m: Move) -> u64 {
        board.plain_key_after(m)
    }

    /// Whether the static exchange evaluation of a move is at least `threshold` centipawns.
    #[inline(always)]
    fn see_at_least(board: &Board<Self>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        board.default_see_at_least(m, threshold, values)
    }

    /// How many kinds of marks [`Tactics::marks`] has, at most [`MAX_MARKS`].
    const MARKS: usize = 0;

    /// What a position has beyond pieces, castling rights and en passant, as marks on squares for a network to see. Only
    /// the first [`Tactics::MARKS`] sets are looked at.
    #[inline(always)]
    fn marks(_board: &Board<Self>) -> MarkSets {
        MarkSets::default()
    }

    /// Counts the evaluation terms that only this game has. `count` takes the side, the term's number (0..8) and how
    /// often the side has the term.
    #[inline(always)]
    fn own_terms(_board: &Board<Self>, _count: impl FnMut(Color, usize, i32)) {}

    /// A bonus for ordering a quiet move, in addition to checks and threats, in units of the search's history values.
    #[inline(always)]
    fn quiet_hint(_board: &Board<Self>, _m: Move, _values: &ExchangeValues) -> i32 {
        0
    }

    /// Whether a quiet move is as forcing as a capture: it is then neither pruned nor reduced like other quiet moves.
    #[inline(always)]
    fn is_forcing(_board: &Board<Self>, _m: Move) -> bool {
        false
    }
}

/// How a person makes a move on a board, and what there is to see besides pieces.
pub trait Gestures: Rules {
    /// What is handed over by a move after which the same side moves again.
    const TOKEN: Option<&'static str> = None;

    /// The gesture of a legal move after which the turn passes. In a double turn each half has its own gesture.
    fn gesture(board: &Board<Self>, m: Move) -> Gesture {
        board.default_gesture(m)
    }

    /// What a legal move does, if the piece table does not tell it.
    fn special_action(_board: &Board<Self>, _m: Move) -> Option<Action> {
        None
    }

    /// How the game's inventor writes a legal move where that differs from algebraic notation: pairs of the piece's letters
    /// and what follows the target.
    fn inventors_signs(_board: &Board<Self>, _m: Move) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What the position has beyond pieces, castling rights and en passant.
    fn details(_board: &Board<Self>) -> Vec<Detail> {
        Vec::new()
    }

    /// The details that a position with these pieces could have, and how a FEN states each.
    fn possible_details(_setup: &Setup) -> Vec<(Detail, Statement)> {
        Vec::new()
    }

    /// The kinds that move on a folded board: at the left and the right edge it goes on with the file at the other edge.
    fn folding(&self) -> KindSet {
        KindSet::default()
    }
}

/// Everything that a game implements.
pub trait Variant: Tactics + Gestures {}

impl<R: Tactics + Gestures> Variant for R {}

/// The [`Spec`] of a game's data, for a `static`.
#[macro_export]
macro_rules! spec {
    ($page:expr) => {
        $crate::board::Spec::new($page, {
            static TABLES: $crate::board::TablesCell = $crate::board::TablesCell::new();
            &TABLES
        })
    };
}
pub use spec;

/// Declares a regular game, which its page defines completely, as a zero-sized type that is compiled separately. The second form
/// is for several games that differ only in name and array: its type holds the data of one of them.
#[macro_export]
macro_rules! regular_game {
    ($(#[$doc:meta])* $name:ident, $page:expr) => {
        const _: () = assert!($page.has_components(), "a game with such rules is not compiled separately");

        $(#[$doc])*
        #[derive(Clone, Copy, Default)]
        pub struct $name;

        /// The rules of the game.
        pub const RULES: $name = $name;

        impl $crate::board::Rules for $name {
            type Sets = [$crate::types::Bitboard; $page.pieces.len()];
            type State = ();

            #[inline(always)]
            fn spec(&self) -> &'static $crate::board::Spec {
                static SPEC: $crate::board::Spec = $crate::board::spec!($page);
                &SPEC
            }
        }

        impl $crate::board::Tactics for $name {}
        impl $crate::board::Gestures for $name {}
    };
    ($(#[$doc:meta])* $name:ident, $page:expr, shared by the names of $spec:ident) => {
        const _: () = assert!($page.has_components(), "a game with such rules is not compiled separately");

        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub &'static $crate::board::Spec);

        /// The rules of the game.
        pub const RULES: $name = $name(&$spec);

        impl $crate::board::Rules for $name {
            type Sets = [$crate::types::Bitboard; $page.pieces.len()];
            type State = ();

            #[inline(always)]
            fn spec(&self) -> &'static $crate::board::Spec {
                &$spec
            }

            fn named(&self) -> &'static $crate::board::Spec {
                self.0
            }
        }

        impl $crate::board::Tactics for $name {}
        impl $crate::board::Gestures for $name {}
    };
}
pub use regular_game;

/// A regular game that is known only at run time or not worth compiling separately.
#[derive(Clone, Copy)]
pub struct TableRules {
    spec: &'static Spec,
    tables: &'static MovementTables,
}

impl TableRules {
    /// The rules of the game with these data.
    pub fn of(spec: &'static Spec) -> Self {
        Self { spec, tables: spec.tables() }
    }

    /// The lookup tables of its movements.
    #[inline(always)]
    pub(super) fn tables(&self) -> &'static MovementTables {
        self.tables
    }

    /// Whether pieces leap and slide, and nothing but the safety of kings limits the moves of [`Spec::plain`] kinds.
    pub(crate) fn is_simple(&self) -> bool {
        let laws = self.spec.laws();
        self.tables.pins_suffice() && !laws.immobility_illegal && laws.shuns_kin.is_empty() && !laws.must_capture
    }

    /// The empty squares to which a piece of a [`Spec::plain`] kind moves by the piece table on a board with these occupied
    /// squares. `kin` are the pieces of its kind on either side.
    #[inline]
    pub(crate) fn quiet_targets(&self, piece: Piece, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        self.tables.quiets(piece.kind(), piece.color(), from, occupied, kin) & self.spec.board.without(occupied)
    }

    /// The squares that a piece attacks by leaps and slides on a board with these occupied squares.
    #[inline]
    pub(crate) fn captures(&self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        self.tables.captures(piece.kind(), piece.color(), from, occupied, from.bit())
    }
}

impl Rules for TableRules {
    type Sets = [Bitboard; MAX_KINDS];
    type State = ();

    const IS_COMPILED: bool = false;

    #[inline(always)]
    fn spec(&self) -> &'static Spec {
        self.spec
    }

    #[inline(always)]
    fn captures_of_kinds(board: &Board<Self>, kinds: KindSet, color: Color, from: Square) -> [Bitboard; MAX_KINDS] {
        let of_kind = |kind| board.of_kind(kind);
        board.rules().tables.captures_of_kinds(kinds, (color, from), board.occupied(), of_kind)
    }

    #[inline(always)]
    fn lookups(&self) -> impl Lookups + use<> {
        self.tables
    }
}

impl Tactics for TableRules {}
impl Gestures for TableRules {}

pub(crate) use for_each_kind;

const _: () = assert!(MAX_KINDS == 24, "`for_each_kind` lists the kinds up to this number");
