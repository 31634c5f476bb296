//! The hidden values of a network along the line that is searched, computed when they are asked for.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::super::TermInput;
use super::{Network, Purpose, Sign, View};
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
#[derive(Clone, Debug, Default)]
struct Level {
    /// What the move to this ply changed.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// Whether there were too many changes.
    has_overflowed: bool,
    /// By colour, how that side sees the position; `None` while its hidden values have not been computed.
    views: [Option<View>; 2],
    /// By colour, the marks of the position whose hidden values were computed; `None` if there were too many.
    marks: [Option<ArrayVec<Sign, MAX_MARKS>>; 2],
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
#[derive(Clone)]
pub struct Stack {
    network: Arc<Network>,
    levels: Vec<Level>,
    /// By ply and colour.
    values: Vec<i16>,
}

impl Stack {
    /// The stack of a network. Call [`Stack::set_root`] before use.
    pub fn new(network: Arc<Network>) -> Self {
        let values = vec![0; (MAX_PLY + 1) * 2 * network.hidden];
        Self { network, levels: vec![Level::default(); MAX_PLY + 1], values }
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
        level.views = [None; 2];
        Watch(level)
    }

    /// The score of the position at this ply, which has these terms, from the side to move's view, in centipawns.
    #[inline]
    pub fn score<R: Tactics>(&mut self, board: &Board<R>, ply: usize, terms: &[TermInput]) -> Score {
        for color in Color::BOTH {
            if self.levels[ply].views[color.index()].is_none() {
                self.compute(board, ply, color);
            }
        }
        let us = board.side();
        let [ours, theirs] = [us, !us].map(|color| &self.values[self.place(ply, color)]);
        self.network.output(ours, theirs, terms, self.network.bucket(board))
    }

    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let start = (2 * ply + color.index()) * self.network.hidden;
        start..start + self.network.hidden
    }

    /// The last ply from which the changes to `ply` are known and worth applying.
    fn base(&self, ply: usize, color: Color, view: View) -> Option<usize> {
        let mut changes = 0;
        for earlier in (0..=ply).rev() {
            let level = &self.levels[earlier];
            if let Some(known) = level.views[color.index()] {
                return (known == view).then_some(earlier);
            }
            changes += level.changes.len();
            if level.has_overflowed || changes > MAX_APPLIED {
                return None;
            }
        }
        None
    }

    /// Computes the hidden values of a side.
    fn compute<R: Tactics>(&mut self, board: &Board<R>, ply: usize, color: Color) {
        let view = View::of(board, color);
        let mut marks = Some(ArrayVec::new());
        self.network.inputs.marks(board, |sign| {
            if marks.as_mut().is_some_and(|marks: &mut ArrayVec<Sign, MAX_MARKS>| marks.try_push(sign).is_err()) {
                marks = None;
            }
        });
        if let Some(marks) = &mut marks {
            marks.sort_unstable();
        }
        let base = self.base(ply, color, view);
        match (base, &marks) {
            (Some(base), Some(marks)) if self.levels[base].marks[color.index()].is_some() => {
                self.update(base, ply, color, view, marks);
            }
            _ => {
                let place = self.place(ply, color);
                self.network.refresh(board, color, &mut self.values[place]);
            }
        }
        let level = &mut self.levels[ply];
        level.views[color.index()] = Some(view);
        level.marks[color.index()] = marks;
    }

    /// Computes the hidden values of a ply from those of an earlier one.
    fn update(&mut self, base: usize, ply: usize, color: Color, view: View, marks: &ArrayVec<Sign, MAX_MARKS>) {
        let network = &*self.network;
        let (mut added, mut removed) = (ArrayVec::<usize, 64>::new(), ArrayVec::<usize, 64>::new());
        for change in self.levels[base + 1..=ply].iter().flat_map(|level| &level.changes) {
            let input = network.inputs.of(view, change.sign);
            if change.is_added { added.push(input) } else { removed.push(input) }
        }
        if let Some(known) = self.levels[base].marks[color.index()].as_ref().filter(|known| *known != marks) {
            let input = |sign: &Sign| network.inputs.of(view, *sign);
            added.extend(marks.iter().filter(|sign| !known.contains(sign)).map(input));
            removed.extend(known.iter().filter(|sign| !marks.contains(sign)).map(input));
        }
        // A piece that came and went again changes nothing.
        added.retain(|input| match removed.iter().position(|gone| gone == input) {
            Some(place) => {
                removed.swap_remove(place);
                false
            }
            None => true,
        });
        let hidden = network.hidden;
        let (from, to) = ((2 * base + color.index()) * hidden, (2 * ply + color.index()) * hidden);
        self.values.copy_within(from..from + hidden, to);
        let values = &mut self.values[to..][..hidden];
        // Most moves take a piece from one square and put it on another: both rows at once.
        let pairs = added.len().min(removed.len());
        for (&add, &remove) in added.iter().zip(&removed) {
            let rows = network.row(add).iter().zip(network.row(remove));
            values.iter_mut().zip(rows).for_each(|(value, (add, remove))| {
                *value = value.wrapping_add(*add).wrapping_sub(*remove);
            });
        }
        for &add in &added[pairs..] {
            values.iter_mut().zip(network.row(add)).for_each(|(value, add)| *value = value.wrapping_add(*add));
        }
        for &remove in &removed[pairs..] {
            values.iter_mut().zip(network.row(remove)).for_each(|(value, gone)| *value = value.wrapping_sub(*gone));
        }
    }

    /// Whether the hidden values of a ply equal ones computed from scratch.
    pub fn is_consistent<R: Tactics>(&mut self, board: &Board<R>, ply: usize) -> bool {
        self.score(board, ply, &[]) == self.network.score(board, &[])
    }
}
