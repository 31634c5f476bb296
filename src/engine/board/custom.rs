//! The rules that a regular game from a file can have beyond those of the built-in regular games.

use super::Spec;
use super::spec::{Castling, Kinds};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Square, Verdict};

/// One value for each colour, White's first.
pub type ByColor<T> = [T; 2];

/// The clock of a game without a limit of moves.
pub const NO_CLOCK_LIMIT: u16 = u16::MAX;

/// A castling as a game from a file states it: the squares of king and rook before and after, and their kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingSquares<K = Kind> {
    /// The king's square before castling.
    pub king_from: Square,
    /// The king's square after castling.
    pub king_to: Square,
    /// The rook's square before castling.
    pub rook_from: Square,
    /// The rook's square after castling.
    pub rook_to: Square,
    /// The kind of the king.
    pub king: K,
    /// The kind of the rook.
    pub rook: K,
}

/// The game ends when a side has few pieces left. All pieces count, the king included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// A side with at most this many pieces is extinct (1: the bare king).
    pub most: u32,
    /// The other side needs at least this many.
    pub opponent: u32,
    /// Whether the extinct side may answer first: to move, it is safe if it can bring the other side below
    /// `opponent` + 1.
    pub is_claimed: bool,
    /// The result for the extinct side.
    pub verdict: Verdict,
}

/// What a regular game from a file has beyond the rules of the built-in regular games. Squares off the board do no harm in
/// any set.
#[derive(Clone, Debug)]
pub struct Custom {
    /// Squares from which a pawn steps two squares ahead, and from which initial moves are made.
    pub double_step: ByColor<Bitboard>,
    /// Squares from which a pawn steps three squares ahead.
    pub triple_step: ByColor<Bitboard>,
    /// Squares on which this side may capture en passant.
    pub en_passant_region: ByColor<Bitboard>,
    /// Kinds that capture en passant, besides pawns.
    pub en_passant_kinds: ByColor<KindSet>,
    /// Squares on which pieces promote.
    pub promotion_zone: ByColor<Bitboard>,
    /// Kinds that promote as pawns do: by arriving in the zone, to one of [`Custom::promotes_to`].
    pub promoting: ByColor<KindSet>,
    /// What these kinds become, best first.
    pub promotes_to: ByColor<&'static [Kind]>,
    /// Whether they must promote.
    pub promotion_is_mandatory: bool,
    /// By kind, what it can become by a move that starts or ends in the zone (a pawn: that ends in it).
    pub promoted_form: [Option<Kind>; MAX_KINDS],
    /// Whether a piece must take on its promoted form.
    pub form_is_mandatory: bool,
    /// Whether only captures give the promoted form.
    pub form_needs_capture: bool,
    /// By kind, how many of it a side may have for another to be made by promotion; 0 for any number.
    pub promotion_limit: [u8; MAX_KINDS],
    /// Kinds whose moves reset the clock unless the piece could move straight back.
    pub clock_kinds: ByColor<KindSet>,
    /// By kind, the squares that it can move to.
    pub regions: ByColor<[Bitboard; MAX_KINDS]>,
    /// Kinds that do not move or attack sideways from some squares, and these squares.
    pub narrow: (KindSet, ByColor<Bitboard>),
    /// Kinds that hop neither over nor to a piece of their own kind, of either side.
    pub shuns_kin: KindSet,
    /// Whether a piece may not move to where it could never move again.
    pub immobility_is_illegal: bool,
    /// The royal kind of which two may not face each other on an open rank or file.
    pub kings_may_not_face: Option<Kind>,
    /// The castlings: White's kingside and queenside, then Black's.
    pub castlings: [Option<CastlingSquares>; 4],
    /// Turns without capture or pawn move after which the game is drawn, or [`NO_CLOCK_LIMIT`].
    pub clock_limit: u16,
    /// How often a position must occur to end the game; 0 for never.
    pub repetitions: u8,
    /// The result of a repetition for the side to move.
    pub repetition: Verdict,
    /// The result of stalemate for the side to move.
    pub stalemate: Verdict,
    /// The end of the game by a lack of pieces.
    pub extinction: Option<Extinction>,
    /// A side wins by bringing a piece of these kinds to these squares.
    pub flag: ByColor<(KindSet, Bitboard)>,
}

impl Custom {
    /// The rules of chess on a board of this size, without promotions and castlings.
    pub const fn new(files: u8, ranks: u8) -> Self {
        let board = Bitboard::board(files, ranks);
        Self {
            double_step: [Bitboard::rank(1), Bitboard::rank(ranks - 2)],
            triple_step: [Bitboard::EMPTY; 2],
            en_passant_region: [board; 2],
            en_passant_kinds: [KindSet(0); 2],
            promotion_zone: [Bitboard::rank(ranks - 1), Bitboard::rank(0)],
            promoting: [KindSet(0); 2],
            promotes_to: [&[]; 2],
            promotion_is_mandatory: true,
            promoted_form: [None; MAX_KINDS],
            form_is_mandatory: false,
            form_needs_capture: false,
            promotion_limit: [0; MAX_KINDS],
            clock_kinds: [KindSet(0); 2],
            regions: [[board; MAX_KINDS]; 2],
            narrow: (KindSet(0), [Bitboard::EMPTY; 2]),
            shuns_kin: KindSet(0),
            immobility_is_illegal: false,
            kings_may_not_face: None,
            castlings: [None; 4],
            clock_limit: 100,
            repetitions: 3,
            repetition: Verdict::Draw,
            stalemate: Verdict::Draw,
            extinction: None,
            flag: [(KindSet(0), Bitboard::EMPTY); 2],
        }
    }

    /// The kinds to which a kind can promote, of either side, best first.
    pub(super) const fn promotions(&self, kind: Kind) -> Kinds {
        let mut kinds = Kinds::NONE;
        let mut color = 0;
        while color < 2 {
            let mut index = 0;
            while self.promoting[color].has(kind) && index < self.promotes_to[color].len() {
                kinds.push_new(self.promotes_to[color][index]);
                index += 1;
            }
            color += 1;
        }
        if let Some(form) = self.promoted_form[kind.index()] {
            kinds.push_new(form);
        }
        kinds
    }

    /// Whether the game can end while there are legal moves otherwise, except by draws.
    pub(super) fn ends_early(&self) -> bool {
        self.extinction.is_some() || self.flag.iter().any(|(kinds, squares)| !kinds.is_empty() && squares.any())
    }
}

impl<K: Copy> CastlingSquares<K> {
    /// The same castling with kinds of another sort; `None` if one of them has none.
    pub fn with_kinds<L>(self, other: impl Fn(K) -> Option<L>) -> Option<CastlingSquares<L>> {
        let Self { king_from, king_to, rook_from, rook_to, king, rook } = self;
        Some(CastlingSquares { king_from, king_to, rook_from, rook_to, king: other(king)?, rook: other(rook)? })
    }
}

impl CastlingSquares {
    /// The castling with all that follows from the squares.
    pub(super) const fn castling(self, color: Color, letter: char) -> Castling {
        let Self { king_from, king_to, rook_from, rook_to, king, rook } = self;
        Castling::new(color, letter, (king_from, king_to, king), (rook_from, rook_to, rook))
    }
}

impl Spec {
    /// What the game has beyond the rules of the built-in regular games.
    #[inline(always)]
    pub const fn custom(&self) -> Option<&'static Custom> {
        self.page.custom
    }
}
