//! The hidden values of a network along the line that is searched, computed when they are asked for.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::super::TermInput;
use super::{LANES, Network, Purpose, Sign, View};
use crate::board::{Board, Observer, Rules, Tactics};
use crate::types::score::MAX_PLY;
use crate::types::{Color, Piece, Score, Square};

/// The most changes of a move that are kept; with more, the hidden values are computed from scratch.
const MAX_CHANGES: usize = 12;
/// The most marks of a position that are compared; with more, the hidden values are computed from scratch.
const MAX_MARKS: usize = 16;
/// More changes than this are not applied one after another.
const MAX_APPLIED: usize = 32;

/// A sign that a move removes or adds.
#[derive(Clone, Copy, Debug)]
struct Change {
    sign: Sign,
    is_added: bool,
}

/// What is known of one ply.
#[derive(Debug, Default)]
struct Level {
    /// What the move to this ply changed.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// Whether there were too many changes.
    has_overflowed: bool,
    /// What the hidden values were computed for; `None` while they have not been.
    known: Option<Known>,
}

/// What the hidden values of a ply depend on beside the pieces.
#[derive(Clone, PartialEq, Debug)]
struct Known {
    /// By colour, how that side sees the position.
    views: [View; 2],
    /// The marks in order; `None` if there are too many.
    marks: Option<Marks>,
}

type Marks = ArrayVec<Sign, MAX_MARKS>;

impl Known {
    fn of<R: Tactics>(network: &Network, board: &Board<R>) -> Self {
        let mut marks = Some(Marks::new());
        network.inputs.marks(board, |sign| {
            if marks.as_mut().is_some_and(|marks| marks.try_push(sign).is_err()) {
                marks = None;
            }
        });
        if let Some(marks) = &mut marks {
            marks.sort_unstable();
        }
        Self { views: Color::BOTH.map(|color| View::of(board, color)), marks }
    }
}

impl Level {
    /// Whether the hidden values of a side can be updated to those of a later position. Another view of the board has other
    /// inputs for all pieces.
    #[inline(always)]
    fn can_become(&self, later: &Known, color: Color) -> bool {
        let are_counted = |known: &Known| known.marks.is_some() && later.marks.is_some();
        let is_like = |known: &Known| known.views[color.index()] == later.views[color.index()];
        self.known.as_ref().is_some_and(|known| is_like(known) && are_counted(known))
    }
}

/// Records the changes of a move.
pub struct Watch<'a>(&'a mut Level);

impl Watch<'_> {
    #[inline(always)]
    fn push(&mut self, change: Change) {
        self.0.has_overflowed |= self.0.changes.try_push(change).is_err();
    }
}

impl<R: Rules> Observer<R> for Watch<'_> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.push(Change { sign: Sign::piece(piece, square), is_added: true });
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.push(Change { sign: Sign::piece(piece, square), is_added: false });
    }
}

/// The hidden values of a network by ply.
pub struct Stack {
    network: Arc<Network>,
    levels: Vec<Level>,
    /// By ply and colour.
    values: Vec<i16>,
}

impl Clone for Stack {
    /// Another stack of the same network, without a line.
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.network))
    }
}

impl Stack {
    /// The stack of a network. Call [`Stack::set_root`] before use.
    pub fn new(network: Arc<Network>) -> Self {
        let values = vec![0; (MAX_PLY + 1) * 2 * network.hidden];
        Self { network, levels: (0..=MAX_PLY).map(|_| Level::default()).collect(), values }
    }

    /// See [`Network::purpose`].
    #[inline(always)]
    pub fn purpose(&self) -> Purpose {
        self.network.purpose
    }

    /// Begins a line.
    pub fn set_root(&mut self) {
        self.levels[0] = Level { has_overflowed: true, ..Level::default() };
    }

