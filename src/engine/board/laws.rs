//! The laws of a regular game beyond its board and the movements of its pieces.

use crate::types::{Bitboard, Color, Kind, KindSet, STRIDE, Verdict};

/// One value for each colour, White's first.
pub type ByColor<T> = [T; 2];

/// One value for each kind, by its number.
pub type ByKind<T> = [T; KIND_NUMBERS];

/// How many numbers kinds can have: more than a game has kinds, because those of a game that is being read have gaps.
pub const KIND_NUMBERS: usize = u64::BITS as usize;

/// The clock of a game without a limit of moves.
pub const NO_CLOCK_LIMIT: u16 = u16::MAX;

/// How a game ends when a side lacks pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The result for the side that lacks them; `None` if that ends no game.
    pub verdict: Option<Verdict>,
    /// Whether the side that lacks them may answer first: to move, it is safe if it can bring the other side below
    /// [`Extinction::opponent`] + 1.
    pub is_claimed: bool,
    /// Whether each of the kinds is royal instead.
    pub pseudo_royal: bool,
    /// The kinds that count; [`KindSet::ALL`] for all pieces, the king included.
    pub kinds: KindSet,
    /// The number of pieces at which they count as gone (1 of all: the bare king).
    pub most: u32,
    /// The number of pieces that the other side needs.
    pub opponent: u32,
}

impl Extinction {
    /// Pieces can be lost without harm.
    pub const NONE: Self =
        Self { verdict: None, is_claimed: false, pseudo_royal: false, kinds: KindSet(0), most: 0, opponent: 0 };

    /// Whether a side without enough pieces ends the game.
    pub const fn ends_games(&self) -> bool {
        !self.pseudo_royal && self.verdict.is_some() && !self.kinds.is_empty()
    }

    /// The kinds that are royal by this rule, each while its side has at most [`Extinction::royal_limit`] pieces of it.
    pub const fn royals(&self) -> KindSet {
        if self.pseudo_royal && self.kinds.0 != KindSet::ALL.0 { self.kinds } else { KindSet(0) }
    }

    /// The largest number of pieces of a kind of [`Extinction::royals`] that are royal.
    pub const fn royal_limit(&self) -> u32 {
        self.most.saturating_add(1)
    }
}

/// How pieces come into hand and from there to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DropRules {
    /// Whether a piece in hand may be dropped on an empty square in place of a move.
    pub allowed: bool,
    /// Whether captured pieces go to the hand of the side that captures them.
    pub captures_to_hand: bool,
    /// Whether promoted pieces that are captured stay promoted.
    pub keep_promoted: bool,
    /// Whether a piece in hand may be dropped as its promoted form too.
    pub promoted: bool,
    /// Squares on which this side drops pieces.
    pub region: ByColor<Bitboard>,
    /// Whether pawns are dropped on the first rank.
    pub pawns_on_first_rank: bool,
    /// Whether pawns are dropped where they promote.
    pub pawns_in_promotion_region: bool,
    /// The kind that is not dropped on a file with [`DropRules::most_on_file`] of its side.
    pub not_doubled: Option<Kind>,
    /// See [`DropRules::not_doubled`].
    pub most_on_file: u8,
    /// Whether drops may give check.
    pub checks: bool,
    /// The kind whose drop may not give mate.
    pub mates_not: Option<Kind>,
    /// The kind of which a side has as many on squares of one colour as of the other.
    pub balanced: Option<Kind>,
    /// Whether a side that has pieces of [`DropRules::mandatory`] in hand drops one if it can.
    pub must_drop: bool,
    /// The kinds that must be dropped; [`KindSet::ALL`] for any piece.
    pub mandatory: KindSet,
}

impl DropRules {
    /// No drops.
    pub const NONE: Self = Self {
        allowed: false,
        captures_to_hand: false,
        keep_promoted: false,
        promoted: false,
        region: [Bitboard::FULL; 2],
        pawns_on_first_rank: false,
        pawns_in_promotion_region: false,
        not_doubled: None,
        most_on_file: 1,
        checks: true,
        mates_not: None,
        balanced: None,
        must_drop: false,
        mandatory: KindSet::ALL,
    };

