//! Legal moves, generated directly: checkers and pins are known, so only king moves and en passant are tried out.

use super::{Board, Castling, Gesture, MAX_CASTLINGS, Rules, for_each_kind};
use crate::geometry::{between, bishop_attacks, line, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, MoveList, Square, Stage};

/// Takes generated moves in sets, so that counting them need not build them.
pub trait MoveSink {
    /// The piece on `from` goes to any of `targets`.
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8);
    /// Pawns reach `targets`, each from the square `step` places before it in the numbering.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8);
    /// One move.
    fn one(&mut self, m: Move);
    /// As [`MoveSink::targets`], and the same side moves again.
    fn targets_again(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        targets.into_iter().for_each(|to| self.one(Move::new(from, to, kind, argument).with_again()));
    }
}

/// Moves beyond the list's capacity are left out; [`Board::from_fen`] refuses positions that have so many.
impl MoveSink for MoveList {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        targets.into_iter().for_each(|to| self.one(Move::new(from, to, kind, argument)));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8) {
        targets.into_iter().for_each(|to| self.one(Move::new(to.shifted(-step), to, kind, argument)));
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        let _ = self.try_push(m);
    }
}

/// Counts moves.
pub(super) struct Counter(pub u64);

impl MoveSink for Counter {
    #[inline(always)]
    fn targets(&mut self, _: Square, targets: Bitboard, _: MoveKind, _: u8) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind, _: u8) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn targets_again(&mut self, _: Square, targets: Bitboard, _: MoveKind, _: u8) {
        self.0 += u64::from(targets.count());
    }
}

/// Where moves may go, by stage and by the check to be answered.
#[derive(Clone, Copy)]
struct Masks {
    captures: Bitboard,
    quiets: Bitboard,
    /// Moves without capture that promote; they belong to the noisy stage.
    promotions: Bitboard,
}

impl Masks {
    #[inline(always)]
    fn within(self, mask: Bitboard) -> Self {
        Self { captures: self.captures & mask, quiets: self.quiets & mask, promotions: self.promotions & mask }
    }

    /// The masks for a piece that promotes by moving to this zone.
    #[inline(always)]
    fn promoting_in(self, zone: Bitboard) -> Self {
        Self { quiets: self.quiets.without(zone) | self.promotions & zone, ..self }
    }
}

