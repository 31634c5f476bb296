//! The classical evaluation: counts the terms of a position for both sides.

use super::Sum;
use super::structure::{SideStructure, Structure};
use super::terms::{PieceTerm, SCALES, Term};
use super::trace::TermList;
use super::weights::Weights;
use crate::board::{Board, Component, Rules, Spec, Tactics, for_each_kind};
use crate::geometry::{king_steps, set_pawn_attacks};
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, STRIDE, Square};

/// Sums up the counted terms of one side after the other, and lists them if they are `LISTED`, as a network asks for. The code
/// that counts is compiled for these two uses only: all others take one of them.
pub(super) struct Tally<'w, 't, const LISTED: bool> {
    /// What they are worth.
    pub sum: Sum<'w>,
    /// The terms.
    pub list: TermList<'t>,
}

impl<const LISTED: bool> Tally<'_, '_, LISTED> {
    /// What follows is counted for this side.
    #[inline(always)]
    fn begin(&mut self, color: Color) {
        self.sum.begin(color);
        if LISTED {
            self.list.begin(color);
        }
    }

    /// The side has the term with this number `count` times.
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.sum.add(term, count);
            if LISTED {
                self.list.add(term, count);
            }
        }
    }

    /// The pressure on the side's own king has the term with this number `count` times.
    #[inline(always)]
    fn add_pressure(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.sum.add_pressure(term, count);
            if LISTED {
                self.list.add(term, count);
            }
        }
    }

    /// The pressure on the enemy king has the term with this number `count` times.
    #[inline(always)]
    fn add_attack(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.sum.add_attack(term, count);
            if LISTED {
                self.list.add_to_enemy(term, count);
            }
        }
    }

    /// The side has these terms of pawns and king.
    #[inline(always)]
    fn add_structure(&mut self, structure: &SideStructure) {
        self.sum.add_structure(structure);
        if LISTED {
            self.list.add_structure(structure);
        }
    }

    /// Ends what is counted for the side.
    #[inline(always)]
    fn end(&mut self) {
        self.sum.end();
    }
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by_pawns: Bitboard,
    by_kind: [Bitboard; MAX_KINDS],
    all: Bitboard,
    /// Attacked at least twice, where all pawns together count as one attacker.
    twice: Bitboard,
    /// Attacked by pawns or pieces other than the king.
    by_others: Bitboard,
}

/// Counts every term but placement. `structure` is the position's. The tally comes and goes by value, so that its counters
/// can be kept in registers.
pub(super) fn count_terms<'w, 't, R: Tactics, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    structure: Structure,
    tally: Tally<'w, 't, LISTED>,
) -> Tally<'w, 't, LISTED> {
    let mut counted = tally;
    let tally = &mut counted;
    let pawn_attacks =
        Color::BOTH.map(|color| set_pawn_attacks(color, board.pawns() & board.of_color(color)) & board.spec().board);
    // Loops: a copy of this much code for each side is no faster, and takes long to compile.
    let mut attacks = [Attacks::default(); 2];
    for color in Color::BOTH {
        tally.begin(color);
        attacks[color.index()] = piece_terms(board, weights, color, pawn_attacks, tally);
        tally.end();
    }
    for color in Color::BOTH {
        tally.begin(color);
        let by_sides = [&attacks[color.index()], &attacks[color.other().index()]];
        let structure = structure[color.index()];
        tally.add_structure(structure);
        side_terms(board, weights, color, structure, pawn_attacks, by_sides, tally);
        tally.add(Term::Tempo.index(), i32::from(color == board.side()));
        tally.end();
    }
    R::own_terms(board, |color, number, count| {
        tally.begin(color);
        tally.add(Term::Own(number).index(), count);
        tally.end();
    });
    counted
}

/// Counts the terms of a side for which the attacks of both sides are needed.
#[inline(always)]
fn side_terms<R: Tactics, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    structure: &SideStructure,
    pawn_attacks: [Bitboard; 2],
    [own, enemy]: [&Attacks; 2],
    tally: &mut Tally<LISTED>,
) {
    for square in structure.passed {
        passed_terms(board, color, square, pawn_attacks, enemy.all, tally);
    }
    pressure_terms(board, color, own, enemy, tally);
    threat_terms(board, weights, color, own, enemy, tally);
}