    /// The kinds that must be dropped.
    #[inline(always)]
    pub(super) const fn must(&self) -> KindSet {
        if self.must_drop { self.mandatory } else { KindSet(0) }
    }

    /// Whether there are pieces in hand.
    pub const fn has_hands(&self) -> bool {
        self.allowed || self.captures_to_hand
    }

    /// Whether promoted pieces become again what they were when they are captured.
    pub const fn demotes_captured(&self) -> bool {
        self.captures_to_hand && !self.keep_promoted
    }

    /// The squares on which a side drops a kind that moves on the squares of `mobility`, apart from what stands on the board.
    pub(super) const fn region_of(
        &self,
        color: Color,
        is_pawn: bool,
        mobility: Bitboard,
        [first_rank, zone]: [Bitboard; 2],
    ) -> Bitboard {
        let mut squares = self.region[color.index()].0 & mobility.0;
        if is_pawn && !self.pawns_on_first_rank {
            squares &= !first_rank.0;
        }
        if is_pawn && !self.pawns_in_promotion_region {
            squares &= !zone.0;
        }
        Bitboard(squares)
    }
}

/// Which pieces castle, and where. Files and ranks are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRules {
    /// Whether there is castling.
    pub allowed: bool,
    /// The rank, counted from each side's first.
    pub rank: u8,
    /// The king's file, if its side has several pieces of its kind on the rank.
    pub king_file: u8,
    /// The king's file after castling, kingside and queenside. The rook goes to its inner side.
    pub to_files: [u8; 2],
    /// The file from which the outermost rook is looked for, kingside and queenside.
    pub rook_files: [u8; 2],
    /// The kind in the place of the king.
    pub kings: ByColor<Kind>,
    /// The kinds in the place of the rook.
    pub rooks: ByColor<KindSet>,
    /// Whether a position may have the king and the rooks on other files than the start position.
    pub from_any_file: bool,
    /// Whether castling is written as the king's move to the rook's square.
    pub by_rook: bool,
    /// Whether castling ends the other side's right to castle on the same wing.
    pub opposite: bool,
    /// Castlings (bit `n` for castling `n`) of which any wins, and the loss of all rights of a side to them loses.
    pub wins: u8,
}

