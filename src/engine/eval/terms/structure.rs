//! What pawns and kings alone decide: pawn structure, shelter and pawn storm. It is the same in most positions of a search,
//! and is therefore kept in a table ("pawn hash table", <https://www.chessprogramming.org/Pawn_Hash_Table>).

use arrayvec::ArrayVec;

use super::super::listed::TermInput;
use super::super::tapered::Tapered;
use super::super::weights::Weights;
use super::Size::{One, Table};
use super::Term;
use super::king::OPEN_KING;
use crate::board::{Board, Rules, Spec};
use crate::geometry::set_pawn_attacks;
use crate::types::{Bitboard, Color, RANKS, SQUARES, Square};

/// The files on which a king is sheltered.
const SHELTER_FILES: usize = 3;
/// Distances of the nearest pawn ahead of the king: 1, 2, 3 ranks, and more or none.
pub(super) const SHELTER_STEPS: usize = 4;

terms! { of positions
    /// A pawn without own pawns on the neighbouring files, with an enemy pawn on its own file.
    ISOLATED: "isolated", One, |_| [-10, -8];
    /// The same without an enemy pawn on its file.
    ISOLATED_OPEN: "isolated_open", One, |_| [-15, -10];
    /// A pawn behind another one of the same side.
    DOUBLED: "doubled", One, |_| [-5, -12];
    /// A pawn that own pawns can never defend and whose next square an enemy pawn attacks. Isolated pawns do not count.
    BACKWARD: "backward", One, |_| [-8, -6];
    /// A pawn that is defended by a pawn, by rank.
    DEFENDED: "defended", Table(RANKS), |rank| [5 + rank.advanced(), 3 + rank.advanced()];
    /// A pawn with an own pawn directly beside it, by rank.
    PHALANX: "phalanx", Table(RANKS), |rank| [3 + rank.advanced(), 2 + rank.advanced()];
    /// The nearest own pawn ahead of the king on each of three files, by distance.
    SHELTER: "shelter", Table(SHELTER_STEPS), |step| [[15, 8, 0, -15][step.number], 0];
    /// The nearest enemy pawn ahead of the king on each of three files, by distance.
    STORM: "storm", Table(SHELTER_STEPS), |step| [[0, -12, -5, 0][step.number], 0];
}

/// The most different terms of pawns and king of a side: all of them.
const MAX_TERMS: usize = super::total(POSITION_TERMS);

/// The terms of pawns and king of one side.
#[derive(Clone, Default, Debug)]
pub(in crate::eval) struct SideStructure {
    /// The terms, none twice.
    pub terms: ArrayVec<TermInput, MAX_TERMS>,
    /// The terms of the pressure on the king, none twice.
    pub pressure: ArrayVec<TermInput, SHELTER_FILES>,
    /// What both are worth.
    pub sums: [Tapered; 2],
    /// The passed pawns.
    pub passed: Bitboard,
}

/// The pawns and kings of a position.
pub(in crate::eval) struct Pawns {
    spec: &'static Spec,
    /// By colour.
    pawns: [Bitboard; 2],
    /// By colour; `None` without a king.
    kings: [Option<Square>; 2],
}

impl Pawns {
    /// The pawns and kings on a board.
    #[inline(always)]
    pub fn of<R: Rules>(board: &Board<R>) -> Self {
        let pawns = board.pawns();
        Self {
            spec: board.spec(),
            pawns: Color::BOTH.map(|color| pawns & board.of_color(color)),
            kings: Color::BOTH.map(|color| board.has_king(color).then(|| board.king(color))),
        }
    }
}

/// The terms of pawns and kings of a position, by colour.
pub(in crate::eval) type Structure<'a> = [&'a SideStructure; 2];

impl SideStructure {
    /// The structure of a side.
    pub fn of(pawns: &Pawns, color: Color, weights: &Weights) -> Self {
        let mut side = Self::default();
        side.add_pawns(pawns, color);
        side.add_king(pawns, color);
        let sum = |terms: &[TermInput]| {
            let worth = |term: &TermInput| weights.term(term.number.into()) * i32::from(term.count);
            terms.iter().fold(Tapered::ZERO, |sum, term| sum + worth(term))
        };
        side.sums = [sum(&side.terms), sum(&side.pressure)];
        side
    }

    /// Counts the pawn structure.
    fn add_pawns(&mut self, &Pawns { spec, pawns, .. }: &Pawns, color: Color) {
        let (own, enemies) = (pawns[color.index()], pawns[color.other().index()]);
        let attacks = |color: Color, pawns: Bitboard| set_pawn_attacks(color, pawns) & spec.board;
        let files = own.fill_files();
        let beside = files.west() | files.east();
        // No term twice.
        let mut add = |term: Term, pawns: Bitboard| {
            if pawns.any() {
                self.terms.push(TermInput { number: term.index() as u16, count: pawns.count() as i16 });
            }
        };

        let isolated = own.without(beside);
        let isolated_open = isolated.without(enemies.fill_files());
        add(ISOLATED, isolated ^ isolated_open);
        add(ISOLATED_OPEN, isolated_open);
        let doubled = own & own.forward(!color).fill_forward(!color);
        add(DOUBLED, doubled);

        let defensible = set_pawn_attacks(color, own.fill_forward(color));
        let stopped = attacks(!color, enemies).forward(!color);
        add(BACKWARD, (own & stopped).without(defensible | isolated));

        let defended = own & attacks(color, own);
        let phalanx = own & (own.west() | own.east());
        for rank in 0..spec.page.ranks {
            let squares = spec.rank_of(color, rank);
            add(DEFENDED.at(rank.into()), defended & squares);
            add(PHALANX.at(rank.into()), phalanx & squares);
        }
        let ahead_of_enemies = enemies.forward(!color).fill_forward(!color);
        let guarded = ahead_of_enemies | ahead_of_enemies.west() | ahead_of_enemies.east();
        self.passed = own.without(guarded | doubled);
    }

