//! Generation of legal moves. Checkers and pins are known, so that only king moves, castlings and en passant need a
//! test for attacks on the king.

use super::legality::Tested;
use super::sink::Counter;
use super::{Board, Castling, Gesture, Lookups, MAX_CASTLINGS, MoveSink, Rules, for_each_kind};
use crate::geometry::{between, bishop_attacks, line, rook_attacks};
use crate::types::{Bitboard, Color, Kind, KindSet, Move, MoveKind, MoveList, Square, Stage};

/// The squares to which moves may go, given the stage and the check to be answered.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    /// Targets of captures.
    pub captures: Bitboard,
    /// Targets of moves that neither capture nor promote.
    pub quiets: Bitboard,
    /// Targets of promotions that do not capture; they belong to the noisy stage.
    pub promotions: Bitboard,
}

impl Masks {
    #[inline(always)]
    pub fn within(self, mask: Bitboard) -> Self {
        Self { captures: self.captures & mask, quiets: self.quiets & mask, promotions: self.promotions & mask }
    }

    /// The same without moves that capture nothing.
    fn captures_only(self) -> Self {
        Self { quiets: Bitboard::EMPTY, promotions: Bitboard::EMPTY, ..self }
    }
}

impl<R: Rules> Board<R> {
    /// Appends the legal moves of a stage to the list.
    pub fn generate(&self, stage: Stage, list: &mut MoveList) {
        self.generate_from(Bitboard::FULL, stage, list);
    }

