//! Who attacks what: towers by their height, lame camels, and what bypassers sweep.

use super::{BYPASSER, EAGLET, HIGHEST, KING, Luotuoqi, MULE, ROOK_CAMEL, height, tower};
use crate::board::Board;
use crate::geometry::{Leap, between, bishop_attacks, king_steps, leaps, rook_attacks};
use crate::types::{Bitboard, Color, Kind, SQUARES, Square};

/// By distance less one and square, the squares at most so many king's steps away.
static WITHIN: [[Bitboard; SQUARES]; HIGHEST] = {
    let mut table = [[Bitboard::EMPTY; SQUARES]; HIGHEST];
    let mut index = 0;
    while index < SQUARES {
        let mut near = Square::new_unchecked_index(index as u8).bit();
        let mut distance = 0;
        while distance < HIGHEST {
            near = near.grown();
            table[distance][index] = near;
            distance += 1;
        }
        index += 1;
    }
    table
};

/// The squares at most `stones` king's steps away (1..=[`HIGHEST`]), the square itself among them.
#[inline(always)]
pub(super) fn within(stones: usize, square: Square) -> Bitboard {
    WITHIN[stones - 1][square.index()]
}

/// For each square, from where a bypasser on an empty board sweeps it.
static SWEEPERS: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let bypasser = Square::new_unchecked_index(from as u8);
        let mut at = 0;
        while at < SQUARES {
            if sweep_path(bypasser, Square::new_unchecked_index(at as u8)).any() {
                table[at].0 |= bypasser.bit().0;
            }
            at += 1;
        }
        from += 1;
    }
    table
};

/// The squares that must be empty for a bypasser on `from` to sweep `victim`, the last of them its nearest goal. Empty
/// if it never can.
///
/// Swept squares lie beside the path, an odd number of steps away; of the diagonal slide p1, p2 … those of the step
/// from p(i) to p(i+1) are swept, at the earliest, by the slide that ends on p(i+2).
const fn sweep_path(from: Square, victim: Square) -> Bitboard {
    let files = victim.file() as i8 - from.file() as i8;
    let ranks = victim.rank() as i8 - from.rank() as i8;
    let (far, near) = if files.abs() > ranks.abs() { (files.abs(), ranks.abs()) } else { (ranks.abs(), files.abs()) };
    if near == 0 || far != near + 1 {
        return Bitboard::EMPTY;
    }
    let mut path = Bitboard::EMPTY;
    let mut step = 1;
    while step <= near + 2 {
        match from.offset(step * files.signum(), step * ranks.signum()) {
            Some(square) if ON_BOARD.has(square) => path.0 |= square.bit().0,
            _ => return Bitboard::EMPTY,
        }
        step += 1;
    }
    path
}

const ON_BOARD: Bitboard = Bitboard::board(8, 8);

/// The squares that a bypasser sweeps on its slide between two squares of a diagonal; empty for short slides.
#[inline(always)]
pub(super) fn swept(from: Square, to: Square) -> Bitboard {
    let inner = between(from, to);
    let (east, north) = (to.file() > from.file(), to.rank() > from.rank());
    let ahead = if north { Color::White } else { Color::Black };
    // The last square of the path before `to` begins the last step, whose sides are not swept.
    let beside_end = if east { to.bit().west() } else { to.bit().east() }.forward(!ahead);
    let steps = inner.without(beside_end);
    let sideways = if east { steps.east() } else { steps.west() };
    sideways | steps.forward(ahead)
}

/// The squares that must be empty for a lame camel's leap between two squares, two straight ones from where it starts.
#[inline(always)]
fn camel_path(from: Square, to: Square) -> Bitboard {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let (dx, dy) = if files.abs() > ranks.abs() { (files.signum(), 0) } else { (0, ranks.signum()) };
    let step = dx + dy * crate::types::STRIDE as i8;
    from.shifted(step).bit() | from.shifted(2 * step).bit()
}

/// The lame camel's goals from a square.
#[inline(always)]
pub(super) fn camels_from(from: Square, occupied: Bitboard) -> Bitboard {
    CAMELS[from.index()]
        .iter()
        .fold(Bitboard::EMPTY, |goals, way| if (way.path & occupied).is_empty() { goals | way.goals } else { goals })
}

#[derive(Clone, Copy)]
struct CamelLeap {
    path: Bitboard,
    goals: Bitboard,
}

/// By square, the four straight ways of the lame camel.
static CAMELS: [[CamelLeap; 4]; SQUARES] = {
    const WAYS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut table = [[CamelLeap { path: Bitboard::EMPTY, goals: Bitboard::EMPTY }; 4]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let from = Square::new_unchecked_index(index as u8);
        let mut way = 0;
        while way < 4 {
            let (dx, dy) = WAYS[way];
            if let (Some(first), Some(second)) = (from.offset(dx, dy), from.offset(2 * dx, 2 * dy)) {
                table[index][way].path = Bitboard(first.bit().0 | second.bit().0);
                let mut side = -1;
                while side <= 1 {
                    if let Some(goal) = from.offset(3 * dx + side * dy, 3 * dy + side * dx) {
                        table[index][way].goals.0 |= goal.bit().0 & ON_BOARD.0;
                    }
                    side += 2;
                }
            }
            way += 1;
        }
        index += 1;
    }
    table
};

