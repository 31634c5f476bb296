//! How far pieces reach, and what their squares are worth beside their placement.

use super::super::tally::{Attacks, Tally};
use super::super::weights::Weights;
use super::Size::{One, Table};
use super::king::{AIMED, ATTACKER, king_zone};
use crate::board::{Board, Component, Rules, Spec, for_each_kind};
use crate::geometry::set_pawn_attacks;
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, SQUARES};

/// The number of steps of the mobility tables.
const MOBILITY_STEPS: usize = 16;

terms! { of pieces
    /// By the number of squares to which it can move, in [`MOBILITY_STEPS`] steps up to its maximum on an empty board.
    MOBILITY: "mobility", Table(MOBILITY_STEPS), |_, step| [4 * (step as i32 - 6).min(6); 2];
    /// There are pieces of this kind on squares of both colours (colour-bound kinds only).
    PAIR: "pair", One, |piece, _| [piece.value / 8; 2];
    /// No pawn on its file (only kinds that slide along files).
    OPEN_FILE: "open_file", One, |_, _| [20, 5];
    /// No own pawn on its file, but an enemy pawn (only kinds that slide along files).
    HALF_OPEN_FILE: "half_open_file", One, |_, _| [10, 5];
    /// In the far half, defended by a pawn, on a square that no enemy pawn can attack any more.
    OUTPOST: "outpost", One, |_, _| [10, 10];
    /// It can be crowned by its next move on a square that no enemy pawn attacks (not pawns).
    CROWNING: "crowning", One, |_, _| [25, 25];
}

/// Sets of squares that several piece terms need, from the view of one side.
struct Areas {
    /// Squares that count for mobility: not occupied by own pieces and not attacked by enemy pawns.
    mobility: Bitboard,
    /// The squares around the enemy king.
    king_zone: Bitboard,
    /// The promotion zone.
    promotion: Bitboard,
    /// Squares of the far half defended by own pawns that no enemy pawn can attack any more.
    outposts: Bitboard,
    /// Files without own pawns.
    half_open: Bitboard,
    /// Files without pawns.
    open: Bitboard,
}

/// Counts mobility, crownings, pairs, files, outposts and aims at the king of a side's pieces. `attacks`, which is empty,
/// becomes what the side attacks.
#[inline(always)]
pub(in crate::eval) fn count<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    pawn_attacks: [Bitboard; 2],
    attacks: &mut Attacks,
    tally: &mut Tally<LISTED>,
) {
    let spec = board.spec();
    let (own_attacks, enemy_attacks) = (pawn_attacks[color.index()], pawn_attacks[color.other().index()]);
    let half_open = spec.board.without((board.pawns() & board.of_color(color)).fill_files());
    let areas = Areas {
        mobility: spec.board.without(board.of_color(color) | enemy_attacks),
        king_zone: king_zone(board, !color),
        promotion: spec.promotion_zone(color),
        outposts: (own_attacks & far_half(spec, color)).without(enemy_pawn_reach(board, color)),
        half_open,
        open: half_open.without((board.pawns() & board.of_color(!color)).fill_files()),
    };
    attacks.by_pawns = own_attacks;
    attacks.all = own_attacks;
    attacks.by_others = own_attacks;
    for_each_kind!(R, spec.all_kinds(), |kind| {
        if spec.royals.has(kind) {
            let king = board.of(color, kind).first();
            let attacked = king.map(|king| board.captures_from(kind, color, king));
            let attacked = attacked.unwrap_or(Bitboard::EMPTY) & spec.board;
            attacks.by_kind[kind.index()] = attacked;
            attacks.twice |= attacks.all & attacked;
            attacks.all |= attacked;
        } else if !spec.pawns.has(kind) {
            kind_terms(board, weights, color, kind, &areas, attacks, tally);
            attacks.by_others |= attacks.by_kind[kind.index()];
        }
    });
}

