//! Attacks: hops of Can(n)ons over screens and rides of Wizards. Frozen pieces attack nothing.

use super::folded::{ride_ends, rides, walks};
use super::{BISHOP, Bilateral, CANNONS, ELEPHANT, PAO, QUEEN, ROOK, SPEC, VAO, WIZARD};
use crate::board::{Board, reach};
use crate::geometry::{between, bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Kind, SQUARES, Square};

/// By square, the squares in four directions (files, ranks) on an empty board.
const fn rays(directions: [(i8, i8); 4]) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut direction = 0;
        while direction < directions.len() {
            let (files, ranks) = directions[direction];
            let mut next = Square::new_unchecked_index(index as u8).offset(files, ranks);
            while let Some(square) = next {
                table[index].0 |= square.bit().0;
                next = square.offset(files, ranks);
            }
            direction += 1;
        }
        index += 1;
    }
    table
}

static STRAIGHT: [Bitboard; SQUARES] = rays([(0, 1), (1, 0), (0, -1), (-1, 0)]);
static DIAGONAL: [Bitboard; SQUARES] = rays([(1, 1), (1, -1), (-1, -1), (-1, 1)]);

/// The lines through a square along which this form of Can(n)on moves.
#[inline(always)]
pub(super) fn lines(cannon: Kind, square: Square) -> Bitboard {
    if cannon == PAO { STRAIGHT[square.index()] } else { DIAGONAL[square.index()] }
}

/// The squares to which this form of Can(n)on slides, including the first occupied one in each direction.
#[inline(always)]
pub(super) fn slides(cannon: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    if cannon == PAO { rook_attacks(from, occupied) } else { bishop_attacks(from, occupied) }
}

/// The squares behind the first piece in each direction (the screen), including the second occupied one. Pieces among
/// `blocks` cannot be screens (ruling R-BIL-10). Hops are symmetric.
#[inline(always)]
pub(super) fn hops(cannon: Kind, from: Square, occupied: Bitboard, blocks: Bitboard) -> Bitboard {
    let open = slides(cannon, from, occupied);
    let screens = (open & occupied).without(blocks);
    slides(cannon, from, occupied ^ screens).without(open)
}

/// The squares among `ends` at which rides from a square end without obstruction.
#[inline(always)]
pub(super) fn free_rides(from: Square, ends: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    if (ends & ride_ends(from)).any() {
        for ride in rides(from) {
            if ends.has(ride.to()) && (ride.passed() & occupied).is_empty() {
                found |= ride.to().bit();
            }
        }
    }
    found
}

/// The Can(n)ons and Wizards of `by` that attack `square`.
#[inline(always)]
fn special_attackers(board: &Board<Bilateral>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let blocks = board.of(!by, ELEPHANT);
    let mut found = Bitboard::EMPTY;
    for form in [PAO, VAO] {
        let cannons = board.of(by, form) & lines(form, square);
        if cannons.any() {
            found |= hops(form, square, occupied, blocks) & cannons;
        }
    }
    found | free_rides(square, board.of(by, WIZARD), occupied)
}

/// The pieces of `by` that attack `square`. It must not hold an Elephant, which only kings and pawns capture.
#[inline(always)]
pub(super) fn attackers(board: &Board<Bilateral>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let all = board.default_attackers(square, by, occupied) | special_attackers(board, square, by, occupied);
    all.without(board.state().frozen())
}

/// The squares that matter to the safety of a king which is not in check.
pub(super) struct Exposure {
    /// A piece that leaves one of these squares may uncover an attack.
    pub(super) leaving: Bitboard,
    /// A piece that enters one of these squares becomes a screen.
    pub(super) entering: Bitboard,
}

/// The exposure of the king of `us`.
#[inline(always)]
pub(super) fn exposure(board: &Board<Bilateral>, us: Color) -> Exposure {
    let (king, occupied, state) = (board.king(us), board.occupied(), board.state());
    let (straight, diagonal) = (STRAIGHT[king.index()], DIAGONAL[king.index()]);
    let able = board.of_color(!us).without(state.frozen());
    // A wizard that moves away releases the pieces that it freezes.
    let mut exposure = Exposure { leaving: state.freezing_wizards() & board.of_color(us), entering: Bitboard::EMPTY };

    let queens = board.of_kind(QUEEN);
    let sliders = straight & (board.of_kind(ROOK) | queens) | diagonal & (board.of_kind(BISHOP) | queens);
    for slider in sliders & able {
        let blockers = between(king, slider) & occupied;
        if !blockers.several() {
            exposure.leaving |= blockers;
        }
    }
    for cannon in (straight & board.of_kind(PAO) | diagonal & board.of_kind(VAO)) & able {
        let path = between(king, cannon);
        match (path & occupied).count() {
            0 => exposure.entering |= path,
            2 => exposure.leaving |= path & occupied,
            _ => {}
        }
    }
    let wizards = board.of_kind(WIZARD) & able;
    if (wizards & ride_ends(king)).any() {
        for ride in rides(king).iter().filter(|ride| wizards.has(ride.to())) {
            let blockers = ride.passed() & occupied;
            if !blockers.several() {
                exposure.leaving |= blockers;
            }
        }
    }
    exposure
}

/// A move of a piece other than the king must leave, enter or change at least one of these squares to end the checks.
#[inline(always)]
pub(super) fn answers(board: &Board<Bilateral>) -> Bitboard {
    let king = board.king(board.side());
    let mut squares = board.checkers();
    for checker in board.checkers() {
        squares |= between(king, checker);
    }
    let wizards = board.checkers() & board.of_kind(WIZARD);
    if wizards.any() {
        let mine = rides(king).iter().filter(|ride| wizards.has(ride.to()));
        squares |= mine.fold(Bitboard::EMPTY, |all, ride| all | ride.passed());
    }
    squares
}

/// The squares that a piece attacks from `from`, including those of own pieces.
#[inline(always)]
pub(super) fn captures_from(board: &Board<Bilateral>, kind: Kind, color: Color, from: Square) -> Bitboard {
    let occupied = board.occupied();
    match kind {
        _ if board.state().frozen().has(from) => Bitboard::EMPTY,
        PAO | VAO => hops(kind, from, occupied, board.of(!color, ELEPHANT)),
        WIZARD => free_rides(from, Bitboard::FULL, occupied),
        _ => reach(SPEC.piece(kind).moves.captures, color, from, occupied),
    }
}

/// The squares to which a piece moves from `from` if they are empty.
#[inline(always)]
pub(super) fn quiets_from(board: &Board<Bilateral>, kind: Kind, color: Color, from: Square) -> Bitboard {
    match kind {
        _ if board.state().frozen().has(from) => Bitboard::EMPTY,
        WIZARD => walks(from),
        _ => reach(SPEC.piece(kind).moves.quiets, color, from, board.occupied()),
    }
}

/// The squares from which the side to move's pieces of this kind give check.
#[inline(always)]
pub(super) fn checks_from(board: &Board<Bilateral>, kind: Kind) -> Bitboard {
    let (us, occupied) = (board.side(), board.occupied());
    let king = board.king(!us);
    if CANNONS.has(kind) {
        return hops(kind, king, occupied, board.of(!us, ELEPHANT));
    }
    match kind {
        WIZARD => free_rides(king, Bitboard::FULL, occupied),
        _ => reach(SPEC.piece(kind).moves.captures, !us, king, occupied),
    }
}