impl<R: Rules> Board<R> {
    /// Adds the legal moves of a stage to the list.
    pub fn generate(&self, stage: Stage, list: &mut MoveList) {
        self.generate_from(Bitboard::FULL, stage, list);
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Stage::All, &mut moves);
        moves
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(Bitboard::FULL, Stage::All, &mut counter);
        counter.0
    }

    /// Whether the side to move has a legal move.
    pub fn has_moves(&self) -> bool {
        self.count_moves() != 0
    }

    /// Whether `m`, whatever its origin, is a legal move here.
    pub fn is_legal(&self, m: Move) -> bool {
        let mut moves = MoveList::new();
        self.generate_from(m.from().bit(), Stage::All, &mut moves);
        moves.contains(&m)
    }

    /// Adds the legal moves of the pieces on `movers` to the list. The one copy of move generation that writes moves.
    #[inline(never)]
    pub fn generate_from(&self, movers: Bitboard, stage: Stage, list: &mut MoveList) {
        self.generate_into(movers, stage, list);
    }

    /// The legal moves of the pieces on `movers`.
    #[inline(always)]
    fn generate_into(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        R::generate(self, movers & self.of_color(self.side).without(R::immobile(self)), stage, sink);
    }

    /// [`super::Gestures::gesture`] of a move of the piece table: from square to square, by choice of what arrives.
    pub(crate) fn default_gesture(&self, m: Move) -> Gesture {
        let stands = self.piece_at(m.from()).map_or(Kind::new(0), |piece| piece.kind());
        Gesture::direct(m.from(), m.to(), m.promotion().unwrap_or(stands))
    }

    /// The moves of the piece table, of castlings and en passant, with kings left in check (but for castlings, which
    /// are legal): where pins do not tell which moves are legal.
    #[inline(always)]
    pub fn pseudo_legal_moves(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        let masks = self.masks(stage);
        for_each_kind!(R, self.spec(), |kind| {
            if !self.spec().pawns.has(kind) {
                self.moves_of_kind(kind, movers, masks, sink);
            }
        });
        self.pawn_moves_and_castlings(movers, masks, stage, sink);
    }

    /// The legal moves where checkers and pins tell which they are.
    #[inline(always)]
    pub(crate) fn generate_by_pins(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        let masks = self.masks(stage);
        self.king_moves(movers, masks, sink);
        if self.checkers.several() {
            return;
        }
        let masks = match self.checkers.first() {
            None => masks,
            Some(checker) => masks.within(self.blocks(checker) | self.checkers),
        };
        self.piece_moves(movers, masks, sink);
        self.pawn_moves_and_castlings(movers, masks, stage, sink);
    }

    #[inline(always)]
    fn pawn_moves_and_castlings(&self, movers: Bitboard, masks: Masks, stage: Stage, sink: &mut impl MoveSink) {
        self.pawn_moves(movers, masks, sink);
        if stage != Stage::Quiet {
            self.en_passant(movers, sink);
        }
        if stage != Stage::Noisy && !self.in_check() {
            self.castlings(movers, sink);
        }
    }

    /// The squares on which a piece stops the check that `checker` gives.
    #[inline(always)]
    fn blocks(&self, checker: Square) -> Bitboard {
        let king = self.king(self.side);
        if !self.spec().leapers_in_line.is_empty() && self.leapers_to(king, !self.side).has(checker) {
            return Bitboard::EMPTY;
        }
        between(king, checker)
    }

    #[inline(always)]
    fn masks(&self, stage: Stage) -> Masks {
        let empty = self.spec().board.without(self.occupied());
        let enemies = self.of_color(!self.side);
        let (noisy, quiet) = (stage != Stage::Quiet, stage != Stage::Noisy);
        Masks {
            captures: if noisy { enemies } else { Bitboard::EMPTY },
            quiets: if quiet { empty } else { Bitboard::EMPTY },
            promotions: if noisy { empty } else { Bitboard::EMPTY },
        }
    }

    /// Where a piece of this kind may go, checks and pins aside.
    #[inline(always)]
    fn targets_of(&self, kind: Kind, from: Square, masks: Masks) -> Bitboard {
        let moves = self.spec().piece(kind).moves;
        let occupied = self.occupied();
        let captures = self.reach(moves.captures, self.side, from, occupied);
        if moves.captures.same(moves.quiets) {
            captures & (masks.captures | masks.quiets)
        } else {
            captures & masks.captures | self.reach(moves.quiets, self.side, from, occupied) & masks.quiets
        }
    }

    /// The piece of this kind on `from` goes to any of `targets`, and promotes where it must.
    #[inline(always)]
    fn arrivals(&self, kind: Kind, from: Square, targets: Bitboard, zone: Bitboard, sink: &mut impl MoveSink) {
        sink.targets(from, targets.without(zone), MoveKind::Normal, 0);
        for &promoted in self.spec().promotions(kind) {
            sink.targets(from, targets & zone, MoveKind::Promotion, promoted.index() as u8);
        }
    }

    /// The legal steps of the king.
    #[inline(always)]
    pub(crate) fn king_steps(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        self.king_moves(movers, self.masks(stage), sink);
    }

    #[inline(always)]
    fn king_moves(&self, movers: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        let king = self.king(self.side);
        if !movers.has(king) {
            return;
        }
        let mut targets = Bitboard::EMPTY;
        for_each_kind!(R, self.spec(), |kind| {
            if self.spec().royals.has(kind) && self.of_kind(kind).has(king) {
                targets = self.targets_of(kind, king, masks);
            }
        });
        let others = self.occupied() ^ king.bit();
        for to in targets {
            if self.is_attacked(to, !self.side, others) {
                targets ^= to.bit();
            }
        }
        sink.targets(king, targets, MoveKind::Normal, 0);
    }

    #[inline(always)]
    fn piece_moves(&self, movers: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        for_each_kind!(R, self.spec(), |kind| {
            if !self.spec().pawns.has(kind) && !self.spec().royals.has(kind) {
                self.moves_of_kind(kind, movers, masks, sink);
            }
        });
    }

    #[inline(always)]
    fn moves_of_kind(&self, kind: Kind, movers: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        for from in self.of_kind(kind) & movers {
            let zone = self.zone_of(kind, from);
            let mut targets = self.targets_of(kind, from, masks.promoting_in(zone));
            if self.pinned.has(from) {
                targets &= self.pin_line(from);
            }
            self.arrivals(kind, from, targets, zone, sink);
        }
    }

    /// Where a pinned piece may go: along the line of the pin, but not over its ends.
    #[inline(always)]
    fn pin_line(&self, from: Square) -> Bitboard {
        let line = line(self.king(self.side), from);
        if self.spec().leapers_in_line.is_empty() {
            return line;
        }
        line & (rook_attacks(from, self.occupied()) | bishop_attacks(from, self.occupied()))
    }

    /// The squares to which a move of a piece that is no pawn promotes it.
    #[inline(always)]
    fn zone_of(&self, kind: Kind, from: Square) -> Bitboard {
        if self.spec().promotions(kind).is_empty() {
            return Bitboard::EMPTY;
        }
        let zone = self.spec().promotion_zone(self.side);
        if zone.has(from) { Bitboard::FULL } else { zone }
    }

    #[inline(always)]
    fn pawn_moves(&self, movers: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        let king = self.king(self.side);
        for_each_kind!(R, self.spec(), |kind| {
            let pawns = self.of_kind(kind) & movers;
            if self.spec().pawns.has(kind) && pawns.any() {
                let pinned = pawns & self.pinned;
                self.pawn_set_moves(kind, pawns ^ pinned, masks, sink);
                for from in pinned {
                    self.pawn_set_moves(kind, from.bit(), masks.within(line(king, from)), sink);
                }
            }
        });
    }

    /// Moves of a set of pawns of one kind. Pawns go ahead only, so that those that start where they promote end there.
    #[inline(always)]
    fn pawn_set_moves(&self, kind: Kind, pawns: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        let spec = self.spec();
        let side = self.side;
        let empty = spec.board.without(self.occupied());
        let zone = spec.promotion_zone(side);
        let step = side.step();
        let ahead = pawns.forward(side);

        for (targets, step) in [(ahead.west(), step - 1), (ahead.east(), step + 1)] {
            let targets = targets & masks.captures;
            sink.pawns(targets.without(zone), step, MoveKind::Normal, 0);
            self.promotions(kind, targets & zone, step, sink);
        }

        let mut stepped = ahead & empty;
        sink.pawns(stepped.without(zone) & masks.quiets, step, MoveKind::Normal, 0);
        self.promotions(kind, stepped & zone & masks.promotions, step, sink);
        for length in 2..=spec.page.pawn_step {
            stepped = (stepped & spec.rank_of(side, length)).forward(side) & empty;
            sink.pawns(stepped & masks.quiets, step * length as i8, MoveKind::MultiStep, 0);
        }
    }

    #[inline(always)]
    fn promotions(&self, kind: Kind, targets: Bitboard, step: i8, sink: &mut impl MoveSink) {
        if targets.any() {
            for &promoted in self.spec().promotions(kind) {
                sink.pawns(targets, step, MoveKind::Promotion, promoted.index() as u8);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&self, movers: Bitboard, sink: &mut impl MoveSink) {
        let Some(multi_step) = self.multi_step else { return };
        let pawns = self.pawns() & movers;
        for to in multi_step.passed() {
            for from in pawn_attacks(!self.side, to) & pawns {
                if self.en_passant_is_legal(from, to, multi_step.to) {
                    sink.one(Move::new(from, to, MoveKind::EnPassant, 0));
                }
            }
        }
    }

    /// Whether the side to move may capture the pawn on `captured` in passing, from `from` to `to`.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square, captured: Square) -> bool {
        let occupied = (self.occupied() ^ from.bit() ^ captured.bit()) | to.bit();
        let king = self.king(self.side);
        self.attackers(king, !self.side, occupied).without(captured.bit()).is_empty()
    }

    #[inline(always)]
    pub(crate) fn castlings(&self, movers: Bitboard, sink: &mut impl MoveSink) {
        if self.castling_rights == 0 || !movers.has(self.king(self.side)) {
            return;
        }
        for number in 0..MAX_CASTLINGS {
            if self.castling_rights >> number & 1 == 0 {
                continue;
            }
            let Some(castling) = &self.spec().castlings[number] else { continue };
            let rook_stays = R::immobile(self).has(castling.rook_from);
            let free = !rook_stays && (castling.path & self.occupied()).is_empty();
            if castling.color == self.side && free && self.castling_is_legal(castling) {
                sink.one(Move::new(castling.king_from, castling.king_to, MoveKind::Castling, number as u8));
            }
        }
    }

    /// Ruling R-ALL-3, for a castling whose path is free: safe on each crossed square with the rook at home, and on the last with the rook castled.
    fn castling_is_legal(&self, castling: &Castling) -> bool {
        let Castling { king_from, king_to, rook_from, rook_to, crossed, .. } = *castling;
        let enemy: Color = !self.side;
        let at_home = self.occupied() ^ king_from.bit();
        let castled = (at_home ^ rook_from.bit()) | king_to.bit() | rook_to.bit();
        crossed.into_iter().all(|square| !self.is_attacked(square, enemy, at_home))
            && !self.is_attacked(king_to, enemy, castled)
    }
}