/// [`count`] for the pieces of one kind.
#[inline(always)]
fn kind_terms<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    kind: Kind,
    areas: &Areas,
    attacks: &mut Attacks,
    tally: &mut Tally<LISTED>,
) {
    let spec = board.spec();
    let pieces = board.of(color, kind);
    for square in pieces {
        let attacked = board.captures_from(kind, color, square) & spec.board;
        attacks.by_kind[kind.index()] |= attacked;
        attacks.twice |= attacks.all & attacked;
        attacks.all |= attacked;
        let mut reached = attacked & areas.mobility;
        if !spec.uniform.has(kind) {
            reached |= board.quiets_from(kind, color, square) & areas.mobility.without(board.occupied());
        }
        if !spec.promotions(kind).is_empty() && (reached & areas.promotion).any() {
            tally.add(CROWNING.of(kind), 1);
        }
        let step = weights.mobility_step(kind, reached.count());
        tally.add(MOBILITY.at(step).of(kind), 1);
        let aimed = (attacked & areas.king_zone).count() as i32;
        if aimed > 0 {
            tally.add_attack(ATTACKER.of(kind), 1);
            tally.add_attack(AIMED.of(kind), aimed);
        }
    }
    set_terms(board, kind, pieces, areas, tally);
}

/// The terms of [`kind_terms`] that are counted for all pieces of the kind at once.
#[inline(always)]
fn set_terms<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    kind: Kind,
    pieces: Bitboard,
    areas: &Areas,
    tally: &mut Tally<LISTED>,
) {
    if pieces.is_empty() {
        return;
    }
    if board.spec().color_bound.has(kind) && (pieces & Bitboard::LIGHT).any() && pieces.without(Bitboard::LIGHT).any() {
        tally.add(PAIR.of(kind), 1);
    }
    tally.add(OUTPOST.of(kind), (pieces & areas.outposts).count() as i32);
    if board.spec().capturers(Component::RookSlide).has(kind) {
        tally.add(OPEN_FILE.of(kind), (pieces & areas.open).count() as i32);
        tally.add(HALF_OPEN_FILE.of(kind), (pieces & areas.half_open.without(areas.open)).count() as i32);
    }
}

/// The half of the board that is farther from `color`, with the middle rank if there is one.
#[inline(always)]
fn far_half(spec: &Spec, color: Color) -> Bitboard {
    let page = &spec.page;
    let mut half = Bitboard::EMPTY;
    for rank in page.ranks / 2..page.ranks {
        half |= spec.rank_of(color, rank);
    }
    half
}

/// The squares that pawns of the other side attack now or after moving ahead.
fn enemy_pawn_reach<R: Rules>(board: &Board<R>, color: Color) -> Bitboard {
    let enemies = board.pawns() & board.of_color(!color);
    set_pawn_attacks(!color, enemies.fill_forward(!color))
}

/// By kind and number of squares to which a piece can move, its step of the mobility table.
pub(in crate::eval) fn mobility_steps(spec: &'static Spec) -> Box<[[u8; SQUARES + 1]; MAX_KINDS]> {
    Box::new(std::array::from_fn(|kind| {
        let most = max_mobility(spec, kind);
        std::array::from_fn(|reached| mobility_step(most, reached as u32))
    }))
}

/// The step of the mobility table for a piece that can move to `reached` squares, of at most `most`.
fn mobility_step(most: u32, reached: u32) -> u8 {
    let last = MOBILITY_STEPS as u32 - 1;
    // Below eight squares each one is a step; above, the remaining steps are spread evenly.
    let step =
        if most <= last { reached } else { reached.min(7) + reached.saturating_sub(7) * (last - 7) / (most - 7) };
    step.min(last) as u8
}

/// The maximum number of squares that a kind reaches from any square of an empty board, at least 8.
fn max_mobility(spec: &'static Spec, kind: usize) -> u32 {
    if kind >= spec.kinds() {
        return 8;
    }
    let reach = |from| spec.tables().potential(Kind::new(kind), Color::White, from).count();
    spec.board.into_iter().map(reach).max().unwrap_or(0).max(8)
}
