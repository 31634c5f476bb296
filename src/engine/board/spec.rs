//! A game's data and what follows from them.

use std::sync::OnceLock;

use super::betza::{Component, Form, Part, UNLIMITED};
use super::definition::{Castling, Definition, MAX_CASTLINGS, PieceSpec, Role};
use super::homes::Homes;
use super::laws::{ByColor, Laws};
use super::{InsufficientMaterial, MovementTables};
use crate::geometry::{Leap, leaps};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Piece, SQUARES, STRIDE, Square, Verdict};

/// The place for what is found of a game when it is first needed.
#[derive(Debug, Default)]
pub struct TablesCell {
    movements: OnceLock<MovementTables>,
    insufficient_material: OnceLock<InsufficientMaterial>,
}

impl TablesCell {
    /// An empty place.
    pub const fn new() -> Self {
        Self { movements: OnceLock::new(), insufficient_material: OnceLock::new() }
    }
}

/// A list of different kinds that constants can build.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    kinds: [Kind; MAX_KINDS],
    count: usize,
}

impl Kinds {
    const NONE: Self = Self { kinds: [Kind::new(0); MAX_KINDS], count: 0 };

    /// Adds a kind if it is not in the list yet.
    const fn push(&mut self, kind: Kind) {
        let mut index = 0;
        while index < self.count {
            if self.kinds[index].index() == kind.index() {
                return;
            }
            index += 1;
        }
        self.kinds[self.count] = kind;
        self.count += 1;
    }

    #[inline(always)]
    const fn list(&self) -> &[Kind] {
        self.kinds.split_at(self.count).0
    }
}

/// A game: its data, and what follows from them. Of a game that is compiled separately it is a constant, so that rules that
/// the game does not use fold away; all others test a flag or a set for them.
#[derive(Debug)]
pub struct Spec {
    /// The game's data.
    pub page: Definition,
    /// The squares of the board.
    pub board: Bitboard,
    /// The kinds that capture by each component, by [`Component::index`].
    capturers: [KindSet; Component::COUNT],
    /// The kinds that are pawns.
    pub pawns: KindSet,
    /// The kinds that are always royal.
    pub royals: KindSet,
    /// The kinds whose pieces are royal while their side has few of them; empty in games where each side has one royal piece.
    pub counted_royals: KindSet,
    /// Whether some piece can be promoted to, or dropped as, one of [`Spec::counted_royals`].
    pub(super) makes_royals: bool,
    /// Whether the rules leave it to checkers and pins which moves are legal.
    pub(super) pins_suffice: bool,
    /// All kinds that are neither pawns nor always royal.
    pub(crate) pieces: KindSet,
    /// The kinds that capture exactly where they can move without capturing.
    pub(crate) uniform: KindSet,
    /// The kinds whose captures stay on squares of one colour.
    pub(crate) color_bound: KindSet,
    /// The kinds that can promote.
    pub promoting: KindSet,
    /// By kind, the kinds to which it promotes, on either side, best first.
    promotions: [Kinds; MAX_KINDS],
    /// By side, the kinds to which [`Laws::promotion_pawns`] promote, best first.
    promotes_to: ByColor<Kinds>,
    /// Whether a side may have only so many pieces of a kind for another to be made by promotion.
    pub(super) has_promotion_limits: bool,
    /// The kinds without promotions, initial moves and squares forbidden to them.
    pub(crate) plain: KindSet,
    /// The kinds with initial moves (`i`).
    pub initial_movers: KindSet,
    /// By side, squares from which a pawn steps two squares ahead, and from which initial moves are made.
    pub double_step: ByColor<Bitboard>,
    /// By side, squares from which a pawn steps three squares ahead.
    pub triple_step: ByColor<Bitboard>,
    /// The longest step of a pawn, in squares.
    pub longest_step: u8,
    /// Whether a step of several squares can promote.
    pub(super) multi_steps_promote: bool,
    /// Whether some kind is confined to a part of the board.
    pub(super) has_regions: bool,
    /// The kinds of [`Laws::clock_kinds`], on either side, that can take back a move.
    pub(super) returning: KindSet,
    /// Whether a rule can end the game while there are legal moves otherwise, except by draws.
    pub ends_early: bool,
    /// The kinds that capture by a leap of two squares along a line: such a check cannot be blocked.
    pub(super) leapers_in_line: KindSet,
    /// By square, the squares from which a piece of either side can capture there by a leap.
    leap_sources: [Bitboard; SQUARES],
    /// By side and kind, where a piece in hand is dropped, apart from what stands on the board.
    drop_regions: [[Bitboard; MAX_KINDS]; 2],
    /// The castlings: White's kingside and queenside, then Black's.
    pub castlings: [Option<Castling>; MAX_CASTLINGS],
    /// The squares from which they begin.
    pub homes: Homes,
    /// By the number of the castling, where king and rook go; `None` if the board does not have the squares.
    pub(super) castling_goals: [Option<(Square, Square)>; MAX_CASTLINGS],
    /// By square, the castlings (bit `n` for castling `n`) whose right ends with a move from or to it.
    pub(super) castling_squares: [u8; SQUARES],
    tables: &'static TablesCell,
}

