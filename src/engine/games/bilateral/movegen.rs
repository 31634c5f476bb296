//! Generation of legal moves: those of the piece table, and the further moves of Can(n)ons, Elephants and Wizards.

use super::attacks::{Exposure, answers, exposure, free_rides, hops, slides};
use super::folded::{neighbours, ride_ends, walks};
use super::play::{Special, beyond};
use super::{Bilateral, ELEPHANT, PAO, SPEC, VAO, WIZARD};
use crate::board::{Board, MoveSink, Tested};
use crate::geometry::{Leap, leaps};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Square, Stage};

/// Generates the legal moves of a stage for the pieces on `movers`, none of which is frozen.
#[inline(always)]
pub(super) fn generate(board: &Board<Bilateral>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
    let us = board.side();
    let (noisy, quiet) = (stage != Stage::Quiet, stage != Stage::Noisy);
    let enemies = board.of_color(!us);
    let Exposure { leaving, entering } = if board.in_check() {
        Exposure { leaving: Bitboard::FULL, entering: Bitboard::EMPTY }
    } else {
        exposure(board, us)
    };
    let mut generator = Generator {
        board,
        victims: enemies.without(board.of_kind(ELEPHANT)),
        captures: if noisy { enemies } else { Bitboard::EMPTY },
        quiets: if quiet { SPEC.board.without(board.occupied()) } else { Bitboard::EMPTY },
        answers: if board.in_check() { answers(board) } else { Bitboard::FULL },
        sink: Tested { board, risky_from: leaving, risky_to: entering, sink },
    };
    let (king, cannons) = (board.king(us), board.of_kind(PAO) | board.of_kind(VAO));
    board.pseudo_legal_moves(movers.without(king.bit() | cannons), stage, &mut generator);
    board.king_steps(movers, stage, generator.sink.sink);
    if quiet && !board.in_check() {
        board.castlings(movers, generator.sink.sink);
    }
    generator.cannons(movers & cannons);
    generator.wizards(movers & board.of_kind(WIZARD));
    if quiet {
        generator.elephants(movers & board.of_kind(ELEPHANT));
    }
}

struct Generator<'a, S> {
    board: &'a Board<Bilateral>,
    /// Enemy pieces other than Elephants: those that can be captured, killed, frozen or pushed.
    victims: Bitboard,
    captures: Bitboard,
    quiets: Bitboard,
    /// In check, a move of another piece than the king must leave, enter or change one of these squares; else all
    /// squares.
    answers: Bitboard,
    sink: Tested<'a, Bilateral, S>,
}

impl<S: MoveSink> Generator<'_, S> {
    /// Adds the moves of the piece on `from` to those of `targets` that may answer a check.
    #[inline(always)]
    fn arrivals(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        let answering = if self.answers.has(from) { targets } else { targets & self.answers };
        self.sink.targets(from, answering, kind, argument);
    }

    #[inline(always)]
    fn cannons(&mut self, cannons: Bitboard) {
        let (board, occupied) = (self.board, self.board.occupied());
        let blocks = board.of(!board.side(), ELEPHANT);
        for from in cannons {
            let form = if board.of_kind(PAO).has(from) { PAO } else { VAO };
            let mut targets = slides(form, from, occupied) & self.quiets;
            if self.captures.any() {
                targets |= hops(form, from, occupied, blocks) & self.victims;
            }
            self.arrivals(from, targets, MoveKind::Normal, 0);
            self.arrivals(from, targets, MoveKind::Special, Special::Flip.argument());
            // A flip in place opens and closes no line: it neither answers a check nor exposes the king.
            if self.quiets.any() && !board.in_check() {
                self.sink.sink.one(Special::Flip.to_move(from, from));
            }
        }
    }

    #[inline(always)]
    fn wizards(&mut self, wizards: Bitboard) {
        for from in wizards {
            if self.captures.any() {
                self.kills(from);
            }
            if self.quiets.any() {
                let mut targets = walks(from) & self.quiets;
                if self.board.state().may_open(from) {
                    targets |= targets.into_iter().fold(Bitboard::EMPTY, |all, via| all | walks(via)) & self.quiets;
                }
                self.arrivals(from, targets, MoveKind::Normal, 0);
                self.freezes(from);
            }
        }
    }

    #[inline(always)]
    fn kills(&mut self, from: Square) {
        let reached = ride_ends(from) & self.victims & self.answers;
        if reached.any() {
            let kills = free_rides(from, reached, self.board.occupied());
            // The victim leaves its square, the wizard does not.
            let risky = kills & self.sink.risky_from;
            self.sink.sink.targets(from, kills ^ risky, MoveKind::Special, Special::Kill.argument());
            risky.into_iter().for_each(|to| self.sink.one(Special::Kill.to_move(from, to)));
        }
    }

    #[inline(always)]
    fn freezes(&mut self, from: Square) {
        let near = neighbours(from) & self.victims;
        if near.is_empty() {
            return;
        }
        let new = near.without(self.board.state().frozen_by(from));
        if self.board.in_check() {
            // Only freezing a checker can answer the check.
            let checkers = new & self.board.checkers();
            checkers.into_iter().for_each(|to| self.sink.one(Special::Freeze.to_move(from, to)));
        } else {
            self.sink.sink.targets(from, new, MoveKind::Special, Special::Freeze.argument());
        }
    }

    /// Opening moves and pushes of Elephants. Their steps are in the piece table.
    #[inline(always)]
    fn elephants(&mut self, elephants: Bitboard) {
        let board = self.board;
        for from in elephants {
            let near = leaps(Leap::Wazir, Color::White, from);
            if board.state().may_open(from) {
                let first = near & self.quiets;
                let straight = first.east() | first.west() | first.forward(Color::White) | first.forward(Color::Black);
                self.arrivals(from, straight & self.quiets, MoveKind::Normal, 0);
            }
            for to in near & self.victims {
                if let Some(beyond) = beyond(from, to).filter(|&square| self.quiets.has(square)) {
                    self.push(from, to, beyond);
                }
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, beyond: Square) {
        let spec = &SPEC;
        let becomes = self.board.piece_at(to).map_or(&[][..], |pushed: Piece| {
            if spec.promotion_zone(pushed.color()).has(beyond) { spec.promotions(pushed.kind()) } else { &[] }
        });
        if becomes.is_empty() {
            self.sink.one(Special::Push(None).to_move(from, to));
        }
        becomes.iter().for_each(|&kind| self.sink.one(Special::Push(Some(kind)).to_move(from, to)));
    }
}

/// Receives the moves of the piece table.
impl<S: MoveSink> MoveSink for Generator<'_, S> {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        // Only kings and pawns capture Elephants. Pawns use `pawns` below, the king is generated separately.
        self.arrivals(from, targets & (self.victims | self.quiets), kind, argument);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8) {
        let answers = self.answers.0;
        let leaving = if step >= 0 { answers << step } else { answers >> -step };
        self.sink.pawns(targets & Bitboard(answers | leaving), step, kind, argument);
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.sink.one(m);
    }
}
