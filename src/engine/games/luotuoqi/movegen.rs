//! Generation of legal moves, including first halves of double turns.

use super::attacks::{captures_from, checks_on, swept, uncovering, within};
use super::play::SWEEP;
use super::{BYPASSER, EAGLET, HIGHEST, KING, Luotuoqi, MULE, ROOK_CAMEL, SPEC, TOWERS, tower};
use crate::board::{Board, KindSets, MoveSink, Rules, Tested};
use crate::geometry::{bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Kind, KindSet, Move, MoveKind, Square, Stage};

/// Generates the legal moves of a stage for the pieces on `movers`.
#[inline(always)]
pub(super) fn generate(board: &Board<Luotuoqi>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
    if board.state().holder == board.side() {
        generate_single(board, movers, stage, &mut CubeSink::new(board, sink));
    } else {
        generate_single(board, movers, stage, sink);
    }
}

/// Generates the legal moves after which the turn passes.
#[inline(always)]
fn generate_single(board: &Board<Luotuoqi>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
    let us = board.side();
    let risky_from =
        if board.in_check() { Bitboard::FULL } else { uncovering(board, board.king(us), !us, board.of_color(us)) };
    let (noisy, quiet) = (stage != Stage::Quiet, stage != Stage::Noisy);
    let enemies = board.of_color(!us);
    let empty = SPEC.board.without(board.occupied());
    let mut generator = Generator {
        board,
        captures: if noisy { enemies } else { Bitboard::EMPTY },
        quiets: if quiet { empty } else { Bitboard::EMPTY },
        sink: Tested { board, risky_from, risky_to: Bitboard::EMPTY, sink },
    };
    board.king_steps(movers, stage, generator.sink.sink);
    generator.plain_pieces(EAGLET, movers);
    generator.plain_pieces(MULE, movers);
    generator.plain_pieces(ROOK_CAMEL, movers);
    generator.bypassers(movers);
    for stones in 1..=HIGHEST {
        generator.towers(stones, movers, quiet);
    }
    if noisy && !board.in_check() {
        generator.promotions(movers);
    }
    if quiet && !board.in_check() {
        board.castlings(movers, generator.sink.sink);
    }
}

struct Generator<'a, S> {
    board: &'a Board<Luotuoqi>,
    captures: Bitboard,
    quiets: Bitboard,
    sink: Tested<'a, Luotuoqi, S>,
}

impl<S: MoveSink> Generator<'_, S> {
    /// Moves of a kind that captures as it moves.
    #[inline(always)]
    fn plain_pieces(&mut self, kind: Kind, movers: Bitboard) {
        for from in self.board.of_kind(kind) & movers {
            let targets = captures_from(kind, self.board.side(), from, self.board.occupied());
            self.sink.targets(from, targets & (self.captures | self.quiets), MoveKind::Normal, 0);
        }
    }

    #[inline(always)]
    fn bypassers(&mut self, movers: Bitboard) {
        let (board, enemies) = (self.board, self.board.of_color(!self.board.side()));
        let empty = SPEC.board.without(board.occupied());
        for from in board.of_kind(BYPASSER) & movers {
            let slides = bishop_attacks(from, board.occupied()) & empty;
            let mut quiet = slides;
            for to in slides.without(within(2, from)) {
                if (swept(from, to) & enemies).any() {
                    quiet ^= to.bit();
                    if self.captures.any() {
                        self.sink.one(Move::new(from, to, MoveKind::Special, SWEEP));
                    }
                }
            }
            self.sink.targets(from, quiet & self.quiets, MoveKind::Normal, 0);
        }
    }

    /// Moves of the towers of one height, whole or split. Merges are quiet moves.
    #[inline(always)]
    fn towers(&mut self, stones: usize, movers: Bitboard, quiet: bool) {
        let board = self.board;
        for from in board.of_kind(tower(stones)) & movers {
            let lines = rook_attacks(from, board.occupied()) | bishop_attacks(from, board.occupied());
            let mut mergeable =
                if quiet { board.of_kinds(TOWERS) & board.of_color(board.side()) } else { Bitboard::EMPTY };
            for moved in 1..=stones {
                let reach = lines & within(moved, from);
                let kind = if moved == stones { MoveKind::Normal } else { MoveKind::Special };
                let argument = if moved == stones { 0 } else { moved as u8 };
                self.sink.targets(from, reach & (self.captures | self.quiets), kind, argument);
                // Each further stone makes the highest towers too high to merge with.
                mergeable = mergeable.without(board.of_kind(tower(HIGHEST + 1 - moved)));
                self.sink.targets(from, reach & mergeable, MoveKind::Special, moved as u8);
            }
        }
    }

    /// Promotions of eaglets. They can neither answer a check nor uncover one.
    #[inline(always)]
    fn promotions(&mut self, movers: Bitboard) {
        for from in fledged(self.board, self.board.side()) & movers {
            let mut kinds = promotions_of(self.board, from).0;
            while kinds != 0 {
                let kind = kinds.trailing_zeros() as u8;
                kinds &= kinds - 1;
                self.sink.sink.one(Move::new(from, from, MoveKind::Promotion, kind));
            }
        }
    }
}

