//! The accumulators of a network, the sums of its hidden neurons, along the line that is searched, computed when they are
//! asked for.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::super::TermInput;
use super::wide::RowChanges;
use super::{Marks, Network, Purpose, Seen, Sign, View};
use crate::types::score::MAX_PLY;
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, Piece, Score, Square};

/// The most changes of a move that are kept; with more, the accumulators are computed from scratch.
const MAX_CHANGES: usize = 12;
/// With more changes than this since the accumulators were known, they are computed from scratch.
const MAX_APPLIED: usize = 32;

/// A sign that is removed or added.
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
    /// What the accumulators were computed for; `None` while they have not been.
    known: Option<Known>,
}

/// What the accumulators of a ply depend on beside the pieces.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// By colour, how that side sees the position.
    views: [View; 2],
    marks: Marks,
}

/// The way from the accumulators of an earlier ply to those of a later one: the signs that are removed, and those that are
/// added.
#[derive(Default)]
struct Way([ArrayVec<Sign, MAX_APPLIED>; 2]);

impl Way {
    fn clear(&mut self) {
        self.0.iter_mut().for_each(ArrayVec::clear);
    }

    /// Adds a change; `None` if there are too many.
    #[inline(always)]
    fn push(&mut self, Change { sign, is_added }: Change) -> Option<()> {
        self.0[usize::from(is_added)].try_push(sign).ok()
    }
}

/// Records the changes of a move.
pub struct Watch<'a>(&'a mut Level);

impl Watch<'_> {
    #[inline(always)]
    fn push(&mut self, change: Change) {
        self.0.has_overflowed |= self.0.changes.try_push(change).is_err();
    }

    /// A piece appears on a square.
    #[inline(always)]
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.push(Change { sign: Sign::piece(piece, square), is_added: true });
    }

    /// A piece disappears from a square.
    #[inline(always)]
    pub fn take(&mut self, piece: Piece, square: Square) {
        self.push(Change { sign: Sign::piece(piece, square), is_added: false });
    }
}

/// The accumulators of the last position that was computed from scratch in a view, and what it looked like: the next one
/// differs from it in few squares (the "Finny tables" of Koivisto, <https://github.com/official-stockfish/Stockfish/pull/5183>).
struct Refreshed {
    /// By kind and colour, the pieces.
    pieces: [[Bitboard; 2]; MAX_KINDS],
    marks: Marks,
    values: Vec<i16>,
}

/// The accumulators of a network by ply.
pub struct Stack {
    network: Arc<Network>,
    levels: Vec<Level>,
    /// By ply and colour.
    values: Vec<i16>,
    /// By the number of the view, see [`View::number`].
    refreshed: [Refreshed; View::COUNT],
    /// The way to the accumulators that are being computed. It stays in its place: moving it would take longer than using it.
    way: Way,
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
        let refreshed = std::array::from_fn(|_| Refreshed {
            pieces: [[Bitboard::EMPTY; 2]; MAX_KINDS],
            marks: Marks::default(),
            values: network.numbers.bias.clone(),
        });
        let levels = (0..=MAX_PLY).map(|_| Level::default()).collect();
        Self { network, levels, values, refreshed, way: Way::default() }
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
    pub fn score(&mut self, seen: &Seen, ply: usize, terms: &[TermInput]) -> Score {
        if self.levels[ply].known.is_none() {
            self.compute(seen, ply);
        }
        let us = seen.side;
        let [ours, theirs] = [us, !us].map(|color| &self.values[self.place(ply, color)]);
        self.network.output([ours, theirs], terms, self.network.bucket(seen))
    }

    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let start = (2 * ply + color.index()) * self.network.hidden;
        start..start + self.network.hidden
    }

    /// Finds the way from the last ply whose accumulators are known, and returns that ply and its views; `None` if there is
    /// none, or it is not worth going.
    fn find_way(&mut self, ply: usize, now: &Marks) -> Option<(usize, [View; 2])> {
        let base = (0..=ply).rev().find(|&earlier| {
            let level = &self.levels[earlier];
            level.known.is_some() || level.has_overflowed
        })?;
        let Known { views, marks } = self.levels[base].known.as_ref()?;
        self.way.clear();
        for level in &self.levels[base + 1..=ply] {
            for &change in &level.changes {
                self.way.push(change)?;
            }
        }
        let mut has_overflowed = false;
        self.network.inputs.mark_changes(marks, now, |sign, is_added| {
            has_overflowed |= self.way.push(Change { sign, is_added }).is_none();
        });
        (!has_overflowed).then_some((base, *views))
    }

    /// Computes the accumulators of both sides.
    fn compute(&mut self, seen: &Seen, ply: usize) {
        let views = Color::BOTH.map(|color| View::of(seen, color));
        let base = self.find_way(ply, &seen.marks);
        for color in Color::BOTH {
            let view = views[color.index()];
            // Another view of the board has other inputs for all pieces.
            match base.filter(|(_, earlier)| earlier[color.index()] == view) {
                Some((base, _)) => self.update(base, ply, color, view),
                None => self.refresh(seen, ply, color, view),
            }
        }
        self.levels[ply].known = Some(Known { views, marks: seen.marks });
    }

    /// Computes the accumulators of a side from those of the last position with the same view.
    fn refresh(&mut self, seen: &Seen, ply: usize, color: Color, view: View) {
        let place = self.place(ply, color);
        let (network, last) = (&self.network, &mut self.refreshed[view.number()]);
        let mut change = |sign: Sign, is_added: bool| {
            let row = network.row(network.inputs.of(view, sign));
            for (value, &weight) in last.values.iter_mut().zip(row) {
                *value = if is_added { value.wrapping_add(weight) } else { value.wrapping_sub(weight) };
            }
        };
        for ((number, sets), pieces) in last.pieces.iter_mut().enumerate().zip(seen.kinds) {
            let kind = Kind::new(number);
            for (set, owner) in sets.iter_mut().zip(Color::BOTH) {
                let pieces = *pieces & seen.colors[owner.index()];
                for square in *set ^ pieces {
                    change(Sign::piece(Piece::new(owner, kind), square), pieces.has(square));
                }
                *set = pieces;
            }
        }
        network.inputs.mark_changes(&last.marks, &seen.marks, change);
        last.marks = seen.marks;
        self.values[place].copy_from_slice(&last.values);
    }

    /// Computes the accumulators of a side from those of the ply from which the way was found.
    fn update(&mut self, base: usize, ply: usize, color: Color, view: View) {
        let (from, to) = (self.place(base, color), self.place(ply, color));
        let Network { ref inputs, hidden, ref numbers, .. } = *self.network;
        let mut places = [const { ArrayVec::<usize, MAX_APPLIED>::new_const() }; 2];
        for (places, signs) in places.iter_mut().zip(&self.way.0) {
            for &sign in signs {
                places.push(inputs.of(view, sign) * hidden);
            }
        }
        let (earlier, later) = self.values.split_at_mut(to.start);
        let changes = RowChanges { rows: &numbers.rows, removed: &places[0], added: &places[1] };
        changes.apply(&earlier[from], &mut later[..hidden]);
    }

    /// Whether the accumulators of a ply equal ones computed from scratch.
    pub fn is_consistent(&mut self, seen: &Seen, ply: usize) -> bool {
        if self.levels[ply].known.is_none() {
            self.compute(seen, ply);
        }
        let mut fresh = vec![0; self.network.hidden];
        Color::BOTH.into_iter().all(|color| {
            self.network.refresh(seen, color, &mut fresh);
            self.values[self.place(ply, color)] == fresh
        })
    }
}
