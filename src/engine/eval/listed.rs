//! The terms of a position as a list, which a network sees.

use super::terms::TERMS;
use super::terms::placement::VALUE;
use crate::types::{Bitboard, Color, Kind};

/// A term of a position as an input of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermInput {
    /// The number of the term; that of a term of the side that is not to move is [`TERMS`] larger.
    pub number: u16,
    /// How often it is there.
    pub count: i16,
}

/// The most terms that are listed: more than any position has.
const MAX_LISTED: usize = 2_048;

/// The terms of a position, in the order in which they are counted; a term may be there more than once.
#[derive(Clone)]
pub(super) struct TermBuffer {
    terms: Box<[TermInput; MAX_LISTED]>,
    count: usize,
}

impl TermBuffer {
    /// No terms.
    pub fn new() -> Self {
        Self { terms: Box::new([TermInput { number: 0, count: 0 }; MAX_LISTED]), count: 0 }
    }

    /// The terms.
    pub fn terms(&self) -> &[TermInput] {
        &self.terms[..self.count]
    }

    /// Adds how many pieces of each kind the sides have, from the view of `us`.
    pub fn add_material(&mut self, us: Color, colors: [Bitboard; 2], kinds: &[Bitboard]) {
        for (number, &pieces) in kinds.iter().enumerate() {
            let kind = Kind::new(number);
            for (color, offset) in [(us, 0), (!us, TERMS)] {
                let count = (pieces & colors[color.index()]).count();
                if count != 0 {
                    let number = VALUE.of(kind).index() + offset;
                    self.terms[self.count] = TermInput { number: number as u16, count: count as i16 };
                    self.count += 1;
                }
            }
        }
    }
}

/// Lists the terms of a position.
pub(super) struct TermList<'a> {
    /// The side to move.
    us: Color,
    /// What is added to the numbers of terms of the side that is being counted, and of its enemy.
    offsets: [usize; 2],
    terms: &'a mut [TermInput; MAX_LISTED],
    count: usize,
    /// Where the count goes in the end.
    total: &'a mut usize,
}

impl<'a> TermList<'a> {
    /// An empty list for a position with this side to move.
    pub fn new(us: Color, buffer: &'a mut TermBuffer) -> Self {
        Self { us, offsets: [0, TERMS], terms: &mut buffer.terms, count: 0, total: &mut buffer.count }
    }

    #[inline(always)]
    fn push(&mut self, number: usize, count: i32) {
        self.terms[self.count] = TermInput { number: number as u16, count: count as i16 };
        self.count += 1;
    }

    /// Completes the list.
    #[inline(always)]
    pub fn complete(self) {
        *self.total = self.count;
    }

    /// What follows is counted for this side.
    #[inline(always)]
    pub fn begin(&mut self, color: Color) {
        self.offsets = if color == self.us { [0, TERMS] } else { [TERMS, 0] };
    }

    /// The side has a term.
    #[inline(always)]
    pub fn add(&mut self, term: usize, count: i32) {
        self.push(self.offsets[0] + term, count);
    }

    /// The other side has a term.
    #[inline(always)]
    pub fn add_to_enemy(&mut self, term: usize, count: i32) {
        self.push(self.offsets[1] + term, count);
    }

    /// The side has these terms.
    #[inline(always)]
    pub fn add_all(&mut self, terms: &[TermInput]) {
        let offset = self.offsets[0] as u16;
        for (place, term) in self.terms[self.count..][..terms.len()].iter_mut().zip(terms) {
            *place = TermInput { number: term.number + offset, count: term.count };
        }
        self.count += terms.len();
    }
}