/// What a regular game has beyond board and movements. Squares off the board do no harm in any set, nor do kinds that the
/// game does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laws {
    /// Whether pawns make double steps, and other pieces initial moves.
    pub double_steps: bool,
    /// Squares from which they do.
    pub double_region: ByColor<Bitboard>,
    /// Squares from which a pawn steps three squares ahead.
    pub triple_region: ByColor<Bitboard>,
    /// Squares on which this side may capture en passant.
    pub en_passant_region: ByColor<Bitboard>,
    /// Kinds that capture en passant. Pawns always do.
    pub en_passant_kinds: ByColor<KindSet>,
    /// Squares on which pieces promote.
    pub promotion_region: ByColor<Bitboard>,
    /// Kinds that promote by arriving there, to one of [`Laws::promotion_kinds`].
    pub promotion_pawns: ByColor<KindSet>,
    /// What these kinds become.
    pub promotion_kinds: ByColor<KindSet>,
    /// Whether they must promote.
    pub pawns_must_promote: bool,
    /// By kind, what it can become by a move that starts or ends in the region (a pawn: that ends in it).
    pub promoted_forms: ByKind<Option<Kind>>,
    /// Whether a piece must take on its promoted form.
    pub pieces_must_promote: bool,
    /// Whether only captures give the promoted form.
    pub promotion_on_capture: bool,
    /// Whether a move that starts in the region and captures nothing gives no promoted form.
    pub promotion_on_entry: bool,
    /// By kind, how many of it a side may have for another to be made by promotion; 0 for any number.
    pub promotion_limits: ByKind<u8>,
    /// Kinds that promote by rules that the game's own code says.
    pub promote_specially: KindSet,
    /// Kinds whose moves reset the clock unless the piece could move straight back.
    pub clock_kinds: ByColor<KindSet>,
    /// By kind, the squares that it can move to.
    pub mobility: ByColor<ByKind<Bitboard>>,
    /// Kinds that do not move or attack sideways before they have come to [`Laws::soldier_rank`].
    pub soldiers: KindSet,
    /// That rank, from each side's first as 0.
    pub soldier_rank: u8,
    /// Kinds that hop neither over nor to a piece of their own kind, of either side.
    pub shuns_kin: KindSet,
    /// Whether a piece may not move to where it could never move again.
    pub immobility_illegal: bool,
    /// The royal kind that may not face another of its kind on an open rank or file.
    pub kings_may_not_face: Option<Kind>,
    /// Which pieces castle, and where.
    pub castling: CastlingRules,
    /// Whether the king, as it castles, still stands where it stood for pieces that hop over it, as in Fairy-Stockfish.
    pub king_screens_castling: bool,
    /// Whether moves that capture are the only legal ones as long as there is one.
    pub must_capture: bool,
    /// Whether a move may give check to a piece that is always royal.
    pub checks_allowed: bool,
    /// Turns without capture or pawn move after which the game is drawn, or [`NO_CLOCK_LIMIT`].
    pub clock_limit: u16,
    /// How often a position must occur to end the game; 0 for never.
    pub repetitions: u8,
    /// The result of a repetition for the side to move.
    pub repetition: Verdict,
    /// Whether that result is White's instead.
    pub repetition_for_white: bool,
    /// Whether a side loses by a repetition if it gave check with each of its moves since, and the other did not.
    pub perpetual_check_loses: bool,
    /// The result of stalemate for the side to move.
    pub stalemate: Verdict,
    /// Whether that is for a side with fewer pieces than the other; with more the result is reversed, with equal numbers a draw.
    pub stalemate_counts: bool,
    /// The end of the game by a lack of pieces, or more royal pieces.
    pub extinction: Extinction,
    /// A side wins by bringing pieces of these kinds to [`Laws::flag_region`]; [`KindSet::ALL`] for any pieces.
    pub flag_kinds: ByColor<KindSet>,
    /// Where it wins.
    pub flag_region: ByColor<Bitboard>,
    /// How pieces come into hand and from there to the board.
    pub drops: DropRules,
    /// By kind, what it is again when it comes into hand; `None` for itself.
    pub falls_to: ByKind<Option<Kind>>,
    /// By kind, the kind as which it moves if it is written apart only because it was promoted; `None` for others.
    pub copies: ByKind<Option<Kind>>,
    /// Whether a promoted form may become again what it was, as it promotes.
    pub demotes: bool,
    /// Whether a side wins by giving a number of checks.
    pub counts_checks: bool,
    /// The number of pieces that must stand there.
    pub flag_count: u32,
    /// Whether fewer are enough if no square there is empty.
    pub flag_blocked_wins: bool,
    /// Whether the other side may answer once: the pieces win if they still stand there then.
    pub flag_answered: bool,
    /// Whether the pieces win only if none of them is attacked; with [`Laws::flag_answered`], the answer is for those that are.
    pub flag_safe: bool,
}

impl Laws {
    /// The laws of chess on a board with this number of ranks, for a king and pawns of these kinds. There are neither
    /// multi-steps, promotions nor castlings.
    pub const fn new(ranks: u8, king: Kind, pawns: KindSet) -> Self {
        let second = [Bitboard::rank(1), Bitboard::rank(ranks - 2)];
        Self {
            double_steps: false,
            double_region: second,
            triple_region: [Bitboard::EMPTY; 2],
            en_passant_region: [Bitboard::FULL; 2],
            en_passant_kinds: [pawns; 2],
            promotion_region: [Bitboard::rank(ranks - 1), Bitboard::rank(0)],
            promotion_pawns: [pawns; 2],
            promotion_kinds: [KindSet(0); 2],
            pawns_must_promote: true,
            promoted_forms: [None; KIND_NUMBERS],
            pieces_must_promote: false,
            promotion_on_capture: false,
            promotion_on_entry: false,
            promotion_limits: [0; KIND_NUMBERS],
            promote_specially: KindSet(0),
            clock_kinds: [pawns; 2],
            mobility: [[Bitboard::FULL; KIND_NUMBERS]; 2],
            soldiers: KindSet(0),
            soldier_rank: 0,
            shuns_kin: KindSet(0),
            immobility_illegal: false,
            kings_may_not_face: None,
            castling: CastlingRules {
                allowed: false,
                rank: 0,
                king_file: 4,
                to_files: [6, 2],
                rook_files: [STRIDE - 1, 0],
                kings: [king; 2],
                rooks: [KindSet(0); 2],
                from_any_file: false,
                by_rook: false,
                opposite: false,
                wins: 0,
            },
            king_screens_castling: false,
            must_capture: false,
            checks_allowed: true,
            clock_limit: 100,
            repetitions: 3,
            repetition: Verdict::Draw,
            repetition_for_white: false,
            perpetual_check_loses: false,
            stalemate: Verdict::Draw,
            stalemate_counts: false,
            extinction: Extinction::NONE,
            flag_kinds: [KindSet::ALL; 2],
            flag_region: [Bitboard::EMPTY; 2],
            drops: DropRules::NONE,
            falls_to: [None; KIND_NUMBERS],
            copies: [None; KIND_NUMBERS],
            demotes: false,
            counts_checks: false,
            flag_count: 1,
            flag_blocked_wins: false,
            flag_answered: false,
            flag_safe: false,
        }
    }