impl Spec {
    /// Derives all that follows from a game's data. `tables` is where its lookup tables will be kept.
    ///
    /// # Panics
    /// If the data contradict themselves. For the built-in games that is a compile-time error.
    pub const fn new(page: Definition, tables: &'static TablesCell) -> Self {
        assert!(page.pieces.len() <= MAX_KINDS && page.files <= STRIDE);
        assert!(page.file_letters.len() >= page.files as usize);
        let mut spec = Self {
            board: page.board(),
            capturers: [KindSet(0); Component::COUNT],
            pawns: KindSet(0),
            royals: KindSet(0),
            counted_royals: if page.has_one_royal { KindSet(0) } else { page.laws.extinction.royals() },
            makes_royals: page.laws.drops.allowed,
            pins_suffice: page.has_one_royal && page.laws.checks_allowed,
            pieces: KindSet(0),
            uniform: KindSet(0),
            color_bound: KindSet(0),
            promoting: page.laws.promote_specially,
            promotions: [Kinds::NONE; MAX_KINDS],
            promotes_to: [Kinds::NONE; 2],
            has_promotion_limits: false,
            plain: KindSet(0),
            initial_movers: KindSet(0),
            double_step: [Bitboard::EMPTY; 2],
            triple_step: [Bitboard::EMPTY; 2],
            longest_step: 1,
            multi_steps_promote: false,
            has_regions: page.laws.soldier_rank > 0 && !page.laws.soldiers.is_empty(),
            returning: KindSet(0),
            ends_early: page.laws.extinction.ends_games() || page.laws.counts_checks || page.laws.castling.wins != 0,
            leapers_in_line: KindSet(0),
            leap_sources: [Bitboard::EMPTY; SQUARES],
            drop_regions: [[Bitboard::EMPTY; MAX_KINDS]; 2],
            castlings: page.castlings,
            homes: Homes::of_game(&page.castlings),
            castling_goals: [None; MAX_CASTLINGS],
            castling_squares: [0; SQUARES],
            page,
            tables,
        };
        spec.set_roles();
        spec.leapers_in_line =
            KindSet(spec.capturers(Component::Leap(Leap::Dabbaba)).0 | spec.capturers(Component::Leap(Leap::Alfil)).0);
        spec.set_leap_sources();
        spec.set_steps();
        spec.set_promotions();
        spec.set_goals();
        spec.set_drop_regions();
        spec.set_castling_squares();
        spec
    }

