//! Static exchange evaluation: what a series of captures on one square is worth.

use super::{Board, Rules, Spec, Tactics};
use crate::geometry::line;
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, Move, MoveKind, Piece, Score, Square};

/// Piece values for exchanges, and the kinds from the cheapest on.
#[derive(Clone, Debug)]
pub struct ExchangeValues {
    values: [Score; MAX_KINDS],
    order: [Kind; MAX_KINDS],
    kinds: usize,
}

impl ExchangeValues {
    /// From one value for each kind, in centipawns; a royal piece's is taken to be beyond all others.
    pub fn new(spec: &Spec, values: impl Fn(Kind) -> Score) -> Self {
        let kinds = spec.kinds();
        let mut table = [0; MAX_KINDS];
        let mut order = std::array::from_fn(|index| Kind::new(index.min(kinds - 1)));
        for kind in (0..kinds).map(Kind::new) {
            table[kind.index()] = if spec.royals.has(kind) { ROYAL } else { values(kind) };
        }
        order[..kinds].sort_by_key(|kind| table[kind.index()]);
        Self { values: table, order, kinds }
    }

    /// The value of a kind, in centipawns.
    #[inline(always)]
    pub fn of(&self, kind: Kind) -> Score {
        self.values[kind.index()]
    }

    /// The kinds, cheapest first.
    #[inline(always)]
    pub(crate) fn cheapest_first(&self) -> &[Kind] {
        &self.order[..self.kinds]
    }
}

const ROYAL: Score = 20_000;

/// An exchange on a square in a game where more changes with each capture than the lines through it: who captures next is
/// found anew each time, and some capture without standing on the square afterwards.
pub(crate) struct Exchange<'a, R: Rules, F> {
    /// The position before it.
    pub board: &'a Board<R>,
    /// Where the pieces are captured.
    pub to: Square,
    /// The squares that are still occupied.
    pub occupied: Bitboard,
    /// What a capture by the piece on a square puts at risk, in centipawns; `None` if nothing, because the piece does not
    /// end on the square of the exchange. Such a capture ends the exchange.
    pub risk: F,
}

impl<R: Rules, F: Fn(Square, Kind) -> Option<Score>> Exchange<'_, R, F> {
    /// Whether `mover`, who has just arrived and would be `at_risk` centipawns behind if captured for nothing, comes out
    /// even: the swap algorithm of [`Board::default_see_at_least`].
    #[inline(always)]
    pub fn mover_wins(&mut self, mover: Color, at_risk: Score) -> bool {
        let mut balance = at_risk;
        let mut side = mover;
        let mut wins = true;
        loop {
            side = !side;
            let Some((risk, from, kind)) = self.cheapest(side) else { return wins };
            wins = !wins;
            if self.board.spec().royals.has(kind) {
                let guarded = self.attackers(!side).any();
                return wins ^ guarded;
            }
            let Some(risk) = risk else { return wins };
            balance = risk - balance;
            if balance < Score::from(wins) {
                return wins;
            }
            self.occupied ^= from.bit();
        }
    }

    #[inline(always)]
    fn attackers(&self, side: Color) -> Bitboard {
        // Captured in the exchange, or the square itself.
        let gone = !self.occupied | self.to.bit();
        self.board.attackers(self.to, side, self.occupied).without(gone)
    }

    /// The capture that risks least.
    #[inline(always)]
    fn cheapest(&self, side: Color) -> Option<(Option<Score>, Square, Kind)> {
        let capturer = |from: Square| {
            let kind = self.board.piece_at(from).map(Piece::kind)?;
            Some(((self.risk)(from, kind), from, kind))
        };
        self.attackers(side).into_iter().filter_map(capturer).min_by_key(|&(risk, ..)| risk)
    }
}

