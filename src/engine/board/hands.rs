//! Games of files with a state: pieces in hand, and checks that are counted.

use super::action::{Action, with_article};
use super::detail::Detail;
use super::drops::Hand;
use super::gesture::Gesture;
use super::laws::KIND_NUMBERS;
use super::state::{State, StateText};
use super::{
    Board, FenError, Gestures, Lookups, MoveSink, MovementTables, Observer, Rules, Spec, TableRules, Tactics, zobrist,
};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Move, Piece, Square, Stage, Verdict};

/// The most pieces of a kind that a side has in hand.
pub const MOST_IN_HAND: u8 = 99;
/// The most checks that are counted.
const MOST_CHECKS: u8 = 99;

/// Pieces in hand, and the checks that each side must still give to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holdings {
    /// By side and kind.
    counts: [[u8; MAX_KINDS]; 2],
    /// By side, the kinds in hand.
    kinds: [KindSet; 2],
    /// By side.
    checks: [u8; 2],
    /// What this is in the hash key.
    key: u64,
}

impl Default for Holdings {
    fn default() -> Self {
        Self { counts: [[0; MAX_KINDS]; 2], kinds: [KindSet(0); 2], checks: [0; 2], key: 0 }
    }
}

impl State for Holdings {
    #[inline(always)]
    fn key(self) -> u64 {
        self.key
    }
}

/// What so many of a kind in a hand are in the hash key. The checks left are numbered like a kind after the last.
#[inline(always)]
fn key_of(color: Color, kind: usize, count: u8) -> u64 {
    let number = (kind * 2 + color.index()) << 8 | usize::from(count);
    if count == 0 { 0 } else { zobrist::special(number as u64) }
}

impl Holdings {
    #[inline(always)]
    fn set(&mut self, color: Color, kind: Kind, count: u8) {
        let place = &mut self.counts[color.index()][kind.index()];
        self.key ^= key_of(color, kind.index(), *place) ^ key_of(color, kind.index(), count);
        *place = count;
        let kinds = &mut self.kinds[color.index()];
        *kinds = if count == 0 { KindSet(kinds.0 & !kind.bit().0) } else { kinds.with(kind) };
    }

    #[inline(always)]
    fn set_checks(&mut self, color: Color, left: u8) {
        let place = &mut self.checks[color.index()];
        self.key ^= key_of(color, KIND_NUMBERS, *place) ^ key_of(color, KIND_NUMBERS, left);
        *place = left;
    }

    /// How many pieces of a kind a side has.
    #[inline(always)]
    fn count(&self, color: Color, kind: Kind) -> u8 {
        self.counts[color.index()][kind.index()]
    }

    /// Reads the pieces in hand as a FEN has them: their letters, in any order, or a number before a letter.
    fn read_pieces(&mut self, spec: &Spec, text: &str) -> Result<(), FenError> {
        let wrong = |expected| FenError::State { text: text.to_owned(), expected };
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count = if digits == 0 { Some(1) } else { rest[..digits].parse::<u8>().ok() };
            let letters = "letters of pieces in hand such as `[QNpp]`, or `[]`";
            let (piece, after) = spec.read_piece(&rest[digits..]).ok_or_else(|| wrong(letters))?;
            let kind = spec.falls_to(piece.kind());
            if !spec.can_be_in_hand(kind) {
                return Err(wrong("pieces that can be in hand"));
            }
            let sum = count.and_then(|count| count.checked_add(self.count(piece.color(), kind)));
            let sum = sum.filter(|sum| *sum <= MOST_IN_HAND);
            self.set(piece.color(), kind, sum.ok_or_else(|| wrong("at most 99 pieces of a kind in hand"))?);
            rest = after;
        }
        Ok(())
    }

    /// Reads the checks left to each side: `3+2`, or the checks given so far `+0+1`.
    fn read_checks(&mut self, spec: &Spec, text: &str) -> Result<(), FenError> {
        let limit = spec.check_limit();
        let given = text.strip_prefix('+');
        let left = |word: &str| {
            let number = word.parse::<u8>().ok().filter(|number| *number <= MOST_CHECKS)?;
            if given.is_some() { limit.checked_sub(number) } else { Some(number) }
        };
        let numbers =
            given.unwrap_or(text).split_once('+').and_then(|(white, black)| Some([left(white)?, left(black)?]));
        let numbers = if text.is_empty() { Some([limit; 2]) } else { numbers };
        let numbers = numbers.ok_or_else(|| FenError::State {
            text: text.to_owned(),
            expected: "the checks that White and Black have left, such as `3+2`",
        })?;
        Color::BOTH.into_iter().zip(numbers).for_each(|(color, left)| self.set_checks(color, left));
        Ok(())
    }

    /// The pieces in hand as a FEN has them: White's, the last kind of the game first.
    fn pieces_text(&self, spec: &Spec) -> String {
        let mut text = String::new();
        for color in Color::BOTH {
            for kind in (0..spec.kinds()).rev().map(Kind::new) {
                let piece = spec.piece_text(Piece::new(color, kind));
                text += &piece.repeat(self.count(color, kind).into());
            }
        }
        text
    }
}

/// A game of a file with pieces in hand or with checks that are counted.
#[derive(Clone, Copy)]
pub struct HandRules {
    table: TableRules,
}

impl HandRules {
    /// The rules of the game with these data.
    pub fn of(spec: &'static Spec) -> Self {
        Self { table: TableRules::of(spec) }
    }
}

