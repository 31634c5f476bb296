//! A board as the position of a search, which knows no rules.

use super::{Board, Tactics};
use crate::search::Position;
use crate::types::{Color, MAX_KINDS, Move, MoveList, Piece, Stage, Verdict};

impl<R: Tactics> Position for Board<R> {
    const ALTERNATES: bool = R::ALTERNATES;

    #[inline]
    fn pieces(&self) -> usize {
        2 * self.spec().kinds()
    }

    #[inline(always)]
    fn side(&self) -> Color {
        Board::side(self)
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        Board::in_check(self)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.keys().position
    }

    #[inline(always)]
    fn likely_key_after(&self, m: Move) -> u64 {
        R::likely_key_after(self, m)
    }

    #[inline(always)]
    fn key_after_null(&self) -> u64 {
        self.key_after_turn(true)
    }

    #[inline(always)]
    fn pawn_key(&self) -> u64 {
        self.keys().pawns
    }

    #[inline(always)]
    fn piece_keys(&self) -> [u64; 2] {
        self.keys().pieces
    }

    #[inline(always)]
    fn clock(&self) -> u16 {
        Board::clock(self)
    }

    #[inline(always)]
    fn clock_limit(&self) -> u16 {
        Board::clock_limit(self)
    }

    #[inline(always)]
    fn is_irreversible(&self) -> bool {
        self.reversible() == 0
    }

    #[inline(always)]
    fn verdict(&self) -> Option<Verdict> {
        Board::verdict(self)
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        Board::is_dead(self)
    }

    #[inline(always)]
    fn stalemate(&self) -> Verdict {
        Board::stalemate(self)
    }

    #[inline(always)]
    fn repetition(&self, checks: [bool; 2]) -> Verdict {
        Board::repetition(self, checks)
    }

    fn is_prone_to_zugzwang(&self, color: Color) -> bool {
        if self.spec().laws().must_capture {
            return true;
        }
        let harmless = self.pawns() | self.royals(color) | R::immobile(self);
        self.kinds_in_hand(color).is_empty() && self.of_color(color).without(harmless).is_empty()
    }

    #[inline]
    fn generate(&self, stage: Stage, moves: &mut MoveList) {
        Board::generate(self, stage, moves);
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        Board::is_legal(self, m)
    }

    fn play_null(&mut self) {
        Board::play_null(self);
    }

    #[inline(always)]
    fn is_noisy(&self, m: Move) -> bool {
        Board::is_noisy(self, m)
    }

    #[inline(always)]
    fn is_forcing(&self, m: Move) -> bool {
        R::is_forcing(self, m)
    }

    #[inline]
    fn checks(&self, m: Move) -> bool {
        self.checks_directly(m)
    }

    fn forces_reply(&self, m: Move) -> bool {
        Board::forces_reply(self, m)
    }

    fn mating_move(&self) -> Option<Move> {
        Board::mating_move(self)
    }

    #[inline(always)]
    fn piece_index(&self, m: Move) -> usize {
        self.mover(m).map_or(0, Piece::index)
    }

    #[inline(always)]
    fn captured_index(&self, m: Move) -> usize {
        self.captured_kind(m).map_or(0, |kind| kind.index()).min(MAX_KINDS - 1)
    }
}