impl<R: Rules> Board<R> {
    /// What a move wins at once, in centipawns: the captured pieces and what a promotion adds.
    #[inline]
    pub fn gain(&self, m: Move, values: &ExchangeValues) -> Score {
        let captured = if m.kind() == MoveKind::Special {
            let kinds = R::captured_squares(self, m).into_iter().filter_map(|square| self.piece_at(square));
            kinds.map(|piece| values.of(piece.kind())).sum()
        } else {
            self.captured_kind(m).map_or(0, |kind| values.of(kind))
        };
        let promoted = match (m.promotion(), self.piece_at(m.from())) {
            (Some(kind), Some(pawn)) => values.of(kind) - values.of(pawn.kind()),
            _ => 0,
        };
        captured + promoted
    }

    /// The kind of piece that a move captures, one of them if it captures several.
    #[inline(always)]
    pub fn captured_kind(&self, m: Move) -> Option<Kind> {
        let square = match m.kind() {
            MoveKind::Castling => return None,
            MoveKind::EnPassant => self.multi_step?.to,
            MoveKind::Special => R::captured_squares(self, m).first()?,
            MoveKind::Promotion if m.from() == m.to() => return None,
            _ => m.to(),
        };
        Some(self.piece_at(square)?.kind())
    }

    /// Whether a legal move belongs to [`Stage::Noisy`](crate::types::Stage::Noisy): it captures or promotes.
    #[inline(always)]
    pub fn is_noisy(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Promotion | MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            MoveKind::Normal | MoveKind::MultiStep => self.piece_at(m.to()).is_some(),
            MoveKind::Special => R::captured_squares(self, m).any(),
        }
    }

    /// [`Board::see_at_least`] for games whose captures end on the captured piece's square.
    ///
    /// The swap algorithm with a threshold (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>). Sliders
    /// behind those that have captured join in; pieces of the side to move that are pinned stay out of it.
    #[inline(always)]
    pub(crate) fn default_see_at_least(&self, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.piece_at(from) else { return false };
        if m.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let mut balance = self.gain(m, values) - threshold;
        if balance < 0 {
            return false;
        }
        balance = values.of(m.promotion().unwrap_or(mover.kind())) - balance;
        if balance <= 0 {
            return true;
        }

        let mut occupied = self.occupied().without(from.bit()) | to.bit();
        if let (MoveKind::EnPassant, Some(step)) = (m.kind(), self.multi_step) {
            occupied ^= step.to.bit();
        }
        let out_of_it = self.pinned.without(line(self.king(self.side), to)) | to.bit();
        let mut attackers =
            (self.attackers(to, self.side, occupied) | self.attackers(to, !self.side, occupied)).without(out_of_it);
        let mut side = self.side;
        let mut wins = true;
        loop {
            side = !side;
            attackers &= occupied;
            let own = attackers & self.of_color(side);
            let Some((kind, capturer)) = self.cheapest(own, values) else { return wins };
            wins = !wins;
            if self.spec().royals.has(kind) {
                // The king captures only what nobody guards.
                let guarded = (attackers & self.of_color(!side)).any();
                return wins ^ guarded;
            }
            balance = values.of(kind) - balance;
            if balance < Score::from(wins) {
                return wins;
            }
            occupied ^= capturer;
            attackers |= self.sliders_to(to, occupied).without(out_of_it);
        }
    }

    #[inline(always)]
    fn cheapest(&self, among: Bitboard, values: &ExchangeValues) -> Option<(Kind, Bitboard)> {
        if among.is_empty() {
            return None;
        }
        values.cheapest_first().iter().find_map(|&kind| Some((kind, (among & self.of_kind(kind)).first()?.bit())))
    }
}

impl<R: Tactics> Board<R> {
    /// The piece that a move is about, see [`Tactics::mover`].
    #[inline(always)]
    pub fn mover(&self, m: Move) -> Option<Piece> {
        R::mover(self, m)
    }

    /// Whether the exchange that `m` begins on its target square wins at least `threshold` centipawns when both sides
    /// capture with their cheapest piece as long as it pays.
    #[inline]
    pub fn see_at_least(&self, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        R::see_at_least(self, m, threshold, values)
    }
}