impl Rules for HandRules {
    type Sets = [Bitboard; MAX_KINDS];
    type State = Holdings;

    const IS_COMPILED: bool = false;
    const HAS_HANDS: bool = true;

    #[inline(always)]
    fn spec(&self) -> &'static Spec {
        self.table.spec()
    }

    #[inline(always)]
    fn captures_of_kinds(board: &Board<Self>, kinds: KindSet, color: Color, from: Square) -> [Bitboard; MAX_KINDS] {
        let tables: &'static MovementTables = board.rules().table.tables();
        tables.captures_of_kinds(kinds, (color, from), board.occupied(), |kind| board.of_kind(kind))
    }

    #[inline(always)]
    fn lookups(&self) -> impl Lookups + use<> {
        self.table.tables()
    }

    #[inline(always)]
    fn generate(board: &Board<Self>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        if !board.spec().laws().drops.must_drop || !board.must_drop() {
            board.generate_by_pins(movers, stage, sink);
        }
    }

    #[inline(always)]
    fn generate_drops(board: &Board<Self>, among: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        board.drops(among, stage, sink);
    }

    #[inline(always)]
    fn kinds_in_hand(board: &Board<Self>, color: Color) -> KindSet {
        board.state.kinds[color.index()]
    }

    #[inline(always)]
    fn in_hand(board: &Board<Self>, color: Color, kind: Kind) -> u32 {
        board.state.count(color, kind).into()
    }

    #[inline(always)]
    fn was_captured(board: &mut Board<Self>, piece: Piece, observer: &mut impl Observer<Self>) {
        let us = !piece.color();
        if board.spec().laws().drops.captures_to_hand {
            let (kind, mut state) = (board.spec().falls_to(piece.kind()), board.state);
            state.set(us, kind, (state.count(us, kind) + 1).min(MOST_IN_HAND));
            board.set_state(state, observer);
        }
    }

    #[inline(always)]
    fn was_dropped(board: &mut Board<Self>, piece: Piece, observer: &mut impl Observer<Self>) {
        let (kind, mut state) = (board.spec().falls_to(piece.kind()), board.state);
        state.set(piece.color(), kind, state.count(piece.color(), kind).saturating_sub(1));
        board.set_state(state, observer);
    }

    #[inline(always)]
    fn turn_passed(board: &mut Board<Self>, observer: &mut impl Observer<Self>) {
        if board.spec().laws().counts_checks && board.in_check() {
            let (mut state, checking) = (board.state, !board.side());
            state.set_checks(checking, state.checks[checking.index()].saturating_sub(1));
            board.set_state(state, observer);
        }
    }

    #[inline(always)]
    fn state_verdict(board: &Board<Self>) -> Option<Verdict> {
        let has_given_all = board.state.checks[board.side().other().index()] == 0;
        (board.spec().laws().counts_checks && has_given_all).then_some(Verdict::Loss)
    }

    fn read_state(board: &Board<Self>, text: &StateText) -> Result<Holdings, FenError> {
        text.refuse_rights()?;
        text.refuse_field()?;
        let mut holdings = Holdings::default();
        holdings.read_pieces(board.spec(), &text.bracket)?;
        if board.spec().laws().counts_checks {
            holdings.read_checks(board.spec(), &text.checks)?;
        }
        Ok(holdings)
    }

    fn state_text(board: &Board<Self>) -> StateText {
        let [white, black] = board.state.checks;
        let checks = if board.spec().laws().counts_checks { format!("{white}+{black}") } else { String::new() };
        StateText { bracket: board.state.pieces_text(board.spec()), checks, ..StateText::default() }
    }
}

impl Tactics for HandRules {
    #[inline(always)]
    fn likely_key_after(board: &Board<Self>, m: Move) -> u64 {
        let Some(placed) = m.dropped() else { return board.plain_key_after(m) };
        let us = board.side();
        let kind = board.spec().falls_to(placed);
        let count = board.state.count(us, kind);
        let hand = key_of(us, kind.index(), count) ^ key_of(us, kind.index(), count.saturating_sub(1));
        board.key_after_turn(true) ^ zobrist::piece(Piece::new(us, placed), m.to()) ^ hand
    }
}

impl Gestures for HandRules {
    fn gesture(board: &Board<Self>, m: Move) -> Gesture {
        match m.dropped() {
            None => board.default_gesture(m),
            Some(kind) => Gesture::drop(board.spec().falls_to(kind), m.to(), kind),
        }
    }

    fn special_action(board: &Board<Self>, m: Move) -> Option<Action> {
        let kind = m.dropped()?;
        let words = format!("drops {}", with_article(board.spec().short_name(kind)));
        Some(Action { verb: "drops", words, shows: Piece::new(board.side(), kind), on: m.to() })
    }

    fn details(board: &Board<Self>) -> Vec<Detail> {
        let checks = |color: Color| Detail::Checks { color, left: board.state.checks[color.index()] };
        if board.spec().laws().counts_checks { Color::BOTH.map(checks).to_vec() } else { Vec::new() }
    }
}

impl Board<HandRules> {
    /// By kind, how many pieces a side has in hand.
    pub fn hand(&self, color: Color) -> Hand {
        std::array::from_fn(|kind| self.state.counts[color.index()].get(kind).copied().unwrap_or(0))
    }
}
