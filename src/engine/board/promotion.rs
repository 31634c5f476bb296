//! Moves of pawns, and of other pieces that can change as they move: promotions, multi-steps and initial moves, and moves to
//! squares from which there is no way on.

use super::movegen::Masks;
use super::{Board, Lookups, MoveSink, Rules, for_each_kind};
use crate::geometry::{between, line, pawn_attacks};
use crate::types::{Bitboard, Color, Kind, KindSet, MoveKind, Piece, Square};

impl<R: Rules> Board<R> {
    #[inline(always)]
    pub(super) fn pawn_moves(&self, movers: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        let king = self.king(self.side());
        for_each_kind!(R, self.spec().pawns, |kind| {
            let pawns = self.of_kind(kind) & movers;
            if pawns.any() {
                let pinned = pawns & self.pinned;
                self.pawn_set_moves(kind, pawns ^ pinned, masks, sink);
                for from in pinned {
                    self.pawn_set_moves(kind, from.bit(), masks.within(line(king, from)), sink);
                }
            }
        });
    }

    /// Moves of a set of pawns of one kind. Pawns only move ahead: the target decides whether they promote.
    #[inline(always)]
    fn pawn_set_moves(&self, kind: Kind, pawns: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        let (spec, us) = (self.spec(), self.side());
        let allowed = if spec.has_regions { self.region(kind, us) } else { spec.board };
        let free = allowed.without(self.occupied());
        let step = us.step();
        let ahead = pawns.forward(us);
        for (targets, step) in [(ahead.west(), step - 1), (ahead.east(), step + 1)] {
            let targets = targets & masks.captures & allowed;
            self.pawn_arrivals(kind, (targets, targets), (step, MoveKind::Normal), sink);
        }
        let one = ahead & free;
        self.pawn_arrivals(kind, (one & masks.quiets, one & masks.promotions), (step, MoveKind::Normal), sink);
        for (length, region) in [(2, spec.double_step), (3, spec.triple_step)] {
            if length > spec.longest_step as i8 {
                break;
            }
            let steps = |squares: Bitboard, _| squares.forward(us) & free;
            let reached = (0..length).fold(pawns & region[us.index()], steps);
            if spec.multi_steps_promote {
                let changing = reached & masks.promotions;
                let arrival = (step * length, MoveKind::MultiStep);
                self.pawn_arrivals(kind, (reached & masks.quiets, changing), arrival, sink);
            } else {
                let reached = (reached & masks.quiets).without(self.dead_ends(kind, us));
                sink.pawns(reached, step * length, MoveKind::MultiStep, 0);
            }
        }
    }

    /// Generates moves of pawns to the squares `normal`, and promotions to those of `changing` that are in the zone.
    #[inline(always)]
    fn pawn_arrivals(
        &self,
        kind: Kind,
        (normal, changing): (Bitboard, Bitboard),
        (step, move_kind): (i8, MoveKind),
        sink: &mut impl MoveSink,
    ) {
        let (spec, us) = (self.spec(), self.side());
        let laws = spec.laws();
        let zone = spec.promotion_zone(us);
        let normal = normal.without(self.dead_ends(kind, us));
        sink.pawns(if laws.pawns_must_promote { normal.without(zone) } else { normal }, step, move_kind, 0);
        let promotions = changing & zone;
        if promotions.is_empty() {
            return;
        }
        for &promoted in spec.promotes_to(us).iter().filter(|&&kind| self.may_become(kind)) {
            sink.pawns(promotions, step, MoveKind::Promotion, promoted.index() as u8);
        }
        if let Some(form) = laws.promoted_forms[kind.index()] {
            let from_zone = |to: &Square| zone.has(to.shifted(-step));
            let into_form = match (laws.promotion_on_capture, laws.promotion_on_entry) {
                (true, _) => promotions & self.occupied(),
                (_, true) => promotions.without(promotions.into_iter().filter(from_zone).collect()),
                _ => promotions,
            };
            sink.pawns(into_form, step, MoveKind::Promotion, form.index() as u8);
        }
    }

