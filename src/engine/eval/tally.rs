//! What is counted of a position: the sum of its terms, their list, and the attacks that several terms are counted from.

use super::listed::TermList;
use super::tapered::Tapered;
use super::terms::Term;
use super::terms::structure::SideStructure;
use super::weights::Weights;
use crate::types::{Bitboard, Color, MAX_KINDS, Score};

/// Sums up the score, from White's view.
pub(super) struct Sum<'w> {
    weights: &'w Weights,
    score: Tapered,
    /// The pressure on each side's king, see [`cost_of_pressure`].
    pub pressure: [Tapered; 2],
    /// The side that is being counted.
    side: SideSum,
}

/// What was counted for one side so far.
struct SideSum {
    color: Color,
    score: Tapered,
    /// The pressure on its own king.
    pressure: Tapered,
    /// The pressure on the enemy king.
    attack: Tapered,
}

impl SideSum {
    #[inline(always)]
    fn new(color: Color) -> Self {
        Self { color, score: Tapered::ZERO, pressure: Tapered::ZERO, attack: Tapered::ZERO }
    }
}

impl<'w> Sum<'w> {
    pub fn new(weights: &'w Weights, placement: Tapered) -> Self {
        Self { weights, score: placement, pressure: [Tapered::ZERO; 2], side: SideSum::new(Color::White) }
    }

    /// The score from White's view before scaling, in centipawns, where the middlegame has this share.
    #[inline(always)]
    pub fn at(&self, share: i32) -> Score {
        let [white, black] = self.pressure.map(|pressure| cost_of_pressure(pressure.at(share)));
        self.score.at(share) - white + black
    }

    /// What follows is counted for this side.
    #[inline(always)]
    fn begin(&mut self, color: Color) {
        self.side = SideSum::new(color);
    }

    /// The side has a term.
    #[inline(always)]
    fn add(&mut self, term: Term, count: i32) {
        self.side.score += self.weights.term(term.index()) * count;
    }

    /// The pressure on the side's own king has a term.
    #[inline(always)]
    fn add_pressure(&mut self, term: Term, count: i32) {
        self.side.pressure += self.weights.term(term.index()) * count;
    }

    /// The pressure on the enemy king has a term.
    #[inline(always)]
    fn add_attack(&mut self, term: Term, count: i32) {
        self.side.attack += self.weights.term(term.index()) * count;
    }

    /// The side has these terms of pawns and king.
    #[inline(always)]
    fn add_structure(&mut self, structure: &SideStructure) {
        let [score, pressure] = structure.sums;
        self.side.score += score;
        self.side.pressure += pressure;
    }

    /// Ends what is counted for the side.
    #[inline(always)]
    fn end(&mut self) {
        let SideSum { color, score, pressure, attack } = self.side;
        match color {
            Color::White => self.score += score,
            Color::Black => self.score -= score,
        }
        self.pressure[color.index()] += pressure;
        self.pressure[color.other().index()] += attack;
    }
}

/// What pressure on a king costs its side, in centipawns. It grows with the square of the pressure, because attackers
/// support each other.
#[inline(always)]
pub(super) fn cost_of_pressure(pressure: i32) -> i32 {
    let pressure = pressure.clamp(0, MAX_PRESSURE);
    pressure * pressure / PRESSURE_UNIT
}

/// A pressure whose square is this costs one centipawn.
pub const PRESSURE_UNIT: i32 = 512;
/// Pressure beyond this does not count.
pub const MAX_PRESSURE: i32 = 1_000;

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
    pub fn begin(&mut self, color: Color) {
        self.sum.begin(color);
        if LISTED {
            self.list.begin(color);
        }
    }

    /// The side has the term `count` times.
    #[inline(always)]
    pub fn add(&mut self, term: Term, count: i32) {
        if count != 0 {
            self.sum.add(term, count);
            if LISTED {
                self.list.add(term.index(), count);
            }
        }
    }

    /// The pressure on the side's own king has the term `count` times.
    #[inline(always)]
    pub fn add_pressure(&mut self, term: Term, count: i32) {
        if count != 0 {
            self.sum.add_pressure(term, count);
            if LISTED {
                self.list.add(term.index(), count);
            }
        }
    }

    /// The pressure on the enemy king has the term `count` times.
    #[inline(always)]
    pub fn add_attack(&mut self, term: Term, count: i32) {
        if count != 0 {
            self.sum.add_attack(term, count);
            if LISTED {
                self.list.add_to_enemy(term.index(), count);
            }
        }
    }

    /// The side has these terms of pawns and king.
    #[inline(always)]
    pub fn add_structure(&mut self, structure: &SideStructure) {
        self.sum.add_structure(structure);
        if LISTED {
            self.list.add_all(&structure.terms);
            self.list.add_all(&structure.pressure);
        }
    }

    /// Ends what is counted for the side.
    #[inline(always)]
    pub fn end(&mut self) {
        self.sum.end();
    }
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    pub by_pawns: Bitboard,
    pub by_kind: [Bitboard; MAX_KINDS],
    pub all: Bitboard,
    /// Attacked at least twice, where all pawns together count as one attacker.
    pub twice: Bitboard,
    /// Attacked by pawns or pieces other than the king.
    pub by_others: Bitboard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressure_costs_more_the_more_there_is() {
        assert_eq!(cost_of_pressure(-50), 0);
        assert!(cost_of_pressure(600) > 2 * cost_of_pressure(300));
        assert_eq!(cost_of_pressure(MAX_PRESSURE + 1), cost_of_pressure(MAX_PRESSURE));
    }
}