/// The counts of the scale terms if `strong` is better, see [`Term::Scale`].
#[inline(always)]
pub(super) fn scale_terms<R: Rules>(board: &Board<R>, strong: Color) -> [i32; SCALES] {
    let pawns = board.pawns() & board.of_color(strong);
    let files = board.spec().page.files;
    let wings = (0..files.div_ceil(4)).fold([Bitboard::EMPTY; 2], |[west, east], file| {
        [west | Bitboard::file(file), east | Bitboard::file(files - 1 - file)]
    });
    let both_wings = wings.into_iter().all(|wing| (pawns & wing).any());
    [1, pawns.count() as i32, both_wings.into()]
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

/// Counts mobility, crownings, pairs, files, outposts and aims at the king of a side's pieces. Returns what the side
/// attacks.
#[inline(always)]
fn piece_terms<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    pawn_attacks: [Bitboard; 2],
    tally: &mut Tally<LISTED>,
) -> Attacks {
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
    let mut attacks = Attacks {
        by_pawns: own_attacks,
        by_kind: [Bitboard::EMPTY; MAX_KINDS],
        all: own_attacks,
        twice: Bitboard::EMPTY,
        by_others: own_attacks,
    };
    for_each_kind!(R, spec, |kind| {
        if spec.royals.has(kind) {
            let king = board.of(color, kind).first();
            let attacked = king.map(|king| board.captures_from(kind, color, king));
            let attacked = attacked.unwrap_or(Bitboard::EMPTY) & spec.board;
            attacks.by_kind[kind.index()] = attacked;
            attacks.twice |= attacks.all & attacked;
            attacks.all |= attacked;
        } else if !spec.pawns.has(kind) {
            kind_terms(board, weights, color, kind, &areas, &mut attacks, tally);
            attacks.by_others |= attacks.by_kind[kind.index()];
        }
    });
    attacks
}

/// [`piece_terms`] for the pieces of one kind.
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
    let moves = spec.piece(kind).moves;
    let pieces = board.of(color, kind);
    for square in pieces {
        let attacked = board.captures_from(kind, color, square) & spec.board;
        attacks.by_kind[kind.index()] |= attacked;
        attacks.twice |= attacks.all & attacked;
        attacks.all |= attacked;
        let mut reached = attacked & areas.mobility;
        if !moves.is_uniform {
            reached |= board.quiets_from(kind, color, square) & areas.mobility.without(board.occupied());
        }
        if !spec.promotions(kind).is_empty() && (reached & areas.promotion).any() {
            tally.add(PieceTerm::Crowning.of(kind), 1);
        }
        let step = weights.mobility_step(kind, reached.count());
        tally.add(PieceTerm::Mobility(step).of(kind), 1);
        let aimed = (attacked & areas.king_zone).count() as i32;
        if aimed > 0 {
            tally.add_attack(PieceTerm::Attacker.of(kind), 1);
            tally.add_attack(PieceTerm::Aimed.of(kind), aimed);
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
    let moves = board.spec().piece(kind).moves.captures;
    if board.spec().color_bound.has(kind) && (pieces & LIGHT).any() && pieces.without(LIGHT).any() {
        tally.add(PieceTerm::Pair.of(kind), 1);
    }
    tally.add(PieceTerm::Outpost.of(kind), (pieces & areas.outposts).count() as i32);
    if moves.has(Component::RookSlide) {
        tally.add(PieceTerm::OpenFile.of(kind), (pieces & areas.open).count() as i32);
        tally.add(PieceTerm::HalfOpenFile.of(kind), (pieces & areas.half_open.without(areas.open)).count() as i32);
    }
}

/// The light squares.
const LIGHT: Bitboard = {
    let mut bits = 0;
    let mut index = 0;
    while index < 120 {
        if (index % STRIDE + index / STRIDE) % 2 == 1 {
            bits |= 1 << index;
        }
        index += 1;
    }
    Bitboard(bits)
};

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

/// The king's square, its neighbours, and the squares one rank ahead of these.
fn king_zone<R: Rules>(board: &Board<R>, color: Color) -> Bitboard {
    let near = king_steps(board.king(color)) | board.king(color).bit();
    (near | near.forward(color)) & board.spec().board
}

/// The squares that pawns of the other side attack now or after moving ahead.
fn enemy_pawn_reach<R: Rules>(board: &Board<R>, color: Color) -> Bitboard {
    let enemies = board.pawns() & board.of_color(!color);
    set_pawn_attacks(!color, enemies.fill_forward(!color))
}

/// Counts the terms of a passed pawn on `square`. `attacked` is what the enemy attacks.
#[inline(always)]
fn passed_terms<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    color: Color,
    square: Square,
    pawn_attacks: [Bitboard; 2],
    attacked: Bitboard,
    tally: &mut Tally<LISTED>,
) {
    let page = &board.spec().page;
    let rank = square.rank_for(color, page.ranks) as usize;
    tally.add(Term::Passed(rank).index(), 1);
    if pawn_attacks[color.index()].has(square) {
        tally.add(Term::PassedDefended.index(), 1);
    }
    let Some(next) = (square.bit().forward(color) & board.spec().board).first() else { return };
    if !board.occupied().has(next) {
        tally.add(Term::PassedFree(rank).index(), 1);
    }
    let path = square.bit().forward(color).fill_forward(color) & board.spec().board;
    if (path & (board.occupied() | attacked)).is_empty() {
        tally.add(Term::PassedSafe(rank).index(), 1);
    }
    let advanced = rank as i32 + 1 - i32::from(page.ranks / 2);
    if advanced > 0 {
        let steps = |king: Square| i32::from(king.distance(next).min(5)) * advanced;
        tally.add(Term::PassedOwnKing.index(), steps(board.king(color)));
        tally.add(Term::PassedEnemyKing.index(), steps(board.king(!color)));
    }
}