    /// Generates the moves of a piece that can change as it moves, and is not a pawn. The masks allow for checks and pins.
    #[inline(always)]
    pub(super) fn changing_moves(&self, kind: Kind, from: Square, masks: Masks, sink: &mut impl MoveSink) {
        let (spec, us) = (self.spec(), self.side());
        let laws = spec.laws();
        let attacked = self.captures_over(kind, us, from, self.occupied());
        let is_uniform = spec.uniform.has(kind);
        let quiets = if is_uniform { attacked } else { self.quiets_over(kind, us, from, self.occupied()) };
        let captures = attacked & masks.captures;
        let zone = spec.promotion_zone(us);
        let mut normal = captures | quiets & masks.quiets;
        let changing = captures | quiets & masks.promotions;
        let mut promotions = Bitboard::EMPTY;
        if laws.promotion_pawns[us.index()].has(kind) {
            promotions = changing & zone;
            if laws.pawns_must_promote {
                normal = normal.without(zone);
            }
        }
        let form = laws.promoted_forms[kind.index()].filter(|&form| self.may_become(form));
        let mut into_form = Bitboard::EMPTY;
        if form.is_some() {
            let reached = if zone.has(from) { Bitboard::FULL } else { zone };
            let by_capture = laws.promotion_on_capture || laws.promotion_on_entry && zone.has(from);
            let allowed = if by_capture { reached & self.occupied() } else { reached };
            into_form = changing & allowed;
            if laws.pieces_must_promote {
                normal = normal.without(allowed);
            }
        }
        normal = normal.without(self.dead_ends(kind, us));
        let steps = self.initial_steps(kind, from) & normal;
        sink.targets(from, normal ^ steps, MoveKind::Normal, 0);
        sink.targets(from, steps, MoveKind::MultiStep, 0);
        if promotions.any() {
            for &promoted in spec.promotes_to(us).iter().filter(|&&kind| self.may_become(kind)) {
                sink.targets(from, promotions, MoveKind::Promotion, promoted.index() as u8);
            }
        }
        if let Some(form) = form {
            sink.targets(from, into_form, MoveKind::Promotion, form.index() as u8);
        }
    }

    /// Whether the side to move may make another piece of this kind by promotion.
    #[inline(always)]
    fn may_become(&self, kind: Kind) -> bool {
        if !self.spec().has_promotion_limits {
            return true;
        }
        let limit = u32::from(self.spec().laws().promotion_limits[kind.index()]);
        let moves_alike = |other: &Kind| self.spec().unpromoted(*other) == self.spec().unpromoted(kind);
        let alike = || self.spec().all_kinds().kinds().filter(moves_alike).fold(KindSet(0), KindSet::with);
        limit == 0 || (self.of_kinds(alike()) & self.of_color(self.side())).count() < limit
    }

    /// The squares where a piece may stand.
    fn region(&self, kind: Kind, color: Color) -> Bitboard {
        self.spec().laws().mobility[color.index()][kind.index()] & self.spec().board
    }

    /// The squares where a piece may not go because it could never move again.
    #[inline(always)]
    pub(super) fn dead_ends(&self, kind: Kind, color: Color) -> Bitboard {
        if !self.spec().laws().immobility_illegal {
            return Bitboard::EMPTY;
        }
        self.lookups().tables().dead_ends(kind, color)
    }

    /// The empty squares to which the piece on `from` makes an initial move that can be answered en passant.
    #[inline(always)]
    fn initial_steps(&self, kind: Kind, from: Square) -> Bitboard {
        let us = self.side();
        if !self.spec().initial_movers.has(kind) || !self.spec().double_step[us.index()].has(from) {
            return Bitboard::EMPTY;
        }
        let steps = self.lookups().tables().multi_steps(kind, us, from).without(self.occupied());
        steps.into_iter().filter(|&to| between(from, to).any()).collect()
    }

    /// The pieces of the side to move that capture en passant on the empty square `to`, apart from checks and pins.
    #[inline(always)]
    pub(super) fn en_passant_capturers(&self, to: Square) -> Bitboard {
        let (spec, us) = (self.spec(), self.side());
        let laws = spec.laws();
        if !laws.en_passant_region[us.index()].has(to) {
            return Bitboard::EMPTY;
        }
        let mut capturers = pawn_attacks(!us, to) & self.pawns() & self.of_color(us);
        let others = KindSet(laws.en_passant_kinds[us.index()].0 & !spec.pawns.0);
        for kind in others.kinds() {
            for from in self.of(us, kind) {
                let captures = self.captures_over(kind, us, from, self.occupied());
                if captures.has(to) && !self.quiets_over(kind, us, from, self.occupied()).has(to) {
                    capturers |= from.bit();
                }
            }
        }
        capturers
    }

    /// Whether a move without capture from `from` to `to` resets the clock: the piece is of a kind whose moves do, and
    /// cannot move straight back.
    #[inline(always)]
    pub(super) fn resets_clock(&self, mover: Piece, from: Square, to: Square) -> bool {
        let (kind, color) = (mover.kind(), mover.color());
        let may_return = || self.lookups().tables().may_go(kind, color, to, from);
        self.spec().laws().clock_kinds[color.index()].has(kind) && !(self.spec().returning.has(kind) && may_return())
    }
}