/// The eaglets of a side that may promote: they stand between two pieces of one kind.
#[inline(always)]
pub(super) fn fledged(board: &Board<Luotuoqi>, color: Color) -> Bitboard {
    let mut flanked = Bitboard::EMPTY;
    for index in 0..SPEC.kinds() {
        let kind = Kind::new(index);
        let pieces = board.of_kind(kind);
        if kind != KING && kind != EAGLET && pieces.several() {
            let (east, west) = (pieces.east(), pieces.west());
            flanked |= east & west
                | pieces.forward(Color::White) & pieces.forward(Color::Black)
                | east.forward(Color::White) & west.forward(Color::Black)
                | east.forward(Color::Black) & west.forward(Color::White);
        }
    }
    board.of(color, EAGLET) & flanked
}

/// The kinds to which an eaglet on `square` may promote: those with two pieces on opposite sides of it.
#[inline(always)]
pub(super) fn promotions_of(board: &Board<Luotuoqi>, square: Square) -> KindSet {
    const AXES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let mut found = KindSet::default();
    for (files, ranks) in AXES {
        let flank = |sign: i8| Some(board.piece_at(square.offset(sign * files, sign * ranks)?)?.kind());
        let Some(one) = flank(1) else { continue };
        if flank(-1) == Some(one) && one != KING && one != EAGLET {
            found = found.with(one);
        }
    }
    found
}

/// A sink for legal moves of the Cube's holder. It passes them on, and also as first half of a double turn unless they
/// capture or give check.
struct CubeSink<'a, S> {
    board: &'a Board<Luotuoqi>,
    /// By kind, the squares on which it gives check, or may give check.
    checks: [Bitboard; <<Luotuoqi as Rules>::Sets as KindSets>::LEN],
    /// By kind, the subset on which it may or may not give check.
    uncertain: [Bitboard; <<Luotuoqi as Rules>::Sets as KindSets>::LEN],
    /// A piece that leaves one of these squares uncovers a check, unless it blocks the line again.
    uncovering: Bitboard,
    sink: &'a mut S,
}

impl<'a, S: MoveSink> CubeSink<'a, S> {
    #[inline(always)]
    fn new(board: &'a Board<Luotuoqi>, sink: &'a mut S) -> Self {
        let us = board.side();
        let king = board.king(!us);
        let on_king = |kind| checks_on(king, Kind::new(kind), us, board.occupied());
        let both: [(Bitboard, Bitboard); <<Luotuoqi as Rules>::Sets as KindSets>::LEN] = std::array::from_fn(on_king);
        Self {
            board,
            checks: both.map(|(all, _)| all),
            uncertain: both.map(|(_, uncertain)| uncertain),
            uncovering: uncovering(board, king, us, board.of_color(us)),
            sink,
        }
    }

    #[inline(always)]
    fn arriving(&self, from: Square, kind: MoveKind, argument: u8) -> Kind {
        match kind {
            MoveKind::Special => tower(usize::from(argument).clamp(1, HIGHEST)),
            _ => self.board.piece_at(from).map_or(KING, |piece| piece.kind()),
        }
    }

    /// Passes on the move as first half of a double turn if that is legal.
    #[inline(always)]
    fn add_again(&mut self, m: Move) {
        if self.board.captured_kind(m).is_none() && !self.board.checks_after(m) {
            self.sink.one(m.with_again());
        }
    }
}

impl<S: MoveSink> MoveSink for CubeSink<'_, S> {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind, argument: u8) {
        self.sink.targets(from, targets, kind, argument);
        let quiet = targets.without(self.board.of_color(!self.board.side()));
        let arriving = self.arriving(from, kind, argument);
        // A merged tower has a longer range than the stones that arrive.
        let merges = quiet & self.board.occupied();
        let mut tried = merges | quiet & self.uncertain[arriving.index()];
        if self.uncovering.has(from) {
            tried = quiet;
        }
        let untried = quiet.without(tried | self.checks[arriving.index()]);
        self.sink.targets_again(from, untried, kind, argument);
        tried.into_iter().for_each(|to| self.add_again(Move::new(from, to, kind, argument)));
    }

    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind, argument: u8) {
        self.sink.pawns(targets, step, kind, argument);
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.sink.one(m);
        self.add_again(m);
    }
}