    /// Counts shelter and pawn storm of the king, on its file and the neighbouring files.
    fn add_king(&mut self, &Pawns { spec, pawns, kings }: &Pawns, color: Color) {
        let page = &spec.page;
        let Some(king) = kings[color.index()] else { return };
        let center = king.file().clamp(1.min(page.files - 1), page.files.saturating_sub(2).max(1));
        let (own, enemies) = (pawns[color.index()], pawns[color.other().index()]);
        let ahead = (Bitboard::rank(king.rank()).forward(color)).fill_forward(color);
        for file in center - 1..=center + 1 {
            let lane = Bitboard::file(file) & ahead;
            let shelter = nearest(king, lane & own, color);
            add(&mut self.terms, SHELTER.at(shelter));
            add(&mut self.pressure, OPEN_KING.at(shelter));
            add(&mut self.terms, STORM.at(nearest(king, lane & enemies, color)));
        }
    }
}

/// Adds a term of a file to those that have been counted.
fn add<const MAX: usize>(terms: &mut ArrayVec<TermInput, MAX>, term: Term) {
    let number = term.index() as u16;
    match terms.iter_mut().find(|term| term.number == number) {
        Some(term) => term.count += 1,
        None => terms.push(TermInput { number, count: 1 }),
    }
}

/// The shelter step of the nearest of `pawns`, all ahead of the king: the distance in ranks minus one, at
/// most the last step; the last step if there is no pawn.
fn nearest(king: Square, pawns: Bitboard, color: Color) -> usize {
    let pawn = if color == Color::White { pawns.first() } else { pawns.last() };
    pawn.map_or(SHELTER_STEPS - 1, |pawn| (pawn.rank().abs_diff(king.rank()) as usize - 1).min(SHELTER_STEPS - 1))
}

/// The structures of the positions that were evaluated last, each side's by itself: it depends on the pawns and on the
/// side's own king. The table is small at first, so that a short search does not pay for a large one.
#[derive(Clone)]
pub(in crate::eval) struct StructureTable {
    /// By key, each side in turn; a power of two of them.
    entries: Vec<(u64, SideStructure)>,
    /// How many structures have been computed since the table has this size.
    misses: usize,
}

impl StructureTable {
    const MIN_ENTRIES: usize = 128;
    /// More entries would push other data out of the processor's caches.
    const MAX_ENTRIES: usize = 2_048;

    /// An empty table.
    pub fn new() -> Self {
        Self::of_size(Self::MIN_ENTRIES)
    }

    fn of_size(entries: usize) -> Self {
        // A key that belongs to another entry, so that none is found before it is there.
        Self { entries: (0..entries as u64).map(|number| (number ^ 2, SideStructure::default())).collect(), misses: 0 }
    }

    /// The structure of a position. All positions must be of one game, and all weights the same.
    #[inline(always)]
    pub fn get<R: Rules>(&mut self, board: &Board<R>, weights: &Weights) -> Structure<'_> {
        let keys = Color::BOTH.map(|color| key(board, color));
        if Color::BOTH.into_iter().any(|color| self.entries[self.index(keys[color.index()])].0 != keys[color.index()]) {
            self.complete(&Pawns::of(board), weights, keys);
        }
        keys.map(|key| &self.entries[self.index(key)].1)
    }

    /// Computes the structures of a position that are missing.
    #[inline(never)]
    fn complete(&mut self, pawns: &Pawns, weights: &Weights, keys: [u64; 2]) {
        if self.misses > self.entries.len() && self.entries.len() < Self::MAX_ENTRIES {
            *self = Self::of_size(4 * self.entries.len());
        }
        for color in Color::BOTH {
            let key = keys[color.index()];
            let index = self.index(key);
            if self.entries[index].0 != key {
                self.misses += 1;
                self.entries[index] = (key, SideStructure::of(pawns, color, weights));
            }
        }
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

/// A hash key of the pawns and a side's king; its last bit is the side.
#[inline(always)]
fn key<R: Rules>(board: &Board<R>, color: Color) -> u64 {
    /// Odd, so that different kings have different products; 2^64 divided by the golden ratio.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let king = if board.has_king(color) { board.king(color).index() } else { SQUARES };
    let king = (king as u64).wrapping_mul(FACTOR);
    (board.keys().pawns ^ king ^ king >> 32) & !1 | color.index() as u64
}