/// Counts the pressure on a side's king, except for the aims counted in [`piece_terms`]. `own` is the king's side.
#[inline(always)]
fn pressure_terms<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    tally: &mut Tally<LISTED>,
) {
    let spec = board.spec();
    let king = board.king(color);
    let near = king_steps(king) & spec.board;
    let count = |set: Bitboard| set.count() as i32;
    tally.add_pressure(Term::Pressure.index(), 1);
    tally.add_pressure(Term::Weak.index(), count((near & enemy.all).without(own.by_others)));
    let flank = king.bit().grown().grown().grown() & spec.board;
    tally.add_pressure(Term::Besieged.index(), count(flank & enemy.all) + count(flank & enemy.twice));
    tally.add_pressure(Term::Guarded.index(), count(flank & own.all));
    let zone = king_zone(board, color);
    let safe = spec.board.without(own.by_others | near.without(enemy.twice));
    // By symmetry, a piece checks from where the king would attack if it moved like the piece. All kinds first: the compiler
    // then looks up once what several of them share.
    let mut checked_from = [Bitboard::EMPTY; MAX_KINDS];
    for_each_kind!(R, spec, |kind| {
        if !spec.royals.has(kind) && !spec.pawns.has(kind) {
            checked_from[kind.index()] = board.captures_from(kind, color, king);
        }
    });
    for_each_kind!(R, spec, |kind| {
        if !spec.royals.has(kind) {
            if !spec.pawns.has(kind) {
                let reached = enemy.by_kind[kind.index()].without(board.of_color(!color));
                let checks = checked_from[kind.index()] & reached;
                if checks.any() {
                    let safe = checks & safe;
                    tally.add_pressure(PieceTerm::SafeCheck.of(kind), count(safe));
                    tally.add_pressure(Term::UnsafeCheck.index(), count(checks ^ safe));
                }
            }
            tally.add_pressure(PieceTerm::Defender.of(kind), count(zone & board.of(color, kind)));
        }
    });
}

/// Counts a side's pieces that are attacked by less valuable ones or hanging.
#[inline(always)]
fn threat_terms<R: Rules, const LISTED: bool>(
    board: &Board<R>,
    weights: &Weights,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    tally: &mut Tally<LISTED>,
) {
    let spec = board.spec();
    let mut cheaper = enemy.by_pawns;
    for &kind in weights.exchange().cheapest_first() {
        if spec.royals.has(kind) {
            continue;
        }
        let pieces = board.of(color, kind);
        let attacked = pieces & enemy.all;
        if attacked.any() {
            let by_pawn = attacked & enemy.by_pawns;
            let by_cheaper = (attacked & cheaper).without(by_pawn);
            let hanging = attacked.without(own.all);
            tally.add(PieceTerm::AttackedByPawn.of(kind), by_pawn.count() as i32);
            tally.add(PieceTerm::AttackedByCheaper.of(kind), by_cheaper.count() as i32);
            tally.add(PieceTerm::Hanging.of(kind), hanging.count() as i32);
        }
        cheaper |= enemy.by_kind[kind.index()];
    }
}