    /// All legal moves.
    ///
    /// Not inlined: inlining copies the list.
    #[inline(never)]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Stage::All, &mut moves);
        moves
    }

    /// The number of legal moves, counted without building them.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        self.count_moves_from(Bitboard::FULL)
    }

    /// The number of legal moves of the pieces on `movers`, and of legal drops on empty squares of `movers`.
    #[inline(never)]
    pub(super) fn count_moves_from(&self, movers: Bitboard) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(movers, Stage::All, &mut counter);
        counter.0
    }

    /// Whether the side to move has a legal move.
    pub fn has_moves(&self) -> bool {
        self.count_moves() != 0
    }

    /// Whether `m` is a legal move here. It may come from anywhere, e.g. from another position.
    pub fn is_legal(&self, m: Move) -> bool {
        let mut moves = MoveList::new();
        self.generate_from(m.from().bit(), Stage::All, &mut moves);
        moves.contains(&m)
    }

    /// Appends the legal moves of the pieces on `movers` to the list, and the drops on empty squares of `movers`.
    ///
    /// Not inlined: all lists of moves come from this one copy of the generator.
    #[inline(never)]
    pub fn generate_from(&self, movers: Bitboard, stage: Stage, list: &mut MoveList) {
        self.generate_into(movers, stage, list);
    }

    /// Generates the legal moves of the pieces on `movers`.
    #[inline(always)]
    fn generate_into(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        R::generate(self, movers & self.of_color(self.side).without(R::immobile(self)), stage, sink);
        R::generate_drops(self, movers, stage, sink);
    }

    /// The default of [`super::Gestures::gesture`]: from square to square, with the arriving piece as the choice.
    pub(crate) fn default_gesture(&self, m: Move) -> Gesture {
        let mover = self.moved_piece(m).map_or(Kind::new(0), |piece| piece.kind());
        Gesture::direct(m.from(), self.named_target(m), m.promotion().unwrap_or(mover))
    }

    /// Pseudo-legal moves by the piece table, for games without [`Rules::PINS_SUFFICE`]: they may leave the king in
    /// check. Castlings among them are legal.
    #[inline(always)]
    pub(crate) fn pseudo_legal_moves(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        self.pseudo_legal_moves_to(movers, self.masks(stage), stage, sink);
    }

    #[inline(always)]
    fn pseudo_legal_moves_to(&self, movers: Bitboard, masks: Masks, stage: Stage, sink: &mut impl MoveSink) {
        for_each_kind!(R, KindSet(self.spec().pieces.0 | self.spec().royals.0), |kind| {
            self.moves_of_kind(kind, movers, masks, sink);
        });
        self.pawn_moves_and_castlings(movers, masks, stage, sink);
    }

    /// The default of [`Rules::generate`]: legal moves by the piece table, checkers and pins.
    #[inline(always)]
    pub(crate) fn generate_by_pins(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        if self.ended_early().is_none() {
            self.generate_unended(movers, stage, sink);
        }
    }

    /// [`Board::generate_by_pins`] for a game that has not ended early.
    #[inline(always)]
    fn generate_unended(&self, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        let masks = self.masks(stage);
        if !self.spec().laws().must_capture || !self.can_capture() {
            self.generate_to(movers, masks, stage, sink);
        } else if stage != Stage::Quiet {
            self.generate_to(movers, masks.captures_only(), Stage::Noisy, sink);
        }
    }

    /// The squares among `goal` to which the king on a square has a legal move, castlings apart.
    pub(super) fn king_targets(&self, king: Square, goal: Bitboard) -> Bitboard {
        let Some(piece) = self.piece_at(king) else { return Bitboard::EMPTY };
        let masks = self.masks(Stage::All);
        let is_bound = self.spec().laws().must_capture && self.can_capture();
        let masks = if is_bound { masks.captures_only() } else { masks };
        let is_safe = |&to: &Square| self.is_safe_after(Move::new(king, to, MoveKind::Normal, 0));
        (self.targets_of(piece.kind(), king, masks) & goal).into_iter().filter(is_safe).collect()
    }

    /// Whether the side to move has a legal capture.
    #[inline(never)]
    pub(super) fn can_capture(&self) -> bool {
        let mut counter = Counter(0);
        let masks = self.masks(Stage::Noisy).captures_only();
        self.generate_to(self.of_color(self.side), masks, Stage::Noisy, &mut counter);
        counter.0 != 0
    }

    #[inline(always)]
    fn generate_to(&self, movers: Bitboard, masks: Masks, stage: Stage, sink: &mut impl MoveSink) {
        if !self.pins_suffice() {
            return self.generate_by_trial(movers, masks, stage, sink);
        }
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

    /// Legal moves of games that are not compiled separately and have riders, hoppers or lame leapers, checks that are not
    /// allowed, or another number of royal pieces than one: moves that change a square on which the king's safety may depend
    /// are played on a copy.
    #[inline(never)]
    fn generate_by_trial(&self, movers: Bitboard, masks: Masks, stage: Stage, sink: &mut impl MoveSink) {
        let risky = self.risky_targets();
        if risky.is_empty() {
            return self.pseudo_legal_moves_to(movers, masks, stage, sink);
        }
        let mut tested = Tested { board: self, risky_from: risky, risky_to: risky, sink };
        self.pseudo_legal_moves_to(movers, masks, stage, &mut tested);
    }

    /// The squares where a change may decide whether a move is legal that goes by the rules of the pieces, in games without
    /// [`Board::pins_suffice`].
    pub(super) fn risky_targets(&self) -> Bitboard {
        if !self.spec().laws().checks_allowed {
            return Bitboard::FULL;
        }
        if !self.spec().has_one_royal() {
            return if self.is_without_royals() { Bitboard::EMPTY } else { Bitboard::FULL };
        }
        let king = self.king(self.side);
        let decisive = || self.lookups().tables().decisive(self.side, king) | king.bit();
        if self.in_check() { Bitboard::FULL } else { decisive() }
    }

    #[inline(always)]
    fn pawn_moves_and_castlings(&self, movers: Bitboard, masks: Masks, stage: Stage, sink: &mut impl MoveSink) {
        self.pawn_moves(movers, masks, sink);
        if stage != Stage::Quiet {
            self.en_passant(movers, sink);
        }
        // Where there are several royal pieces, one of them may castle although another one is in check.
        if stage != Stage::Noisy && (!self.in_check() || !self.spec().has_one_royal()) {
            self.castlings(movers, sink);
        }
    }

    /// The squares on which a piece blocks the check of `checker`.
    #[inline(always)]
    pub(super) fn blocks(&self, checker: Square) -> Bitboard {
        let king = self.king(self.side);
        if self.has_jumpers_in_line() && self.leapers_to(king, !self.side).has(checker) {
            return Bitboard::EMPTY;
        }
        between(king, checker)
    }

    /// Whether any kind can jump along a line.
    #[inline(always)]
    fn has_jumpers_in_line(&self) -> bool {
        self.lookups().has_jumpers_in_line()
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

    /// The targets of a piece of this kind, apart from pins.
    #[inline(always)]
    fn targets_of(&self, kind: Kind, from: Square, masks: Masks) -> Bitboard {
        let occupied = self.occupied();
        let captures = self.captures_over(kind, self.side, from, occupied);
        if self.spec().uniform.has(kind) {
            captures & (masks.captures | masks.quiets)
        } else {
            captures & masks.captures | self.quiets_over(kind, self.side, from, occupied) & masks.quiets
        }
    }

    /// Generates the legal moves of the king, without castlings.
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
        for_each_kind!(R, self.spec().royals, |kind| {
            if self.of_kind(kind).has(king) {
                targets = self.targets_of(kind, king, masks).without(self.dead_ends(kind, self.side));
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
        for_each_kind!(R, self.spec().pieces, |kind| {
            self.moves_of_kind(kind, movers, masks, sink);
        });
    }

    #[inline(always)]
    fn moves_of_kind(&self, kind: Kind, movers: Bitboard, masks: Masks, sink: &mut impl MoveSink) {
        for from in self.of_kind(kind) & movers {
            if !self.spec().plain.has(kind) {
                let masks = if self.pinned.has(from) { masks.within(self.pin_line(from)) } else { masks };
                self.changing_moves(kind, from, masks, sink);
                continue;
            }
            let mut targets = self.targets_of(kind, from, masks);
            if self.pinned.has(from) {
                targets &= self.pin_line(from);
            }
            sink.targets(from, targets, MoveKind::Normal, 0);
        }
    }

    /// The targets of a pinned piece: along the line of the pin. Pieces that leap in a straight line must not leap over
    /// the next piece on it.
    #[inline(always)]
    fn pin_line(&self, from: Square) -> Bitboard {
        let line = line(self.king(self.side), from);
        if !self.has_jumpers_in_line() {
            return line;
        }
        line & (rook_attacks(from, self.occupied()) | bishop_attacks(from, self.occupied()))
    }

    #[inline(always)]
    fn en_passant(&self, movers: Bitboard, sink: &mut impl MoveSink) {
        let Some(multi_step) = self.multi_step else { return };
        for to in multi_step.passed() {
            for from in self.en_passant_capturers(to) & movers {
                if self.en_passant_is_legal(from, to, multi_step.to) {
                    sink.one(Move::new(from, to, MoveKind::EnPassant, 0));
                }
            }
        }
    }

    /// Whether the pawn on `from` may capture the pawn on `captured` en passant by moving to `to`: the king must be
    /// safe afterwards.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square, captured: Square) -> bool {
        if !self.spec().has_one_royal() {
            return self.is_safe_after(Move::new(from, to, MoveKind::EnPassant, 0));
        }
        let occupied = (self.occupied() ^ from.bit() ^ captured.bit()) | to.bit();
        let king = self.king(self.side);
        self.attackers(king, !self.side, occupied).without(captured.bit()).is_empty()
    }

    /// Generates the legal castlings. The king must not be in check.
    #[inline(always)]
    pub(crate) fn castlings(&self, movers: Bitboard, sink: &mut impl MoveSink) {
        if self.castling_rights == 0 || !movers.has(self.homes.kings[self.side.index()]) {
            return;
        }
        for number in 0..MAX_CASTLINGS {
            if self.castling_rights >> number & 1 == 0 {
                continue;
            }
            // Of the other side only the number is needed.
            if (number < 2) != (self.side == Color::White) {
                continue;
            }
            match &self.spec().castlings[number] {
                Some(castling) if self.castles_as_usual() => self.generate_castling(number, castling, sink),
                _ => {
                    if let Some(castling) = self.castling(number) {
                        self.generate_castling(number, &castling, sink);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn generate_castling(&self, number: usize, castling: &Castling, sink: &mut impl MoveSink) {
        let rook_stays = R::immobile(self).has(castling.rook_from);
        let free = !rook_stays && (castling.path & self.occupied()).is_empty();
        if free && self.castling_is_legal(castling) {
            sink.one(Move::new(castling.king_from, castling.king_to, MoveKind::Castling, number as u8));
        }
    }

    /// Whether the king is safe in a castling whose path is free (ruling R-ALL-3): on each crossed square with the rook
    /// at home, and on its last square with the rook castled.
    fn castling_is_legal(&self, castling: &Castling) -> bool {
        let Castling { king_from, king_to, rook_from, rook_to, crossed, .. } = *castling;
        let enemy: Color = !self.side;
        if !self.spec().has_one_royal() {
            return self.several_castle_legally(castling);
        }
        let at_home = self.occupied() ^ king_from.bit();
        let castled = (at_home ^ rook_from.bit()) | king_to.bit() | rook_to.bit();
        let (crossed, crossing) = match self.spec().laws().king_screens_castling {
            false => (crossed, at_home),
            true => (crossed | king_to.bit().without(king_from.bit()), self.occupied()),
        };
        crossed.into_iter().all(|square| !self.is_attacked(square, enemy, crossing))
            && !self.is_attacked(king_to, enemy, castled)
    }
    /// Whether the king that castles is safe until it arrives, in games in which the number of royal pieces changes. Whether
    /// all of them are safe then is tested with other moves.
    #[inline(never)]
    fn several_castle_legally(&self, castling: &Castling) -> bool {
        let Castling { king_from, king_to, crossed, .. } = *castling;
        if !self.royals(self.side).has(king_from) {
            return true;
        }
        let is_king = self.spec().royals.has(castling.king);
        let (goal, occupied) = match is_king && self.spec().laws().king_screens_castling {
            true => (king_to.bit(), self.occupied()),
            false => (Bitboard::EMPTY, self.occupied() ^ king_from.bit()),
        };
        (crossed | king_from.bit() | goal).into_iter().all(|square| !self.is_attacked(square, !self.side, occupied))
    }
}