    const fn set_roles(&mut self) {
        let mut index = 0;
        while index < self.page.pieces.len() {
            let kind = Kind::new(index);
            let row = &self.page.pieces[index];
            match row.role {
                Role::Ordinary => self.pieces = self.pieces.with(kind),
                Role::Royal => self.royals = self.royals.with(kind),
                Role::Pawn => self.pawns = self.pawns.with(kind),
            }
            if row.moves.is_color_bound() {
                self.color_bound = self.color_bound.with(kind);
            }
            if row.moves.is_uniform {
                self.uniform = self.uniform.with(kind);
            }
            if row.moves.has_initial() {
                self.initial_movers = self.initial_movers.with(kind);
            }
            let mut color = 0;
            while color < 2 {
                self.has_regions |= self.board.0 & !self.page.laws.mobility[color][index].0 != 0;
                if row.moves.can_return() && self.page.laws.clock_kinds[color].has(kind) {
                    self.returning = self.returning.with(kind);
                }
                color += 1;
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

    const fn set_steps(&mut self) {
        let laws = &self.page.laws;
        let mut side = 0;
        while side < 2 {
            let color = Color::BOTH[side];
            if laws.double_steps {
                self.double_step[side].0 = laws.double_region[side].0 & self.board.0;
            }
            self.triple_step[side].0 = laws.triple_region[side].0 & self.board.0;
            let zone = laws.promotion_region[side].0 & self.board.0;
            let two = self.double_step[side].forward(color).forward(color);
            let three = self.triple_step[side].forward(color).forward(color).forward(color);
            self.multi_steps_promote |= (two.0 | three.0) & zone != 0;
            let longest = match (self.double_step[side].0, self.triple_step[side].0) {
                (0, 0) => 1,
                (_, 0) => 2,
                _ => 3,
            };
            if longest > self.longest_step {
                self.longest_step = longest;
            }
            side += 1;
        }
    }

    const fn set_promotions(&mut self) {
        let mut side = 0;
        while side < 2 {
            self.promotes_to[side] = self.best_first(self.page.laws.promotion_kinds[side]);
            side += 1;
        }
        let laws = &self.page.laws;
        let mut changing = KindSet(if laws.immobility_illegal { u64::MAX } else { self.initial_movers.0 });
        let mut index = 0;
        while index < self.page.pieces.len() {
            let kind = Kind::new(index);
            side = 0;
            while side < 2 {
                let list = self.promotes_to[side];
                if laws.promotion_pawns[side].has(kind) {
                    changing = changing.with(kind);
                    let mut number = 0;
                    while number < list.count {
                        self.promotions[index].push(list.kinds[number]);
                        number += 1;
                    }
                }
                side += 1;
            }
            if let Some(form) = laws.promoted_forms[index] {
                self.promotions[index].push(form);
            }
            let mut number = 0;
            while number < self.promotions[index].count {
                self.makes_royals |= self.counted_royals.has(self.promotions[index].kinds[number]);
                number += 1;
            }
            if self.promotions[index].count > 0 {
                changing = changing.with(kind);
                self.promoting = self.promoting.with(kind);
            }
            self.has_promotion_limits |= laws.promotion_limits[index] > 0;
            index += 1;
        }
        self.plain = KindSet(!changing.0);
    }

    /// The kinds of a set as a list: in the order that the game gives them, and the rest by strength.
    const fn best_first(&self, kinds: KindSet) -> Kinds {
        let mut list = Kinds::NONE;
        let mut rest = kinds;
        let letters = self.page.promotion_order.as_bytes();
        let mut place = 0;
        while rest.0 != 0 && list.count < MAX_KINDS {
            let (mut best, mut most, mut index) = (None, 0, 0);
            while index < self.page.pieces.len() {
                let row = &self.page.pieces[index];
                let is_named = place < letters.len() && row.letter == letters[place] as char && !row.crowned;
                let worth = if is_named { u32::MAX } else { 1 + strength(row) };
                if rest.has(Kind::new(index)) && worth > most {
                    (best, most) = (Some(Kind::new(index)), worth);
                }
                index += 1;
            }
            // Kinds that the game does not have.
            let Some(best) = best else { return list };
            list.push(best);
            rest.0 &= !best.bit().0;
            place += 1;
        }
        list
    }

    const fn set_goals(&mut self) {
        let (laws, all) = (&self.page.laws, self.all_kinds());
        let mut side = 0;
        while side < 2 {
            let has_goal = laws.flag_region[side].0 & self.board.0 != 0;
            self.ends_early |= has_goal && laws.flag_kinds[side].0 & all.0 != 0;
            side += 1;
        }
    }

    const fn set_drop_regions(&mut self) {
        let laws = &self.page.laws;
        let mut side = 0;
        while side < 2 {
            let color = Color::BOTH[side];
            let back = [self.rank_of(color, 0), laws.promotion_region[side]];
            let mut index = 0;
            while laws.drops.allowed && index < self.page.pieces.len() {
                let mobility = Bitboard(self.board.0 & laws.mobility[side][index].0);
                let is_pawn = self.pawns.has(Kind::new(index));
                self.drop_regions[side][index] = laws.drops.region_of(color, is_pawn, mobility, back);
                index += 1;
            }
            side += 1;
        }
    }

    const fn set_castling_squares(&mut self) {
        let mut number = 0;
        while number < MAX_CASTLINGS {
            self.castling_goals[number] = self.castling_goal(number);
            self.castling_squares[self.homes.kings[number / 2].index()] |= 1 << number;
            self.castling_squares[self.homes.rooks[number].index()] |= 1 << number;
            number += 1;
        }
    }

    /// The lookup tables of the game.
    pub fn tables(&'static self) -> &'static MovementTables {
        self.tables.movements.get_or_init(|| MovementTables::new(&self.page))
    }

    /// What cannot mate. Where not mate alone decides, or moves depend on more than where the pieces stand, nothing is known.
    pub fn insufficient_material(&'static self) -> &'static InsufficientMaterial {
        self.tables.insufficient_material.get_or_init(|| {
            let mut royals = self.royals.kinds();
            let (Some(royal), None) = (royals.next(), royals.next()) else { return InsufficientMaterial::NONE };
            if !self.is_decided_by_mate() || !self.plain.has(royal) {
                return InsufficientMaterial::NONE;
            }
            let kinds = KindSet(self.pieces.0 & self.plain.0 & self.all_kinds().0);
            InsufficientMaterial::of(&self.page, self.tables(), royal, kinds)
        })
    }

    /// Whether nothing but mate decides games, and nothing but the safety of kings forbids moves of [`Spec::plain`] kinds.
    fn is_decided_by_mate(&self) -> bool {
        let laws = self.laws();
        let Laws { stalemate, stalemate_counts, repetitions, repetition, perpetual_check_loses, .. } = *laws;
        let by_repetition = perpetual_check_loses || repetitions > 0 && repetition != Verdict::Draw;
        let by_stalemate = stalemate != Verdict::Draw || stalemate_counts;
        let is_usual = !laws.must_capture && laws.checks_allowed && laws.kings_may_not_face.is_none();
        let has_others = self.ends_early || by_stalemate || by_repetition;
        self.has_one_royal() && !self.has_state() && is_usual && !has_others
    }

    /// The start position with the array of this number, as FEN; `None` if the game does not have the array.
    pub fn array(&self, number: u32) -> Option<String> {
        let arrays = self.page.arrays.filter(|arrays| number < arrays.count)?;
        let row = (arrays.row)(number);
        let (board, fields) = self.page.start.split_once(' ')?;
        let mut ranks: Vec<&str> = board.split('/').collect();
        let black = row.to_ascii_lowercase();
        *ranks.first_mut()? = &black;
        *ranks.last_mut()? = &row;
        Some(format!("{} {fields}", ranks.join("/")))
    }

    /// Whether each side has exactly one royal piece throughout the game.
    #[inline(always)]
    pub const fn has_one_royal(&self) -> bool {
        self.page.has_one_royal
    }

    /// The kinds of a set without those that are written apart because they were promoted.
    pub(super) fn separate(&self, kinds: KindSet) -> impl Iterator<Item = Kind> + '_ {
        kinds.kinds().filter(|&kind| self.unpromoted(kind) == kind)
    }

    /// A kind and those that are the same but for being written apart.
    pub(super) fn written_as(&self, kind: Kind) -> KindSet {
        self.all_kinds().kinds().filter(|&other| self.unpromoted(other) == kind).fold(KindSet(0), KindSet::with)
    }

    /// The kinds that are royal, always or at times.
    #[inline(always)]
    pub const fn all_royals(&self) -> KindSet {
        KindSet(self.royals.0 | self.counted_royals.0)
    }

    /// What the game has beyond board and movements.
    #[inline(always)]
    pub const fn laws(&self) -> &Laws {
        &self.page.laws
    }

    /// By side, the kinds to which [`Laws::promotion_pawns`] promote, best first.
    #[inline(always)]
    pub(super) const fn promotes_to(&self, color: Color) -> &[Kind] {
        self.promotes_to[color.index()].list()
    }

    /// Whether there can be pieces in hand.
    #[inline(always)]
    pub const fn has_hands(&self) -> bool {
        self.page.laws.drops.has_hands()
    }

    /// Whether positions have a state beyond pieces, castling rights and en passant, although the rules are data.
    pub const fn has_state(&self) -> bool {
        self.has_hands() || self.page.laws.counts_checks
    }

    /// Where a side drops a piece in hand, apart from what stands on the board.
    #[inline(always)]
    pub(super) const fn drop_region(&self, color: Color, kind: Kind) -> Bitboard {
        self.drop_regions[color.index()][kind.index()]
    }

    /// What a piece of this kind is in hand.
    #[inline(always)]
    pub fn falls_to(&self, kind: Kind) -> Kind {
        self.page.laws.falls_to[kind.index()].unwrap_or(kind)
    }

    /// Whether pieces of a kind can be in hand, as what they are.
    pub fn can_be_in_hand(&self, kind: Kind) -> bool {
        self.has_hands() && !self.royals.has(kind) && self.falls_to(kind) == kind
    }

    /// The kind as which a kind moves that is written apart because it was promoted; itself for others.
    #[inline(always)]
    pub fn unpromoted(&self, kind: Kind) -> Kind {
        self.page.laws.copies[kind.index()].unwrap_or(kind)
    }

    /// The checks that win at the start; 0 if they are not counted.
    pub(super) fn check_limit(&self) -> u8 {
        let field = self.page.start.split_whitespace().nth(4).filter(|_| self.page.laws.counts_checks);
        field.and_then(|field| field.split_once('+')?.0.parse().ok()).unwrap_or(0)
    }

    /// Whether some kind can do more on some squares of the board than on others, apart from its edges and promotions, and
    /// from pawns on their second rank.
    pub fn favours_squares(&self) -> bool {
        let second = Color::BOTH.map(|color| self.rank_of(color, 1) & self.board);
        let is_usual = |squares: ByColor<Bitboard>| squares == second || squares == [Bitboard::EMPTY; 2];
        self.has_regions
            || self.laws().immobility_illegal
            || !self.initial_movers.is_empty()
            || !is_usual(self.double_step)
            || !is_usual(self.triple_step)
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

    /// The row of a kind in the piece table.
    #[inline(always)]
    pub const fn piece(&self, kind: Kind) -> &PieceSpec {
        &self.page.pieces[kind.index()]
    }

    /// The number of kinds of piece.
    pub const fn kinds(&self) -> usize {
        self.page.pieces.len()
    }

    /// All kinds of the game.
    #[inline(always)]
    pub const fn all_kinds(&self) -> KindSet {
        KindSet((1 << self.page.pieces.len()) - 1)
    }

    /// The kinds to which a kind must promote in the promotion zone, best first; empty if it does not promote there.
    #[inline(always)]
    pub const fn promotions(&self, kind: Kind) -> &[Kind] {
        self.promotions[kind.index()].list()
    }

    /// The squares on which pieces of `color` promote.
    #[inline(always)]
    pub const fn promotion_zone(&self, color: Color) -> Bitboard {
        self.page.laws.promotion_region[color.index()]
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

    /// Whether a letter of a FEN's castling field names a castling.
    pub fn names_castling(&self, letter: char) -> bool {
        let is_file = u8::try_from(letter.to_ascii_lowercase()).is_ok_and(|letter| self.file(letter).is_some());
        let is_any = self.castles_from_any_file() && (is_file || "KQkq".contains(letter));
        is_any || self.castling_named(letter).is_some()
    }

    /// The index of the castling from the game's own squares that a letter of a FEN's castling field names: by the letter
    /// of the right, or by the file of its rook; in upper case for White.
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

    /// The text of a kind: its letters, and `~` if it is written apart because it was promoted.
    pub fn kind_text(&self, kind: Kind) -> String {
        let mark = if self.piece(kind).promoted { "~" } else { "" };
        self.kind_letters(kind) + mark
    }

    /// The letters of a kind, as algebraic notation has them: `+` if it is crowned, its letter, and its digit if it has one.
    pub fn kind_letters(&self, kind: Kind) -> String {
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

    /// The suffix of a move that promotes `mover` to `kind`: as [`Spec::promotion_suffix`], `+` for its
    /// promoted form, or `-` for what it was before.
    pub(crate) fn suffix_of_promotion(&self, mover: Kind, kind: Kind) -> char {
        match self.laws().promoted_forms[mover.index()] == Some(kind) {
            true if self.laws().demotes && self.falls_to(mover) == kind => '-',
            true => '+',
            false => self.promotion_suffix(kind),
        }
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

    /// The numbers of files and ranks.
    pub const fn size(&self) -> (u8, u8) {
        (self.page.files, self.page.ranks)
    }

    /// Parses a piece at the start of the text, as [`Spec::piece_text`] writes it; also returns the rest of the text. `+`
    /// before a letter also stands for the promoted form of its piece.
    pub fn read_piece<'t>(&self, text: &'t str) -> Option<(Piece, &'t str)> {
        let (crowned, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
        let letter = rest.chars().next()?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rest = &rest[letter.len_utf8()..];
        let digit = rest.bytes().next().filter(u8::is_ascii_digit).map_or(0, |digit| digit - b'0');
        let after_digit = rest.get(usize::from(digit != 0)..).unwrap_or_default();
        let promoted = self.has_hands() && (rest.starts_with('~') || after_digit.starts_with('~'));
        let is_it = |row: &PieceSpec| {
            let is_written = row.letter == letter.to_ascii_uppercase() && row.crowned == crowned;
            is_written && [0, digit].contains(&row.digit) && row.promoted == promoted
        };
        let form = || {
            let base = self.page.pieces.iter().position(|row| row.letter == letter.to_ascii_uppercase())?;
            self.laws().promoted_forms[base].filter(|_| crowned).map(Kind::index)
        };
        let kind = self.page.pieces.iter().position(is_it).or_else(form)?;
        let length = usize::from(self.page.pieces[kind].digit != 0);
        let rest = &rest[length..];
        Some((Piece::new(color, Kind::new(kind)), rest.strip_prefix('~').filter(|_| promoted).unwrap_or(rest)))
    }
}

/// A rough measure of a movement, to sort by.
const fn strength(row: &PieceSpec) -> u32 {
    let parts = row.moves.parts();
    let (mut strength, mut index) = (0, 0);
    while index < parts.len() {
        let part = &parts[index];
        let squares = match (part.form, part.range) {
            (Form::Leap | Form::LameLeap, _) => 4,
            (Form::Walk, _) => walk_strength(part),
            // A bishop's lines are shorter, and it sees half of the board.
            (_, UNLIMITED) if part.letter == 'B' => 9,
            (_, UNLIMITED) => 14,
            (_, count) => 4 + 2 * count as u32,
        };
        strength += part.steps.count() * squares * (part.quiets as u32 + part.captures as u32);
        index += 1;
    }
    strength
}

/// As [`strength`], for each first step of a walk: by the number of ways, each worth a leap or a slide.
const fn walk_strength(part: &Part) -> u32 {
    let legs = part.legs();
    if legs.is_empty() {
        return 14;
    }
    let (mut ways, mut index) = (1, 1);
    while index < legs.len() {
        ways *= legs[index].turns[0].count_ones();
        index += 1;
    }
    let squares = if legs[legs.len() - 1].range == 1 { 4 } else { 14 };
    if ways < 4 { ways * squares } else { 4 * squares }
}

#[cfg(test)]
mod tests {
    use super::super::piece;
    use super::*;

    #[test]
    fn kinds_are_sorted_by_strength() {
        let strengths = ["Q", "RN", "BN", "R", "B", "N", "F"].map(|betza| strength(&piece('X', "X", betza)));
        assert!(strengths.is_sorted_by(|one, other| one > other), "{strengths:?}");
    }
}