    /// The squares from which soldiers do not yet move sideways, on a board with this number of ranks.
    pub fn narrow_squares(&self, color: Color, ranks: u8) -> Bitboard {
        let own = |rank| if color == Color::White { rank } else { ranks - 1 - rank };
        (0..self.soldier_rank.min(ranks)).fold(Bitboard::EMPTY, |squares, rank| squares | Bitboard::rank(own(rank)))
    }

    /// The same laws with other numbers for the kinds; `None` for those that the game does not have. Each law that names
    /// kinds has its line here.
    #[must_use]
    pub fn renumbered(&self, other: impl Fn(Kind) -> Option<Kind>) -> Self {
        let numbers = || (0..KIND_NUMBERS).filter_map(|old| Some((old, other(Kind::new(old))?.index())));
        let set = |kinds: KindSet| {
            let present = numbers().filter(|&(old, _)| kinds.has(Kind::new(old)));
            if kinds == KindSet::ALL {
                kinds
            } else {
                present.fold(KindSet(0), |set, (_, new)| set.with(Kind::new(new)))
            }
        };
        let sets = |kinds: ByColor<KindSet>| kinds.map(set);
        let mut promoted_forms = [None; KIND_NUMBERS];
        let mut promotion_limits = [0; KIND_NUMBERS];
        let (mut falls_to, mut copies) = ([None; KIND_NUMBERS], [None; KIND_NUMBERS]);
        let mut mobility = [[Bitboard::FULL; KIND_NUMBERS]; 2];
        for (old, new) in numbers() {
            promoted_forms[new] = self.promoted_forms[old].and_then(&other);
            promotion_limits[new] = self.promotion_limits[old];
            falls_to[new] = self.falls_to[old].and_then(&other);
            copies[new] = self.copies[old].and_then(&other);
            for (mobility, own) in mobility.iter_mut().zip(&self.mobility) {
                mobility[new] = own[old];
            }
        }
        let CastlingRules { kings, rooks, .. } = self.castling;
        let kings = kings.map(|king| other(king).unwrap_or(Kind::new(0)));
        let extinction = Extinction { kinds: set(self.extinction.kinds), ..self.extinction };
        Self {
            en_passant_kinds: sets(self.en_passant_kinds),
            promotion_pawns: sets(self.promotion_pawns),
            promotion_kinds: sets(self.promotion_kinds),
            promoted_forms,
            promotion_limits,
            promote_specially: set(self.promote_specially),
            clock_kinds: sets(self.clock_kinds),
            mobility,
            soldiers: set(self.soldiers),
            shuns_kin: set(self.shuns_kin),
            kings_may_not_face: self.kings_may_not_face.and_then(&other),
            castling: CastlingRules { kings, rooks: sets(rooks), ..self.castling },
            extinction,
            flag_kinds: sets(self.flag_kinds),
            drops: DropRules {
                not_doubled: self.drops.not_doubled.and_then(&other),
                mates_not: self.drops.mates_not.and_then(&other),
                balanced: self.drops.balanced.and_then(&other),
                mandatory: set(self.drops.mandatory),
                ..self.drops
            },
            falls_to,
            copies,
            ..*self
        }
    }
}
