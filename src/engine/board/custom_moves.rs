//! Generation of moves by the rules that only games from a file have: optional, limited and shogi-like promotions, steps and
//! en passant by region, initial moves, and ends of the game that leave no moves.

use super::movegen::Masks;
use super::{Board, Custom, MoveSink, Rules};
use crate::geometry::{between, pawn_attacks};
use crate::types::{Bitboard, Kind, KindSet, MoveKind, Piece, Square, Verdict};

impl<R: Rules> Board<R> {
    /// The game's rules beyond those of the built-in regular games.
    #[inline(always)]
    pub(crate) fn custom(&self) -> Option<&'static Custom> {
        if R::IS_COMPILED { None } else { self.spec().custom() }
    }

    /// Whether the side may make another piece of this kind by promotion.
    fn may_become(&self, custom: &Custom, kind: Kind) -> bool {
        let limit = u32::from(custom.promotion_limit[kind.index()]);
        limit == 0 || self.of(self.side(), kind).count() < limit
    }

    /// Generates the moves of a piece that is neither a pawn nor royal. The masks allow for checks and pins.
    pub(super) fn custom_moves(
        &self,
        custom: &Custom,
        kind: Kind,
        from: Square,
        masks: Masks,
        sink: &mut impl MoveSink,
    ) {
        let us = self.side();
        let quiets = self.quiets_over(kind, us, from, self.occupied());
        let captures = self.captures_over(kind, us, from, self.occupied()) & masks.captures;
        let zone = custom.promotion_zone[us.index()];
        let mut normal = captures | quiets & masks.quiets;
        let changing = captures | quiets & masks.promotions;
        let mut promotions = Bitboard::EMPTY;
        if custom.promoting[us.index()].has(kind) {
            promotions = changing & zone;
            if custom.promotion_is_mandatory {
                normal = normal.without(zone);
            }
        }
        let form = custom.promoted_form[kind.index()].filter(|&form| self.may_become(custom, form));
        let mut into_form = Bitboard::EMPTY;
        if form.is_some() {
            let reached = if zone.has(from) { Bitboard::FULL } else { zone };
            let allowed = if custom.form_needs_capture { reached & self.occupied() } else { reached };
            into_form = changing & allowed;
            if custom.form_is_mandatory {
                normal = normal.without(allowed);
            }
        }
        normal = normal.without(self.tables().dead(kind, us));
        let steps = self.initial_steps(custom, kind, from) & normal;
        sink.targets(from, normal ^ steps, MoveKind::Normal, 0);
        sink.targets(from, steps, MoveKind::MultiStep, 0);
        if promotions.any() {
            for &promoted in custom.promotes_to[us.index()].iter().filter(|&&kind| self.may_become(custom, kind)) {
                sink.targets(from, promotions, MoveKind::Promotion, promoted.index() as u8);
            }
        }
        if let Some(form) = form {
            sink.targets(from, into_form, MoveKind::Promotion, form.index() as u8);
        }
    }

    /// The empty squares to which the piece on `from` makes an initial move that can be answered en passant.
    fn initial_steps(&self, custom: &Custom, kind: Kind, from: Square) -> Bitboard {
        if !custom.double_step[self.side().index()].has(from) {
            return Bitboard::EMPTY;
        }
        let steps = self.tables().multi_steps(kind, self.side(), from).without(self.occupied());
        steps.into_iter().filter(|&to| between(from, to).any()).collect()
    }

    /// Generates the moves of a set of pawns of one kind.
    pub(super) fn custom_pawn_moves(
        &self,
        custom: &Custom,
        kind: Kind,
        pawns: Bitboard,
        masks: Masks,
        sink: &mut impl MoveSink,
    ) {
        let us = self.side();
        let region = custom.regions[us.index()][kind.index()] & self.spec().board;
        let free = region.without(self.occupied());
        let step = us.step();
        let ahead = pawns.forward(us);
        let mut arrive = |normal: Bitboard, changing: Bitboard, step: i8, move_kind: MoveKind| {
            self.custom_pawn_arrivals(custom, kind, (normal, changing), (step, move_kind), sink);
        };
        for (targets, step) in [(ahead.west(), step - 1), (ahead.east(), step + 1)] {
            let targets = targets & masks.captures & region;
            arrive(targets, targets, step, MoveKind::Normal);
        }
        let one = ahead & free;
        arrive(one & masks.quiets, one & masks.promotions, step, MoveKind::Normal);
        let regions = [custom.double_step, custom.triple_step].map(|region| region[us.index()]);
        for (length, region) in (2..).zip(regions) {
            let steps = |squares: Bitboard, _| squares.forward(us) & free;
            let reached = (0..length).fold(pawns & region, steps);
            arrive(reached & masks.quiets, reached & masks.promotions, step * length, MoveKind::MultiStep);
        }
    }

    /// Generates moves of pawns to the squares `normal`, and promotions to those of `changing` that are in the zone.
    fn custom_pawn_arrivals(
        &self,
        custom: &Custom,
        kind: Kind,
        (normal, changing): (Bitboard, Bitboard),
        (step, move_kind): (i8, MoveKind),
        sink: &mut impl MoveSink,
    ) {
        let us = self.side();
        let zone = custom.promotion_zone[us.index()];
        let mut normal = normal.without(self.tables().dead(kind, us));
        if custom.promotion_is_mandatory {
            normal = normal.without(zone);
        }
        sink.pawns(normal, step, move_kind, 0);
        let promotions = changing & zone;
        if promotions.is_empty() {
            return;
        }
        for &promoted in custom.promotes_to[us.index()].iter().filter(|&&kind| self.may_become(custom, kind)) {
            sink.pawns(promotions, step, MoveKind::Promotion, promoted.index() as u8);
        }
        if let Some(form) = custom.promoted_form[kind.index()] {
            let into_form = if custom.form_needs_capture { promotions & self.occupied() } else { promotions };
            sink.pawns(into_form, step, MoveKind::Promotion, form.index() as u8);
        }
    }

    /// The pieces of the side to move that capture en passant on the empty square `to`, apart from checks and pins.
    #[inline(always)]
    pub(super) fn en_passant_capturers(&self, to: Square) -> Bitboard {
        let own = self.of_color(self.side());
        let pawns = pawn_attacks(!self.side(), to) & self.pawns() & own;
        match self.custom() {
            None => pawns,
            Some(custom) => self.custom_en_passant_capturers(custom, pawns, to),
        }
    }

    fn custom_en_passant_capturers(&self, custom: &Custom, pawns: Bitboard, to: Square) -> Bitboard {
        let us = self.side();
        if !custom.en_passant_region[us.index()].has(to) {
            return Bitboard::EMPTY;
        }
        let mut capturers = pawns;
        let others = KindSet(custom.en_passant_kinds[us.index()].0 & !self.spec().pawns.0);
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
        match self.custom() {
            None => self.spec().pawns.has(mover.kind()),
            Some(custom) => {
                custom.clock_kinds[mover.color().index()].has(mover.kind())
                    && !self.tables().may_go(mover.kind(), mover.color(), to, from)
            }
        }
    }

    /// The result for the side to move if a rule has ended the game, whatever moves there would be: a lack of pieces, or
    /// a piece that has reached its goal.
    #[inline(always)]
    pub fn ended_early(&self) -> Option<Verdict> {
        match self.custom() {
            Some(custom) if self.tables().ends_early => self.custom_end(custom),
            _ => None,
        }
    }

    fn custom_end(&self, custom: &Custom) -> Option<Verdict> {
        let us = self.side();
        if let Some(extinction) = custom.extinction {
            for color in [!us, us] {
                let needed = extinction.opponent + u32::from(extinction.is_claimed && color == us);
                let is_extinct = self.of_color(color).count() <= extinction.most;
                if is_extinct && self.of_color(!color).count() >= needed {
                    return Some(if color == us { extinction.verdict } else { extinction.verdict.reversed() });
                }
            }
        }
        let (kinds, squares) = custom.flag[us.other().index()];
        (self.of_kinds(kinds) & self.of_color(!us) & squares).any().then_some(Verdict::Loss)
    }

    /// The result for the side to move if the game is over although it has moves, apart from repetition and the clock:
    /// see [`Board::ended_early`] and [`Board::bare_kings`].
    #[inline(always)]
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(verdict) = self.ended_early() {
            return Some(verdict);
        }
        let has_other_goals = !R::IS_COMPILED && self.tables().ends_early;
        (self.bare_kings() && !has_other_goals).then_some(Verdict::Draw)
    }

    /// The result of stalemate for the side to move.
    #[inline(always)]
    pub fn stalemate(&self) -> Verdict {
        self.custom().map_or(Verdict::Draw, |custom| custom.stalemate)
    }

    /// The result of a repetition for the side to move.
    #[inline(always)]
    pub fn repetition(&self) -> Verdict {
        self.custom().map_or(Verdict::Draw, |custom| custom.repetition)
    }

    /// How often a position must occur to end the game; 0 for never.
    #[inline(always)]
    pub fn repetitions(&self) -> u8 {
        self.custom().map_or(3, |custom| custom.repetitions)
    }

    /// The number of turns without capture or pawn move after which the game is drawn.
    #[inline(always)]
    pub fn clock_limit(&self) -> u16 {
        self.custom().map_or(100, |custom| custom.clock_limit)
    }
}