    /// Records the changes of a move to this ply.
    #[inline(always)]
    pub fn watch(&mut self, ply: usize) -> Watch<'_> {
        let level = &mut self.levels[ply];
        level.changes.clear();
        level.has_overflowed = false;
        level.known = None;
        Watch(level)
    }

    /// The score of the position at this ply, which has these terms, from the side to move's view, in centipawns.
    #[inline]
    pub fn score<R: Tactics>(&mut self, board: &Board<R>, ply: usize, terms: &[TermInput]) -> Score {
        if self.levels[ply].known.is_none() {
            self.compute(board, ply);
        }
        let us = board.side();
        let [ours, theirs] = [us, !us].map(|color| &self.values[self.place(ply, color)]);
        self.network.output(ours, theirs, terms, self.network.bucket(board))
    }

    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let start = (2 * ply + color.index()) * self.network.hidden;
        start..start + self.network.hidden
    }

    /// The last ply whose hidden values are known, if the changes since then are, and are worth applying.
    fn base(&self, ply: usize) -> Option<usize> {
        let mut changes = 0;
        for earlier in (0..=ply).rev() {
            let level = &self.levels[earlier];
            if level.known.is_some() {
                return Some(earlier);
            }
            changes += level.changes.len();
            if level.has_overflowed || changes > MAX_APPLIED {
                return None;
            }
        }
        None
    }

    /// Computes the hidden values of both sides.
    fn compute<R: Tactics>(&mut self, board: &Board<R>, ply: usize) {
        let now = Known::of(&self.network, board);
        let base = self.base(ply);
        for color in Color::BOTH {
            match base.filter(|&base| self.levels[base].can_become(&now, color)) {
                Some(base) => self.update(base, ply, color, &now),
                None => {
                    let place = self.place(ply, color);
                    self.network.refresh(board, color, &mut self.values[place]);
                }
            }
        }
        self.levels[ply].known = Some(now);
    }

    /// Computes the hidden values of a side from those of an earlier ply, some at a time, which stay in registers.
    fn update(&mut self, base: usize, ply: usize, color: Color, now: &Known) {
        let view = now.views[color.index()];
        let (from, to) = (self.place(base, color).start, self.place(ply, color).start);
        for start in (0..self.network.hidden).step_by(LANES) {
            let mut values = *lanes(&self.values, from + start);
            let mut apply = |sign: Sign, is_added: bool| {
                let row = lanes(self.network.row(self.network.inputs.of(view, sign)), start);
                for (value, weight) in values.iter_mut().zip(row) {
                    *value = if is_added { value.wrapping_add(*weight) } else { value.wrapping_sub(*weight) };
                }
            };
            for change in self.levels[base + 1..=ply].iter().flat_map(|level| &level.changes) {
                apply(change.sign, change.is_added);
            }
            let before = self.levels[base].known.as_ref().and_then(|known| known.marks.as_ref());
            if let (Some(old), Some(new)) = (before, &now.marks)
                && old != new
            {
                new.iter().filter(|sign| !old.contains(sign)).for_each(|&sign| apply(sign, true));
                old.iter().filter(|sign| !new.contains(sign)).for_each(|&sign| apply(sign, false));
            }
            self.values[to + start..][..LANES].copy_from_slice(&values);
        }
    }

    /// Whether the hidden values of a ply equal ones computed from scratch.
    pub fn is_consistent<R: Tactics>(&mut self, board: &Board<R>, ply: usize) -> bool {
        if self.levels[ply].known.is_none() {
            self.compute(board, ply);
        }
        let mut fresh = vec![0; self.network.hidden];
        Color::BOTH.into_iter().all(|color| {
            self.network.refresh(board, color, &mut fresh);
            self.values[self.place(ply, color)] == fresh
        })
    }
}

/// The values from the one with this number on.
#[inline(always)]
fn lanes(values: &[i16], start: usize) -> &[i16; LANES] {
    values[start..].first_chunk().expect("hidden values are a multiple of the lanes")
}
