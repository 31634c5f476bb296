//! Attacks: towers by their height, lame camels, and sweeps of bypassers.

use super::{BYPASSER, EAGLET, HIGHEST, KING, Luotuoqi, MULE, ROOK_CAMEL, height, tower};
use crate::board::Board;
use crate::geometry::{Leap, between, bishop_attacks, king_steps, leaps, rook_attacks};
use crate::types::{Bitboard, Color, Kind, SQUARES, Square};

/// By distance less one and square, the squares at most that many king steps away.
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

/// The squares at most `stones` king steps away (1..=[`HIGHEST`]), including the square itself.
#[inline(always)]
pub(super) fn within(stones: usize, square: Square) -> Bitboard {
    WITHIN[stones - 1][square.index()]
}

/// By square, the squares from which a bypasser sweeps it on an empty board.
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

/// The squares that must be empty for a bypasser on `from` to sweep `victim`: the shortest slide that sweeps it,
/// including its last square. Empty if no slide sweeps it.
///
/// Swept squares lie beside the path. On a slide over p1, p2, p3, … the squares beside the step from p(i) to p(i+1) are
/// swept if the slide reaches at least p(i+2).
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

/// The squares of the 8x8 board.
const ON_BOARD: Bitboard = Bitboard::board(8, 8);

/// The squares that a bypasser sweeps by a slide between two squares of a diagonal; empty if the slide is too short.
#[inline(always)]
pub(super) fn swept(from: Square, to: Square) -> Bitboard {
    let inner = between(from, to);
    let (east, north) = (to.file() > from.file(), to.rank() > from.rank());
    let ahead = if north { Color::White } else { Color::Black };
    // The last step, from the square before `to`, sweeps nothing.
    let beside_end = if east { to.bit().west() } else { to.bit().east() }.forward(!ahead);
    let steps = inner.without(beside_end);
    let sideways = if east { steps.east() } else { steps.west() };
    sideways | steps.forward(ahead)
}

/// By square, its diagonals on an empty board: north-east, north-west, south-east, south-west.
static DIAGONALS: [[Bitboard; 4]; SQUARES] = {
    const DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mut table = [[Bitboard::EMPTY; 4]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let (files, ranks) = DIRECTIONS[direction];
            let mut next = Square::new_unchecked_index(index as u8).offset(files, ranks);
            while let Some(square) = next {
                table[index][direction].0 |= square.bit().0;
                next = square.offset(files, ranks);
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// The squares that a bypasser sweeps by any slide from `from`: those beside the steps of the longest slide in each direction.
#[inline(always)]
fn sweeps_from(from: Square, occupied: Bitboard) -> Bitboard {
    let free = bishop_attacks(from, occupied) & ON_BOARD.without(occupied);
    let [north_east, north_west, south_east, south_west] = DIAGONALS[from.index()].map(|diagonal| free & diagonal);
    // The starts of the steps that are not the last: two squares further the slide goes on.
    let (white, black) = (Color::White, Color::Black);
    let north_east = north_east & north_east.west().west().forward(black).forward(black);
    let north_west = north_west & north_west.east().east().forward(black).forward(black);
    let south_east = south_east & south_east.west().west().forward(white).forward(white);
    let south_west = south_west & south_west.east().east().forward(white).forward(white);
    (north_east | south_east).east()
        | (north_west | south_west).west()
        | (north_east | north_west).forward(white)
        | (south_east | south_west).forward(black)
}

/// The squares that must be empty for a lame camel's leap: the first two straight ahead of its start.
#[inline(always)]
fn camel_path(from: Square, to: Square) -> Bitboard {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let (dx, dy) = if files.abs() > ranks.abs() { (files.signum(), 0) } else { (0, ranks.signum()) };
    let step = dx + dy * crate::types::STRIDE as i8;
    from.shifted(step).bit() | from.shifted(2 * step).bit()
}

/// The targets of a lame camel on a square.
#[inline(always)]
fn camels_from(from: Square, occupied: Bitboard) -> Bitboard {
    CAMELS[from.index()]
        .iter()
        .fold(Bitboard::EMPTY, |all, leap| if (leap.path & occupied).is_empty() { all | leap.targets } else { all })
}

/// The lame camel's two leaps that share a path.
#[derive(Clone, Copy)]
struct CamelLeap {
    path: Bitboard,
    targets: Bitboard,
}

/// The lame camel's leaps by square and direction of the path.
static CAMELS: [[CamelLeap; 4]; SQUARES] = {
    const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut table = [[CamelLeap { path: Bitboard::EMPTY, targets: Bitboard::EMPTY }; 4]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let from = Square::new_unchecked_index(index as u8);
        let mut direction = 0;
        while direction < 4 {
            let (dx, dy) = DIRECTIONS[direction];
            if let (Some(first), Some(second)) = (from.offset(dx, dy), from.offset(2 * dx, 2 * dy)) {
                table[index][direction].path = Bitboard(first.bit().0 | second.bit().0);
                let mut side = -1;
                while side <= 1 {
                    if let Some(target) = from.offset(3 * dx + side * dy, 3 * dy + side * dx) {
                        table[index][direction].targets.0 |= target.bit().0 & ON_BOARD.0;
                    }
                    side += 2;
                }
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// The towers of both sides that have `square` in range.
#[inline(always)]
fn towers_in_range(board: &Board<Luotuoqi>, square: Square) -> Bitboard {
    let near = (1..HIGHEST - 1)
        .fold(Bitboard::EMPTY, |towers, stones| towers | board.of_kind(tower(stones)) & within(stones, square));
    // The two highest have the whole 8x8 board in range.
    near | board.of_kind(tower(HIGHEST - 1)) | board.of_kind(tower(HIGHEST))
}

/// The pieces of `by` that attack `square`, given this occupancy.
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

/// The pieces among `blockers` that uncover an attack of `by` on `square` if they leave.
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

/// The squares that a piece attacks from `from`, including those of own pieces.
#[inline(always)]
pub(super) fn captures_from(kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        EAGLET => leaps(Leap::ForwardFerz, color, from) | leaps(Leap::BackwardWazir, color, from),
        MULE => leaps(Leap::Knight, color, from) | leaps(Leap::Wazir, color, from),
        ROOK_CAMEL => rook_attacks(from, occupied) | camels_from(from, occupied),
        BYPASSER => sweeps_from(from, occupied),
        KING => king_steps(from),
        _ => (rook_attacks(from, occupied) | bishop_attacks(from, occupied)) & within(height(kind).max(1), from),
    }
}

/// The squares to which a piece moves from `from` if they are empty.
#[inline(always)]
pub(super) fn quiets_from(kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    if kind == BYPASSER { bishop_attacks(from, occupied) } else { captures_from(kind, color, from, occupied) }
}

/// The squares from which a piece of `by` gives or may give check to a king on `king`, and the subset from which it
/// may: leaps and sweeps, whose paths are not tested.
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn a_bypasser_sweeps_what_its_slides_sweep() {
        let mut random = SmallRng::seed_from_u64(1);
        for _ in 0..2_000 {
            let occupied = Bitboard(random.random::<u128>() & random.random::<u128>()) & ON_BOARD;
            for from in ON_BOARD {
                let slides = bishop_attacks(from, occupied) & ON_BOARD.without(occupied);
                let all = slides.into_iter().fold(Bitboard::EMPTY, |all, to| all | swept(from, to));
                assert_eq!(sweeps_from(from, occupied), all, "{from:?} {occupied:?}");
            }
        }
    }
}