/// The towers of both sides that reach `square` when the line is free.
#[inline(always)]
fn towers_in_range(board: &Board<Luotuoqi>, square: Square) -> Bitboard {
    let near = (1..HIGHEST - 1)
        .fold(Bitboard::EMPTY, |towers, stones| towers | board.of_kind(tower(stones)) & within(stones, square));
    // On 8x8 these reach everything.
    near | board.of_kind(tower(HIGHEST - 1)) | board.of_kind(tower(HIGHEST))
}

/// The pieces of `by` that capture on `square`, with this occupancy.
#[inline(always)]
pub(super) fn attackers(board: &Board<Luotuoqi>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let towers = towers_in_range(board, square);
    let straight = rook_attacks(square, occupied) & (towers | board.of_kind(ROOK_CAMEL));
    let diagonal = bishop_attacks(square, occupied) & towers;
    let mut attackers = board.leapers_to(square, by) | (straight | diagonal) & board.of_color(by);
    for from in leaps(Leap::Camel, by, square) & board.of(by, ROOK_CAMEL) {
        if (camel_path(from, square) & occupied).is_empty() {
            attackers |= from.bit();
        }
    }
    for from in SWEEPERS[square.index()] & board.of(by, BYPASSER) {
        if (sweep_path(from, square) & occupied).is_empty() {
            attackers |= from.bit();
        }
    }
    attackers
}

/// Those of `blockers` after whose leaving `by` attacks `square`.
#[inline(always)]
pub(super) fn uncovering(board: &Board<Luotuoqi>, square: Square, by: Color, blockers: Bitboard) -> Bitboard {
    let occupied = board.occupied();
    let mut found = Bitboard::EMPTY;
    let mut note = |path: Bitboard| {
        let between = path & occupied;
        if between.any() && !between.several() {
            found |= between & blockers;
        }
    };
    let towers = towers_in_range(board, square);
    let open = occupied.without((rook_attacks(square, occupied) | bishop_attacks(square, occupied)) & blockers);
    let straight = rook_attacks(square, open) & (towers | board.of_kind(ROOK_CAMEL));
    let diagonal = bishop_attacks(square, open) & towers;
    ((straight | diagonal) & board.of_color(by)).into_iter().for_each(|sniper| note(between(square, sniper)));
    let camels = leaps(Leap::Camel, by, square) & board.of(by, ROOK_CAMEL);
    camels.into_iter().for_each(|camel| note(camel_path(camel, square)));
    let bypassers = SWEEPERS[square.index()] & board.of(by, BYPASSER);
    bypassers.into_iter().for_each(|bypasser| note(sweep_path(bypasser, square)));
    found
}

/// The squares on which a piece captures from `from`, own pieces included.
#[inline(always)]
pub(super) fn captures_from(kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        EAGLET => leaps(Leap::ForwardFerz, color, from) | leaps(Leap::BackwardWazir, color, from),
        MULE => leaps(Leap::Knight, color, from) | leaps(Leap::Wazir, color, from),
        ROOK_CAMEL => rook_attacks(from, occupied) | camels_from(from, occupied),
        BYPASSER => {
            let free = bishop_attacks(from, occupied) & ON_BOARD.without(occupied);
            free.into_iter().fold(Bitboard::EMPTY, |all, to| all | swept(from, to))
        }
        KING => king_steps(from),
        _ => (rook_attacks(from, occupied) | bishop_attacks(from, occupied)) & within(height(kind).max(1), from),
    }
}

/// The squares to which it goes when they are empty.
#[inline(always)]
pub(super) fn quiets_from(kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    if kind == BYPASSER { bishop_attacks(from, occupied) } else { captures_from(kind, color, from, occupied) }
}

/// Where a piece of `by` gives check to a king on `king`: the squares from which it does, or may, and among them those
/// from which it only may, when what left its square made way.
#[inline(always)]
pub(super) fn checks_on(king: Square, kind: Kind, by: Color, occupied: Bitboard) -> (Bitboard, Bitboard) {
    match kind {
        KING => (Bitboard::EMPTY, Bitboard::EMPTY),
        BYPASSER => (SWEEPERS[king.index()], SWEEPERS[king.index()]),
        ROOK_CAMEL => {
            let camels = leaps(Leap::Camel, by, king);
            (rook_attacks(king, occupied) | camels, camels)
        }
        _ => (captures_from(kind, !by, king, occupied), Bitboard::EMPTY),
    }
}
